#include "contact/geometry/contact_nodes.h"

#include <cstring>

#include "contact/geometry/near_minima.h"

namespace fourfoot::contact {

namespace {

/// A minimum seen at a node: where, and the height at which it would just touch.
struct SeenMinimum {
  float s, height;
};
struct SeenMinima {
  std::array<SeenMinimum, 48> at;  ///< twelve at each of four heights
  std::size_t count = 0;
};

/// The wheel at one node of the grid, at any height.
struct NodeView {
  const WheelRailPair& pair;
  double u, roll, yaw;
  SearchScratch& scratch;

  /// The axle with the tape circle's lowest point at (u, v).
  AxleFrame make_frame(double v) const {
    const double h = pair.wheel.half_span(), r = pair.wheel.radius();
    const double c = std::cos(roll), s = std::sin(roll);
    return AxleFrame(u + h - (h * c + r * s) * std::cos(yaw),
                     pair.axle_height + v - h * s - r * (1.0 - c), roll, yaw);
  }

  /// The greatest height at which one of the minima within `margin` touches; NaN: there are none.
  double see(double height, double margin, SeenMinima* seen) const {
    std::array<SeparationMinimum, 12> minima;
    const int count = find_near_minima(pair, make_frame(height), margin, scratch, minima);
    double top = std::nan("");
    for (int k = 0; k < count; ++k) {
      const SeparationMinimum& m = minima[static_cast<std::size_t>(k)];
      const double own = height - m.distance / std::max(m.cosine, 0.1);
      if (!(own <= top)) top = own;
      if (seen) seen->at[seen->count++] = {static_cast<float>(m.s), static_cast<float>(own)};
    }
    return top;
  }

  /// Height of first touch, from about there; NaN: no rail in reach.
  double find_top(double start) const {
    double top = std::nan("");
    for (int i = 0; i < 12 && std::isnan(top); ++i) {  // up and down until something is in reach
      const int rung = (i + 1) / 2;
      top = see(start + (i % 2 == 0 ? 1.0 : -1.0) * 1e-3 * rung, 2e-3, nullptr);
    }
    for (int i = 0; i < 6 && !std::isnan(top); ++i) {
      const double better = see(top, 1e-3, nullptr);
      if (std::isnan(better)) break;
      const bool is_there = std::abs(better - top) < 1e-6;
      top = better;
      if (is_there) break;
    }
    return top;
  }
};

void gather(SeenMinima& seen, NodeSights& out) {
  const auto end = seen.at.begin() + static_cast<std::ptrdiff_t>(seen.count);
  std::sort(seen.at.begin(), end,
            [](const SeenMinimum& a, const SeenMinimum& b) { return a.s < b.s; });
  for (auto m = seen.at.begin(); m != end; ++m) out.add({m->s, m->s, m->height, m->height});
}

std::size_t count_nodes(const IndexGrid& grid) {
  return static_cast<std::size_t>(grid.y_count()) * static_cast<std::size_t>(grid.roll_count) *
         static_cast<std::size_t>(grid.yaw_count);
}

double calc_node_u(const IndexGrid& g, int i) {
  return -g.y_max + 2.0 * g.y_max * i / (g.y_count() - 1);
}

template <class T>
void put_bytes(std::string& to, const T& value) {
  to.append(reinterpret_cast<const char*>(&value), sizeof value);
}
template <class T>
bool take_bytes(const char*& at, const char* end, T& value) {
  if (static_cast<std::size_t>(end - at) < sizeof value) return false;
  std::memcpy(&value, at, sizeof value);
  at += sizeof value;
  return true;
}

}  // namespace

void NodeSights::add(const Sight& sight) {
  Sight* const last = count > 0 ? &sights[count - 1] : nullptr;
  if (last && (sight.begin - last->end < apart || count == capacity)) {
    last->end = std::max(last->end, sight.end);
    last->low = std::min(last->low, sight.low);
    last->high = std::max(last->high, sight.high);
  } else {
    sights[count++] = sight;
  }
}

ContactNodes::ContactNodes(const WheelRailPair& pair, const IndexGrid& grid)
    : pair_(pair),
      grid_(grid),
      nodes_(count_nodes(grid)),
      starts_(static_cast<std::size_t>(grid.y_count()), 0.0) {}

// From the middle to both sides, so that each begins where its neighbour is.
void ContactNodes::find_starts(SearchScratch& scratch) {
  const int count = grid_.y_count(), middle = count / 2;
  for (int way : {1, -1}) {
    double v = 0.0;
    for (int i = middle; i >= 0 && i < count; i += way) {
      const double top = NodeView{pair_, calc_node_u(grid_, i), 0.0, 0.0, scratch}.find_top(v);
      if (!std::isnan(top)) v = top;
      starts_[static_cast<std::size_t>(i)] = v;
    }
  }
}

NodeSights ContactNodes::make(int i, int row, int column) {
  // Of each thread; grows with its first node.
  thread_local SearchScratch scratch;
  std::call_once(starts_are_found_, [&] { find_starts(scratch); });
  const double roll = -grid_.roll_max + 2.0 * grid_.roll_max * row / (grid_.roll_count - 1);
  const double yaw = grid_.yaw_max * std::sqrt(static_cast<double>(column) / (grid_.yaw_count - 1));
  const NodeView view{pair_, calc_node_u(grid_, i), roll, yaw, scratch};
  NodeSights node{};
  const double top = view.find_top(starts_[static_cast<std::size_t>(i)]);
  if (std::isnan(top)) return node;
  node.exists = 1;
  node.top = static_cast<float>(top);
  SeenMinima seen;
  // What lies up to depth_max above the rail now may overlap when the wheel is lower.
  for (double depth : {0.0, 0.15, 0.45, 1.0})
    view.see(top - depth * grid_.depth_max, (1.0 - depth) * grid_.depth_max + 0.05e-3, &seen);
  gather(seen, node);
  return node;
}

const NodeSights& ContactNodes::get(int i, int row, int column) {
  const std::size_t number =
      (static_cast<std::size_t>(i) * static_cast<std::size_t>(grid_.roll_count) +
       static_cast<std::size_t>(row)) *
          static_cast<std::size_t>(grid_.yaw_count) +
      static_cast<std::size_t>(column);
  const NodeSights* const node = nodes_.find(number);
  return node ? *node : nodes_.put(number, make(i, row, column));
}

void ContactNodes::write(std::string& to) const {
  std::string body;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const NodeSights* const node = nodes_.find(i);
    if (!node) continue;
    ++count;
    put_bytes(body, static_cast<std::uint32_t>(i));
    put_bytes(body, node->exists);
    put_bytes(body, node->count);
    put_bytes(body, node->top);
    body.append(reinterpret_cast<const char*>(node->sights.data()),
                node->count * sizeof(NodeSights::Sight));
  }
  put_bytes(to, count);
  to += body;
}

bool ContactNodes::read(const char*& at, const char* end) {
  std::uint32_t count = 0;
  if (!take_bytes(at, end, count) || count > nodes_.size()) return false;
  for (std::uint32_t k = 0; k < count; ++k) {
    std::uint32_t number = 0;
    NodeSights node{};
    if (!take_bytes(at, end, number) || !take_bytes(at, end, node.exists) ||
        !take_bytes(at, end, node.count) || !take_bytes(at, end, node.top))
      return false;
    if (number >= nodes_.size() || node.exists > 1 || node.count > NodeSights::capacity)
      return false;
    for (std::size_t i = 0; i < node.count; ++i)
      if (!take_bytes(at, end, node.sights[i])) return false;
    nodes_.put(number, node);
  }
  return true;
}

}  // namespace fourfoot::contact
