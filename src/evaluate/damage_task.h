#pragma once

#include <array>

#include "evaluate/task.h"

namespace fourfoot::evaluate {

/// Channels of one contact patch of a wheel.
struct PatchChannels {
  int N = -1, nu_x = -1, nu_y = -1, spin = -1, fx = -1, fy = -1, mz = -1, a = -1, b = -1;
};

struct WheelPatches {
  std::string name;  ///< "wheelset_1/left"
  std::vector<PatchChannels> patches;
};

/// Wear and rolling-contact fatigue of a wheel (and of the rail below it) from its patches.
///
///   T_gamma = |fx nu_x + fy nu_y + mz spin| of a patch [N = J/m],  A = pi a b
///
///   wear_rate: mass lost per distance, sum over the patches of K(T_gamma / A) A, K by the map of
///     mild, severe and catastrophic wear [Braghin2006]; mild, severe, catastrophic: shares of the
///     distance by the worst patch
///   rcf_index: mean over the distance of the damage function of T_gamma of the wheel [Burstow2004];
///     per passage of the wheel, 1: a visible crack. Where wear outruns cracks it is 0 here, less
///     than 0 in the source
///   FI_surf = f - 2 pi a b k / (3 N), f = sqrt(fx^2 + fy^2) / N: horizontal distance to the
///     surface limit of the shakedown diagram [Ekberg2002], k yield stress in shear; shakedown: its
///     largest value; shakedown_share: share of the distance where a patch is above 0
///
/// Left out: lubrication, material of wheel and rail apart, the direction of the creep force, the
/// subsurface limit of the diagram.
class DamageTask : public Task {
 public:
  DamageTask(const Situation& situation, WheelPatches wheel)
      : at_(situation), wheel_(std::move(wheel)) {
    points_.subject = wheel_.name;
  }
  std::size_t margin() const override { return 1; }
  void take(Block& block) override;
  void report(std::vector<Figure>& figures) override;
  const ShakedownPoints& points() const { return points_; }

 private:
  Situation at_;
  WheelPatches wheel_;
  double mass_ = 0.0, rcf_ = 0.0, length_ = 0.0, plastic_ = 0.0;  ///< sums over the distance
  std::array<double, 3> regime_ = {};                             ///< [m]
  double largest_ = no_number, largest_s_ = no_number;            ///< of FI_surf
  double next_ = -1e300;  ///< chainage of the next point [m]
  ShakedownPoints points_;
};

/// Wheels that have all channels of at least one patch.
std::vector<WheelPatches> find_patches(const Record& record);

}  // namespace fourfoot::evaluate
