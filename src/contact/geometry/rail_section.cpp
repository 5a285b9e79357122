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

/// Neighbouring samples and a circle around them.
struct SampleGroup {
  std::size_t begin, end;
  double y, z, radius;
};

std::vector<SampleGroup> group_samples(const std::vector<RailSection::Sample>& samples) {
  constexpr std::size_t size = 12;
  std::vector<SampleGroup> groups;
  for (std::size_t begin = 0; begin < samples.size(); begin += size) {
    const std::size_t end = std::min(begin + size, samples.size());
    const RailSection::Sample& middle = samples[(begin + end) / 2];
    double radius = 0.0;
    for (std::size_t k = begin; k < end; ++k)
      radius = std::max(radius, std::hypot(samples[k].y - middle.y, samples[k].z - middle.z));
    groups.push_back({begin, end, middle.y, middle.z, radius});
  }
  return groups;
}

/// Which sample is nearest to the middle of each cell; -1: none in reach. Groups that cannot hold the
/// nearest one are passed over.
std::vector<std::int16_t> find_nearest_samples(const std::vector<RailSection::Sample>& samples,
                                               const CellGrid& grid) {
  const std::vector<SampleGroup> groups = group_samples(samples);
  const double limit = RailSection::reach + grid.cell;
  std::vector<std::int16_t> cells;
  cells.reserve(static_cast<std::size_t>(grid.columns * grid.rows));
  for (int row = 0; row < grid.rows; ++row) {
    std::size_t nearest = 0;
    for (int column = 0; column < grid.columns; ++column) {
      const double y = grid.y0 + (column + 0.5) * grid.cell, z = grid.z0 + (row + 0.5) * grid.cell;
      const auto calc_square = [y, z](const auto& at) {
        const double dy = at.y - y, dz = at.z - z;
        return dy * dy + dz * dz;
      };
      // The cell before knows a sample that is near; of equally near ones the first is taken.
      double best = calc_square(samples[nearest]) * (1.0 + 1e-12) + 1e-18;
      double root = std::sqrt(best) * (1.0 + 1e-9);
      for (const SampleGroup& group : groups) {
        const double far = root + group.radius;
        if (calc_square(group) > far * far) continue;
        for (std::size_t k = group.begin; k < group.end; ++k) {
          const double square = calc_square(samples[k]);
          if (!(square < best)) continue;
          best = square;
          nearest = k;
        }
        root = std::sqrt(best) * (1.0 + 1e-9);
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
  for (std::size_t e = 0; e + 1 < ends.size(); ++e) {
    const double length = ends[e + 1] - ends[e];
    add_samples(ends[e], length, std::max(1, static_cast<int>(std::ceil(length / spacing))));
  }
  make_map();
}

RailSection::RailSection(const profile::Curve& curve, const std::vector<double>& borders)
    : curve_(curve) {
  for (std::size_t e = 0; e + 1 < borders.size(); ++e)
    add_samples(borders[e], borders[e + 1] - borders[e], 1);
  cells_per_metre_ = 500.0;  // panels have a hundred of them: a quarter of the cells
  make_map();
}

void RailSection::add_samples(double from, double length, int n) {
  for (int i = 0; i < n; ++i) {
    const double s = from + length * (i + 0.5) / n;
    const profile::CurvePoint p = curve_.calc(s);
    samples_.push_back({p.y, p.z, p.ty, p.tz, p.curvature, s, std::atan2(p.tz, p.ty),
                        0.5 * length / n, n / length});
  }
}

void RailSection::make_map() {
  if (samples_.size() > 30000) throw std::invalid_argument("rail profile has too many joints");
  double y1 = -1e9, z1 = -1e9;
  y0_ = z0_ = 1e9;
  for (const Sample& p : samples_) {
    y0_ = std::min(y0_, p.y);
    z0_ = std::min(z0_, p.z);
    y1 = std::max(y1, p.y);
    z1 = std::max(z1, p.z);
  }
  y0_ -= reach;
  z0_ -= reach;
  if (cells_per_metre_ == 0.0) cells_per_metre_ = 1000.0;
  const double cell = 1.0 / cells_per_metre_;
  columns_ = static_cast<int>(std::ceil((y1 + reach - y0_) / cell));
  rows_ = static_cast<int>(std::ceil((z1 + reach - z0_) / cell));
  if (columns_ * rows_ > 4000000) throw std::invalid_argument("rail profile too large");
  const std::vector<std::int16_t> nearest =
      find_nearest_samples(samples_, {y0_, z0_, cell, columns_, rows_});
  const std::shared_ptr<std::int16_t[]> cells(new std::int16_t[nearest.size()]);
  std::copy(nearest.begin(), nearest.end(), cells.get());
  cells_ = cells;
}

namespace {

/// Sums over sections. With h = |dp/du| du / 2 and n the normal, dp/du ~ h t and, as u runs evenly
/// along each section, d2p/du2 ~ h^2 curvature n.
struct SampleSum {
  double y = 0.0, z = 0.0, s = 0.0, hy = 0.0, hz = 0.0, by = 0.0, bz = 0.0, ry = 0.0, rz = 0.0;

  void add(const RailSection::Sample& q, const RailSection::Part& part) {
    const double w = part.weight, h = w * q.half, bend = h * q.half * q.curvature;
    y += w * q.y;
    z += w * q.z;
    s += w * q.s;
    hy += h * q.ty;
    hz += h * q.tz;
    by -= bend * q.tz;
    bz += bend * q.ty;
    ry += part.rate * q.y;
    rz += part.rate * q.z;
  }
  /// `near`: a sample whose angle is about the result's.
  RailSection::Sample make(const RailSection::Sample& near) const {
    const double half = std::sqrt(hy * hy + hz * hz), inverse = 1.0 / half;
    RailSection::Sample m{y, z, hy * inverse, hz * inverse, 0.0, s, 0.0, half, 0.5 * inverse};
    m.curvature = (hy * bz - hz * by) * inverse * inverse * inverse;
    // The series is exact to 1e-10 rad up to 0.1 rad.
    const double sine = near.ty * m.tz - near.tz * m.ty, cosine = near.ty * m.ty + near.tz * m.tz;
    const double turn = sine / cosine, square = turn * turn;
    const bool is_small = std::abs(turn) < 0.1 && cosine > 0.0;
    m.angle =
        near.angle + (is_small ? turn * (1.0 - square * (1.0 / 3.0 - square * (0.2 - square / 7.0)))
                               : std::atan2(sine, cosine));
    return m;
  }
};

}  // namespace

void RailSection::set_between(std::span<const Part> parts) {
  const auto main = std::max_element(
      parts.begin(), parts.end(), [](const Part& a, const Part& b) { return a.weight < b.weight; });
  const RailSection& map = *main->section;
  for (const Part& part : parts)
    if (part.section->samples_.size() != map.samples_.size())
      throw std::invalid_argument("rail sections whose samples do not belong together");
  is_between_ = true;
  y0_ = map.y0_;
  z0_ = map.z0_;
  cells_per_metre_ = map.cells_per_metre_;
  columns_ = map.columns_;
  rows_ = map.rows_;
  cells_ = map.cells_;
  samples_.resize(map.samples_.size());
  rises_.resize(map.samples_.size());
  for (std::size_t i = 0; i < samples_.size(); ++i) {
    SampleSum sum;
    for (const Part& part : parts) sum.add(part.section->samples_[i], part);
    samples_[i] = sum.make(map.samples_[i]);
    rises_[i] = sum.rz * samples_[i].ty - sum.ry * samples_[i].tz;
  }
}

double RailSection::calc_rise(double y, double z) const {
  const int k = is_between_ ? find_sample(y, z) : -1;
  if (k < 0) return 0.0;
  const Sample& q = samples_[static_cast<std::size_t>(k)];
  const double way = q.along(y, z) * q.inverse;
  const int last = static_cast<int>(samples_.size()) - 1;
  const auto next = static_cast<std::size_t>(std::clamp(k + (way > 0.0 ? 1 : -1), 0, last));
  const double here = rises_[static_cast<std::size_t>(k)];
  return here + std::abs(way) * (rises_[next] - here);
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
  if (is_between_) return find_foot_on_circle(samples_[static_cast<std::size_t>(k)], y, z);
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

RailFoot RailSection::find_foot_on_circle(const Sample& q, double y, double z) const {
  const double dy = y - q.y, dz = z - q.z;
  const double a = dy * q.ty + dz * q.tz, b = dz * q.ty - dy * q.tz;
  const double u = 2.0 * b - q.curvature * (a * a + b * b);
  const double h = std::sqrt(std::max(1e-12, 1.0 - q.curvature * u));
  const double c = (1.0 - q.curvature * b) / h, s = q.curvature * a / h;
  RailFoot foot;
  foot.distance = u / (1.0 + h);
  foot.point.ty = q.ty * c - q.tz * s;
  foot.point.tz = q.tz * c + q.ty * s;
  foot.point.y = y + foot.distance * foot.point.tz;
  foot.point.z = z - foot.distance * foot.point.ty;
  foot.point.curvature = q.curvature;
  foot.s = q.s + a / std::max(0.2, 1.0 - q.curvature * b);
  return foot;
}

}  // namespace fourfoot::contact
