#pragma once

#include <memory>
#include <vector>

#include "contact/rails_along_line.h"

namespace fourfoot::system {

/// Friction along the line: tread and flange, as the rails have it or nominal, times a factor that
/// is linear between chainages and constant beyond them.
struct FrictionAlongLine {
  contact::ContactFriction nominal;
  std::shared_ptr<const contact::RailsAlongLine> rails;  ///< none: nominal everywhere
  std::vector<double> chainages, factors;

  contact::ContactFriction calc(double s) const;
};

}  // namespace fourfoot::system
