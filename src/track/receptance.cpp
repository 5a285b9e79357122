#include "track/receptance.h"

#include <numbers>

#include "math/sparse_factors.h"

namespace fourfoot::track {

namespace {

constexpr double long_ring = 36.0;  // [m]
using Axis = DiscreteTrack::Axis;

/// One direction of the track by itself: where its coordinates are among all.
std::vector<int> list_part(const DiscreteTrack& track, Axis axis) {
  std::vector<int> part;
  const std::size_t sides = axis == Axis::z ? 1 : 2;  // sideways the sleepers join both rails
  for (std::size_t side = 0; side < sides; ++side)
    for (int k = 0; k < 2 * track.node_count(); ++k) part.push_back(track.rail(side, axis) + k);
  for (int j = 0; j < track.sleeper_count(); ++j)
    part.push_back(track.sleeper(axis == Axis::z ? 1 : 0, j));
  return part;
}

/// Solves -M w^2 + i w C + K of one direction, real and imaginary parts as unknowns.
class SwingingTrack {
 public:
  SwingingTrack(const DiscreteTrack& track, Axis axis, double w) : track_(track) {
    const std::vector<int> part = list_part(track, axis);
    count_ = static_cast<Eigen::Index>(part.size());
    std::vector<int> place(static_cast<std::size_t>(track.coordinate_count()), -1);
    for (std::size_t i = 0; i < part.size(); ++i)
      place[static_cast<std::size_t>(part[i])] = static_cast<int>(i);
    MatX a = MatX::Zero(2 * count_, 2 * count_);
    const VecX rest = VecX::Zero(track.coordinate_count());
    track.for_derivatives(track.make_laws(), rest,
                          [&](int row, int column, double by_q, double by_v) {
                            const int r = place[static_cast<std::size_t>(row)];
                            const int c = place[static_cast<std::size_t>(column)];
                            if (r < 0 || c < 0) return;
                            const double mass = track.masses()[row];
                            a(r, c) -= mass * by_q;
                            a(count_ + r, count_ + c) -= mass * by_q;
                            a(r, count_ + c) += mass * w * by_v;
                            a(count_ + r, c) -= mass * w * by_v;
                          });
    for (Eigen::Index i = 0; i < count_; ++i) {
      const double inertia = track.masses()[part[static_cast<std::size_t>(i)]] * w * w;
      a(i, i) -= inertia;
      a(count_ + i, count_ + i) -= inertia;
    }
    factors_.compute(a);
  }

  std::complex<double> calc(double s) const {
    const DiscreteTrack::Shape shape = track_.calc_shape(s);
    VecX load = VecX::Zero(2 * count_);
    for (int i = 0; i < 4; ++i) load[shape.at[static_cast<std::size_t>(i)]] = shape.value[i];
    const VecX answer = factors_.solve(load);
    return {load.head(count_).dot(answer.head(count_)), load.head(count_).dot(answer.tail(count_))};
  }

 private:
  const DiscreteTrack& track_;
  Eigen::Index count_ = 0;
  SparseFactors factors_;
};

}  // namespace

std::vector<Receptance> calc_receptances(DiscreteSupport support, const SupportAlongLine& ballast,
                                         const std::vector<double>& frequencies) {
  support.free_length = long_ring;
  const DiscreteTrack track(support, ballast, 0.0, 0.0);
  std::vector<Receptance> receptances;
  for (const double f : frequencies) {
    const double w = 2.0 * std::numbers::pi * f;
    const SwingingTrack up(track, Axis::z, w), sideways(track, Axis::y, w);
    const double half = 0.5 * support.spacing;
    receptances.push_back(
        {f, up.calc(0.0), up.calc(half), sideways.calc(0.0), sideways.calc(half)});
  }
  return receptances;
}

}  // namespace fourfoot::track
