#include "analysis/axle_force.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <numeric>

#include "analysis/run_options.h"
#include "base/error.h"
#include "evaluate/butterworth.h"

namespace fourfoot::analysis {

namespace {

using std::numbers::pi;

/// Keeps sum_Y of all wheelsets.
class AxleSink : public TrajectorySink {
 public:
  explicit AxleSink(const system::System& system) {
    for (std::size_t i = 0; i < system.channels().size(); ++i) {
      const std::string& name = system.channels()[i].name;
      if (name.size() <= 6 || name.substr(name.size() - 6) != "/sum_Y") continue;
      names.push_back(name.substr(0, name.size() - 6));
      places_.push_back(i);
    }
    forces.resize(names.size());
  }
  void append(const std::vector<double>& row) override {
    for (std::size_t i = 0; i < places_.size(); ++i) forces[i].push_back(row[places_[i]]);
  }
  std::vector<std::string> names;
  std::vector<std::vector<double>> forces;

 private:
  std::vector<std::size_t> places_;
};

void filter_both_ways(std::vector<double>& x, double dt, double corner, evaluate::Pass pass) {
  const evaluate::Cascade cascade = evaluate::design_butterworth(pass, 2, 1.0 / dt, corner);
  for (int i = 0; i < 2; ++i) {
    evaluate::filter_causal(cascade, x);
    std::reverse(x.begin(), x.end());
  }
}

}  // namespace

double find_dominant_frequency(const std::vector<double>& x, double dt, double from, double to) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  const double spacing = 0.25 / (static_cast<double>(x.size()) * dt);
  double best = from, largest = -1.0;
  const auto steps = static_cast<long>((to - from) / spacing + 1e-9);
  for (long k = 0; k <= steps; ++k) {
    const double f = from + static_cast<double>(k) * spacing;
    const std::complex<double> turn = std::polar(1.0, -2.0 * pi * f * dt);
    std::complex<double> sum, phase = 1.0;
    for (const double value : x) {
      sum += (value - mean) * phase;
      phase *= turn;
    }
    if (std::abs(sum) <= largest) continue;
    largest = std::abs(sum);
    best = f;
  }
  return best;
}

std::vector<double> filter_band(std::vector<double> x, double dt, double f0, double half) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& value : x) value -= mean;
  if (f0 + half < 0.45 / dt) filter_both_ways(x, dt, f0 + half, evaluate::Pass::low);
  if (f0 - half > 0.1) filter_both_ways(x, dt, f0 - half, evaluate::Pass::high);
  return x;
}

double calc_largest_rms(const std::vector<double>& x, std::size_t width, std::size_t step) {
  double largest = 0.0;
  for (std::size_t first = 0; first + width <= x.size(); first += std::max<std::size_t>(1, step)) {
    double sum = 0.0;
    for (std::size_t i = first; i < first + width; ++i) sum += x[i] * x[i];
    largest = std::max(largest, std::sqrt(sum / static_cast<double>(width)));
  }
  return largest;
}

AxleForce measure_axle_force(const Member& member, const AxleForceOptions& options,
                             const std::function<bool()>& is_cancelled) {
  const Scenario& scenario = member.scenario;  // clang 14 captures no structured binding
  const auto& system = member.system;
  AxleSink sink(*system);
  if (sink.names.empty())
    throw RunError("axle forces (sum_Y) are not known with this contact model: use \"profiles\"");
  const double v = system->line().calc_travel(0.0).v, dt = scenario.output_step;
  const auto check_length = [&](double duration, const char* remedy) {
    if (v * duration >= options.window) return;
    throw RunError(fmt::format("the run covers {:.4g} m, less than the window of {:g} m: {}",
                               v * duration, options.window, remedy));
  };
  check_length(scenario.duration, "make run.duration longer");
  TimeRunOptions run_options = make_run_options(scenario);
  run_options.is_cancelled = is_cancelled;
  const TimeRunSummary summary =
      run(*system, calc_initial_state(*system, scenario), run_options, sink);
  if (summary.status == RunStatus::stopped) throw RunError("stopped");
  if (summary.status == RunStatus::done)
    check_length(summary.t, "make the track longer, or take run.stop_at_track_end out");

  AxleForce found;
  // sum_Y is listed wheelset by wheelset.
  const auto calc_limit = [&](std::size_t axle) {
    const double wheel_load = 0.5 * system->model().wheelsets[axle].axle_load;
    return 0.5 * options.alpha * (10e3 + 2.0 * wheel_load / 3.0);
  };
  found.limit = calc_limit(0);
  if (summary.status != RunStatus::done) {
    found.fault = fmt::format("ended at t = {:.4g} s: {}", summary.t, summary.message);
    return found;
  }
  const auto width = static_cast<std::size_t>(std::lround(options.window / (v * dt)));
  const auto step = static_cast<std::size_t>(std::lround(options.step / (v * dt)));
  for (std::size_t i = 0; i < sink.names.size(); ++i) {
    const double f0 = find_dominant_frequency(sink.forces[i], dt, 0.4, 10.0);
    const double rms = calc_largest_rms(filter_band(sink.forces[i], dt, f0, 2.0), width, step);
    if (rms / calc_limit(i) < found.rms / found.limit) continue;
    found.axle = sink.names[i];
    found.limit = calc_limit(i);
    found.rms = rms;
    found.frequency = f0;
  }
  return found;
}

}  // namespace fourfoot::analysis
