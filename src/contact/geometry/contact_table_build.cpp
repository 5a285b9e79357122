#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <thread>

#include "contact/geometry/characteristic.h"
#include "contact/geometry/contact_table.h"
#include "contact/geometry/table_node.h"

namespace fourfoot::contact {

namespace {

constexpr std::size_t C = GridSpline::channels;

/// Where to cut the wheel into zones: middles of the jumps of rigid contact wider than 5 mm, the
/// widest ones if there are too many. Nearer minima are always one patch (search.h).
std::vector<double> find_cuts(const WheelsetOnTrack& wheelset, Side side, double y_max,
                              std::size_t most) {
  const auto points = calc_characteristic(wheelset, -y_max, y_max, 0.1e-3);
  std::vector<ContactJump> jumps;
  for (const ContactJump& jump : find_jumps(wheelset, points, {}, 5e-3))
    if (jump.side == side) jumps.push_back(jump);
  const auto width = [](const ContactJump& jump) { return std::abs(jump.s_from - jump.s_to); };
  std::sort(jumps.begin(), jumps.end(),
            [&](const ContactJump& a, const ContactJump& b) { return width(a) > width(b); });
  std::vector<double> cuts;
  for (const ContactJump& jump : jumps) {
    const double cut = 0.5 * (jump.s_from + jump.s_to);
    const bool is_new =
        std::none_of(cuts.begin(), cuts.end(), [&](double c) { return std::abs(c - cut) < 2e-3; });
    if (is_new && cuts.size() < most) cuts.push_back(cut);
  }
  std::sort(cuts.begin(), cuts.end());
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
    return std::max(o.yaw_max * std::sqrt(share), 1e-6);  // theta / yaw has a limit at 0
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

std::size_t find_zone(const std::vector<double>& cuts, double s) {
  return static_cast<std::size_t>(std::upper_bound(cuts.begin(), cuts.end(), s) - cuts.begin());
}

/// Heights of first touch: of the wheel, and of each zone by itself (NaN: no minimum there within
/// 1.2 mm of touching).
struct Heights {
  std::vector<double> wheel;
  std::vector<double> zones[4];
};

/// Zone's own height from the wheel's; Newton as in find_touch.
double find_zone_touch(const WheelRailPair& pair, const std::vector<double>& cuts, std::size_t zone,
                       double u, double roll, double yaw, double start, SearchScratch& scratch) {
  std::array<SeparationMinimum, 12> minima;
  double v = start;
  for (int i = 0; i < 12; ++i) {
    const int count = find_minima(pair, make_frame(pair, u, v, roll, yaw), 1.2e-3, scratch, minima);
    const SeparationMinimum* best = nullptr;
    for (int k = 0; k < count; ++k) {
      const SeparationMinimum& m = minima[static_cast<std::size_t>(k)];
      if (find_zone(cuts, m.s) == zone && (!best || m.distance < best->distance)) best = &m;
    }
    if (!best) return std::nan("");
    if (std::abs(best->distance) < 1e-11) return v;
    v -= best->distance / std::max(best->cosine, 0.1);
  }
  return std::nan("");
}

void build_heights(const WheelRailPair& pair, const Grid& g, const std::vector<double>& cuts,
                   Heights& heights) {
  heights.wheel.assign(g.node(g.y_count, 0), 0.0);
  for (std::size_t z = 0; z <= cuts.size(); ++z)
    heights.zones[z].assign(heights.wheel.size(), std::nan(""));
  run_parallel(g.lines, g.o.threads, [&](int line) {
    SearchScratch scratch;
    const int middle = g.y_count / 2;
    for (int way : {1, -1}) {
      double v = 0.0;
      for (int i = middle; i >= 0 && i < g.y_count; i += way) {
        const double found = find_touch(pair, g.u(i), g.roll(line), g.yaw(line), v, scratch);
        if (!std::isnan(found)) v = found;  // climbed out of reach: the last height is kept
        const std::size_t node = g.node(i, line);
        heights.wheel[node] = v;
        if (std::isnan(found)) continue;
        for (std::size_t z = 0; z <= cuts.size(); ++z)
          heights.zones[z][node] =
              find_zone_touch(pair, cuts, z, g.u(i), g.roll(line), g.yaw(line), v, scratch);
      }
    }
  });
}

/// Zones without a minimum: going on straight from the neighbours, never above the wheel's height.
void extend_heights(const Grid& g, const std::vector<double>& wheel, std::vector<double> known,
                    std::vector<double>& out) {
  out = known;
  for (int line = 0; line < g.lines; ++line)
    for (int way : {1, -1}) {
      double last = std::nan(""), slope = 0.0;
      for (int k = 0; k < g.y_count; ++k) {
        const std::size_t node = g.node(way > 0 ? k : g.y_count - 1 - k, line);
        if (!std::isnan(known[node])) {
          slope = std::isnan(last) || k == 0 ? 0.0 : known[node] - last;
          last = known[node];
        } else if (std::isnan(last)) {
          if (std::isnan(out[node])) out[node] = wheel[node] - 2e-3;
        } else {
          last += slope;
          const double value = std::min(last, wheel[node]);
          const bool is_first = way > 0 || out[node] == wheel[node] - 2e-3;
          if (is_first) out[node] = std::max(value, wheel[node] - 2e-3);
        }
      }
    }
}

/// Where a zone counts as existing: where it has a minimum, and a little beyond. There the patch is
/// read from the merged slot until the zone next to it stands for the whole one alone.
std::vector<char> widen_existence(const Grid& g, const std::vector<double>& known) {
  std::vector<char> exists(known.size(), 0);
  const int yaws = g.o.yaw_count, rolls = g.o.roll_count;
  for (int i = 0; i < g.y_count; ++i)
    for (int line = 0; line < g.lines; ++line) {
      if (std::isnan(known[g.node(i, line)])) continue;
      const int roll = line / yaws, yaw = line % yaws;
      for (int a = std::max(0, roll - 1); a <= std::min(rolls - 1, roll + 1); ++a)
        for (int b = std::max(0, yaw - 1); b <= std::min(yaws - 1, yaw + 1); ++b)
          for (int k = std::max(0, i - 3); k <= std::min(g.y_count - 1, i + 3); ++k)
            exists[g.node(k, a * yaws + b)] = 1;
    }
  return exists;
}

/// Nodes without such a patch: as at the next level or the neighbour in u.
void fill_holes(std::vector<float>& v, std::size_t n, std::size_t stride, std::size_t levels) {
  const auto is_hole = [&](std::size_t node) { return std::isnan(v[node * C]); };
  const auto copy = [&](std::size_t from, std::size_t to) {
    std::copy_n(&v[from * C], C, &v[to * C]);
  };
  for (std::size_t base = 0; base < n * stride; base += levels) {
    for (std::size_t l = levels - 1; l-- > 0;)
      if (is_hole(base + l) && !is_hole(base + l + 1)) copy(base + l + 1, base + l);
    for (std::size_t l = 1; l < levels; ++l)
      if (is_hole(base + l) && !is_hole(base + l - 1)) copy(base + l - 1, base + l);
  }
  for (std::size_t line = 0; line < stride; ++line)
    for (const bool upwards : {true, false}) {
      std::size_t last = n;
      for (std::size_t k = 0; k < n; ++k) {
        const std::size_t i = upwards ? k : n - 1 - k;
        const std::size_t node = i * stride + line;
        if (is_hole(node) && last < n) copy(last * stride + line, node);
        if (!is_hole(node)) last = i;
      }
    }
  for (std::size_t node = 0; node < n * stride; ++node)
    if (is_hole(node)) std::fill_n(&v[node * C], C, 0.0f);
}

/// What makes one side's table: equal strings, equal tables.
std::string describe(const WheelRailPair& pair) {
  return calc_table_hash({pair, pair}, {});
}

}  // namespace

struct TableBuilder {
  using SideTable = ContactTable::SideTable;

