#pragma once

#include "contact/geometry/characteristic.h"

namespace fourfoot::contact {

/// Lateral way of a wheelset, both rigid wheels on their rails at yaw 0, from the middle until the
/// left (right) wheel's contact point lies on the flange: contact angle beyond `angle`. To 0.01 mm;
/// infinite if that does not happen within 20 mm. What yaw adds (the flange touches earlier, with a
/// lead) is left out.
struct FlangeClearance {
  double left, right;  ///< both positive [m]
};
FlangeClearance find_flange_clearance(const WheelsetOnTrack& wheelset, double angle);

}  // namespace fourfoot::contact
