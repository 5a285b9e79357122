#pragma once

#include <cmath>

#include "track/track.h"

namespace fourfoot::track {

/// Angles of the track frame and their derivatives by s.
struct Track::State {
  double theta, kappa, dkappa;  ///< heading, theta', theta''
  double gamma, dgamma, ddgamma;
  double sin_gamma, cos_gamma;
  double sin_beta, cos_beta, dbeta, ddbeta;
  double z, cant;
};

/// Sine and cosine of an angle below half a radian by their series, exact to rounding: the cant
/// angle never exceeds 0.35 rad, and a library call costs several times more.
inline void calc_small_sine_cosine(double x, double& sine, double& cosine) {
  const double q = x * x, q2 = q * q, q4 = q2 * q2;
  sine = x + x * q *
                 ((-1.0 / 6 + q * (1.0 / 120)) + q2 * (-1.0 / 5040 + q * (1.0 / 362880)) +
                  q4 * (-1.0 / 39916800 + q * (1.0 / 6227020800)));
  cosine = 1.0 - 0.5 * q +
           q2 * ((1.0 / 24 - q * (1.0 / 720)) + q2 * (1.0 / 40320 - q * (1.0 / 3628800)) +
                 q4 * (1.0 / 479001600 - q * (1.0 / 87178291200)));
}

inline Track::State Track::calc_state(const Span& span, double s) const {
  const Piece &heading = heading_[span.heading], &cant = cant_[span.cant];
  Jet theta, h;
  if (heading.frequency != 0.0 && heading.frequency == cant.frequency &&
      heading.origin == cant.origin && heading.scale == cant.scale) {
    const double u = (s - heading.origin) * heading.scale, w = heading.frequency * u;
    const double cw = std::cos(w), sw = std::sin(w);
    theta = heading.calc(u, cw, sw);
    h = cant.calc(u, cw, sw);
  } else {
    theta = heading.calc(s);
    h = cant.calc(s);
  }
  const Piece& profile = height_[span.height];
  const Jet z = span.is_flat ? Jet{profile.c[0], 0.0, 0.0, 0.0} : profile.calc(s);
  State st;
  st.theta = theta.value;
  st.kappa = theta.d1;
  st.dkappa = theta.d2;
  st.cant = h.value;
  st.z = z.value + span.rise * h.value;
  const double q = inverse_contact_distance_;
  if (cant_angle_ == CantAngle::linear) {
    st.gamma = h.value * q;
    st.dgamma = h.d1 * q;
    st.ddgamma = h.d2 * q;
    calc_small_sine_cosine(st.gamma, st.sin_gamma, st.cos_gamma);
  } else {
    const double sine = h.value * q, c = std::sqrt(1.0 - sine * sine);
    st.sin_gamma = sine;
    st.cos_gamma = c;
    st.gamma = std::asin(sine);
    st.dgamma = h.d1 * q / c;
    st.ddgamma = h.d2 * q / c + st.dgamma * st.dgamma * sine / c;
  }
  if (span.is_flat && span.rise == 0.0) {
    st.sin_beta = st.dbeta = st.ddbeta = 0.0;
    st.cos_beta = 1.0;
    return st;
  }
  st.sin_beta = z.d1 + span.rise * h.d1;
  st.cos_beta = std::sqrt(1.0 - st.sin_beta * st.sin_beta);
  const double inverse = 1.0 / st.cos_beta;
  st.dbeta = (z.d2 + span.rise * h.d2) * inverse;
  st.ddbeta = (z.d3 + span.rise * h.d3 + st.dbeta * st.dbeta * st.sin_beta) * inverse;
  return st;
}

}  // namespace fourfoot::track
