#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "math/types.h"
#include "track/support.h"

namespace fourfoot::track {

struct SpringAndDamper {
  double stiffness = 0.0;  ///< [N/m]
  double damping = 0.0;    ///< [N s/m]
};

/// Numbers of a track on sleepers besides those of sleepers and ballast. Defaults: rail, pads and
/// spacing of [Zhai2004]; lateral second moment and fastening of [HuoDai2019, Table 2]; mesh and
/// free length by the errors in docs/theory/discrete-track.md.
struct DiscreteSupport {
  double rail_mass = 60.64;                                           ///< of one rail [kg/m]
  double vertical_bending = 6.62e6;                                   ///< EI of one rail [N m2]
  double lateral_bending = 1.07e6;                                    ///< [N m2]
  SpringAndDamper vertical_pad{65e6, 75e3}, lateral_pad{15e6, 50e3};  ///< of one rail seat
  double spacing = 0.6;                                               ///< of the sleepers [m]
  int elements = 2;                                                   ///< from sleeper to sleeper
  double free_length = 12.0;     ///< of the ring, between the last and the first wheelset [m]
  std::vector<double> recorded;  ///< chainages of sleepers whose forces are recorded [m]
};

/// Sleeper and ballast: half a sleeper of [Zhai2004] on its ballast and subgrade in series, whose
/// damping in series holds for slow motion (the mass of the ballast is left out); sideways a whole
/// sleeper on 20 MN/m and 50 kN s/m per half (assumed).
inline constexpr Support default_vertical_ballast{125.5, 49.6e6, 20.4e3};
inline constexpr Support default_lateral_ballast{251.0, 40e6, 100e3};

/// Of the ring under a vehicle whose wheelsets stand over `span` metres.
double count_ring_sleepers(const DiscreteSupport& support, double span);

/// Two rails on pads, sleepers and ballast, for frequencies up to 300 Hz. Each rail is a beam, up
/// and down and sideways, EI w'''' + m w.. - rho I w..'' = loads [Rayleigh: bending and rotary
/// inertia, no shear], on a pad at every sleeper:
///
///   pad       F = k_p (w - z) + c_p (w' - z')
///   sleeper   M z'' = F - ballast (SupportLaw, of the sleeper's chainage)
///
/// Sleepers are rigid: z of its left and its right half with half its mass each, and y. (A uniform
/// rigid sleeper of length L has the roll inertia of two half masses at +-L / sqrt(12): 0.75 m for
/// 2.6 m, where the rail seats are.) The track is endless [HouKalousekDong2003]: a ring of sleepers
/// that the vehicle runs round, long enough that waves have died down when they have run round it; the sleeper
/// with number j is that at the chainage (j + i N) spacing nearest to the vehicle. Finite elements with cubic
/// shapes; masses in the nodes, m l and rho I l with rho of steel: their error is of fourth order
/// in the length of an element.
/// Left out: shear (it would make the rail 4 % softer at rest, 8 % at 300 Hz: docs/theory/discrete-track.md), torsion of
/// rails, bending of sleepers, mass and shear of the ballast, lift of sleepers other than by gaps.
/// Energy is only lost. Checked: tests/unit/track/discrete_track_test.cpp (closed forms),
/// tests/cli/receptance_test.py (a second program).
class DiscreteTrack {
 public:
  using Laws = SupportAlongLine::Laws;
  static constexpr std::size_t coordinates = SupportAlongLine::coordinates;
  enum class Axis { z, y };

  /// Wheelsets stand from `rear` to `front` of the vehicle's origin [m].
  DiscreteTrack(const DiscreteSupport& support, SupportAlongLine ballast, double rear,
                double front);

  int coordinate_count() const { return static_cast<int>(masses_.size()); }
  int sleeper_count() const { return sleepers_; }
  int node_count() const { return nodes_; }  ///< of each rail
  double ring_length() const { return support_.spacing * sleepers_; }
  const DiscreteSupport& support() const { return support_; }
  /// [kg] or [kg m2]
  const VecX& masses() const { return masses_; }
  /// "rail_left/z_12" at node 12, "rail_left/slope_z_12", "sleeper_6/z_left".
  std::vector<std::string> list_names() const;
  /// Whether the coordinate is a slope.
  bool is_slope(int coordinate) const { return coordinate < 8 * nodes_ && coordinate % 2 == 1; }

