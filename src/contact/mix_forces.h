#pragma once

#include "contact/wheel_contact.h"

namespace fourfoot::contact {

/// `out` becomes (1 - share) out + share other: forces of one wheel on two rails that it is between.
/// Patches that are alike on both become one patch; else those of both are listed, each with its
/// share of the weight. `other` is used up.
void mix_forces(double share, WheelForce& other, WheelForce& out);

}  // namespace fourfoot::contact
