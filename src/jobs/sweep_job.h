#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/study_point.h"
#include "base/setting.h"
#include "jobs/kept_runs.h"
#include "jobs/study_run.h"

namespace fourfoot::jobs {

/// A study file, ready to be worked on: its points, and the rows of its CSV file.
class SweepJob {
 public:
  /// Reads the study and its scenario; InputError for anything that is wrong with them. `set`:
  /// "key=value" overrides of the scenario.
  SweepJob(const std::string& file, const std::vector<std::string>& set);
  SweepJob(const SweepJob&) = delete;
  SweepJob& operator=(const SweepJob&) = delete;

  const scenario::Study& study() const { return study_; }
  /// All files that were read.
  const std::vector<std::filesystem::path>& inputs() const { return inputs_; }
  /// Keeps the results file of each run in `folder`; the rows, which go to `output`, name it. To be
  /// called first. Returns about how many bytes they take. InputError needs-runs, and see KeptRuns.
  std::uint64_t keep_runs(const std::filesystem::path& folder, const std::filesystem::path& output,
                          bool force);
  /// RunError if a run that is to be kept cannot be written.
  analysis::PointResult evaluate(std::size_t point, const std::function<bool()>& is_cancelled);
  /// Name of a point's results file, seen from the output; empty if runs are not kept.
  std::string get_kept_name(std::size_t point) const;
  /// Refers to this.
  StudyJob make_job(const std::function<bool()>& is_cancelled);

 private:
  void find_units(const std::vector<Channel>& channels);

  scenario::Study study_;
  std::vector<std::string> units_;  ///< of parameters and figures
  std::vector<Setting> given_;
  std::vector<std::filesystem::path> inputs_;
  std::string key_;
  analysis::JudgeSource make_judge_;
  analysis::ReferenceRuns references_;
  std::optional<KeptRuns> kept_;
  std::filesystem::path output_folder_;  ///< of the CSV file, where runs are kept
};

}  // namespace fourfoot::jobs
