#include "contact/tangential/fastrip.h"

#include <numbers>
#include <stdexcept>

#include "contact/tangential/saturation_laws.h"

namespace fourfoot::contact {

namespace {

using std::numbers::pi;

constexpr FastsimBlend blend{1.0, 0.3};

// value + slope (t - value of t): a function of one argument with its derivative.
template <class T>
T chain(double value, double slope, const T& t) {
  return T(value + slope * (t - get_value(t)));
}

// int_t^1 sqrt(1 - u^2) du and int_t^1 u sqrt(1 - u^2) du.
template <class T>
T calc_cap_area(const T& t) {
  const double u = get_value(t), root = std::sqrt((1.0 - u) * (1.0 + u));
  return chain(0.25 * pi - 0.5 * (u * root + std::asin(u)), -root, t);
}
template <class T>
T calc_cap_moment(const T& t) {
  const double u = get_value(t), square = (1.0 - u) * (1.0 + u), root = std::sqrt(square);
  return chain(square * root / 3.0, -u * root, t);
}

struct Strip {
  double y, s, s2;  // y/b, half length over a, its square
};

// Along a strip of half length 1, from the leading edge.
struct Cells {
  int count;
  double step;                  // length of a cell
  const double *area, *moment;  // of sqrt(1 - t^2) and t sqrt(1 - t^2) over each
};

template <class T>
struct StripSums {
  T fx = T(0.0), fy = T(0.0), my = T(0.0);  // of p_x, p_y, x p_y over a strip of half length 1
};

// The stick part from t = border to 1, with offset o = d / a_y: t = -1 + 2 o.
template <class T>
StripSums<T> integrate_stick(const T& o, const T& border, const T& kappa, const T& lambda,
                             const T& lambda_prime) {
  const T whole = calc_cap_area(border);
  const T rest = 1.0 - o;
  const T inner = (0.5 * pi) * rest * rest;  // of s'
  StripSums<T> sums;
  sums.fx = kappa * (whole - inner);
  sums.fy = lambda * whole - lambda_prime * inner;
  sums.my = lambda * calc_cap_moment(border) - lambda_prime * inner * o;
  return sums;
}

// The creepages of a patch in the header's terms.
template <class T>
struct ScaledCreep {
  T mu_p0, ratio;
  T xi, eta, phi;
  T stick_phi, beyond, remainder;  // f, e and 1 - f^2

