#include <gtest/gtest.h>

#include <memory>
#include <optional>

#include "base/error.h"
#include "multibody/assembly.h"
#include "multibody/free_forces.h"
#include "multibody/reference/newton_euler.h"
#include "support/multibody/random_model.h"

namespace fourfoot::multibody {
namespace {

using test::Dice;

/// A random tree in a random state, joints closed, dependent speeds chosen for that state.
struct RandomSystem {
  std::unique_ptr<Model> model;
  std::vector<MovingFrame> frames;
  VecX q, u;
};

/// Nothing if the dice made a system that cannot be put together. `one_frame`: all bodies move relative to
/// the same track frame, as those of one wheelset do.
std::optional<RandomSystem> put_together(Dice& dice, const ModelDescription& description,
                                         bool one_frame) {
  RandomSystem s;
  try {
    s.model = std::make_unique<Model>(description);
    for (std::size_t j = 0; j < s.model->body_count(); ++j) s.frames.push_back(dice.frame());
    if (one_frame) s.frames.assign(s.frames.size(), s.frames.front());
    MotionWorkspace ws(*s.model);
    s.q = dice.q(*s.model);
    assemble(*s.model, 0.3, s.frames, ws, s.q);
    calc_position(*s.model, 0.3, s.q, ws);
    calc_velocity(*s.model, 0.3, s.q, VecX::Zero(s.model->u_count()), s.frames, ws);
    s.model = std::make_unique<Model>(s.model->with_dependent(choose_dependent(*s.model, ws)));
    calc_velocity(*s.model, 0.3, s.q, VecX::Zero(s.model->u_count()), s.frames, ws);
    if (calc_dependence_quality(*s.model, ws) < 1e-3) return std::nullopt;
    // A wheelset rolled over by more than a quarter turn has a second set of angles.
    for (std::size_t j = 0; j < ws.bodies.size(); ++j) {
      const bool wheelset = s.model->body(j).is_wheelset();
      if (wheelset && std::abs(ws.bodies[j].angles[0]) > 1.5) return std::nullopt;
    }
  } catch (const InputError&) {
    return std::nullopt;
  } catch (const RunError&) {
    return std::nullopt;
  }
  s.u = dice.u(*s.model);
  return s;
}

std::optional<RandomSystem> make_system(unsigned seed, int largest, bool one_frame = false) {
  Dice dice(seed);
  const int n = dice.integer(1, largest);
  return put_together(dice, dice.tree(n, false), one_frame);
}

/// Two light bodies that follow a heavy one by revolute joints, as axle boxes do.
std::optional<RandomSystem> make_followers(unsigned seed, bool one_frame) {
  Dice dice(seed);
  ModelDescription description;
  for (int j = 0; j < 3; ++j) {
    description.bodies.push_back(dice.body(std::string(1, 'b').append(std::to_string(j)), true));
    description.bodies.back().chainage_offset = 0.5 * j;
    if (j == 0) continue;
    description.joints.push_back(dice.joint(j, 0));
    description.joints.back().type = JointType::revolute;
  }
  description.bodies[0].mass *= 100.0;
  description.bodies[0].inertia *= 100.0;
  return put_together(dice, description, one_frame);
}

void calc_all(const RandomSystem& s, MotionWorkspace& ws, VecX& udot,
              WrenchDerivatives* d = nullptr) {
  calc_position(*s.model, 0.3, s.q, ws);
  calc_velocity(*s.model, 0.3, s.q, s.u, s.frames, ws);
  ws.clear_wrenches();
  test::add_made_up(*s.model, ws, d);
  add_gravity(*s.model, s.frames, {0, 0, -9.81}, ws);
  calc_acceleration(*s.model, s.frames, ws, udot);
}

/// The worst difference of the accelerations, relative to the largest one.
double compare_with_newton_euler(const RandomSystem& s) {
  MotionWorkspace ws(*s.model);
  VecX udot(s.model->u_count());
  calc_all(s, ws, udot);
  InertialFormulation reference(
      *s.model,
      [&](double, double offset, int, MovingFrame& f) {
        f = s.frames[static_cast<std::size_t>(std::lround(2.0 * offset))];
      },
      [&](double, Frames frames, MotionWorkspace& w) {
        test::add_made_up(*s.model, w, nullptr);
        add_gravity(*s.model, frames, {0, 0, -9.81}, w);
      });
  reference.stabilisation = 0.0;
  VecX y, dy;
  reference.start(0.3, s.q, s.u, y);
  dy.resize(y.size());
  reference.calc_rhs(0.3, 1, y, dy);
  double difference = 0.0, size = 0.0;
  for (std::size_t j = 0; j < s.model->body_count(); ++j) {
    const AbsoluteBody b = calc_absolute(s.frames[j], ws.bodies[j]);
    const auto at = static_cast<Eigen::Index>(13 * j);
    difference = std::max({difference, (dy.segment<3>(at + 7) - b.A).norm(),
                           (b.R * dy.segment<3>(at + 10) - b.alpha).norm()});
    size = std::max({size, b.A.norm(), b.alpha.norm()});
  }
  return difference / size;
}

class JointsIn : public testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(FramesOfTheirOwn, JointsIn, testing::Values(false));
INSTANTIATE_TEST_SUITE_P(OneFrame, JointsIn, testing::Values(true));

TEST_P(JointsIn, AccelerationsEqualNewtonEulerWithMultipliersOnAThousandRandomSystems) {
  int done = 0, constrained = 0, several = 0, held = 0;
  double worst = 0.0;
  for (unsigned seed = 0; done < 1000; ++seed) {
    ASSERT_LT(seed, 5000u);
    const auto s = make_system(seed, 12, GetParam());
    if (!s) continue;
    ++done;
    constrained += s->model->is_constrained();
    several += s->model->groups().size() > 1;
    held += s->model->speed_count() < 6 * static_cast<int>(s->model->body_count());
    worst = std::max(worst, compare_with_newton_euler(*s));
  }
  EXPECT_LT(worst, 1e-11);
  EXPECT_GT(constrained, 500);
  EXPECT_GT(several, 200) << "groups of bodies that no joint couples";
  EXPECT_GT(held, 300);
  RecordProperty("worst_e15", std::to_string(worst * 1e15));
}

TEST(Joints, StayClosedInVelocity) {
  for (unsigned seed = 100; seed < 200; ++seed) {
    const auto s = make_system(seed, 8);
    if (!s || !s->model->is_constrained()) continue;
    MotionWorkspace ws(*s->model);
    VecX udot(s->model->u_count());
    calc_all(*s, ws, udot);
    AbsoluteConstraints constraints(*s->model);
    std::vector<AbsoluteBody> bodies;
    for (std::size_t j = 0; j < ws.bodies.size(); ++j) {
      bodies.push_back(calc_absolute(s->frames[j], ws.bodies[j]));
    }
    constraints.calc(0.3, s->frames, bodies);
    EXPECT_LT(constraints.violation.cwiseAbs().maxCoeff(), 1e-12);
    EXPECT_LT(constraints.violation_d.cwiseAbs().maxCoeff(), 1e-10);
    EXPECT_LT(constraints.violation_dd.cwiseAbs().maxCoeff(), 1e-7);
  }
}

/// The worst difference from differences of eighth order, relative to the largest entry.
double compare_with_differences(RandomSystem& s) {
  static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const Model& model = *s.model;
  const int nq = model.q_count(), nu = model.u_count();
  if (nq + nu == 0) return 0.0;
  MotionWorkspace ws(model);
  JacobianWorkspace jw(model);
  WrenchDerivatives d(model.body_count());
  VecX udot(nu);
  calc_all(s, ws, udot, &d);
  MatX J(nq + nu, nq + nu), expected = MatX::Zero(nq + nu, nq + nu);
  calc_jacobian(model, s.frames, ws, s.q, d, jw, J);
  const double h = 1e-3;
  const VecX q = s.q, u = s.u;
  for (int k = 0; k < nq + nu; ++k) {
    for (int m = -4; m <= 4; ++m) {
      if (m == 0) continue;
      s.q = q;
      s.u = u;
      (k < nq ? s.q[k] : s.u[k - nq]) += m * h;
      calc_all(s, ws, udot);
      VecX dy(nq + nu);
      dy << ws.qdot, udot;
      expected.col(k) += (m > 0 ? 1 : -1) * weight[std::abs(m) - 1] / h * dy;
    }
  }
  return (J - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

TEST_P(JointsIn, JacobianEqualsHighOrderDifferences) {
  double worst = 0.0;
  int done = 0;
  for (unsigned seed = 1000; done < 60; ++seed) {
    auto s = make_system(seed, 5, GetParam());
    if (!s || !s->model->is_constrained()) continue;
    ++done;
    worst = std::max(worst, compare_with_differences(*s));
  }
  EXPECT_LT(worst, 1e-8);
  RecordProperty("worst_e12", std::to_string(worst * 1e12));
}

// Bodies that follow by revolute joints have factors of their own.
TEST_P(JointsIn, FollowersEqualNewtonEulerAndDifferences) {
  int followers = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    auto s = make_followers(seed, GetParam());
    if (!s) continue;
    for (const ConstraintGroup& group : s->model->groups()) {
      for (const ConstraintBlock& block : group.blocks) followers += block.follower_begin >= 0;
    }
    EXPECT_LT(compare_with_newton_euler(*s), 1e-11) << seed;
    EXPECT_LT(compare_with_differences(*s), 1e-8) << seed;
  }
  EXPECT_GT(followers, 20);
}

TEST(Joints, ReducedFreeBodyForcesEqualTheDirectSum) {
  for (unsigned seed = 300; seed < 400; ++seed) {
    const auto s = make_system(seed, 8);
    if (!s || s->model->u_count() == 0) continue;
    MotionWorkspace ws(*s->model);
    VecX udot(s->model->u_count()), fast(udot.size()), slow(udot.size());
    VecX free(s->model->speed_count());
    calc_all(*s, ws, udot);
    calc_free_imaginary(*s->model, ws, free);
    reduce_free_forces(*s->model, ws, free, fast);
    MatX partials;
    calc_partial_velocities(*s->model, ws, partials);
    sum_imaginary_directly(*s->model, ws, partials, slow);
    EXPECT_LT((fast - slow).norm(), 1e-11 * (1.0 + slow.norm()));
  }
}

BodyDescription make_linked_body(const std::string& name, double x) {
  BodyDescription b;
  b.name = name;
  b.mass = 2.0;
  b.chainage_offset = x;
  return b;
}

JointDescription make_joint(const std::string& name, JointType type) {
  JointDescription j;
  j.name = name;
  j.type = type;
  j.body_a = "a";
  j.body_b = "b";
  j.point_a = {0.5, 0, 0};
  j.point_b = {-0.5, 0, 0};
  return j;
}

std::string find_fault(const ModelDescription& d) {
  try {
    Model model(d);
  } catch (const InputError& e) {
    return e.findings().front().id + ": " + e.findings().front().message;
  }
  return "";
}

TEST(Joints, RedundantOnesAreNamed) {
  ModelDescription d{{make_linked_body("a", 0), make_linked_body("b", 1)}};
  d.joints = {make_joint("hinge", JointType::revolute)};
  EXPECT_EQ(find_fault(d), "");
  d.joints.push_back(make_joint("second hinge", JointType::revolute));
  d.joints.back().point_a.y() = d.joints.back().point_b.y() = 1.0;
  const std::string fault = find_fault(d);
  EXPECT_NE(fault.find("redundant"), std::string::npos) << fault;
  EXPECT_NE(fault.find("second hinge"), std::string::npos) << fault;
}

TEST(Joints, ContradictoryOnesAreNamed) {
  ModelDescription d{{make_linked_body("a", 0), make_linked_body("b", 1)}};
  for (const char* name : {"short rod", "long rod"}) {
    d.joints.push_back(make_joint(name, JointType::link));
    d.joints.back().length = name[0] == 's' ? 0.4 : 0.9;
  }
  std::string fault = find_fault(d);
  EXPECT_NE(fault.find("contradictory"), std::string::npos) << fault;
  EXPECT_NE(fault.find("short rod"), std::string::npos) << fault;
  d.joints.clear();
  for (double value : {0.0, 1.0}) {
    d.relations.push_back({value > 0 ? "moves" : "rests", {}, {{"a", 0, 1.0}}, value});
  }
  fault = find_fault(d);
  EXPECT_NE(fault.find("contradictory"), std::string::npos) << fault;
  EXPECT_NE(fault.find("rests"), std::string::npos) << fault;
}

TEST(Joints, UnknownBodyIsNamedWithTheNearest) {
  ModelDescription d{{make_linked_body("car_body", 0), make_linked_body("b", 1)}};
  d.joints = {make_joint("hinge", JointType::revolute)};
  d.joints[0].body_a = "car_bdy";
  try {
    Model model(d);
    FAIL();
  } catch (const InputError& e) {
    EXPECT_NE(e.findings().front().hint.find("car_body"), std::string::npos);
  }
}

}  // namespace
}  // namespace fourfoot::multibody
