#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jobs/wear_folder.h"

namespace fourfoot::jobs {

struct WearStudyOptions {
  int threads = 0;     ///< 0: as many as there are cores
  bool force = false;  ///< begin anew in a folder of another study
  std::function<void()> on_start;
  std::function<void(double fraction)> on_progress;
  std::function<bool()> is_cancelled;
};

struct WearStudy {
  wear::WearPlan plan;
  std::vector<WearRow> rows =
      {};  ///< of all wheelsets after each update, those of new wheels first
  std::vector<WornWheelset> worn = {};  ///< after the last update
  int updates = 0;                      ///< done so far
  bool is_finished = true;              ///< false: cancelled; called again it goes on
};

/// The wheels of a wear file over its mileage, in a folder that keeps each update.
WearStudy run_wear_study(const std::string& plan_file, const std::filesystem::path& folder,
                         const WearStudyOptions& options);

}  // namespace fourfoot::jobs
