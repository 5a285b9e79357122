#include "contact/geometry/guided_search.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "contact/geometry/guided_lift.h"
#include "contact/geometry/guided_minima.h"
#include "contact/geometry/merging.h"
#include "contact/geometry/overlap_moments.h"

namespace fourfoot::contact {

namespace guided {

namespace {

using D4 = Dual<4>;

/// A minimum with its overlap. Its moments and its centre are computed where they are asked for:
/// one that is wholly merged with its neighbour counts by the moments of both.
template <class T>
struct Overlap {
  T s, depth, begin, end;
  bool ends_at_ridge;  ///< the next one shares its overlap
  std::optional<OverlapMoments<T>> moments;
  struct Centre {
    T w, r;
  };
  std::optional<Centre> centre;  ///< on the wheel
};

/// The separation's derivative at a minimum is that at fixed s.
double calc_depth(const Scene<double>&, const Stationary& m) {
  return -m.distance;
}
D4 calc_depth(const Scene<D4>& scene, const Stationary& m) {
  const ContourSpot<D4> c = calc_spot(scene.guided.meridian.calc_for(m.s), scene.axle, m.s);
  const RailSection::Sample* near = scene.guided.pair->rail.find_nearest(c.y.value(), c.z.value());
  if (!near) return D4(-m.distance);
  return D4(-m.distance, -calc_rail_spot(*near, c.y, c.z).distance.derivatives());
}

void watch(const double&, PatchSurroundings*) {}
/// `length` above 0 keeps the list of patches what it is.
void watch(const D4& length, PatchSurroundings* around) {
  around->add({length.value(), length.derivatives()});
}

template <class T>
Overlap<T> make_overlap(const Scene<T>& scene, const Extent& e) {
  Overlap<T> o;
  o.s = lift(scene, e.minimum.s, Condition::parallel);
  o.depth = calc_depth(scene, e.minimum);
  o.begin = lift(scene, e.begin, e.begins_at_ridge ? Condition::parallel : Condition::distance);
  o.end = lift(scene, e.end, e.ends_at_ridge ? Condition::parallel : Condition::distance);
  o.ends_at_ridge = e.ends_at_ridge;
  return o;
}

template <class T>
const OverlapMoments<T>& find_moments(const Scene<T>& scene, Overlap<T>& o) {
  if (!o.moments) integrate(scene.guided, scene.axle, o.begin, o.s, o.end, o.moments.emplace());
  return *o.moments;
}

template <class T>
void find_centre(const Scene<T>& scene, Overlap<T>& o) {
  if (o.centre) return;
  const OverlapMoments<T>& moments = find_moments(scene, o);
  T centre = o.s;
  if (get_value(moments.m0) > 0.0) centre += moments.m1 / moments.m0;
  const Meridian::Jet jet = scene.guided.meridian.calc(get_value(centre));
  o.centre = {T(chain(jet.w, jet.dw, centre)), T(chain(jet.r, jet.dr, centre))};
}

/// A patch's numbers that carry derivatives.
template <class T>
struct PatchNumbers {
  T penetration, angle, arm_x, arm_y, arm_z, curvature_x, curvature_y_region, weight, s;
};

/// fill_point of search.cpp over the scalar.
template <class T>
void fill_spot(const Scene<T>& scene, const T& s, PatchNumbers<T>& n, Patch& p) {
  const AxleState<T>& axle = scene.axle;
  const Meridian::Jet jet = scene.guided.meridian.calc_curved(get_value(s));
  const ContourSpot<T> c = calc_spot(jet, axle, s);
  const T w = T(chain(jet.w, jet.dw, s));
  const T across = w * axle.cos_roll + c.r * c.cos_theta * axle.sin_roll;
  n.arm_x = c.r * c.sin_theta * axle.cos_yaw - across * axle.sin_yaw;
  n.arm_y = c.y - axle.y;
  n.arm_z = c.z - axle.z;
  n.s = s;
  p.s_wheel = get_value(s);
  p.y_wheel = jet.w - scene.guided.meridian.half_span();
  p.z_wheel = scene.guided.meridian.radius() - jet.r;
  p.p_TC = Vec3(get_value(n.arm_x), get_value(c.y), get_value(c.z));
  p.radius = jet.r;
  p.theta = calc_atan2(get_value(c.sin_theta), get_value(c.cos_theta));
  const RailSection::Sample* near =
      scene.guided.pair->rail.find_nearest(get_value(c.y), get_value(c.z));
  if (!near) {  // beyond the rail: its position is not the wheel's
    n.curvature_x = T(chain(jet.around, jet.daround, s));
    p.curvature_x = get_value(n.curvature_x);
    p.curvature_y = jet.curvature;
    return;
  }
  const RailSpot<T> rail = calc_rail_spot(*near, c.y, c.z);
  const T ux = axle.cos_yaw * c.cos_theta + axle.sin_yaw * axle.sin_roll * c.sin_theta;
  const T uy_t = axle.sin_yaw * c.cos_theta - axle.cos_yaw * axle.sin_roll * c.sin_theta;
  const T uz_t = axle.cos_roll * c.sin_theta;
  const T uy = uy_t * rail.ty + uz_t * rail.tz;
  const T around = T(chain(jet.around, jet.daround, s));
  const T along = T(chain(jet.curvature, jet.dcurvature, s));
  n.curvature_x = around * ux * ux + along * uy * uy;
  const T xy = (around - along) * ux * uy;
  const T slack = xy * xy / n.curvature_x;
  n.angle = rail.angle;
  n.curvature_y_region += slack;
  p.curvature_x = get_value(n.curvature_x);
  p.curvature_xy = get_value(xy);
  const double uxv = get_value(ux), uyv = get_value(uy);
  p.curvature_y = jet.around * uyv * uyv + jet.curvature * uxv * uxv - near->curvature;
  const double d = get_value(rail.distance), ty = get_value(rail.ty), tz = get_value(rail.tz);
  p.y_rail = p.p_TC.y() + d * tz;
  p.z_rail = p.p_TC.z() - d * ty;
}

/// Moments of neighbouring minima about a point; those that share one overlap as one (add_moments of
/// search.cpp).
template <class T>
OverlapMoments<T> add_moments(const Scene<T>& scene, Overlap<T>* overlaps, int count,
                              const T& position) {
  OverlapMoments<T> sum;
  for (int first = 0, last = 0; first < count; first = last + 1) {
    last = first;
    while (last + 1 < count && overlaps[last].ends_at_ridge) ++last;
    if (last > first) {
      OverlapMoments<T> whole;
      integrate(scene.guided, scene.axle, overlaps[first].begin, position, overlaps[last].end,
                whole);
      sum.add(whole, T(0.0));
    } else {
      sum.add(find_moments(scene, overlaps[first]), T(overlaps[first].s - position));
    }
  }
  return sum;
}

/// One patch of overlaps first..last, merged.
template <class T>
PatchNumbers<T> make_patch(const Scene<T>& scene, const SearchOptions& options,
                           Overlap<T>* overlaps, int count, Patch& p, PatchSurroundings* around) {
  using std::sqrt;
  const Overlap<T>* deepest = overlaps;
  for (int i = 1; i < count; ++i)
    if (get_value(overlaps[i].depth) > get_value(deepest->depth)) deepest = overlaps + i;
  p = Patch{};
  p.minima = count;
  p.s_first = get_value(overlaps[0].s);
  p.s_last = get_value(overlaps[count - 1].s);
  p.s_begin = get_value(overlaps[0].begin);
  p.s_end = get_value(overlaps[count - 1].end);
  p.penetration = get_value(deepest->depth);
  for (const Overlap<T>* o = overlaps; o < overlaps + count; ++o)
    if (o != deepest) watch(T(deepest->depth - o->depth), around);
  const OverlapMoments<T> sum = add_moments(scene, overlaps, count, deepest->s);
  PatchNumbers<T> n;
  n.angle = T(0.0);
  n.penetration = deepest->depth;
  n.curvature_y_region = T(0.0);
  T position = deepest->s, mean_angle = T(0.0);
  const bool has_region = get_value(sum.m0) > 0.0 && p.s_end > p.s_begin;
  const bool is_centre = options.position == PatchPosition::centre;
  if (has_region) {
    const T mean = sum.m1 / sum.m0;
    T variance = sum.m2 / sum.m0 - mean * mean;
    if (!(get_value(variance) > 1e-14)) variance = T(1e-14);
    const T &begin = overlaps[0].begin, &end = overlaps[count - 1].end;
    const ContourSpot<T> a = calc_spot(scene.guided.meridian.calc_for(begin), scene.axle, begin);
    const ContourSpot<T> b = calc_spot(scene.guided.meridian.calc_for(end), scene.axle, end);
    const T dy = b.y - a.y, dz = b.z - a.z, way = end - begin;
    const T wide2 = (dy * dy + dz * dz) / (way * way);
    n.curvature_y_region = deepest->depth / (4.0 * variance * wide2);
    mean_angle = sum.angle / sum.m0;
    if (is_centre) position += mean;
  }
  fill_spot(scene, position, n, p);
  if (!has_region) n.curvature_y_region = T(p.curvature_y);
  if (has_region && is_centre) n.angle = mean_angle;
  p.angle = get_value(n.angle);
  const auto [sine, cosine] = calc_sine_cosine(p.angle);
  p.n_T = Vec3(0.0, -sine, cosine);
  p.curvature_y_region = get_value(n.curvature_y_region);
  p.zone = p.angle < -0.35                  ? Zone::flange_back
           : p.angle > options.flange_angle ? Zone::flange
                                            : Zone::tread;
  return n;
}

void keep_gradient(const PatchNumbers<double>&, PatchGradient*) {}
void keep_gradient(const PatchNumbers<D4>& p, PatchGradient* out) {
  const D4* rows[PatchGradient::rows] = {
      &p.penetration,        &p.angle,  &p.arm_x, &p.arm_y, &p.arm_z, &p.curvature_x,
      &p.curvature_y_region, &p.weight, &p.s};
  for (int i = 0; i < PatchGradient::rows; ++i) out->d.row(i) = rows[i]->derivatives().transpose();
}

/// Makes room in the list, sorted deepest first; null if the patch does not fit.
Patch* make_room(double penetration, PatchList& out, PatchGradients* gradients,
                 PatchGradient** gradient) {
  std::size_t i = out.count;
  if (out.count < PatchList::capacity)
    ++out.count;
  else if (out.patches[--i].penetration >= penetration)
    return nullptr;
  for (; i > 0 && out.patches[i - 1].penetration < penetration; --i) {
    out.patches[i] = out.patches[i - 1];
    if (gradients) (*gradients)[i] = (*gradients)[i - 1];
  }
  *gradient = gradients ? &(*gradients)[i] : nullptr;
  return &out.patches[i];
}

/// How far two minima that are wholly joined are from parting: until the ridge has fallen to a part of
/// the shallower one.
template <class T>
T calc_way_to_part(const T& shallow, const T& ridge, double level) {
  const double part = level + 0.6 * std::min(level, 1.0 - level);
  return T(ridge - part * shallow);
}

/// How far two neighbours are merged, and how much the shallower one carries by itself.
template <class T>
void join(const Scene<T>& scene, const SearchOptions& options, const Extent& first,
          Overlap<T>* overlaps, T& merging, T* carrying, PatchSurroundings* around) {
  using std::sqrt;
  Overlap<T>&a = overlaps[0], &b = overlaps[1];
  const bool a_is_deep = get_value(a.depth) >= get_value(b.depth);
  const T deep = a_is_deep ? a.depth : b.depth, shallow = a_is_deep ? b.depth : a.depth;
  const T ridge = first.ends_at_ridge ? calc_depth(scene, first.ridge) : T(0.0);
  // Then it does not matter how far apart they are, and neither is a patch by itself.
  if (is_wholly_joined(shallow, ridge, options.merge_level)) {
    merging = T(1.0);
    watch(calc_way_to_part(shallow, ridge, options.merge_level), around);
    return;
  }
  find_centre(scene, a);
  find_centre(scene, b);
  const T dw = b.centre->w - a.centre->w, dr = b.centre->r - a.centre->r,
          apart = sqrt(T(dw * dw + dr * dr));
  merging = calc_merging(deep, shallow, ridge, apart, options);
  T& own = carrying[a_is_deep ? 1 : 0];
  own *= calc_carrying(deep, shallow, apart);
  const bool are_two = get_value(merging) == 0.0 && get_value(own) == 1.0;
  if (around && !are_two) around->clear = 0.0;
}

/// Every run of neighbouring minima that counts, as a patch (add_runs of search.cpp).
template <class T>
void add_patches(const Scene<T>& scene, const SearchOptions& options, const Extents& extents,
                 PatchList& out, PatchGradients* gradients) {
  const int count = extents.count;
  Overlap<T> overlaps[max_minima];
  T merging[max_minima + 1], carrying[max_minima];
  for (int k = 0; k <= count; ++k) merging[k] = T(0.0);
  for (int k = 0; k < count; ++k) {
    carrying[k] = T(1.0);
    const Extent& e = extents.at[static_cast<std::size_t>(k)];
    overlaps[k] = make_overlap(scene, e);
    if (k == 0) continue;
    join(scene, options, extents.at[static_cast<std::size_t>(k - 1)], overlaps + k - 1, merging[k],
         carrying + k - 1, gradients ? &gradients->around : nullptr);
  }
  Patch patch;
  for (int first = 0; first < count; ++first) {
    T run = 1.0 - merging[first];
    for (int last = first; last < count; run *= merging[++last]) {
      T weight = run * (1.0 - merging[last + 1]);
      if (first == last) weight *= carrying[first];
      if (!(get_value(weight) > 0.0)) continue;
      PatchNumbers<T> numbers = make_patch(scene, options, overlaps + first, last - first + 1,
                                           patch, gradients ? &gradients->around : nullptr);
      numbers.weight = weight;
      patch.weight = get_value(weight);
      PatchGradient* gradient = nullptr;
      Patch* room = make_room(patch.penetration, out, gradients, &gradient);
      if (!room) continue;
      *room = patch;
      keep_gradient(numbers, gradient);
    }
  }
}

/// All that was seen of the wheel and does not touch.
void list_surroundings(const Scene<D4>& scene, const Extents& extents, PatchSurroundings& out) {
  out.clear = extents.clear;
  out.guard_count = 0;
  for (int k = 0; k < extents.other_count; ++k) {
    const Extents::Other& other = extents.others[static_cast<std::size_t>(k)];
    watch(-calc_depth(scene, {other.s, other.distance, 0.0, 0}), &out);
  }
  extents.seen.list(out);
}

}  // namespace

}  // namespace guided

void find_guided(const GuidedPair& guided, const AxleState<double>& axle,
                 std::span<const ContactWindow> windows, double height,
                 const SearchOptions& options, const PatchList* before, PatchList& out) {
  guided::Extents extents;
  guided::find_minima(guided, axle, windows, height, 0.0, extents);
  if (extents.count > 0) guided::find_borders(guided, axle, before, extents);
  out.count = 0;  // `before` may be the same list
  if (extents.count == 0) return;
  guided::add_patches<double>({guided, axle, axle}, options, extents, out, nullptr);
}

void find_guided(const GuidedPair& guided, const AxleState<Dual<4>>& axle,
                 std::span<const ContactWindow> windows, double height,
                 const SearchOptions& options, PatchList& out, PatchGradients& gradients) {
  out.count = 0;
  const AxleState<double> plain(axle);
  guided::Extents extents;
  guided::find_minima(guided, plain, windows, height, 0.0, extents);
  if (extents.count == 0) return;
  guided::find_borders(guided, plain, nullptr, extents);
  const guided::Scene<Dual<4>> scene{guided, axle, plain};
  guided::list_surroundings(scene, extents, gradients.around);
  guided::add_patches(scene, options, extents, out, &gradients);
}

void restore_side(Side side, const RailShifts& shifts, PatchList& patches,
                  PatchGradients& gradients) {
  for (std::size_t i = 0; i < patches.count; ++i) {
    restore_side(side, shifts, patches.patches[i]);
    if (side == Side::right) gradients[i].d.row(PatchGradient::arm_y) *= -1.0;
  }
}

double step_to_touch(const GuidedPair& guided, const AxleState<double>& axle,
                     std::span<const ContactWindow> windows, double height) {
  guided::Extents extents;
  guided::find_minima(guided, axle, windows, height, 1e-3, extents);
  double touch = std::nan("");
  for (int k = 0; k < extents.count; ++k) {
    const guided::Stationary& m = extents.at[static_cast<std::size_t>(k)].minimum;
    const ContourSpot<double> c = calc_spot(guided.meridian.calc(m.s), axle, 0.0);
    const RailSection::Sample* near = guided.pair->rail.find_nearest(c.y, c.z);
    const double cosine = std::max(calc_rail_spot(*near, c.y, c.z).ty, 0.1);
    const double own = height - m.distance / cosine;
    if (!(own <= touch)) touch = own;
  }
  return touch;
}

}  // namespace fourfoot::contact
