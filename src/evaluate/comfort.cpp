#include "evaluate/comfort.h"

#include <algorithm>
#include <cmath>

namespace fourfoot::evaluate {

double calc_mean_comfort(double ax, double ay, double az) {
  return 6.0 * std::sqrt(ax * ax + ay * ay + az * az);
}

double calc_curve_transition(const CurveTransition& c, double y2, double y3, double roll) {
  return 100.0 * (std::max(c.A * y2 + c.B * y3 - c.C, 0.0) + std::pow(c.D * roll, c.E));
}

double calc_discrete_event(const DiscreteEvent& c, double peak_to_peak, double mean) {
  return 100.0 * std::max(c.a * peak_to_peak + c.b * mean - c.c, 0.0);
}

double calc_nadal(double angle, double friction) {
  const double slope = std::tan(angle);
  return (slope - friction) / (1.0 + friction * slope);
}

}  // namespace fourfoot::evaluate
