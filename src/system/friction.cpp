#include "system/friction.h"

#include <algorithm>

namespace fourfoot::system {

contact::ContactFriction FrictionAlongLine::calc(double s) const {
  const contact::ContactFriction here =
      rails ? contact::calc_friction(*rails, nominal, s) : nominal;
  if (chainages.empty()) return here;
  const auto after = std::upper_bound(chainages.begin(), chainages.end(), s);
  double factor = factors.front();
  if (after == chainages.end()) {
    factor = factors.back();
  } else if (after != chainages.begin()) {
    const auto i = static_cast<std::size_t>(after - chainages.begin());
    const double share = (s - chainages[i - 1]) / (chainages[i] - chainages[i - 1]);
    factor = factors[i - 1] + share * (factors[i] - factors[i - 1]);
  }
  return {factor * here.tread, factor * here.flange};
}

}  // namespace fourfoot::system
