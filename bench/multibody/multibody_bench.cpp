#include <benchmark/benchmark.h>

#include "multibody/free_forces.h"
#include "multibody/jacobian.h"
#include "support/multibody/vehicle.h"

/// Cost of the rigid-body part, without elements and contact.
namespace fourfoot::multibody {
namespace {

struct Bench {
  explicit Bench(const test::TestVehicle& v)
      : model(v.description),
        ws(model),
        q(model.nominal_q()),
        u(VecX::Constant(model.u_count(), 0.01)),
        udot(model.u_count()) {
    const test::Ride ride{test::TestTrack::route_ii(), 22.0, 1.0, 30.0};
    ride.calc_frames(model, 0.5, 1, frames);
  }
  void calc() {
    calc_position(model, 0.0, q, ws);
    calc_velocity(model, 0.0, q, u, frames, ws);
    ws.clear_wrenches();
    add_gravity(model, frames, {0, 0, -9.81}, ws);
    calc_acceleration(model, frames, ws, udot);
  }
  Model model;
  MotionWorkspace ws;
  std::vector<MovingFrame> frames;
  VecX q, u, udot;
};

/// Bogies hung on the car by revolute joints, wheelsets on the bogies: 7 bodies in one tree.
test::TestVehicle make_tree() {
  test::TestVehicle v = test::make_seven_bodies();
  const auto join = [&](const char* a, const char* b, const Vec3& at, JointType type) {
    JointDescription j;
    j.name = std::string(a).append(b);
    j.type = type;
    j.body_a = a;
    j.body_b = b;
    j.point_a = at;
    v.description.joints.push_back(j);
  };
  join("car", "bogie_1", {9.5, 0, -1.2}, JointType::spherical);
  join("car", "bogie_2", {-9.5, 0, -1.2}, JointType::spherical);
  join("bogie_1", "wheelset_1", {1.28, 0, -0.14}, JointType::revolute);
  join("bogie_1", "wheelset_2", {-1.28, 0, -0.14}, JointType::revolute);
  join("bogie_2", "wheelset_3", {1.28, 0, -0.14}, JointType::revolute);
  join("bogie_2", "wheelset_4", {-1.28, 0, -0.14}, JointType::revolute);
  return v;
}

void right_hand_side_7_bodies(benchmark::State& state) {
  Bench b(test::make_seven_bodies());
  for (auto _ : state) {
    b.calc();
    benchmark::DoNotOptimize(b.udot.data());
  }
}
BENCHMARK(right_hand_side_7_bodies);

void right_hand_side_7_bodies_6_joints(benchmark::State& state) {
  Bench b(make_tree());
  for (auto _ : state) {
    b.calc();
    benchmark::DoNotOptimize(b.udot.data());
  }
}
BENCHMARK(right_hand_side_7_bodies_6_joints);

void jacobian_7_bodies(benchmark::State& state) {
  Bench b(test::make_seven_bodies());
  b.calc();
  JacobianWorkspace jw(b.model);
  WrenchDerivatives none(b.model.body_count());
  const int n = b.model.q_count() + b.model.u_count();
  MatX J(n, n);
  for (auto _ : state) {
    calc_jacobian(b.model, b.frames, b.ws, b.q, none, jw, J);
    benchmark::DoNotOptimize(J.data());
  }
}
BENCHMARK(jacobian_7_bodies);

void imaginary_forces_reduced_from_free_bodies(benchmark::State& state) {
  Bench b(make_tree());
  b.calc();
  VecX free(b.model.speed_count()), out(b.model.u_count());
  for (auto _ : state) {
    calc_free_imaginary(b.model, b.ws, free);
    reduce_free_forces(b.model, b.ws, free, out);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(imaginary_forces_reduced_from_free_bodies);

void imaginary_forces_direct_sum(benchmark::State& state) {
  Bench b(make_tree());
  b.calc();
  VecX out(b.model.u_count());
  MatX partials;
  for (auto _ : state) {
    calc_partial_velocities(b.model, b.ws, partials);
    sum_imaginary_directly(b.model, b.ws, partials, out);
    benchmark::DoNotOptimize(out.data());
  }
}
BENCHMARK(imaginary_forces_direct_sum);

}  // namespace
}  // namespace fourfoot::multibody
