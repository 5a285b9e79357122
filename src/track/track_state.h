#pragma once

#include <cmath>

#include "track/track.h"

namespace fourfoot::track {

/// Angles of the track frame and their derivatives by s.
struct Track::State {
  double theta, kappa, dkappa;  ///< heading, theta', theta''
  double gamma, dgamma, ddgamma;
  double sin_beta, cos_beta, dbeta, ddbeta;
  double z, cant;
};

inline Track::State Track::calc_state(const Span& span, double s) const {
  const Jet theta = heading_[span.heading].calc(s);
  const Jet h = cant_[span.cant].calc(s);
  const Jet z = height_[span.height].calc(s);
  State st;
  st.theta = theta.value;
  st.kappa = theta.d1;
  st.dkappa = theta.d2;
  st.cant = h.value;
  st.z = z.value + span.rise * h.value;
  const double q = 1.0 / contact_distance_;
  if (cant_angle_ == CantAngle::linear) {
    st.gamma = h.value * q;
    st.dgamma = h.d1 * q;
    st.ddgamma = h.d2 * q;
  } else {
    const double sine = h.value * q, c = std::sqrt(1.0 - sine * sine);
    st.gamma = std::asin(sine);
    st.dgamma = h.d1 * q / c;
    st.ddgamma = h.d2 * q / c + st.dgamma * st.dgamma * sine / c;
  }
  st.sin_beta = z.d1 + span.rise * h.d1;
  st.cos_beta = std::sqrt(1.0 - st.sin_beta * st.sin_beta);
  st.dbeta = (z.d2 + span.rise * h.d2) / st.cos_beta;
  st.ddbeta = ((z.d3 + span.rise * h.d3) + st.dbeta * st.dbeta * st.sin_beta) / st.cos_beta;
  return st;
}

}  // namespace fourfoot::track
