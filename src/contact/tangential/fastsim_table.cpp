#include "contact/tangential/fastsim_table.h"

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

namespace fourfoot::contact {

namespace {

// Nodes per unit along A, B, C and per decade of a/b.
constexpr int per_unit = 20, per_decade = 4;
constexpr double base = 1.0, bend = 0.5;  // of size(v); chosen by trial for the least error
constexpr int count_a = per_unit + 1, count_b = 2 * per_unit + 1, count_c = per_unit + 1;
constexpr int count_r = 2 * per_decade + 1;
constexpr int padded_r = count_r + 2;  // one more on each side, so that four neighbours exist

// Four weights of the Catmull-Rom cubic and their derivatives over t in 0 ... 1.
struct Weights {
  double w[4], d[4];
  explicit Weights(double t) {
    const double t2 = t * t, t3 = t2 * t;
    w[0] = 0.5 * (-t + 2.0 * t2 - t3);
    w[1] = 0.5 * (2.0 - 5.0 * t2 + 3.0 * t3);
    w[2] = 0.5 * (t + 4.0 * t2 - 3.0 * t3);
    w[3] = 0.5 * (t3 - t2);
    d[0] = 0.5 * (-1.0 + 4.0 * t - 3.0 * t2);
    d[1] = 0.5 * (-10.0 * t + 9.0 * t2);
    d[2] = 0.5 * (1.0 + 8.0 * t - 9.0 * t2);
    d[3] = 0.5 * (3.0 * t2 - 2.0 * t);
  }
};

using GridPosition = FastsimTable::GridPosition;
GridPosition find_position(double position, int count) {
  const int first = std::clamp(static_cast<int>(std::floor(position)), 0, count - 2);
  return {first, position - first};
}

// The cubics overshoot the bound by up to 0.1 %: |F| <= pi/2 (mu N in these units).
template <std::size_t width>
void cut_at_bound(double (&sum)[5][width]) {
  constexpr double bound = 0.5 * std::numbers::pi;
  const double length = std::hypot(sum[0][0], sum[0][1]);
  if (length <= bound) return;
  const double nx = sum[0][0] / length, ny = sum[0][1] / length, scale = bound / length;
  for (int d = 1; d < 5; ++d) {
    const double along = nx * sum[d][0] + ny * sum[d][1];
    sum[d][0] = scale * (sum[d][0] - along * nx);
    sum[d][1] = scale * (sum[d][1] - along * ny);
  }
  sum[0][0] *= scale;
  sum[0][1] *= scale;
}

// v over its table coordinates u = v / size, size = base + hypot(A, B) + sqrt(bend^2 + C^2); as
// good as infinite outside hypot(u_A, u_B) + |u_C| < 1.
FastsimParameters make_parameters(int i, int j, int k, int l) {
  const double u[3] = {1.0 * i / per_unit, 1.0 * j / per_unit - 1.0, 1.0 * k / per_unit};
  const double rest = 1.0 - std::hypot(u[0], u[1]);
  const double square = (rest - u[2]) * (rest + u[2]);
  const double root_of = base * base * u[2] * u[2] + square * bend * bend;
  const double scale =
      rest > 0.0 && square > 1e-4 ? (base * rest + std::sqrt(root_of)) / square : 1e4;
  const double root = std::pow(10.0, 0.5 * (1.0 * l / per_decade - 1.0));  // sqrt(a/b)
  const double c = scale * u[2];
  return {scale * u[0], scale * u[1], c / root, c * root};
}

}  // namespace

FastsimTable::FastsimTable(int cells) {
  const FastsimGrid grid(cells, cells);
  nodes_.resize(static_cast<std::size_t>(count_a) * count_b * count_c * padded_r);
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int row = next++; row < count_a * count_b * count_c; row = next++) {
      const int k = row % count_c, j = row / count_c % count_b, i = row / count_c / count_b;
      Node* nodes = &nodes_[static_cast<std::size_t>(row) * padded_r];
      for (int l = 0; l < count_r; ++l) {
        const FastsimSums s = grid.run(make_parameters(i, j, k, l));
        nodes[l + 1] = {s.fx, s.fy, s.mx, s.my, s.slip, 0.0};
      }
      // Beyond 0.1 and 10 the cubic is continued straight.
      for (int o = 0; o < outputs; ++o) {
        nodes[0][o] = 2.0 * nodes[1][o] - nodes[2][o];
        nodes[count_r + 1][o] = 2.0 * nodes[count_r][o] - nodes[count_r - 1][o];
      }
    }
  };
  std::vector<std::thread> threads;
  for (unsigned n = 1; n < std::max(1u, std::thread::hardware_concurrency()); ++n) {
    threads.emplace_back(work);
  }
  work();
  for (std::thread& thread : threads) thread.join();
}

