// An irregularity goes through a simulated recording car and comes back.
#include "track/recording.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "track/random.h"
#include "track/spectrum_irregularity.h"

namespace fourfoot::track {
namespace {

constexpr double step = 0.25, line_length = 4000.0, noise = 0.1e-3;
constexpr double ends = 200.0;  // nearer to the ends the record is a guess: about three long waves

TrackDescription make_line() {
  TrackDescription d;
  HorizontalElement e;
  e.length = line_length;
  d.horizontal = {e};
  return d;
}

/// Rough track with waves below and beyond all bands.
SpectrumIrregularity make_truth() {
  SpectrumOptions o;
  o.spectra = find_spectra("erri-b176-high");
  o.wavelength_min = 1.0;
  o.wavelength_max = 180.0;
  o.seed = 7;
  return SpectrumIrregularity(o);
}

/// What the car reads, with white noise.
class Car {
 public:
  explicit Car(std::uint64_t seed) : random_(seed) {}

  /// `shape` over s; `ahead` is +1 where the car runs along the line.
  template <class Shape>
  double read(const Shape& shape, double s, const Instrument& i, double ahead) {
    double value = shape(s);
    if (i.kind == Instrument::Kind::chord)
      value -= (i.front * shape(s - ahead * i.rear) + i.rear * shape(s + ahead * i.front)) /
               (i.rear + i.front);
    if (i.kind == Instrument::Kind::twist)
      value = shape(s + ahead * i.ahead) - shape(s + ahead * (i.ahead - i.base));
    // Uniform between +-sqrt(3) sigma.
    return value + noise * std::sqrt(3.0) * (2.0 * random_.uniform() - 1.0);
  }

