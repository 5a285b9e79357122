#include <gtest/gtest.h>

#include <cmath>

#include "track/data_irregularity.h"
#include "track/random.h"
#include "track/shape_irregularity.h"
#include "track/spectrum_irregularity.h"

namespace fourfoot::track {
namespace {

RailDeviations calc(const Irregularity& irregularity, double s) {
  RailDeviations d;
  irregularity.add(s, d);
  return d;
}

/// First and second derivative are those of the value; `skip` are chainages where the second may
/// step.
void expect_derivatives(const Irregularity& irregularity, double from, double to, double scale,
                        const std::vector<double>& skip = {}) {
  const double h = 1e-4;
  for (double s = from; s < to; s += 0.0173 * (to - from)) {
    bool near = false;
    for (const double x : skip) near = near || std::abs(s - x) < 3 * h;
    if (near) continue;
    const Deviation a = calc(irregularity, s - h).vertical, b = calc(irregularity, s).vertical,
                    c = calc(irregularity, s + h).vertical;
    EXPECT_NEAR((c.value - a.value) / (2 * h), b.d1, 1e-6 * scale) << s;
    EXPECT_NEAR((c.d1 - a.d1) / (2 * h), b.d2, 1e-5 * scale) << s;
  }
}

TEST(Shapes, DerivativesAreTrueAndNothingJumps) {
  for (const Shape shape :
       {Shape::sine, Shape::cosine, Shape::cusp, Shape::dip, Shape::ramp, Shape::twist}) {
    ShapeOptions o;
    o.shape = shape;
    o.at = 10;
    o.amplitude = 1;
    o.length = 4;
    o.count = 3;
    o.plateau = 2;
    o.fade = 1;
    o.rounding = 0.4;
    const ShapeIrregularity irregularity(o);
    expect_derivatives(irregularity, 5.01, 30, 20, {8, 10, 12, 22});
    // Value and slope are continuous everywhere.
    for (double s = 5; s < 30; s += 0.001) {
      const Deviation a = calc(irregularity, s).vertical, b = calc(irregularity, s + 1e-7).vertical;
      ASSERT_NEAR(a.value, b.value, 1e-6) << s;
      ASSERT_NEAR(a.d1, b.d1, 1e-5) << s;
    }
  }
}

TEST(Shapes, HaveTheirSize) {
  ShapeOptions o;
  o.amplitude = 0.01;
  o.length = 8;
  o.at = 100;
  o.rounding = 0.1;
  o.shape = Shape::cosine;
  EXPECT_NEAR(calc(ShapeIrregularity(o), 104).vertical.value, 0.01, 1e-15);
  o.shape = Shape::dip;
  EXPECT_NEAR(calc(ShapeIrregularity(o), 102).vertical.value, -0.01 * 0.25, 1e-15);
  o.shape = Shape::ramp;
  EXPECT_NEAR(calc(ShapeIrregularity(o), 104).vertical.value, 0.005, 1e-15);
  EXPECT_NEAR(calc(ShapeIrregularity(o), 1000).vertical.value, 0.01, 1e-15);
  o.shape = Shape::twist;
  o.plateau = 5;
  o.component = Component::cross_level;
  EXPECT_NEAR(calc(ShapeIrregularity(o), 110).cross_level.value, 0.01, 1e-15);
  EXPECT_NEAR(calc(ShapeIrregularity(o), 130).cross_level.value, 0, 1e-15);
}

TEST(Components, OneRailOnlyMovesThatRail) {
  ShapeOptions o;
  o.amplitude = 0.01;
  o.length = 8;
  o.component = Component::vertical_l;
  const RailDeviations d = calc(ShapeIrregularity(o), 4);
  EXPECT_NEAR(d.vertical_l().value, 0.01, 1e-15);
  EXPECT_NEAR(d.vertical_r().value, 0, 1e-15);
  o.component = Component::lateral_r;
  const RailDeviations e = calc(ShapeIrregularity(o), 4);
  EXPECT_NEAR(e.lateral_r().value, 0.01, 1e-15);
  EXPECT_NEAR(e.lateral_l().value, 0, 1e-15);
  EXPECT_NEAR(e.gauge.value, -0.01, 1e-15);
}

TEST(Data, IsASmoothCurveThroughItsPoints) {
  DataOptions o;
  DataOptions::Column column{Component::vertical, {}};
  for (int i = 0; i <= 400; ++i) {
    o.s.push_back(0.25 * i + 0.05 * std::sin(i));
    column.values.push_back(0.005 * std::sin(o.s.back()));
  }
  o.columns = {column};
  o.fade = 5;
  const DataIrregularity irregularity(o);
  EXPECT_NEAR(calc(irregularity, o.s[200]).vertical.value, column.values[200], 1e-15);
  EXPECT_NEAR(calc(irregularity, 50.1).vertical.value, 0.005 * std::sin(50.1), 1e-6);
  EXPECT_NEAR(calc(irregularity, 50.1).vertical.d2, -0.005 * std::sin(50.1), 1e-4);
  EXPECT_EQ(calc(irregularity, 150).vertical.value, 0);
  EXPECT_EQ(calc(irregularity, o.s.front()).vertical.d1, 0);
  expect_derivatives(irregularity, 1, 99, 1e-2);
  o.s[7] = 0;
  EXPECT_THROW(DataIrregularity{o}, std::invalid_argument);
}

TEST(Random, IsTheSameOnEveryMachine) {
  // First words of xoshiro256** seeded by splitmix64 of 42, from the authors' reference code.
  Random random(42);
  EXPECT_EQ(random.next(), 1546998764402558742u);
  EXPECT_EQ(random.next(), 6990951692964543102u);
  EXPECT_EQ(random.next(), 12544586762248559009u);
}

SpectrumOptions make_options() {
  SpectrumOptions o;
  o.spectra = find_spectra("erri-b176-low");
  o.seed = 7;
  o.period = 2000;
  return o;
}

TEST(SpectrumTrack, DerivativesAreTrue) {
  const SpectrumIrregularity irregularity(make_options());
  expect_derivatives(irregularity, 500, 560, 1e-2);
}

TEST(SpectrumTrack, IsTheSumOfItsWaves) {
  SpectrumOptions o = make_options();
  const SpectrumIrregularity irregularity(o);
  Random random(4 * o.seed + 1);  // vertical is the second component
  std::vector<double> phases(1);
  for (int j = 1; j <= 667; ++j) phases.push_back(2 * M_PI * random.uniform());
  for (const double s : {0.0, 17.3, 1234.5, 1999.99, 2017.3}) {
    double sum = 0, bend = 0;
    for (int j = 20; j <= 666; ++j) {  // 2000 m / 100 m to 2000 m / 3 m
      const double f = j / o.period, w = 2 * M_PI * f;
      const double a = std::sqrt(2 * 2 * M_PI * o.spectra[1](w) / o.period);
      const double wave = a * std::cos(w * s + phases[static_cast<std::size_t>(j)]);
      sum += wave;
      bend -= w * w * wave;
    }
    const Deviation d = calc(irregularity, s).vertical;
    EXPECT_NEAR(d.value, sum, 1e-9);
    EXPECT_NEAR(d.d2, bend, 1e-6);
  }
}

TEST(SpectrumTrack, FadesAndKeepsItsSeed) {
  SpectrumOptions o = make_options();
  const double all = calc(SpectrumIrregularity(o), 150).vertical.value;
  o.window = {100, 200, 20, 20};
  const SpectrumIrregularity part(o);
  EXPECT_EQ(calc(part, 150).vertical.value, all);
  EXPECT_EQ(calc(part, 99).vertical.value, 0);
  EXPECT_EQ(calc(part, 100).vertical.d2, 0);
  expect_derivatives(part, 101, 199, 1e-2);
  o.seed = 8;
  EXPECT_NE(calc(SpectrumIrregularity(o), 150).vertical.value, all);
}

TEST(SpectrumTrack, ImpossibleOptions) {
  SpectrumOptions o = make_options();
  o.wavelength_max = 1000;
  EXPECT_THROW(SpectrumIrregularity{o}, std::invalid_argument);
  o = make_options();
  o.wavelength_min = 1e-4;
  EXPECT_THROW(SpectrumIrregularity{o}, std::invalid_argument);
}

TEST(Spectra, AllNamesAreKnownAndPositive) {
  for (const std::string& name : get_spectrum_names()) {
    const SpectrumSet set = find_spectra(name);
    for (std::size_t i = 0; i < 4; ++i) {
      if (!set[i]) {
        EXPECT_EQ(name, "china-trunk");
        EXPECT_EQ(i, 2u);
        continue;
      }
      for (double wavelength = 3; wavelength < 100; wavelength *= 1.1)
        EXPECT_GT(set[i](2 * M_PI / wavelength), 0) << name << i << " " << wavelength;
    }
  }
  EXPECT_FALSE(find_spectra("fra-7")[0]);
}

TEST(Spectra, ErriAgreesWithItsRationalForm) {
  // b0 / (a0 + a2 O^2 + O^4) as other programs print it.
  const Spectrum low = make_rational_spectrum({2.741619e-7}, {2.8855e-4, 0, 0.6803895, 0, 1});
  const SpectrumSet set = find_spectra("erri-b176-low");
  for (const double O : {0.06, 0.3, 1.0, 2.0}) EXPECT_NEAR(set[1](O) / low(O), 1, 1e-4);
}

}  // namespace
}  // namespace fourfoot::track
