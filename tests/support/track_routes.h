#pragma once

#include "track/description.h"

namespace fourfoot::test {

inline track::HorizontalElement make_line(double length) {
  track::HorizontalElement e;
  e.type = track::HorizontalType::line;
  e.length = length;
  return e;
}

inline track::HorizontalElement make_arc(double length, double curvature, double cant) {
  track::HorizontalElement e;
  e.type = track::HorizontalType::circular_arc;
  e.length = length;
  e.curvature = curvature;
  e.cant = cant;
  return e;
}

inline track::HorizontalElement make_transition_element(
    double length, track::TransitionShape shape = track::TransitionShape::linear) {
  track::HorizontalElement e;
  e.type = track::HorizontalType::transition;
  e.length = length;
  e.shape = shape;
  return e;
}

/// Route II of [Zboinski2016]: curvature and cant linear in arc length.
inline track::TrackDescription make_route_2() {
  track::TrackDescription d;
  d.horizontal = {make_line(10), make_transition_element(102.4), make_arc(60, 1.0 / 600, 0.128),
                  make_transition_element(102.4), make_line(40)};
  return d;
}

/// Route I of [Zboinski2016].
inline track::TrackDescription make_route_1() {
  track::TrackDescription d;
  d.horizontal = {make_line(10), make_transition_element(7), make_arc(30, 1.0 / 300, 0.15)};
  return d;
}

}  // namespace fourfoot::test
