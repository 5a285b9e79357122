// Makes src/contact/tangential/exact_table.bin, the table of the law "exact-table": 41 000 solutions
// of exact theory, about a quarter of an hour on one core. Equations: exact_table_law.h.
//   make_exact_table OUTPUT [NODES]
// NODES keeps the solutions (raw doubles, one block for each a/b), so that a run that was ended goes on where it
// was, and the splines can be made again without solving.
#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

#include "contact/exact/exact_patch.h"
#include "contact/tangential/exact_table.h"
#include "contact/tangential/full_slip.h"

namespace {

using namespace fourfoot::contact;
using Shape = ExactTableShape;

constexpr int outputs = Shape::outputs, per_unit = Shape::per_unit, ratios = Shape::ratios;
constexpr int margin = 3, width = 2 * (per_unit + margin) + 1;  // the whole cube and beyond
constexpr double solved = 0.94;                                 // up to this |u|; 31 times c0

using Node = std::array<double, outputs>;
// One a/b: nodes of the cube.
using Cube = std::vector<Node>;
std::size_t at(int i, int j, int k) {
  return (static_cast<std::size_t>(i + per_unit + margin) * width + (j + per_unit + margin)) *
             width +
         (k + per_unit + margin);
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

double calc_size(const double (&u)[3]) {
  return std::sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
}

class Solver {
 public:
  explicit Solver(double ratio)
      : ratio_(ratio),
        axis_(std::sqrt(ratio)),
        kalker_(KalkerTable(Shape::poisson).calc(ratio)),
        spin_scale_(Shape::calc_spin_scale(kalker_.c11, kalker_.c22, ratio)),
        patch_(axis_, 1.0 / axis_, {1.0, Shape::poisson}, choose_levels(ratio)) {}

  int missed = 0;

  // The remainder of the force at a node, G = mu N = c = 1.
  Node solve(const double (&u)[3]) {
    const double size = calc_size(u), scale = Shape::middle / (1.0 - size);
    const double x = u[0] * scale / kalker_.c11, y = u[1] * scale / kalker_.c22;
    const double s = u[2] * scale / spin_scale_;
    RollingOptions options;
    options.tolerance = 1e-5;
    const ExactForce f = patch_.solve({x, y, s}, 1.0, options);
    if (!f.converged) ++missed;
    const double exact[3] = {2.0 * f.force.fx - f.before.fx, 2.0 * f.force.fy - f.before.fy,
                             2.0 * f.force.mz - f.before.mz};
    const FullSlip full = calc_full_slip<false>(x, y, s, axis_);
    const Shape::Mix mix(size * scale);
    const double linear[3] = {-kalker_.c11 * x, -kalker_.c22 * y - kalker_.c23 * s,
                              kalker_.c23 * y - kalker_.c33 * s};
    Node node;
    for (int o = 0; o < 3; ++o) {
      node[o] = (exact[o] - mix.h * linear[o] - mix.k * full.f[o]) / (size * (1.0 - size));
    }
    node[3] = f.force.slip_share - 1.0;
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

Cube solve_cube(double ratio) {
  Cube cube(static_cast<std::size_t>(width) * width * width, Node{});
  cube[at(0, 0, 0)] = {0.0, 0.0, 0.0, -1.0};
  Solver solver(ratio);
  int count = 0;
  for (int i = 0; i <= per_unit; ++i) {
    for (int j = -per_unit; j <= per_unit; ++j) {
      for (int k = 0; k <= per_unit; ++k) {
        if (k == 0 && j < 0) continue;
        const double u[3] = {1.0 * i / per_unit, 1.0 * j / per_unit, 1.0 * k / per_unit};
        const double size = calc_size(u);
        if (size > solved || size == 0.0) continue;
        put_mirrored(cube, i, j, k, solver.solve(u));
        ++count;
      }
    }
  }
  std::fprintf(stderr, "a/b = %.4f: %d solutions, %d not converged\n", ratio, count, solver.missed);
  return cube;
}

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
    const Node& n = cube[at(first[0] + c[0], first[1] + c[1], first[2] + c[2])];
    for (int o = 0; o < outputs; ++o) sum[o] += weight * n[o];
  }
  return sum;
}

// Beyond `solved` the remainder goes on straight along the radius: it tends to a limit with 1/|v|.
void extend(Cube& cube) {
  const Cube inner = cube;
  const double far = solved - 1.8 / per_unit, near = far - 0.12;
  const int reach = per_unit + margin;
  for (int i = -reach; i <= reach; ++i) {
    for (int j = -reach; j <= reach; ++j) {
      for (int k = -reach; k <= reach; ++k) {
        const double u[3] = {1.0 * i / per_unit, 1.0 * j / per_unit, 1.0 * k / per_unit};
        const double size = calc_size(u);
        if (size <= solved) continue;
        const double end = std::min(size, 1.0 + 1.0 / per_unit);
        double one[3], two[3];
        for (int d = 0; d < 3; ++d) {
          one[d] = u[d] / size * near;
          two[d] = u[d] / size * far;
        }
        const Node a = interpolate(inner, one), b = interpolate(inner, two);
        Node& node = cube[at(i, j, k)];
        for (int o = 0; o < 3; ++o) node[o] = b[o] + (b[o] - a[o]) * (end - far) / (far - near);
        node[3] = b[3] * std::max(0.0, (1.0 - size) / (1.0 - far));
      }
    }
  }
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
  const std::size_t strides[3] = {static_cast<std::size_t>(width) * width, width, 1};
  std::vector<double> line(width);
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t along = strides[axis], p = strides[(axis + 1) % 3],
                      q = strides[(axis + 2) % 3];
    for (int i = 0; i < width; ++i) {
      for (int j = 0; j < width; ++j) {
        for (int o = 0; o < outputs; ++o) {
          for (int n = 0; n < width; ++n) line[n] = cube[i * p + j * q + n * along][o];
          filter(line);
          for (int n = 0; n < width; ++n) cube[i * p + j * q + n * along][o] = line[n];
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
        const double least = std::hypot(std::max(0, std::abs(i) - 2), std::max(0, std::abs(j) - 2),
                                        std::max(0, std::abs(k) - 2));
        if (least > per_unit) continue;
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
  const std::string store = argc > 2 ? argv[2] : "";
  std::vector<Cube> cubes;
  for (int l = 0; l < ratios; ++l) {
    Cube cube(static_cast<std::size_t>(width) * width * width);
    const auto size = static_cast<std::streamsize>(cube.size() * sizeof(Node));
    std::ifstream known(store, std::ios::binary);
    known.seekg(l * size);
    if (store.empty() || !known.read(reinterpret_cast<char*>(cube.data()), size)) {
      cube = solve_cube(std::pow(10.0, 1.0 * l / Shape::per_decade + Shape::first_log));
      if (!store.empty()) {
        std::ofstream more(store, std::ios::binary | std::ios::app);
        more.write(reinterpret_cast<const char*>(cube.data()), size);
      }
    }
    extend(cube);
    filter_cube(cube);
    cubes.push_back(std::move(cube));
  }
  write_table(argv[1], make_coefficients(cubes));
  return 0;
}
