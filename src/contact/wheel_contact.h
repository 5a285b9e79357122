#pragma once

#include <limits>
#include <memory>

#include "contact/geometry/contact_table.h"
#include "contact/geometry/patch_step.h"
#include "contact/geometry/search_gradient.h"
#include "contact/normal/elastic_normal.h"
#include "contact/tangential/creepage.h"
#include "contact/tangential/falling_friction.h"
#include "contact/wheel_force.h"

namespace fourfoot::contact {

class FastripLaw;
struct StripLoads;
struct StripSet;
struct StripSetting;
template <class T>
struct WheelState;

/// Friction of one patch at contact angle gamma (|gamma|: the back of the flange is a flange too)
/// and slip velocity w:
///
///   mu = (mu_tread + (mu_flange - mu_tread) share(|gamma|)) ((1 - A) exp(-B w) + A)
///
/// `share` goes from 0 at `low` to 1 at `high`: by a cubic step, or linearly, which has corners. w
/// is that of the patch's centre, without the spin's part (FallingFriction, [Polach2005]); on strips
/// (strips/strip_force.h) gamma and w are each strip's own.
struct FrictionRule {
  double low = 0.6, high = 0.8;  ///< [rad]
  bool is_linear = false;
  FallingFriction falling;
};

/// How the normal problem of an elastic patch is solved.
enum class PatchShape {
  ellipse,        ///< Hertz, with the curvature of the whole overlap
  strips,         ///< any shape across (strips/strip_normal.h)
  kik_piotrowski  ///< the same, by the method of these authors (strips/strip_kik_piotrowski.h)
};

/// Which minima are one patch on strips: what overlaps without a gap, and all within 30 mm. One
/// system of equations then knows how the load of one sinks the other.
inline SearchOptions make_strip_search() {
  SearchOptions options;
  options.merge_level = 0.1;
  options.near = 30e-3;
  options.far = 40e-3;
  options.merges_at_once = true;
  return options;
}

/// Force of one rail on one wheel, elastic contact, as one call with its exact local Jacobian.
///
/// Geometry gives the patches (search.h, or contact_table.h where the table covers the pose), found
/// in the axes of the rail with its slopes (rail_axes.h). Each patch with arm p = p_TC - axle's
/// middle, contact normal n_0 and penetration delta:
///
///   x = (1, dy, dz + twist) / |.|    along the rail with its slopes
///   z = n = (n_0 - (n_0.x) x) / |.|  from the rail into the wheel;   y = z cross x
///   slip = v + w cross p - v_rail    of the wheel's material against the rail's
///   V = (v - v_rail).x,   nu_x = slip.x / V_r,   nu_y = slip.y / V_r,   spin = w.n / V_r
///   delta_rate = -n.(v - v_rail + (w - (w.e) e) cross p),   e the axle's direction
///   force = N n + fx x + fy y,       moment = p cross force + mz n
///
/// V_r of SpeedRegularisation; N of ElasticNormal; fx, fy, mz of the TangentialLaw. The wheel is a
/// surface of revolution, so spinning moves it in itself and is left out of delta_rate: were it
/// kept, the small difference between n (a mean over the patch) and the wheel's own normal, times
/// yaw and the rim's speed, would act as false damping. No small angles: lead of the contact with
/// yaw, roll and the normal's angle come from the patch.
///
/// Running backwards (V < 0) the law sees contact axes turned by 180 degrees about z, as it takes
/// +x for the leading edge; results are turned back. Within |V| < v0 the two answers are blended
/// (cubic step in V), so that the force is continuously differentiable through a standstill.
/// Friction of a patch: FrictionRule.
///
/// Curvatures are kept above floors, c -> f + c^2 / (4 f) for 0 < c < 2 f, f for c < 0 (once
/// differentiable): f = 0.05 1/m, so that nothing changes above 0.1 1/m. Less than that in x is a
/// flank steeper than 87 degrees, in y a lateral radius of more than 10 m, where Hertz has lost its
/// meaning (usual: S1002 on 60E1 in the middle 0.4 1/m). y is cut at 1e5 1/m (sharp edges).
///
/// Patches that are not ellipses (PatchShape::strips): the overlap of each listed patch is cut into
/// strips, normal and tangential problem are solved on them (strips/strip_force.h); their sums take
/// the place of N, fx, fy and mz.
///
/// Left out: curvature of the track and of its irregularity over the contact's lead (at most a few
/// centimetres), roll of the rail, c_xy of the separation (elliptic laws have axes along x and y),
/// the deformation of one patch by another. Patch and normal are means over the overlap, delta is
/// its maximum: where the overlap is lopsided, force and potential of the Hertzian spring agree to
/// first order only.
///
/// Jacobian: derivatives of the patches are exact (guided_search.h), by table or online; from there
/// on dual numbers and the law's own derivatives.
///
/// Immutable, shared by threads; a call does not allocate after the scratch's first use.
class WheelContact {
 public:
  struct Options {
    SpeedRegularisation speed;
    SearchOptions search;
    FrictionRule friction;
    PatchShape shape = PatchShape::ellipse;
  };
  /// How well steps have done with the derivatives at hand.
  struct StepRecord {
    int taken = 0;  ///< since they were made
    int waits = 0;  ///< searches without derivatives that are still due
  };
  /// The axle's direction: the same for both wheels.
  struct Axle {
    double roll = std::numeric_limits<double>::quiet_NaN(), yaw = 0.0;
    Vec3 direction = Vec3::UnitY();
    const Vec3& get(const WheelsetPose& pose);
  };
  struct Scratch {
    Axle axle;
    SearchScratch search;
    PatchList patches;
    PatchGradients gradients;
    GradientScratch twins;
    /// What was found last for the left and the right wheel, and last with derivatives.
    std::array<PatchSample, 2> found;
    std::array<PatchSlopes, 2> slopes;
    /// Where these are given and know the patches at this time, nothing is searched.
    const std::array<PatchPath, 2>* paths = nullptr;
    double t = 0.0;  ///< [s]
    /// Whether patches may come from those found before (patch_step.h): the wheel is followed in
    /// short steps.
    bool may_step = false;
    /// Whether searches look first where the last one found the ends of overlaps (find_guided).
    bool goes_on = false;
    std::array<StepRecord, 2> steps;  ///< of the left and the right wheel
  };