 private:
  Random random_;
};

Instrument make_chord(double rear, double front) {
  Instrument chord;
  chord.kind = Instrument::Kind::chord;
  chord.rear = rear;
  chord.front = front;
  return chord;
}

std::vector<double> list_positions(bool falls) {
  std::vector<double> s;
  for (double x = 0.0; x <= line_length; x += step) s.push_back(falls ? line_length - x : x);
  return s;
}

ColumnTable make_table(const std::vector<double>& s) {
  ColumnTable table;
  table.file = std::make_shared<const SourceFile>(SourceFile{"car.csv", ""});
  table.values["chainage"] = s;
  table.steps["chainage"] = 0.01;
  for (std::size_t i = 0; i < s.size(); ++i) table.lines.push_back(static_cast<int>(i) + 2);
  return table;
}

DataOptions restore(const ColumnTable& table, const RecordingOptions& options,
                    std::vector<Finding>* warnings = nullptr) {
  const TrackDescription d = make_line();
  const Track line(d);
  const LineMeasure measure(line, d);
  std::vector<Finding> own;
  return build_recording_data(table, options, place_rows(table, options, measure), line,
                              warnings != nullptr ? *warnings : own);
}

const std::vector<double>& find(const DataOptions& data, Component component) {
  for (const DataOptions::Column& column : data.columns)
    if (column.component == component) return column.values;
  throw std::logic_error("no such component");
}

/// R.m.s. of what differs in the band, and where the instrument shows enough of a wave.
double calc_miss(const std::vector<double>& got, const std::vector<double>& truth,
                 const WaveBand& band, const Instrument& instrument, double least) {
  const auto is_seen = [&](double Omega) {
    return instrument.kind == Instrument::Kind::space_curve ||
           std::abs(calc_response(instrument, Omega)) >= least;
  };
  const std::vector<double> a =
      apply_response(got, step, 600.0, [&](double Omega) { return is_seen(Omega) ? 1.0 : 0.0; });
  const std::vector<double> b = apply_response(truth, step, 600.0, [&](double Omega) {
    return is_seen(Omega) ? calc_band_gain(band, Omega) : 0.0;
  });
  double sum = 0.0, count = 0.0;
  const auto margin = static_cast<std::size_t>(ends / step);
  for (std::size_t i = margin; i + margin < a.size(); ++i, count += 1.0)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return std::sqrt(sum / count);
}

/// Level and alignment of both rails over some chord, along the line or against it.
struct Passage {
  Instrument chord;
  WaveBand band;
  bool is_against = false;
};

void expect_restored(const Passage& passage) {
  const SpectrumIrregularity truth = make_truth();
  const double ahead = passage.is_against ? -1.0 : 1.0;
  const auto take = [&](auto component) {
    return [&truth, component](double s) {
      RailDeviations d;
      truth.add(s, d);
      return component(d);
    };
  };
  const auto level_l = take([](const RailDeviations& d) { return d.vertical_l().value; });
  const auto level_r = take([](const RailDeviations& d) { return d.vertical_r().value; });
  const auto align_l = take([](const RailDeviations& d) { return d.lateral_l().value; });
  const auto align_r = take([](const RailDeviations& d) { return d.lateral_r().value; });
  const std::vector<double> s = list_positions(passage.is_against);
  ColumnTable table = make_table(s);
  Car car(11);
  for (const double x : s) {
    // The car's left rail is the line's right one where it runs against the line.
    const auto put = [&](const char* name, const auto& shape, double sign) {
      table.values[name].push_back(sign * car.read(shape, x, passage.chord, ahead));
    };
    const bool turned = passage.is_against;
    put(turned ? "level_right" : "level_left", level_l, 1.0);
    put(turned ? "level_left" : "level_right", level_r, 1.0);
    put(turned ? "alignment_right" : "alignment_left", align_l, ahead);
    put(turned ? "alignment_left" : "alignment_right", align_r, ahead);
  }
  RecordingOptions options;
  options.level = options.alignment = passage.chord;
  options.level_band = options.alignment_band = passage.band;
  options.sides = RecordingOptions::Sides::car;
  const DataOptions data = restore(table, options);
  // Rail by rail, as it was measured.
  const struct {
    const char* name;
    Component mean, difference;
    double side;
    double (*get)(const RailDeviations&);
  } rails[] = {{"left level", Component::vertical, Component::cross_level, 0.5,
                [](const RailDeviations& d) { return d.vertical_l().value; }},
               {"right level", Component::vertical, Component::cross_level, -0.5,
                [](const RailDeviations& d) { return d.vertical_r().value; }},
               {"left alignment", Component::alignment, Component::gauge, 0.5,
                [](const RailDeviations& d) { return d.lateral_l().value; }},
               {"right alignment", Component::alignment, Component::gauge, -0.5,
                [](const RailDeviations& d) { return d.lateral_r().value; }}};
  for (const auto& rail : rails) {
    std::vector<double> got, wanted;
    for (std::size_t i = 0; i < data.s.size(); ++i) {
      got.push_back(find(data, rail.mean)[i] + rail.side * find(data, rail.difference)[i]);
      wanted.push_back(take(rail.get)(data.s[i]));
    }
    EXPECT_LT(calc_miss(got, wanted, passage.band, passage.chord, options.least_response), 0.1e-3)
        << rail.name << ", " << describe_instrument(passage.chord);
  }
}

TEST(Recording, ChordOffsetsGiveTheShapeBack) {
  for (const Passage& passage :
       {Passage{make_chord(5, 5), {3, 25}},                                                //
        Passage{make_chord(5, 5), {3, 45}},                                                //
        Passage{make_chord(10, 10), {3, 70}},                                              //
        Passage{make_chord(9.4488, 9.4488), {3, 70}}, Passage{make_chord(4, 6), {3, 45}},  //
        Passage{make_chord(2.6, 7.4), {3, 40}}, Passage{make_chord(3.1, 13.9), {3, 60}},
        Passage{make_chord(4, 6), {3, 45}, true}, Passage{make_chord(2.6, 7.4), {3, 40}, true}})
    expect_restored(passage);
}

TEST(Recording, TwistGivesTheCrossLevelBack) {
  const SpectrumIrregularity truth = make_truth();
  const auto cross = [&](double s) {
    RailDeviations d;
    truth.add(s, d);
    return d.cross_level.value;
  };
  for (const double ahead : {0.0, 1.25, 2.5}) {
    RecordingOptions options;
    options.twist.kind = Instrument::Kind::twist;
    options.twist.base = 2.5;
    options.twist.ahead = ahead;
    options.level_band = {3.0, 70.0};
    ColumnTable table = make_table(list_positions(false));
    Car car(3);
    for (const double s : table.values.at("chainage"))
      table.values["twist"].push_back(car.read(cross, s, options.twist, 1.0) / 2.5);
    const DataOptions data = restore(table, options);
    std::vector<double> wanted;
    for (const double s : data.s) wanted.push_back(cross(s));
    EXPECT_LT(calc_miss(find(data, Component::cross_level), wanted, options.level_band,
                        options.twist, options.least_response),
              0.1e-3);
  }
}

TEST(Recording, AnInertialPlatformsPhaseIsTakenBack) {
  Instrument platform;
  platform.kind = Instrument::Kind::inertial;
  platform.cut = 60.0;
  platform.order = 3;
  const SpectrumIrregularity truth = make_truth();
  std::vector<double> wanted;
  ColumnTable table = make_table(list_positions(false));
  for (const double s : table.values.at("chainage")) {
    RailDeviations d;
    truth.add(s, d);
    wanted.push_back(d.vertical.value);
  }
  // The car's own filter, over a record that is long enough to forget its beginning.
  table.values["level"] = apply_response(
      wanted, step, 600.0, [&](double Omega) { return calc_response(platform, Omega); });
  RecordingOptions options;
  options.level = platform;
  options.level_band = {3.0, 70.0};
  const DataOptions data = restore(table, options);
  EXPECT_LT(calc_miss(find(data, Component::vertical), wanted, options.level_band, platform,
                      options.least_response),
            0.05e-3);
}

/// A curve with its ramps, read over a chord as a car does, with nothing but the design in it.
TEST(Recording, TheDesignIsTakenAwayWhereTheReadingsHoldIt) {
  TrackDescription d;
  HorizontalElement straight, ramp, arc;
  straight.length = 500.0;
  ramp.type = HorizontalType::transition;
  ramp.length = 60.0;
  arc.type = HorizontalType::circular_arc;
  arc.length = 300.0;
  arc.curvature = -1.0 / 400.0;
  arc.cant = 0.12;
  d.horizontal = {straight, ramp, arc, ramp, straight};
  const Track line(d);
  const LineMeasure measure(line, d);
  RecordingOptions options;
  options.alignment = options.level = make_chord(4, 6);
  options.twist.kind = Instrument::Kind::twist;
  options.twist.base = 3.0;
  options.twist.ahead = 1.5;
  options.sides = RecordingOptions::Sides::line;
  options.level_band = options.alignment_band = {3.0, 45.0};
  for (const double ahead : {1.0, -1.0}) {
    std::vector<double> s;
    for (double x = 0.0; x <= line.length(); x += step)
      s.push_back(ahead > 0.0 ? x : line.length() - x);
    ColumnTable table = make_table(s);
    table.steps["chainage"] = 1e-6;
    Cursor cursor;
    // a b / 2 R, and outside of the chord: to the left in a curve to the right.
    EXPECT_NEAR(calc_design_reading(line, options.alignment, 700.0, ahead, cursor).lateral,
                4.0 * 6.0 / (2.0 * 400.0), 1e-5);
    for (const double x : s) {
      table.values["alignment"].push_back(
          calc_design_reading(line, options.alignment, x, ahead, cursor).lateral);
      table.values["twist_difference"].push_back(
          calc_design_reading(line, options.twist, x, ahead, cursor).cross_level);
    }
    const auto largest = [&](Component component) {
      std::vector<Finding> warnings;
      const DataOptions data =
          build_recording_data(table, options, place_rows(table, options, measure), line, warnings);
      double most = 0.0;
      for (const double value : find(data, component)) most = std::max(most, std::abs(value));
      return most;
    };
    options.has_design = false;
    EXPECT_GT(largest(Component::alignment), 1e-3);  // the curve's ends pass the band
    EXPECT_GT(largest(Component::cross_level), 1e-3);
    options.has_design = true;
    EXPECT_LT(largest(Component::alignment), 1e-9);
    EXPECT_LT(largest(Component::cross_level), 1e-9);
  }
}

TEST(Recording, TellsWhichWavesAChordCannotRestore) {
  ColumnTable table = make_table(list_positions(false));
  table.values["level"].assign(table.lines.size(), 0.0);
  RecordingOptions options;
  options.level = make_chord(5, 5);
  options.level_band = {3.0, 70.0};
  std::vector<Finding> warnings;
  restore(table, options, &warnings);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].id, "recording-band");
  // 1 - cos(2 pi 5 m / wave) is 0.2 at waves of 48.8, 5.57 and 4.54 m.
  EXPECT_NE(warnings[0].message.find("5.57 to 48.8 m"), std::string::npos) << warnings[0].message;
  EXPECT_NE(warnings[0].message.find("3 to 4.54 m"), std::string::npos) << warnings[0].message;
}

