#include <algorithm>
#include <cmath>
#include <limits>

#include "track/checks.h"
#include "track/horizontal.h"
#include "track/plan_length.h"
#include "track/profile_elements.h"
#include "track/rounding.h"
#include "track/track_state.h"

namespace fourfoot::track {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double joint_tolerance = 1e-9;      ///< joints nearer than this are one [m]
constexpr double position_tolerance = 1e-12;  ///< of the tangent's fit [1]
constexpr double side_tolerance = 1e-9;       ///< less cant than this has no side [m]
constexpr double shortest_span = 1e-3;        ///< [m]
constexpr int plan_nodes = 12;
constexpr std::size_t most_spans = 100000;

/// A piece that goes on from `at` with the value and the slope (or without) of `piece`.
Piece continue_piece(const Piece& piece, double at, bool with_slope, double begin, double end) {
  const Jet jet = piece.calc(at);
  Piece more = make_linear(at, at, jet.value, with_slope ? jet.d1 : 0.0);
  if (!with_slope) more.degree = 0;
  more.begin = begin;
  more.end = end;
  return more;
}

/// Adds what lies before 0 and after the last piece.
void extend(std::vector<Piece>& pieces, bool with_slope) {
  const Piece first = continue_piece(pieces.front(), 0.0, with_slope, -infinity, 0.0);
  const double end = pieces.back().end;
  const Piece last = continue_piece(pieces.back(), end, with_slope, end, infinity);
  pieces.insert(pieces.begin(), first);
  pieces.push_back(last);
}

void check_end(const std::vector<Piece>& pieces, double length, const SourceLocation& where,
               const char* what, std::vector<Finding>& findings) {
  if (pieces.empty() || pieces.back().end <= length + 1e-6) return;
  findings.push_back({"track-too-long", where,
                      std::string("the ") + what +
                          " elements reach to s = " + describe_number(pieces.back().end) +
                          " m, but the horizontal ones end at " + describe_number(length) + " m",
                      "shorten them or add horizontal elements"});
}

/// With a rail kept at level the centre line follows |H|: cut where H changes its side.
std::vector<Piece> cut_at_zeros(const std::vector<Piece>& pieces) {
  std::vector<Piece> cut;
  cut.reserve(pieces.size());
  for (Piece piece : pieces) {
    double a = piece.begin, b = piece.end;
    const double va = piece.calc(a).value, vb = piece.calc(b).value;
    if (va * vb < 0.0 && std::min(std::abs(va), std::abs(vb)) > side_tolerance) {
      for (int i = 0; i < 100 && b - a > 1e-12; ++i) {
        const double middle = 0.5 * (a + b);
        (piece.calc(middle).value * va > 0.0 ? a : b) = middle;
      }
      Piece first = piece;
      first.end = piece.begin = 0.5 * (a + b);
      cut.push_back(first);
    }
    cut.push_back(piece);
  }
  return cut;
}

}  // namespace

class TrackBuilder {
 public:
  TrackBuilder(const TrackDescription& description, Track& track) : d_(description), t_(track) {}

  void build() {
    check_whole();
    build_functions();
    cut_spans();
    find_kinks();
    t_.irregularities_ = d_.irregularities;
  }

 private:
  void check_whole() {
    if (!(d_.gauge > 0.0))
      findings_.push_back({"track-gauge", d_.where, "the gauge must be above 0", ""});
    if (!(d_.contact_distance > d_.gauge * 0.9))
      findings_.push_back({"track-gauge", d_.where,
                           "the contact points are nearer to each other than the rails",
                           "contact_distance is about the gauge plus one rail head: 1.5 m for "
                           "1435 mm"});
    constexpr double longest = 1e7;  // m, from pole to pole
    double length = 0.0;
    for (const HorizontalElement& element : d_.horizontal) length += element.length;
    if (length > longest)
      findings_.push_back({"track-too-long", d_.where, "the track is longer than 10 000 km",
                           "lengths are in metres, or text with a unit: \"102.4 m\""});
    throw_findings();
  }

  void throw_findings() const {
    if (!findings_.empty()) throw InputError(findings_);
  }

