#include "contact/geometry/overlap_moments.h"

#include "contact/geometry/overlap_rule.h"
#include "contact/geometry/separation_lanes.h"

namespace fourfoot::contact::guided {

namespace {

constexpr int count = OverlapRule::count;
using Nodes = Eigen::Array<double, count, 1>;
using D4 = Dual<4>;

const Nodes nodes(overlap_rule.node.data());
const Nodes weights(overlap_rule.weight.data());

/// What runs linearly from begin to end, at the nodes.
Nodes spread(double begin, double end) {
  return 0.5 * (begin + end) + 0.5 * (end - begin) * nodes;
}
/// Weights of the nodes in the integral.
Nodes spread_weights(double begin, double end) {
  return 0.5 * (end - begin) * weights;
}

/// The contour's points at the nodes (calc_spot) ...
struct ContourNodes {
  Nodes w, r, slope, q, p, sin_theta, cos_theta, rc, across, y, z;

  void calc(const AxleState<double>& axle) {
    q = axle.steepness * slope;
    p = (1.0 - q * q).max(1e-12).sqrt();
    sin_theta = q * axle.cos_beta + p * axle.sin_beta;
    cos_theta = p * axle.cos_beta - q * axle.sin_beta;
    rc = r * cos_theta;
    across = w * axle.cos_roll + rc * axle.sin_roll;
    y = axle.y + r * sin_theta * axle.sin_yaw + across * axle.cos_yaw;
    z = axle.z + w * axle.sin_roll - rc * axle.cos_roll;
  }
};

/// ... and the rail near them (calc_rail_spot).
struct RailNodes {
  Nodes a, b, ty, tz, curvature, h, depth, turn, angle;

  void calc(const RailSection& rail, const ContourNodes& c) {
    for (int i = 0; i < count; ++i) {
      const bool exists = c.q[i] > -1.0 && c.q[i] < 1.0;
      const RailSection::Sample* near = exists ? rail.find_nearest(c.y[i], c.z[i]) : nullptr;
      if (!near) {  // far above the rail: no overlap
        a[i] = curvature[i] = angle[i] = tz[i] = 0.0;
        b[i] = RailSection::far_away;
        ty[i] = 1.0;
        continue;
      }
      const double dy = c.y[i] - near->y, dz = c.z[i] - near->z;
      a[i] = dy * near->ty + dz * near->tz;
      b[i] = dz * near->ty - dy * near->tz;
      ty[i] = near->ty;
      tz[i] = near->tz;
      curvature[i] = near->curvature;
      angle[i] = near->angle;
    }
    const Nodes u = 2.0 * b - curvature * (a * a + b * b);
    h = (1.0 - curvature * u).max(1e-12).sqrt();
    depth = (-u / (1.0 + h)).max(0.0);
    turn = curvature * a / (1.0 - curvature * b);
    angle += turn * (1.0 - turn * turn * (1.0 / 3.0));
  }
};

/// How the contour's points move: along the meridian, and with the axle at fixed s.
struct ContourSlopes {
  Nodes w_s, r_s, slope_s, p_q, y_s, z_s;

  void calc(const AxleState<double>& axle, const ContourNodes& c) {
    p_q = -c.q / c.p;  // dp/dq
    const Nodes q_s = axle.steepness * slope_s;
    const Nodes sin_s = q_s * (axle.cos_beta + p_q * axle.sin_beta);
    const Nodes cos_s = q_s * (p_q * axle.cos_beta - axle.sin_beta);
    const Nodes rc_s = r_s * c.cos_theta + c.r * cos_s;
    y_s = (r_s * c.sin_theta + c.r * sin_s) * axle.sin_yaw +
          (w_s * axle.cos_roll + rc_s * axle.sin_roll) * axle.cos_yaw;
    z_s = w_s * axle.sin_roll - rc_s * axle.cos_roll;
  }

  /// Adds what turning the axle does; d holds the derivatives of its state by one direction.
  void add_turn(const AxleState<double>& axle, const AxleState<double>& d, const ContourNodes& c,
                Nodes& y, Nodes& z) const {
    const Nodes q_k = d.steepness * c.slope;
    const Nodes sin_k =
        q_k * (axle.cos_beta + p_q * axle.sin_beta) + c.q * d.cos_beta + c.p * d.sin_beta;
    const Nodes cos_k =
        q_k * (p_q * axle.cos_beta - axle.sin_beta) + c.p * d.cos_beta - c.q * d.sin_beta;
    const Nodes rc_k = c.r * cos_k;
    const Nodes across_k = c.w * d.cos_roll + rc_k * axle.sin_roll + c.rc * d.sin_roll;
    y += c.r * (sin_k * axle.sin_yaw + c.sin_theta * d.sin_yaw) + across_k * axle.cos_yaw +
         c.across * d.cos_yaw;
    z += c.w * d.sin_roll - rc_k * axle.cos_roll - c.rc * d.cos_roll;
  }
};

/// How depth and angle of the rail change with the point: gradients in y and z.
struct RailSlopes {
  Nodes depth_y, depth_z, angle_y, angle_z;

