#include "contact/geometry/rail_section.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace fourfoot::contact {

namespace {

struct CellGrid {
  double y0, z0, cell;  ///< [m]
  int columns, rows;
};

/// Which sample is nearest to the middle of each cell; -1: none in reach. Two samples are nearer to
/// each other than a sample's distance from a point can change between them: those that cannot be the
/// nearest are passed over.
std::vector<std::int16_t> find_nearest_samples(const std::vector<RailSection::Sample>& samples,
                                               const CellGrid& grid) {
  double longest = 1e-12;
  for (std::size_t k = 1; k < samples.size(); ++k)
    longest = std::max(
        longest, std::hypot(samples[k].y - samples[k - 1].y, samples[k].z - samples[k - 1].z));
  const double per_way = (1.0 - 1e-9) / longest, limit = RailSection::reach + grid.cell;
  std::vector<std::int16_t> cells;
  cells.reserve(static_cast<std::size_t>(grid.columns * grid.rows));
  for (int row = 0; row < grid.rows; ++row) {
    std::size_t nearest = 0;
    for (int column = 0; column < grid.columns; ++column) {
      const double y = grid.y0 + (column + 0.5) * grid.cell, z = grid.z0 + (row + 0.5) * grid.cell;
      const auto calc_square = [&](std::size_t k) {
        const double dy = samples[k].y - y, dz = samples[k].z - z;
        return dy * dy + dz * dz;
      };
      // The cell before knows a sample that is near; of equally near ones the first is taken.
      double best = calc_square(nearest) * (1.0 + 1e-12) + 1e-18, root = std::sqrt(best);
      for (std::size_t k = 0; k < samples.size();) {
        const double square = calc_square(k);
        if (square < best) {
          best = square;
          root = std::sqrt(best);
          nearest = k++;
        } else {
          const double others = (std::sqrt(square) - root) * per_way;
          k += std::max<std::size_t>(1, static_cast<std::size_t>(others));
        }
      }
      cells.push_back(best < limit * limit ? static_cast<std::int16_t>(nearest) : std::int16_t{-1});
    }
  }
  return cells;
}

}  // namespace

RailSection::RailSection(const profile::Curve& curve) : curve_(curve) {
  // Samples stay within int16; 0.25 mm for a usual head.
  const double spacing = std::max(0.25e-3, curve.length() / 15000.0);
  std::vector<double> ends = {0.0};
  for (double joint : curve.joints())
    if (joint > ends.back() + 1e-9) ends.push_back(joint);
  if (curve.length() > ends.back() + 1e-9) ends.push_back(curve.length());
  double y1 = -1e9, z1 = -1e9;
  y0_ = z0_ = 1e9;
  for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
    const double from = ends[e], length = ends[e + 1] - ends[e];
    const int n = std::max(1, static_cast<int>(std::ceil(length / spacing)));
    for (int i = 0; i < n; ++i) {
      const double s = from + length * (i + 0.5) / n;
      const profile::CurvePoint p = curve.calc(s);
      samples_.push_back({p.y, p.z, p.ty, p.tz, p.curvature, s, std::atan2(p.tz, p.ty),
                          0.5 * length / n, n / length});
      y0_ = std::min(y0_, p.y);
      z0_ = std::min(z0_, p.z);
      y1 = std::max(y1, p.y);
      z1 = std::max(z1, p.z);
    }
  }
  if (samples_.size() > 30000) throw std::invalid_argument("rail profile has too many joints");
  y0_ -= reach;
  z0_ -= reach;
  const double cell = 1e-3;
  cells_per_metre_ = 1.0 / cell;
  columns_ = static_cast<int>(std::ceil((y1 + reach - y0_) / cell));
  rows_ = static_cast<int>(std::ceil((z1 + reach - z0_) / cell));
  if (columns_ * rows_ > 4000000) throw std::invalid_argument("rail profile too large");
  cells_ = find_nearest_samples(samples_, {y0_, z0_, cell, columns_, rows_});
}

int RailSection::walk(int k, double y, double z) const {
  const int last = static_cast<int>(samples_.size()) - 1;
  const auto half = [&](int i) { return samples_[static_cast<std::size_t>(i)].half; };
  const auto along = [&](int i) { return samples_[static_cast<std::size_t>(i)].along(y, z); };
  double a = along(k);
  if (a > half(k)) {
    while (k < last && a > half(k)) a = along(++k);
  } else {
    while (k > 0 && a < -half(k)) a = along(--k);
  }
  // At the ends the foot must lie on the curve.
  if ((k == 0 && a < -half(k)) || (k == last && a > half(k))) return -1;
  return k;
}

double RailSection::calc_distance(double y, double z) const {
  const int k = find_sample(y, z);
  if (k < 0) return far_away;
  const Sample& q = samples_[static_cast<std::size_t>(k)];
  const double dy = y - q.y, dz = z - q.z;
  const double b = dz * q.ty - dy * q.tz;
  const double u = 2.0 * b - q.curvature * (dy * dy + dz * dz);
  return u / (1.0 + std::sqrt(std::max(0.0, 1.0 - q.curvature * u)));
}

RailDistance RailSection::calc_distance_and_angle(double y, double z) const {
  const int k = find_sample(y, z);
  if (k < 0) return {far_away, 0.0};
  const Sample& q = samples_[static_cast<std::size_t>(k)];
  const double dy = y - q.y, dz = z - q.z;
  const double a = dy * q.ty + dz * q.tz, b = dz * q.ty - dy * q.tz;
  const double u = 2.0 * b - q.curvature * (dy * dy + dz * dz);
  // The arc tangent by its series: the angle has no step from one sample to the next.
  const double turn = q.curvature * a / (1.0 - q.curvature * b);
  return {u / (1.0 + std::sqrt(std::max(0.0, 1.0 - q.curvature * u))),
          q.angle + turn * (1.0 - turn * turn / 3.0)};
}

RailFoot RailSection::find_foot(double y, double z) const {
  RailFoot foot;
  const int k = find_sample(y, z);
  if (k < 0) {
    foot.distance = far_away;
    return foot;
  }
  foot.s = samples_[static_cast<std::size_t>(k)].s;
  for (int i = 0; i < 4; ++i) {
    foot.point = curve_.calc(foot.s);
    const double dy = y - foot.point.y, dz = z - foot.point.z;
    const double along = dy * foot.point.ty + dz * foot.point.tz;
    foot.distance = dz * foot.point.ty - dy * foot.point.tz;
    if (std::abs(along) < 1e-12) break;
    const double stiffness = std::max(0.2, 1.0 - foot.point.curvature * foot.distance);
    foot.s = std::clamp(foot.s + along / stiffness, 0.0, curve_.length());
  }
  return foot;
}

}  // namespace fourfoot::contact
