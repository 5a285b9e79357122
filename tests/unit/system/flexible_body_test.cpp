// A car body that bends: a free beam with two modes on springs, against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <complex>
#include <random>

#include "base/error.h"
#include "math/eigenvalues.h"
#include "support/wheelset_case.h"
#include "system/flexible_carrier.h"
#include "system/formulation_problem.h"
#include "system/problem.h"

namespace fourfoot {
namespace {

constexpr double length = 24.0, mass = 30e3, bending = 3e9, pitch_inertia = 1.44e6;
constexpr double stiffness = 8e5, damping = 3e4, at = 11.0;

const multibody::BeamBending beam{
    .length = length, .mass = mass, .stiffness = bending, .damping_ratio = 0.02};

std::string make_text(const std::string& free) {
  return R"(
[speed]
v = 20
[run]
duration = 1
[track]
[[track.horizontal]]
type = "line"
length = 500
[vehicle.bodies.car]
mass = 30e3
inertia = [5e4, 1.44e6, 1.44e6]
position = [0, 0, 1.8]
free = )" +
         free;
}

scenario::Scenario make_scenario(const std::string& text) {
  scenario::Scenario scenario = testing::read_scenario_text(text);
  scenario.gravity = 0.0;
  scenario.vehicle.bodies[0].modes = multibody::make_beam_modes(beam);
  return scenario;
}

// The mode shapes as textbooks write them, from the rear end, with the tabulated roots.
double calc_shape(int k, double x) {
  const double root = k == 0 ? 4.730040744862704 : 7.853204624095838;
  const double b = root * (x / length + 0.5);
  const double s = (std::cosh(root) - std::cos(root)) / (std::sinh(root) - std::sin(root));
  const double sign = k == 0 ? 1.0 : -1.0;  // 2 at the front end
  return sign * (std::cosh(b) + std::cos(b) - s * (std::sinh(b) + std::sin(b)));
}
double calc_omega(int k) {
  const double root = k == 0 ? 4.730040744862704 : 7.853204624095838;
  return std::pow(root / length, 2) * std::sqrt(bending * length / mass);
}

std::vector<std::complex<double>> sort(const Eigen::VectorXcd& values) {
  std::vector<std::complex<double>> list(values.begin(), values.end());
  std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return std::pair(a.imag(), a.real()) < std::pair(b.imag(), b.real());
  });
  return list;
}

// Bounce z, pitch chi and the two modes: w(x) = z - x chi + phi_1 eta_1 + phi_2 eta_2.
TEST(FlexibleBody, OnSpringsHasTheEigenvaluesOfTheClosedForm) {
  std::string text = make_text(R"(["z", "chi"])");
  for (const std::string x : {"11", "-11"}) {
    text += "\n[vehicle.elements.spring_" + x + "]\ntype = \"spring-damper\"\n" +
            "between = [\"track\", \"car\"]\nat = [" + x +
            ", 0, 1.8]\nstiffness = [0, 0, 8e5]\ndamping = [0, 0, 3e4]\npreload = [0, 0, 0]\n";
  }
  const auto system = scenario::build_system(make_scenario(text));
  ASSERT_EQ(system->size(), 8);
  system::Workspace ws(*system);
  const VecX y = system->calc_nominal_state(ws);
  MatX jacobian(8, 8);
  system->calc_jacobian(0.0, y, ws, jacobian);

  MatX K = MatX::Zero(4, 4), C = K;
  for (const double x : {at, -at}) {
    const Eigen::Vector4d r(1.0, -x, calc_shape(0, x), calc_shape(1, x));
    K += stiffness * r * r.transpose();
    C += damping * r * r.transpose();
  }
  for (int k = 0; k < 2; ++k) {
    K(2 + k, 2 + k) += mass * calc_omega(k) * calc_omega(k);
    C(2 + k, 2 + k) += 2.0 * beam.damping_ratio * mass * calc_omega(k);
  }
  const Eigen::Vector4d inverse(1 / mass, 1 / pitch_inertia, 1 / mass, 1 / mass);
  MatX expected = MatX::Zero(8, 8);
  expected.topRightCorner(4, 4).setIdentity();
  expected.bottomLeftCorner(4, 4) = -(inverse.asDiagonal() * K);
  expected.bottomRightCorner(4, 4) = -(inverse.asDiagonal() * C);

  const auto found = sort(calc_eigenvalues(jacobian)), closed = sort(calc_eigenvalues(expected));
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_NEAR(std::abs(found[k] - closed[k]), 0.0, 1e-9 * std::abs(closed[k])) << closed[k];
  }
  // The springs couple: the closed form is not that of a rigid car beside a free beam.
  EXPECT_GT(std::abs(std::abs(closed[7]) - calc_omega(1)), 1e-4 * calc_omega(1));
}

