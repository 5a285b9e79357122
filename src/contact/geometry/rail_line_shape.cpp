#include "contact/geometry/rail_line_shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/geometry/laid_shape.h"
#include "profile/blend.h"

namespace fourfoot::contact {

namespace {

constexpr double piece_length = 0.25e-3;  // of the samples [m]
constexpr double least_length = 20e-6;    // of a sample: below it rounding decides its circle [m]

constexpr double same_shape = 1e-9;  // shapes that differ by less are one [m]

/// Borders of the samples' pieces as x: joints of all sections and the top, then between them as
/// many pieces as the samples' length wants. No circle of a sample reaches over a jump of any
/// section's curvature by more than `least_length`, which moves it by l^2 / (8 r) < 0.1 um: many
/// sections have many joints near each other.
std::vector<double> list_piece_borders(const std::vector<LaidShape>& shapes) {
  std::vector<double> joints = {1.0, 2.0};
  for (const LaidShape& shape : shapes) {
    for (const double s : shape.curve().joints()) {
      const double x = shape.calc_x(s);
      if (x > 0.0 && x < 2.0) joints.push_back(x);
    }
  }
  std::sort(joints.begin(), joints.end());
  std::vector<double> borders = {0.0};
  for (const double joint : joints) {
    const double last = borders.back();
    double length = 0.0;
    for (const LaidShape& shape : shapes)
      length = std::max(length, shape.calc_s(joint) - shape.calc_s(last));
    const bool is_kept = joint == 1.0 || joint == 2.0;
    if (!is_kept && length < least_length) continue;
    if (is_kept && length < least_length && borders.size() > 1) borders.pop_back();
    const int n = std::max(1, static_cast<int>(std::ceil(length / piece_length)));
    const double from = borders.back();
    for (int i = 1; i <= n; ++i) borders.push_back(from + (joint - from) * i / n);
  }
  return borders;
}

std::shared_ptr<const RailSection> make_section(const LaidShape& shape,
                                                const std::vector<double>& borders) {
  std::vector<double> arc_lengths;
  arc_lengths.reserve(borders.size());
  for (const double x : borders) arc_lengths.push_back(shape.calc_s(x));
  return std::make_shared<const RailSection>(shape.curve(), arc_lengths);
}

/// Where a rail between sections runs backwards, seen from one of them; nullptr: nowhere.
const RailSection::Sample* find_fold(std::span<const RailSection::Part> parts,
                                     const RailSection& near) {
  for (std::size_t i = 0; i < near.samples().size(); ++i) {
    const RailSection::Sample& p = near.samples()[i];
    double along = 0.0;
    for (const RailSection::Part& part : parts) {
      const RailSection::Sample& q = part.section->samples()[i];
      along += part.weight * q.half * (q.ty * p.ty + q.tz * p.tz);
    }
    if (!(along > 0.0)) return &p;
  }
  return nullptr;
}

template <class Get>
GuideLine make_guide(const RailLine& line, Get get) {
  std::vector<double> s, values;
  for (const RailLineSection& section : line.sections) {
    s.push_back(section.s);
    values.push_back(get(section));
  }
  return GuideLine(std::move(s), std::move(values));
}

}  // namespace

RailLineShape::RailLineShape(const RailLine& line)
    : begin_(line.begin()),
      end_(line.end()),
      side_(line.side),
      is_instead_(line.is_instead),
      y_(make_guide(line, [](const RailLineSection& section) { return section.y; })),
      z_(make_guide(line, [](const RailLineSection& section) { return section.z; })) {
  std::vector<LaidShape> shapes;
  std::vector<std::size_t> shape_of;
  for (const RailLineSection& section : line.sections) {
    s_.push_back(section.s);
    LaidShape shape(section, line.match);
    if (shapes.empty() ||
        profile::find_largest_difference(shapes.back().curve(), shape.curve()) > same_shape)
      shapes.push_back(std::move(shape));
    shape_of.push_back(shapes.size() - 1);
  }
  const std::vector<double> borders = list_piece_borders(shapes);
  std::vector<std::shared_ptr<const RailSection>> made;
  for (const LaidShape& shape : shapes) made.push_back(make_section(shape, borders));
  for (const std::size_t k : shape_of) sections_.push_back(made[k]);
  if (line.match == SectionMatch::angle) check_match(line);
}

void RailLineShape::check_match(const RailLine& line) const {
  Parts parts;
  for (std::size_t k = 0; k + 1 < s_.size(); ++k)
    for (const double x : {0.2, 0.4, 0.6, 0.8}) {
      const std::size_t count = list_parts(s_[k] + x * (s_[k + 1] - s_[k]), parts);
      const RailSection::Sample* const fold = find_fold({parts.data(), count}, *sections_[k]);
      if (fold == nullptr) continue;
      throw InputError(Finding{
          "rail-panel", line.sections[k + 1].where,
          fmt::format("sections of \"{}\" cannot be matched by angle: the rail between them folds "
                      "over near y = {:.1f} mm, z = {:.1f} mm",
                      line.name, 1e3 * (fold->y - offset), 1e3 * fold->z),
          "leave out match = \"angle\", or give sections between or more evenly spaced ones"});
    }
}

std::size_t RailLineShape::list_parts(double s, Parts& parts) const {
  const auto after = std::upper_bound(s_.begin() + 1, s_.end() - 1, s);
  const auto k = static_cast<std::size_t>(after - s_.begin()) - 1;
  const double h = s_[k + 1] - s_[k], x = std::clamp((s - s_[k]) / h, 0.0, 1.0), y = 1.0 - x;
  std::size_t count = 0;
  const auto put = [&](std::size_t i, double weight, double rate) {
    const RailSection* const section = sections_[i].get();
    std::size_t at = 0;
    while (at < count && parts[at].section != section) ++at;
    if (at == count) parts[count++] = {section, 0.0, 0.0};
    parts[at].weight += weight;
    parts[at].rate += rate;
  };
  put(k, y * y * (1.0 + 2.0 * x), -6.0 * x * y / h);
  put(k + 1, x * x * (1.0 + 2.0 * y), 6.0 * x * y / h);
  // Tangents at both ends: of parabolas through three sections, m = sum of p_i times these.
  const auto put_tangent = [&](std::size_t at, double weight, double rate) {
    const std::size_t before = at > 0 ? at - 1 : at, behind = at + 1 < s_.size() ? at + 1 : at;
    if (before == at || behind == at) {
      const double slope = 1.0 / (s_[behind] - s_[before]);
      put(before, -weight * slope, -rate * slope);
      put(behind, weight * slope, rate * slope);
      return;
    }
    const double h0 = s_[at] - s_[before], h1 = s_[behind] - s_[at], sum = h0 + h1;
    const double c0 = -h1 / (h0 * sum), c2 = h0 / (h1 * sum);
    put(before, c0 * weight, c0 * rate);
    put(at, -(c0 + c2) * weight, -(c0 + c2) * rate);
    put(behind, c2 * weight, c2 * rate);
  };
  put_tangent(k, h * x * y * y, y * (y - 2.0 * x));
  put_tangent(k + 1, -h * x * x * y, x * (x - 2.0 * y));
  if (count == 1) parts[0] = {parts[0].section, 1.0, 0.0};
  return count;
}

}  // namespace fourfoot::contact
