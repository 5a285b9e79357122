// Makes src/contact/tangential/exact_table.bin, the table of the law "exact-table": about 90 000 solutions
// of exact theory, 20 minutes on one core. Equations: exact_table_law.h.
//   make_exact_table OUTPUT [NODES]
// NODES keeps the solutions (raw doubles, one block for each a/b, NaN where nothing was solved), so that a run that was ended
// goes on where it was, and the splines can be made again without solving.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <limits>
#include <string>

#include "contact/exact/exact_patch.h"
#include "contact/tangential/exact_table.h"
#include "contact/tangential/full_slip.h"

namespace {

using namespace fourfoot::contact;
using Shape = ExactTableShape;

constexpr int outputs = Shape::outputs, per_unit = Shape::per_unit, ratios = Shape::ratios;
constexpr int margin = 3;  // nodes beyond 1, so that the spline does not feel its end
constexpr int reach[3] = {per_unit + margin, per_unit + margin, Shape::per_spin + 2 * margin};
constexpr int width[3] = {2 * reach[0] + 1, 2 * reach[1] + 1, 2 * reach[2] + 1};
constexpr int finer_spin = Shape::per_spin / per_unit;
static_assert(finer_spin == 2);

// Nodes up to `last` are solved where they lie (|v| = 98). Beyond, R hardly changes along the radius and counts
// little (1 - |u|): nodes up to `outer` are solved at `last` in their direction, those farther out are interpolated.
constexpr double last = 0.98, outer = 1.11;
// Every other node along u_s is solved only where interpolation of fourth and of sixth order along u_s differ by more than
// this in the force (over mu N). At a kink the error of the first is 15 times the difference.
constexpr double refine_limit = 4e-4;

using Node = std::array<double, outputs>;
// One a/b: nodes of the whole cube and beyond.
using Cube = std::vector<Node>;
constexpr std::size_t cube_size = static_cast<std::size_t>(width[0]) * width[1] * width[2];
std::size_t at(int i, int j, int k) {
  return (static_cast<std::size_t>(i + reach[0]) * width[1] + (j + reach[1])) * width[2] +
         (k + reach[2]);
}

// Elements near to square; the coarser grid differs along only, where the error is of first order.
std::vector<ExactElements> choose_levels(double ratio) {
  int along = 40, across = 40;
  if (ratio < 0.47) along = 28, across = 56;
  if (ratio > 2.2) along = 56, across = 28;
  if (ratio > 5.0) along = 72, across = 24;
  std::vector<ExactElements> levels = {{along, across}, {along / 2, across}};
  along /= 2;
  while (along % 2 == 0 && across % 2 == 0 && along > 7) {
    along /= 2;
    across /= 2;
    levels.push_back({along, across});
  }
  std::reverse(levels.begin(), levels.end());
  return levels;
}

struct NodePosition {
  double u[3], size;
  NodePosition(int i, int j, int k)
      : u{1.0 * i / per_unit, 1.0 * j / per_unit, 1.0 * k / Shape::per_spin},
        size(std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2])) {}
};

class Solver {
 public:
  explicit Solver(double ratio)
      : ratio_(ratio),
        axis_(std::sqrt(ratio)),
        kalker_(KalkerTable(Shape::poisson).calc(ratio)),
        spin_scale_(Shape::calc_spin_scale(kalker_.c11, kalker_.c22, ratio)),
        patch_(axis_, 1.0 / axis_, {1.0, Shape::poisson}, choose_levels(ratio)) {}

  int solved = 0, missed = 0;