  static std::shared_ptr<const SideTable> build(const WheelsetOnTrack& wheelset, Side side,
                                                const Grid& g) {
    const WheelRailPair& pair = wheelset.side(side);
    auto t = std::make_shared<SideTable>();
    t->half_span = pair.wheel.half_span();
    t->radius = pair.wheel.radius();
    t->axle_height = pair.axle_height;
    t->cuts = find_cuts(wheelset, side, std::min(g.o.y_max, 9e-3), ContactTable::max_zones - 1);
    Heights heights;
    build_heights(pair, g, t->cuts, heights);
    std::vector<double> extended[ContactTable::max_zones];
    std::vector<float> stored(heights.wheel.size() * C, 0.0f);
    for (std::size_t z = 0; z <= t->cuts.size(); ++z) {
      extend_heights(g, heights.wheel, heights.zones[z], extended[z]);
      for (std::size_t i = 0; i < heights.wheel.size(); ++i) {
        float* out = &stored[i * C + 2 * z];
        out[0] = static_cast<float>(extended[z][i]);
        out[1] = static_cast<float>(extended[z][i] - static_cast<double>(out[0]));
      }
    }
    t->touch = GridSpline({g.y_count, g.o.roll_count, g.o.yaw_count, 1}, stored);
    for (std::size_t z = 0; z <= t->cuts.size(); ++z)
      add_slot(pair, g, heights, extended, z, false, *t);
    for (std::size_t z = 0; z < t->cuts.size(); ++z)
      add_slot(pair, g, heights, extended, z, true, *t);
    return t;
  }

  /// Range in u where the zones concerned touch, or nearly; empty if nowhere.
  static std::pair<int, int> find_range(const Grid& g, const Heights& heights, std::size_t zone,
                                        bool is_merged) {
    int first = g.y_count, last = -1;
    for (int i = 0; i < g.y_count; ++i)
      for (int line = 0; line < g.lines; ++line) {
        const std::size_t node = g.node(i, line);
        const double least = heights.wheel[node] - g.o.depth_max;
        const bool is_near = heights.zones[zone][node] > least &&
                             (!is_merged || heights.zones[zone + 1][node] > least);
        if (!is_near) continue;
        first = std::min(first, i);
        last = i;
      }
    return {std::max(0, first - 8), std::min(g.y_count - 1, last + 8)};
  }

