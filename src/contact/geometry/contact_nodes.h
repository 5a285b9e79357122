#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <string>
#include <vector>

#include "contact/geometry/once_array.h"
#include "contact/geometry/search.h"

namespace fourfoot::contact {

/// Grid of a contact table: cells over the position of a wheel against its rail.
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

/// What the online search sees at one node of the grid: minima of the separation that can overlap
/// while the wheel is up to depth_max below first touch. Those less than 2.5 mm apart are one sight.
struct NodeSights {
  struct Sight {
    float begin, end;  ///< first and last of its minima on the meridian [m]
    float low, high;   ///< heights at which they would just touch [m]
  };
  static constexpr std::size_t capacity = 8;
  static constexpr float apart = 2.5e-3f;  ///< [m]

  std::array<Sight, capacity> sights;
  std::uint32_t count;
  std::uint32_t exists;  ///< 0: no rail in reach here
  float top;             ///< height of first touch [m]

  std::size_t size() const { return count; }
  /// Joins a sight to the last one if it begins near it (or if there is no room), else appends it.
  /// Sights come in the order of `begin`.
  void add(const Sight& sight);
};

/// The nodes of a contact index, each made when it is first asked for. A node depends on the wheel,
/// the rail, the grid and its number alone: not on who asks for it, nor on what was made before.
/// Thread-safe.
class ContactNodes {
 public:
  ContactNodes(const WheelRailPair& pair, const IndexGrid& grid);

  /// At u number i, roll number `row`, yaw^2 number `column`.
  const NodeSights& get(int i, int row, int column);
  std::size_t count_made() const { return nodes_.count_made(); }

  /// Those that are made, as bytes, appended.
  void write(std::string& to) const;
  /// Adds those of such bytes; false: they are none.
  bool read(const char*& at, const char* end);

 private:
  NodeSights make(int i, int row, int column);
  void find_starts(SearchScratch& scratch);

  const WheelRailPair& pair_;
  IndexGrid grid_;
  OnceArray<NodeSights> nodes_;
  std::once_flag starts_are_found_;
  /// Height of first touch without roll and yaw along u: where the search for a node's begins [m].
  std::vector<double> starts_;
};

}  // namespace fourfoot::contact