  // The remainder of the force at a node, G = mu N = c = 1.
  Node solve(const NodePosition& node_at) {
    const double size = std::min(node_at.size, last);
    const double scale = Shape::middle / (1.0 - size) * size / node_at.size;
    const double(&u)[3] = node_at.u;
    const double x = u[0] * scale / kalker_.c11, y = u[1] * scale / kalker_.c22;
    const double s = u[2] * scale / spin_scale_;
    RollingOptions options;
    options.tolerance = 1e-5;
    const ExactForce f = patch_.solve({x, y, s}, 1.0, options);
    if (!f.converged) ++missed;
    const double exact[3] = {2.0 * f.force.fx - f.before.fx, 2.0 * f.force.fy - f.before.fy,
                             2.0 * f.force.mz - f.before.mz};
    const FullSlip full = calc_full_slip<false>(x, y, s, axis_);
    const Shape::Mix mix(node_at.size * scale);
    const double linear[3] = {-kalker_.c11 * x, -kalker_.c22 * y - kalker_.c23 * s,
                              kalker_.c23 * y - kalker_.c33 * s};
    Node node;
    for (int o = 0; o < 3; ++o) {
      node[o] = (exact[o] - mix.h * linear[o] - mix.k * full.f[o]) / (size * (1.0 - size));
    }
    node[3] =
        (f.force.slip_share - 1.0) * std::clamp((1.0 - node_at.size) / (1.0 - last), 0.0, 1.0);
    ++solved;
    return node;
  }

 private:
  double ratio_, axis_;
  KalkerCoefficients<double> kalker_;
  double spin_scale_;
  ExactPatch patch_;
};

// By symmetry: (-x) flips fx; (-y, -s) flips fy and mz.
void put_mirrored(Cube& cube, int i, int j, int k, const Node& node) {
  for (const int x : {-1, 1}) {
    for (const int y : {-1, 1}) {
      cube[at(x * i, y * j, y * k)] = {x * node[0], y * node[1], y * node[2], node[3]};
    }
  }
}

// Every node of the part that symmetry leaves, from `first` along u_s in steps of `step`.
template <class Visit>
void visit_nodes(int first, int step, const Visit& visit) {
  for (int i = 0; i <= reach[0]; ++i) {
    for (int j = -reach[1]; j <= reach[1]; ++j) {
      for (int k = first; k <= reach[2]; k += step) {
        if (k == 0 && j < 0) continue;
        visit(i, j, k, NodePosition(i, j, k));
      }
    }
  }
}

// The file of solutions, one block for each a/b.
class Store {
 public:
  explicit Store(std::string path) : path_(std::move(path)) {
    if (!path_.empty() && !std::ifstream(path_)) std::ofstream(path_, std::ios::binary);
  }
  Cube read(int block) const {
    Cube cube(cube_size);
    std::ifstream file(path_, std::ios::binary);
    file.seekg(static_cast<std::streamoff>(block) * bytes);
    if (path_.empty() || !file.read(reinterpret_cast<char*>(cube.data()), bytes)) {
      Node unknown;
      unknown.fill(std::numeric_limits<double>::quiet_NaN());
      cube.assign(cube_size, unknown);
      cube[at(0, 0, 0)] = {0.0, 0.0, 0.0, -1.0};
    }
    return cube;
  }
  void write(int block, const Cube& cube) const {
    if (path_.empty()) return;
    std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
    file.seekp(static_cast<std::streamoff>(block) * bytes);
    file.write(reinterpret_cast<const char*>(cube.data()), bytes);
  }

 private:
  static constexpr auto bytes = static_cast<std::streamsize>(cube_size * sizeof(Node));
  std::string path_;
};

bool is_known(const Node& node) {
  return !std::isnan(node[0]);
}

// Linear between the nodes whose u_s is a multiple of 1/16.
Node interpolate(const Cube& cube, const double (&u)[3]) {
  int first[3];
  double t[3];
  for (int d = 0; d < 3; ++d) {
    const double x = u[d] * per_unit;
    first[d] = static_cast<int>(std::floor(x));
    t[d] = x - first[d];
  }
  Node sum{};
  for (int corner = 0; corner < 8; ++corner) {
    const int c[3] = {corner & 1, corner >> 1 & 1, corner >> 2};
    double weight = 1.0;
    for (int d = 0; d < 3; ++d) weight *= c[d] != 0 ? t[d] : 1.0 - t[d];
    const Node& n = cube[at(first[0] + c[0], first[1] + c[1], finer_spin * (first[2] + c[2]))];
    for (int o = 0; o < outputs; ++o) sum[o] += weight * n[o];
  }
  return sum;
}