  explicit RailSlopes(const RailNodes& rail) {
    const Nodes inverse = 1.0 / (1.0 - rail.curvature * rail.b);
    const Nodes cosine = (1.0 - rail.curvature * rail.b) / rail.h;
    const Nodes sine = rail.curvature * rail.a / rail.h;
    depth_y = rail.ty * sine + rail.tz * cosine;
    depth_z = rail.tz * sine - rail.ty * cosine;
    const Nodes bend = (1.0 - rail.turn * rail.turn) * rail.curvature * inverse;
    angle_y = bend * (rail.ty - rail.turn * rail.tz);
    angle_z = bend * (rail.tz + rail.turn * rail.ty);
  }
};

/// Derivatives of the axle's state by direction k.
AxleState<double> take_derivatives(const AxleState<D4>& axle, int k) {
  AxleState<double> d(axle);
  const auto by = [k](const D4& x) { return x.derivatives()[k]; };
  d.y = by(axle.y);
  d.z = by(axle.z);
  d.cos_roll = by(axle.cos_roll);
  d.sin_roll = by(axle.sin_roll);
  d.cos_yaw = by(axle.cos_yaw);
  d.sin_yaw = by(axle.sin_yaw);
  d.cos_beta = by(axle.cos_beta);
  d.sin_beta = by(axle.sin_beta);
  d.steepness = by(axle.steepness);
  return d;
}

}  // namespace

void integrate(const GuidedPair& guided, const AxleState<double>& axle, double begin, double origin,
               double end, OverlapMoments<double>& out) {
  get_lanes().integrate(guided, axle, begin, origin, end, out);
}

void integrate(const GuidedPair& guided, const AxleState<D4>& axle_d, const D4& begin,
               const D4& origin, const D4& end, OverlapMoments<D4>& out) {
  const AxleState<double> axle(axle_d);
  const Nodes s = spread(begin.value(), end.value());
  ContourNodes c;
  ContourSlopes slopes;
  for (int i = 0; i < count; ++i) {
    const Meridian::Jet jet = guided.meridian.calc(s[i]);
    c.w[i] = jet.w;
    c.r[i] = jet.r;
    c.slope[i] = jet.slope;
    slopes.w_s[i] = jet.dw;
    slopes.r_s[i] = jet.dr;
    slopes.slope_s[i] = jet.dslope;
  }
  c.calc(axle);
  slopes.calc(axle, c);
  RailNodes rail;
  rail.calc(guided.pair->rail, c);
  const RailSlopes by_point(rail);

  const Nodes root = rail.depth.sqrt(), power = rail.depth * rail.depth * root;
  const Nodes share = spread_weights(begin.value(), end.value());
  const Nodes weight = share * power, steep = 2.5 * share * rail.depth * root;
  const Nodes way = s - origin.value();
  out.m0.value() = weight.sum();
  out.m1.value() = (weight * way).sum();
  out.m2.value() = (weight * way * way).sum();
  out.angle.value() = (weight * rail.angle).sum();
  for (int k = 0; k < 4; ++k) {
    const auto by = [k](const D4& x) { return x.derivatives()[k]; };
    const AxleState<double> d = take_derivatives(axle_d, k);
    const Nodes s_k = spread(by(begin), by(end));
    Nodes y_k = d.y + slopes.y_s * s_k, z_k = d.z + slopes.z_s * s_k;
    const bool is_turned =
        d.cos_roll != 0.0 || d.sin_roll != 0.0 || d.cos_yaw != 0.0 || d.sin_yaw != 0.0;
    if (is_turned) slopes.add_turn(axle, d, c, y_k, z_k);
    const Nodes weight_k = spread_weights(by(begin), by(end)) * power +
                           steep * (by_point.depth_y * y_k + by_point.depth_z * z_k);
    const Nodes way_k = s_k - by(origin);
    const Nodes angle_k = by_point.angle_y * y_k + by_point.angle_z * z_k;
    out.m0.derivatives()[k] = weight_k.sum();
    out.m1.derivatives()[k] = (weight_k * way + weight * way_k).sum();
    out.m2.derivatives()[k] = (way * (weight_k * way + 2.0 * weight * way_k)).sum();
    out.angle.derivatives()[k] = (weight_k * rail.angle + weight * angle_k).sum();
  }
}

}  // namespace fourfoot::contact::guided
