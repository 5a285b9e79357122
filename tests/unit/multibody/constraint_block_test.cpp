#include <gtest/gtest.h>

#include "multibody/equations.h"

namespace fourfoot::multibody {
namespace {

BodyDescription make_part(const std::string& name, BodyKind kind, double mass, const Vec3& at) {
  BodyDescription body;
  body.name = name;
  body.kind = kind;
  body.mass = mass;
  body.inertia = Vec3(0.6 * mass, 0.06 * mass, 0.6 * mass).asDiagonal();
  body.nominal = at;
  return body;
}

JointDescription make_bearing(const std::string& a, const std::string& b, double y) {
  JointDescription joint;
  joint.name = "bearing_" + b;
  joint.type = JointType::revolute;
  joint.body_a = a;
  joint.body_b = b;
  joint.point_a = Vec3(0, y, 0);
  return joint;
}

Model make_axle(double mass, double box) {
  ModelDescription description;
  description.bodies = {make_part("left", BodyKind::body, box, {0, 1, 0.46}),
                        make_part("axle", BodyKind::wheelset, mass, {0, 0, 0.46}),
                        make_part("right", BodyKind::body, box, {0, -1, 0.46})};
  description.joints = {make_bearing("axle", "left", 1.0), make_bearing("axle", "right", -1.0)};
  return Model(description);
}

// A wheelset keeps its six speeds; each box keeps its turning in the bearing.
TEST(ConstraintBlocks, LightAxleBoxesFollowTheirWheelset) {
  const Model model = make_axle(1800, 60);
  const std::vector<std::string> u = {"left/omega_y", "axle/v_x",     "axle/v_y",
                                      "axle/v_z",     "axle/omega_x", "axle/omega_y",
                                      "axle/omega_z", "right/omega_y"};
  EXPECT_EQ(model.u_names(), u);
  ASSERT_EQ(model.groups().size(), 1u);
  const ConstraintGroup& group = model.groups()[0];
  ASSERT_EQ(group.blocks.size(), 2u);
  for (const ConstraintBlock& block : group.blocks) {
    EXPECT_EQ(block.rows.size(), 5u);
    EXPECT_EQ(block.dependent.size(), 5u);
    EXPECT_EQ(block.independent.size(), 7u);
  }
  EXPECT_EQ(group.follows[1], (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(group.follows[2], (std::vector<int>{1, 2, 3, 4, 5, 6, 7}));
}

// Heavy boxes on a light axle: some of its speeds follow both, so that all rows are one block.
TEST(ConstraintBlocks, RowsThatShareADependentBodyAreOneBlock) {
  const Model model = make_axle(60, 1800);
  ASSERT_EQ(model.groups().size(), 1u);
  ASSERT_EQ(model.groups()[0].blocks.size(), 1u);
  EXPECT_EQ(model.groups()[0].blocks[0].rows.size(), 10u);
}

// Motions that B allows violate no row, and Theta is the kinetic energy of them.
TEST(ConstraintBlocks, GiveMotionsThatKeepTheJointsClosed) {
  for (const Model& model : {make_axle(1800, 60), make_axle(60, 1800)}) {
    MotionWorkspace ws(model);
    const std::vector<MovingFrame> frames(3);
    VecX udot(model.u_count());
    VecX u = VecX::LinSpaced(model.u_count(), 0.3, 1.7);
    calc_position(model, 0.0, model.nominal_q(), ws);
    calc_velocity(model, 0.0, model.nominal_q(), u, frames, ws);
    ws.clear_wrenches();
    calc_acceleration(model, frames, ws, udot);
    const ConstraintWorkspace& cw = ws.constraint;
    EXPECT_LT((cw.A * cw.B).norm(), 1e-12);
    const MatX theta = cw.B.transpose() * cw.mass * cw.B;
    EXPECT_LT(MatX(theta - cw.theta).triangularView<Eigen::Lower>().toDenseMatrix().norm(),
              1e-12 * theta.norm());
    EXPECT_GT(cw.B.norm(), 3.0);
  }
}

}  // namespace
}  // namespace fourfoot::multibody
