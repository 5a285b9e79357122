#include <gtest/gtest.h>

#include <memory>
#include <random>

#include "multibody/assembly.h"
#include "support/count_allocations.h"
#include "support/wheelset_case.h"
#include "system/problem.h"

namespace fourfoot {
namespace {

// A frame on two wheelsets with every kind of element, in a canted transition, accelerating.
const char* const vehicle = R"(
[speed]
v = 20
a = 1.5
start = 60
[run]
duration = 1
[contact]
model = "none"
[track]
[[track.horizontal]]
type = "line"
length = 50
[[track.horizontal]]
type = "clothoid"
length = 60
[[track.horizontal]]
type = "circular-arc"
length = 500
radius = 300
turn = "left"
cant = 0.1
[vehicle.bodies.frame]
mass = 3000
inertia = [1700, 1500, 3000]
position = [0, 0, 0.8]
[vehicle.bodies.front]
type = "wheelset"
radius = 0.46
mass = 1500
inertia = [800, 120, 800]
position = [1.3, 0, 0.46]
[vehicle.bodies.rear]
type = "wheelset"
radius = 0.46
mass = 1500
inertia = [800, 120, 800]
position = [-1.3, 0, 0.46]
[vehicle.elements.spring]
type = "spring-damper"
between = ["front", "frame"]
at = [1.3, 1.0, 0.5]
stiffness = [3e6, 2e6, 1e6]
damping = [1e4, 2e4, 3e4]
preload = [0, 0, 2e4]
[vehicle.elements.bushing]
type = "bushing"
between = ["frame", "rear"]
at = [-1.3, -1.0, 0.5]
stiffness = [3e6, 2e6, 1e6, 1e5, 2e5, 3e5]
damping = [1e4, 2e4, 3e4, 1e3, 1e3, 1e3]
[vehicle.elements.axles]
type = "bushing"
between = ["front", "rear"]
at_first = [1.3, 0.2, 0.5]
at_second = [-1.2, 0.3, 0.4]
stiffness = [3e6, 2e6, 1e6, 1e5, 2e5, 3e5]
damping = [1e4, 2e4, 3e4, 1e3, 1e3, 1e3]
[vehicle.elements.damper]
type = "series-damper"
between = ["rear", "frame"]
at_first = [-1.3, 1.1, 0.4]
at_second = [-1.2, 1.2, 0.9]
stiffness = [5e6, 4e6, 3e6]
damping = [2e4, 3e4, 1e4]
[vehicle.elements.ground]
type = "bushing"
between = ["track", "rear"]
at = [-1.3, 0.3, 0.2]
stiffness = [3e6, 2e6, 1e6, 1e5, 2e5, 3e5]
damping = [1e4, 2e4, 3e4, 1e3, 1e3, 1e3]
)";

// d(y')/dy by central differences of sixth order.
MatX calc_differences(const system::System& system, double t, const VecX& y, double step) {
  system::Workspace ws(system);
  system.set_time(t, ws);
  const int n = system.size();
  MatX jacobian(n, n);
  const VecX scales = system.get_scales();
  const auto rate = [&](int k, double h) {
    VecX moved = y, out(n);
    moved[k] += h;
    system.calc_rate(t, moved, ws, out);
    return out;
  };
  for (int k = 0; k < n; ++k) {
    const double h = step * scales[k];
    jacobian.col(k) =
        (45.0 * (rate(k, h) - rate(k, -h)) - 9.0 * (rate(k, 2 * h) - rate(k, -2 * h)) +
         (rate(k, 3 * h) - rate(k, -3 * h))) /
        (60.0 * h);
  }
  return jacobian;
}

/// `has_joints`: forces have corners where a node of the sums over a contact patch passes a joint of
/// the profiles. Rows whose differences over two widths disagree have one within and say nothing;
/// most must say something.
void compare(const system::System& subject, double tolerance, double spread, VecX y = {},
             bool has_joints = false) {
  int all = 0, left_out = 0;
  const system::System* system = &subject;
  system::Workspace ws(*system);
  if (y.size() == 0) y = system->calc_nominal_state(ws);
  std::mt19937 random(7);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  const VecX scales = system->get_scales();
  VecX rate(system->size());
  integrate::Pattern pattern = integrate::Pattern::Constant(system->size(), system->size(), false);
  const bool has_pattern = system->get_pattern(pattern);
  for (int trial = 0; trial < 5; ++trial) {
    VecX state = y;
    for (Eigen::Index k = 0; k < y.size(); ++k) state[k] += spread * scales[k] * uniform(random);
    const double t = 0.3 * trial;
    system->set_time(t, ws);
    system->calc_rate(t, state, ws, rate);  // for the frames
    const multibody::Model& bodies = system->model().bodies;
    if (bodies.is_constrained()) {
      VecX q = state.head(bodies.q_count());
      multibody::assemble(bodies, t, ws.frames, ws.bodies, q);
      state.head(bodies.q_count()) = q;
    }
    MatX exact(system->size(), system->size());
    system->calc_jacobian(t, state, ws, exact);
    if (has_pattern) {
      EXPECT_EQ(((exact.array() != 0.0) && !pattern).count(), 0) << "outside of the pattern";
    }
    const MatX differences = calc_differences(*system, t, state, 0.002 * spread);
    const MatX others =
        has_joints ? calc_differences(*system, t, state, 0.0014 * spread) : differences;
    // Rows of accelerations are large, those of coordinates small: each by its own size.
    for (Eigen::Index row = 0; row < exact.rows(); ++row) {
      const double size = exact.row(row).cwiseAbs().maxCoeff() + 1e-3;
      ++all;
      if ((differences.row(row) - others.row(row)).cwiseAbs().maxCoeff() > tolerance * size) {
        ++left_out;
        continue;
      }
      EXPECT_LT((exact.row(row) - differences.row(row)).cwiseAbs().maxCoeff() / size, tolerance)
          << "row " << system->get_state_names()[static_cast<std::size_t>(row)];
    }
  }
  EXPECT_LE(left_out, 0.2 * all);
}

// Stage by stage it is the same to the last bit, whatever else the problem is asked meanwhile.
void compare_shares(const system::System& system, const VecX& y) {
  const VecX elsewhere = y * 1.001;
  system::SystemProblem problem(system);
  system.set_time(0.1, problem.workspace());
  MatX whole = MatX::Zero(system.size(), system.size()), staged = whole, other = whole;
  VecX rate = VecX::Zero(system.size());
  problem.calc_jacobian(0.1, y, whole);
  ASSERT_GT(problem.get_stage_count(), 3);
  for (int stage = 0; stage < problem.get_stage_count(); ++stage) {
    problem.calc_jacobian_stage(stage, 0.1, y, staged);
    problem.calc_rate(0.2, elsewhere, rate);
    problem.calc_jacobian(0.2, elsewhere, other);
  }
  EXPECT_EQ(staged, whole);
  EXPECT_NE(other, whole);
#ifdef FOURFOOT_COUNTS_ALLOCATIONS
  const long before = allocations;
  problem.calc_rate(0.1, y, rate);
  problem.calc_jacobian(0.1, y, whole);
  for (int stage = 0; stage < problem.get_stage_count(); ++stage)
    problem.calc_jacobian_stage(stage, 0.1, y, staged);
  problem.calc_jacobian_misfit();
  EXPECT_EQ(allocations - before, 0) << "nothing allocates in the time loop";
  std::make_unique<double>(1.0);
  EXPECT_EQ(allocations - before, 1) << "the counter does not count";
#endif
}

// Where the motion is followed, what an earlier one has left at its entries does not count.
void compare_followed(const system::System& system, const VecX& y) {
  system::SystemProblem problem(system);
  problem.follow_motion();
  system.set_time(0.1, problem.workspace());
  MatX whole = MatX::Zero(system.size(), system.size()), staged = whole;
  problem.calc_jacobian(0.1, y, whole);
  const VecX elsewhere = y * 1.001;
  for (int stage = 0; stage < problem.get_stage_count(); ++stage)
    problem.calc_jacobian_stage(stage, 0.2, elsewhere, staged);
  EXPECT_NE(staged, whole);
  for (int stage = 0; stage < problem.get_stage_count(); ++stage)
    problem.calc_jacobian_stage(stage, 0.1, y, staged);
  EXPECT_EQ(staged, whole);
}

TEST(SystemJacobian, EqualsDifferencesForElementsOnBodiesWheelsetsAndTrack) {
  compare(*scenario::build_system(testing::read_scenario_text(vehicle)), 1e-8, 20.0);
}

TEST(SystemJacobian, EqualsDifferencesWithAJoint) {
  const std::string joint = R"(
[vehicle.joints.pivot]
type = "spherical"
between = ["frame", "front"]
at = [1.3, 0, 0.46]
)";
  compare(*scenario::build_system(testing::read_scenario_text(vehicle + joint)), 1e-7, 20.0);
}

