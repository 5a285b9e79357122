#include <algorithm>
#include <cmath>

#include "track/abscissa_curve.h"
#include "track/checks.h"
#include "track/horizontal.h"
#include "track/point_curve.h"

namespace fourfoot::track {

namespace {

using Elements = std::vector<HorizontalElement>;

bool is_transition(const HorizontalElement& e) {
  return e.type == HorizontalType::transition;
}

/// The curvature with which an element begins, if it says so itself.
std::optional<double> find_own_start(const HorizontalElement& e) {
  if (is_transition(e)) return e.start_curvature;
  if (e.type == HorizontalType::points) return std::nullopt;
  return e.curvature;
}

std::optional<double> find_own_start_cant(const HorizontalElement& e) {
  if (is_transition(e) || e.type == HorizontalType::points) {
    if (!e.start_cant) return std::nullopt;
    return *e.start_cant * get_cant_sign(e.raised, e.start_curvature.value_or(0.0));
  }
  return e.cant * get_cant_sign(e.raised, e.curvature);
}

void check_element(const TrackDescription& d, const HorizontalElement& e,
                   std::vector<Finding>& findings) {
  if (e.type == HorizontalType::points) {
    check_points(e, findings);
    return;
  }
  check_length(e.length, e.where, findings);
  check_radius(d, e.curvature, e.where, findings);
  check_cant(d, e.cant, e.where, findings);
  if (e.start_cant) check_cant(d, *e.start_cant, e.where, findings);
  if (e.end_cant) check_cant(d, *e.end_cant, e.where, findings);
  if (e.start_curvature) check_radius(d, *e.start_curvature, e.where, findings);
  if (e.end_curvature) check_radius(d, *e.end_curvature, e.where, findings);
  if (e.type == HorizontalType::transition && e.shape == TransitionShape::polynomial)
    check_polynomial(e.polynomial, e.where, findings);
  if (e.type == HorizontalType::line && e.cant != 0.0 && e.raised == RaisedRail::outer)
    findings.push_back({"track-cant-side", e.where, "a straight line has no outer rail",
                        "say raised = \"left\" or raised = \"right\""});
}

double find_start_curvature(const Elements& all, std::size_t i, const PlacedElement* before,
                            std::vector<Finding>& findings) {
  const HorizontalElement& e = all[i];
  if (const auto own = find_own_start(e)) return *own;
  if (before != nullptr) return before->k1;
  if (e.type == HorizontalType::points) return PointCurve::estimate_curvature(e.x, e.y, false);
  findings.push_back({"track-transition-open", e.where,
                      "the track begins with a transition that does not say from which radius",
                      "give radius_start (0 for a straight)"});
  return 0.0;
}

double find_end_curvature(const Elements& all, std::size_t i, std::vector<Finding>& findings) {
  const HorizontalElement& e = all[i];
  if (!is_transition(e) && e.type != HorizontalType::points) return e.curvature;
  if (e.end_curvature) return *e.end_curvature;
  if (i + 1 < all.size())
    if (const auto next = find_own_start(all[i + 1])) return *next;
  if (e.type == HorizontalType::points) return PointCurve::estimate_curvature(e.x, e.y, true);
  findings.push_back({"track-transition-open", e.where,
                      "the transition does not say to which radius, nor does what follows it",
                      "give radius_end (0 for a straight)"});
  return 0.0;
}

double find_end_cant(const Elements& all, std::size_t i, double k1) {
  const HorizontalElement& e = all[i];
  if (!is_transition(e) && e.type != HorizontalType::points)
    return e.cant * get_cant_sign(e.raised, e.curvature);
  if (e.end_cant) return *e.end_cant * get_cant_sign(e.raised, k1);
  if (i + 1 < all.size())
    if (const auto next = find_own_start_cant(all[i + 1])) return *next;
  return 0.0;
}

double find_start_cant(const Elements& all, std::size_t i, const PlacedElement* before, double k0) {
  const HorizontalElement& e = all[i];
  if (is_transition(e) || e.type == HorizontalType::points) {
    if (e.start_cant) return *e.start_cant * get_cant_sign(e.raised, k0);
    return before != nullptr ? before->cant1 : 0.0;
  }
  return e.cant * get_cant_sign(e.raised, e.curvature);
}

/// "cubic parabola", "sine half wave": its name in files without the hyphens.
std::string describe_abscissa_curve(TransitionShape shape) {
  std::string name = "curve";
  for (const TransitionKind& kind : get_transition_kinds())
    if (kind.is_over_abscissa && kind.shape == shape) name = kind.name;
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

double find_length(const PlacedElement& p, std::vector<Finding>& findings) {
  const HorizontalElement& e = *p.element;
  if (e.type == HorizontalType::points) return PointCurve(e.x, e.y, p.k0, p.k1).length();
  if (!e.is_over_abscissa) return e.length;
  // Every f has the mean 1/2, so the end's slope is that of the cubic parabola.
  if (std::abs(p.k0 + p.k1) * e.length / 2 > 0.4) {
    findings.push_back({"track-cubic-parabola", e.where,
                        std::string("the ") + describe_abscissa_curve(e.shape) +
                            " turns too far: its curvature would fall again",
                        "take a shorter one, or a clothoid"});
    return e.length;
  }
  return AbscissaCurve(e.shape, p.k0, p.k1, e.length, e.arc_length).length();
}

void check_joint(const TrackDescription& d, const PlacedElement& a, const PlacedElement& b,
                 std::vector<Finding>& findings) {
  if (b.element->allow_jump) return;
  const double scale = std::max(std::abs(a.k1), std::abs(b.k0));
  if (std::abs(b.k0 - a.k1) > 1e-9 + 1e-6 * scale)
    findings.push_back({"track-curvature-jump", b.element->where,
                        "the curvature jumps from " + describe_curvature(a.k1) + " to " +
                            describe_curvature(b.k0) + " at s = " + describe_number(b.begin) + " m",
                        "put a transition between, or say jump = true if it is meant"});
  if (d.cant.empty() && std::abs(b.cant0 - a.cant1) > 1e-9)
    findings.push_back({"track-cant-jump", b.element->where,
                        "the cant jumps from " + describe_cant(a.cant1) + " to " +
                            describe_cant(b.cant0) + " at s = " + describe_number(b.begin) + " m",
                        "put a transition between, or say jump = true if it is meant"});
}

}  // namespace

double get_cant_sign(RaisedRail raised, double curvature) {
  if (raised == RaisedRail::right) return 1.0;
  if (raised == RaisedRail::left) return -1.0;
  return curvature > 0.0 ? 1.0 : curvature < 0.0 ? -1.0 : 0.0;
}

std::vector<PlacedElement> place_elements(const TrackDescription& d,
                                          std::vector<Finding>& findings) {
  if (d.horizontal.empty())
    findings.push_back({"track-empty", d.where, "the track has no horizontal element",
                        "list at least one [[horizontal]] element"});
  for (const HorizontalElement& e : d.horizontal) check_element(d, e, findings);
  if (!findings.empty()) return {};
  std::vector<PlacedElement> placed;
  placed.reserve(d.horizontal.size());
  double s = 0.0;
  for (std::size_t i = 0; i < d.horizontal.size(); ++i) {
    const PlacedElement* before = placed.empty() ? nullptr : &placed.back();
    PlacedElement p;
    p.element = &d.horizontal[i];
    p.begin = s;
    p.k0 = find_start_curvature(d.horizontal, i, before, findings);
    p.k1 = find_end_curvature(d.horizontal, i, findings);
    p.cant0 = find_start_cant(d.horizontal, i, before, p.k0);
    p.cant1 = find_end_cant(d.horizontal, i, p.k1);
    p.length = find_length(p, findings);
    if (before != nullptr) check_joint(d, *before, p, findings);
    s += p.length;
    placed.push_back(p);
  }
  return placed;
}

}  // namespace fourfoot::track
