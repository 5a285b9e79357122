#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/checkpoint.h"
#include "analysis/time_run.h"
#include "input/scenario_source.h"
#include "results/results_writer.h"
#include "scenario/family.h"

namespace fourfoot::jobs {

/// A run in time that waits wherever it is told to, so that somebody may look at it and change it:
/// a controller, another simulator, a person. At each wait the integrator begins anew, as it does
/// at a checkpoint; many small steps therefore cost more than one run, and differ from it by its
/// tolerance. Of the formulation "kane" only.
class SteppedRun {
 public:
  /// Throws InputError.
  SteppedRun(input::ScenarioSource source, const std::vector<std::string>& set);
  /// From the state that save() has written of a run with the same inputs.
  SteppedRun(input::ScenarioSource source, const std::vector<std::string>& set,
             const std::string& checkpoint);

  /// Simulates to time t, or to where the track or the caller ends it. Rows at multiples of the
  /// output step are added. Throws InputError for a time that is past, RunError where the run
  /// fails; what was reached stays.
  RunStatus step_to(double t, const std::function<bool()>& is_cancelled = {});
  /// Another value of an entry of the scenario from now on. The state stays, so the system must
  /// keep its number of states: else InputError ("state-changed"), and all stays as it was.
  void set(const std::string& key_value);
  /// Another state, of the same size; numbers only.
  void set_state(const VecX& state);
  /// To go on from later (SteppedRun, or the program with the results).
  void save(const std::string& file) const;

  double t() const { return at_.t; }
  const VecX& state() const { return at_.state; }
  const scenario::Member& member() const { return member_; }
  const std::vector<std::string>& settings() const { return header_.overrides; }
  const std::vector<analysis::RunEvent>& events() const { return at_.events; }
  const Trajectory& rows() const { return *rows_; }
  /// All channels now.
  std::vector<double> calc_channels() const;

 private:
  void read();

  input::ScenarioSource source_;
  scenario::Member member_;
  results::ResultsHeader header_;
  analysis::Checkpoint at_;
  bool has_begun_ = false;
  std::unique_ptr<Trajectory> rows_;
};

}  // namespace fourfoot::jobs