// A force that is suddenly there, in the middle of a beam that nothing holds:
//   w(x, t) = F t^2 / (2 m) + phi_1(0) phi_1(x) F / (m w^2) (1 - e^(-a t) (cos b t + a/b sin b t))
TEST(FlexibleBody, SwingsAsTheClosedFormUnderASuddenForce) {
  const std::string text = make_text(R"(["x", "y", "z", "phi", "chi", "psi"])") + R"(
[vehicle.elements.push]
type = "force-time"
between = ["track", "car"]
at = [0, 0, 1.8]
time = [0, 10]
force_z = [1000, 1000]
[vehicle.markers.front]
body = "car"
at = [12, 0, 1.8]
)";
  const auto system = scenario::build_system(make_scenario(text));
  system::SystemProblem problem(*system);
  system::Workspace ws(*system);
  VecX y = system->calc_nominal_state(ws);
  problem.begin_anew(0.0);
  const double w = calc_omega(0), a = beam.damping_ratio * w, b = std::sqrt(w * w - a * a);
  const auto expect = [&](double t, double x) {
    const double swing = 1.0 - std::exp(-a * t) * (std::cos(b * t) + a / b * std::sin(b * t));
    return 1000.0 / mass * (0.5 * t * t + calc_shape(0, 0.0) * calc_shape(0, x) / (w * w) * swing);
  };
  // Runge and Kutta's classical steps, small enough for ten digits.
  const double h = 2e-4;
  VecX k1(y.size()), k2 = k1, k3 = k1, k4 = k1;
  for (int step = 0; step < 1500; ++step) {
    const double t = h * step;
    problem.calc_rate(t, y, k1);
    problem.calc_rate(t + h / 2, y + h / 2 * k1, k2);
    problem.calc_rate(t + h / 2, y + h / 2 * k2, k3);
    problem.calc_rate(t + h, y + h * k3, k4);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    if ((step + 1) % 250 != 0) continue;
    const testing::ChannelValues channels(*system, t + h, y);
    EXPECT_NEAR(channels["front/d_z"], expect(t + h, 12.0), 1e-9 * std::abs(expect(0.3, 12.0)));
    const double d = 1e-4;
    const double acceleration =
        (expect(t + h + d, 12.0) - 2 * expect(t + h, 12.0) + expect(t + h - d, 12.0)) / (d * d);
    EXPECT_NEAR(channels["front/a_z"], acceleration, 1e-5 * std::abs(acceleration) + 1e-6);
  }
}

