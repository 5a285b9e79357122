#include "multibody/constraint.h"

#include "math/rotation.h"

namespace fourfoot::multibody {
namespace {

/// Three perpendicular unit vectors, the last along the axis.
Mat3 make_triad(const Vec3& axis) {
  const Vec3 e3 = axis.normalized();
  Eigen::Index smallest = 0;
  e3.cwiseAbs().minCoeff(&smallest);
  const Vec3 e1 = e3.cross(Vec3::Unit(smallest)).normalized();
  Mat3 triad;
  triad << e1, e3.cross(e1), e3;
  return triad;
}

}  // namespace

JointAxes make_axes(const JointDescription& joint) {
  const Mat3 e = make_triad(joint.axis_a);
  return {e, turn_onto(joint.axis_a, joint.axis_b) * e};
}

std::vector<ConstraintRow> make_rows(const JointDescription& joint, std::size_t index) {
  using Kind = ConstraintRow::Kind;
  std::vector<ConstraintRow> rows;
  // A point held in all directions needs none of A's: those that its motion is told in serve.
  const auto hold_point = [&](int axes) {
    for (int k = 0; k < axes; ++k)
      rows.push_back({axes == 3 ? Kind::point : Kind::plane, index, k, 0});
  };
  const auto hold_axis = [&] {
    rows.push_back({Kind::parallel, index, 0, 2});
    rows.push_back({Kind::parallel, index, 1, 2});
  };
  switch (joint.type) {
    case JointType::spherical:
      hold_point(3);
      break;
    case JointType::revolute:
      hold_point(3);
      hold_axis();
      break;
    case JointType::cylindrical:
      hold_point(2);
      hold_axis();
      break;
    case JointType::prismatic:
    case JointType::fixed:
      hold_point(joint.type == JointType::fixed ? 3 : 2);
      hold_axis();
      rows.push_back({Kind::parallel, index, 0, 1});
      break;
    case JointType::link:
      rows.push_back({Kind::distance, index, 0, 0});
      break;
  }
  return rows;
}

}  // namespace fourfoot::multibody
