#include "contact/geometry/wheel_rail_pair.h"

#include <algorithm>
#include <cmath>

#include "profile/blend.h"

namespace fourfoot::contact {

profile::Curve lay_rail(const profile::Profile& rail, const profile::RailsDescription& rails) {
  const profile::Curve tilted =
      profile::place(rail.curve, {false, std::atan(rails.inclination), 0.0, 0.0});
  if (rails.origin) return profile::place(tilted, {false, 0.0, *rails.origin, 0.0});
  const double top_s = profile::find_top(tilted), top = tilted.calc(top_s).z;
  // Gauge side: from the top towards lower s, down to the gauge height.
  double inner = tilted.calc(top_s).y;
  double deep = top_s;
  while (deep > 0.0 && tilted.calc(deep).z > top - rails.gauge_height) {
    deep = std::max(0.0, deep - 1e-5);
    inner = std::min(inner, tilted.calc(deep).y);
  }
  if (deep > 0.0) {
    double low = deep, high = deep + 1e-5;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      (tilted.calc(middle).z < top - rails.gauge_height ? low : high) = middle;
    }
    const double above = high;
    inner = tilted.calc(above).y;
    for (double s = above; s < top_s; s += 1e-5) inner = std::min(inner, tilted.calc(s).y);
  }
  return profile::place(tilted, {false, 0.0, 0.5 * rails.gauge - inner, -top});
}

AxleFrame make_axle_frame(const WheelRailPair& pair, Side side, const WheelsetPose& pose,
                          const RailShifts& shifts) {
  const double sign = side == Side::left ? 1.0 : -1.0;
  const double rail_y =
      0.5 * shifts.gauge_variation + (side == Side::left ? shifts.y_l : -shifts.y_r);
  const double rail_z = side == Side::left ? shifts.z_l : shifts.z_r;
  return AxleFrame(sign * pose.y - rail_y, pair.axle_height + pose.z - rail_z, sign * pose.roll,
                   sign * pose.yaw);
}

}  // namespace fourfoot::contact
