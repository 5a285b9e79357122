#include <gtest/gtest.h>

#include <Eigen/LU>

#include "multibody/orientation.h"
#include "support/multibody/csv.h"
#include "support/multibody/run.h"

/// Single bodies along curved track against motion integrated in an inertial frame by an
/// independent program (tests/data/multibody/README.md).
namespace fourfoot::multibody {
namespace {

using test::Ride;
using test::TestTrack;

/// Spring to the track frame at a body point: the law of the reference data.
struct Spring {
  Vec3 point, stiffness, damping, preload;
};

struct Case {
  std::string file;
  Ride ride;
  BodyDescription body;
  std::vector<Spring> springs;
  bool gravity = true;
  Vec3 w0 = Vec3::Zero();
  double step = 5e-3;
};

BodyDescription make_body(BodyKind kind, double mass, const Vec3& inertia, double height) {
  BodyDescription body;
  body.name = "body";
  body.kind = kind;
  body.mass = mass;
  body.inertia = inertia.asDiagonal();
  body.nominal = {0, 0, height};
  return body;
}

class Simulation {
 public:
  explicit Simulation(const Case& c) : case_(c), model_({{c.body}}), ws_(model_) {}

  bool jumps = true;

  /// Largest differences in position [m], angles [rad] and angular velocity [rad/s].
  Vec3 compare() {
    const auto truth = test::read_csv(FOURFOOT_TEST_DATA "/multibody/" + case_.file);
    const std::vector<double>& times = truth.at("t");
    VecX y(model_.q_count() + model_.u_count());
    start(y);
    std::vector<double> corners = case_.ride.corner_times(model_, times.back());
    const test::Rhs rhs = [this](double t, int side, const VecX& x, VecX& dx) {
      calc(t, side, x, dx);
    };
    double t = 0.0;
    Vec3 worst = Vec3::Zero();
    for (std::size_t k = 0; k < times.size(); ++k) {
      while (!corners.empty() && corners.front() <= times[k]) {
        test::march(rhs, t, corners.front(), case_.step, y);
        t = corners.front();
        if (jumps) jump(t, y);
        corners.erase(corners.begin());
      }
      if (times[k] > t) test::march(rhs, t, times[k], case_.step, y);
      t = times[k];
      worst = worst.cwiseMax(calc_difference(truth, k, t, y));
    }
    return worst;
  }

 private:
  void start(VecX& y) {
    VecX q = model_.nominal_q(), u = VecX::Zero(model_.u_count());
    calc_position(model_, 0.0, q, ws_);
    put_twist(model_, ws_, 0, Vec3::Zero(), case_.w0, u);
    y << q, u;
  }
  void calc(double t, int side, const VecX& y, VecX& dy) {
    const int nq = model_.q_count();
    case_.ride.calc_frames(model_, t, side, frames_);
    calc_position(model_, t, y.head(nq), ws_);
    calc_velocity(model_, t, y.head(nq), y.tail(model_.u_count()), frames_, ws_);
    ws_.clear_wrenches();
    const BodyWorkspace& b = ws_.bodies[0];
    for (const Spring& s : case_.springs) {
      const Vec3 arm = b.R_TC * s.point;
      const Vec3 d = b.p_TB + arm - (case_.body.nominal + s.point);
      const Vec3 v = b.v_TB_T + (b.R_TC * b.w_TC_C).cross(arm);
      const Vec3 f = s.preload - s.stiffness.cwiseProduct(d) - s.damping.cwiseProduct(v);
      ws_.add_wrench(0, f, b.R_TC.transpose() * arm.cross(f));
    }
    if (case_.gravity) add_gravity(model_, frames_, {0, 0, -9.81}, ws_);
    calc_acceleration(model_, frames_, ws_, dy.tail(model_.u_count()));
    dy.head(nq) = ws_.qdot;
  }
  void jump(double t, VecX& y) {
    const int nq = model_.q_count();
    std::vector<MovingFrame> before, after;
    case_.ride.calc_frames(model_, t, -1, before);
    case_.ride.calc_frames(model_, t, 1, after);
    VecX u = y.tail(model_.u_count());
    apply_jump(model_, t, y.head(nq), before, after, ws_, u);
    y.tail(model_.u_count()) = u;
  }
  Vec3 calc_difference(const std::map<std::string, std::vector<double>>& truth, std::size_t k,
                       double t, const VecX& y) {
    const int nq = model_.q_count();
    calc_position(model_, t, y.head(nq), ws_);
    calc_velocity(model_, t, y.head(nq), y.tail(model_.u_count()), frames_, ws_);
    const BodyWorkspace& b = ws_.bodies[0];
    const auto get = [&](const char* x, const char* yy, const char* z) {
      return Vec3(truth.at(x)[k], truth.at(yy)[k], truth.at(z)[k]);
    };
    Vec3 angle = calc_angles(model_, ws_, 0) - get("roll", "pitch", "yaw");
    for (double& x : angle) x = std::remainder(x, 2.0 * M_PI);  // whole turns are no difference
    if (case_.body.kind == BodyKind::wheelset) angle[1] = 0.0;  // the data have no spin angle
    return {(b.p_TB - get("rx", "ry", "rz")).cwiseAbs().maxCoeff(), angle.cwiseAbs().maxCoeff(),
            (b.R_TC * b.w_TB_C - get("wrx", "wry", "wrz")).cwiseAbs().maxCoeff()};
  }

