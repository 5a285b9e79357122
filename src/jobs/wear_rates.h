#pragma once

#include <functional>
#include <string>
#include <vector>

#include "scenario/family.h"
#include "wear/wear_depth.h"
#include "wear/wear_plan.h"

namespace fourfoot::jobs {

/// What a wheelset loses per metre rolled; left, right.
struct WheelsetRate {
  std::string name;
  std::vector<wear::WearDepth> depth;  ///< per metre
  double volume[2] = {0.0, 0.0};       ///< [m^2], by Archard's law
  double energy[2] = {0.0, 0.0};       ///< [N], of the same slip
  double t_gamma[2] = {0.0, 0.0};      ///< [N], as the run recorded it
};

/// Bins of depth across a wheel's profile: 0.5 mm from flange to the field side.
wear::WearDepth make_depth();

/// Rates of one case: in steady running, or mean over a run. Throws RunError if there is no steady
/// state or the run does not come to its end.
std::vector<WheelsetRate> calc_wear_rates(const scenario::Member& member,
                                          const wear::WearPlan& plan,
                                          const std::function<bool()>& is_cancelled);

}  // namespace fourfoot::jobs
