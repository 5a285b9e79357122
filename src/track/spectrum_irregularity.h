#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "track/irregularity.h"
#include "track/spectra.h"
#include "track/window.h"

namespace fourfoot::track {

/// A random track of given spectra.
///
/// r(s) = sum_j sqrt(2 S_f(f_j) df) cos(2 pi f_j s + phi_j),  f_j = j / period,  S_f = 2 pi S(2 pi
/// f)
///
/// over the lines with wavelengths in [wavelength_min, wavelength_max]; the phases phi_j are
/// uniform, drawn per component and line from the seed, so the same seed is the same track on any
/// machine (to rounding, 1e-12 of the amplitude) and a wider band keeps the lines it shares. The
/// amplitudes are not random: over a period every band has exactly its target power.
///
/// The track repeats after `period`: this bounds the memory whatever the length of the run. Value,
/// slope and bend are computed exactly at nodes not wider apart than wavelength_min / 8 (by FFT)
/// and joined by quintics, continuous to the second derivative; between nodes the value is off by
/// less than 1e-5 of the shortest wave's amplitude.
struct SpectrumOptions {
  SpectrumSet spectra;
  std::uint64_t seed = 1;
  double wavelength_min = 3.0;    ///< [m]
  double wavelength_max = 100.0;  ///< [m]
  double period = 10000.0;        ///< [m], at least 20 times wavelength_max
  double scale = 1.0;             ///< factor on the deviations
  Window window;
};

class SpectrumIrregularity final : public Irregularity {
 public:
  /// Throws std::invalid_argument with a sentence if the options cannot be met.
  explicit SpectrumIrregularity(const SpectrumOptions& options);
  void add(double s, RailDeviations& deviations) const override;
  double get_shortest_wave() const override { return 8.0 * spacing_; }
  std::vector<double> list_corners() const override { return window_.list_corners(); }
  /// Distance of the nodes [m].
  double spacing() const { return spacing_; }
  Extent get_extent() const override { return {window_.begin, window_.end}; }
  std::size_t calc_memory() const override;

 private:
  /// Value, slope * spacing, bend * spacing^2 of the four components; 0 of those that are absent.
  struct Node {
    Eigen::Array4d v, d1, d2;
  };
  void realise(const SpectrumOptions& options);

  std::size_t count_ = 0;  ///< nodes per period
  double period_ = 0.0, spacing_ = 0.0;
  std::vector<Node> nodes_;  ///< none: no component at all
  Window window_;
};

}  // namespace fourfoot::track
