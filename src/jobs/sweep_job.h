#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/study_point.h"
#include "base/setting.h"
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
  analysis::PointResult evaluate(std::size_t point, const std::function<bool()>& is_cancelled);
  /// Refers to this.
  StudyJob make_job(const std::function<bool()>& is_cancelled);

 private:
  scenario::Study study_;
  std::vector<Setting> given_;
  std::vector<std::filesystem::path> inputs_;
  std::string key_;
  analysis::JudgeSource make_judge_;
  analysis::ReferenceRuns references_;
};

}  // namespace fourfoot::jobs
