#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <thread>

#include "contact/geometry/characteristic.h"
#include "contact/geometry/contact_table.h"
#include "contact/geometry/table_node.h"

namespace fourfoot::contact {

namespace {

constexpr std::size_t C = GridSpline::channels;

/// Where to cut the wheel into zones: middles of the jumps of rigid contact that part patches by
/// more than 6 mm and 0.1 rad. Nearer ones grow together under load and stay one zone.
std::vector<double> find_cuts(const WheelsetOnTrack& wheelset, Side side, double y_max) {
  const WheelSurface& wheel = wheelset.side(side).wheel;
  std::vector<double> cuts;
  const auto points = calc_characteristic(wheelset, -y_max, y_max, 0.1e-3);
  for (const ContactJump& jump : find_jumps(wheelset, points, {}, 5e-3)) {
    if (jump.side != side) continue;
    const auto a = wheel.curve().calc(jump.s_from), b = wheel.curve().calc(jump.s_to);
    const double turn = std::atan2(a.tz, a.ty) - std::atan2(b.tz, b.ty);
    if (std::abs(jump.s_from - jump.s_to) < 6e-3 || std::abs(turn) < 0.1) continue;
    cuts.push_back(0.5 * (jump.s_from + jump.s_to));
  }
  std::sort(cuts.begin(), cuts.end());
  if (cuts.size() + 1 > PatchList::capacity) cuts.resize(PatchList::capacity - 1);
  return cuts;
}

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

struct Grid {
  TableOptions o;
  int y_count, lines;
  double u(int i) const { return -o.y_max + i * o.y_step; }
  double roll(int line) const {
    return -o.roll_max + 2.0 * o.roll_max * (line / o.yaw_count) / (o.roll_count - 1);
  }
  double yaw(int line) const {
    const double share = static_cast<double>(line % o.yaw_count) / (o.yaw_count - 1);
    return o.yaw_max * std::sqrt(share);
  }
  double depth(int l) const {
    const double t = static_cast<double>(l) / (o.depth_count - 1);
    return o.depth_max * t * t;
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

/// Height of first touch; NaN if there is none.
double find_touch(const WheelRailPair& pair, double u, double roll, double yaw, double start,
                  SearchScratch& scratch) {
  double v = start;
  for (int i = 0; i < 40; ++i) {
    const Closest c = find_closest(pair, make_frame(pair, u, v, roll, yaw), scratch);
    if (!c.exists) {
      v = start + (i % 2 == 0 ? 1e-3 : -1e-3) * (i / 2 + 1);
      continue;
    }
    if (std::abs(c.distance) < 1e-12) return v;
    v -= c.distance / std::max(c.foot.point.ty, 0.1);
  }
  return std::nan("");
}

/// Nodes without a patch of the zone: from deeper levels the depth goes on falling with the height,
/// from neighbours in u it goes on as it does there; the other values are copied.
void fill_holes(std::vector<float>& v, const Grid& g) {
  const std::size_t levels = static_cast<std::size_t>(g.o.depth_count);
  const std::size_t stride = static_cast<std::size_t>(g.lines) * levels;
  const std::size_t n = static_cast<std::size_t>(g.y_count);
  const auto is_hole = [&](std::size_t node) { return std::isnan(v[node * C]); };
  const auto copy = [&](std::size_t from, std::size_t to, float depth) {
    for (std::size_t c = 1; c < C; ++c) v[to * C + c] = v[from * C + c];
    v[to * C] = std::clamp(depth, -1e-3f, 0.0f);
  };
  for (std::size_t base = 0; base < n * stride; base += levels)
    for (std::size_t l = levels - 1; l-- > 0;)
      if (is_hole(base + l) && !is_hole(base + l + 1)) {
        const double drop = g.depth(static_cast<int>(l) + 1) - g.depth(static_cast<int>(l));
        const float slope = std::cos(v[(base + l + 1) * C + 3]);
        copy(base + l + 1, base + l, v[(base + l + 1) * C] - static_cast<float>(drop) * slope);
      }
  const auto sweep = [&](std::size_t line, bool upwards) {
    std::size_t last = n;
    for (std::size_t k = 0; k < n; ++k) {
      const std::size_t i = upwards ? k : n - 1 - k;
      const std::size_t node = i * stride + line;
      if (is_hole(node) && last < n) {
        const std::size_t from = last * stride + line;
        const float slope = std::abs(std::sin(v[from * C + 3])) * static_cast<float>(g.o.y_step);
        copy(from, node, v[from * C] - slope);
      }
      if (!is_hole(node)) last = i;
    }
  };
  for (std::size_t line = 0; line < stride; ++line) {
    sweep(line, true);
    sweep(line, false);
    for (std::size_t i = 0; i < n; ++i)
      if (const std::size_t node = i * stride + line; is_hole(node)) {
        for (std::size_t c = 1; c < C; ++c) v[node * C + c] = 0.0f;
        v[node * C] = -1e-3f;
      }
  }
}

void build_touch(const WheelRailPair& pair, const Grid& g, std::vector<double>& touch) {
  touch.assign(g.node(g.y_count, 0), 0.0);
  run_parallel(g.lines, g.o.threads, [&](int line) {
    SearchScratch scratch;
    const int middle = g.y_count / 2;
    for (int way : {1, -1}) {
      double v = 0.0;
      for (int i = middle; i >= 0 && i < g.y_count; i += way) {
        const double found = find_touch(pair, g.u(i), g.roll(line), g.yaw(line), v, scratch);
        if (!std::isnan(found)) v = found;  // climbed out of reach: the last height is kept
        touch[g.node(i, line)] = v;
      }
    }
  });
}

}  // namespace

ContactTable build_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options) {
  if (options.roll_count < 2 || options.yaw_count < 2 || options.depth_count < 2)
    throw std::invalid_argument("a contact table needs at least two nodes in every direction");
  ContactTable table;
  table.options_ = options;
  table.hash = calc_table_hash(wheelset, options);
  const Grid g{options, static_cast<int>(std::lround(2.0 * options.y_max / options.y_step)) + 1,
               options.roll_count * options.yaw_count};
  const std::size_t levels = static_cast<std::size_t>(options.depth_count);
  const GridSpline::Counts counts = {g.y_count, options.roll_count, options.yaw_count,
                                     options.depth_count};
  for (int s = 0; s < 2; ++s) {
    const Side side = s == 0 ? Side::left : Side::right;
    const WheelRailPair& pair = wheelset.side(side);
    auto& t = table.sides_[s];
    t.half_span = pair.wheel.half_span();
    t.radius = pair.wheel.radius();
    t.axle_height = pair.axle_height;
    t.cuts = find_cuts(wheelset, side, std::min(options.y_max, 9e-3));
    std::vector<double> touch;
    build_touch(pair, g, touch);
    std::vector<float> stored(touch.size() * C, 0.0f);
    for (std::size_t i = 0; i < touch.size(); ++i) {
      stored[i * C] = static_cast<float>(touch[i]);
      stored[i * C + 1] = static_cast<float>(touch[i] - static_cast<double>(stored[i * C]));
    }
    t.touch = GridSpline({g.y_count, options.roll_count, options.yaw_count, 1}, stored);
    std::vector<std::vector<float>> zones(t.cuts.size() + 1);
    for (auto& zone : zones) zone.assign(touch.size() * levels * C, std::nanf(""));
    run_parallel(g.y_count, options.threads, [&](int i) {
      SearchScratch scratch;
      PatchList patches;
      for (int line = 0; line < g.lines; ++line)
        for (int l = 0; l < options.depth_count; ++l) {
          const double v = touch[g.node(i, line)] - g.depth(l);
          find_patches(pair, make_frame(pair, g.u(i), v, g.roll(line), g.yaw(line)), options.search,
                       scratch, patches);
          for (const Patch& p : patches) {
            const std::size_t z = static_cast<std::size_t>(
                std::upper_bound(t.cuts.begin(), t.cuts.end(), p.s_wheel) - t.cuts.begin());
            float* out = &zones[z][(g.node(i, line) * levels + static_cast<std::size_t>(l)) * C];
            if (!std::isnan(out[0]) && static_cast<double>(out[0]) >= p.penetration) continue;
            store_node(p, pair.wheel.radius(), g.yaw(line), out);
          }
        }
    });
    for (auto& zone : zones) {
      fill_holes(zone, g);
      t.zones.emplace_back(counts, zone);
    }
  }
  return table;
}

}  // namespace fourfoot::contact
