#pragma once

#include <cmath>

#include "multibody/reference/formulation.h"
#include "support/multibody/run.h"

namespace fourfoot::test {

/// Spring-damper between points of two carriers, or from a body's track frame to it, in A's axes;
/// the force acts at B's point on both.
struct TestSpring {
  int a = -1;  ///< -1: the track frame of b
  int b = 0;
  Vec3 point_a, point_b, stiffness, damping, preload;
};

struct TestVehicle {
  multibody::ModelDescription description;
  std::vector<TestSpring> springs;
  double stored = 0.0;      ///< energy of the springs at the last call
  double dissipated = 0.0;  ///< power of the dampers at the last call

  void add_wrenches(multibody::Frames frames, multibody::MotionWorkspace& ws) {
    stored = dissipated = 0.0;
    for (const TestSpring& s : springs) add_spring(s, frames, ws);
  }

 private:
  using Frames = multibody::Frames;
  struct End {
    Vec3 p, V, W;  // in N
    Mat3 R;
  };
  static End get_end(const MovingFrame& f, const multibody::BodyWorkspace* b) {
    if (!b) return {f.p_NT, f.R_NT * f.v_NT_T, f.R_NT * f.w_NT_T, f.R_NT};
    return {f.p_NT + f.R_NT * b->p_TB, f.R_NT * (f.v_NT_T + f.w_NT_T.cross(b->p_TB) + b->v_TB_T),
            f.R_NT * (f.w_NT_T + b->R_TC * b->w_TC_C), f.R_NT * b->R_TC};
  }
  void add_spring(const TestSpring& s, Frames frames, multibody::MotionWorkspace& ws) {
    const auto ib = static_cast<std::size_t>(s.b);
    const auto ia = s.a < 0 ? ib : static_cast<std::size_t>(s.a);
    const End a = get_end(frames[ia], s.a < 0 ? nullptr : &ws.bodies[ia]);
    const End b = get_end(frames[ib], &ws.bodies[ib]);
    const Vec3 arm_b = b.R * s.point_b, at = b.p + arm_b;
    const Vec3 d = a.R.transpose() * (at - a.p) - s.point_a;
    const Vec3 v = a.R.transpose() * (b.V + b.W.cross(arm_b) - a.V - a.W.cross(at - a.p));
    const Vec3 f_A = s.preload - s.stiffness.cwiseProduct(d) - s.damping.cwiseProduct(v);
    stored += 0.5 * d.dot(s.stiffness.cwiseProduct(d)) - s.preload.dot(d);
    dissipated += v.dot(s.damping.cwiseProduct(v));
    const Vec3 f = a.R * f_A;
    ws.add_wrench(ib, frames[ib].R_NT.transpose() * f, b.R.transpose() * arm_b.cross(f));
    if (s.a < 0) return;
    ws.add_wrench(ia, -(frames[ia].R_NT.transpose() * f), -(a.R.transpose() * (at - a.p).cross(f)));
  }
};

inline multibody::BodyDescription make_body(const std::string& name, double mass,
                                            const Vec3& inertia, double offset, double height) {
  multibody::BodyDescription b;
  b.name = name;
  b.mass = mass;
  b.inertia = inertia.asDiagonal();
  b.chainage_offset = offset;
  b.nominal = {0, 0, height};
  return b;
}

/// Car, two bogies, four spinning wheelsets held to the track by springs: 7 bodies, 42 freedoms.
inline TestVehicle make_seven_bodies() {
  TestVehicle v;
  auto& bodies = v.description.bodies;
  const double g = 9.81, car = 32000, bogie = 2615, axle = 1503;
  bodies.push_back(make_body("car", car, {5.68e4, 1.97e6, 1.97e6}, 0, 1.8));
  bodies.push_back(make_body("bogie_1", bogie, {1722, 1476, 3067}, 9.5, 0.6));
  bodies.push_back(make_body("bogie_2", bogie, {1722, 1476, 3067}, -9.5, 0.6));
  const double chainages[4] = {9.5 + 1.28, 9.5 - 1.28, -9.5 + 1.28, -9.5 - 1.28};
  for (int k = 0; k < 4; ++k) {
    bodies.push_back(make_body(std::string("wheelset_").append(1, "1234"[k]), axle, {810, 112, 810},
                               chainages[k], 0.46));
    bodies.back().kind = multibody::BodyKind::wheelset;
  }
  for (int side : {-1, 1}) {
    for (int k = 0; k < 2; ++k) {
      v.springs.push_back({0,
                           1 + k,
                           {k == 0 ? 9.5 : -9.5, 1.0 * side, -0.95},
                           {0, 1.0 * side, 0.25},
                           {1.6e5, 1.6e5, 4.3e5},
                           {1e4, 3.2e4, 2e4},
                           {0, 0, -car * g / 4}});
    }
    for (int k = 0; k < 4; ++k) {
      const int b = 1 + k / 2;
      const double x = k % 2 == 0 ? 1.28 : -1.28;
      v.springs.push_back({b,
                           3 + k,
                           {x, 1.0 * side, -0.14},
                           {0, 1.0 * side, 0},
                           {3e7, 3.9e6, 1.2e6},
                           {1.5e4, 2e3, 4e3},
                           {0, 0, -(car / 8 + bogie / 4) * g}});
      v.springs.push_back({-1,
                           3 + k,
                           {0, 0.75 * side, 0.46},
                           {0, 0.75 * side, 0},
                           {2e6, 5e6, 2e7},
                           {2e4, 5e4, 1e5},
                           {0, 0, (car / 8 + bogie / 4 + axle / 2) * g}});
    }
  }
  return v;
}

/// A car on springs with a pendulum on a hinge and a prescribed nod: joints, a held and a
/// prescribed coordinate.
inline TestVehicle make_jointed_pair() {
  using namespace multibody;
  TestVehicle v;
  v.description.bodies.push_back(make_body("car", 20000, {2.5e4, 3.0e5, 3.1e5}, 0, 1.6));
  v.description.bodies.push_back(make_body("pendulum", 900, {300, 200, 250}, 3.0, 1.0));
  v.description.bodies[0][Coordinate::chi] = CoordinateRule::prescribed([](double t) {
    return PrescribedValue{0.01 * std::sin(3 * t), 0.03 * std::cos(3 * t), -0.09 * std::sin(3 * t)};
  });
  JointDescription hinge;
  hinge.name = "hinge";
  hinge.type = JointType::revolute;
  hinge.body_a = "car";
  hinge.body_b = "pendulum";
  hinge.point_a = {3.0, 0.2, 0.0};
  hinge.point_b = {0.0, 0.2, 0.6};
  hinge.axis_a = hinge.axis_b = Vec3::UnitX();
  v.description.joints.push_back(hinge);
  for (double x : {-4.5, 4.5}) {
    for (double y : {-1.0, 1.0}) {
      v.springs.push_back({-1,
                           0,
                           {x, y, 1.0},
                           {x, y, -0.6},
                           {1.0e6, 0.4e6, 0.8e6},
                           {2.0e4, 1.5e4, 2.0e4},
                           {0, 0, 20900 * 9.81 / 4}});
    }
  }
  return v;
}

/// A formulation of a vehicle on a ride.
inline std::unique_ptr<multibody::Formulation> make_run(const std::string& name,
                                                        const multibody::Model& model,
                                                        TestVehicle& vehicle, const Ride& ride) {
  return multibody::make_formulation(
      name, model,
      [&ride](double t, double offset, int side, MovingFrame& f) {
        f = ride.track.frame(ride.s(t) + offset, ride.v(t), ride.a, side);
      },
      [&vehicle, &model](double, multibody::Frames frames, multibody::MotionWorkspace& ws) {
        vehicle.add_wrenches(frames, ws);
        multibody::add_gravity(model, frames, {0, 0, -9.81}, ws);
      });
}

/// Positions and angles of all bodies at equal intervals of `sample` until `end`.
inline MatX record(multibody::Formulation& run, const multibody::Model& model, const Ride& ride,
                   const VecX& q, const VecX& u, double end, double step, int samples) {
  VecX y;
  run.start(0.0, q, u, y);
  std::vector<double> corners = ride.corner_times(model, end);
  const Rhs rhs = [&](double t, int side, const VecX& x, VecX& dx) {
    run.calc_rhs(t, side, x, dx);
  };
  MatX out(samples, 6 * static_cast<Eigen::Index>(model.body_count()));
  double t = 0.0;
  for (int k = 0; k < samples; ++k) {
    const double target = end * (k + 1) / samples;
    while (!corners.empty() && corners.front() <= target) {
      march(rhs, t, corners.front(), step, y);
      t = corners.front();
      run.jump(t, y);
      corners.erase(corners.begin());
    }
    if (target > t) march(rhs, t, target, step, y);
    t = target;
    run.calc_relative(t, 1, y);
    for (std::size_t j = 0; j < model.body_count(); ++j) {
      Vec3 turn = multibody::calc_angles(model, run.get_workspace(), j);
      // The spin angle is counted with whole turns by some formulations only.
      if (model.body(j).is_wheelset()) turn[1] = std::sin(turn[1]);
      out.row(k).segment<6>(static_cast<Eigen::Index>(6 * j))
          << (run.get_workspace().bodies[j].p_TB - model.body(j).given.nominal).transpose(),
          turn.transpose();
    }
  }
  return out;
}

}  // namespace fourfoot::test
