#include "system/friction.h"

#include <algorithm>

namespace fourfoot::system {

contact::ContactFriction FrictionAlongLine::calc(double s) const {
  const contact::ContactFriction here =
      rails ? contact::calc_friction(*rails, nominal, s) : nominal;
  if (stations.empty()) return here;
  const auto after = std::upper_bound(stations.begin(), stations.end(), s);
  double factor = factors.front();
  if (after == stations.end()) {
    factor = factors.back();
  } else if (after != stations.begin()) {
    const auto i = static_cast<std::size_t>(after - stations.begin());
    const double share = (s - stations[i - 1]) / (stations[i] - stations[i - 1]);
    factor = factors[i - 1] + share * (factors[i] - factors[i - 1]);
  }
  return {factor * here.tread, factor * here.flange};
}

}  // namespace fourfoot::system
