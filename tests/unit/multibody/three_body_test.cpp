#include <gtest/gtest.h>

#include "support/multibody/csv.h"
#include "support/multibody/vehicle.h"

/// A car on two axles, each in its own track frame, against motion integrated in an inertial frame
/// by an independent program (tests/data/multibody/README.md).
namespace fourfoot::multibody {
namespace {

using test::TestVehicle;

TestVehicle make_three_bodies() {
  TestVehicle v;
  const double car = 20000, axle = 1500, g = 9.81;
  auto& bodies = v.description.bodies;
  bodies.push_back(test::make_body("car", car, {2.5e4, 3.0e5, 3.1e5}, 0, 1.6));
  bodies.push_back(test::make_body("front", axle, {800, 120, 800}, 4.5, 0.46));
  bodies.push_back(test::make_body("rear", axle, {800, 120, 800}, -4.5, 0.46));
  for (int k : {1, 2}) {
    const double x = k == 1 ? 4.5 : -4.5;
    for (double side : {-1.0, 1.0}) {
      v.springs.push_back({0,
                           k,
                           {x, side, -0.6},
                           {0, side, 0.54},
                           {2e6, 1e6, 0.8e6},
                           {2e4, 2e4, 2e4},
                           {0, 0, -car * g / 4}});
      v.springs.push_back({-1,
                           k,
                           {0, 0.75 * side, 0},
                           {0, 0.75 * side, -0.46},
                           {2e6, 5e6, 2e7},
                           {2e4, 5e4, 1e5},
                           {0, 0, (car / 2 + axle) * g / 2}});
    }
  }
  return v;
}

TEST(ThreeBodies, MoveAsTheReferenceSays) {
  const auto truth =
      test::read_csv(FOURFOOT_TEST_DATA "/multibody/relative_motion_THREEBODY_routeII_v22_a+0.csv");
  TestVehicle vehicle = make_three_bodies();
  const Model model(vehicle.description);
  const test::Ride ride{test::TestTrack::route_ii(), 22.0, 0.0, 4.5};
  const auto run = test::make_run("kane", model, vehicle, ride);
  const test::Rhs rhs = [&](double t, int side, const VecX& y, VecX& dy) {
    run->calc_rhs(t, side, y, dy);
  };
  const std::vector<double>& times = truth.at("t");
  std::vector<double> corners = ride.corner_times(model, times.back());
  VecX y;
  run->start(0.0, model.nominal_q(), VecX::Zero(model.u_count()), y);
  const double step = 2e-3;
  double t = 0.0, position = 0.0, angle = 0.0, speed = 0.0;
  // The axles stand on their heads' side of stability: errors grow with the motion itself, so the
  // comparison ends before they turn over.
  for (std::size_t k = 0; k < times.size() && times[k] < 6.0; ++k) {
    while (!corners.empty() && corners.front() <= times[k]) {
      test::march(rhs, t, corners.front(), step, y);
      t = corners.front();
      run->jump(t, y);
      corners.erase(corners.begin());
    }
    if (times[k] > t) test::march(rhs, t, times[k], step, y);
    t = times[k];
    run->calc_relative(t, 1, y);
    const char* names[3] = {"car", "front", "rear"};
    for (std::size_t j = 0; j < 3; ++j) {
      const auto get = [&](const char* c) { return truth.at(std::string(names[j]).append(c))[k]; };
      const BodyWorkspace& b = run->get_workspace().bodies[j];
      const Vec3 turn = calc_angles(model, run->get_workspace(), j);
      const Vec3 dp = b.p_TB - Vec3(get("_x"), get("_y"), get("_z"));
      const Vec3 da = turn - Vec3(get("_roll"), get("_pitch"), get("_yaw"));
      const Vec3 dv = b.v_TB_T - Vec3(get("_vx"), get("_vy"), get("_vz"));
      position = std::max(position, dp.cwiseAbs().maxCoeff());
      angle = std::max(angle, da.cwiseAbs().maxCoeff());
      speed = std::max(speed, dv.cwiseAbs().maxCoeff());
    }
  }
  EXPECT_LT(position, 1e-8);
  EXPECT_LT(angle, 1e-8);
  EXPECT_LT(speed, 1e-7);
}

}  // namespace
}  // namespace fourfoot::multibody
