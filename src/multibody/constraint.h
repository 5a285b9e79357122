#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/source_location.h"
#include "math/types.h"

namespace fourfoot::multibody {

enum class JointType {
  spherical,    ///< the points coincide
  revolute,     ///< the points coincide, and the axes
  cylindrical,  ///< B slides along and turns about A's axis
  prismatic,    ///< B slides along A's axis without turning
  fixed,        ///< B does not move relative to A
  link,         ///< the points keep their distance: a massless rigid rod
};

/// A joint between two bodies, each with a point [m] and an axis in its own axes, from its mass
/// centre. With `a_on_track` end A is fixed to body A's track frame T instead, its point and axis
/// in T's axes. Where turning is held, the orientation held is that in which A's and B's axes are
/// parallel (turned the shortest way from axis_b to axis_a if those differ).
struct JointDescription {
  std::string name;
  SourceLocation where;
  JointType type = JointType::spherical;
  std::string body_a, body_b;
  bool a_on_track = false;
  Vec3 point_a = Vec3::Zero(), point_b = Vec3::Zero();
  Vec3 axis_a = Vec3::UnitY(), axis_b = Vec3::UnitY();
  double length = 0.0;  ///< of a link [m]
};

/// sum of coefficient * speed = value, speeds being components of bodies' relative velocities:
/// 0..2 v_TB_T [m/s], 3..5 w_TB_C [rad/s]. Holonomic or not, e.g. v_x - r w_y = 0.
struct SpeedRelation {
  struct Term {
    std::string body;
    int component = 0;
    double coefficient = 0.0;
  };
  std::string name;
  SourceLocation where;
  std::vector<Term> terms;
  double value = 0.0;
};

/// One scalar equation of a joint, made of four primitives. d = P_b - P_a; e fixed in A; f in B:
/// columns of JointAxes.
struct ConstraintRow {
  enum class Kind {
    plane,     ///< d . e = 0
    point,     ///< component e of d = 0, in the axes that the ends' motion is told in
    parallel,  ///< e . f = 0
    distance,  ///< (d . d - L^2) / (2 L) = 0
  };
  Kind kind = Kind::plane;
  std::size_t joint = 0;
  int e = 0, f = 0;  ///< which of the joint's directions, of a point: which axis
};

/// Three perpendicular unit vectors, the last along the axis: in A's axes, and those that they meet
/// in B's.
struct JointAxes {
  Mat3 e, f;
};

/// A joint, compiled.
struct Joint {
  JointDescription given;
  std::size_t a = 0, b = 0;  ///< bodies
  std::size_t row_begin = 0, row_count = 0;
  JointAxes axes;
  std::array<bool, 3> uses_e{}, uses_f{};  ///< directions that its rows need
  bool uses_points = false, uses_planes = false;
};

/// A relation, compiled. Its row follows the joints' rows.
struct Relation {
  struct Term {
    std::size_t body;
    int component;
    double coefficient;
  };
  SpeedRelation given;
  std::vector<Term> terms;
};

/// An equation f(positions of bodies, t) = 0 that the caller knows and this room does not, such as a
/// wheel that keeps touching its rail. Its terms come from a SurfaceSource (surface.h); until there
/// is one, f = 0 with the nominal gradients. Its row follows the relations' rows.
struct SurfaceRow {
  static constexpr std::size_t max_ends = 3;
  struct End {
    std::size_t body = 0;
    /// d(violation')/d(v_TB_T, w_TB_C) in the nominal position: tells which speeds become dependent.
    Eigen::Matrix<double, 6, 1> nominal = Eigen::Matrix<double, 6, 1>::Zero();
  };
  std::string name;
  SourceLocation where;
  std::vector<End> ends;  ///< up to max_ends
};

/// Rows of a group that have no dependent speed in common with its other rows: an axle box that follows
/// its wheelset is one. A_d falls apart into these.
struct ConstraintBlock {
  std::vector<int> rows;         ///< ascending
  std::vector<int> dependent;    ///< its speeds in Model::dependent(), as many as rows
  std::vector<int> independent;  ///< those that they follow, in Model::independent()
  /// The rows are those of a revolute joint, its point's first, and the dependent speeds one body's
  /// velocity and two components of its angular velocity: the packed index of v_x, and how far behind it
  /// the two stand. -1: anything else.
  int follower_begin = -1;
  std::array<int, 2> follower_turns{};
};

/// Bodies that joints, relations and surfaces hold together, directly or through each other. No
/// constraint couples the speeds of two groups, so each is solved on its own: a wheelset with two
/// axle boxes costs the same alone and among many.
struct ConstraintGroup {
  std::vector<std::size_t> bodies;  ///< ascending
  std::vector<int> rows;            ///< of its constraints, ascending
  int packed_begin = 0, packed_count = 0;
  /// Where its dependent speeds, as many as rows, and its independent ones begin among all.
  int dependent_begin = 0, independent_begin = 0, independent_count = 0;
  std::vector<ConstraintBlock> blocks;
  /// Of each of its bodies: the independent speeds that its own are or follow, as in the blocks.
  std::vector<std::vector<int>> follows;
  std::vector<char> leads;  ///< of each of its bodies: all of its speeds are independent

  int row_count() const { return static_cast<int>(rows.size()); }
};

/// The rows of a joint of this type.
std::vector<ConstraintRow> make_rows(const JointDescription& joint, std::size_t index);
JointAxes make_axes(const JointDescription& joint);

}  // namespace fourfoot::multibody
