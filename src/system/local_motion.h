#pragma once

#include "math/dual.h"
#include "math/moving_frame.h"
#include "math/rotation.h"
#include "multibody/jacobian.h"
#include "multibody/workspace.h"

namespace fourfoot::system {

/// A body's motion relative to its track frame T as force laws see it; C is the carrier (the body,
/// or a wheelset's axes that do not spin), where everything is attached.
template <class S>
struct LocalMotion {
  Vec3T<S> p;     ///< position of the mass centre, in T
  Mat3T<S> R;     ///< R_TC
  Vec3T<S> v;     ///< relative velocity, in T
  Vec3T<S> w_TC;  ///< relative angular velocity of the carrier, in C
  Vec3T<S> w_TB;  ///< relative angular velocity of the body (with its spin), in C
};

/// The perturbation of one body has twelve directions, as multibody::WrenchDerivatives orders them:
/// dp_T, dtheta_C, dv_T, dw_C.
inline constexpr int local_size = 12;

inline LocalMotion<double> get_local_motion(const multibody::BodyWorkspace& body) {
  return {body.p_TB, body.R_TC, body.v_TB_T, body.w_TC_C, body.w_TB_C};
}

/// The same with derivatives; the body's twelve directions begin at `first`.
template <int N>
LocalMotion<Dual<N>> get_dual_motion(const multibody::Model& model,
                                     const multibody::MotionWorkspace& ws, std::size_t index,
                                     int first) {
  using S = Dual<N>;
  const multibody::BodyWorkspace& body = ws.bodies[index];
  const Mat3 carrier_spin = multibody::calc_carrier_spin(model, ws, index);
  LocalMotion<S> m;
  Vec3T<S> theta;
  for (int i = 0; i < 3; ++i) {
    m.p[i] = S(body.p_TB[i], N, first + i);
    theta[i] = S(0.0, N, first + 3 + i);
    m.v[i] = S(body.v_TB_T[i], N, first + 6 + i);
    m.w_TB[i] = S(body.w_TB_C[i], N, first + 9 + i);
  }
  for (int i = 0; i < 3; ++i) {
    m.w_TC[i] = S(body.w_TC_C[i]);
    m.w_TC[i].derivatives().setZero(N);
    for (int k = 0; k < 3; ++k) {
      m.w_TC[i].derivatives()[first + 9 + k] = body.carrier_map(i, k);
      m.w_TC[i].derivatives()[first + 3 + k] = carrier_spin(i, k);
    }
  }
  // R exp(dtheta) = R (1 + dtheta x) to first order.
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      m.R(i, j) = S(body.R_TC(i, j));
      m.R(i, j).derivatives().setZero(N);
    }
    const auto row = body.R_TC.row(i);
    for (int k = 0; k < 3; ++k) {
      // column j of R skew(e_k): row x e_k
      const Vec3 turned = Vec3(row.transpose()).cross(Vec3::Unit(k));
      for (int j = 0; j < 3; ++j) m.R(i, j).derivatives()[first + 3 + k] = turned[j];
    }
  }
  return m;
}

}  // namespace fourfoot::system
