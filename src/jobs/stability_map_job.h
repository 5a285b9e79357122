#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "analysis/bifurcation.h"
#include "base/setting.h"
#include "input/scenario_source.h"
#include "jobs/study_run.h"

namespace fourfoot::jobs {

/// Bifurcation diagrams over curve radii, or over values of another entry.
struct StabilityMapPlan {
  input::ScenarioSource scenario;
  std::vector<std::string> set;  ///< overrides, "key=value"
  std::vector<double> speeds;    ///< [m/s]
  analysis::BifurcationOptions sweep;
  std::string parameter = {};            ///< empty: the radius
  std::vector<std::string> values = {};  ///< of the parameter, or "straight", "600", "600/128 mm"
};

/// One line of the map: what is set, and how it is called.
struct MapLine {
  std::string name;
  std::string cant;  ///< [m]; empty where it is not the map's
  std::vector<Setting> settings;
};

class StabilityMapJob {
 public:
  /// Reads the scenario in each line; InputError if none can be read.
  explicit StabilityMapJob(StabilityMapPlan plan);
  const std::vector<std::filesystem::path>& inputs() const { return inputs_; }
  const std::vector<MapLine>& lines() const { return lines_; }
  /// Points and limits of a line; InputError, RunError.
  std::vector<analysis::BifurcationPoint> follow(
      std::size_t line, analysis::BifurcationLimits& limits,
      const std::function<void(double)>& on_progress = {}) const;
  /// Rows of its CSV file, line by line. Refers to this.
  StudyJob make_job() const;

 private:
  std::vector<Setting> list_settings(const MapLine& line, double v) const;
  StabilityMapPlan plan_;
  std::vector<Setting> given_;
  std::vector<MapLine> lines_;
  std::vector<std::filesystem::path> inputs_;
  std::string key_, header_;
};

}  // namespace fourfoot::jobs
