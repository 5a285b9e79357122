#include "evaluate/weighting.h"

#include <cmath>
#include <complex>
#include <numbers>

namespace fourfoot::evaluate {

namespace {

/// (n2 s^2 + n1 s + n0) / (d2 s^2 + d1 s + d0)
struct AnalogSection {
  double n2, n1, n0, d2, d1, d0;
  double kept = 0.0;  ///< frequency at which the digital gain shall be exact [rad/s]; 0: low ones
};

std::vector<AnalogSection> list_sections(const Weighting& w) {
  constexpr double turn = 2.0 * std::numbers::pi;
  const double w1 = turn * w.f1, w2 = turn * w.f2, w3 = turn * w.f3, w4 = turn * w.f4;
  const double w5 = turn * w.f5, w6 = turn * w.f6;
  std::vector<AnalogSection> sections{{0.0, 0.0, w.K * w2 * w2, 1.0, w2 / w.Q1, w2 * w2, w2},
                                      {0.0, w4 * w4 / w3, w4 * w4, 1.0, w4 / w.Q2, w4 * w4}};
  if (w.f1 > 0.0) sections.push_back({1.0, 0.0, 0.0, 1.0, w1 / w.Q1, w1 * w1});
  if (w.f5 > 0.0)
    sections.push_back(
        {1.0 / (w5 * w5), 1.0 / (w.Q3 * w5), 1.0, 1.0 / (w6 * w6), 1.0 / (w.Q4 * w6), 1.0});
  return sections;
}

}  // namespace

double calc_analog_gain(const Weighting& weighting, double f) {
  const std::complex<double> s(0.0, 2.0 * std::numbers::pi * f);
  std::complex<double> H = 1.0;
  for (const AnalogSection& a : list_sections(weighting))
    H *= (a.n0 + s * (a.n1 + s * a.n2)) / (a.d0 + s * (a.d1 + s * a.d2));
  return std::abs(H);
}

Cascade design_weighting(const Weighting& weighting, double rate) {
  Cascade cascade;
  for (const AnalogSection& a : list_sections(weighting)) {
    const double half = 0.5 * a.kept / rate;
    const double c =
        half > 0.0 && half < 0.4 * std::numbers::pi ? a.kept / std::tan(half) : 2.0 * rate;
    const double cc = c * c;
    const double norm = 1.0 / (a.d2 * cc + a.d1 * c + a.d0);
    cascade.push_back({(a.n2 * cc + a.n1 * c + a.n0) * norm, 2.0 * (a.n0 - a.n2 * cc) * norm,
                       (a.n2 * cc - a.n1 * c + a.n0) * norm, 2.0 * (a.d0 - a.d2 * cc) * norm,
                       (a.d2 * cc - a.d1 * c + a.d0) * norm});
  }
  return cascade;
}

}  // namespace fourfoot::evaluate
