#include "track/spectra.h"

#include <cmath>
#include <numbers>

namespace fourfoot::track {

namespace {

constexpr double full_turn = 2.0 * std::numbers::pi;

double square(double x) {
  return x * x;
}

SpectrumSet make_erri(double Aa, double Av, double Ag) {
  constexpr double Oc2 = 0.8246 * 0.8246, Or2 = 0.0206 * 0.0206, Os2 = 0.4380 * 0.4380;
  const auto base = [](double A) {
    return [A](double O) { return A * Oc2 / ((O * O + Or2) * (O * O + Oc2)); };
  };
  const auto difference = [](double A) {
    return
        [A](double O) { return A * Oc2 * O * O / ((O * O + Or2) * (O * O + Oc2) * (O * O + Os2)); };
  };
  return {base(Aa), base(Av), difference(Ag), difference(4.0 * Av)};
}

SpectrumSet make_fra(int grade) {
  constexpr double k = 0.25e-4, Oc2 = 0.8245 * 0.8245;  // k and cm^2 -> m^2
  static constexpr std::array<double, 6> Av = {1.2107, 1.0181, 0.6816, 0.5376, 0.2095, 0.0339};
  static constexpr std::array<double, 6> Aa = {3.3634, 1.2107, 0.4128, 0.3027, 0.0762, 0.0339};
  static constexpr std::array<double, 6> Os = {0.6046, 0.9308, 0.8520, 1.1312, 0.8209, 0.4380};
  const auto i = static_cast<std::size_t>(grade - 1);
  const auto base = [](double A) {
    return [A](double O) { return k * A * Oc2 / (O * O * (O * O + Oc2)); };
  };
  const double Os2 = square(Os[i]), A = Av[i];
  const Spectrum difference = [A, Os2](double O) {
    return 4.0 * k * A * Oc2 / ((O * O + Oc2) * (O * O + Os2));
  };
  return {base(Aa[i]), base(Av[i]), difference, difference};
}

/// A / f^n [mm^2 m] by ranges of f.
Spectrum make_power_law(const std::vector<double>& breaks, const std::vector<double>& A,
                        const std::vector<double>& n) {
  return [=](double O) {
    const double f = O / full_turn;
    std::size_t i = 0;
    while (i < breaks.size() && f > breaks[i]) ++i;
    return 1e-6 * A[i] * std::pow(f, -n[i]) / full_turn;
  };
}

SpectrumSet make_china_ballastless() {
  return {
      make_power_law({0.0450, 0.1234}, {3.9513e-3, 1.1047e-2, 7.5633e-4}, {1.8670, 1.5354, 2.8171}),
      make_power_law({0.0187, 0.0474, 0.1533}, {1.0544e-5, 3.5588e-3, 1.9784e-2, 3.9488e-4},
                     {3.3891, 1.9271, 1.3643, 3.4516}),
      make_power_law({0.1090, 0.2938}, {5.4978e-2, 5.0701e-3, 1.8778e-4}, {0.8282, 1.9037, 4.5948}),
      make_power_law({0.0258, 0.1163}, {3.6148e-3, 4.3685e-2, 4.5867e-3},
                     {1.7278, 1.0461, 2.0939})};
}

Spectrum make_trunk(double A, double B, double C, double D, double E, double F, double G) {
  return [=](double O) {
    const double f = O / full_turn;
    return 1e-6 * A * (f * (f + B) + C) / ((((f + D) * f + E) * f + F) * f + G) / full_turn;
  };
}

Spectrum make_mean(Spectrum a, Spectrum b) {
  return [a = std::move(a), b = std::move(b)](double O) { return 0.5 * (a(O) + b(O)); };
}

SpectrumSet make_china_trunk() {
  return {make_mean(make_trunk(0.2244, -1.5746, 0.6683, -2.1466, 1.7665, -0.1506, 0.0052),
                    make_trunk(0.3743, -1.5894, 0.7265, 0.4353, 0.9101, -0.0270, 0.0031)),
          make_mean(make_trunk(1.1029, -1.4709, 0.5941, 0.8480, 3.8016, -0.2500, 0.0112),
                    make_trunk(0.8581, -1.4607, 0.5848, 0.0407, 2.8428, -0.1989, 0.0094)),
          Spectrum(), make_trunk(0.1214, -2.1603, 2.0214, 4.5089, 2.2227, -0.0396, 0.0073)};
}

}  // namespace

const std::vector<std::string>& get_spectrum_names() {
  static const std::vector<std::string> names = {
      "erri-b176-low", "erri-b176-high",    "fra-1",      "fra-2", "fra-3", "fra-4", "fra-5",
      "fra-6",         "china-ballastless", "china-trunk"};
  return names;
}

SpectrumSet find_spectra(const std::string& name) {
  if (name == "erri-b176-low") return make_erri(2.119e-7, 4.032e-7, 5.32e-8);
  if (name == "erri-b176-high") return make_erri(6.125e-7, 10.80e-7, 1.032e-7);
  if (name.size() == 5 && name.substr(0, 4) == "fra-" && name[4] >= '1' && name[4] <= '6')
    return make_fra(name[4] - '0');
  if (name == "china-ballastless") return make_china_ballastless();
  if (name == "china-trunk") return make_china_trunk();
  return {};
}

Spectrum make_rational_spectrum(const std::vector<double>& numerator,
                                const std::vector<double>& denominator) {
  const auto calc = [](const std::vector<double>& c, double x) {
    double sum = 0.0;
    for (std::size_t i = c.size(); i-- > 0;) sum = sum * x + c[i];
    return sum;
  };
  return [=](double O) { return calc(numerator, O) / calc(denominator, O); };
}

}  // namespace fourfoot::track
