#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact {

/// Grid of a contact table: cells over the place of a wheel against its rail.
struct IndexGrid {
  double y_max = 16e-3;     ///< u, wheel against rail, -y_max..y_max around the middle position [m]
  double y_step = 0.1e-3;   ///< [m]
  double roll_max = 0.015;  ///< [rad]
  int roll_count = 31;      ///< nodes, at least 2
  double yaw_max = 0.03;    ///< [rad]
  int yaw_count = 9;        ///< nodes in yaw^2, from 0 (the contact is even in yaw); at least 2
  /// How far below first touch the wheel may be, anywhere in a cell [m].
  double depth_max = 0.6e-3;

  int y_count() const {
    return std::max(2, static_cast<int>(std::lround(2.0 * y_max / y_step)) + 1);
  }
};

/// Where the lowest point of a wheel's tape circle is against its rail, mirrored to the left:
///   u = y' + (half_span cos(roll) + r0 sin(roll)) cos(yaw) - half_span
///   v = z' + half_span sin(roll) + r0 (1 - cos(roll))
/// y', z' of the axle's middle against this rail. Gauge variation, alignment and cross level enter
/// here and nowhere else.
struct WheelPosition {
  double u = 0.0, v = 0.0;
};
WheelPosition calc_wheel_place(const WheelRailPair& pair, const AxleState<double>& axle);

/// For every cell of (u, roll, yaw^2): the windows of the meridian where a minimum of the
/// separation can lie while the wheel overlaps its rail by up to depth_max.
///
/// Built from the online search at the nodes, at four heights each: all minima within depth_max of
/// touching, at the eight corners of a cell, give its windows, a little widened. The guided
/// search walks on where the separation still falls at a window's border, so a minimum is lost only
/// if it shows at none of a cell's corners and is in no slope that leads to it: one that arises and
/// vanishes within 0.1 mm and 1 mrad, beside a deeper one with which it is merged anyway.
class ContactIndex {
 public:
  ContactIndex() = default;
  /// Threads: 0, as many as the machine has.
  ContactIndex(const WheelRailPair& pair, const IndexGrid& grid, int threads);

  /// Empty if the place is outside the grid or deeper than depth_max.
  struct Cell {
    bool exists = false;
    double top = 0.0;  ///< greatest height of first touch in the cell
    std::span<const ContactWindow> windows;
  };
  Cell get(const WheelPosition& place, double roll, double yaw) const;

  /// As bytes, appended; and back (false: not such bytes). The grid is given.
  void write(std::string& to) const;
  bool read(const char*& at, const char* end, const IndexGrid& grid);

 private:
  void set_grid(const IndexGrid& grid);

  IndexGrid grid_;
  int cells_[3] = {0, 0, 0};
  double per_cell_[3] = {0.0, 0.0, 0.0};
  std::vector<std::uint32_t> begin_;  ///< first window of a cell; one more than cells
  std::vector<float> top_;
  std::vector<ContactWindow> windows_;
};

}  // namespace fourfoot::contact