// Virtual power: what a wrench does at the moving point is what the body and its modes receive.
TEST(FlexibleBody, ReceivesThePowerOfWhatActsAtAPoint) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const auto vector = [&](double size) {
    return Vec3(size * Vec3(uniform(random), uniform(random), uniform(random)));
  };
  // Both planes, so that rotation vectors and their rates are not parallel.
  multibody::BeamBending lateral = beam;
  lateral.plane = multibody::BeamBending::Plane::lateral;
  const multibody::Modes up = make_beam_modes(beam), across = make_beam_modes(lateral);
  for (int trial = 0; trial < 20; ++trial) {
    const Vec3 point = vector(8.0);
    const multibody::ModeShape a = up.calc_shape(point), c = across.calc_shape(point);
    system::FlexiblePoint flexible{0, point, {Eigen::Matrix3Xd(3, 4), Eigen::Matrix3Xd(3, 4)}};
    flexible.shape.displacement << a.displacement, c.displacement;
    flexible.shape.rotation << a.rotation, c.rotation;
    MovingFrame frame;
    frame.p_NT = vector(100.0);
    frame.R_NT = Eigen::Quaterniond(1.0, uniform(random), uniform(random), uniform(random))
                     .normalized()
                     .toRotationMatrix();
    frame.v_NT_T = vector(20.0);
    frame.w_NT_T = vector(0.5);
    multibody::BodyWorkspace b;
    b.p_TB = vector(2.0);
    b.R_TC = b.R_TB = Eigen::Quaterniond(1.0, uniform(random), uniform(random), uniform(random))
                          .normalized()
                          .toRotationMatrix();
    b.v_TB_T = vector(1.0);
    b.w_TB_C = b.w_TC_C = vector(1.0);
    b.eta = 0.3 * VecX::Random(4);
    b.eta_d = VecX::Random(4);
    b.force_T = b.torque_C = Vec3::Zero();
    b.modal = VecX::Zero(4);
    const system::CarrierWrench wrench{vector(1e4), vector(1e4)};
    const system::Carrier carrier = system::make_flexible_carrier(flexible, b, frame, frame.p_NT);
    system::add_flexible_wrench(flexible, wrench, frame, b);
    const Vec3 V = frame.v_NT_T + frame.w_NT_T.cross(b.p_TB) + b.v_TB_T;
    const Vec3 W = b.R_TC.transpose() * frame.w_NT_T + b.w_TB_C;
    const double at_point = wrench.force.dot(carrier.v) + wrench.torque.dot(carrier.w);
    const double received = b.force_T.dot(V) + b.torque_C.dot(W) + b.modal.dot(b.eta_d);
    EXPECT_NEAR(received, at_point, 1e-10 * wrench.force.norm() * carrier.v.norm());

    // The carrier's velocity and angular velocity are the rates of its position and axes.
    const double h = 1e-6;
    const auto move = [&](double by) {
      MovingFrame f = frame;
      multibody::BodyWorkspace m = b;
      const auto turn = [&](const Vec3& w) {
        return multibody::calc_small_turn<double>(Vec3(by * w)).R;
      };
      f.p_NT += by * (frame.R_NT * frame.v_NT_T);
      f.R_NT = frame.R_NT * turn(frame.w_NT_T);
      m.p_TB += by * b.v_TB_T;
      m.R_TC = b.R_TC * turn(b.w_TB_C);
      m.eta += by * b.eta_d;
      return system::make_flexible_carrier(flexible, m, f, frame.p_NT);
    };
    const system::Carrier after = move(h), before = move(-h);
    EXPECT_LT(((after.center - before.center) / (2 * h) - carrier.v).norm(), 1e-6);
    const Mat3 spin = (after.R_NC - before.R_NC) / (2 * h) * carrier.R_NC.transpose();
    EXPECT_LT((Vec3(spin(2, 1), spin(0, 2), spin(1, 0)) - carrier.w).norm(), 1e-7);
  }
}

const char* const springs = R"(
[vehicle.elements.front]
type = "spring-damper"
between = ["track", "car"]
at = [9, 0, 1]
stiffness = [2e5, 2e5, 8e5]
damping = [1e4, 1e4, 3e4]
[vehicle.elements.rear]
type = "spring-damper"
between = ["track", "car"]
at = [-9, 0, 1]
stiffness = [2e5, 2e5, 8e5]
damping = [1e4, 1e4, 3e4]
[vehicle.elements.across]
type = "bushing"
between = ["track", "car"]
at = [0, 0, 1]
stiffness = [0, 0, 0, 1e6, 0, 0]
damping = [0, 0, 0, 1e5, 0, 0]
[vehicle.markers.seat]
body = "car"
at = [7, 0.8, 2.2]
)";
const char* const all_free = R"(["x", "y", "z", "phi", "chi", "psi"])";

// The file draws the vehicle as it stands loaded: no body moves there, and none bends further.
TEST(FlexibleBody, RestsInItsNominalPositionUnderItsWeight) {
  scenario::Scenario scenario = make_scenario(make_text(all_free) + springs);
  scenario.gravity = 9.81;
  const auto system = scenario::build_system(scenario);
  EXPECT_GT(system->model().modal_loads[0].cwiseAbs().maxCoeff(), 1e4);
  system::Workspace ws(*system);
  const VecX y = system->calc_nominal_state(ws);
  system->calc_rate(0.0, y, ws, ws.ydot);
  EXPECT_LT(ws.udot.cwiseAbs().maxCoeff(), 1e-9);
}

