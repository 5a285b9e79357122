#include "track/rounding.h"

#include <cmath>

#include "track/checks.h"
#include "track/transition.h"

namespace fourfoot::track {

namespace {

bool has_jump(const Piece& a, const Piece& b, int order) {
  const Jet l = a.calc(a.end), r = b.calc(b.begin);
  // Numerical noise of fitted pieces stays far below these; the smallest corners that matter are
  // far above (1 mm cant over 10 m; a radius of 100 km).
  return std::abs(r.value - l.value) > 1e-9 || (order >= 1 && std::abs(r.d1 - l.d1) > 1e-9) ||
         (order >= 2 && std::abs(r.d2 - l.d2) > 1e-9);
}

std::vector<Piece> blend(const Piece& a, const Piece& b, double d) {
  const double joint = b.begin;
  const Piece weight =
      make_transition(TransitionShape::viennese, joint - 0.5 * d, d, 0.0, 1.0).front();
  const Piece ramp = integrate(weight, 0.0);
  const Jet l = a.calc(joint), r = b.calc(joint);
  const double jump = r.value - l.value, bend = r.d1 - l.d1;
  const auto blended = [&](double s) {
    const double left = a.calc(s).value, rest = b.calc(s).value - left - jump - bend * (s - joint);
    return left + bend * ramp.calc(s).value + weight.calc(s).value * (jump + rest);
  };
  return fit(blended, joint - 0.5 * d, joint + 0.5 * d, 1e-14);
}

}  // namespace

std::vector<Piece> round_joints(const std::vector<Piece>& pieces, double d, int order,
                                const SourceLocation& where, std::vector<Finding>& findings) {
  if (d <= 0.0 || pieces.size() < 2) return pieces;
  std::vector<Piece> rounded;
  rounded.reserve(2 * pieces.size());
  Piece current = pieces.front();
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    Piece next = pieces[i];
    if (has_jump(pieces[i - 1], next, order)) {
      if (current.end - 0.5 * d < current.begin || next.begin + 0.5 * d > next.end) {
        findings.push_back({"track-rounding", where,
                            "the corner at s = " + describe_number(next.begin) +
                                " m cannot be rounded over " + describe_number(d) +
                                " m: its neighbours are too short",
                            "take a shorter rounding"});
        return pieces;
      }
      const std::vector<Piece> arc = blend(pieces[i - 1], next, d);
      current.end -= 0.5 * d;
      next.begin += 0.5 * d;
      if (current.end > current.begin) rounded.push_back(current);
      rounded.insert(rounded.end(), arc.begin(), arc.end());
    } else {
      rounded.push_back(current);
    }
    current = next;
  }
  if (current.end > current.begin) rounded.push_back(current);
  return rounded;
}

}  // namespace fourfoot::track
