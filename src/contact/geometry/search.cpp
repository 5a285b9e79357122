#include "contact/geometry/search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "contact/geometry/merging.h"
#include "contact/geometry/near_minima.h"
#include "contact/geometry/overlap_rule.h"
#include "contact/geometry/separation_lanes.h"
#include "contact/geometry/separation_points.h"
#include "contact/geometry/separation_scan.h"

namespace fourfoot::contact {

namespace {

using separation::far_away;
using separation::Minimum;
using separation::Probe;
using separation::probe;
using separation::Ridge;
using separation::slack;

constexpr int max_minima = 12;

/// Samples this far above the margin beside an overlap are still taken as they are: edges and
/// ridges are found between them [m].
constexpr double beside = 1e-3;

constexpr double everywhere = std::numeric_limits<double>::infinity();

/// Moments of the overlap with the weight depth^(5/2): the square of the overlap over the area.
struct Moments {
  double m0 = 0.0, m1 = 0.0, m2 = 0.0;  ///< about a point of the meridian
  double angle = 0.0;                   ///< of the rail's tangent

  void integrate(const WheelRailPair& pair, const AxleFrame& axle, double from, double to,
                 double origin) {
    const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
    std::array<double, OverlapRule::count> y, z, distance, slope;
    for (std::size_t i = 0; i < OverlapRule::count; ++i) {
      const ContourPlace c = pair.wheel.calc_place(middle + half * overlap_rule.node[i], axle);
      y[i] = c.y;
      z[i] = c.z;
    }
    guided::get_lanes().measure(pair.rail, y.data(), z.data(), OverlapRule::count, distance.data(),
                                slope.data());
    for (std::size_t i = 0; i < OverlapRule::count; ++i) {
      if (!(distance[i] < 0.0)) continue;
      const double way = middle + half * overlap_rule.node[i] - origin;
      const double weight =
          half * overlap_rule.weight[i] * distance[i] * distance[i] * std::sqrt(-distance[i]);
      m0 += weight;
      m1 += weight * way;
      m2 += weight * way * way;
      angle += weight * slope[i];
    }
  }
  /// Adds another's, whose position is farther along by `way`.
  void add(const Moments& o, double way) {
    m0 += o.m0;
    m1 += o.m1 + way * o.m0;
    m2 += o.m2 + 2.0 * way * o.m1 + way * way * o.m0;
    angle += o.angle;
  }
};

/// A minimum with the overlap around it, from edge or ridge to edge or ridge.
struct Basin {
  Minimum minimum;
  double begin = 0.0, end = 0.0;
  Moments moments;          ///< about the minimum
  double y = 0.0, z = 0.0;  ///< centre of the overlap on the wheel profile
  double depth() const { return -minimum.at.foot.distance; }
};

/// Overlap and moments of one minimum between the ridges beside it.
Basin make_basin(const WheelRailPair& pair, const AxleFrame& axle,
                 const std::vector<double>& distance, const Minimum& m, const Ridge& before,
                 const Ridge& behind) {
  const auto& samples = pair.wheel.samples();
  Basin basin{m, m.s, m.s, {}, m.at.contour.meridian.y, m.at.contour.meridian.z};
  if (!(basin.depth() > 0.0)) return basin;
  // The samples beside the minimum: an overlap may lie between two of them.
  std::size_t low = m.index, high = m.index;
  if (low > before.index && samples[low].s >= m.s) --low;
  if (high < behind.index && samples[high].s <= m.s) ++high;
  while (low > before.index && distance[low] < 0.0) --low;
  while (high < behind.index && distance[high] < 0.0) ++high;
  // Where the overlap does not end before it, the ridge.
  basin.begin = std::min(before.s, m.s);
  basin.end = std::max(behind.s, m.s);
  if (distance[low] > 0.0 && samples[low].s < m.s) {
    const bool next = samples[low + 1].s < m.s;
    basin.begin = separation::find_edge(pair, axle, samples[low].s, distance[low],
                                        next ? samples[low + 1].s : m.s,
                                        next ? distance[low + 1] : m.at.foot.distance);
  }
  if (distance[high] > 0.0 && samples[high].s > m.s) {
    const bool next = samples[high - 1].s > m.s;
    basin.end = separation::find_edge(pair, axle, samples[high].s, distance[high],
                                      next ? samples[high - 1].s : m.s,
                                      next ? distance[high - 1] : m.at.foot.distance);
  }
  basin.moments.integrate(pair, axle, basin.begin, basin.end, m.s);
  if (basin.moments.m0 > 0.0) {
    const auto centre = pair.wheel.curve().calc(m.s + basin.moments.m1 / basin.moments.m0);
    basin.y = centre.y;
    basin.z = centre.z;
  }
  return basin;
}

/// Moments of neighbouring basins about a point. Those that share one overlap are integrated as one,
/// as they were before their ridge arose (overlap_rule.h).
Moments add_moments(const WheelRailPair& pair, const AxleFrame& axle, const Basin* basins,
                    int count, double position) {
  Moments moments;
  for (int first = 0, last = 0; first < count; first = last + 1) {
    last = first;
    while (last + 1 < count && basins[last].end == basins[last + 1].begin) ++last;
    const Basin& b = basins[first];
    if (last > first)
      moments.integrate(pair, axle, b.begin, basins[last].end, position);
    else if (b.depth() > 0.0)
      moments.add(b.moments, b.minimum.s - position);
  }
  return moments;
}

/// One patch of `count` neighbouring minima.
void fill_patch(const WheelRailPair& pair, const AxleFrame& axle, const SearchOptions& options,
                const Basin* basins, int count, Patch& patch) {
  const Basin* deepest = basins;
  for (int i = 1; i < count; ++i)
    if (basins[i].depth() > deepest->depth()) deepest = basins + i;
  patch = Patch{};
  patch.minima = count;
  patch.s_first = basins[0].minimum.s;
  patch.s_last = basins[count - 1].minimum.s;
  patch.penetration = deepest->depth();
  double position = deepest->minimum.s;
  patch.s_begin = patch.s_end = position;
  std::optional<double> mean_angle;
  if (patch.penetration > 0.0) {
    const Moments moments = add_moments(pair, axle, basins, count, position);
    for (int i = 0; i < count; ++i) {
      if (!(basins[i].depth() > 0.0)) continue;
      patch.s_begin = std::min(patch.s_begin, basins[i].begin);
      patch.s_end = std::max(patch.s_end, basins[i].end);
    }
    if (moments.m0 > 0.0 && patch.s_end > patch.s_begin) {
      const double mean = moments.m1 / moments.m0;
      const double variance = std::max(moments.m2 / moments.m0 - mean * mean, 1e-14);
      // Overlap d - c y^2 / 2 weighted with its power 5/2 has the variance d / (4 c).
      // s runs along the wheel; measured across the rail the overlap is wider with yaw.
      const ContourPlace a = pair.wheel.calc_place(patch.s_begin, axle);
      const ContourPlace b = pair.wheel.calc_place(patch.s_end, axle);
      const double wide = std::hypot(b.y - a.y, b.z - a.z) / (patch.s_end - patch.s_begin);
      patch.curvature_y_region = patch.penetration / (4.0 * variance * wide * wide);
      if (options.position == PatchPosition::centre) {
        position += mean;
        mean_angle = moments.angle / moments.m0;
      }
    }
  }
  fill_point(pair, axle, position, patch);
  if (mean_angle) {
    patch.angle = *mean_angle;
    patch.n_T = Vec3(0.0, -std::sin(patch.angle), std::cos(patch.angle));
  }
  // Along the contour line x has been minimised away: h = (cy - cxy^2 / cx) y^2 / 2.
  if (patch.curvature_y_region == 0.0)
    patch.curvature_y_region = patch.curvature_y;
  else
    patch.curvature_y_region += patch.curvature_xy * patch.curvature_xy / patch.curvature_x;
  const bool is_back = patch.angle < -0.35;
  patch.zone = is_back                              ? Zone::flange_back
               : patch.angle > options.flange_angle ? Zone::flange
                                                    : Zone::tread;
}

/// Keeps the list sorted, deepest first; what does not fit is the shallowest.
void insert(const Patch& patch, PatchList& out) {
  std::size_t i = out.count;
  if (out.count < PatchList::capacity)
    ++out.count;
  else if (out.patches[--i].penetration >= patch.penetration)
    return;
  while (i > 0 && out.patches[i - 1].penetration < patch.penetration) {
    out.patches[i] = out.patches[i - 1];
    --i;
  }
  out.patches[i] = patch;
}

/// Every run of neighbouring minima that counts, as a patch.
void add_runs(const WheelRailPair& pair, const AxleFrame& axle, const SearchOptions& options,
              const std::vector<double>& d, const Minimum* minima, int count, PatchList& out) {
  if (count == 0) return;
  const auto& samples = pair.wheel.samples();
  Ridge ridges[max_minima + 1];
  Basin basins[max_minima];
  double merging[max_minima + 1] = {}, carrying[max_minima];
  std::fill_n(carrying, count, 1.0);
  ridges[0] = {0, samples.front().s, far_away};
  ridges[count] = {samples.size() - 1, samples.back().s, far_away};
  for (int k = 1; k < count; ++k)
    ridges[k] = separation::find_ridge(pair.wheel, d, minima[k - 1], minima[k]);
  for (int k = 0; k < count; ++k) {
    basins[k] = make_basin(pair, axle, d, minima[k], ridges[k], ridges[k + 1]);
    if (k == 0) continue;
    const Basin &a = basins[k - 1], &b = basins[k];
    const double deep = std::max(a.depth(), b.depth()), shallow = std::min(a.depth(), b.depth());
    if (!(shallow > 0.0)) continue;  // a gap within the margin: by itself
    const double apart = std::hypot(b.y - a.y, b.z - a.z);
    merging[k] = calc_merging(deep, shallow, -ridges[k].distance, apart, options);
    carrying[shallow < a.depth() ? k : k - 1] *= calc_carrying(deep, shallow, apart);
  }
  Patch patch;
  for (int first = 0; first < count; ++first) {
    double chain = 1.0 - merging[first];
    for (int last = first; last < count; chain *= merging[++last]) {
      const double weight =
          chain * (1.0 - merging[last + 1]) * (first == last ? carrying[first] : 1.0);
      if (!(weight > 0.0) && !options.all_runs) continue;
      fill_patch(pair, axle, options, basins + first, last - first + 1, patch);
      patch.weight = weight;
      insert(patch, out);
    }
  }
}

}  // namespace

void fill_point(const WheelRailPair& pair, const AxleFrame& axle, double s, Patch& patch) {
  const Probe at = probe(pair, axle, s);
  const ContourPoint& c = at.contour;
  const profile::CurvePoint& rail = at.foot.point;
  patch.s_wheel = s;
  patch.y_wheel = c.meridian.y;
  patch.z_wheel = c.meridian.z;
  patch.y_rail = rail.y;
  patch.z_rail = rail.z;
  patch.p_TC = Vec3(c.x, c.y, c.z);
  patch.n_T = Vec3(0.0, -rail.tz, rail.ty);
  patch.angle = std::atan2(rail.tz, rail.ty);
  patch.radius = c.r;
  patch.theta = std::atan2(c.sin_theta, c.cos_theta);
  // Wheel's principal directions in the tangent plane: round the wheel u, along the meridian v.
  // u in S is (cos(theta), 0, sin(theta)); its share along x is enough to know the angle.
  const double ux = axle.cos_yaw * c.cos_theta + axle.sin_yaw * axle.sin_roll * c.sin_theta;
  const double uy_t = axle.sin_yaw * c.cos_theta - axle.cos_yaw * axle.sin_roll * c.sin_theta;
  const double uz_t = axle.cos_roll * c.sin_theta;
  const double uy = uy_t * rail.ty + uz_t * rail.tz;
  const double around = c.meridian.ty / c.r, along = c.meridian.curvature;
  patch.curvature_x = around * ux * ux + along * uy * uy;
  patch.curvature_xy = (around - along) * ux * uy;
  patch.curvature_y = around * uy * uy + along * ux * ux - rail.curvature;
}

namespace {

/// Every local minimum of the separation below the margin, along the meridian; `limit`: see scan.
int collect_minima(const WheelRailPair& pair, const AxleFrame& axle, double margin, double limit,
                   SearchScratch& scratch, Minimum* minima) {
  std::array<std::size_t, max_minima> lows;
  separation::scan(pair, axle, limit, scratch.distance);
  const int candidates = find_lows(scratch, margin, lows);
  int count = 0;
  for (int k = 0; k < candidates; ++k) {
    const Minimum m = separation::refine(pair, axle, lows[static_cast<std::size_t>(k)]);
    if (m.at.foot.distance < margin) minima[count++] = m;
  }
  return count;
}

}  // namespace

void find_patches(const WheelRailPair& pair, const AxleFrame& axle, const SearchOptions& options,
                  SearchScratch& scratch, PatchList& out) {
  out.count = 0;
  Minimum minima[max_minima];
  const double limit = options.margin + slack + beside;
  const int count = collect_minima(pair, axle, options.margin, limit, scratch, minima);
  add_runs(pair, axle, options, scratch.distance, minima, count, out);
}

int find_minima(const WheelRailPair& pair, const AxleFrame& axle, double margin,
                SearchScratch& scratch, std::array<SeparationMinimum, 12>& out) {
  Minimum minima[max_minima];
  const int count = collect_minima(pair, axle, margin, everywhere, scratch, minima);
  for (int i = 0; i < count; ++i)
    out[static_cast<std::size_t>(i)] = {
        minima[i].s, minima[i].at.foot.distance, minima[i].at.foot.point.ty,
        i + 1 < count
            ? separation::find_ridge(pair.wheel, scratch.distance, minima[i], minima[i + 1])
                  .distance
            : far_away};
  return count;
}

int find_near_minima(const WheelRailPair& pair, const AxleFrame& axle, double margin,
                     SearchScratch& scratch, std::array<SeparationMinimum, 12>& out) {
  Minimum minima[max_minima];
  const int count = collect_minima(pair, axle, margin, margin + slack, scratch, minima);
  for (int i = 0; i < count; ++i)
    out[static_cast<std::size_t>(i)] = {minima[i].s, minima[i].at.foot.distance,
                                        minima[i].at.foot.point.ty, far_away};
  return count;
}

void restore_side(Side side, const RailShifts& shifts, Patch& patch) {
  const double dy = 0.5 * shifts.gauge_variation + (side == Side::left ? shifts.y_l : -shifts.y_r);
  const double dz = side == Side::left ? shifts.z_l : shifts.z_r;
  const double sign = side == Side::left ? 1.0 : -1.0;
  patch.p_TC.y() = sign * (patch.p_TC.y() + dy);
  patch.p_TC.z() += dz;
  patch.y_rail = sign * (patch.y_rail + dy);
  patch.z_rail += dz;
  patch.n_T.y() *= sign;
  patch.curvature_xy *= sign;
}

void find_patches(const WheelsetOnTrack& wheelset, const WheelsetPose& pose,
                  const RailShifts& shifts, const SearchOptions& options, SearchScratch& scratch,
                  WheelsetContacts& out) {
  for (Side side : {Side::left, Side::right}) {
    const WheelRailPair& pair = wheelset.side(side);
    PatchList& list = side == Side::left ? out.left : out.right;
    find_patches(pair, make_axle_frame(pair, side, pose, shifts), options, scratch, list);
    for (std::size_t i = 0; i < list.count; ++i) restore_side(side, shifts, list.patches[i]);
  }
}

Closest find_closest(const WheelRailPair& pair, const AxleFrame& axle, SearchScratch& scratch) {
  // Mostly the wheel is about to touch: what is farther away than `near` is not looked at then.
  constexpr double near = 2e-3;
  const std::vector<double>& d = scratch.distance;
  Closest closest;
  const auto find_least = [&](double limit) {
    separation::scan(pair, axle, limit, scratch.distance);
    return d.empty() ? far_away : *std::min_element(d.begin(), d.end());
  };
  double least = find_least(near);
  if (!(least + slack < near)) least = find_least(everywhere);
  if (least >= far_away) return closest;
  // Every local minimum that could, refined, be the least one.
  for (std::size_t i = 0; i < d.size(); ++i) {
    if (d[i] > least + slack) continue;
    if ((i > 0 && d[i - 1] < d[i]) || (i + 1 < d.size() && d[i + 1] <= d[i])) continue;
    const Minimum m = separation::refine(pair, axle, i);
    if (closest.exists && m.at.foot.distance >= closest.distance) continue;
    closest = {true, m.at.foot.distance, m.s, m.at.contour, m.at.foot};
  }
  return closest;
}

int calc_separation(const WheelRailPair& pair, const AxleFrame& axle, const Patch& patch,
                    double widen, SeparationPoint* points, int count) {
  const double width = patch.s_end - patch.s_begin;
  const double from = patch.s_begin - widen * width;
  const double step = count > 1 ? (1.0 + 2.0 * widen) * width / (count - 1) : 0.0;
  const Probe centre = probe(pair, axle, patch.s_wheel);
  int written = 0;
  for (int i = 0; i < count; ++i) {
    const ContourPoint c = pair.wheel.calc(from + i * step, axle);
    if (!c.exists) continue;
    const RailFoot foot = pair.rail.find_foot(c.y, c.z);
    if (foot.distance >= far_away) continue;
    const double dy = foot.point.y - centre.foot.point.y, dz = foot.point.z - centre.foot.point.z;
    points[written++] = {dy * centre.foot.point.ty + dz * centre.foot.point.tz, foot.distance,
                         c.meridian.ty / c.r};
  }
  return written;
}

}  // namespace fourfoot::contact