// Two groups of bodies that joints hold together, with suspension between them, own states and a
// body outside. The states of one group feel those of the other, but not all states all others.
TEST(SystemJacobian, EqualsDifferencesWithAxleBoxes) {
  std::string text = vehicle;
  for (const char* name : {"front", "rear"}) {
    const std::string wheelset = name, x = wheelset == "front" ? "1.3" : "-1.3";
    text += "[vehicle.bodies.box_" + wheelset + "]\nmass = 100\ninertia = [3, 4, 3]\nposition = [" +
            x + ", 1.0, 0.46]\n[vehicle.joints.bearing_" + wheelset +
            "]\ntype = \"revolute\"\nbetween = [\"" + wheelset + "\", \"box_" + wheelset +
            "\"]\nat = [" + x + ", 1.0, 0.46]\naxis = [0, 1, 0]\n[vehicle.elements.primary_" +
            wheelset + "]\ntype = \"bushing\"\nbetween = [\"frame\", \"box_" + wheelset +
            "\"]\nat = [" + x +
            ", 1.0, 0.5]\nstiffness = [3e6, 2e6, 1e6, 1e5, 2e5, 3e5]\n"
            "damping = [1e4, 2e4, 3e4, 1e3, 1e3, 1e3]\n[vehicle.elements.damper_" +
            wheelset + "]\ntype = \"series-damper\"\nbetween = [\"frame\", \"box_" + wheelset +
            "\"]\nat = [" + x +
            ", 1.1, 0.4]\nstiffness = [5e6, 4e6, 3e6]\ndamping = [2e4, 3e4, 1e4]\n";
  }
  text +=
      "[vehicle.bodies.ballast]\nmass = 500\ninertia = [30, 40, 30]\nposition = [0, 0, 1.2]\n"
      "[vehicle.elements.mount]\ntype = \"bushing\"\nbetween = [\"frame\", \"ballast\"]\n"
      "at = [0, 0, 1.2]\nstiffness = [3e6, 2e6, 1e6, 1e5, 2e5, 3e5]\n"
      "damping = [1e4, 2e4, 3e4, 1e3, 1e3, 1e3]\n";
  const auto system = scenario::build_system(testing::read_scenario_text(text));
  ASSERT_EQ(system->model().bodies.groups().size(), 2u);
  integrate::Pattern pattern = integrate::Pattern::Constant(system->size(), system->size(), false);
  ASSERT_TRUE(system->get_pattern(pattern));
  EXPECT_LT(pattern.count(), 0.6 * static_cast<double>(pattern.size()));
  compare(*system, 1e-7, 20.0);
  system::Workspace ws(*system);
  compare_shares(*system, system->calc_nominal_state(ws));
  compare_followed(*system, system->calc_nominal_state(ws));
}

