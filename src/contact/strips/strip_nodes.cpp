#include "contact/strips/strip_nodes.h"

#include <algorithm>
#include <cmath>

#include "contact/geometry/guided_lift.h"
#include "contact/normal/hertz.h"
#include "contact/patch_kinematics.h"

namespace fourfoot::contact {

namespace {

using PoseDual = Dual<4>;

/// One middle line over the scalar, in the rail's mirrored axes.
template <class T>
struct StripLine {
  T depth = T(-1e-3), angle = T(0.0), cx = T(1.0);
  T stretch = T(1.0);  ///< way across the rail over way along the wheel's meridian
  T arm[3] = {T(0.0), T(0.0), T(0.0)};
  bool exists = false;
};

/// The formulas of the guided search's patches (guided_search.cpp, fill_spot) at one point.
template <class T>
StripLine<T> calc_strip_line(const GuidedPair& guided, const AxleState<T>& axle, const T& s) {
  StripLine<T> line;
  const Meridian::Jet jet = guided.meridian.calc_curved(get_value(s));
  const ContourSpot<T> c = calc_spot(jet, axle, s);
  const RailSection::Sample* near =
      c.exists ? guided.pair->rail.find_nearest(get_value(c.y), get_value(c.z)) : nullptr;
  if (!near) return line;
  const RailSpot<T> rail = calc_rail_spot(*near, c.y, c.z);
  line.exists = true;
  line.depth = -rail.distance;
  line.angle = rail.angle;
  const T w = T(chain(jet.w, jet.dw, s));
  const T across = w * axle.cos_roll + c.r * c.cos_theta * axle.sin_roll;
  line.arm[0] = c.r * c.sin_theta * axle.cos_yaw - across * axle.sin_yaw;
  line.arm[1] = c.y - axle.y;
  line.arm[2] = c.z - axle.z;
  const T ux = axle.cos_yaw * c.cos_theta + axle.sin_yaw * axle.sin_roll * c.sin_theta;
  const T uy_t = axle.sin_yaw * c.cos_theta - axle.cos_yaw * axle.sin_roll * c.sin_theta;
  const T uz_t = axle.cos_roll * c.sin_theta;
  const T uy = uy_t * rail.ty + uz_t * rail.tz;
  const T around = T(chain(jet.around, jet.daround, s));
  const T along = T(chain(jet.curvature, jet.dcurvature, s));
  // The contour line keeps its normal across x, so that with yaw it also turns round the wheel.
  const T cx = around * ux * ux + along * uy * uy;
  line.cx = keep_above(cx, 0.05);
  line.stretch = keep_above(T(cx / (around * ux)), 0.1);
  return line;
}

void keep_number(double value, int i, StripNodes::Array& to, StripNodes::Slopes&) {
  to[i] = value;
}
void keep_number(const PoseDual& value, int i, StripNodes::Array& to, StripNodes::Slopes& slopes) {
  to[i] = value.value();
  slopes.row(i) = value.derivatives().transpose().array();
}
void keep_number(double value, double& to, StripSet::Row&) {
  to = value;
}
void keep_number(const PoseDual& value, double& to, StripSet::Row& slopes) {
  to = value.value();
  slopes = value.derivatives().transpose().array();
}

/// An edge that the search found to 1e-8 m in depth, by one step of Newton's method: its derivative
/// (guided_lift.h) is that of the edge itself.
double sharpen_edge(const GuidedPair& guided, const AxleState<double>& axle, double s) {
  const auto c = calc_spot(guided.meridian.calc(s), axle, Dual<1>(s, 1, 0));
  const RailSection::Sample* near =
      c.exists ? guided.pair->rail.find_nearest(c.y.value(), c.z.value()) : nullptr;
  if (!near) return s;
  const RailSpot<Dual<1>> rail = calc_rail_spot(*near, c.y, c.z);
  const double slope = rail.distance.derivatives()[0];
  const double way = std::abs(slope) > 1e-4 ? rail.distance.value() / slope : 0.0;
  return s - std::clamp(way, -1e-6, 1e-6);
}

/// An edge of the overlap, or the ridge where a neighbour's begins.
template <class T>
T lift_border(const guided::Scene<T>& scene, double s) {
  const StripLine<double> line = calc_strip_line(scene.guided, scene.plain, s);
  const bool is_edge = !line.exists || std::abs(line.depth) < 1e-8;
  if (!is_edge) return guided::lift(scene, s, guided::Condition::parallel);
  return guided::lift(scene, sharpen_edge(scene.guided, scene.plain, s),
                      guided::Condition::distance);
}

/// Where the profiles do not overlap between the first and the last minimum of a patch; empty if
/// they overlap all the way.
struct StripHole {
  double begin = 0.0, end = 0.0;
  bool exists() const { return end > begin; }
};

/// Where `depth` is least within `step` of `s`, by golden sections.
template <class Depth>
double find_lowest(const Depth& depth, double s, double step) {
  constexpr double golden = 0.618033988749895;
  double low = s - step, high = s + step;
  for (int i = 0; i < 24; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    if (depth(a) < depth(b))
      high = b;
    else
      low = a;
  }
  return 0.5 * (low + high);
}

StripHole find_hole(const GuidedPair& guided, const AxleState<double>& axle, const Patch& patch) {
  StripHole hole;
  if (patch.minima < 2) return hole;
  constexpr int samples = 24;
  const double step = (patch.s_last - patch.s_first) / samples;
  const auto depth = [&](double s) { return calc_strip_line(guided, axle, s).depth; };
  const auto find_edge = [&](double inside, double outside) {  // the depth falls through 0
    for (int i = 0; i < 40; ++i) {
      const double s = 0.5 * (inside + outside);
      (depth(s) > 0.0 ? inside : outside) = s;
    }
    return 0.5 * (inside + outside);
  };
  int first = 0, count = 0;  // of the longest run of samples without overlap
  int lowest = 1;
  double least = 1.0;
  for (int i = 1, run = 0; i < samples; ++i) {
    const double now = depth(patch.s_first + i * step);
    if (now < least) {
      least = now;
      lowest = i;
    }
    run = now > 0.0 ? 0 : run + 1;
    if (run > count) {
      count = run;
      first = i - run + 1;
    }
  }
  double low = patch.s_first + first * step, high = low + (count - 1) * step;
  if (count == 0) {  // a gap may still be narrower than the samples are apart
    if (least > 0.1 * patch.penetration) return hole;
    low = high = find_lowest(depth, patch.s_first + lowest * step, step);
    if (depth(low) > 0.0) return hole;
  }
  hole.begin = find_edge(low - step, low);
  hole.end = find_edge(high + step, high);
  return hole;
}

/// Overlaps of the patch, one after the other (StripNodes).
template <class T>
struct StripCourse {
  T begin, length, first, hole;  ///< first: length of the first overlap, hole: of the gap behind it
  T share = T(1.0);              ///< of strips in the first overlap, if the two are far apart
  T apart = T(0.0);
  bool has_hole = false;

