#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include "math/types.h"

namespace fourfoot::contact {

/// Part of the wheel that touches: by the contact angle and the side of the flange tip.
enum class Zone { tread, flange, flange_back };

/// One region where wheel and rail would overlap if they were rigid, or nearly touch.
///
/// Two points describe it: the deepest point, and the centre of the overlap, weighted with the
/// square of the overlap over its area (with a parabolic longitudinal section: depth^(5/2) along
/// s). The centre moves continuously where the deepest point jumps; for a symmetric parabolic
/// overlap the two coincide. The program CONTACT takes the same centre. SearchOptions::position says
/// which of them fills the fields below.
struct Patch {
  Zone zone = Zone::tread;
  double penetration = 0.0;  ///< depth at the deepest point, along the normal; < 0: gap [m]
  /// Share of this patch's forces that counts, 0 ... 1. Less than 1 only while patches grow
  /// together or part (SearchOptions::merge_level): then the parted ones and the whole one are all
  /// listed.
  double weight = 1.0;

  double s_wheel = 0.0, y_wheel = 0.0, z_wheel = 0.0;  ///< on the wheel profile [m]
  double y_rail = 0.0, z_rail = 0.0;  ///< on the rail, in T (shifts of the rail included) [m]
  Vec3 p_TC = Vec3::Zero();           ///< contact point on the wheel, in T [m]; x is the lead
  Vec3 n_T = Vec3::UnitZ();           ///< unit normal in T, from the rail into the wheel
  double angle = 0.0;                 ///< contact angle to the track plane, > 0 on the flange side;
                                      ///< at the centre: weighted mean over the overlap
  double radius = 0.0;                ///< rolling radius there [m]
  double theta = 0.0;                 ///< angle round the wheel, from straight below forward [rad]

  /// Second derivatives of the separation in the tangent plane, x along the rail and y across:
  /// h = (cx x^2 + 2 cxy x y + cy y^2) / 2. Wheel's and rail's curvatures together [1/m].
  double curvature_x = 0.0;
  double curvature_y = 0.0;
  double curvature_xy = 0.0;
  /// Lateral curvature of the parabola with the same depth and the same spread as the overlap: what
  /// an elliptic law should use where curvatures jump or two minima share one overlap.
  double curvature_y_region = 0.0;
  /// Overlap on the wheel profile's arc length; empty interval if there is a gap.
  double s_begin = 0.0, s_end = 0.0;
  int minima = 1;                      ///< how many local minima were merged into it
  double s_first = 0.0, s_last = 0.0;  ///< positions of the first and the last of them
};

/// First derivatives of a patch by the wheelset's pose against its rail, columns y, z, roll, yaw.
/// The arm is p_TC less the axle's middle, in T's axes: like every other row it depends on the pose
/// relative to the rail only, so that derivatives by the rail's displacement are those by y and z
/// with the other sign.
struct PatchGradient {
  enum Row {
    penetration,
    angle,
    arm_x,
    arm_y,
    arm_z,
    curvature_x,
    curvature_y_region,
    weight,
    s_wheel,
    rows
  };
  Eigen::Matrix<double, rows, 4> d = Eigen::Matrix<double, rows, 4>::Zero();
};

/// Up to eight patches of a wheel; deepest first.
struct PatchList {
  static constexpr std::size_t capacity = 8;
  std::array<Patch, capacity> patches;
  std::size_t count = 0;
  const Patch* begin() const { return patches.data(); }
  const Patch* end() const { return patches.data() + count; }
  const Patch& operator[](std::size_t i) const { return patches[i]; }
  std::size_t size() const { return count; }
  bool empty() const { return count == 0; }
};

/// What a search with derivatives tells of the rest of the wheel: how long its list of patches stays
/// the whole list while the pose changes a little.
struct PatchSurroundings {
  static constexpr std::size_t capacity = 8;
  /// A length that is above zero at the pose of the search, with its derivative by y, z, roll, yaw: how
  /// far another minimum of the separation is from the rail, the minima of one patch from parting, or
  /// another one of them from being the deepest.
  struct Guard {
    double value;  ///< [m]
    Eigen::Vector4d slope;
  };
  /// Samples of the meridian that were looked at.
  struct Piece {
    std::uint16_t first, last;
  };

  std::array<Guard, capacity> guards;
  std::size_t guard_count = 0;
  std::array<Piece, capacity> seen;
  std::size_t seen_count = 0;
  /// How far the wheel may move until a place could touch that was not looked at; 0: not known [m].
  double clear = 0.0;

  void add(const Guard& guard) {
    if (guard_count < capacity)
      guards[guard_count++] = guard;
    else
      clear = 0.0;
  }
  bool has_seen(std::size_t first, std::size_t last) const {
    for (std::size_t i = 0; i < seen_count; ++i)
      if (seen[i].first <= first && last <= seen[i].last) return true;
    return false;
  }
};

/// Of the patches of a PatchList, in its order.
struct PatchGradients : std::array<PatchGradient, PatchList::capacity> {
  PatchSurroundings around;
};

}  // namespace fourfoot::contact