TEST(Recording, AbsoluteGaugeAndRailsThatCountOutward) {
  const double width = 1.4376;
  ColumnTable table = make_table(list_positions(false));
  const std::size_t n = table.lines.size();
  table.values["gauge"].assign(n, width);
  for (const double s : table.values.at("chainage")) {
    const double y = 2e-3 * std::sin(2.0 * std::numbers::pi * s / 10.0);
    table.values["alignment_left"].push_back(y);    // to the left
    table.values["alignment_right"].push_back(-y);  // to the left as well
  }
  RecordingOptions options;
  options.is_outward = true;
  options.alignment_band = {1.0, 100.0};
  const DataOptions data = restore(table, options);
  const std::size_t i = n / 2;
  EXPECT_NEAR(find(data, Component::gauge)[i], width - 1.435, 1e-12);
  const double y = 2e-3 * std::sin(2.0 * std::numbers::pi * data.s[i] / 10.0);
  EXPECT_NEAR(find(data, Component::alignment)[i], y, 1e-8);
}

TEST(Recording, ChainagesThatAreCoarserThanTheRowsBecomeEven) {
  ColumnTable table = make_table(list_positions(true));
  table.steps["chainage"] = 1.0;
  for (double& s : table.values["chainage"]) s = std::round(s);
  const TrackDescription d = make_line();
  const Track line(d);
  const LineMeasure measure(line, d);
  const RecordingRows rows = place_rows(table, {}, measure);
  EXPECT_TRUE(rows.is_reversed);
  EXPECT_NEAR(rows.spacing, step, 1e-9);
  for (std::size_t i = 0; i < rows.s.size(); ++i)
    ASSERT_NEAR(rows.s[i], step * static_cast<double>(i), 0.2) << i;
}