  void build_functions() {
    const std::vector<PlacedElement> placed = place_elements(d_, findings_);
    throw_findings();
    constexpr double shortest = 1e-3;  // m; joints within 1 nm are one
    if (!(placed.back().begin + placed.back().length >= shortest))
      findings_.push_back({"track-too-short",
                           d_.where.known() ? d_.where : d_.horizontal.back().where,
                           "the track is shorter than 1 mm",
                           "lengths are in metres, or text with a unit: \"102.4 m\""});
    throw_findings();
    const bool rises = d_.cant_rotation != CantRotation::centre_line;
    std::vector<Piece> curvature = build_curvature(d_, placed, findings_);
    throw_findings();
    curvature = round_joints(curvature, d_.rounding.curvature, 0, d_.where, findings_);
    t_.heading_ = build_heading(d_, placed, curvature, findings_);
    t_.length_ = placed.back().begin + placed.back().length;
    t_.cant_ = build_cant(d_, placed, findings_);
    std::vector<Piece> slope = build_slope(d_, t_.length_, findings_);
    throw_findings();
    if (!d_.cant.empty()) check_end(t_.cant_, t_.length_, d_.cant.back().where, "cant", findings_);
    if (!d_.vertical.empty())
      check_end(slope, t_.length_, d_.vertical.back().where, "vertical", findings_);
    t_.cant_ = round_joints(t_.cant_, d_.rounding.cant, rises ? 2 : 1, d_.where, findings_);
    slope = round_joints(slope, d_.rounding.gradient, 1, d_.where, findings_);
    throw_findings();
    if (rises) t_.cant_ = cut_at_zeros(t_.cant_);
    t_.height_ = integrate(slope, d_.start_position.z());
    if (d_.measure == LengthMeasure::plan) measure_along_arc(std::move(slope));
    extend(t_.heading_, true);
    extend(t_.cant_, false);
    extend(t_.height_, true);
  }

  /// Heading, cant and height over plan length become functions of s.
  void measure_along_arc(std::vector<Piece> gradient) {
    constexpr double angle_tolerance = 1e-14, height_tolerance = 1e-12;  // rad; m
    if (const double end = gradient.back().end; end < t_.length_) {
      const double last = gradient.back().calc(end).value;
      gradient.push_back(make_constant(end, t_.length_, last));
      t_.height_.push_back(integrate(gradient.back(), t_.height_.back().calc(end).value));
    }
    std::vector<double> lifts;
    for (const Piece& cant : t_.cant_) lifts.push_back(get_rise(cant));
    const PlanLength plan(gradient, t_.cant_, lifts);
    std::vector<Piece> cant = plan.to_arc(t_.cant_, angle_tolerance);
    t_.heading_ = plan.to_arc(t_.heading_, angle_tolerance);
    t_.height_ = plan.to_arc(t_.height_, height_tolerance);
    t_.length_ = plan.calc_arc(t_.length_);
    t_.cant_ = std::move(cant);  // the plan looked at those over plan length until now
  }

  /// Height of the centre line per cant; the side is where most of the piece's cant is.
  double get_rise(const Piece& cant) const {
    if (d_.cant_rotation == CantRotation::centre_line) return 0.0;
    const double a = std::isinf(cant.begin) ? cant.end : cant.begin;
    const double b = std::isinf(cant.end) ? cant.begin : cant.end;
    double most = 0.0;
    for (const double s : {a, 0.5 * (a + b), b})
      if (const double value = cant.calc(s).value; std::abs(value) > std::abs(most)) most = value;
    const double side = most < 0.0 ? -0.5 : 0.5;
    return d_.cant_rotation == CantRotation::inner_rail ? side : -side;
  }

  Track::Span make_span(double begin, double end) const {
    Track::Span span{};
    span.begin = begin;
    span.end = end;
    span.heading = heading_;
    span.cant = cant_;
    span.height = height_;
    span.rise = get_rise(t_.cant_[cant_]);
    const Piece& height_piece = t_.height_[height_];
    span.is_flat = height_piece.frequency == 0.0 &&
                   std::all_of(height_piece.c.begin() + 1, height_piece.c.end(),
                               [](double c) { return c == 0.0; });
    const Piece& theta = t_.heading_[heading_];
    const bool is_plain = t_.cant_[cant_].degree == 0 && t_.cant_[cant_].frequency == 0.0 &&
                          t_.height_[height_].degree <= 1 && t_.height_[height_].frequency == 0.0 &&
                          theta.degree <= 1 && theta.frequency == 0.0;
    const double s = std::isinf(begin) ? end : begin;
    const Jet heading = theta.calc(s), height = t_.height_[height_].calc(s);
    span.kind = !is_plain           ? Track::SpanKind::general
                : heading.d1 == 0.0 ? Track::SpanKind::line
                : height.d1 == 0.0  ? Track::SpanKind::level_arc
                                    : Track::SpanKind::general;
    return span;
  }