// Indices outside the table, by symmetry: (-A, B, C) flips fx; (A, B, -C) is (A, -B, C) with fy,
// mx, my flipped. Beyond the ball's box nothing changes any more.
FastsimTable::Row FastsimTable::get_row(int i, int j, int k) const {
  Row row{nullptr, 1.0, 1.0};
  if (i < 0) {
    i = -i;
    row.sign_x = -1.0;
  }
  if (k < 0) {
    k = -k;
    j = count_b - 1 - j;
    row.sign_y = -1.0;
  }
  i = std::min(i, count_a - 1);
  j = std::clamp(j, 0, count_b - 1);
  k = std::min(k, count_c - 1);
  row.nodes = &nodes_[(static_cast<std::size_t>(i * count_b + j) * count_c + k) * padded_r];
  return row;
}

// Sums over the 4^4 neighbours: the value and, if asked for, its derivatives over the four table
// coordinates.
template <bool with_derivatives>
void FastsimTable::interpolate(const std::array<GridPosition, 4>& at,
                               double (&sum)[5][outputs]) const {
  const Weights wa(at[0].t), wb(at[1].t), wc(at[2].t), wr(at[3].t);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      for (int k = 0; k < 4; ++k) {
        const Row row = get_row(at[0].first + i - 1, at[1].first + j - 1, at[2].first + k - 1);
        const Node* n = row.nodes + at[3].first;
        const double sign[outputs] = {row.sign_x, row.sign_y, row.sign_y, row.sign_y, 1.0, 0.0};
        const double w = wa.w[i] * wb.w[j] * wc.w[k];
        const double da = wa.d[i] * wb.w[j] * wc.w[k];
        const double db = wa.w[i] * wb.d[j] * wc.w[k];
        const double dc = wa.w[i] * wb.w[j] * wc.d[k];
        for (int o = 0; o < outputs; ++o) {
          const double value = sign[o] * (wr.w[0] * n[0][o] + wr.w[1] * n[1][o] +
                                          wr.w[2] * n[2][o] + wr.w[3] * n[3][o]);
          sum[0][o] += w * value;
          if constexpr (with_derivatives) {
            const double slope = sign[o] * (wr.d[0] * n[0][o] + wr.d[1] * n[1][o] +
                                            wr.d[2] * n[2][o] + wr.d[3] * n[3][o]);
            sum[1][o] += da * value;
            sum[2][o] += db * value;
            sum[3][o] += dc * value;
            sum[4][o] += w * slope;
          }
        }
      }
    }
  }
}

