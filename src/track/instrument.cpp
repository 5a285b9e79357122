#include "track/instrument.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace fourfoot::track {

namespace {

using std::numbers::pi;
using Wave = std::complex<double>;

Wave calc_high_pass(const Instrument& instrument, double Omega) {
  const double corner = 2.0 * pi / instrument.cut;
  if (instrument.is_zero_phase) {
    const double ratio = Omega == 0.0 ? 0.0 : std::pow(corner / Omega, 2 * instrument.order);
    return Omega == 0.0 ? 0.0 : 1.0 / std::sqrt(1.0 + ratio);
  }
  Wave H = 1.0;
  const double n = instrument.order;
  for (int k = 1; k <= instrument.order; ++k)
    H *= Wave(0.0, Omega) /
         (Wave(0.0, Omega) - std::polar(corner, pi * (2.0 * k + n - 1.0) / (2.0 * n)));
  return H;
}

}  // namespace

std::complex<double> calc_response(const Instrument& i, double Omega) {
  switch (i.kind) {
    case Instrument::Kind::space_curve:
      return 1.0;
    case Instrument::Kind::chord:
      return 1.0 - (i.front * std::polar(1.0, -Omega * i.rear) +
                    i.rear * std::polar(1.0, Omega * i.front)) /
                       (i.rear + i.front);
    case Instrument::Kind::inertial:
      return calc_high_pass(i, Omega);
    case Instrument::Kind::twist:
      return std::polar(1.0, Omega * i.ahead) - std::polar(1.0, Omega * (i.ahead - i.base));
  }
  return 1.0;
}

std::complex<double> calc_inverse(const Instrument& instrument, double Omega, double least) {
  if (instrument.kind == Instrument::Kind::space_curve) return 1.0;
  const Wave H = calc_response(instrument, Omega);
  const double size = std::abs(H);
  if (size < 1e-3 * least) return 0.0;
  return 1.0 / H / (1.0 + std::pow(least / (2.0 * size), 8));
}

std::vector<WaveBand> find_restorable(const Instrument& instrument, double least,
                                      const WaveBand& band) {
  // Steps of 0.1 % in wavelength: ends are told to three digits.
  constexpr double ratio = 1.001;
  std::vector<WaveBand> found;
  bool is_inside = false;
  for (double wave = band.longest; wave >= band.shortest * (1.0 - 1e-12); wave /= ratio) {
    const bool is_seen = std::abs(calc_response(instrument, 2.0 * pi / wave)) >= least;
    if (is_seen && !is_inside) found.push_back({wave, wave});
    if (is_seen) found.back().shortest = wave;
    is_inside = is_seen;
  }
  // The last step falls a little short of the end.
  if (is_inside && found.back().shortest < band.shortest * ratio)
    found.back().shortest = band.shortest;
  return found;
}

std::string describe_instrument(const Instrument& i) {
  switch (i.kind) {
    case Instrument::Kind::chord:
      return i.rear == i.front ? fmt::format("a chord of {:g} m", i.rear + i.front)
                               : fmt::format("a chord of {:g} m + {:g} m", i.rear, i.front);
    case Instrument::Kind::inertial:
      return fmt::format("an inertial platform that cuts at {:g} m", i.cut);
    case Instrument::Kind::twist:
      return fmt::format("a twist over {:g} m", i.base);
    case Instrument::Kind::space_curve:
      break;
  }
  return "a space curve";
}

}  // namespace fourfoot::track