// In a curve, turning and bending at once: the accelerometer feels the second derivative of where
// it is, in its own axes.
TEST(FlexibleBody, CarriesAnAccelerometer) {
  std::string text = make_text(all_free) + springs;
  const std::string line = "type = \"line\"";
  text.replace(text.find(line), line.size(),
               "type = \"circular-arc\"\nradius = 300\nturn = \"left\"\ncant = 0.1");
  scenario::Scenario scenario = make_scenario(text);
  scenario.gravity = 9.81;
  const auto system = scenario::build_system(scenario);
  system::SystemProblem problem(*system);
  problem.begin_anew(0.0);
  system::Workspace& ws = problem.workspace();
  VecX y = system->calc_nominal_state(ws);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (double& value : y) value += 0.02 * uniform(random);
  const auto get_carrier = [&](double t, const VecX& at_y) {
    VecX rate(at_y.size());
    problem.calc_rate(t, at_y, rate);
    const vehicle::Marker& marker = system->model().markers[0];
    return system::make_flexible_carrier({0, marker.point, marker.shape}, ws.bodies.bodies[0],
                                         ws.frames[0], Vec3::Zero());
  };
  const auto step = [&](double t, const VecX& from, double h) {
    VecX k1(from.size()), k2 = k1, k3 = k1, k4 = k1;
    problem.calc_rate(t, from, k1);
    problem.calc_rate(t + h / 2, from + h / 2 * k1, k2);
    problem.calc_rate(t + h / 2, from + h / 2 * k2, k3);
    problem.calc_rate(t + h, from + h * k3, k4);
    return VecX(from + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4));
  };
  const double t = 1.0, h = 1e-4;
  const Vec3 g(0.0, 0.0, -9.81);
  const system::Carrier here = get_carrier(t, y);
  const Vec3 after = get_carrier(t + h, step(t, y, h)).v;
  const Vec3 before = get_carrier(t - h, step(t, y, -h)).v;
  const Vec3 expected = here.R_NC.transpose() * ((after - before) / (2 * h) - g) + g;
  const testing::ChannelValues channels(*system, t, y);
  const Vec3 reading(channels["seat/a_x"], channels["seat/a_y"], channels["seat/a_z"]);
  EXPECT_LT((reading - expected).norm(), 1e-4 * expected.norm()) << reading << "\n" << expected;
}

// What is not possible yet, or makes no sense, is told.
void expect_refusal(const scenario::Scenario& scenario, const std::string& part) {
  try {
    const auto system = scenario::build_system(scenario);
    system::FormulationProblem problem(*system, "inertial");
    ADD_FAILURE() << "was not refused: " << part;
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings().front().id, "modes");
    EXPECT_NE(error.findings().front().message.find(part), std::string::npos)
        << error.findings().front().message;
  }
}

TEST(FlexibleBody, IsRefusedWhereItCannotBe) {
  const std::string text = make_text(all_free) + springs;
  expect_refusal(make_scenario(text), "kane");
  expect_refusal(make_scenario(text + R"(
[vehicle.joints.pin]
type = "spherical"
between = ["track", "car"]
at = [0, 0, 1.8]
)"),
                 "holds it");
  scenario::Scenario scenario = make_scenario(text);
  scenario.vehicle.bodies[0].modes.mass(0, 0) = -1.0;
  expect_refusal(scenario, "modal mass must be positive");
  scenario = make_scenario(text);
  scenario.vehicle.bodies[0].modes.damping = MatX::Zero(1, 1);
  expect_refusal(scenario, "of one size");
  scenario = make_scenario(text);
  scenario.vehicle.bodies[0].modes.calc_shape = {};
  expect_refusal(scenario, "no shapes");
  scenario = make_scenario(text);
  scenario.vehicle.bodies[0].modes.calc_shape = [](const Vec3&) { return multibody::ModeShape{}; };
  expect_refusal(scenario, "as many as its modes");
}

}  // namespace
}  // namespace fourfoot
