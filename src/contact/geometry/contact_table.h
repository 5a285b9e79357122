#pragma once

#include <memory>
#include <string>
#include <vector>

#include "contact/geometry/contact_index.h"
#include "contact/geometry/rigid.h"
#include "contact/geometry/search.h"

namespace fourfoot::contact {

struct TableOptions : IndexGrid {
  SearchOptions search;
};

/// The answers of the online search, quickly: a table that knows beforehand where to look.
///
/// Each wheel has its own over what it can see: position (u, v) against its rail, roll, yaw^2
/// (contact_index.h). What is tabulated is where on the wheel contact can be; what is found there
/// is then computed on the profiles themselves, by the definitions of the search (guided_search.h).
/// A force goes with the depth to the power 3/2, and in a flange root the contact moves by
/// centimetres within tenths of a millimetre: numbers interpolated over the pose are off by
/// per cents there unless the grid is finer than a micrometre-sized thing should need. Computed
/// ones agree with the search to its own tolerance anywhere, are as smooth as the profiles, and
/// carry all fields of a patch. Wheelset position, gauge variation, alignment and cross level enter
/// exactly; the same pose gives the same bits whatever was asked before, unless the search is told
/// where the last one ended.
///
/// There is nothing to wait for: each part of the index is made when it is first needed, and what was
/// made can be kept for the next program (keep_contact_table).
///
/// Outside the range `find_patches` returns false: use the online search there. Thread-safe; no
/// allocation but what contact_index.h says.
class ContactTable {
 public:
  ContactTable() = default;

  bool covers(const WheelsetPose& pose, const RailShifts& shifts) const;
  bool covers(Side side, const WheelsetPose& pose, const RailShifts& shifts) const;
  /// z and roll of rigid contact.
  struct Reference {
    bool converged = false;  ///< both wheels touch to 0.1 um within the table's range
    double z = 0.0, roll = 0.0;
  };
  Reference find_reference(double y, double yaw, const RailShifts& shifts) const;
  bool find_patches(const WheelsetPose& pose, const RailShifts& shifts,
                    WheelsetContacts& out) const;
  /// One wheel; with exact derivatives. `before`: its patches at a pose near by, to be quicker
  /// (find_guided); the last bits then depend on them.
  bool find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts, PatchList& out,
                    const PatchList* before = nullptr) const;
  bool find_patches(Side side, const WheelsetPose& pose, const RailShifts& shifts, PatchList& out,
                    PatchGradients& gradients) const;

  /// How far a wheel may move until a place could touch that was not looked at, at a pose near that of
  /// the search which tells this; 0: one could now [m].
  double calc_clear(Side side, const WheelsetPose& pose, const PatchSurroundings& around) const;

  const TableOptions& options() const { return options_; }
  /// Nodes of the index that were made here, not read.
  std::size_t count_new_nodes() const;
  std::string hash;  ///< of what it was built from

 private:
  friend ContactTable build_contact_table(const WheelsetOnTrack&, const TableOptions&);
  friend std::string write_table(const ContactTable&);
  friend bool read_table(const std::string&, const WheelsetOnTrack&, const TableOptions&,
                         ContactTable&);
  friend bool add_nodes(const std::string&, const ContactTable&);

  struct SideTable {
    SideTable(const WheelRailPair& pair, const IndexGrid& grid) : guided(pair), index(pair, grid) {}
    GuidedPair guided;
    ContactIndex index;
  };
  const SideTable& get_side(Side side) const { return *sides_[side == Side::right]; }
  /// Height v of first touch; NaN out of range.
  double find_touch(const SideTable& side, double y, double roll, double yaw) const;
  TableOptions options_;
  std::shared_ptr<const WheelsetOnTrack> wheelset_;
  std::shared_ptr<SideTable> sides_[2];  ///< one and the same if both sides are alike
};

/// An empty one, which fills itself as it is used.
ContactTable build_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options);

/// Name of what a table is built from: profiles as laid, radii, options, format version.
std::string calc_table_hash(const WheelsetOnTrack& wheelset, const TableOptions& options);

/// The nodes that a table has, as bytes; and a table with such nodes: false if the bytes are not
/// such, are damaged (checksum) or belong to other inputs.
std::string write_table(const ContactTable& table);
bool read_table(const std::string& bytes, const WheelsetOnTrack& wheelset,
                const TableOptions& options, ContactTable& table);
/// Adds the nodes of such bytes to those of a table.
bool add_nodes(const std::string& bytes, const ContactTable& table);

/// A table with the nodes that the folder has of it, if any.
ContactTable load_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options,
                                const std::string& cache_folder);
/// Adds the nodes that a table has made to those in the folder (written beside and renamed, so that
/// no reader ever sees half a file). An unwritable folder only costs the caching.
void keep_contact_table(const ContactTable& table, const std::string& cache_folder);

/// Table against online search at `count` random poses from flange to flange, gauge varied by up to
/// +-4 mm, lowered below rigid contact by 20 to 120 um so that the wheels carry load.
struct TableCheck {
  int poses = 0;
  int touch_differs = 0;  ///< wheels that touch in one of the two only
  int count_differs = 0;  ///< wheels whose patches are not as many
  struct Error {
    double mean = 0.0, p99 = 0.0, max = 0.0;
  };
  /// Absolute, [m] and [rad]; angle and radius are means over the patches weighted as their loads,
  /// penetration is the deepest one's; load is the wheel's normal force by Hertz, relative.
  Error z, roll, angle, radius, penetration, load;
};
TableCheck check_table(const ContactTable& table, const WheelsetOnTrack& wheelset, int count,
                       unsigned seed);

}  // namespace fourfoot::contact
