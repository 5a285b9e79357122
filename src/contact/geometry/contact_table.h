#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "contact/geometry/grid_spline.h"
#include "contact/geometry/rigid.h"
#include "contact/geometry/search.h"

namespace fourfoot::contact {

struct TableOptions {
  double y_max = 16e-3;     ///< u, wheel against rail, -y_max..y_max around the middle position [m]
  double y_step = 0.08e-3;  ///< [m]
  double roll_max = 0.014;  ///< [rad]
  int roll_count = 13;
  double yaw_max = 0.03;      ///< [rad]
  int yaw_count = 8;          ///< nodes in yaw^2, from 0: the contact is even in yaw
  double depth_max = 0.4e-3;  ///< how far below first touch the wheel may be [m]
  int depth_count = 16;       ///< nodes in sqrt(depth), from 0
  SearchOptions search;
  int threads = 0;  ///< 0: as many as the machine has
};

/// The answers of the online search from a table.
///
/// Each wheel is tabulated by itself over what it can see: the place (u, v) of its tape circle's
/// lowest point against its rail, roll, and yaw^2 (the contact is even in yaw):
///   u = y' + (half_span cos(roll) + r0 sin(roll)) cos(yaw) - half_span
///   v = z' + half_span sin(roll) + r0 (1 - cos(roll))              [mirrored to the left]
/// The meridian is cut into zones where rigid contact jumps. Stored are
///   the height v_k(u, roll, yaw^2) at which zone k first touches, and
///   over (u, roll, yaw^2, sqrt(v_k - v)) the patch of zone k by itself,
///   over (u, roll, yaw^2, sqrt(v_m - v)) the patch of two neighbouring zones merged, v_m a smooth
///   maximum of their heights,
/// the overlap at the ridge between them, from which the weights follow as in the search
/// (merging.h). Within a zone everything moves continuously, and at a jump
/// each side keeps its own height, so that no corner has to be interpolated. Wheelset position,
/// gauge variation, alignment and cross level all enter exactly, through u, v and roll; z and roll
/// of rigid contact for any (y, yaw, gauge variation) follow from the greatest v_k of both wheels.
///
/// Interpolation: quadratic B-splines, C1 (grid_spline.h). Outside the range `covers` is false: use
/// the online search there. c_xy, s_wheel, s_rail and the overlap's ends are not stored (0): no law
/// used with tables needs them; calc_separation takes patches of the online search. Thread-safe, no
/// allocation.
class ContactTable {
 public:
  ContactTable() = default;

  bool covers(const WheelsetPose& pose, const RailShifts& shifts) const;
  bool covers(Side side, const WheelsetPose& pose, const RailShifts& shifts) const;
  /// z and roll of rigid contact.
  struct Reference {
    bool converged = false;  ///< both wheels touch to 1e-9 m within the table's range
    double z = 0.0, roll = 0.0;
  };
  Reference find_reference(double y, double yaw, const RailShifts& shifts) const;
  void find_patches(const WheelsetPose& pose, const RailShifts& shifts,
                    WheelsetContacts& out) const;
  /// One wheel; with derivatives: those of the interpolation itself, exact.
  void find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts,
                    PatchList& out) const;
  void find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts, PatchList& out,
                    PatchGradients& gradients) const;

  const TableOptions& options() const { return options_; }
  const std::vector<double>& cuts(Side side) const { return get_side(side).cuts; }
  std::string hash;  ///< of what it was built from

 private:
  friend ContactTable build_contact_table(const WheelsetOnTrack&, const TableOptions&);
  friend struct TableBuilder;
  friend std::string write_table(const ContactTable&);
  friend bool read_table(const std::string&, const std::string&, ContactTable&);

  static constexpr std::size_t max_zones = GridSpline::channels / 2;
  /// The patch of one zone, or of a zone and the next one merged.
  struct Slot {
    int zone = 0;
    int is_merged = 0;
    int first = 0;      ///< index in u where its grid begins
    GridSpline values;  ///< channels of table_node.h
  };
  struct SideTable {
    std::vector<double> cuts;  ///< places of the meridian that part the zones
    GridSpline touch;          ///< v_k in channels 2 k and 2 k + 1 (rounding rest)
    std::vector<Slot> slots;   ///< zones by themselves first, in their order
    double half_span = 0.0, radius = 0.0, axle_height = 0.0;
  };
  const SideTable& get_side(Side side) const { return *sides_[side == Side::right]; }
  double calc_touch(const SideTable& table, double u, double roll, double yaw) const;
  template <class T>
  void find_side(Side side, const WheelsetPose& pose, const RailShifts& shifts, PatchList& out,
                 PatchGradients* gradients) const;
  template <class T>
  bool calc_slot(const Slot& slot, const std::array<T, 4>& x,
                 std::array<T, GridSpline::channels>& v) const;
  template <class T>
  std::array<T, 4> scale(const T& u, const T& roll, const T& yaw, const T& depth) const;

  TableOptions options_;
  std::shared_ptr<const SideTable> sides_[2];  ///< one and the same if both sides are alike
};

/// Builds it with several threads. Takes seconds.
ContactTable build_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options);

/// Name of what a table is built from: profiles as laid, radii, options, format version.
std::string calc_table_hash(const WheelsetOnTrack& wheelset, const TableOptions& options);

/// A table as bytes and back; false if the bytes are not such a table, are damaged (checksum) or
/// belong to another hash: then rebuild.
std::string write_table(const ContactTable& table);
bool read_table(const std::string& bytes, const std::string& hash, ContactTable& table);

/// The cached table of these inputs if the folder has one, else built and, if possible, stored
/// there (written beside and renamed, so that no reader ever sees half a file). An unwritable
/// folder only costs the caching.
ContactTable get_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options,
                               const std::string& cache_folder);

/// Table against online search at `count` random poses from flange to flange, gauge varied by up to
/// +-4 mm, lowered below rigid contact by 20 to 120 um so that the wheels carry load.
struct TableCheck {
  int poses = 0;
  int touch_differs = 0;  ///< wheels that touch in one of the two only
  struct Error {
    double mean = 0.0, p99 = 0.0, max = 0.0;
  };
  /// Absolute, [m] and [rad]; angle and radius are means over the patches weighted as their loads,
  /// penetration is the deepest one's.
  Error z, roll, angle, radius, penetration;
};
TableCheck check_table(const ContactTable& table, const WheelsetOnTrack& wheelset, int count,
                       unsigned seed);

}  // namespace fourfoot::contact
