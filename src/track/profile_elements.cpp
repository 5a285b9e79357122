#include "track/profile_elements.h"

#include <algorithm>
#include <cmath>

#include "track/checks.h"

namespace fourfoot::track {

namespace {

void append(std::vector<Piece>& pieces, const std::vector<Piece>& more) {
  pieces.insert(pieces.end(), more.begin(), more.end());
}

std::vector<Piece> make_following_cant(const PlacedElement& p) {
  const HorizontalElement& e = *p.element;
  if (p.cant0 == p.cant1) return {make_constant(p.begin, p.begin + p.length, p.cant0)};
  // Over points there is nothing to follow: the cant is run off evenly.
  const auto shape = e.type == HorizontalType::transition ? e.shape : TransitionShape::linear;
  return make_transition(shape, p.begin, p.length, p.cant0, p.cant1, e.polynomial);
}

/// Mean nominal curvature between two chainages: tells which rail is the outer one.
double find_side(const std::vector<PlacedElement>& placed, double begin, double end) {
  double sum = 0.0;
  for (const PlacedElement& p : placed) {
    const double a = std::max(begin, p.begin), b = std::min(end, p.begin + p.length);
    if (b > a) sum += 0.5 * (p.k0 + p.k1) * (b - a);
  }
  return std::abs(sum) < 1e-12 ? 0.0 : sum;
}

struct OwnCant {
  double begin = 0.0;
  double cant = 0.0;  ///< signed, of a constant element
};

std::vector<OwnCant> place_cant(const TrackDescription& d, const std::vector<PlacedElement>& placed,
                                std::vector<Finding>& findings) {
  std::vector<OwnCant> own;
  double s = 0.0;
  for (const CantElement& e : d.cant) {
    check_length(e.length, e.where, findings);
    check_cant(d, e.cant, e.where, findings);
    if (e.start_cant) check_cant(d, *e.start_cant, e.where, findings);
    if (e.end_cant) check_cant(d, *e.end_cant, e.where, findings);
    if (!e.is_constant && e.shape == TransitionShape::polynomial)
      check_polynomial(e.polynomial, e.where, findings);
    const double sign = get_cant_sign(e.raised, find_side(placed, s, s + e.length));
    if (e.is_constant && e.cant != 0.0 && sign == 0.0)
      findings.push_back({"track-cant-side", e.where,
                          "the track is straight here, so no rail is the outer one",
                          "say raised = \"left\" or raised = \"right\""});
    own.push_back({s, e.cant * sign});
    s += e.length;
  }
  return own;
}

/// What a ramp leads to: its own end, else the constant element after it, else 0.
double find_ramp_end(const TrackDescription& d, const std::vector<PlacedElement>& placed,
                     const std::vector<OwnCant>& own, std::size_t i) {
  const CantElement& e = d.cant[i];
  const double end = own[i].begin + e.length;
  if (e.end_cant) return *e.end_cant * get_cant_sign(e.raised, find_side(placed, end, end + 1.0));
  return i + 1 < d.cant.size() && d.cant[i + 1].is_constant ? own[i + 1].cant : 0.0;
}

std::vector<Piece> build_own_cant(const TrackDescription& d,
                                  const std::vector<PlacedElement>& placed,
                                  std::vector<Finding>& findings) {
  const std::vector<OwnCant> own = place_cant(d, placed, findings);
  if (!findings.empty()) return {};
  std::vector<Piece> pieces;
  double last = 0.0;
  const auto side = [&](double s) { return find_side(placed, s, s + 1.0); };
  for (std::size_t i = 0; i < d.cant.size(); ++i) {
    const CantElement& e = d.cant[i];
    const double start = e.is_constant ? own[i].cant
                         : e.start_cant
                             ? *e.start_cant * get_cant_sign(e.raised, side(own[i].begin))
                             : last;
    const double end = e.is_constant ? own[i].cant : find_ramp_end(d, placed, own, i);
    if (i > 0 && std::abs(start - last) > 1e-9 && !e.allow_jump)
      findings.push_back({"track-cant-jump", e.where,
                          "the cant jumps from " + describe_cant(last) + " to " +
                              describe_cant(start) + " at s = " + describe_number(own[i].begin) +
                              " m",
                          "put a transition between, or say jump = true if it is meant"});
    if (start == end)
      pieces.push_back(make_constant(own[i].begin, own[i].begin + e.length, start));
    else
      append(pieces, make_transition(e.shape, own[i].begin, e.length, start, end, e.polynomial));
    last = end;
  }
  return pieces;
}

double calc_slope_sine(double gradient) {
  return gradient / std::hypot(1.0, gradient);
}

/// tan(beta) over the plan: a parabola is one there, and sin(beta) of a circle is linear.
std::vector<Piece> make_plan_vertical(const VerticalElement& e, double begin, double g0,
                                      double g1) {
  const double end = begin + e.length, s0 = calc_slope_sine(g0), s1 = calc_slope_sine(g1);
  if (g0 == g1) return {make_constant(begin, end, g0)};
  if (e.type == VerticalType::parabolic_arc)
    return {make_linear(begin, end, g0, (g1 - g0) / e.length)};
  const auto gradient = [&](double p) {
    const double sine = s0 + (s1 - s0) * (p - begin) / e.length;
    return sine / std::sqrt(1.0 - sine * sine);
  };
  return fit(gradient, begin, end, 1e-15);
}

Piece make_vertical(const VerticalElement& e, double begin, double g0, double g1) {
  const double end = begin + e.length, s0 = calc_slope_sine(g0), s1 = calc_slope_sine(g1);
  const double turn = std::atan(g1) - std::atan(g0);
  if (g0 == g1) return make_constant(begin, end, s0);
  // Below this the circle and the parabola are the same and the circle's form would cancel.
  if (e.type == VerticalType::parabolic_arc || std::abs(turn) < 1e-6)
    return make_linear(begin, end, s0, (s1 - s0) / e.length);
  Piece piece = make_constant(begin, end, 0.0);
  piece.scale = 1.0 / e.length;
  piece.frequency = turn;
  piece.cosine = s0;
  piece.sine = std::sqrt(1.0 - s0 * s0);
  return piece;
}

double find_end_gradient(const TrackDescription& d, std::size_t i, std::vector<Finding>& findings) {
  const VerticalElement& e = d.vertical[i];
  if (e.type == VerticalType::constant_gradient) return e.gradient;
  if (e.end_gradient) return *e.end_gradient;
  if (i + 1 < d.vertical.size() && d.vertical[i + 1].type == VerticalType::constant_gradient)
    return d.vertical[i + 1].gradient;
  findings.push_back({"track-transition-open", e.where,
                      "the vertical arc does not say to which gradient, nor does what follows it",
                      "give gradient_end"});
  return 0.0;
}

void check_vertical(const VerticalElement& e, double begin, double last, double start,
                    std::vector<Finding>& findings) {
  check_length(e.length, e.where, findings);
  if (!(std::abs(start) < 1.0) || !(std::abs(e.end_gradient.value_or(0.0)) < 1.0))
    findings.push_back({"track-gradient", e.where,
                        "a gradient of " + describe_number(start) + " is steeper than 1 in 1",
                        "it is rise per length: 0.025, \"25 permille\" or \"2.5 %\""});
  if (std::abs(start - last) > 1e-9 && !e.allow_jump)
    findings.push_back({"track-gradient-jump", e.where,
                        "the gradient jumps from " + describe_number(last * 1e3) + " to " +
                            describe_number(start * 1e3) +
                            " per mille at s = " + describe_number(begin) + " m",
                        "put a vertical arc between, or say jump = true if it is meant"});
}

}  // namespace

std::vector<Piece> build_cant(const TrackDescription& d, const std::vector<PlacedElement>& placed,
                              std::vector<Finding>& findings) {
  if (!d.cant.empty()) return build_own_cant(d, placed, findings);
  std::vector<Piece> pieces;
  pieces.reserve(placed.size());
  for (const PlacedElement& p : placed) append(pieces, make_following_cant(p));
  return pieces;
}

std::vector<Piece> build_slope(const TrackDescription& d, double length,
                               std::vector<Finding>& findings) {
  if (d.vertical.empty()) return {make_constant(0.0, length, 0.0)};
  const bool is_plan = d.measure == LengthMeasure::plan;
  std::vector<Piece> pieces;
  double s = 0.0, last = 0.0;
  for (std::size_t i = 0; i < d.vertical.size(); ++i) {
    const VerticalElement& e = d.vertical[i];
    const bool is_constant = e.type == VerticalType::constant_gradient;
    const double g0 = is_constant ? e.gradient : e.start_gradient.value_or(last);
    check_vertical(e, s, i == 0 ? g0 : last, g0, findings);
    const double g1 = find_end_gradient(d, i, findings);
    if (is_plan)
      append(pieces, make_plan_vertical(e, s, g0, g1));
    else
      pieces.push_back(make_vertical(e, s, g0, g1));
    s += e.length;
    last = g1;
  }
  return pieces;
}

std::vector<Piece> integrate(const std::vector<Piece>& rate, double start) {
  std::vector<Piece> integral;
  integral.reserve(rate.size());
  for (const Piece& piece : rate) {
    integral.push_back(integrate(piece, start));
    start = integral.back().calc(piece.end).value;
  }
  return integral;
}

}  // namespace fourfoot::track
