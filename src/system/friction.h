#pragma once

#include <vector>

#include "contact/wheel_force.h"

namespace fourfoot::system {

/// Friction along the line: tread and flange, times a factor that is linear between stations and
/// constant beyond them.
struct FrictionAlongLine {
  contact::ContactFriction nominal;
  std::vector<double> stations, factors;

  contact::ContactFriction calc(double s) const;
};

}  // namespace fourfoot::system
