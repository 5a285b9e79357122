#include "analysis/integrator_study.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/channel.h"
#include "base/error.h"
#include "integrate/linear/log_decrement.h"
#include "integrate/registry.h"

namespace fourfoot::analysis {

namespace {

/// One channel of a run.
class ChannelSink : public TrajectorySink {
 public:
  explicit ChannelSink(std::size_t channel) : channel_(channel) {}
  void append(const std::vector<double>& row) override { values.push_back(row[channel_]); }
  std::vector<double> values;

 private:
  std::size_t channel_;
};

std::size_t find_compared_channel(const system::System& system, const std::string& name) {
  const std::vector<Channel>& channels = system.channels();
  const auto at = std::find_if(channels.begin(), channels.end(),
                               [&](const Channel& channel) { return channel.name == name; });
  if (at != channels.end()) return static_cast<std::size_t>(at - channels.begin());
  std::vector<std::string> names;
  for (const Channel& channel : channels) names.push_back(channel.name);
  throw InputError(Finding{"unknown-channel",
                           {},
                           "there is no channel \"" + name + "\"",
                           suggest(rename_channels(name), names)});
}

double find_largest(const std::vector<double>& x) {
  double largest = 0.0;
  for (const double value : x) largest = std::max(largest, std::abs(value));
  return largest;
}

/// NaN and infinity count as infinitely far.
double calc_error(const std::vector<double>& x, const std::vector<double>& reference) {
  double error = 0.0;
  for (std::size_t i = 0; i < std::min(x.size(), reference.size()); ++i) {
    const double difference = std::abs(x[i] - reference[i]);
    if (!std::isfinite(difference)) return std::numeric_limits<double>::infinity();
    error = std::max(error, difference);
  }
  return error;
}

class Study {
 public:
  Study(const system::System& system, const VecX& state, const IntegratorStudyOptions& options)
      : system_(system),
        state_(state),
        options_(options),
        channel_(find_compared_channel(system, options.channel)) {}

  IntegratorStudy go() {
    integrate::Options tight = options_.run.integrator;
    tight.method = "bdf";
    tight.rtol = tight.atol = options_.reference_tolerance;
    const TimeRunSummary summary = run_one(tight, reference_);
    if (summary.status != RunStatus::done)
      throw RunError("the reference run did not come to its end: " + summary.message);
    IntegratorStudy study;
    study.reference = measure_decay(reference_, options_.run.output_step);
    study.largest = find_largest(reference_);
    study.unit = system_.channels()[channel_].unit;
    const double count = count_runs();
    for (const std::string& name : options_.methods) {
      for (const double damping : list_dampings(name)) {
        for (const double size : list_sizes(name)) {
          if (options_.run.is_cancelled && options_.run.is_cancelled()) return study;
          study.rows.push_back(measure(name, damping, size, study.largest));
          if (options_.on_progress)
            options_.on_progress(static_cast<double>(study.rows.size()) / count);
        }
      }
    }
    return study;
  }

 private:
  const std::vector<double>& list_sizes(const std::string& name) const {
    return is_adaptive(name) ? options_.tolerances : options_.steps;
  }

  double count_runs() const {
    std::size_t count = 0;
    for (const std::string& name : options_.methods)
      count += list_dampings(name).size() * list_sizes(name).size();
    return static_cast<double>(count);
  }

  static bool is_adaptive(const std::string& name) {
    for (const integrate::Method& method : integrate::get_methods()) {
      if (method.name == name) return method.is_adaptive;
    }
    throw InputError(Finding{"unknown-integrator",
                             {},
                             "there is no integrator \"" + name + "\"",
                             suggest(name, integrate::get_method_names())});
  }

  std::vector<double> list_dampings(const std::string& name) const {
    if (name != "hht") return {0.0};
    return options_.dampings.empty() ? std::vector<double>{options_.run.integrator.damping}
                                     : options_.dampings;
  }

  TimeRunSummary run_one(const integrate::Options& integrator, std::vector<double>& x) const {
    TimeRunOptions options = options_.run;
    options.integrator = integrator;
    ChannelSink sink(channel_);
    TimeRunSummary summary = run(system_, state_, options, sink);
    x = std::move(sink.values);
    return summary;
  }

  /// `size`: the step or the tolerance.
  IntegratorStudyRow measure(const std::string& method, double damping, double size,
                             double largest) const {
    integrate::Options integrator = options_.run.integrator;
    integrator.method = method;
    integrator.damping = damping;
    IntegratorStudyRow row;
    row.method = method;
    row.damping = damping;
    if (is_adaptive(method)) {
      row.tolerance = integrator.rtol = size;
      integrator.atol = 0.01 * size;
    } else {
      // Newton's iteration shall not be what is measured.
      row.step = integrator.step = size;
      integrator.rtol = integrator.atol = 1e-9;
    }
    std::vector<double> x;
    const TimeRunSummary summary = run_one(integrator, x);
    const double reached = find_largest(x);
    row.message = summary.message;
    row.is_stable = summary.status == RunStatus::done && reached <= 10.0 * largest;
    row.error = calc_error(x, reference_) / largest;
    row.decay = row.is_stable ? measure_decay(x, options_.run.output_step) : measure_decay({}, 1.0);
    row.rate_evaluations = summary.statistics.at("rate_evaluations");
    row.jacobian_evaluations = summary.statistics.at("jacobian_evaluations");
    row.steps_taken = summary.statistics.at("steps");
    row.wall_time = summary.wall_time;
    return row;
  }

  const system::System& system_;
  const VecX& state_;
  const IntegratorStudyOptions& options_;
  std::size_t channel_;
  std::vector<double> reference_;
};

}  // namespace

Decay measure_decay(const std::vector<double>& x, double dt) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  using integrate::linear::Extremum;
  // A motion that begins at rest turns there.
  const bool begins_at_rest = x.size() > 2 && std::abs(x[1] - x[0]) < 0.5 * std::abs(x[2] - x[1]);
  const std::vector<Extremum> turns = integrate::linear::find_extrema(x, 0.0, dt, begins_at_rest);
  try {
    const auto decrement = integrate::linear::calc_log_decrement(turns);
    Decay decay{2.0 / (turns[4].t - turns[0].t), {}, decrement};
    for (std::size_t i = 0; i < decay.turns.size(); ++i) decay.turns[i] = turns[i].x;
    return decay;
  } catch (const RunError&) {
    Decay decay{unknown, {}, {unknown, unknown, unknown, unknown, unknown, unknown}};
    decay.turns.fill(unknown);
    return decay;
  }
}

IntegratorStudy compare_integrators(const system::System& system, const VecX& state,
                                    const IntegratorStudyOptions& options) {
  return Study(system, state, options).go();
}

}  // namespace fourfoot::analysis
