#include "contact/geometry/contact_index.h"

#include <stdexcept>

namespace fourfoot::contact {

namespace {

const IndexGrid& check_grid(const WheelRailPair& pair, const IndexGrid& grid) {
  if (grid.roll_count < 2 || grid.yaw_count < 2)
    throw std::invalid_argument("a contact table needs at least two nodes in every direction");
  if (pair.wheel.samples().size() > 60000)
    throw std::invalid_argument("wheel profile is sampled too finely for a contact table");
  return grid;
}

std::size_t count_cells(const IndexGrid& grid) {
  return static_cast<std::size_t>(grid.y_count() - 1) *
         static_cast<std::size_t>(grid.roll_count - 1) *
         static_cast<std::size_t>(grid.yaw_count - 1);
}

}  // namespace

WheelPosition calc_wheel_position(const WheelRailPair& pair, const AxleState<double>& axle) {
  const double h = pair.wheel.half_span(), r = pair.wheel.radius();
  return {axle.y + (h * axle.cos_roll + r * axle.sin_roll) * axle.cos_yaw - h,
          axle.z - pair.axle_height + h * axle.sin_roll + r * (1.0 - axle.cos_roll)};
}

ContactIndex::ContactIndex(const WheelRailPair& pair, const IndexGrid& grid)
    : pair_(pair), grid_(check_grid(pair, grid)), nodes_(pair, grid), cells_(count_cells(grid)) {
  counts_[0] = grid.y_count() - 1;
  counts_[1] = grid.roll_count - 1;
  counts_[2] = grid.yaw_count - 1;
  per_cell_[0] = counts_[0] / (2.0 * grid.y_max);
  per_cell_[1] = counts_[1] / (2.0 * grid.roll_max);
  per_cell_[2] = counts_[2] / (grid.yaw_max * grid.yaw_max);
}

std::uint16_t ContactIndex::find_sample(double s) const {
  const auto& samples = pair_.wheel.samples();
  const auto at = std::lower_bound(
      samples.begin(), samples.end(), s,
      [](const WheelSurface::Sample& sample, double value) { return sample.s < value; });
  const auto index = std::min<std::ptrdiff_t>(at - samples.begin(),
                                              static_cast<std::ptrdiff_t>(samples.size()) - 1);
  return static_cast<std::uint16_t>(index);
}

/// Windows of the sights at a cell's corners.
ContactIndex::CellWindows ContactIndex::make(const int* cell) const {
  std::array<NodeSights::Sight, 8 * NodeSights::capacity> sights;
  std::size_t count = 0;
  CellWindows out{};
  out.exists = 1;
  out.top = -1e9f;
  for (int corner = 0; corner < 8; ++corner) {
    const NodeSights& node = nodes_.get(cell[0] + (corner & 1), cell[1] + (corner >> 1 & 1),
                                        cell[2] + (corner >> 2 & 1));
    if (!node.exists) return {};
    out.top = std::max(out.top, node.top);
    for (std::size_t i = 0; i < node.size(); ++i) sights[count++] = node.sights[i];
  }
  const auto end = sights.begin() + static_cast<std::ptrdiff_t>(count);
  std::sort(sights.begin(), end, [](const NodeSights::Sight& a, const NodeSights::Sight& b) {
    return a.begin < b.begin;
  });
  NodeSights joined{};
  for (auto sight = sights.begin(); sight != end; ++sight) joined.add(*sight);
  const double pad = 0.3e-3;
  for (; out.count < joined.size(); ++out.count) {
    const NodeSights::Sight& sight = joined.sights[out.count];
    // Heights between the corners: a little above the greatest.
    const float slack = 30e-6f + 0.2f * (sight.high - sight.low);
    out.windows[out.count] = {find_sample(static_cast<double>(sight.begin) - pad),
                              find_sample(static_cast<double>(sight.end) + pad),
                              sight.high + slack};
  }
  return out;
}

ContactIndex::Cell ContactIndex::get(const WheelPosition& position, double roll, double yaw) const {
  const double x[3] = {(position.u + grid_.y_max) * per_cell_[0],
                       (roll + grid_.roll_max) * per_cell_[1], yaw * yaw * per_cell_[2]};
  int at[3] = {0, 0, 0};
  std::size_t number = 0;
  for (int i = 0; i < 3; ++i) {
    if (!(x[i] >= 0.0 && x[i] < counts_[i])) return {};
    at[i] = static_cast<int>(x[i]);
    number = number * static_cast<std::size_t>(counts_[i]) + static_cast<std::size_t>(at[i]);
  }
  const CellWindows* cell = cells_.find(number);
  if (!cell) cell = &cells_.put(number, make(at));
  const double top = static_cast<double>(cell->top);
  if (!cell->exists || !(position.v >= top - grid_.depth_max)) return {};
  return {true, top, {cell->windows.data(), cell->count}};
}

bool ContactIndex::read(const char*& at, const char* end) {
  const std::size_t before = nodes_.count_made();
  if (!nodes_.read(at, end)) return false;
  read_ += nodes_.count_made() - before;
  return true;
}

}  // namespace fourfoot::contact
