#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "analysis/study_point.h"
#include "input/scenario_source.h"
#include "scenario/optimisation.h"

namespace fourfoot::jobs {

/// What was found for one choice of the parameters.
struct DesignPoint {
  std::vector<double> figures;  ///< of all cases, list_design_figures; nan where a case failed
  std::string fault;            ///< of the first case that failed; as a cell of a table
};

/// What a case sets, before what the parameters set. The caller holds input::lock_reading.
std::vector<Setting> list_case_settings(const scenario::DesignCase& of);

/// Figures of choices of the parameters, each computed once and remembered. What comes out depends
/// on the values alone, whoever asks and in whatever order.
class DesignPoints {
 public:
  using Values = std::vector<double>;
  using Known = std::map<Values, DesignPoint>;
  struct Hooks {
    /// Of each new one; any thread, one at a time.
    std::function<void(const Values&, const DesignPoint&)> on_new;
    std::function<bool()> is_cancelled;
  };
  /// Refers to `optimisation`. InputError for what cannot be read at the start values.
  DesignPoints(const scenario::Optimisation& optimisation, const input::ScenarioSource& scenario,
               std::vector<Setting> given, Hooks hooks, Known known);

  /// Shared among threads, point by point and case by case. RunError when it was cancelled.
  std::vector<DesignPoint> evaluate(const std::vector<Values>& values, int threads);
  std::size_t count_computed() const { return computed_; }

 private:
  analysis::PointResult evaluate_case(std::size_t of, const Values& values) const;
  std::vector<Values> list_unknown(const std::vector<Values>& values);
  void compute(const std::vector<Values>& values, int threads);

  const scenario::Optimisation& optimisation_;
  input::ScenarioSource scenario_;
  std::vector<Setting> given_;
  Hooks hooks_;
  std::vector<analysis::JudgeSource> judges_;        ///< by case
  std::vector<std::vector<Setting>> case_settings_;  ///< before those of the parameters
  Known known_;
  std::size_t computed_ = 0;
  std::mutex mutex_;
};

}  // namespace fourfoot::jobs
