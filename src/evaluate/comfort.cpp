#include "evaluate/comfort.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fourfoot::evaluate {

double calc_mean_comfort(double ax, double ay, double az) {
  return 6.0 * std::sqrt(ax * ax + ay * ay + az * az);
}

double calc_seated_comfort(double floor_z, double pan_y, double pan_z, double back_x) {
  return 4.0 * floor_z + 2.0 * std::hypot(pan_y, pan_z) + 4.0 * back_x;
}

double calc_standing_comfort(double x, double y, double z, double y95) {
  return 3.0 * std::sqrt(16.0 * x * x + 4.0 * y * y + z * z) + 5.0 * y95;
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

double find_flange_angle(const std::vector<double>& y, const std::vector<double>& z) {
  if (y.size() != z.size() || y.size() < 3) return std::numeric_limits<double>::quiet_NaN();
  const auto tip = static_cast<std::size_t>(std::min_element(z.begin(), z.end()) - z.begin());
  double steepest = 0.0;
  for (std::size_t i = tip; i + 1 < y.size(); ++i)
    steepest = std::max(steepest, std::atan2(z[i + 1] - z[i], std::abs(y[i + 1] - y[i])));
  return steepest;
}

}  // namespace fourfoot::evaluate
