#include "track/spectrum_irregularity.h"

#include <unsupported/Eigen/FFT>

#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

#include "track/random.h"

namespace fourfoot::track {

namespace {

constexpr double radians_per_cycle = 2.0 * std::numbers::pi;
constexpr double nodes_per_wave = 8.0;
constexpr std::size_t most_nodes = std::size_t{1} << 19;  ///< 50 MB with four components
constexpr std::array<Component, 4> components = {Component::alignment, Component::vertical,
                                                 Component::gauge, Component::cross_level};

void check(const SpectrumOptions& o) {
  if (!(o.wavelength_min > 0.0) || !(o.wavelength_max > o.wavelength_min))
    throw std::invalid_argument("wavelength_max must be above wavelength_min");
  if (!(o.period >= 20.0 * o.wavelength_max))
    throw std::invalid_argument("the period must be at least 20 times wavelength_max");
  if (nodes_per_wave * o.period / o.wavelength_min > static_cast<double>(most_nodes))
    throw std::invalid_argument(
        "the period holds too many of the shortest waves: it must be below " +
        std::to_string(static_cast<long>(static_cast<double>(most_nodes) / nodes_per_wave)) +
        " times wavelength_min");
}

}  // namespace

SpectrumIrregularity::SpectrumIrregularity(const SpectrumOptions& options)
    : period_(options.period), window_(options.window) {
  check(options);
  count_ = 64;
  while (static_cast<double>(count_) < nodes_per_wave * period_ / options.wavelength_min)
    count_ *= 2;
  spacing_ = period_ / static_cast<double>(count_);
  for (std::size_t i = 0; i < 4; ++i)
    if (options.spectra[i]) nodes_[i] = realise(options, i);
}

std::vector<SpectrumIrregularity::Node> SpectrumIrregularity::realise(const SpectrumOptions& o,
                                                                      std::size_t component) const {
  using Complex = std::complex<double>;
  std::vector<Complex> lines(count_, Complex(0.0, 0.0)), wave;
  Random random(4 * o.seed + component);
  const double df = 1.0 / o.period, edge = 1e-9;
  for (std::size_t j = 1; static_cast<double>(j) * df * o.wavelength_min <= 1.0 + edge; ++j) {
    const double phase = radians_per_cycle * random.uniform(), f = static_cast<double>(j) * df;
    if (f * o.wavelength_max < 1.0 - edge) continue;
    const double amplitude = o.scale * std::sqrt(2.0 * radians_per_cycle *
                                                 o.spectra[component](radians_per_cycle * f) * df);
    if (!std::isfinite(amplitude))
      throw std::invalid_argument("the spectrum is negative or infinite at a wavelength of " +
                                  std::to_string(1.0 / f) + " m");
    lines[j] = std::polar(amplitude * static_cast<double>(count_), phase);
  }
  std::vector<Node> nodes(count_);
  Eigen::FFT<double> fft;
  for (int order = 0; order < 3; ++order) {
    fft.inv(wave, lines);
    for (std::size_t n = 0; n < count_; ++n)
      (order == 0 ? nodes[n].v : order == 1 ? nodes[n].d1 : nodes[n].d2) = wave[n].real();
    for (std::size_t j = 1; j < count_ / 2; ++j)
      lines[j] *= Complex(0.0, radians_per_cycle * static_cast<double>(j) * df * spacing_);
  }
  return nodes;
}

void SpectrumIrregularity::add(double s, RailDeviations& deviations) const {
  if (!window_.holds(s)) return;
  const double x = (s - period_ * std::floor(s / period_)) / spacing_;
  const auto whole = static_cast<std::size_t>(x);
  const std::size_t i = whole < count_ ? whole : count_ - 1, next = i + 1 < count_ ? i + 1 : 0;
  const double u = x - static_cast<double>(i), per = 1.0 / spacing_;
  const Deviation weight = window_.calc(s);
  for (std::size_t c = 0; c < 4; ++c) {
    if (nodes_[c].empty()) continue;
    const Node &a = nodes_[c][i], &b = nodes_[c][next];
    const double p = b.v - a.v;
    const double c3 = 10 * p - 6 * a.d1 - 4 * b.d1 - 1.5 * a.d2 + 0.5 * b.d2;
    const double c4 = -15 * p + 8 * a.d1 + 7 * b.d1 + 1.5 * a.d2 - b.d2;
    const double c5 = 6 * p - 3 * a.d1 - 3 * b.d1 - 0.5 * a.d2 + 0.5 * b.d2;
    const Deviation d{a.v + u * (a.d1 + u * (0.5 * a.d2 + u * (c3 + u * (c4 + u * c5)))),
                      per * (a.d1 + u * (a.d2 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5)))),
                      per * per * (a.d2 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5)))};
    add_component(components[c], multiply(d, weight), deviations);
  }
}

std::size_t SpectrumIrregularity::calc_memory() const {
  std::size_t bytes = sizeof(*this);
  for (const auto& nodes : nodes_) bytes += nodes.size() * sizeof(Node);
  return bytes;
}

}  // namespace fourfoot::track
