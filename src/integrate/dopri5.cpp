#include "integrate/dopri5.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/state_out_of_range.h"

namespace fourfoot::integrate {
namespace {

constexpr std::array<double, 7> c = {0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0};
constexpr std::array<std::array<double, 6>, 7> a = {{
    {},
    {1.0 / 5.0},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
}};
// fifth minus fourth order
constexpr std::array<double, 7> e = {
    71.0 / 57600.0,      0.0,          -71.0 / 16695.0, 71.0 / 1920.0,
    -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
// the continuous extension's fifth polynomial
constexpr std::array<double, 7> d = {-12715105075.0 / 11282082432.0,  0.0,
                                     87487479700.0 / 32700410799.0,   -10690763975.0 / 1880347072.0,
                                     701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                     69997945.0 / 29380423.0};

}  // namespace

Dopri5::Dopri5(Problem& problem, const Options& options) : Integrator(problem, options) {
  const auto n = problem.get_size();
  for (VecX& v : k_) v.setZero(n);
  for (VecX& v : dense_) v.setZero(n);
  for (VecX* v : {&stage_, &y_next_, &error_, &atol_}) v->setZero(n);
  problem.get_scales(atol_);
  atol_ *= options.atol;
}

double Dopri5::calc_norm(const VecX& v, const VecX& y_a, const VecX& y_b) const {
  return std::sqrt(
      (v.array() / (atol_.array() + options_.rtol * y_a.array().abs().max(y_b.array().abs())))
          .square()
          .mean());
}

void Dopri5::do_restart(double first_step) {
  calc_rate(t_, y_, k_[0]);
  if (first_step <= 0.0) first_step = options_.first_step;
  h_next_ = std::min(first_step > 0.0 ? first_step : estimate_first_step(), options_.max_step);
  error_before_ = 1e-4;
  range_error_.clear();
}

/// [HairerNorsettWanner1993, II.4]: a step whose explicit Euler increment is small against the
/// state and whose second derivative is as well.
double Dopri5::estimate_first_step() {
  const double size = calc_norm(y_, y_, y_);
  const double rate = calc_norm(k_[0], y_, y_);
  double h = size < 1e-5 || rate < 1e-5 ? 1e-6 : 0.01 * size / rate;
  h = std::min(h, options_.max_step);
  stage_ = y_ + h * k_[0];
  try {
    calc_rate(t_ + h, stage_, k_[1]);
  } catch (const StateOutOfRange&) {
    return 0.01 * h;
  }
  error_ = k_[1] - k_[0];
  const double second = calc_norm(error_, y_, y_) / h;
  const double largest = std::max(rate, second);
  const double h_1 =
      largest <= 1e-15 ? std::max(1e-6, 1e-3 * h) : std::pow(0.01 / largest, 1.0 / 5.0);
  return std::min(100.0 * h, h_1);
}

double Dopri5::try_step(double h, double t_next) {
  const double refused = std::numeric_limits<double>::infinity();
  try {
    for (std::size_t i = 1; i < 7; ++i) {
      stage_ = y_;
      for (std::size_t j = 0; j < i; ++j) {
        if (a[i][j] != 0.0) stage_ += (h * a[i][j]) * k_[j];
      }
      if (!stage_.allFinite()) return refused;
      calc_rate(i < 5 ? t_ + c[i] * h : t_next, stage_, k_[i]);
    }
  } catch (const StateOutOfRange& error) {
    range_error_ = error.what();
    return refused;
  }
  y_next_ = stage_;
  error_.setZero();
  for (std::size_t i = 0; i < 7; ++i) error_ += (h * e[i]) * k_[i];
  const double error = calc_norm(error_, y_, y_next_);
  return std::isfinite(error) ? error : refused;
}

void Dopri5::do_step(double t_stop) {
  constexpr double safety = 0.9, integral = 0.04, proportional = 0.2 - 0.75 * integral;
  bool was_rejected = false;
  while (true) {
    const double remaining = t_stop - t_;
    // Two steps of equal size rather than a long and a tiny one.
    const bool arrives = h_next_ >= remaining * (1.0 - 1e-12);
    const double h = arrives ? remaining : (2.0 * h_next_ > remaining ? 0.5 * remaining : h_next_);
    const double t_next = arrives ? t_stop : t_ + h;
    const double error = try_step(h, t_next);
    if (error <= 1.0) {
      double factor = safety * std::pow(std::max(error, 1e-10), -proportional) *
                      std::pow(error_before_, integral);
      factor = std::clamp(factor, 0.2, was_rejected ? 1.0 : 10.0);
      error_before_ = std::max(error, 1e-4);
      // A step cut by t_stop says nothing against the longer one that was planned.
      h_next_ =
          std::min(h < h_next_ ? std::max(h_next_, h * factor) : h * factor, options_.max_step);
      prepare_interpolation(h);
      y_.swap(y_next_);
      k_[0].swap(k_[6]);
      t_ = t_next;
      return;
    }
    was_rejected = true;
    ++statistics_.rejected_steps;
    if (std::isfinite(error)) ++statistics_.error_test_failures;
    h_next_ = h * (std::isfinite(error) ? std::max(0.2, safety * std::pow(error, -0.2)) : 0.25);
    const double smallest =
        std::max(options_.min_step, 16.0 * std::numeric_limits<double>::epsilon() * std::abs(t_));
    if (h_next_ < smallest) {
      fail("step underflow" + (range_error_.empty() ? "" : " (" + range_error_ + ")"));
    }
  }
}

void Dopri5::prepare_interpolation(double h) {
  dense_[0] = y_;
  dense_[1] = y_next_ - y_;
  dense_[2] = h * k_[0] - dense_[1];
  dense_[3] = dense_[1] - h * k_[6] - dense_[2];
  dense_[4].setZero();
  for (std::size_t i = 0; i < 7; ++i) {
    if (d[i] != 0.0) dense_[4] += (h * d[i]) * k_[i];
  }
}

void Dopri5::interpolate(double t, VecRef y) const {
  if (t == t_ || t_previous_ == t_) {
    y = y_;
    return;
  }
  const double x = (t - t_previous_) / (t_ - t_previous_);
  const double x_1 = 1.0 - x;
  y = dense_[0] + x * (dense_[1] + x_1 * (dense_[2] + x * (dense_[3] + x_1 * dense_[4])));
}

}  // namespace fourfoot::integrate
