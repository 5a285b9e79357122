#include "multibody/reference/formulation.h"

#include <gtest/gtest.h>

#include "multibody/assembly.h"
#include "multibody/energy.h"
#include "support/multibody/vehicle.h"

/// Three formulations of one vehicle must give one motion.
namespace fourfoot::multibody {
namespace {

using test::Ride;
using test::TestTrack;
using test::TestVehicle;

struct Start {
  VecX q, u;
};

/// Nominal position with joints closed; wheelsets roll; some motion to begin with.
Start make_start(const Model& model, const Ride& ride) {
  MotionWorkspace ws(model);
  std::vector<MovingFrame> frames;
  ride.calc_frames(model, 0.0, 1, frames);
  Start s{model.nominal_q(), VecX::Zero(model.u_count())};
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    model.put_pose(j, {0.001, 0.004, 0.002}, {0.003, 0.001, 0.002}, s.q);
  }
  assemble(model, 0.0, frames, ws, s.q);
  calc_position(model, 0.0, s.q, ws);
  VecX speeds = VecX::Zero(model.speed_count());
  for (std::size_t j = 0; j < model.body_count(); ++j) {
    const double spin = model.body(j).is_wheelset() ? ride.v0 / 0.46 : 0.02;
    put_twist(model, ws, j, {0.01, 0.02, -0.01}, {0.03, spin, 0.01}, speeds);
  }
  project_speeds(model, 0.0, s.q, speeds, frames, ws, s.u);
  return s;
}

/// Largest difference of two records, relative to the largest motion of its kind (positions, angles).
double compare(const MatX& a, const MatX& b) {
  double position = 0, turn = 0, position_size = 0, turn_size = 0;
  for (Eigen::Index c = 0; c < a.cols(); ++c) {
    const double d = (a.col(c) - b.col(c)).cwiseAbs().maxCoeff();
    const double size = a.col(c).cwiseAbs().maxCoeff();
    if (c % 6 < 3) {
      position = std::max(position, d);
      position_size = std::max(position_size, size);
    } else {
      turn = std::max(turn, d);
      if (size < 0.5) turn_size = std::max(turn_size, size);  // not the spin
    }
  }
  return std::max(position / position_size, turn / turn_size);
}

struct Course {
  const char* name;
  Ride ride;
  double end;
};
std::vector<Course> make_courses() {
  return {{"route II", {TestTrack::route_ii(), 22.0, 0.0, 0.0}, 1.2},
          {"route II, braking", {TestTrack::route_ii(), 36.0, -2.0, 0.0}, 1.0},
          {"route I", {TestTrack::route_i(), 15.0, 0.0, 0.0}, 1.2},
          {"route I, accelerating", {TestTrack::route_i(), 10.25, 6.0, 0.0}, 1.2},
          {"R = 165 m", {TestTrack::r165(), 15.0, 2.0, 0.0}, 1.2}};
}

void expect_agreement(TestVehicle vehicle, double step) {
  const Model model(vehicle.description);
  for (const Course& course : make_courses()) {
    const Start s = make_start(model, course.ride);
    MatX motion[3];
    const char* names[3] = {"kane", "inertial", "track-frame"};
    for (int k = 0; k < 3; ++k) {
      const auto run = test::make_run(names[k], model, vehicle, course.ride);
      motion[k] = test::record(*run, model, course.ride, s.q, s.u, course.end, step, 20);
    }
    const double inertial = compare(motion[0], motion[1]);
    const double track_frame = compare(motion[0], motion[2]);
    EXPECT_LT(inertial, 1e-7) << course.name;
    EXPECT_LT(track_frame, 1e-7) << course.name;
    ::testing::Test::RecordProperty(std::string(course.name).append(" e12"),
                                    std::to_string(1e12 * std::max(inertial, track_frame)));
  }
}

TEST(Formulations, AgreeForTwoBodiesWithAJoint) {
  expect_agreement(test::make_jointed_pair(), 4e-3);
}

TEST(Formulations, AgreeForSevenBodiesOnSprings) {
  expect_agreement(test::make_seven_bodies(), 1e-3);
}

/// A body far from the middle of its frame, with products of inertia, turning: every imaginary term
/// takes part in its motion.
TestVehicle make_wild_body() {
  TestVehicle v;
  v.description.bodies.push_back(test::make_body("body", 20000, {2.5e4, 3.0e5, 3.1e5}, 0, 1.6));
  v.description.bodies[0].nominal = {2.0, 1.5, 1.6};
  v.description.bodies[0].inertia << 9e4, 1e4, 6e3, 1e4, 3e5, 2e4, 6e3, 2e4, 3.1e5;
  for (double x : {-4.5, 4.5}) {
    for (double y : {-1.0, 1.0}) {
      v.springs.push_back({-1,
                           0,
                           Vec3(x, y, -0.6) + v.description.bodies[0].nominal,
                           {x, y, -0.6},
                           {1.0e6, 0.4e6, 0.8e6},
                           {2.0e4, 1.5e4, 2.0e4},
                           {0, 0, 20000 * 9.81 / 4}});
    }
  }
  return v;
}

TEST(Formulations, DisagreeVisiblyWithAnyImaginaryTermOff) {
  TestVehicle vehicle = make_wild_body();
  const Ride ride{TestTrack::r165(), 15.0, 2.0, 0.0};
  const Model whole(vehicle.description);
  const Start s = make_start(whole, ride);
  const double end = 3.0, step = 5e-3;
  const auto reference = test::make_run("inertial", whole, vehicle, ride);
  const MatX truth = test::record(*reference, whole, ride, s.q, s.u, end, step, 20);
  const auto kane = test::make_run("kane", whole, vehicle, ride);
  EXPECT_LT(compare(truth, test::record(*kane, whole, ride, s.q, s.u, end, step, 20)), 1e-8);
  for (int group = 0; group < 4; ++group) {
    for (int kind = 0; kind < 2; ++kind) {
      if (group == 0 && kind == 1) continue;  // translation has no torque
      for (int axis = 0; axis < 3; ++axis) {
        if (group == 0 && axis > 0) continue;  // nor a force across the track
        ModelDescription description = vehicle.description;
        description.bodies[0].omitted.omit(static_cast<ImaginaryGroup>(group),
                                           static_cast<WrenchKind>(kind), axis);
        const Model model(description);
        const auto run = test::make_run("kane", model, vehicle, ride);
        const double d = compare(truth, test::record(*run, model, ride, s.q, s.u, end, step, 20));
        const std::string name = std::string(imaginary_group_words[static_cast<std::size_t>(group)])
                                     .append(kind == 0 ? " force " : " torque ")
                                     .append(1, "xyz"[axis]);
        EXPECT_GT(d, 1e-6) << name;
        RecordProperty(name, std::to_string(d));
      }
    }
  }
}

TEST(Energy, WorkBalancesTheChangeOfKineticEnergyOverAMinute) {
  for (TestVehicle vehicle : {test::make_jointed_pair(), test::make_seven_bodies()}) {
    const Model model(vehicle.description);
    // A minute along curve and transition back and forth in speed, without corners.
    const Ride ride{TestTrack({{2000, 0, 1.0 / 300, 0, 0.15}}), 12.0, 0.05, 5.0};
    const Start s = make_start(model, ride);
    const auto run = test::make_run("kane", model, vehicle, ride);
    std::vector<MovingFrame> frames;
    const int n = run->state_count();
    VecX y(n + 2), x(n), dx(n);
    y << s.q, s.u, 0.0, 0.0;
    const auto balance = [&](double t, int side) {
      ride.calc_frames(model, t, side, frames);
      return calc_energy(model, frames, run->get_workspace());
    };
    const test::Rhs rhs = [&](double t, int side, const VecX& z, VecX& dz) {
      x = z.head(n);
      run->calc_rhs(t, side, x, dx);
      const EnergyBalance e = balance(t, side);
      dz.head(n) = dx;
      dz[n] = e.applied + e.held + e.joint;
      dz[n + 1] = std::abs(e.applied) + std::abs(e.held);
    };
    x = y.head(n);
    run->calc_rhs(0.0, 1, x, dx);
    const double before = balance(0.0, 1).kinetic;
    // Wheelsets on stiff springs set the step.
    test::march(rhs, 0.0, 60.0, model.body_count() > 2 ? 2e-3 : 1e-2, y);
    x = y.head(n);
    run->calc_rhs(60.0, 1, x, dx);
    const double after = balance(60.0, 1).kinetic;
    const double scale = std::max(after, std::abs(after - before));
    EXPECT_GT(std::abs(after - before), 0.01 * before);
    EXPECT_LT(std::abs(after - before - y[n]) / scale, 1e-8);
    RecordProperty(std::string("bodies_").append(std::to_string(model.body_count())),
                   std::to_string(1e12 * std::abs(after - before - y[n]) / scale) + "e-12");
  }
}

}  // namespace
}  // namespace fourfoot::multibody