  /// Geometry by online search.
  WheelContact(std::shared_ptr<const WheelsetOnTrack> wheelset, const ElasticNormal& normal,
               std::shared_ptr<const TangentialLaw> tangential, const Options& options);
  /// Geometry by table, by online search where it does not cover the pose.
  WheelContact(std::shared_ptr<const WheelsetOnTrack> wheelset,
               std::shared_ptr<const ContactTable> table, const ElasticNormal& normal,
               std::shared_ptr<const TangentialLaw> tangential, const Options& options);

  void calc(Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
            const ContactFriction& friction, Scratch& scratch, WheelForce& out) const;
  void calc(Side side, const WheelsetMotion& motion, const RailUnderWheel& rail,
            const ContactFriction& friction, Scratch& scratch, WheelForce& out,
            WheelForceJacobian& jacobian) const;

  /// Patches for a pose against the undisplaced rail, slopes included, to the scratch.
  void find(Side side, const WheelsetPose& pose, const RailUnderWheel& rail, Scratch& scratch,
            bool with_gradients) const;

  const WheelsetOnTrack& wheelset() const { return *wheelset_; }
  const ContactTable* table() const { return table_.get(); }
  const TangentialLaw& tangential() const { return *tangential_; }
  const ElasticNormal& normal() const { return normal_; }
  const Options& options() const { return options_; }

 private:
  /// Patches from those found before, if that is allowed and if these are near. Else sets whether they are
  /// to be found with derivatives.
  bool step(Side side, const WheelsetPose& pose, Scratch& scratch, bool& with_gradients) const;
  using MotionDual = Dual<10>;  ///< pose 4, v 3, w 3

  /// The normal problem of one patch on strips.
  void solve_shape(const StripSet& strips, bool with_slopes, StripLoads& out) const;
  /// All patches of the scratch by their strips.
  void add_strips(Side side, const WheelsetPose& pose, const StripSetting& setting,
                  const Scratch& scratch, const WheelState<double>& motion, WheelForce& out) const;
  void add_strips(Side side, const WheelsetPose& pose, const StripSetting& setting,
                  const Scratch& scratch, const WheelState<MotionDual>& motion,
                  Vec3T<MotionDual>& force, Vec3T<MotionDual>& moment, WheelForce& out) const;

  std::shared_ptr<const WheelsetOnTrack> wheelset_;
  std::shared_ptr<const ContactTable> table_;
  GuidedPair left_, right_;  ///< of the wheelset
  ElasticNormal normal_;
  std::shared_ptr<const TangentialLaw> tangential_;
  const FastripLaw* strip_law_;  ///< the tangential law if it knows strips, else null
  Options options_;
};

}  // namespace fourfoot::contact
