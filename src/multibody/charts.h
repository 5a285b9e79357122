#pragma once

#include "multibody/jacobian.h"

namespace fourfoot::multibody {

/// Local derivatives of one body's kinematics by its own coordinates and speeds, and the inverse of
/// its block of Theta. Needs calc_acceleration (the reaction enters where angles are not free).
void calc_chart(const Body& body, const BodyWorkspace& b, const ConstVec& q,
                JacobianWorkspace::BodyPart& part);

}  // namespace fourfoot::multibody
