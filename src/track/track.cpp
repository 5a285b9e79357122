#include "track/track.h"

#include <algorithm>
#include <limits>

#include "math/small_angle.h"
#include "track/track_state.h"

namespace fourfoot::track {

namespace {

/// Position on an arc of constant curvature, written so that it holds for a straight line too.
void continue_arc(double kappa, double theta, double plan_length, double& x, double& y) {
  const double half = 0.5 * kappa * plan_length;
  const double chord =
      plan_length * (std::abs(half) < 1e-4 ? 1.0 - half * half / 6.0 : std::sin(half) / half);
  const auto [sine, cosine] = calc_sine_cosine(theta + half);
  x += chord * cosine;
  y += chord * sine;
}

}  // namespace

std::size_t Track::find_span(double s, Cursor& cursor) const {
  std::size_t i = std::min(cursor.span, spans_.size() - 1);
  const auto holds = [&](std::size_t k) { return s >= spans_[k].begin && s < spans_[k].end; };
  if (holds(i)) return i;
  if (i + 1 < spans_.size() && holds(i + 1)) return cursor.span = i + 1;
  if (i > 0 && holds(i - 1)) return cursor.span = i - 1;
  const auto after = std::upper_bound(spans_.begin(), spans_.end(), s,
                                      [](double x, const Span& span) { return x < span.begin; });
  i = after == spans_.begin() ? 0 : static_cast<std::size_t>(after - spans_.begin()) - 1;
  return cursor.span = i;
}

void Track::calc_plan(const Span& span, double s, double& x, double& y) const {
  if (span.degree < 0) {  // beyond the ends
    const State at = calc_state(span, span.middle);
    x = span.x[0];
    y = span.y[0];
    // dtheta/ds = kappa along the centre line; over the plan length it is kappa / cos(beta).
    continue_arc(at.kappa / at.cos_beta, at.theta, (s - span.middle) * at.cos_beta, x, y);
    return;
  }
  // Even and odd powers apart: two short chains instead of a long one.
  const double u = (s - span.middle) * span.inverse_half, q = u * u;
  if (span.degree == 1) {
    x = span.x[0] + u * span.x[1];
    y = span.y[0] + u * span.y[1];
    return;
  }
  double xe = span.x[position_degree], ye = span.y[position_degree];
  double xo = span.x[position_degree - 1], yo = span.y[position_degree - 1];
  for (int k = position_degree - 2; k >= 0; k -= 2) {
    xe = xe * q + span.x[k];
    ye = ye * q + span.y[k];
  }
  for (int k = position_degree - 3; k >= 1; k -= 2) {
    xo = xo * q + span.x[k];
    yo = yo * q + span.y[k];
  }
  x = xe + u * xo;
  y = ye + u * yo;
}

MovingFrame Track::calc_frame_on(const Span& span, double s, double v, double a) const {
  const State g = calc_state(span, s);
  const auto [st, ct] = calc_sine_cosine(g.theta);
  const double sg = g.sin_gamma, cg = g.cos_gamma;
  const double sb = g.sin_beta, cb = g.cos_beta;
  MovingFrame f;
  f.s = s;
  calc_plan(span, s, f.p_NT.x(), f.p_NT.y());
  f.p_NT.z() = g.z;
  f.R_NT << ct * cb, ct * sb * sg - st * cg, -ct * sb * cg - st * sg,  //
      st * cb, st * sb * sg + ct * cg, -st * sb * cg + ct * sg,        //
      sb, -cb * sg, cb * cg;
  const Vec3 k(-g.dgamma + g.kappa * sb,           //
               -g.dbeta * cg - g.kappa * cb * sg,  //
               -g.dbeta * sg + g.kappa * cb * cg);
  // d(kappa cos beta)/ds, shared by the y and z components of k'.
  const double dkc = g.dkappa * cb - g.kappa * sb * g.dbeta;
  const Vec3 dk(-g.ddgamma + g.dkappa * sb + g.kappa * cb * g.dbeta,  //
                -g.ddbeta * cg - dkc * sg + g.dgamma * (g.dbeta * sg - g.kappa * cb * cg),
                -g.ddbeta * sg + dkc * cg - g.dgamma * (g.dbeta * cg + g.kappa * cb * sg));
  f.v_NT_T = Vec3(v, 0.0, 0.0);
  f.w_NT_T = v * k;
  f.alpha_NT_T = a * k + (v * v) * dk;
  f.a_NT_T = Vec3(a, v * v * k.z(), -v * v * k.y());
  return f;
}

MovingFrame Track::calc_frame(double s, double v, double a, Cursor& cursor) const {
  return calc_frame_on(spans_[find_span(s, cursor)], s, v, a);
}

Geometry Track::calc_geometry(double s, Cursor& cursor) const {
  const State g = calc_state(spans_[find_span(s, cursor)], s);
  return {g.theta, std::asin(g.sin_beta), g.gamma, g.kappa, g.cant};
}

void Track::calc_centre_line(double s, Cursor& cursor, Vec3& p, Vec3& tangent, Vec3& bend) const {
  const Span& span = spans_[find_span(s, cursor)];
  const State g = calc_state(span, s);
  const auto [st, ct] = calc_sine_cosine(g.theta);
  calc_plan(span, s, p.x(), p.y());
  p.z() = g.z;
  tangent = Vec3(ct * g.cos_beta, st * g.cos_beta, g.sin_beta);
  const double turn = g.kappa * g.cos_beta, pitch = g.sin_beta * g.dbeta;
  bend = Vec3(-st * turn - ct * pitch, ct * turn - st * pitch, g.cos_beta * g.dbeta);
}

RailDeviations Track::calc_irregularity(double s) const {
  RailDeviations sum;
  for (const auto& irregularity : irregularities_) irregularity->add(s, sum);
  return sum;
}

double Track::get_shortest_wave() const {
  double shortest = std::numeric_limits<double>::infinity();
  for (const auto& irregularity : irregularities_)
    shortest = std::min(shortest, irregularity->get_shortest_wave());
  return shortest;
}

std::vector<double> Track::list_breaks() const {
  // Many faults one after another are a rough track: a step that ends at each would be dear.
  constexpr std::size_t most = 20;
  std::vector<double> breaks = joints_, corners;
  for (const auto& irregularity : irregularities_) {
    for (const double s : irregularity->list_corners()) corners.push_back(s);
  }
  if (corners.size() <= most) breaks.insert(breaks.end(), corners.begin(), corners.end());
  std::sort(breaks.begin(), breaks.end());
  breaks.erase(std::unique(breaks.begin(), breaks.end()), breaks.end());
  return breaks;
}

std::size_t Track::calc_memory() const {
  return sizeof(*this) + (heading_.size() + cant_.size() + height_.size()) * sizeof(Piece) +
         spans_.size() * sizeof(Span) + kinks_.size() * sizeof(Kink);
}

}  // namespace fourfoot::track
