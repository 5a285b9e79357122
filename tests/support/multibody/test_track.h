#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/moving_frame.h"
#include "math/rotation.h"

namespace fourfoot::test {

/// A track of pieces with curvature and cant linear in arc length, level centre line: the frame by
/// closed formulas, independent of the track room. Before the first piece and after the last the
/// end values hold.
class TestTrack {
 public:
  struct Piece {
    double length, kappa0, kappa1, cant0, cant1;
  };
  explicit TestTrack(const std::vector<Piece>& pieces) {
    double begin = 0.0, heading = 0.0;
    Vec3 p = Vec3::Zero();
    for (const Piece& piece : pieces) {
      if (begin > 0.0) corners_.push_back(begin);
      // Cut into short parts, so that a frame costs one short quadrature.
      const int n = 1 + static_cast<int>(piece.length / 10.0);
      for (int k = 0; k < n; ++k) {
        const double x0 = static_cast<double>(k) / n, x1 = static_cast<double>(k + 1) / n;
        const double kappa = piece.kappa1 - piece.kappa0, cant = piece.cant1 - piece.cant0;
        Part part{{piece.length / n, piece.kappa0 + x0 * kappa, piece.kappa0 + x1 * kappa,
                   piece.cant0 + x0 * cant, piece.cant0 + x1 * cant},
                  begin + x0 * piece.length,
                  heading,
                  p};
        p += displacement(part.piece, heading, part.piece.length);
        heading += turn(part.piece, part.piece.length);
        parts_.push_back(part);
      }
      begin += piece.length;
    }
  }

  static TestTrack straight() { return TestTrack({{1e4, 0, 0, 0, 0}}); }
  static TestTrack circle600() { return TestTrack({{1e4, 1.0 / 600, 1.0 / 600, 0.128, 0.128}}); }
  static TestTrack route_ii() {
    const double k = 1.0 / 600, h = 0.128;
    return TestTrack({{10, 0, 0, 0, 0},
                      {102.4, 0, k, 0, h},
                      {60, k, k, h, h},
                      {102.4, k, 0, h, 0},
                      {400, 0, 0, 0, 0}});
  }
  static TestTrack route_i() {
    const double k = 1.0 / 300, h = 0.15;
    return TestTrack({{10, 0, 0, 0, 0}, {7, 0, k, 0, h}, {300, k, k, h, h}});
  }
  static TestTrack r165() {
    const double k = 1.0 / 165;
    return TestTrack({{10, 0, 0, 0, 0}, {40, 0, k, 0, 0.1}, {400, k, k, 0.1, 0.1}});
  }

  /// Arc lengths of the corners.
  const std::vector<double>& corners() const { return corners_; }

  /// The frame at s; at a corner that of the piece before (side = -1) or after it (+1).
  MovingFrame frame(double s, double v, double a, int side = 1) const {
    const double at = s + 1e-9 * side;
    const auto after = std::upper_bound(parts_.begin() + 1, parts_.end(), at,
                                        [](double x, const Part& part) { return x < part.begin; });
    const Part& part = *(after - 1);
    return calc(part.piece, s, s - part.begin, part.heading, part.p, v, a);
  }

 private:
  struct Part {
    Piece piece;
    double begin, heading;
    Vec3 p;
  };
  static double turn(const Piece& c, double l) {
    return c.kappa0 * l + 0.5 * (c.kappa1 - c.kappa0) / c.length * l * l;
  }
  static Vec3 displacement(const Piece& c, double heading, double l) {
    // Composite Gauss-Legendre of order 5, pieces of at most 10 m: exact to rounding here.
    static const double x[5] = {-0.906179845938664, -0.538469310105683, 0.0, 0.538469310105683,
                                0.906179845938664};
    static const double w[5] = {0.236926885056189, 0.478628670499366, 0.568888888888889,
                                0.478628670499366, 0.236926885056189};
    const int n = 1 + static_cast<int>(std::abs(l) / 10.1);
    Vec3 p = Vec3::Zero();
    for (int k = 0; k < n; ++k) {
      for (int g = 0; g < 5; ++g) {
        const double u = l / n * (k + 0.5 * (1.0 + x[g]));
        const double theta = heading + turn(c, u);
        p += 0.5 * w[g] * l / n * Vec3(std::cos(theta), std::sin(theta), 0.0);
      }
    }
    return p;
  }
  static MovingFrame calc(const Piece& c, double s, double l, double heading, const Vec3& p,
                          double v, double a) {
    const double kappa_s = (c.kappa1 - c.kappa0) / c.length;
    const double gamma_s = (c.cant1 - c.cant0) / c.length / 1.5;
    const double kappa = c.kappa0 + kappa_s * l;
    const double gamma = c.cant0 / 1.5 + gamma_s * l;
    const double gamma_d = gamma_s * v, gamma_dd = gamma_s * a;
    const double theta_d = kappa * v, theta_dd = kappa_s * v * v + kappa * a;
    const double sg = std::sin(gamma), cg = std::cos(gamma);
    MovingFrame f;
    f.s = s;
    f.p_NT = p + displacement(c, heading, l);
    f.R_NT = rotation_z(heading + turn(c, l)) * rotation_x(-gamma);
    f.v_NT_T = {v, 0, 0};
    f.w_NT_T = {-gamma_d, -theta_d * sg, theta_d * cg};
    f.alpha_NT_T = {-gamma_dd, -theta_dd * sg - theta_d * gamma_d * cg,
                    theta_dd * cg - theta_d * gamma_d * sg};
    f.a_NT_T = {a, v * f.w_NT_T[2], -v * f.w_NT_T[1]};
    return f;
  }

  std::vector<Part> parts_;
  std::vector<double> corners_;
};

}  // namespace fourfoot::test
