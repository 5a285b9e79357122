#include "track/abscissa_choice.h"

#include <algorithm>
#include <cmath>

#include "track/abscissa_curve.h"

namespace fourfoot::track {

namespace {

enum class Convention { cut, whole, corrected, series, clothoid };

/// X with X (1 + tan^2(tau) / 10) = length, where sin(tau) = X K / 2: the arc of a cubic parabola by
/// the first term of its series.
double find_abscissa_by_series(double largest, double length) {
  double X = length;
  for (int i = 0; i < 50; ++i) {
    const double sine = std::min(0.5, 0.5 * X * largest);
    X = length / (1.0 + 0.1 * sine * sine / (1.0 - sine * sine));
  }
  return X;
}

/// With the end curvature over cos(tau): sin(tau) = X K / 2.
HorizontalElement make_corrected(const HorizontalElement& element, bool by_series) {
  HorizontalElement e = element;
  const double k0 = *element.start_curvature, k1 = *element.end_curvature;
  const double largest = std::max(std::abs(k0), std::abs(k1));
  for (int i = 0; i < 20; ++i) {
    const double sine = std::min(0.5, 0.5 * e.length * largest);
    const double cosine = std::sqrt(1.0 - sine * sine);
    e.start_curvature = k0 / cosine;
    e.end_curvature = k1 / cosine;
    const double X = by_series ? find_abscissa_by_series(largest, element.length)
                               : AbscissaCurve::find_abscissa(e.shape, *e.start_curvature,
                                                              *e.end_curvature, element.length);
    const bool is_settled = std::abs(X - e.length) < 1e-10;
    e.length = X;
    if (is_settled) break;
  }
  return e;
}

/// What turns too far, or is no curve at all, is refused when the track is built.
bool is_curve(const HorizontalElement& e) {
  if (!e.is_over_abscissa) return false;
  const double k = std::abs(*e.start_curvature) + std::abs(*e.end_curvature);
  return e.length > 0.0 && e.length < 1e4 && 0.5 * k * e.length < 0.4;
}

HorizontalElement apply(Convention convention, const HorizontalElement& element) {
  HorizontalElement e = element;
  switch (convention) {
    case Convention::cut:
      e.arc_length = e.length;
      break;
    case Convention::whole:
      e.length =
          AbscissaCurve::find_abscissa(e.shape, *e.start_curvature, *e.end_curvature, e.length);
      break;
    case Convention::corrected:
    case Convention::series:
      return make_corrected(element, convention == Convention::series);
    case Convention::clothoid:
      e.is_over_abscissa = false;
  }
  return e;
}

double sum_misses(Convention convention, const std::vector<HorizontalElement>& elements,
                  const std::vector<SeenEnd>& ends) {
  double sum = 0.0;
  for (const SeenEnd& seen : ends) {
    const HorizontalElement& e = elements[seen.element];
    if (is_curve(e))
      sum += (calc_leg(apply(convention, e), standard_gauge).chord - seen.end).norm();
  }
  return sum;
}

}  // namespace

void choose_abscissa_curves(std::vector<HorizontalElement>& elements,
                            const std::vector<SeenEnd>& ends) {
  if (std::none_of(elements.begin(), elements.end(), is_curve)) return;
  Convention best = Convention::cut;
  double least = sum_misses(best, elements, ends);
  for (const Convention other :
       {Convention::whole, Convention::corrected, Convention::series, Convention::clothoid})
    if (const double miss = sum_misses(other, elements, ends); miss < least) {
      best = other;
      least = miss;
    }
  for (HorizontalElement& e : elements)
    if (is_curve(e)) e = apply(best, e);
}

double calc_plan_length(const std::vector<HorizontalElement>& elements) {
  double length = 0.0;
  for (const HorizontalElement& e : elements)
    length += e.is_over_abscissa ? AbscissaCurve(e.shape, *e.start_curvature, *e.end_curvature,
                                                 e.length, e.arc_length)
                                       .length()
                                 : e.length;
  return length;
}

}  // namespace fourfoot::track