  static ScaledCreep make(const KalkerTable& kalker, const Material& material,
                          const CreepArguments<T>& in) {
    using std::sqrt;
    ScaledCreep k;
    const double nu = material.poisson;
    k.ratio = in.a / in.b;
    const KalkerCoefficients<T> c = kalker.calc(k.ratio);
    const T ab = in.a * in.b;
    k.mu_p0 = 1.5 / pi * in.friction * in.normal / ab;
    const T stiffness = material.shear_modulus / (2.0 * k.mu_p0);
    k.xi = -(4.0 / (pi * pi)) * (1.0 - nu) * stiffness * c.c11 * in.nu_x;
    k.eta = -(4.0 / (pi * pi)) * (1.0 - nu) * stiffness * c.c22 * in.nu_y;
    k.phi = -(3.0 / pi) * stiffness * sqrt(ab) * c.c23 * in.phi;
    const bool is_beyond = std::abs(get_value(k.phi)) > 1.0;
    k.stick_phi = is_beyond ? T(get_value(k.phi) > 0.0 ? 1.0 : -1.0) : k.phi;
    k.beyond = is_beyond ? T(k.phi * k.phi * k.phi * k.phi) : T(1.0);
    k.remainder = 1.0 - k.stick_phi * k.stick_phi;
    return k;
  }
};

// The stick part of a strip; returns its border, 1 where all slips.
template <class T>
T add_stick(const ScaledCreep<T>& k, double nu, const Strip& strip, StripSums<T>& sums) {
  using std::sqrt;
  const T x_part = k.xi - k.phi * (strip.y / k.ratio);
  // The small number gives zero creepage its derivatives: kappa and lambda' are quotients of
  // vanishing numbers there.
  const T square = x_part * x_part + k.eta * k.eta + 1e-18;
  const T root = sqrt(T(k.eta * k.eta + k.remainder * x_part * x_part + 1e-18));
  const T denominator = root - k.eta * k.stick_phi;
  if (!(get_value(denominator) > 1e-12)) return T(1.0);
  const T D = k.beyond * square / denominator;
  const T o = D / ((1.0 - nu) * strip.s);
  if (!(get_value(o) < 1.0)) return T(1.0);
  const T border = -1.0 + 2.0 * o;
  const T lambda_prime = k.eta / D;
  sums = integrate_stick(o, border, T(x_part / D), T(lambda_prime + k.stick_phi), lambda_prime);
  return border;
}

// FASTSIM along the strip for the directions behind the border.
template <class T>
void add_slip(const FastsimScaling<T>& simplified, const Cells& cells, const Strip& strip,
              const T& border, StripSums<T>& sums) {
  const double step = cells.step, s = strip.s;
  const T hx = step * s * (simplified.A - simplified.Cx * strip.y);
  const T hy = step * s * simplified.B;
  const T hs = step * strip.s2 * simplified.Cy;
  T qx = T(0.0), qy = T(0.0);
  for (int i = 0; i < cells.count; ++i) {
    const double t = 1.0 - (i + 0.5) * step;
    const double part = i == 0 ? 0.5 : 1.0, mid = i == 0 ? 1.0 - 0.25 * step : t + 0.5 * step;
    qx = qx - part * hx;
    qy = qy - part * (hy + mid * hs);
    const double bound =
        0.75 * s * std::sqrt((1.0 - t) * (1.0 + t));  // elliptic, of mu p0 parabolic
    const T length = calc_length(qx, qy);
    if (get_value(length) > bound) {
      const T scale = bound / length;
      qx = qx * scale;
      qy = qy * scale;
    }
    const double lead = t + 0.5 * step, trail = std::max(t - 0.5 * step, -1.0);
    if (get_value(border) <= trail) continue;
    T weight = T(cells.area[i]), moment = T(cells.moment[i]);
    if (get_value(border) < lead) {  // the border crosses this cell
      weight = calc_cap_area(trail) - calc_cap_area(border);
      moment = calc_cap_moment(trail) - calc_cap_moment(border);
    }
    // Directions of tractions below a thousandth of the bound would turn at once.
    T now = calc_length(qx, qy);
    if (get_value(now) < 1e-3 * bound) now = T(1e-3 * bound);
    sums.fx = sums.fx + weight * qx / now;
    sums.fy = sums.fy + weight * qy / now;
    sums.my = sums.my + moment * qy / now;
  }
}

}  // namespace

FastripLaw::FastripLaw(const Material& material, int strips, int cells)
    : TangentialLaw("fastrip", material), strips_(strips), cells_(cells) {
  if (strips < 1 || strips > 1000 || cells < 1 || cells > 1000) {
    throw std::logic_error("FaStrip's grid must have 1 ... 1000 strips and cells");
  }
  for (int i = 0; i < cells; ++i) {
    const double lead = 1.0 - 2.0 * i / cells, trail = i + 1 == cells ? -1.0 : lead - 2.0 / cells;
    cell_area_.push_back(calc_cap_area(trail) - calc_cap_area(lead));
    cell_moment_.push_back(calc_cap_moment(trail) - calc_cap_moment(lead));
  }
}

template <class T>
CreepForce<T> FastripLaw::run(const CreepArguments<T>& in, double& slip_share) const {
  const double nu = material().poisson;
  const auto simplified = FastsimScaling<T>::make(kalker(), material().shear_modulus, in, blend);
  const auto creep = ScaledCreep<T>::make(kalker(), material(), in);
  CreepForce<T> force;
  T mx = T(0.0), my = T(0.0);
  double slip_area = 0.0, area = 0.0;
  const Cells cells{cells_, 2.0 / cells_, cell_area_.data(), cell_moment_.data()};
  for (int j = 0; j < strips_; ++j) {
    const double y = (2.0 * j + 1.0) / strips_ - 1.0;  // y/b
    const double s2 = (1.0 - y) * (1.0 + y), s = std::sqrt(s2);
    const Strip strip{y, s, s2};
    StripSums<T> sums;
    const T border = add_stick(creep, nu, strip, sums);
    add_slip(simplified, cells, strip, border, sums);
    force.fx = force.fx + s2 * sums.fx;
    force.fy = force.fy + s2 * sums.fy;
    mx = mx + (y * s2) * sums.fx;
    my = my + (s2 * s) * sums.my;
    area += s;
    slip_area += 0.5 * s * (get_value(border) + 1.0);
  }
  // Middles of strips add 1 - y^2 up to 4/3 (1 + 1/(2 n^2)).
  const double excess = 1.0 + 0.5 / (static_cast<double>(strips_) * strips_);
  const T unit = creep.mu_p0 * (in.a * in.b) * (2.0 / (strips_ * excess));
  force.fx = force.fx * unit;
  force.fy = force.fy * unit;
  force.mz = unit * (in.a * my - in.b * mx);
  slip_share = slip_area / area;
  return force;
}

TangentialForce FastripLaw::do_calc(const TangentialInput& in) const {
  if (!(in.friction > 0.0)) return {};
  double share = 0.0;
  TangentialForce f = get_values(run(make_arguments(in), share));
  f.slip_share = share;
  return f;
}

TangentialForce FastripLaw::do_calc(const TangentialInput& in, TangentialJacobian& jacobian) const {
  if (!(in.friction > 0.0)) {
    jacobian.setZero();
    return {};
  }
  double share = 0.0;
  TangentialForce f = get_values(run(make_dual_arguments(in), share), jacobian);
  f.slip_share = share;
  return f;
}

}  // namespace fourfoot::contact
