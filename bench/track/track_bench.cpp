// What the track costs a run: one frame inside an element of each kind, a walk along a long line,
// loading a line, one set of irregularities. Targets: 100 ns a frame, 20 000 elements in a second.
#include <benchmark/benchmark.h>

#include "support/track_routes.h"
#include "track/shape_irregularity.h"
#include "track/spectrum_irregularity.h"
#include "track/track.h"

namespace fourfoot::track {
namespace {

TrackDescription make_curve(TransitionShape shape, CantRotation rotation) {
  TrackDescription d;
  d.cant_rotation = rotation;
  d.horizontal = {test::make_line(100), test::make_transition_element(100, shape),
                  test::make_arc(200, 1.0 / 600, 0.128), test::make_transition_element(100, shape),
                  test::make_line(100)};
  if (shape == TransitionShape::polynomial)
    d.horizontal[1].polynomial = d.horizontal[3].polynomial = get_smooth_polynomial(11);
  return d;
}

/// Steps of a millimetre inside one element.
void walk(benchmark::State& state, const Track& track, double begin, double end) {
  Cursor cursor;
  double s = begin;
  for (auto _ : state) {
    benchmark::DoNotOptimize(track.calc_frame(s, 30.0, 0.5, cursor));
    s = s + 1e-3 < end ? s + 1e-3 : begin;
  }
}

void BM_Line(benchmark::State& state) {
  walk(state, Track(make_curve(TransitionShape::linear, CantRotation::centre_line)), 10, 90);
}
void BM_Arc(benchmark::State& state) {
  walk(state, Track(make_curve(TransitionShape::linear, CantRotation::centre_line)), 210, 390);
}
void BM_Transition(benchmark::State& state) {
  const auto shape = static_cast<TransitionShape>(state.range(0));
  walk(state, Track(make_curve(shape, CantRotation::inner_rail)), 101, 149);
}
BENCHMARK(BM_Line);
BENCHMARK(BM_Arc);
BENCHMARK(BM_Transition)->DenseRange(0, 6);

/// 1000 km: 5000 curves of line, transition, arc, transition.
TrackDescription make_long_line() {
  TrackDescription d;
  for (int i = 0; i < 5000; ++i) {
    const double side = i % 2 == 0 ? 1.0 : -1.0;
    d.horizontal.push_back(test::make_line(40));
    d.horizontal.push_back(test::make_transition_element(50, static_cast<TransitionShape>(i % 6)));
    d.horizontal.push_back(test::make_arc(60, side / (400.0 + i % 1000), 0.1));
    d.horizontal.push_back(test::make_transition_element(50, static_cast<TransitionShape>(i % 6)));
  }
  d.horizontal.push_back(test::make_line(40));
  return d;
}

void BM_Load20000(benchmark::State& state) {
  const TrackDescription d = make_long_line();
  for (auto _ : state) {
    const Track track(d);
    state.counters["spans"] = static_cast<double>(track.count_spans());
    state.counters["MB"] = static_cast<double>(track.calc_memory()) / 1e6;
    state.counters["km"] = track.length() / 1e3;
  }
}
BENCHMARK(BM_Load20000)->Unit(benchmark::kMillisecond);

/// Along the long line with steps of 3 cm, as a run at 30 m/s with 1 ms steps does.
void BM_LongLine(benchmark::State& state) {
  const Track track(make_long_line());
  Cursor cursor;
  double s = 0.4 * track.length();
  for (auto _ : state) {
    benchmark::DoNotOptimize(track.calc_frame(s, 30.0, 0.0, cursor));
    s += 0.03;
    if (s > track.length()) s = 0.0;
  }
}
BENCHMARK(BM_LongLine);

void BM_Irregularity(benchmark::State& state) {
  SpectrumOptions options;
  options.spectra = find_spectra("erri-b176-high");
  TrackDescription d = make_curve(TransitionShape::linear, CantRotation::centre_line);
  d.irregularities = {std::make_shared<SpectrumIrregularity>(options)};
  const Track track(d);
  double s = 0.0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(track.calc_irregularity(s));
    s += 0.03;
  }
}
BENCHMARK(BM_Irregularity);

void BM_LoadSpectrum(benchmark::State& state) {
  SpectrumOptions options;
  options.spectra = find_spectra("erri-b176-high");
  for (auto _ : state) {
    const SpectrumIrregularity irregularity(options);
    state.counters["MB"] = static_cast<double>(irregularity.calc_memory()) / 1e6;
  }
}
BENCHMARK(BM_LoadSpectrum)->Unit(benchmark::kMillisecond);

void BM_Projection(benchmark::State& state) {
  const Track track(make_curve(TransitionShape::bloss, CantRotation::inner_rail));
  Cursor cursor;
  const MovingFrame frame = track.calc_frame(130, 30, 0, cursor);
  const Vec3 point = frame.p_NT + frame.R_NT * Vec3(0, 0.3, 1.6);
  for (auto _ : state) benchmark::DoNotOptimize(track.find_projection(point, 129.9, cursor));
}
BENCHMARK(BM_Projection);

}  // namespace
}  // namespace fourfoot::track

BENCHMARK_MAIN();