  StripCourse(const guided::Scene<T>& scene, const Patch& patch) {
    using std::pow;
    begin = lift_border(scene, patch.s_begin);
    length = first = lift_border(scene, patch.s_end) - begin;
    const StripHole gap = find_hole(scene.guided, scene.plain, patch);
    has_hole = gap.exists();
    if (!has_hole) return;
    const T hole_begin = guided::lift(scene, gap.begin, guided::Condition::distance);
    hole = guided::lift(scene, gap.end, guided::Condition::distance) - hole_begin;
    length -= hole;
    first = hole_begin - begin;
    constexpr double power = 2.0 / 3.0;
    const T one = pow(first, power), other = pow(T(length - first), power);
    share = one / (one + other);
    constexpr double far = 2e-3;
    apart = calc_step(T(2.0 / far * hole - 1.0));
  }

  /// Strip i: position on the meridian and width; true: of the second overlap.
  bool find(int i, T& s, T& width) const {
    constexpr int count = StripNodes::count;
    const double at = (i + 0.5) / count;
    T way = at * length, slope = length;
    if (has_hole) {
      const bool in_first = at < get_value(share);
      const T part = in_first ? share : T(1.0 - share), span = in_first ? first : T(length - first);
      const T u = (at - (in_first ? T(0.0) : share)) / part;
      const T own = in_first ? T(span * u) : T(first + span * u);
      way += apart * (own - way);
      slope += apart * (span / part - slope);
    }
    const bool is_second = has_hole && get_value(way) > get_value(first);
    s = begin + way;
    if (is_second) s += hole;
    width = slope / count;
    return is_second;
  }
};

template <class T>
bool fill_nodes(const guided::Scene<T>& scene, const Patch& patch, double sign, StripNodes& out) {
  constexpr int count = StripNodes::count;
  if (!(patch.penetration > 0.0) || !(patch.s_end > patch.s_begin)) return false;
  const StripCourse<T> course(scene, patch);
  out.second = count;
  T y = T(0.0), last = T(0.0), stretch = T(1.0), length = course.length;
  for (int i = 0; i < count; ++i) {
    T s, width;
    if (course.find(i, s, width) && out.second == count) out.second = i;
    out.s[i] = get_value(s);
    StripLine<T> line = calc_strip_line(scene.guided, scene.axle, s);
    line.arm[1] = sign * line.arm[1];
    y += i == 0 ? s : T(0.5 * (stretch + line.stretch) * (s - last));
    last = s;
    stretch = line.stretch;
    length += width * (stretch - 1.0);
    keep_number(y, i, out.set.y, out.set.d_y);
    keep_number(T(width * stretch), i, out.set.width, out.set.d_width);
    keep_number(line.depth, i, out.set.depth, out.set.d_depth);
    keep_number(line.cx, i, out.set.cx, out.set.d_cx);
    keep_number(line.angle, i, out.angle, out.d_angle);
    for (int k = 0; k < 3; ++k) keep_number(line.arm[k], i, out.arm[k], out.d_arm[k]);
  }
  keep_number(length, out.length, out.d_length);
  keep_number(course.apart, out.apart, out.d_apart);
  return true;
}

/// Hertz's ellipse of a parabolic overlap as deep and as wide, cy = 8 delta / width^2. Ends of the
/// ellipse: kappa delta = cy b^2 / 2.
template <class T>
void fill_ellipse(const T& delta, const T& cx, const T& width, StripSet& set) {
  const T cy = 8.0 * delta / (width * width);
  constexpr double floor = 0.05, sharpest = 1e5;  // as wheel_contact.h
  const T kept_x = keep_above(cx, floor);
  const T kept_y = get_value(cy) < sharpest ? keep_above(cy, floor) : T(sharpest);
  const HertzContact<T> h = HertzLaw<T>(kept_x, kept_y, 1.0).calc_from_penetration(delta);
  keep_number(T(h.a * h.a), set.a2, set.d_a2);
  keep_number(T(0.5 * kept_y * h.b * h.b / delta), set.kappa, set.d_kappa);
  keep_number(T(0.5 * kept_x * h.a * h.a / delta), set.kappa_x, set.d_kappa_x);
  keep_number(delta, set.delta, set.d_delta);
}

/// Derivatives by the pose in K to those by the pose in T; arms to T's axes.
void turn_back(const StripScene& scene, bool with_slopes, StripNodes& out) {
  if (!scene.axes.is_turned()) return;
  const Mat3& R = scene.axes.R_TK();
  const auto turn_arms = [&R](auto* arm) {
    const auto x = arm[0], y = arm[1], z = arm[2];
    for (int k = 0; k < 3; ++k) arm[k] = R(k, 0) * x + R(k, 1) * y + R(k, 2) * z;
  };
  turn_arms(out.arm);
  if (!with_slopes) return;
  const RailAxes::Mat4 turned = scene.axes.calc_turn_derivative(scene.pose_T);
  for (StripNodes::Slopes* d : {&out.set.d_depth, &out.set.d_cx, &out.set.d_y, &out.set.d_width,
                                &out.d_angle, &out.d_arm[0], &out.d_arm[1], &out.d_arm[2]})
    *d = (d->matrix() * turned).array();
  for (StripSet::Row* d : {&out.d_length, &out.d_apart}) *d = (d->matrix() * turned).array();
  turn_arms(out.d_arm);
}

double get_strip_sign(Side side) {
  return side == Side::left ? 1.0 : -1.0;
}

}  // namespace

bool find_strip_nodes(const StripScene& scene, const Patch& patch, StripNodes& out) {
  const AxleState<double> axle =
      make_axle_state<double>(*scene.guided.pair, scene.side, {}, scene.pose_K.y, scene.pose_K.z,
                              scene.pose_K.roll, scene.pose_K.yaw);
  if (!fill_nodes<double>({scene.guided, axle, axle}, patch, get_strip_sign(scene.side), out))
    return false;
  turn_back(scene, false, out);
  fill_ellipse(patch.penetration, patch.curvature_x, out.length, out.set);
  return true;
}

bool find_strip_nodes(const StripScene& scene, const Patch& patch, const PatchGradient& gradient,
                      StripNodes& out) {
  using D = PoseDual;
  const WheelsetPose& p = scene.pose_K;
  const AxleState<D> axle = make_axle_state<D>(*scene.guided.pair, scene.side, {}, D(p.y, 4, 0),
                                               D(p.z, 4, 1), D(p.roll, 4, 2), D(p.yaw, 4, 3));
  const AxleState<double> plain(axle);
  if (!fill_nodes<D>({scene.guided, axle, plain}, patch, get_strip_sign(scene.side), out))
    return false;
  turn_back(scene, true, out);
  const auto lift = [&](double value, PatchGradient::Row row) {
    return D(value, gradient.d.row(row).transpose());
  };
  const D width(out.length, out.d_length.matrix().transpose());
  fill_ellipse(lift(patch.penetration, PatchGradient::penetration),
               lift(patch.curvature_x, PatchGradient::curvature_x), width, out.set);
  return true;
}

}  // namespace fourfoot::contact