// Nodes beyond `outer`, every other one along u_s: as on the unit sphere in their direction.
void extend(Cube& cube) {
  visit_nodes(0, finer_spin, [&](int i, int j, int k, const NodePosition& p) {
    if (p.size <= outer) return;
    const double u[3] = {p.u[0] / p.size, p.u[1] / p.size, p.u[2] / p.size};
    put_mirrored(cube, i, j, k, interpolate(cube, u));
  });
}

// At a node between two along u_s: interpolated with six points, and how far four points are off.
struct Between {
  Node node;
  double change = 0.0;
};
Between interpolate_along(const Cube& cube, int i, int j, int k) {
  const auto get = [&](int step) -> const Node& {
    return cube[at(i, j, std::min(k + step, reach[2]))];
  };
  Between out;
  for (int o = 0; o < outputs; ++o) {
    const double inner = get(-1)[o] + get(1)[o], middle = get(-3)[o] + get(3)[o],
                 far = get(-5)[o] + get(5)[o];
    out.node[o] = (150.0 * inner - 25.0 * middle + 3.0 * far) / 256.0;
    if (o < 3)
      out.change = std::max(out.change, std::abs(out.node[o] - (9.0 * inner - middle) / 16.0));
  }
  return out;
}

Cube solve_cube(double ratio, int block, const Store& store) {
  Cube known = store.read(block);
  Solver solver(ratio);
  const auto solve = [&](int i, int j, int k, const NodePosition& p) {
    if (is_known(known[at(i, j, k)])) return;
    put_mirrored(known, i, j, k, solver.solve(p));
    if (solver.solved % 500 == 0) store.write(block, known);
  };
  visit_nodes(0, finer_spin, [&](int i, int j, int k, const NodePosition& p) {
    if (p.size <= outer) solve(i, j, k, p);
  });
  Cube cube = known;
  extend(cube);
  int refined = 0;
  visit_nodes(1, finer_spin, [&](int i, int j, int k, const NodePosition& p) {
    const Between between = interpolate_along(cube, i, j, k);
    const double size = std::min(p.size, last), fade = size * (1.0 - size);
    const bool needed = p.size <= outer && fade * between.change > refine_limit;
    if (needed) {
      solve(i, j, k, p);
      ++refined;
    }
    put_mirrored(cube, i, j, k, needed ? known[at(i, j, k)] : between.node);
  });
  store.write(block, known);
  std::fprintf(stderr, "a/b = %.4f: %d solutions, %d not converged; %d between along u_s\n", ratio,
               solver.solved, solver.missed, refined);
  return cube;
}

// Nodes to coefficients of the cubic B-spline along one line; zero beyond its ends.
void filter(std::vector<double>& line) {
  std::vector<double> upper(line.size());
  upper[0] = 0.25;
  line[0] *= 1.5;
  for (std::size_t i = 1; i < line.size(); ++i) {
    const double pivot = 4.0 - upper[i - 1];
    upper[i] = 1.0 / pivot;
    line[i] = (6.0 * line[i] - line[i - 1]) / pivot;
  }
  for (std::size_t i = line.size() - 1; i-- > 0;) line[i] -= upper[i] * line[i + 1];
}

void filter_cube(Cube& cube) {
  const std::size_t strides[3] = {static_cast<std::size_t>(width[1]) * width[2], width[2], 1};
  for (int axis = 0; axis < 3; ++axis) {
    const int second = (axis + 1) % 3, third = (axis + 2) % 3;
    std::vector<double> line(width[axis]);
    for (int i = 0; i < width[second]; ++i) {
      for (int j = 0; j < width[third]; ++j) {
        Node* first = &cube[i * strides[second] + j * strides[third]];
        for (int o = 0; o < outputs; ++o) {
          for (int n = 0; n < width[axis]; ++n) line[n] = first[n * strides[axis]][o];
          filter(line);
          for (int n = 0; n < width[axis]; ++n) first[n * strides[axis]][o] = line[n];
        }
      }
    }
  }
}