template <bool with_derivatives>
FastsimTable::Result FastsimTable::calc(const Arguments& v) const {
  const double flip_a = v.A < 0.0 ? -1.0 : 1.0, flip_c = v.C < 0.0 ? -1.0 : 1.0;
  const double p[3] = {flip_a * v.A, flip_c * v.B, flip_c * v.C};
  const double creep = std::hypot(p[0], p[1]), spin = std::sqrt(bend * bend + p[2] * p[2]);
  const double inverse = 1.0 / (base + creep + spin);
  const double log_ratio = std::clamp(v.log_ratio, -1.0, 1.0);
  const std::array<GridPosition, 4> at = {find_position(per_unit * p[0] * inverse, count_a),
                                          find_position(per_unit * (p[1] * inverse + 1.0), count_b),
                                          find_position(per_unit * p[2] * inverse, count_c),
                                          find_position(per_decade * (log_ratio + 1.0), count_r)};
  double sum[5][outputs] = {};
  interpolate<with_derivatives>(at, sum);
  cut_at_bound(sum);

  Result result;
  const double sign[4] = {flip_a, flip_c, flip_c, flip_c};  // fx, fy, mx, my
  const double by_sign[4] = {flip_a, flip_c, flip_c, 1.0};  // A, B, C, log_ratio
  const double by_size[3] = {creep > 0.0 ? p[0] / creep : 0.0, creep > 0.0 ? p[1] / creep : 0.0,
                             p[2] / spin};
  const double by_ratio = v.log_ratio == log_ratio ? per_decade : 0.0;
  for (int o = 0; o < 4; ++o) {
    // du/dp = inverse (1 - u (d size/dp)^T), size = base + creep + spin
    const double along = (sum[1][o] * p[0] + sum[2][o] * p[1] + sum[3][o] * p[2]) * inverse;
    for (int n = 0; n < 3; ++n) {
      result.d[o][n] =
          sign[o] * by_sign[n] * per_unit * inverse * (sum[n + 1][o] - along * by_size[n]);
    }
    result.d[o][3] = sign[o] * by_ratio * sum[4][o];
  }
  result.sums = {sign[0] * sum[0][0], sign[1] * sum[0][1], sign[2] * sum[0][2], sign[3] * sum[0][3],
                 std::clamp(sum[0][4], 0.0, std::numbers::pi)};
  return result;
}

template FastsimTable::Result FastsimTable::calc<false>(const Arguments& v) const;
template FastsimTable::Result FastsimTable::calc<true>(const Arguments& v) const;

std::shared_ptr<const FastsimTable> FastsimTable::get(int cells) {
  static std::mutex mutex;
  static std::map<int, std::shared_ptr<const FastsimTable>> tables;
  const std::lock_guard lock(mutex);
  auto& table = tables[cells];
  if (!table) table = std::make_shared<const FastsimTable>(cells);
  return table;
}

namespace {

template <class T>
T calc_root(const T& x) {
  using std::sqrt;
  return T(sqrt(x));
}

}  // namespace

TangentialForce FastsimTableLaw::do_calc(const TangentialInput& in) const {
  if (!(in.friction > 0.0)) return {};
  const auto s =
      FastsimScaling<double>::make(kalker(), material().shear_modulus, make_arguments(in));
  const double ratio = in.a / in.b;
  const FastsimTable::Result r =
      table_->calc<false>({s.A, s.B, s.Cy / std::sqrt(ratio), std::log10(ratio)});
  return scale_fastsim(in, s.force, r.sums);
}

TangentialForce FastsimTableLaw::do_calc(const TangentialInput& in,
                                         TangentialJacobian& jacobian) const {
  if (!(in.friction > 0.0)) {
    jacobian.setZero();
    return {};
  }
  using D = Dual<6>;
  const CreepArguments<D> arguments = make_dual_arguments(in);
  FastsimScaling<D> s = FastsimScaling<D>::make(kalker(), material().shear_modulus, arguments);
  const D ratio = arguments.a / arguments.b;
  // The slots of Cx and Cy take the table's own arguments C and log10(a/b).
  const D c = s.Cy / calc_root(ratio);
  const D log_ratio = log(ratio) / std::numbers::ln10;
  s.Cx = c;
  s.Cy = log_ratio;
  const FastsimTable::Result r =
      table_->calc<true>({s.A.value(), s.B.value(), c.value(), log_ratio.value()});
  FastsimDerivatives d;
  std::copy(&r.d[0][0], &r.d[0][0] + 16, &d.d[0][0]);
  return scale_fastsim(s, in, r.sums, d, jacobian);
}

}  // namespace fourfoot::contact