  /// Of the patches of one zone, or of two neighbouring ones merged, the one that overlaps most. A
  /// merged patch may have its minima in one of the two only: then it is the whole one already.
  static const Patch* choose(const PatchList& patches, const std::vector<double>& cuts,
                             std::size_t zone, bool is_merged) {
    const Patch* best = nullptr;
    for (const Patch& p : patches) {
      const std::size_t first = find_zone(cuts, p.s_first), last = find_zone(cuts, p.s_last);
      const std::size_t most = is_merged ? zone + 1 : zone;
      if (first < zone || last > most || !(p.penetration > 0.0)) continue;
      if (!best || p.minima > best->minima ||
          (p.minima == best->minima && p.penetration > best->penetration))
        best = &p;
    }
    return best;
  }

  /// Overlap at the ridge between two zones; the whole overlap if there is no ridge.
  static double find_ridge_overlap(const WheelRailPair& pair, const AxleFrame& axle,
                                   const std::vector<double>& cuts, std::size_t zone,
                                   double penetration, SearchScratch& scratch) {
    std::array<SeparationMinimum, 12> minima;
    const int count = find_minima(pair, axle, 0.2e-3, scratch, minima);
    for (int k = 0; k + 1 < count; ++k) {
      const auto &a = minima[static_cast<std::size_t>(k)],
                 &b = minima[static_cast<std::size_t>(k + 1)];
      if (find_zone(cuts, a.s) == zone && find_zone(cuts, b.s) == zone + 1)
        return std::max(-a.ridge, -1e-3);
    }
    return penetration;
  }

  static void add_slot(const WheelRailPair& pair, const Grid& g, const Heights& heights,
                       const std::vector<double>* extended, std::size_t zone, bool is_merged,
                       SideTable& t) {
    const std::size_t levels = static_cast<std::size_t>(g.o.depth_count);
    const auto [first, last] = find_range(g, heights, zone, is_merged);
    if (last - first < 4) return;
    const int count = last - first + 1;
    std::vector<float> values(g.node(count, 0) * levels * C, std::nanf(""));
    SearchOptions search = g.o.search;
    search.all_runs = true;
    search.margin = is_merged ? 0.2e-3 : 0.0;
    run_parallel(count, g.o.threads, [&, start = first](int i) {
      SearchScratch scratch;
      PatchList patches;
      for (int line = 0; line < g.lines; ++line) {
        const std::size_t node = g.node(start + i, line);
        double height = extended[zone][node];
        if (is_merged)
          height = calc_merged_height(height, extended[zone + 1][node]);
        else if (std::isnan(heights.zones[zone][node]))
          continue;
        for (int l = 0; l < g.o.depth_count; ++l) {
          // At first touch itself there is no overlap to measure; 2 um below there is.
          const double depth = std::max(g.depth(l), 2e-6);
          const AxleFrame axle =
              make_frame(pair, g.u(start + i), height - depth, g.roll(line), g.yaw(line));
          find_patches(pair, axle, search, scratch, patches);
          const Patch* p = choose(patches, t.cuts, zone, is_merged);
          if (!p) continue;
          float* out = &values[(g.node(i, line) * levels + static_cast<std::size_t>(l)) * C];
          const double radius = pair.wheel.radius();
          if (is_merged)
            store_merged_node(*p,
                              find_ridge_overlap(pair, axle, t.cuts, zone, p->penetration, scratch),
                              radius, g.yaw(line), depth, out);
          else
            store_node(*p, radius, g.yaw(line), depth, out);
        }
      }
    });
    const std::size_t stride = static_cast<std::size_t>(g.lines) * levels;
    fill_holes(values, static_cast<std::size_t>(count), stride, levels);
    if (!is_merged) {
      const std::vector<char> exists = widen_existence(g, heights.zones[zone]);
      for (std::size_t k = 0; k < g.node(count, 0) * levels; ++k)
        values[k * C + C - 1] = exists[g.node(first, 0) + k / levels] ? 1.0f : 0.0f;
    }
    t.slots.push_back(
        {static_cast<int>(zone), is_merged ? 1 : 0, first,
         GridSpline({count, g.o.roll_count, g.o.yaw_count, g.o.depth_count}, values)});
  }
};

ContactTable build_contact_table(const WheelsetOnTrack& wheelset, const TableOptions& options) {
  if (options.roll_count < 2 || options.yaw_count < 2 || options.depth_count < 2)
    throw std::invalid_argument("a contact table needs at least two nodes in every direction");
  ContactTable table;
  table.options_ = options;
  table.hash = calc_table_hash(wheelset, options);
  const Grid g{options, static_cast<int>(std::lround(2.0 * options.y_max / options.y_step)) + 1,
               options.roll_count * options.yaw_count};
  table.sides_[0] = TableBuilder::build(wheelset, Side::left, g);
  const bool alike = describe(wheelset.left) == describe(wheelset.right);
  table.sides_[1] = alike ? table.sides_[0] : TableBuilder::build(wheelset, Side::right, g);
  return table;
}

}  // namespace fourfoot::contact