TEST(Recording, FollowsTheJumpsOfTheLineAndTellsOthers) {
  TrackDescription d = make_line();
  d.chainages = {{0.0, 10000.0, 1.0}, {1000.0, 11500.0, 1.0}};
  const Track line(d);
  const LineMeasure measure(line, d);
  EXPECT_NEAR(measure.calc_chainage(1500.0), 12000.0, 1e-9);
  std::vector<double> chainage;
  for (double s = 0.0; s <= 2000.0; s += 0.5)
    chainage.push_back(s < 1000.0 ? 10000.0 + s : 10500.0 + s);
  const ColumnTable table = make_table(chainage);
  EXPECT_NEAR(place_rows(table, {}, measure).s.back(), 2000.0, 1e-9);
  d.chainages = {{0.0, 10000.0, 1.0}};
  const LineMeasure plain(line, d);
  try {
    place_rows(table, {}, plain);
    FAIL() << "a jump was not told";
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings()[0].id, "recording-jump");
    EXPECT_EQ(error.findings()[0].where.line, 2002);
  }
  RecordingOptions options;
  options.continues_jumps = true;
  EXPECT_NEAR(place_rows(table, options, plain).s.back(), 2000.0, 1e-6);
}

TEST(Recording, BridgesShortHolesAndTellsLongOnes) {
  ColumnTable table = make_table(list_positions(false));
  std::vector<double>& level = table.values["level"];
  level.assign(table.lines.size(), 1e-3);
  std::fill(level.begin() + 2000, level.begin() + 2020, std::nan(""));
  RecordingOptions options;
  options.level_band.longest = std::numeric_limits<double>::infinity();
  EXPECT_NEAR(find(restore(table, options), Component::vertical)[2010], 1e-3, 1e-9);
  std::fill(level.begin() + 2000, level.begin() + 2100, std::nan(""));
  try {
    restore(table, options);
    FAIL() << "a hole was not told";
  } catch (const InputError& error) {
    EXPECT_EQ(error.findings()[0].id, "recording-hole");
  }
}

TEST(Recording, AsksWhoseLeftItIsWhereTheCarRanAgainstTheLine) {
  ColumnTable table = make_table(list_positions(true));
  table.values["cross_level"].assign(table.lines.size(), 1e-3);
  EXPECT_THROW(restore(table, {}), InputError);
}

}  // namespace
}  // namespace fourfoot::track
