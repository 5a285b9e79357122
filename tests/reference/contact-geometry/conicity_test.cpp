#include "contact/geometry/conicity.h"

#include <gtest/gtest.h>

#include "reference/contact-geometry/reference_data.h"

namespace fourfoot::contact {
namespace {

/// The reference values hold for radius differences without roll, rail origin at 750 mm, e = 1500
/// and r0 = 460 mm; lower2 and upper2 are the standard's field with its tolerance of the amplitude.
class En15302 : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(En15302, EveryValueIsWithinTheStandardsTolerance) {
  const CsvTable data("en15302_conicity.csv");
  const auto [name, letter] = GetParam();
  const profile::Profile rail =
      read_shipped("en15302/SUIC519A.csv", expect(profile::ProfileKind::rail));
  const profile::Profile wheel = read_shipped(std::string("en15302/RUIC519") + letter + ".csv",
                                              expect(profile::ProfileKind::wheel));
  profile::RailsDescription rails;
  rails.inclination = 0.0;
  rails.origin = 0.750;
  const WheelsetOnTrack w = test::lay_alike(wheel, rail, {}, rails);
  CharacteristicOptions options;
  options.with_roll = false;
  const RadiusDifference d =
      get_radius_difference(calc_characteristic(w, -8e-3, 8e-3, 0.05e-3, options));
  int seen = 0, close = 0;
  for (std::size_t i = 0; i < data.size(); ++i) {
    if (data.text(i, "case") != name) continue;
    const double amplitude = data.number(i, "amplitude_mm") * 1e-3;
    const double reference = data.number(i, "tan_gamma_e");
    const double gamma = calc_conicity(d, amplitude, 1.5, 0.46).klingel;
    const double two_percent = 0.02 * reference;
    const double low = std::min(data.number(i, "lower2"), reference - two_percent);
    const double high = std::max(data.number(i, "upper2"), reference + two_percent);
    EXPECT_GE(gamma, low - 0.0005) << amplitude;
    EXPECT_LE(gamma, high + 0.0005) << amplitude;
    close += std::abs(gamma - reference) <= two_percent + 0.0005;
    ++seen;
  }
  EXPECT_EQ(seen, 66);
  // Beyond the tolerance: most values agree far better, those next to a jump of the contact cannot.
  EXPECT_GE(close, 40);
}

INSTANTIATE_TEST_SUITE_P(Wheels, En15302,
                         testing::Values(std::pair{"E1", "A"}, std::pair{"E2", "B"},
                                         std::pair{"E3", "H"}, std::pair{"E4", "I"}),
                         [](const auto& tested) { return tested.param.first; });

/// An independent program, radius difference every 0.05 mm.
TEST(ConicityReference, S1002On60E1) {
  const CsvTable data("conicity_s1002_60e1.csv");
  const auto calc = [](const WheelsetOnTrack& w) {
    return get_radius_difference(calc_characteristic(w, -8e-3, 8e-3, 0.05e-3));
  };
  const RadiusDifference mbench = calc(make_manchester()), standard = calc(make_s1002_on_60e1());
  for (std::size_t i = 0; i < data.size(); ++i) {
    const bool is_mbench = data.text(i, "rail") == "mbench_arcs";
    const Conicity c = calc_conicity(is_mbench ? mbench : standard,
                                     data.number(i, "amplitude_mm") * 1e-3, 1.5, 0.46);
    const double harmonic = data.number(i, "conicity_harmonic");
    const double klingel = data.number(i, "conicity_klingel_integrated");
    // At 5 mm the contact has just jumped within the last interval: 0.4 %.
    const double relative = data.number(i, "amplitude_mm") == 5.0 ? 5e-3 : 1e-3;
    EXPECT_NEAR(c.harmonic, harmonic, relative * harmonic);
    EXPECT_NEAR(c.klingel, klingel, relative * klingel);
    EXPECT_NEAR(c.wavelength, data.number(i, "wavelength_m"),
                relative * data.number(i, "wavelength_m"));
  }
}

}  // namespace
}  // namespace fourfoot::contact
