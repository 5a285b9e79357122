#pragma once

#include <string>
#include <vector>

#include "multibody/body.h"
#include "multibody/constraint.h"
#include "multibody/imaginary.h"

namespace fourfoot::multibody {

/// Everything a Model is built from.
struct ModelDescription {
  std::vector<BodyDescription> bodies;
  std::vector<JointDescription> joints = {};
  std::vector<SpeedRelation> relations = {};
  /// Rate at which joints that have drifted apart are drawn together again [1/s]. It acts on q'
  /// only and vanishes where the joints are closed.
  double stabilisation_rate = 20.0;
};

/// One body, compiled: where its coordinates and speeds stand.
struct Body {
  enum class Chart { quaternion, cardan, wheelset };

  BodyDescription given;
  Chart chart = Chart::cardan;
  /// True where all three rotations are free: the rotation's speeds are the angular velocity in C.
  /// False: they are the rates of the free angles.
  bool angular_speeds = true;
  Mat3 inertia_inverse;

  int q_begin = 0, q_count = 0;
  int speed_begin = 0, speed_count = 0;
  /// Index in q and in the speeds of each coordinate; -1 if it is not free. With a quaternion
  /// q_index[3] is the first of its four entries (e0, e1, e2, e3).
  std::array<int, 6> q_index, speed_index;
  /// First index among the speeds of the constrained bodies; -1 if no joint or relation holds it.
  int packed_begin = -1;
  int group = -1;  ///< index in Model::groups(); -1 if no constraint holds the body
  /// Modal coordinates, behind the six of the body as a whole: how many, and where they and their
  /// rates begin in q and in the speeds. q_count and speed_count do not count them.
  int mode_count = 0, mode_q_begin = 0, mode_speed_begin = 0;
  MatX mode_mass_inverse;

  bool is_wheelset() const { return given.kind == BodyKind::wheelset; }
  bool is_free(int coordinate) const {
    return given.coordinates[static_cast<std::size_t>(coordinate)].kind ==
           CoordinateRule::Kind::free;
  }
};

/// Bodies, joints, and the layout of their state; immutable after it is built.
///
/// q: the free coordinates, body by body (x y z, then the rotation, then modes).
/// speeds: of every free coordinate, body by body: velocity of the mass centre relative to T in T's
/// axes, then angular velocity relative to T in C (or rates of the free angles where some angle is
/// not free), then rates of the modal coordinates. u: the speeds in the state, all of them but those that joints and relations make
/// dependent: speeds = B(q, t) u + b(q, t).
class Model {
 public:
  /// Throws InputError for a body without mass, an inertia that no body has, a name used twice, a
  /// wheelset that is not round, a joint with an unknown body, constraints that are redundant or
  /// contradict each other.
  explicit Model(ModelDescription description);

  const std::vector<Body>& bodies() const { return bodies_; }
  const Body& body(std::size_t i) const { return bodies_[i]; }
  std::size_t body_count() const { return bodies_.size(); }
  /// Index of a body by its name; throws std::out_of_range if there is none.
  std::size_t find_body(const std::string& name) const;

  bool has_modes() const { return has_modes_; }
  int q_count() const { return q_count_; }
  int u_count() const { return static_cast<int>(speed_of_u_.size()); }
  int speed_count() const { return static_cast<int>(speed_names_.size()); }
  /// "car_body/x", "car_body/e0"; "car_body/v_x", "car_body/omega_x" ("car_body/phi_rate").
  const std::vector<std::string>& q_names() const { return q_names_; }
  /// Which speed each entry of u is.
  const std::vector<int>& speed_of_u() const { return speed_of_u_; }
  const std::vector<std::string>& u_names() const { return u_names_; }

  // --- constraints ---
  const std::vector<Joint>& joints() const { return joints_; }
  const std::vector<ConstraintRow>& rows() const { return rows_; }
  const std::vector<Relation>& relations() const { return relations_; }
  const std::vector<SurfaceRow>& surfaces() const { return surfaces_; }
  /// The row of the first surface.
  int surface_begin() const { return static_cast<int>(rows_.size() + relations_.size()); }
  double stabilisation_rate() const { return stabilisation_rate_; }
  int constraint_count() const { return surface_begin() + static_cast<int>(surfaces_.size()); }
  bool is_constrained() const { return constraint_count() > 0; }
  /// Bodies that joints or relations hold, and how many speeds they have together.
  const std::vector<std::size_t>& constrained_bodies() const { return constrained_bodies_; }
  /// The same bodies by groups that no constraint couples; packed group by group.
  const std::vector<ConstraintGroup>& groups() const { return groups_; }
  int packed_count() const { return packed_count_; }
  /// Packed indices of the dependent and the independent speeds; speed and u of the latter.
  const std::vector<int>& dependent() const { return dependent_; }
  const std::vector<int>& independent() const { return independent_; }
  const std::vector<int>& speed_of_packed() const { return speed_of_packed_; }
  const std::vector<int>& u_of_speed() const { return u_of_speed_; }
  /// The name of the joint or relation that a constraint row belongs to.
  const std::string& constraint_name(int row) const;
  SourceLocation get_constraint_location(int row) const;

  /// All displacements and angles zero.
  VecX nominal_q() const;
  /// Writes a body's displacement [m] and angles (roll, pitch, yaw) [rad] into q; values of
  /// coordinates that are not free are ignored.
  void put_pose(std::size_t body, const Vec3& displacement, const Vec3& angles, VecX& q) const;

  /// The same model with its dependent speeds chosen anew; for states far from the nominal one.
  Model with_dependent(std::vector<int> dependent) const;
  /// The same model with these surfaces that its bodies are held to. Throws as the constructor.
  Model with_surfaces(std::vector<SurfaceRow> surfaces) const;

 private:
  void lay_out(Body& body);
  void add_joints(const std::vector<JointDescription>& joints);
  void add_relations(const std::vector<SpeedRelation>& relations);
  void find_groups();
  void pack();
  void set_dependent(std::vector<int> dependent);
  void find_blocks(ConstraintGroup& group, const std::vector<std::vector<std::size_t>>& held);

  std::vector<Body> bodies_;
  bool has_modes_ = false;
  int q_count_ = 0;
  std::vector<std::string> q_names_, speed_names_, u_names_;
  std::vector<Joint> joints_;
  std::vector<ConstraintRow> rows_;
  std::vector<Relation> relations_;
  std::vector<SurfaceRow> surfaces_;
  double stabilisation_rate_ = 0.0;
  std::vector<std::size_t> constrained_bodies_;
  std::vector<ConstraintGroup> groups_;
  int packed_count_ = 0;
  std::vector<int> dependent_, independent_, speed_of_packed_, u_of_speed_, speed_of_u_;
};

}  // namespace fourfoot::multibody
