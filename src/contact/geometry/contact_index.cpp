#include "contact/geometry/contact_index.h"

#include <atomic>
#include <cmath>
#include <cstring>
#include <functional>
#include <stdexcept>
#include <string>
#include <thread>

namespace fourfoot::contact {

namespace {

void run_parallel(int count, int threads, const std::function<void(int)>& work) {
  const int n = threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency());
  std::atomic<int> next{0};
  const auto loop = [&] {
    for (int i = next++; i < count; i = next++) work(i);
  };
  std::vector<std::thread> pool;
  for (int i = 1; i < n; ++i) pool.emplace_back(loop);
  loop();
  for (std::thread& t : pool) t.join();
}

/// A minimum seen at a node: where, and the height at which it would just touch.
struct Sight {
  float s, height;
};

struct NodeGrid {
  IndexGrid g;
  int lines = 0;
  explicit NodeGrid(const IndexGrid& grid) : g(grid), lines(grid.roll_count * grid.yaw_count) {}
  double u(int i) const { return -g.y_max + 2.0 * g.y_max * i / (g.y_count() - 1); }
  double roll(int line) const {
    const int row = line / g.yaw_count;
    return -g.roll_max + 2.0 * g.roll_max * row / (g.roll_count - 1);
  }
  double yaw(int line) const {
    return g.yaw_max * std::sqrt(static_cast<double>(line % g.yaw_count) / (g.yaw_count - 1));
  }
  std::size_t node(int i, int line) const {
    return static_cast<std::size_t>(i) * static_cast<std::size_t>(lines) +
           static_cast<std::size_t>(line);
  }
};

/// The axle with the tape circle's lowest point at (u, v).
AxleFrame make_frame(const WheelRailPair& pair, double u, double v, double roll, double yaw) {
  const double h = pair.wheel.half_span(), r = pair.wheel.radius();
  const double c = std::cos(roll), s = std::sin(roll);
  return AxleFrame(u + h - (h * c + r * s) * std::cos(yaw),
                   pair.axle_height + v - h * s - r * (1.0 - c), roll, yaw);
}

/// All minima at one node, seen from several heights; `v`: about the height of first touch, which
/// is improved. False if nothing is in reach.
bool look(const WheelRailPair& pair, const IndexGrid& g, double u, double roll, double yaw,
          double& v, SearchScratch& scratch, std::vector<Sight>& out) {
  std::array<SeparationMinimum, 12> minima;
  const auto see = [&](double height, double margin, bool keep) {
    const int count =
        find_minima(pair, make_frame(pair, u, height, roll, yaw), margin, scratch, minima);
    double top = std::nan("");
    for (int k = 0; k < count; ++k) {
      const SeparationMinimum& m = minima[static_cast<std::size_t>(k)];
      const double own = height - m.distance / std::max(m.cosine, 0.1);
      if (!(own <= top)) top = own;
      if (keep) out.push_back({static_cast<float>(m.s), static_cast<float>(own)});
    }
    return top;
  };
  double top = std::nan("");
  for (int i = 0; i < 12 && std::isnan(top); ++i) {  // up and down until something is in reach
    const int rung = (i + 1) / 2;
    top = see(v + (i % 2 == 0 ? 1.0 : -1.0) * 1e-3 * rung, 2e-3, false);
  }
  if (std::isnan(top)) return false;
  for (int i = 0; i < 3; ++i) {
    const double better = see(top, 1e-3, false);
    if (std::isnan(better)) break;
    const bool is_there = std::abs(better - top) < 1e-6;
    top = better;
    if (is_there) break;
  }
  v = top;
  // What lies up to depth_max above the rail now may overlap when the wheel is lower.
  for (double depth : {0.0, 0.15, 0.45, 1.0})
    see(top - depth * g.depth_max, (1.0 - depth) * g.depth_max + 0.05e-3, true);
  return true;
}

/// Windows of the sights at a cell's corners.
void gather(std::vector<Sight>& sights, const WheelRailPair& pair,
            std::vector<ContactWindow>& out) {
  std::sort(sights.begin(), sights.end(), [](const Sight& a, const Sight& b) { return a.s < b.s; });
  const auto& samples = pair.wheel.samples();
  const auto find_sample = [&](double s) {
    const auto at = std::lower_bound(
        samples.begin(), samples.end(), s,
        [](const WheelSurface::Sample& sample, double value) { return sample.s < value; });
    const auto index = std::min<std::ptrdiff_t>(at - samples.begin(),
                                                static_cast<std::ptrdiff_t>(samples.size()) - 1);
    return static_cast<std::uint16_t>(index);
  };
  const double pad = 0.3e-3;
  for (std::size_t i = 0; i < sights.size();) {
    std::size_t k = i;
    float high = sights[i].height, low = high;
    while (k + 1 < sights.size() && sights[k + 1].s - sights[k].s < 2.5e-3f) {
      ++k;
      high = std::max(high, sights[k].height);
      low = std::min(low, sights[k].height);
    }
    // Heights between the corners: a little above the greatest.
    const float slack = 30e-6f + 0.2f * (high - low);
    out.push_back({find_sample(static_cast<double>(sights[i].s) - pad),
                   find_sample(static_cast<double>(sights[k].s) + pad), high + slack});
    i = k + 1;
  }
}

template <class T>
void put_all(std::string& to, const std::vector<T>& values) {
  const std::uint64_t count = values.size();
  to.append(reinterpret_cast<const char*>(&count), sizeof count);
  to.append(reinterpret_cast<const char*>(values.data()), count * sizeof(T));
}

template <class T>
bool get_all(const char*& at, const char* end, std::vector<T>& values) {
  std::uint64_t count = 0;
  if (static_cast<std::size_t>(end - at) < sizeof count) return false;
  std::memcpy(&count, at, sizeof count);
  at += sizeof count;
  if (count > static_cast<std::size_t>(end - at) / sizeof(T)) return false;
  values.resize(count);
  std::memcpy(values.data(), at, count * sizeof(T));
  at += count * sizeof(T);
  return true;
}

}  // namespace

