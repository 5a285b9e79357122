#include "analysis/lowest_motion.h"

#include <cmath>
#include <tuple>

#include "analysis/motion_sweep.h"

namespace fourfoot::analysis {

BifurcationPoint LowestMotion::lift(double value) const {
  MotionSweep lifted = *sweep;
  return lifted.visit(value, "", false);
}

std::optional<LowestMotion> find_motion_below(const scenario::Family& family, double value,
                                              double lowest, const BifurcationOptions& options) {
  MotionSweep sweep(family, options);
  const auto found = sweep.search_below(value, lowest, {});
  if (!found) return std::nullopt;
  return LowestMotion{found->first, found->second, std::make_shared<const MotionSweep>(sweep)};
}

std::optional<LowestMotion> find_lowest_motion(const scenario::Family& family,
                                               const std::vector<double>& starts, double lowest,
                                               const BifurcationOptions& options) {
  for (const double value : starts) {
    MotionSweep sweep(family, options);
    if (!is_lasting(sweep.visit(value, "", true).motion.kind)) continue;
    sweep.enlarge();
    LowestMotion found;
    found.with = value;
    found.without = sweep.descend(found.with, lowest);
    if (!std::isnan(found.without))
      std::tie(found.without, found.with) = sweep.narrow(found.without, found.with, lowest);
    found.sweep = std::make_shared<const MotionSweep>(sweep);
    if (std::isnan(found.without)) return found;
    if (auto below = find_motion_below(family, found.without, lowest, options)) return below;
    return found;
  }
  return std::nullopt;
}

}  // namespace fourfoot::analysis
