#pragma once

#include <random>

#include "support/track_routes.h"

namespace fourfoot::test {

/// Any alignment a railway could have, from a seed: curves of all shapes to both sides, cant that
/// follows the curvature or has its own elements, rotated about any rail, gradients and vertical
/// arcs, corners rounded or not.
class RandomAlignment {
 public:
  explicit RandomAlignment(unsigned seed) : engine_(seed) {}

  track::TrackDescription make() {
    track::TrackDescription d;
    d.start_heading = uniform(-3, 3);
    d.start_position = Vec3(uniform(-1e3, 1e3), uniform(-1e3, 1e3), uniform(-100, 100));
    d.cant_rotation = static_cast<track::CantRotation>(pick(3));
    d.cant_angle = static_cast<track::CantAngle>(pick(2));
    if (pick(3) == 0) d.rounding = {uniform(2, 6), uniform(2, 6), 0.0};
    const int curves = 1 + pick(3);
    d.horizontal.push_back(make_line(uniform(20, 100)));
    for (int i = 0; i < curves; ++i) add_curve(d);
    if (pick(2) == 0) add_vertical(d);
    if (pick(4) == 0) add_own_cant(d);
    return d;
  }

 private:
  double uniform(double a, double b) {
    return a + (b - a) * (static_cast<double>(engine_() >> 11) * 0x1p-53);
  }
  int pick(int n) { return static_cast<int>(engine_() % static_cast<unsigned>(n)); }

  track::HorizontalElement make_any_transition() {
    auto e =
        make_transition_element(uniform(30, 150), static_cast<track::TransitionShape>(pick(7)));
    if (e.shape == track::TransitionShape::polynomial)
      e.polynomial = track::get_smooth_polynomial(5 + 2 * pick(4));
    if (e.shape == track::TransitionShape::viennese) e.centre_height = uniform(0, 2);
    if (pick(8) == 0) {
      e.is_over_abscissa = true;
      if (e.shape != track::TransitionShape::cosine) e.shape = track::TransitionShape::linear;
    }
    return e;
  }

  void add_curve(track::TrackDescription& d) {
    const double curvature = (pick(2) ? 1.0 : -1.0) / uniform(250, 3000);
    d.horizontal.push_back(make_any_transition());
    d.horizontal.push_back(make_arc(uniform(20, 200), curvature, uniform(0.01, 0.16)));
    if (pick(3) == 0) {  // a compound or reverse curve
      d.horizontal.push_back(make_any_transition());
      d.horizontal.push_back(
          make_arc(uniform(20, 200), curvature * uniform(-1, 1), uniform(0.01, 0.16)));
    }
    d.horizontal.push_back(make_any_transition());
    d.horizontal.push_back(make_line(uniform(20, 100)));
  }

  void add_vertical(track::TrackDescription& d) {
    for (int i = 0; i < 3; ++i) {
      track::VerticalElement g;
      g.length = uniform(25, 40);
      g.gradient = uniform(-0.035, 0.035);
      d.vertical.push_back(g);
      track::VerticalElement arc;
      arc.type = pick(2) ? track::VerticalType::parabolic_arc : track::VerticalType::circular_arc;
      arc.length = uniform(20, 30);
      if (i < 2) d.vertical.push_back(arc);
    }
    double horizontal = 0, vertical = 0;
    for (const auto& e : d.horizontal) horizontal += e.length;
    for (const auto& e : d.vertical) vertical += e.length;
    if (vertical > horizontal) d.vertical.clear();
  }

  void add_own_cant(track::TrackDescription& d) {
    track::CantElement flat, ramp, high;
    flat.length = uniform(25, 40);
    ramp.length = uniform(20, 60);
    ramp.is_constant = false;
    ramp.shape = static_cast<track::TransitionShape>(pick(6));
    high.length = uniform(25, 40);
    high.cant = uniform(0.01, 0.15);
    high.raised = pick(2) ? track::RaisedRail::left : track::RaisedRail::right;
    d.cant = {flat, ramp, high};
    double horizontal = 0;
    for (const auto& e : d.horizontal) horizontal += e.length;
    if (flat.length + ramp.length + high.length > horizontal) d.cant.clear();
  }

  std::mt19937_64 engine_;
};

}  // namespace fourfoot::test