  Case case_;
  Model model_;
  MotionWorkspace ws_;
  std::vector<MovingFrame> frames_;
};

Ride make_ride(const std::string& route) {
  if (route == "straight") return {TestTrack::straight(), 22, 2};
  if (route == "circle600") return {TestTrack::circle600(), 22, 0};
  if (route == "routeII") return {TestTrack::route_ii(), 22, 0};
  return {TestTrack::route_i(), 15, 0};
}
std::string file_name(const std::string& body, const std::string& route) {
  return "relative_motion_" + body + "_" + route +
         (route == "straight" ? "_v22_a+2.csv"
          : route == "routeI" ? "_v15_a+0.csv"
                              : "_v22_a+0.csv");
}

Case free_body(const std::string& route) {
  return {file_name("FREE", route),
          make_ride(route),
          make_body(BodyKind::body, 20000, {2.0e4, 3.2e4, 4.5e4}, 1.6),
          {},
          false,
          {0.3, -0.2, 0.5},
          2e-2};
}

Case suspended_body(const std::string& route) {
  Case c{file_name("SUSP", route),
         make_ride(route),
         make_body(BodyKind::body, 20000, {2.5e4, 3.0e5, 3.1e5}, 1.6),
         {}};
  for (double x : {-4.5, 4.5}) {
    for (double y : {-1.0, 1.0}) {
      c.springs.push_back(
          {{x, y, -0.6}, {1.0e6, 0.4e6, 0.8e6}, {2.0e4, 1.5e4, 2.0e4}, {0, 0, 20000 * 9.81 / 4}});
    }
  }
  return c;
}

Case wheelset(const std::string& route) {
  Case c{file_name("WSET", route),
         make_ride(route),
         make_body(BodyKind::wheelset, 1500, {800, 120, 800}, 0.46),
         {}};
  for (double y : {-1.0, 1.0}) {
    c.springs.push_back({{0, y, 0}, {5e6, 5e6, 2e6}, {1e4, 1e4, 1e4}, {0, 0, 1500 * 9.81 / 2}});
  }
  // Absolute angular velocity (0, v0 / 0.46, 0) about the body's axis at the start.
  const MovingFrame start = c.ride.track.frame(0.0, c.ride.v0, c.ride.a);
  c.w0 = Vec3(0, c.ride.v0 / 0.46, 0) - start.w_NT_T;
  c.step = 2.5e-3;
  return c;
}

TEST(RelativeMotion, FreeBodyKeepsItsStraightPath) {
  for (const char* route : {"straight", "circle600", "routeII"}) {
    const Vec3 d = Simulation(free_body(route)).compare();
    EXPECT_LT(d[0], 1e-8) << route;
    EXPECT_LT(d[1], 1e-9) << route;
    EXPECT_LT(d[2], 1e-9) << route;
  }
}

TEST(RelativeMotion, SuspendedBody) {
  for (const char* route : {"straight", "circle600", "routeII", "routeI"}) {
    const Vec3 d = Simulation(suspended_body(route)).compare();
    EXPECT_LT(d[0], 1e-8) << route;
    EXPECT_LT(d[1], 1e-9) << route;
    EXPECT_LT(d[2], 1e-8) << route;
  }
}

TEST(RelativeMotion, SpinningWheelset) {
  for (const char* route : {"straight", "circle600", "routeII"}) {
    const Vec3 d = Simulation(wheelset(route)).compare();
    EXPECT_LT(d[0], 1e-8) << route;
    EXPECT_LT(d[1], 1e-9) << route;
    EXPECT_LT(d[2], 1e-7) << route;
  }
}

TEST(RelativeMotion, WithoutTheJumpAtCornersItIsWrongByMillimetres) {
  Simulation s(suspended_body("routeII"));
  s.jumps = false;
  EXPECT_NEAR(s.compare()[0], 3.3648e-3, 2e-4);
}

TEST(RelativeMotion, QuaternionAndAnglesGiveTheSameMotion) {
  Case c = free_body("circle600");
  c.body.orientation = Orientation::cardan;
  const Vec3 d = Simulation(c).compare();
  EXPECT_LT(d[0], 1e-8);
  EXPECT_LT(d[1], 1e-9);
}

TEST(RelativeMotion, EachOmittedTermIsSeen) {
  Case c = suspended_body("routeII");
  c.body.omitted.omit(ImaginaryGroup::centrifugal, WrenchKind::force, 1);
  EXPECT_GT(Simulation(c).compare()[0], 5e-3);
}

}  // namespace
}  // namespace fourfoot::multibody