// The same along a/b, where the spline does not end in nothing: not-a-knot at both ends.
Eigen::MatrixXd make_ratio_filter() {
  constexpr int n = Shape::count_r;
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n), nodes = Eigen::MatrixXd::Zero(n, ratios);
  for (int i = 0; i < ratios; ++i) {
    m.block<1, 3>(i + 1, i) << 1.0 / 6.0, 4.0 / 6.0, 1.0 / 6.0;
    nodes(i + 1, i) = 1.0;
  }
  m.block<1, 5>(0, 0) << 1.0, -4.0, 6.0, -4.0, 1.0;
  m.block<1, 5>(n - 1, n - 5) << 1.0, -4.0, 6.0, -4.0, 1.0;
  return m.partialPivLu().solve(nodes);
}

std::vector<double> make_coefficients(const std::vector<Cube>& cubes) {
  std::vector<double> c(Shape::count);
  const Eigen::MatrixXd along = make_ratio_filter();
  Eigen::VectorXd nodes(ratios);
  for (int x = 0; x < Shape::count_x; ++x) {
    for (int y = 0; y < Shape::count_y; ++y) {
      for (int s = 0; s < Shape::count_s; ++s) {
        const int i = x - 1, j = y - 1 - per_unit, k = s - 1;
        // Never read: |u| < 1 needs no node further than two steps in each direction.
        const NodePosition least(std::max(0, std::abs(i) - 2), std::max(0, std::abs(j) - 2),
                                 std::max(0, std::abs(k) - 2));
        if (least.size > 1.0) continue;
        for (int o = 0; o < outputs; ++o) {
          for (int l = 0; l < ratios; ++l) nodes[l] = cubes[l][at(i, j, k)][o];
          const Eigen::VectorXd line = along * nodes;
          for (int r = 0; r < Shape::count_r; ++r) c[Shape::find_index(x, y, s, r, o)] = line[r];
        }
      }
    }
  }
  return c;
}

void write_table(const std::string& path, const std::vector<double>& c) {
  double largest[outputs] = {};
  for (std::size_t i = 0; i < c.size(); ++i)
    largest[i % outputs] = std::max(largest[i % outputs], std::abs(c[i]));
  std::vector<unsigned char> bytes;
  float steps[outputs];
  for (int o = 0; o < outputs; ++o) {
    steps[o] = static_cast<float>(largest[o] / 32767.0 * (1.0 + 1e-6));
    std::uint32_t bits;
    std::memcpy(&bits, &steps[o], 4);
    for (int b = 0; b < 4; ++b) bytes.push_back(static_cast<unsigned char>(bits >> (8 * b) & 255u));
    std::fprintf(stderr, "output %d: largest coefficient %.4f\n", o, largest[o]);
  }
  for (std::size_t i = 0; i < c.size(); ++i) {
    const auto value = static_cast<std::uint16_t>(
        static_cast<std::int16_t>(std::lround(c[i] / static_cast<double>(steps[i % outputs]))));
    bytes.push_back(static_cast<unsigned char>(value & 255u));
    bytes.push_back(static_cast<unsigned char>(value >> 8u));
  }
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: make_exact_table OUTPUT [NODES]\n");
    return 2;
  }
  const Store store(argc > 2 ? argv[2] : "");
  std::vector<Cube> cubes;
  for (int l = 0; l < ratios; ++l) {
    Cube cube =
        solve_cube(std::pow(10.0, 1.0 * l / Shape::per_decade + Shape::first_log), l, store);
    filter_cube(cube);
    cubes.push_back(std::move(cube));
  }
  write_table(argv[1], make_coefficients(cubes));
  return 0;
}
