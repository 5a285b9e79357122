#include "track/spectrum_irregularity.h"

#include <cmath>
#include <numbers>
#include <span>
#include <stdexcept>

#include "track/random.h"
#include "track/wave_sum.h"

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

using Complex = WaveSum::Complex;

/// Amplitude and phase of each line of a component; the first is no wave.
std::vector<Complex> list_waves(const SpectrumOptions& o, std::size_t component) {
  std::vector<Complex> waves = {Complex(0.0, 0.0)};
  Random random(4 * o.seed + component);
  const double df = 1.0 / o.period, edge = 1e-9;
  for (std::size_t j = 1; static_cast<double>(j) * df * o.wavelength_min <= 1.0 + edge; ++j) {
    waves.emplace_back(0.0, 0.0);
    const double phase = radians_per_cycle * random.uniform(), f = static_cast<double>(j) * df;
    if (f * o.wavelength_max < 1.0 - edge) continue;
    const double amplitude = o.scale * std::sqrt(2.0 * radians_per_cycle *
                                                 o.spectra[component](radians_per_cycle * f) * df);
    if (!std::isfinite(amplitude))
      throw std::invalid_argument("the spectrum is negative or infinite at a wavelength of " +
                                  std::to_string(1.0 / f) + " m");
    waves[j] = std::polar(amplitude, phase);
  }
  return waves;
}

}  // namespace

SpectrumIrregularity::SpectrumIrregularity(const SpectrumOptions& options)
    : period_(options.period), window_(options.window) {
  check(options);
  count_ = 64;
  while (static_cast<double>(count_) < nodes_per_wave * period_ / options.wavelength_min)
    count_ *= 2;
  spacing_ = period_ / static_cast<double>(count_);
  realise(options);
}

// Value, slope and bend of each component are a sum of waves; two of them are summed at a time.
void SpectrumIrregularity::realise(const SpectrumOptions& options) {
  struct Sum {
    std::vector<Complex> waves;
    std::size_t component = 0;
    Eigen::Array4d Node::*member = nullptr;
  };
  std::vector<Sum> sums;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!options.spectra[i]) continue;
    std::vector<Complex> waves = list_waves(options, i);
    for (Eigen::Array4d Node::*const member : {&Node::v, &Node::d1, &Node::d2}) {
      sums.push_back({waves, i, member});
      for (std::size_t j = 1; j < waves.size(); ++j)
        waves[j] *=
            Complex(0.0, radians_per_cycle * static_cast<double>(j) / options.period * spacing_);
    }
  }
  if (sums.empty()) return;
  const Eigen::Array4d zero = Eigen::Array4d::Zero();
  nodes_.assign(count_, {zero, zero, zero});
  WaveSum both(count_);
  for (std::size_t k = 0; k < sums.size(); k += 2) {
    const Sum& a = sums[k];
    const Sum* const b = k + 1 < sums.size() ? &sums[k + 1] : nullptr;
    both.calc(a.waves, b ? std::span<const Complex>(b->waves) : std::span<const Complex>());
    for (std::size_t n = 0; n < count_; ++n)
      (nodes_[n].*a.member)[static_cast<Eigen::Index>(a.component)] = both.first(n);
    for (std::size_t n = 0; b && n < count_; ++n)
      (nodes_[n].*b->member)[static_cast<Eigen::Index>(b->component)] = both.second(n);
  }
}

void SpectrumIrregularity::add(double s, RailDeviations& deviations) const {
  if (nodes_.empty() || !window_.holds(s)) return;
  const double x = (s - period_ * std::floor(s / period_)) / spacing_;
  const auto whole = static_cast<std::size_t>(x);
  const std::size_t i = whole < count_ ? whole : count_ - 1, next = i + 1 < count_ ? i + 1 : 0;
  const double u = x - static_cast<double>(i), per = 1.0 / spacing_;
  const Deviation weight = window_.calc(s);
  using Four = Eigen::Array4d;  // components
  const Node &a = nodes_[i], &b = nodes_[next];
  const Four p = b.v - a.v;
  const Four c3 = 10 * p - 6 * a.d1 - 4 * b.d1 - 1.5 * a.d2 + 0.5 * b.d2;
  const Four c4 = -15 * p + 8 * a.d1 + 7 * b.d1 + 1.5 * a.d2 - b.d2;
  const Four c5 = 6 * p - 3 * a.d1 - 3 * b.d1 - 0.5 * a.d2 + 0.5 * b.d2;
  const Four value = a.v + u * (a.d1 + u * (0.5 * a.d2 + u * (c3 + u * (c4 + u * c5))));
  const Four slope = per * (a.d1 + u * (a.d2 + u * (3 * c3 + u * (4 * c4 + u * 5 * c5))));
  const Four bend = per * per * (a.d2 + u * (6 * c3 + u * (12 * c4 + u * 20 * c5)));
  for (Eigen::Index c = 0; c < 4; ++c)
    add_component(components[static_cast<std::size_t>(c)],
                  multiply({value[c], slope[c], bend[c]}, weight), deviations);
}

std::size_t SpectrumIrregularity::calc_memory() const {
  return sizeof(*this) + nodes_.size() * sizeof(Node);
}

}  // namespace fourfoot::track