// The frame bends in both planes; springs, bushings and dampers with states hang on its points.
scenario::Scenario make_bending(const std::string& text) {
  scenario::Scenario scenario = testing::read_scenario_text(text);
  const multibody::BeamBending beam{
      .length = 3.0, .mass = 3000.0, .stiffness = 4e7, .damping_ratio = 0.03};
  multibody::BeamBending lateral = beam;
  lateral.plane = multibody::BeamBending::Plane::lateral;
  const multibody::Modes up = make_beam_modes(beam), across = make_beam_modes(lateral);
  multibody::Modes& both = scenario.vehicle.bodies[0].modes;
  both.mass = both.damping = both.stiffness = MatX::Zero(4, 4);
  both.mass << up.mass, MatX::Zero(2, 2), MatX::Zero(2, 2), across.mass;
  both.damping << up.damping, MatX::Zero(2, 2), MatX::Zero(2, 2), across.damping;
  both.stiffness << up.stiffness, MatX::Zero(2, 2), MatX::Zero(2, 2), across.stiffness;
  both.calc_shape = [up, across](const Vec3& point) {
    const multibody::ModeShape a = up.calc_shape(point), b = across.calc_shape(point);
    multibody::ModeShape shape{Eigen::Matrix3Xd(3, 4), Eigen::Matrix3Xd(3, 4)};
    shape.displacement << a.displacement, b.displacement;
    shape.rotation << a.rotation, b.rotation;
    return shape;
  };
  return scenario;
}

TEST(SystemJacobian, EqualsDifferencesForABodyThatBends) {
  const auto system = scenario::build_system(make_bending(vehicle));
  ASSERT_TRUE(system->model().bodies.has_modes());
  compare(*system, 1e-7, 20.0);
  system::Workspace ws(*system);
  compare_shares(*system, system->calc_nominal_state(ws));
  compare_followed(*system, system->calc_nominal_state(ws));
}

TEST(SystemJacobian, EqualsDifferencesForABodyThatBendsBesideAJoint) {
  const std::string joint = R"(
[vehicle.joints.bar]
type = "link"
between = ["front", "rear"]
at_first = [1.3, 0, 0.46]
at_second = [-1.3, 0, 0.46]
)";
  compare(*scenario::build_system(make_bending(vehicle + joint)), 1e-7, 20.0);
}

