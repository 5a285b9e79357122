#include "evaluate/cascade.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace fourfoot::evaluate {

namespace {

// Two sections at a time, so that the processor works on both recurrences at once.
void run_pair(const Biquad& p, const Biquad& q, std::array<double, 2>& p_state,
              std::array<double, 2>& q_state, double* x, std::size_t count) {
  double p1 = p_state[0], p2 = p_state[1], q1 = q_state[0], q2 = q_state[1];
  for (std::size_t i = 0; i < count; ++i) {
    const double in = x[i];
    const double mid = p.b0 * in + p1;
    p1 = p.b1 * in - p.a1 * mid + p2;
    p2 = p.b2 * in - p.a2 * mid;
    const double out = q.b0 * mid + q1;
    q1 = q.b1 * mid - q.a1 * out + q2;
    q2 = q.b2 * mid - q.a2 * out;
    x[i] = out;
  }
  p_state = {p1, p2};
  q_state = {q1, q2};
}

void run_one(const Biquad& p, std::array<double, 2>& state, double* x, std::size_t count) {
  double z1 = state[0], z2 = state[1];
  for (std::size_t i = 0; i < count; ++i) {
    const double in = x[i], out = p.b0 * in + z1;
    z1 = p.b1 * in - p.a1 * out + z2;
    z2 = p.b2 * in - p.a2 * out;
    x[i] = out;
  }
  state = {z1, z2};
}

void filter_from_steady(const Cascade& cascade, const CascadeState& steady,
                        std::vector<double>& x) {
  CascadeState state = steady;
  for (auto& z : state)
    for (double& value : z) value *= x.front();
  filter_causal(cascade, state, x.data(), x.size());
}

// scipy counts sections of first order (b2 = a2 = 0) with one sample less.
std::size_t calc_padding(const Cascade& cascade) {
  std::size_t no_b2 = 0, no_a2 = 0;
  for (const Biquad& s : cascade) {
    no_b2 += s.b2 == 0.0 ? 1 : 0;
    no_a2 += s.a2 == 0.0 ? 1 : 0;
  }
  return 3 * (2 * cascade.size() + 1 - std::min(no_b2, no_a2));
}

void filter_extended(const Cascade& cascade, std::size_t pad, bool is_odd, std::vector<double>& x) {
  const std::size_t n = x.size();
  std::vector<double> extended;
  extended.reserve(n + 2 * pad);
  const auto reflect = [&](double end, double value) { return is_odd ? 2.0 * end - value : value; };
  for (std::size_t i = pad; i > 0; --i) extended.push_back(reflect(x.front(), x[i]));
  extended.insert(extended.end(), x.begin(), x.end());
  for (std::size_t i = 1; i <= pad; ++i) extended.push_back(reflect(x.back(), x[n - 1 - i]));
  const CascadeState steady = calc_steady_state(cascade);
  for (int pass = 0; pass < 2; ++pass) {
    filter_from_steady(cascade, steady, extended);
    std::reverse(extended.begin(), extended.end());
  }
  const auto first = extended.begin() + static_cast<std::ptrdiff_t>(pad);
  std::copy(first, first + static_cast<std::ptrdiff_t>(n), x.begin());
}

}  // namespace

CascadeState calc_steady_state(const Cascade& cascade) {
  CascadeState state;
  double level = 1.0;
  for (const Biquad& s : cascade) {
    const double gain = (s.b0 + s.b1 + s.b2) / (1.0 + s.a1 + s.a2);
    const double out = gain * level;
    state.push_back({out - s.b0 * level, s.b2 * level - s.a2 * out});
    level = out;
  }
  return state;
}

void filter_causal(const Cascade& cascade, CascadeState& state, double* x, std::size_t count) {
  std::size_t k = 0;
  for (; k + 1 < cascade.size(); k += 2)
    run_pair(cascade[k], cascade[k + 1], state[k], state[k + 1], x, count);
  if (k < cascade.size()) run_one(cascade[k], state[k], x, count);
}

void filter_causal(const Cascade& cascade, std::vector<double>& x) {
  CascadeState state(cascade.size());
  filter_causal(cascade, state, x.data(), x.size());
}

void filter_zero_phase(const Cascade& cascade, std::vector<double>& x) {
  if (x.empty() || cascade.empty()) return;
  filter_extended(cascade, std::min(calc_padding(cascade), x.size() - 1), true, x);
}

void filter_zero_phase_even(const Cascade& cascade, std::vector<double>& x) {
  if (x.empty() || cascade.empty()) return;
  filter_extended(cascade, std::min(calc_memory(cascade, 1e-4), x.size() - 1), false, x);
}

std::size_t calc_memory(const Cascade& cascade, double remainder) {
  double slowest = 0.0;
  for (const Biquad& s : cascade) {
    const std::complex<double> root = std::sqrt(std::complex<double>(s.a1 * s.a1 - 4.0 * s.a2));
    slowest = std::max({slowest, std::abs(-s.a1 + root) / 2.0, std::abs(-s.a1 - root) / 2.0});
  }
  if (slowest <= 0.0) return 2;
  const double samples = std::log(remainder) / std::log(std::min(slowest, 1.0 - 1e-9));
  return static_cast<std::size_t>(std::ceil(1.3 * samples)) + 2;  // neighbouring poles add up
}

double calc_gain(const Cascade& cascade, double f, double rate) {
  const std::complex<double> z = std::polar(1.0, -2.0 * std::numbers::pi * f / rate);
  std::complex<double> H = 1.0;
  for (const Biquad& s : cascade)
    H *= (s.b0 + z * (s.b1 + z * s.b2)) / (1.0 + z * (s.a1 + z * s.a2));
  return std::abs(H);
}

}  // namespace fourfoot::evaluate
