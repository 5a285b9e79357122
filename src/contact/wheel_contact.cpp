#include "contact/wheel_contact.h"

#include <algorithm>
#include <utility>

#include "contact/patch_creep.h"
#include "contact/rail_axes.h"
#include "contact/strips/strip_force.h"
#include "contact/strips/strip_kik_piotrowski.h"

namespace fourfoot::contact {

namespace {

/// Directions of the local derivatives: pose 4, v 3, w 3. The rail's follow by sign.
constexpr int directions = 10;
using D = Dual<directions>;

struct PatchInput {
  CreepSetting creep;
  const ElasticNormal& normal;
  const RailUnderWheel& rail;
  double sign;
};

/// Adds one patch's force and moment.
template <class T>
void add_patch(const PatchInput& c, const PatchState<T>& p, const WheelState<T>& m, Vec3T<T>& force,
               Vec3T<T>& moment, PatchForce& out) {
  const PatchKinematics<T> k = calc_kinematics(p, m, c.rail, c.sign);
  constexpr double floor = 0.05, sharpest = 1e5;
  const T cx = keep_above(p.cx, floor);
  const T cy = get_value(p.cy) < sharpest ? keep_above(p.cy, floor) : T(sharpest);
  const HertzContact<T> h = c.normal.calc(PatchPenetration<T>{p.delta, k.delta_rate, cx, cy});
  const CreepForce<T> creep =
      calc_creep_force(c.creep, k, h, calc_patch_friction(c.creep, p.angle, k), out);
  Vec3T<T> f, u;
  for (int i = 0; i < 3; ++i) {
    f[i] = p.weight * (h.normal * k.n[i] + creep.fx * k.x[i] + creep.fy * k.y[i]);
    u[i] = p.weight * creep.mz * k.n[i];
  }
  force += f;
  moment += p.arm.cross(f) + u;
  for (int i = 0; i < 3; ++i) out.force_T[i] = get_value(f[i]);
  fill_patch_force(k, h, get_value(p.weight), out);
}

/// A patch in T that stands where the rail is not displaced, moved back to where it is.
void place_patch(const Patch& patch, const RailUnderWheel& rail, PatchForce& out) {
  out.patch = patch;
  out.patch.p_TC.y() += rail.y;
  out.patch.p_TC.z() += rail.z;
  out.patch.y_rail += rail.y;
  out.patch.z_rail += rail.z;
}

Vec3 place_middle(const WheelsetPose& pose, const RailUnderWheel& rail, double axle_height) {
  return Vec3(0.0, pose.y + rail.y, axle_height + pose.z + rail.z);
}

Vec3 calc_arm(const Patch& patch, const WheelsetPose& pose, double axle_height) {
  return patch.p_TC - Vec3(0.0, pose.y, axle_height + pose.z);
}

D make_dual(double value, const PatchGradient& g, PatchGradient::Row row) {
  D d(value);
  d.derivatives().head<4>() = g.d.row(row).transpose();
  return d;
}

/// The wheel's point of a patch on strips, whose centre of pressure is known with its load.
void place_strips(const GuidedPair& guided, const Vec3& middle, const StripNodes& nodes,
                  PatchForce& out) {
  Patch& p = out.patch;
  const Meridian::Jet jet = guided.meridian.calc(p.s_wheel);
  p.y_wheel = jet.w - guided.meridian.half_span();
  p.z_wheel = guided.meridian.radius() - jet.r;
  p.radius = jet.r;
  p.n_T = out.n_T;
  // Between the two strips around it.
  int i = 0;
  while (i + 2 < StripNodes::count && nodes.s[i + 1] < p.s_wheel) ++i;
  const double t = (p.s_wheel - nodes.s[i]) / (nodes.s[i + 1] - nodes.s[i]);
  Vec3 arm;
  for (int k = 0; k < 3; ++k)
    arm[k] = nodes.arm[k][i] + t * (nodes.arm[k][i + 1] - nodes.arm[k][i]);
  const Vec3 centre = middle + arm;
  p.y_rail += centre.y() - p.p_TC.y();
  p.z_rail += centre.z() - p.p_TC.z();
  p.p_TC = centre;
}

/// The patches that were found last: of a row between two steps those of the later one.
const PatchList& get_before(const WheelContact::Scratch& s, std::size_t k) {
  const PatchList* const step = s.paths ? &(*s.paths)[k].get_latest().patches : nullptr;
  return step && step->count > 0 ? *step : s.found[k].patches;
}

/// The pose against this rail.
WheelsetPose make_relative(const WheelsetPose& pose, const RailUnderWheel& rail) {
  return {pose.y - rail.y, pose.z - rail.z, pose.roll, pose.yaw};
}

}  // namespace

WheelContact::WheelContact(std::shared_ptr<const WheelsetOnTrack> wheelset,
                           const ElasticNormal& normal,
                           std::shared_ptr<const TangentialLaw> tangential, const Options& options)
    : WheelContact(std::move(wheelset), nullptr, normal, std::move(tangential), options) {}

WheelContact::WheelContact(std::shared_ptr<const WheelsetOnTrack> wheelset,
                           std::shared_ptr<const ContactTable> table, const ElasticNormal& normal,
                           std::shared_ptr<const TangentialLaw> tangential, const Options& options)
    : wheelset_(std::move(wheelset)),
      table_(std::move(table)),
      left_(wheelset_->left),
      right_(wheelset_->right),
      normal_(normal),
      tangential_(std::move(tangential)),
      strip_law_(dynamic_cast<const FastripLaw*>(tangential_.get())),
      options_(options) {}

const Vec3& WheelContact::Axle::get(const WheelsetPose& pose) {
  if (pose.roll != roll || pose.yaw != yaw) {
    roll = pose.roll;
    yaw = pose.yaw;
    direction = calc_axle_direction(roll, yaw);
  }
  return direction;
}

// Derivatives cost as much as two searches without: where they do not serve for two steps, none are
// made for a while.
bool WheelContact::step(Side side, const WheelsetPose& pose, Scratch& s,
                        bool& with_gradients) const {
  constexpr int fewest = 2, pause = 6;
  const std::size_t k = side == Side::left ? 0 : 1;
  StepRecord& record = s.steps[k];
  PatchSlopes& slopes = s.slopes[k];
  watch(*table_, side, pose, slopes);
  if (step_patches(side == Side::left ? left_ : right_, side, slopes, pose, s.patches)) {
    ++record.taken;
    if (with_gradients) s.gradients = slopes.gradients;
    return true;
  }
  if (with_gradients) return false;
  if (record.taken < fewest && record.waits == 0) record.waits = pause;
  record.taken = fewest;
  with_gradients = record.waits == 0;
  if (!with_gradients) --record.waits;
  return false;
}

void WheelContact::find(Side side, const WheelsetPose& pose_T, const RailUnderWheel& rail,
                        Scratch& s, bool with_gradients) const {
  const WheelRailPair& pair = wheelset_->side(side);
  const RailAxes axes(rail, side, pair.wheel.half_span(), pair.axle_height);
  const WheelsetPose pose = axes.turn(pose_T, s.axle.get(pose_T));
  const std::size_t k = side == Side::left ? 0 : 1;
  if (s.paths && !with_gradients && (*s.paths)[k].calc(s.t, pose, pair.axle_height, s.patches)) {
    axes.turn_back(pose_T, pose, s.patches);
    return;
  }
  const bool wants_gradients = with_gradients;
  const bool stepped = s.may_step && table_ && step(side, pose, s, with_gradients);
  const bool found =
      stepped ||
      (table_ && (with_gradients ? table_->find_patches(side, pose, {}, s.patches, s.gradients)
                                 : table_->find_patches(side, pose, {}, s.patches,
                                                        s.goes_on ? &get_before(s, k) : nullptr)));
  if (found) {
    // known by the last search or by the table
  } else if (with_gradients) {
    find_patches(side == Side::left ? left_ : right_, side, pose, options_.search, s.search,
                 s.twins, s.patches, s.gradients);
  } else {
    find_patches(pair, side, pose, options_.search, s.search, s.patches);
  }
  s.found[k].set(pose, s.patches);
  if (with_gradients && !stepped) {
    s.slopes[k].set(pose, s.patches, s.gradients);
    s.steps[k] = {};
  }
  if (wants_gradients)
    axes.turn_back(pose_T, pose, s.patches, s.gradients);
  else
    axes.turn_back(pose_T, pose, s.patches);
}

void WheelContact::solve_shape(const StripSet& strips, bool with_slopes, StripLoads& out) const {
  const auto solve =
      options_.shape == PatchShape::kik_piotrowski ? solve_kik_piotrowski_strips : solve_strips;
  solve(strips, normal_.contact_modulus(), with_slopes, out);
}

void WheelContact::add_strips(Side side, const WheelsetPose& pose, const StripSetting& c,
                              const Scratch& s, const WheelState<double>& m,
                              WheelForce& out) const {
  const WheelRailPair& pair = wheelset_->side(side);
  const RailAxes axes(c.rail, side, pair.wheel.half_span(), pair.axle_height);
  const StripScene scene{side == Side::left ? left_ : right_, side, axes, pose, axes.turn(pose)};
  StripNodes nodes;
  StripLoads loads;
  for (std::size_t i = 0; i < out.count; ++i) {
    const Patch& p = s.patches[i];
    PatchForce& to = out.patches[i] = PatchForce{};
    place_patch(p, c.rail, to);
    if (!find_strip_nodes(scene, p, nodes)) continue;
    solve_shape(nodes.set, false, loads);
    add_strip_patch(c, nodes, loads, m, p.weight, out.force, out.moment, to);
    place_strips(scene.guided, place_middle(pose, c.rail, pair.axle_height), nodes, to);
  }
}

void WheelContact::add_strips(Side side, const WheelsetPose& pose, const StripSetting& c,
                              const Scratch& s, const WheelState<D>& m, Vec3T<D>& force,
                              Vec3T<D>& moment, WheelForce& out) const {
  const WheelRailPair& pair = wheelset_->side(side);
  const RailAxes axes(c.rail, side, pair.wheel.half_span(), pair.axle_height);
  const StripScene scene{side == Side::left ? left_ : right_, side, axes, pose, axes.turn(pose)};
  StripNodes nodes;
  StripLoads loads;
  for (std::size_t i = 0; i < out.count; ++i) {
    const Patch& p = s.patches[i];
    const PatchGradient& g = s.gradients[i];
    PatchForce& to = out.patches[i] = PatchForce{};
    place_patch(p, c.rail, to);
    if (!find_strip_nodes(scene, p, g, nodes)) continue;
    solve_shape(nodes.set, true, loads);
    add_strip_patch(c, nodes, loads, m, make_dual(p.weight, g, PatchGradient::weight), force,
                    moment, to);
    place_strips(scene.guided, place_middle(pose, c.rail, pair.axle_height), nodes, to);
  }
}

void WheelContact::calc(Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                        const ContactFriction& friction, Scratch& s, WheelForce& out) const {
  const WheelsetPose pose = make_relative(motion.pose, rail);
  find(side, pose, rail, s, false);
  out.force.setZero();
  out.moment.setZero();
  out.count = s.patches.count;
  const WheelState<double> m{motion.v - Vec3(0.0, rail.v_y, rail.v_z), motion.w, s.axle.get(pose)};
  const PatchInput c{
      {*tangential_, options_, friction}, normal_, rail, side == Side::left ? 1.0 : -1.0};
  const double height = wheelset_->side(side).axle_height;
  if (options_.shape != PatchShape::ellipse)
    return add_strips(side, pose, {c.creep, normal_, rail, c.sign, strip_law_}, s, m, out);
  for (std::size_t i = 0; i < out.count; ++i) {
    const Patch& p = s.patches[i];
    place_patch(p, rail, out.patches[i]);
    const PatchState<double> state{
        p.penetration,        p.angle, calc_arm(p, pose, height), p.curvature_x,
        p.curvature_y_region, p.weight};
    add_patch(c, state, m, out.force, out.moment, out.patches[i]);
  }
}

void WheelContact::calc(Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
                        const ContactFriction& friction, Scratch& s, WheelForce& out,
                        WheelForceJacobian& jacobian) const {
  const WheelsetPose pose = make_relative(motion.pose, rail);
  find(side, pose, rail, s, true);
  out.count = s.patches.count;
  const Vec3 v = motion.v - Vec3(0.0, rail.v_y, rail.v_z);
  WheelState<D> m;
  for (int i = 0; i < 3; ++i) {
    m.v[i] = D(v[i], directions, 4 + i);
    m.w[i] = D(motion.w[i], directions, 7 + i);
  }
  m.axle = calc_axle_direction(D(pose.roll, directions, 2), D(pose.yaw, directions, 3));
  const PatchInput c{
      {*tangential_, options_, friction}, normal_, rail, side == Side::left ? 1.0 : -1.0};
  const double height = wheelset_->side(side).axle_height;
  Vec3T<D> force = Vec3T<D>::Constant(D(0.0)), moment = force;
  const bool on_strips = options_.shape != PatchShape::ellipse;
  if (on_strips)
    add_strips(side, pose, {c.creep, normal_, rail, c.sign, strip_law_}, s, m, force, moment, out);
  for (std::size_t i = 0; i < out.count && !on_strips; ++i) {
    const Patch& p = s.patches[i];
    const PatchGradient& g = s.gradients[i];
    place_patch(p, rail, out.patches[i]);
    const Vec3 arm = calc_arm(p, pose, height);
    using G = PatchGradient;
    const PatchState<D> state{
        make_dual(p.penetration, g, G::penetration),
        make_dual(p.angle, g, G::angle),
        Vec3T<D>(make_dual(arm.x(), g, G::arm_x), make_dual(arm.y(), g, G::arm_y),
                 make_dual(arm.z(), g, G::arm_z)),
        make_dual(p.curvature_x, g, G::curvature_x),
        make_dual(p.curvature_y_region, g, G::curvature_y_region),
        make_dual(p.weight, g, G::weight)};
    add_patch(c, state, m, force, moment, out.patches[i]);
  }
  for (int i = 0; i < 3; ++i) {
    out.force[i] = force[i].value();
    out.moment[i] = moment[i].value();
    jacobian.row(i).head<directions>() = force[i].derivatives().transpose();
    jacobian.row(3 + i).head<directions>() = moment[i].derivatives().transpose();
  }
  // Only the position and the velocity relative to the rail enter.
  jacobian.col(10) = -jacobian.col(0);
  jacobian.col(11) = -jacobian.col(1);
  jacobian.col(12) = -jacobian.col(5);
  jacobian.col(13) = -jacobian.col(6);
}

}  // namespace fourfoot::contact