// Profiles with irregular rails on a flexible track, in a curve: everything at once.
const char* const rough_track = R"(
[track]
[[track.horizontal]]
type = "circular-arc"
length = 500
radius = 600
turn = "left"
cant = 0.1
[[track.irregularity]]
type = "sine"
component = "lateral_left"
at = 0
amplitude = 0.002
length = 7
count = 100
[contact.tangential]
law = "polach"
[track.support]
lateral = { mass = 300, stiffness = 3e7, damping = 1e5 }
vertical = { mass = 200, stiffness = 6e7, damping = 1e5 }
)";

// Half of the way into hanging sleepers, their gap closed under this load.
const char* const hanging_sleepers = R"(
[[track.support.sections]]
from = 0
vertical = { stiffness = 3e7, gap = 0.0003 }
lateral = { damping = 5e4 }
)";

TEST(SystemJacobian, EqualsDifferencesForWheelsOnProfiles) {
  for (const std::string law : {"polach", "exact-table"}) {
    SCOPED_TRACE(law);
    std::string wheelset = testing::make_wheelset(testing::s1002, 5e6, 2e6, 45e3, 20.0) +
                           rough_track + hanging_sleepers;
    wheelset.replace(wheelset.find("polach"), 6, law);
    scenario::Scenario scenario = testing::read_scenario_text(wheelset);
    scenario.cache_folder = testing::get_cache_folder();
    scenario.contact.put("geometry", {"table", {}});
    const auto system = scenario::build_system(scenario);
    const VecX state = analysis::find_equilibrium(*system).state;
    // The third derivative of exact-table jumps at the nodes of its spline; differences see it.
    compare(*system, law == "polach" ? 1e-7 : 1e-6, 0.03, state, true);
    compare_shares(*system, state);
  }
}

// A short ring of rails on sleepers, one of which hangs above its ballast; the vehicle passes on while the
// differences are taken at other times.
TEST(SystemJacobian, EqualsDifferencesForRailsOnSleepers) {
  std::string wheelset = testing::make_wheelset(testing::s1002, 5e6, 2e6, 45e3, 20.0) + rough_track;
  wheelset.resize(wheelset.find("lateral = { mass"));
  wheelset += R"(model = "discrete"
free_length = 3
elements = 1
[[track.support.sections]]
from = 5.7
to = 6.3
blend = 0.2
vertical = { stiffness = 1e5, gap = 0.0003 }
)";
  scenario::Scenario scenario = testing::read_scenario_text(wheelset);
  scenario.cache_folder = testing::get_cache_folder();
  scenario.contact.put("geometry", {"table", {}});
  const auto system = scenario::build_system(scenario);
  const VecX state = analysis::find_equilibrium(*system).state;
  compare(*system, 1e-7, 0.03, state, true);
  compare_shares(*system, state);
}

// The same with rigid treads: constraints that move with the rails, creep forces that depend on
// their multipliers. Where arcs of the rail's profile join, its curvature jumps, so the gap's
// second derivative has a small step wherever one of the tread's circles passes such a joint; their
// derivative is by differences over 10 um, here by differences over less.
TEST(SystemJacobian, EqualsDifferencesForRigidTreads) {
  const std::string wheelset =
      testing::make_wheelset(testing::s1002, 5e6, 2e6, 45e3, 20.0) + rough_track;
  scenario::Scenario scenario = testing::read_scenario_text(wheelset);
  scenario.contact.put("normal", {"constraint", {}});
  const auto system = scenario::build_system(scenario);
  const VecX state = analysis::find_equilibrium(*system).state;
  compare(*system, 1e-4, 0.03, state);
  compare_shares(*system, state);
}

// Rails turn from 1:40 to 1:20 under the wheels meanwhile, half of the way into hanging sleepers.
TEST(SystemJacobian, EqualsDifferencesForRigidTreadsOnRailsThatChange) {
  const std::string wheelset =
      testing::make_wheelset(testing::s1002, 5e6, 2e6, 45e3, 20.0) + rough_track;
  const std::string sections = R"(
[[rails.sections]]
from = 12
blend = 30
inclination = 0.05
)";
  scenario::Scenario even = testing::read_scenario_text(wheelset);
  even.contact.put("normal", {"constraint", {}});
  const VecX state = analysis::find_equilibrium(*scenario::build_system(even)).state;
  scenario::Scenario scenario = testing::read_scenario_text(wheelset + hanging_sleepers + sections);
  scenario.contact.put("normal", {"constraint", {}});
  const auto system = scenario::build_system(scenario);
  ASSERT_EQ(system->size(), state.size());
  compare(*system, 1e-4, 0.03, state);
  compare_shares(*system, state);
}

TEST(SystemJacobian, EqualsDifferencesWhereWheelsAreDriven) {
  const std::string drive = R"(
[drive]
mode = "wheels"
body = "frame"
wheelsets = ["rear"]
frequency = 0.5
)";
  compare(*scenario::build_system(testing::read_scenario_text(vehicle + drive)), 1e-8, 20.0);
}

}  // namespace
}  // namespace fourfoot