  /// Of a rail at chainage s: w = sum value_i q_i, dw/ds = sum slope_i q_i; `at` counts from the
  /// rail's first coordinate.
  struct Shape {
    std::array<int, 4> at = {};
    Eigen::Vector4d value = Eigen::Vector4d::Zero(), slope = Eigen::Vector4d::Zero();
  };
  Shape calc_shape(double s) const;
  /// First coordinate of a rail; side 0: left, 1: right.
  int rail(std::size_t side, Axis axis) const;
  /// Of the sleeper j: y, z of its left and of its right half.
  int sleeper(std::size_t coordinate, int j) const {
    return 8 * nodes_ + static_cast<int>(coordinate) * sleepers_ + j;
  }

  /// The number of the sleeper nearest to a chainage, and that sleeper's chainage.
  struct NumberedSleeper {
    int j = 0;
    double s = 0.0;  ///< [m]
  };
  NumberedSleeper find_sleeper(double chainage) const;
  /// Whether the ring has this sleeper, not another one with its number, with the vehicle at s.
  bool is_in_ring(const NumberedSleeper& sleeper, double s) const;
  /// Force of a rail on its seat, downward [N].
  template <class Positions, class Rates>
  double calc_seat(std::size_t side, int j, const Positions& q, const Rates& v) const {
    const int above = rail(side, Axis::z) + 2 * j * support_.elements, below = sleeper(1 + side, j);
    return support_.vertical_pad.stiffness * (q[below] - q[above]) +
           support_.vertical_pad.damping * (v[below] - v[above]);
  }

  bool is_uniform() const { return ballast_.is_uniform(); }
  /// Of each sleeper, with the vehicle's origin at s.
  void calc_laws(double s, std::vector<Laws>& laws) const;
  std::vector<Laws> make_laws() const {
    return std::vector<Laws>(static_cast<std::size_t>(sleepers_), ballast_.get_nominal());
  }
  /// Accelerations without loads, at positions q and rates v.
  template <class Positions, class Rates, class Result>
  void calc_accelerations(const std::vector<Laws>& laws, const Positions& q, const Rates& v,
                          Result&& a) const {
    a.setZero();
    for (const Entry& e : entries_) a[e.row] += e.stiffness * q[e.column] + e.damping * v[e.column];
    for (std::size_t c = 0; c < coordinates; ++c) {
      for (int j = 0; j < sleepers_; ++j) {
        const int i = sleeper(c, j);
        a[i] += laws[static_cast<std::size_t>(j)][c].calc_rest(0.0, q[i], v[i]) / masses_[i];
      }
    }
  }
  /// Calls put(row, column, by position, by rate) with their derivatives.
  template <class Positions, class Put>
  void for_derivatives(const std::vector<Laws>& laws, const Positions& q, const Put& put) const {
    for (const Entry& e : entries_) put(e.row, e.column, e.stiffness, e.damping);
    for (std::size_t c = 0; c < coordinates; ++c) {
      for (int j = 0; j < sleepers_; ++j) {
        const int i = sleeper(c, j);
        const SupportLaw& law = laws[static_cast<std::size_t>(j)][c];
        put(i, i, -law.get_stiffness(q[i]) / masses_[i], -law.damping / masses_[i]);
      }
    }
  }

  /// Rail and sleepers sink under a load at s as those of an infinite beam on an even foundation do
  /// [Zimmermann1888]; added to q. Returns how far the rail goes down there [m].
  double add_sag(double s, std::size_t side, double load, Eigen::Ref<VecX> q) const;

 private:
  /// What the coordinate `column` does to the acceleration of `row`, without the ballast.
  struct Entry {
    int row, column;
    double stiffness, damping;
  };
  void list_entries();
  double calc_chainage(int j, double s) const;

  DiscreteSupport support_;
  SupportAlongLine ballast_;
  double middle_ = 0.0;  ///< of the wheelsets, from the vehicle's origin [m]
  int sleepers_ = 0, nodes_ = 0;
  double length_ = 0.0;  ///< of an element [m]
  VecX masses_;
  std::vector<Entry> entries_;
};

}  // namespace fourfoot::track
