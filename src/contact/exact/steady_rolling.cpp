#include "contact/exact/steady_rolling.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "contact/exact/gmres.h"

namespace fourfoot::contact {

namespace {

using Vector = std::vector<double>;

// Where an element is in Newton's method: none without contact.
struct Element {
  enum class State { none, stick, slip } state = State::none;
  double nx = 0.0, ny = 0.0, alpha = 1.0;  // direction of t, g / |t|
};

// One Newton problem: states, residual, and the products GMRES asks for. Vectors hold x, then y.
class Problem {
 public:
  Problem(const ExactGrid& grid, double diagonal, PlaneConvolution& convolution,
          const Vector& bound)
      : grid_(grid),
        n_(static_cast<std::size_t>(grid.count())),
        diagonal_(diagonal),
        convolution_(convolution),
        bound_(bound),
        elements_(n_),
        px_(n_),
        py_(n_),
        ux_(n_),
        uy_(n_) {}

  int products = 0;

  void multiply(const Vector& p, Vector& out) {
    std::copy_n(p.begin(), n_, px_.begin());
    std::copy_n(p.begin() + static_cast<std::ptrdiff_t>(n_), n_, py_.begin());
    convolution_.apply(px_, py_, ux_, uy_);
    ++products;
    std::copy_n(ux_.begin(), n_, out.begin());
    std::copy_n(uy_.begin(), n_, out.begin() + static_cast<std::ptrdiff_t>(n_));
  }

  // Chooses states at p with slip s (times dx); returns the largest residual, written to f.
  double evaluate(const Vector& p, const Vector& s, Vector& f) {
    double largest = 0.0;
    for (std::size_t k = 0; k < n_; ++k) {
      Element& e = elements_[k];
      f[k] = f[n_ + k] = 0.0;
      if (!(bound_[k] > 0.0)) continue;
      const double tx = p[k] - s[k] / diagonal_, ty = p[n_ + k] - s[n_ + k] / diagonal_;
      const double length = std::hypot(tx, ty);
      if (length <= bound_[k]) {
        e = {Element::State::stick, 0.0, 0.0, 1.0};
        f[k] = s[k] / diagonal_;
        f[n_ + k] = s[n_ + k] / diagonal_;
      } else {
        e = {Element::State::slip, tx / length, ty / length, bound_[k] / length};
        f[k] = p[k] - bound_[k] * e.nx;
        f[n_ + k] = p[n_ + k] - bound_[k] * e.ny;
      }
      largest = std::max(largest, std::hypot(f[k], f[n_ + k]));
    }
    return largest;
  }

  // M^-1 times the derivative of the residual.
  void apply(const Vector& v, Vector& out) {
    multiply(v, out);
    for (std::size_t k = 0; k < n_; ++k) {
      const Element& e = elements_[k];
      double x = out[k] / diagonal_, y = out[n_ + k] / diagonal_;
      if (e.state == Element::State::none) {
        x = v[k];
        y = v[n_ + k];
      } else if (e.state == Element::State::slip) {
        // n n^T v + (1 - n n^T) ((1 - alpha) v + alpha B v / D)
        x = (1.0 - e.alpha) * v[k] + e.alpha * x;
        y = (1.0 - e.alpha) * v[n_ + k] + e.alpha * y;
        const double along = e.nx * (v[k] - x) + e.ny * (v[n_ + k] - y);
        x += along * e.nx;
        y += along * e.ny;
      }
      out[k] = x;
      out[n_ + k] = y;
    }
    precondition(out);
  }

  // Marches from the leading edge backward with D and the element in front.
  void precondition(Vector& r) const {
    for (int j = 0; j < grid_.ny; ++j) {
      double x = 0.0, y = 0.0;
      for (int i = grid_.nx - 1; i >= 0; --i) {
        const std::size_t k = i + static_cast<std::size_t>(grid_.nx) * j;
        const Element& e = elements_[k];
        if (e.state == Element::State::none) {
          x = y = 0.0;
          continue;
        }
        if (e.state == Element::State::slip) {
          const double along = e.nx * x + e.ny * y;
          x = e.alpha * (x - along * e.nx);
          y = e.alpha * (y - along * e.ny);
        }
        x = r[k] += x;
        y = r[n_ + k] += y;
      }
    }
  }

 private:
  const ExactGrid& grid_;
  std::size_t n_;
  double diagonal_;
  PlaneConvolution& convolution_;
  const Vector& bound_;
  std::vector<Element> elements_;
  Vector px_, py_, ux_, uy_;
};

}  // namespace

SlipKernels::SlipKernels(const ExactGrid& grid, const Material& material) {
  const int wide = 2 * grid.nx - 1, rows = 2 * grid.ny - 1;
  for (Vector* kernel : {&xx, &xy, &yy}) kernel->resize(static_cast<std::size_t>(wide) * rows);
  for (int j = 0; j < grid.ny; ++j) {
    const std::size_t above = static_cast<std::size_t>(wide) * (grid.ny - 1 + j);
    const std::size_t below = static_cast<std::size_t>(wide) * (grid.ny - 1 - j);
    const double y = j * grid.dy;
    Influence here = calc_influence((1 - grid.nx) * grid.dx, y, grid.dx, grid.dy, material);
    for (int i = 0; i < wide; ++i) {
      const Influence ahead =
          calc_influence((i + 2 - grid.nx) * grid.dx, y, grid.dx, grid.dy, material);
      xx[above + i] = xx[below + i] = here.xx - ahead.xx;
      yy[above + i] = yy[below + i] = here.yy - ahead.yy;
      xy[above + i] = here.xy - ahead.xy;
      xy[below + i] = -xy[above + i];
      here = ahead;
    }
  }
  const std::size_t self = grid.nx - 1 + static_cast<std::size_t>(wide) * (grid.ny - 1);
  diagonal = 0.5 * (xx[self] + yy[self]);
}

SteadyRolling::SteadyRolling(const ExactGrid& grid, const SlipKernels& kernels)
    : grid_(grid),
      diagonal_(kernels.diagonal),
      convolution_(grid.nx, grid.ny, kernels.xx, kernels.xy, kernels.yy) {}

SlipField make_slip_field(const ExactGrid& grid, const RigidSlip& rigid) {
  SlipField field;
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      field.x.push_back(rigid.nu_x - rigid.spin * grid.y(j));
      field.y.push_back(rigid.nu_y + rigid.spin * grid.x(i));
    }
  }
  return field;
}

