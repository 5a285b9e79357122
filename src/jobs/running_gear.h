#pragma once

#include <string>
#include <vector>

#include "scenario/family.h"

namespace fourfoot::jobs {

struct Axle {
  std::string name;
  double x = 0.0;        ///< ahead of the vehicle's origin [m]
  double load = 0.0;     ///< static axle load [N]
  std::size_t gear = 0;  ///< which running gear, from the front
};

struct Gear {
  double middle = 0.0, wheelbase = 0.0;  ///< [m]
  std::size_t first = 0, last = 0;       ///< axles
};

/// Wheelsets from the front, those closer together than `apart` [m] in one running gear.
std::vector<Axle> list_axles(const scenario::Member& member, double apart);
std::vector<Gear> list_gears(const std::vector<Axle>& axles);

}  // namespace fourfoot::jobs
