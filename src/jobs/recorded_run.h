#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "analysis/time_run.h"
#include "input/scenario_source.h"
#include "results/results_writer.h"
#include "scenario/family.h"

namespace fourfoot::jobs {

/// What a run reads and writes. Names of files as the user wrote them; empty: none.
struct RunFiles {
  input::ScenarioSource scenario;
  std::vector<std::string> set = {};  ///< "key=value"
  std::string output = {};            ///< results (HDF5)
  std::string checkpoint = {};        ///< file to keep the run's state in
  std::string checkpoint_every = {};  ///< simulated time as typed; empty: a tenth of the run
  std::string resume = {};            ///< checkpoint to go on from, in the same results
  std::string report = {};            ///< page that is written afterwards: only its name is checked
  bool force = false;                 ///< replace a file of another kind
};

/// What the caller wants to know and to say meanwhile; each may be empty.
struct RunHooks {
  std::function<void(const scenario::Member& member)> on_built;
  std::function<void()> on_start;                    ///< right before the first step
  std::function<void(double fraction)> on_progress;  ///< after each step
  std::function<bool()> is_cancelled;                ///< asked before each step
  /// A second receiver of the rows besides the results file, for these channels.
  std::function<TrajectorySink*(const std::vector<Channel>& channels)> make_sink;
};

struct RecordedRun {
  scenario::Member member;
  results::ResultsHeader header;
  results::ResultsFooter footer;
  analysis::TimeRunSummary summary;
  std::size_t rows = 0;      ///< in the results file
  bool has_results = false;  ///< the file has its name; else what was there is left as it was
  std::string write_fault;   ///< why the file could not be finished; empty if it could
};

/// Simulates a scenario. Throws InputError before the first step; what fails later is told in what
/// is returned, and the results so far are kept.
RecordedRun run_and_record(const RunFiles& files, const RunHooks& hooks);

/// Writes the results of a run that is in memory, with all that a run into a file would hold.
void write_results(const std::string& file, const RecordedRun& run, const Trajectory& rows,
                   bool force);

}  // namespace fourfoot::jobs