WheelPosition calc_wheel_place(const WheelRailPair& pair, const AxleState<double>& axle) {
  const double h = pair.wheel.half_span(), r = pair.wheel.radius();
  return {axle.y + (h * axle.cos_roll + r * axle.sin_roll) * axle.cos_yaw - h,
          axle.z - pair.axle_height + h * axle.sin_roll + r * (1.0 - axle.cos_roll)};
}

void ContactIndex::set_grid(const IndexGrid& grid) {
  grid_ = grid;
  cells_[0] = grid.y_count() - 1;
  cells_[1] = grid.roll_count - 1;
  cells_[2] = grid.yaw_count - 1;
  per_cell_[0] = cells_[0] / (2.0 * grid.y_max);
  per_cell_[1] = cells_[1] / (2.0 * grid.roll_max);
  per_cell_[2] = cells_[2] / (grid.yaw_max * grid.yaw_max);
}

ContactIndex::ContactIndex(const WheelRailPair& pair, const IndexGrid& grid, int threads) {
  if (grid.roll_count < 2 || grid.yaw_count < 2)
    throw std::invalid_argument("a contact table needs at least two nodes in every direction");
  if (pair.wheel.samples().size() > 60000)
    throw std::invalid_argument("wheel profile is sampled too finely for a contact table");
  set_grid(grid);
  const NodeGrid n(grid);
  const int y_count = grid.y_count();
  struct Node {
    std::vector<Sight> sights;
    double top = 0.0;
    bool exists = false;
  };
  std::vector<Node> nodes(n.node(y_count, 0));
  run_parallel(n.lines, threads, [&](int line) {
    SearchScratch scratch;
    const int middle = y_count / 2;
    for (int way : {1, -1}) {
      double v = 0.0;
      for (int i = middle; i >= 0 && i < y_count; i += way) {
        Node& node = nodes[n.node(i, line)];
        if (node.exists) {
          v = node.top;
          continue;
        }
        node.exists = look(pair, grid, n.u(i), n.roll(line), n.yaw(line), v, scratch, node.sights);
        node.top = v;
      }
    }
  });
  std::vector<Sight> sights;
  begin_.push_back(0);
  for (int i = 0; i < cells_[0]; ++i)
    for (int j = 0; j < cells_[1]; ++j)
      for (int k = 0; k < cells_[2]; ++k) {
        sights.clear();
        double top = -1e9;
        bool exists = true;
        for (int corner = 0; corner < 8; ++corner) {
          const int line = (j + (corner >> 1 & 1)) * grid.yaw_count + k + (corner >> 2 & 1);
          const Node& node = nodes[n.node(i + (corner & 1), line)];
          exists = exists && node.exists;
          top = std::max(top, node.top);
          sights.insert(sights.end(), node.sights.begin(), node.sights.end());
        }
        if (exists) gather(sights, pair, windows_);
        top_.push_back(exists ? static_cast<float>(top) : 1e9f);
        begin_.push_back(static_cast<std::uint32_t>(windows_.size()));
      }
}

ContactIndex::Cell ContactIndex::get(const WheelPosition& place, double roll, double yaw) const {
  const double x[3] = {(place.u + grid_.y_max) * per_cell_[0],
                       (roll + grid_.roll_max) * per_cell_[1], yaw * yaw * per_cell_[2]};
  std::size_t cell = 0;
  for (int i = 0; i < 3; ++i) {
    if (!(x[i] >= 0.0 && x[i] < cells_[i])) return {};
    cell = cell * static_cast<std::size_t>(cells_[i]) + static_cast<std::size_t>(x[i]);
  }
  const double top = static_cast<double>(top_[cell]);
  if (!(place.v >= top - grid_.depth_max)) return {};
  return {true, top, {windows_.data() + begin_[cell], windows_.data() + begin_[cell + 1]}};
}

void ContactIndex::write(std::string& to) const {
  put_all(to, begin_);
  put_all(to, top_);
  put_all(to, windows_);
}

bool ContactIndex::read(const char*& at, const char* end, const IndexGrid& grid) {
  set_grid(grid);
  if (!get_all(at, end, begin_) || !get_all(at, end, top_) || !get_all(at, end, windows_))
    return false;
  std::size_t cells = 1;
  for (int c : cells_) cells *= static_cast<std::size_t>(std::max(c, 0));
  if (begin_.size() != cells + 1 || top_.size() != cells || begin_.back() != windows_.size())
    return false;
  return std::is_sorted(begin_.begin(), begin_.end());
}

}  // namespace fourfoot::contact