void SteadyRolling::solve(const std::vector<double>& bound, const SlipField& rigid,
                          const RollingOptions& options, ExactTraction& out) {
  out.bound = bound;
  solve_round(rigid, options, out);
  out.rounds = 1;
  if (options.falling.limit_ratio == 1.0 || options.speed == 0.0) return;
  const double largest = *std::max_element(bound.begin(), bound.end());
  int steps = out.steps, products = out.products;
  double share = 1.0, last = std::numeric_limits<double>::max();
  while (out.converged) {
    double change = 0.0;
    for (std::size_t k = 0; k < bound.size(); ++k) {
      const double slip = std::hypot(out.sx[k], out.sy[k]);
      const double move = bound[k] * options.falling.calc(1.0, options.speed * slip) - out.bound[k];
      change = std::max(change, std::abs(move));
      out.bound[k] += share * move;
    }
    if (change <= 10.0 * options.tolerance * largest) break;
    if (change > 0.7 * last) share = std::max(0.5 * share, 0.05);
    last = change;
    if (out.rounds == options.most_rounds) {
      out.converged = false;
      break;
    }
    ++out.rounds;
    solve_round(rigid, options, out);
    steps += out.steps;
    products += out.products;
  }
  out.steps = steps;
  out.products = products;
}

void SteadyRolling::solve_round(const SlipField& rigid, const RollingOptions& options,
                                ExactTraction& out) {
  const std::vector<double>& bound = out.bound;
  const std::size_t n = static_cast<std::size_t>(grid_.count());
  Vector p(2 * n, 0.0), s(2 * n), f(2 * n), step, w(2 * n, 0.0);
  double largest = 0.0;
  for (std::size_t k = 0; k < n; ++k) {
    if (!(bound[k] > 0.0)) continue;
    largest = std::max(largest, bound[k]);
    w[k] = grid_.dx * rigid.x[k];
    w[n + k] = grid_.dx * rigid.y[k];
    if (out.px.size() == n && out.py.size() == n) {
      p[k] = out.px[k];
      p[n + k] = out.py[k];
    }
  }
  Problem problem(grid_, diagonal_, convolution_, bound);
  out.converged = largest == 0.0;
  int stuck = 0;
  double least = std::numeric_limits<double>::max();
  for (out.steps = 0; !out.converged && out.steps < options.most_steps; ++out.steps) {
    problem.multiply(p, s);
    for (std::size_t k = 0; k < 2 * n; ++k) s[k] += w[k];
    const double residual = problem.evaluate(p, s, f);
    out.converged = residual < options.tolerance * largest;
    if (out.converged) break;
    // Elements about the pole of the spin can change sides at every step, most on long patches:
    // half a step ends that.
    stuck = residual > 0.5 * least ? stuck + 1 : 0;
    least = std::min(least, residual);
    const double share = stuck > 5 ? 0.5 : 1.0;
    problem.precondition(f);
    for (double& v : f) v = -v;
    solve_gmres([&](const Vector& v, Vector& r) { problem.apply(v, r); }, f, 1e-3, 80, step);
    for (std::size_t k = 0; k < n; ++k) {
      p[k] += share * step[k];
      p[n + k] += share * step[n + k];
      const double length = std::hypot(p[k], p[n + k]);
      if (length <= bound[k]) continue;
      p[k] *= bound[k] / length;
      p[n + k] *= bound[k] / length;
    }
  }
  out.products = problem.products;
  out.px.assign(p.begin(), p.begin() + static_cast<std::ptrdiff_t>(n));
  out.py.assign(p.begin() + static_cast<std::ptrdiff_t>(n), p.end());
  out.sx.resize(n);
  out.sy.resize(n);
  out.fx = out.fy = out.mz = 0.0;
  double slips = 0.0, touches = 0.0;
  const double area = grid_.dx * grid_.dy;
  for (std::size_t k = 0; k < n; ++k) {
    out.sx[k] = s[k] / grid_.dx;
    out.sy[k] = s[n + k] / grid_.dx;
    if (!(bound[k] > 0.0)) continue;
    const int i = static_cast<int>(k) % grid_.nx, j = static_cast<int>(k) / grid_.nx;
    out.fx += area * p[k];
    out.fy += area * p[n + k];
    out.mz += area * (grid_.x(i) * p[n + k] - grid_.y(j) * p[k]);
    touches += 1.0;
    if (std::hypot(p[k], p[n + k]) > (1.0 - 1e-6) * bound[k]) slips += 1.0;
  }
  out.slip_share = touches > 0.0 ? slips / touches : 0.0;
}

}  // namespace fourfoot::contact
