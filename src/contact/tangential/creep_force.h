#pragma once

namespace fourfoot::contact {

/// Tangential force and spin moment on the wheel over any scalar, contact axes (see
/// tangential_law.h).
template <class T>
struct CreepForce {
  T fx = T(0.0);  ///< [N]
  T fy = T(0.0);  ///< [N]
  T mz = T(0.0);  ///< [N m]
};

}  // namespace fourfoot::contact
