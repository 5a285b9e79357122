// Contact forces change without jumps while a wheelset slides from flange to flange. Jumps of two
// thousandths where minima of the separation appear within an overlap kept limit cycles on real
// profiles from being followed.
#include <gtest/gtest.h>

#include "contact/geometry/rigid.h"
#include "contact/geometry/search.h"
#include "contact/material.h"
#include "contact/normal/hertz.h"
#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

Vec3 calc_normal_force(const PatchList& patches) {
  Vec3 force = Vec3::Zero();
  for (const Patch& p : patches) {
    if (!(p.penetration > 0.0)) continue;
    const HertzLaw<double> law(p.curvature_x, p.curvature_y_region, Material{}.contact_modulus());
    force += p.weight * law.calc_from_penetration(p.penetration).normal * p.n_T;
  }
  return force;
}

/// Both wheels, on the way from one pose to another.
class Slide {
 public:
  Slide(const WheelsetOnTrack& wheelset, const WheelsetPose& from, const WheelsetPose& to)
      : wheelset_(wheelset), from_(from), to_(to) {}

  std::array<Vec3, 2> calc(double part) {
    const auto mix = [&](double a, double b) { return a + part * (b - a); };
    const WheelsetPose pose{mix(from_.y, to_.y), mix(from_.z, to_.z), mix(from_.roll, to_.roll),
                            mix(from_.yaw, to_.yaw)};
    WheelsetContacts found;
    find_patches(wheelset_, pose, {}, {}, scratch_, found);
    return {calc_normal_force(found.left), calc_normal_force(found.right)};
  }

  /// What is left of the largest change, relative to the force, when the way on which it happens is
  /// halved again and again; less than `enough` for a force without a jump.
  double find_jump(double enough) {
    double low = 0.0, high = 1.0, change = 1.0;
    std::array<Vec3, 2> a = calc(low), b = calc(high);
    for (int i = 0; i < 30 && change > enough; ++i) {
      const double middle = 0.5 * (low + high);
      const std::array<Vec3, 2> m = calc(middle);
      const double first = compare(a, m), second = compare(m, b);
      change = std::max(first, second);
      (first > second ? high : low) = middle;
      (first > second ? b : a) = m;
    }
    return change;
  }

 private:
  static double compare(const std::array<Vec3, 2>& a, const std::array<Vec3, 2>& b) {
    return std::max((a[0] - b[0]).norm() / a[0].norm(), (a[1] - b[1]).norm() / a[1].norm());
  }

  const WheelsetOnTrack& wheelset_;
  WheelsetPose from_, to_;
  SearchScratch scratch_;
};

void check_slide(const WheelsetOnTrack& wheelset, double yaw, double pressed) {
  constexpr double step = 20e-6, enough = 2e-5;
  SearchScratch scratch;
  const auto make_pose = [&](double y) {
    const RigidContact rigid = solve_rigid(wheelset, y, yaw, {}, scratch);
    return WheelsetPose{y, rigid.z - pressed, rigid.roll, yaw};
  };
  WheelsetPose before = make_pose(-6e-3);
  for (double y = -6e-3 + step; y < 6e-3; y += step) {
    const WheelsetPose pose = make_pose(y);
    EXPECT_LE(Slide(wheelset, before, pose).find_jump(enough), enough)
        << "y = " << y << ", yaw " << yaw;
    before = pose;
  }
}

TEST(ContactForce, DoesNotJumpWhereMinimaAppear) {
  const WheelsetOnTrack wheelset = make_s1002_on_60e1();
  check_slide(wheelset, 0.0, 80e-6);
  check_slide(wheelset, 4e-3, 60e-6);
}

}  // namespace
}  // namespace fourfoot::contact