  /// Walks along all joints of the three functions.
  void cut_spans() {
    t_.spans_.reserve(2 * t_.heading_.size() + t_.cant_.size() + t_.height_.size());
    x_ = d_.start_position.x();
    y_ = d_.start_position.y();
    Track::Span before = make_span(-infinity, 0.0);
    before.middle = 0.0;
    before.degree = -1;
    before.x[0] = x_;
    before.y[0] = y_;
    t_.spans_.push_back(before);
    joints_.push_back(1);
    double s = 0.0;
    ++heading_, ++cant_, ++height_;
    while (true) {
      const double end =
          std::min({t_.heading_[heading_].end, t_.cant_[cant_].end, t_.height_[height_].end});
      if (std::isinf(end)) break;
      if (end > s) add_spans(make_span(s, end), 0);
      joints_.push_back(t_.spans_.size());
      s = end;
      skip(t_.heading_, heading_, s);
      skip(t_.cant_, cant_, s);
      skip(t_.height_, height_, s);
    }
    Track::Span after = make_span(s, infinity);
    after.middle = s;
    after.degree = -1;
    after.x[0] = x_;
    after.y[0] = y_;
    t_.spans_.push_back(after);
  }

  static void skip(const std::vector<Piece>& pieces, std::size_t& index, double s) {
    while (pieces[index].end <= s + joint_tolerance) ++index;
  }

  /// Fits the plan's tangent at Chebyshev nodes and integrates it; halves the span until it fits.
  void add_spans(Track::Span span, int depth) {
    span.middle = 0.5 * (span.begin + span.end);
    const double half = 0.5 * (span.end - span.begin);
    span.inverse_half = 1.0 / half;
    const std::vector<double>& nodes = get_chebyshev_nodes(plan_nodes);
    std::vector<double> tx(plan_nodes), ty(plan_nodes);
    for (std::size_t i = 0; i < plan_nodes; ++i) {
      const Track::State g = t_.calc_state(span, span.middle + half * nodes[i]);
      tx[i] = g.cos_beta * std::cos(g.theta);
      ty[i] = g.cos_beta * std::sin(g.theta);
    }
    double tail_x = 0.0, tail_y = 0.0;
    const std::vector<double> cx = interpolate_at_nodes(tx, &tail_x);
    const std::vector<double> cy = interpolate_at_nodes(ty, &tail_y);
    if (std::max(tail_x, tail_y) > position_tolerance && half > shortest_span && depth < 40) {
      Track::Span first = span, second = span;
      first.end = second.begin = span.middle;
      add_spans(first, depth + 1);
      add_spans(second, depth + 1);
      return;
    }
    if (t_.spans_.size() >= most_spans)
      throw InputError(Finding{"track-too-long", d_.where,
                               "the track winds too much for its length",
                               "it is more than 100 000 arcs of one radian: is a radius right?"});
    set_plan(half, cx, span.x, x_);
    set_plan(half, cy, span.y, y_);
    span.degree = span.kind == Track::SpanKind::line ? 1 : plan_nodes;
    t_.spans_.push_back(span);
  }

  /// Position as the integral of the tangent's polynomial; moves `at` from the span's begin to end.
  static void set_plan(double half, const std::vector<double>& c, double* position, double& at) {
    double begin = 0.0, end = 0.0;
    for (std::size_t k = 0; k < c.size(); ++k) {
      const double integral = half * c[k] / static_cast<double>(k + 1);
      position[k + 1] = integral;
      begin += k % 2 == 0 ? -integral : integral;
      end += integral;
    }
    position[0] = at - begin;
    at += end - begin;
  }

  void find_kinks() {
    for (const std::size_t i : joints_) {
      const Track::Span &b = t_.spans_[i - 1], &a = t_.spans_[i];
      const MovingFrame fb = t_.calc_frame_on(b, a.begin, 1.0, 0.0);
      const MovingFrame fa = t_.calc_frame_on(a, a.begin, 1.0, 0.0);
      t_.joints_.push_back(a.begin);
      Kink kink;
      kink.s = a.begin;
      kink.R_BA = fb.R_NT.transpose() * fa.R_NT;
      kink.omega_per_speed = fa.w_NT_T - kink.R_BA.transpose() * fb.w_NT_T;
      kink.velocity_per_speed = Vec3::UnitX() - kink.R_BA.transpose() * Vec3::UnitX();
      kink.position_jump = (fa.p_NT - fb.p_NT).norm();
      const double turn = (kink.R_BA - Mat3::Identity()).norm();
      if (kink.omega_per_speed.norm() > 1e-9 || turn > 1e-9 || kink.position_jump > 1e-6)
        t_.kinks_.push_back(kink);
    }
  }

  const TrackDescription& d_;
  Track& t_;
  std::vector<Finding> findings_;
  std::vector<std::size_t> joints_;  ///< spans that begin at a joint of two pieces
  std::size_t heading_ = 0, cant_ = 0, height_ = 0;
  double x_ = 0.0, y_ = 0.0;
};

Track::Track(const TrackDescription& description)
    : name_(description.name),
      gauge_(description.gauge),
      contact_distance_(description.contact_distance),
      inverse_contact_distance_(1.0 / description.contact_distance),
      cant_angle_(description.cant_angle) {
  TrackBuilder(description, *this).build();
}

}  // namespace fourfoot::track
