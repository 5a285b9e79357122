#include <gtest/gtest.h>

#include "support/wheelset_case.h"

namespace fourfoot {
namespace {

// A body held to its frame moves on a circle about the curve's centre: the accelerometer's reading
// follows from that alone.
TEST(Markers, ReadWhatAnAccelerometerWould) {
  const double v = 20.0, a = 0.7, radius = 300.0, g = 9.81;
  const auto system = scenario::build_system(testing::read_scenario_text(R"(
[speed]
v = 20
a = 0.7
[run]
duration = 1
[track]
[[track.horizontal]]
type = "circular-arc"
length = 500
radius = 300
turn = "left"
cant = 0.12
[vehicle.bodies.box]
mass = 1000
inertia = [1000, 1000, 1000]
position = [4, 0.3, 1.8]
free = []
[vehicle.markers.seat]
body = "box"
at = [9, -1.1, 2.5]
)"));
  system::Workspace ws(*system);
  const VecX y = system->calc_nominal_state(ws);
  const testing::ChannelValues channels(*system, 0.0, y);
  system->calc_rate(0.0, y, ws, ws.ydot);
  const MovingFrame& frame = ws.frames[0];
  const Vec3 position = frame.p_NT + frame.R_NT * Vec3(5.0, -1.1, 2.5);
  const Vec3 rho(position.x(), position.y() - radius, 0.0);
  const double omega = v / radius, epsilon = a / radius;
  const Vec3 absolute = -omega * omega * rho + epsilon * Vec3::UnitZ().cross(rho);
  const Vec3 reading = frame.R_NT.transpose() * (absolute + Vec3(0.0, 0.0, g)) - Vec3(0.0, 0.0, g);
  EXPECT_NEAR(channels["seat/a_x"], reading.x(), 1e-9);
  EXPECT_NEAR(channels["seat/a_y"], reading.y(), 1e-9);
  EXPECT_NEAR(channels["seat/a_z"], reading.z(), 1e-9);
  EXPECT_NEAR(channels["seat/d_y"], 0.0, 1e-12);
}

}  // namespace
}  // namespace fourfoot
