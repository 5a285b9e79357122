#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "support/csv_rows.h"
#include "support/track_routes.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

/// What the small-angle formulas need at one chainage of a route with linear transitions.
struct Local {
  double kappa, dkappa, gamma, dgamma, z1;  ///< z1 = dz/ds of the centre line; z'' = 0 inside
};

/// Written here from the lists of the routes, not taken from the program.
Local calc_local(const std::vector<double>& lengths, double kappa, double cant, bool rises,
                 double s) {
  double u = s;
  std::size_t i = 0;
  while (i < lengths.size() && u > lengths[i]) u -= lengths[i++];
  Local l{};
  if (i == 1 || i == 3) {
    const double L = lengths[i], f = i == 1 ? u / L : 1 - u / L, df = (i == 1 ? 1 : -1) / L;
    l = {kappa * f, kappa * df, cant * f / 1.5, cant * df / 1.5, rises ? cant * df / 2 : 0.0};
  } else if (i == 2) {
    l = {kappa, 0, cant / 1.5, 0, 0};
  }
  return l;
}

struct Transport {
  Vec3 omega, epsilon;
};

/// [Zboinski2012, Eqs. 64-75] as printed: phi = asin(z'' / kappa) = 0 on linear ramps, and
/// the torsion of so flat a curve left out, as in the table.
Transport calc_printed(const Local& l, double v, double a) {
  const double kappa = l.kappa;
  const double w_t = l.dgamma * v, w_b = v * kappa;
  const double e_t = l.dgamma * a, e_n = v * kappa * w_t;
  const double e_b = l.dkappa * v * v + kappa * a;
  const double s = std::sin(l.gamma), c = std::cos(l.gamma);
  return {Vec3(w_t, -s * w_b, c * w_b), Vec3(e_t, c * e_n - s * e_b, s * e_n + c * e_b)};
}

/// The same with the signs that our axes need: omega_t = -dgamma/dt, epsilon_n = v kappa omega_t -
/// v tau omega_b, tau by Eq. 65 of x' = (cos theta, sin theta, z').
Transport calc_corrected(const Local& l, double v, double a) {
  const double kappa = l.kappa, tau = l.kappa * l.z1;
  const double w_t = -l.dgamma * v, w_b = v * kappa;
  const double e_t = -l.dgamma * a, e_n = v * kappa * w_t - v * tau * w_b;
  const double e_b = l.dkappa * v * v + kappa * a;
  const double s = std::sin(l.gamma), c = std::cos(l.gamma);
  return {Vec3(w_t, -s * w_b, c * w_b), Vec3(e_t, c * e_n - s * e_b, s * e_n + c * e_b)};
}

struct Case {
  const char* file;
  bool is_route_1, rises;
  double a;
  /// Largest deviation of the corrected small-angle formulas from the exact ones, as tabulated in
  /// docs/theory/track.md; rounded up.
  double omega, epsilon;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.file;
}

class SmallAngle : public testing::TestWithParam<Case> {};

TEST_P(SmallAngle, DeviatesAsTabulated) {
  const Case& c = GetParam();
  const auto rows =
      test::read_csv_rows(std::string(FOURFOOT_TEST_DATA) + "/track/transport_" + c.file + ".csv");
  TrackDescription d = c.is_route_1 ? test::make_route_1() : test::make_route_2();
  if (c.rises) d.cant_rotation = CantRotation::inner_rail;
  const Track track(d);
  const std::vector<double> lengths =
      c.is_route_1 ? std::vector<double>{10, 7, 30} : std::vector<double>{10, 102.4, 60, 102.4, 40};
  const double kappa = c.is_route_1 ? 1.0 / 300 : 1.0 / 600, cant = c.is_route_1 ? 0.15 : 0.128;
  double worst_omega = 0, worst_epsilon = 0;
  Cursor cursor;
  for (const auto& row : rows) {
    const double s = row.at("s"), v = row.at("v");
    const Local local = calc_local(lengths, kappa, cant, c.rises, s);
    const Transport printed = calc_printed(local, v, c.a);
    const Transport corrected = calc_corrected(local, v, c.a);
    const MovingFrame exact = track.calc_frame(s, v, c.a, cursor);
    const char axis[] = {'x', 'y', 'z'};
    for (int i = 0; i < 3; ++i) {
      const std::string suffix(1, axis[i]);
      EXPECT_NEAR(printed.omega[i], row.at("omZ_" + suffix), 1e-10) << s << " omega " << axis[i];
      EXPECT_NEAR(printed.epsilon[i], row.at("epZ_" + suffix), 1e-10) << s << " eps " << axis[i];
    }
    worst_omega = std::max(worst_omega, (corrected.omega - exact.w_NT_T).norm());
    worst_epsilon = std::max(worst_epsilon, (corrected.epsilon - exact.alpha_NT_T).norm());
  }
  EXPECT_LE(worst_omega, c.omega);
  EXPECT_LE(worst_epsilon, c.epsilon);
  if (!c.rises) return;  // on a level line they are exact
  EXPECT_GE(worst_omega, 0.9 * c.omega);
  EXPECT_GE(worst_epsilon, 0.9 * c.epsilon);
}

INSTANTIATE_TEST_SUITE_P(All, SmallAngle,
                         testing::Values(Case{"routeI_v15_a+0", true, false, 0.0, 1e-15, 1e-15},
                                         Case{"routeII_v22_a+0", false, false, 0.0, 1e-15, 1e-15},
                                         Case{"routeII_v36_a-2", false, false, -2.0, 1e-15, 1e-15},
                                         Case{"routeII_rise_v22_a+0", false, true, 0.0, 2.3e-5,
                                              5.0e-6}));

}  // namespace
}  // namespace fourfoot::track
