#include <gtest/gtest.h>

#include <cmath>

#include "support/csv_rows.h"
#include "support/track_routes.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

struct Case {
  const char* file;
  bool is_route_1;
  bool rises;
  double a;
};
std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.file;
}

class Transport : public testing::TestWithParam<Case> {};

/// omega, epsilon and a_o against an independent program that differentiates R_NT numerically. Its
/// tables carry ten digits, and its differences are good to about 1e-8 away from kinks, where the
/// stencil must not reach across (0.02 s either side). Its a_o is the second difference of
/// positions of some 300 m, which carry 5e-14 m of rounding: 5e-8 m/s^2 with its step of a
/// millisecond.
TEST_P(Transport, FollowsTheTable) {
  const Case& c = GetParam();
  const auto rows =
      test::read_csv_rows(std::string(FOURFOOT_TEST_DATA) + "/track/transport_" + c.file + ".csv");
  TrackDescription d = c.is_route_1 ? test::make_route_1() : test::make_route_2();
  if (c.rises) d.cant_rotation = CantRotation::inner_rail;
  const Track track(d);
  ASSERT_GT(rows.size(), 200u);
  Cursor cursor;
  const char axis[] = {'x', 'y', 'z'};
  double worst_w = 0, worst_e = 0, worst_a = 0;
  for (const auto& row : rows) {
    const double s = row.at("s"), v = row.at("v");
    const MovingFrame f = track.calc_frame(s, v, c.a, cursor);
    EXPECT_NEAR(track.calc_geometry(s, cursor).roll, row.at("gamma"), 1e-10);
    for (int i = 0; i < 3; ++i) {
      const std::string suffix(1, axis[i]);
      worst_w = std::max(worst_w, std::abs(f.w_NT_T[i] - row.at("om_" + suffix)));
      worst_e = std::max(worst_e, std::abs(f.alpha_NT_T[i] - row.at("ep_" + suffix)));
      worst_a = std::max(worst_a, std::abs(f.a_NT_T[i] - row.at("ao1_" + suffix)));
    }
  }
  EXPECT_LT(worst_w, 2e-10);
  EXPECT_LT(worst_e, 1e-10);
  EXPECT_LT(worst_a, 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, Transport,
                         testing::Values(Case{"routeI_v15_a+0", true, false, 0.0},
                                         Case{"routeII_v22_a+0", false, false, 0.0},
                                         Case{"routeII_v36_a-2", false, false, -2.0},
                                         Case{"routeII_rise_v22_a+0", false, true, 0.0}));

}  // namespace
}  // namespace fourfoot::track
