#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "multibody/equations.h"
#include "multibody/jump.h"
#include "support/multibody/test_track.h"

namespace fourfoot::test {

/// A model on a test track with prescribed s(t) = s0 + v0 t + a t^2 / 2: frames, events, and a
/// classical Runge-Kutta march in fixed steps for the tests.
struct Ride {
  TestTrack track;
  double v0 = 0.0, a = 0.0, s0 = 0.0;

  double s(double t) const { return s0 + v0 * t + 0.5 * a * t * t; }
  double v(double t) const { return v0 + a * t; }

  void calc_frames(const multibody::Model& model, double t, int side,
                   std::vector<MovingFrame>& frames) const {
    frames.resize(model.body_count());
    for (std::size_t j = 0; j < frames.size(); ++j) {
      frames[j] = track.frame(s(t) + model.body(j).given.chainage_offset, v(t), a, side);
    }
  }

  /// Times at which some body's frame passes a corner.
  std::vector<double> corner_times(const multibody::Model& model, double end) const {
    std::vector<double> times;
    for (const multibody::Body& body : model.bodies()) {
      for (double corner : track.corners()) {
        const double ds = corner - body.given.chainage_offset - s0;
        const double root = v0 * v0 + 2.0 * a * ds;
        if (ds <= 0.0 || root < 0.0) continue;
        const double t = 2.0 * ds / (v0 + std::sqrt(root));
        if (t < end) times.push_back(t);
      }
    }
    std::sort(times.begin(), times.end());
    times.erase(
        std::unique(times.begin(), times.end(), [](double x, double y) { return y - x < 1e-9; }),
        times.end());
    return times;
  }
};

/// rhs(t, side, y, dy); side: which side of a corner the frames are taken from.
using Rhs = std::function<void(double t, int side, const VecX& y, VecX& dy)>;

/// One interval without corners inside, in equal steps of at most h: Gragg's modified midpoint rule
/// with 2, 4, 6, 8 substeps, extrapolated (order 8). Never asks beyond the end of the interval, and
/// at its beginning asks for the side after a corner.
inline void march(const Rhs& rhs, double t0, double t1, double h, VecX& y) {
  const int n = std::max(1, static_cast<int>(std::ceil((t1 - t0) / h - 1e-9)));
  const double step = (t1 - t0) / n;
  VecX f0(y.size()), f(y.size()), before(y.size()), now(y.size()), next(y.size());
  std::array<VecX, 4> last, row;  // two rows of Neville's scheme in the square of the substep
  for (int i = 0; i < n; ++i) {
    const double t = t0 + i * step;
    rhs(t, 1, y, f0);
    for (std::size_t k = 0; k < 4; ++k) {
      const int count = 2 * static_cast<int>(k + 1);
      const double sub = step / count;
      before = y;
      now = y + sub * f0;
      for (int m = 1; m < count; ++m) {
        rhs(t + m * sub, 1, now, f);
        next = before + 2.0 * sub * f;
        before.swap(now);
        now.swap(next);
      }
      row[0] = now;
      for (std::size_t j = 1; j <= k; ++j) {
        const double ratio = static_cast<double>(k + 1) / static_cast<double>(k + 1 - j);
        row[j] = row[j - 1] + (row[j - 1] - last[j - 1]) / (ratio * ratio - 1.0);
      }
      last.swap(row);
    }
    y = last[3];
  }
}

}  // namespace fourfoot::test
