#pragma once

#include <span>

#include "contact/geometry/contact_nodes.h"
#include "contact/geometry/guided_search.h"

namespace fourfoot::contact {

/// Where the lowest point of a wheel's tape circle is against its rail, mirrored to the left:
///   u = y' + (half_span cos(roll) + r0 sin(roll)) cos(yaw) - half_span
///   v = z' + half_span sin(roll) + r0 (1 - cos(roll))
/// y', z' of the axle's middle against this rail. Gauge variation, alignment and cross level enter
/// here and nowhere else.
struct WheelPosition {
  double u = 0.0, v = 0.0;
};
WheelPosition calc_wheel_position(const WheelRailPair& pair, const AxleState<double>& axle);

/// For every cell of (u, roll, yaw^2): the windows of the meridian where a minimum of the
/// separation can lie while the wheel overlaps its rail by up to depth_max.
///
/// A cell is made from its eight nodes (contact_nodes.h) when it is first asked for: all minima
/// that the online search sees there, at four heights each, give its windows, a little widened. The
/// guided search walks on where the separation still falls at a window's border, so a minimum is lost
/// only if it shows at none of a cell's corners and is in no slope that leads to it: one that arises
/// and vanishes within 0.1 mm and 1 mrad, beside a deeper one with which it is merged anyway.
///
/// Thread-safe; a cell is the same to the bit whoever asked for it, and whether its nodes were made
/// now or read. Nothing is allocated but the scratch of a thread that makes its first node.
class ContactIndex {
 public:
  /// The pair must live as long.
  ContactIndex(const WheelRailPair& pair, const IndexGrid& grid);

  /// Empty if the position is outside the grid or deeper than depth_max.
  struct Cell {
    bool exists = false;
    double top = 0.0;  ///< greatest height of first touch in the cell
    std::span<const ContactWindow> windows;
  };
  Cell get(const WheelPosition& position, double roll, double yaw) const;

  /// Nodes that were made here, not read.
  std::size_t count_new() const { return nodes_.count_made() - read_; }
  /// The nodes that there are, as bytes, appended.
  void write(std::string& to) const { nodes_.write(to); }
  /// Adds nodes of such bytes; false: they are none.
  bool read(const char*& at, const char* end);

 private:
  struct CellWindows {
    std::array<ContactWindow, NodeSights::capacity> windows;
    std::uint32_t count;
    std::uint32_t exists;
    float top;
  };
  CellWindows make(const int* cell) const;
  std::uint16_t find_sample(double s) const;

  const WheelRailPair& pair_;
  IndexGrid grid_;
  int counts_[3] = {0, 0, 0};  ///< of cells
  double per_cell_[3] = {0.0, 0.0, 0.0};
  std::size_t read_ = 0;
  // What was looked up once is kept; that changes no answer.
  mutable ContactNodes nodes_;
  mutable OnceArray<CellWindows> cells_;
};

}  // namespace fourfoot::contact
