#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "jobs/study_run.h"

namespace fourfoot::cli {

using jobs::make_cell;
using jobs::read_study_rows;
using jobs::StudyJob;
using jobs::StudyOutcome;

struct StudyArguments {
  std::string output;  ///< CSV file
  int threads = 0;     ///< 0: as many as there are cores; 1 if several processes were started
  std::string shard;   ///< "i/n": only every n-th task, beginning with the i-th (from 1)
  bool quiet = false;
  bool force = false;     ///< an output that is there is replaced, complete or of something else
  std::string note = {};  ///< said by the first process before it begins, unless quiet
};

/// On all processes that a launcher started, with a bar; Ctrl-C keeps what is done.
StudyOutcome run_study(const StudyJob& job, const StudyArguments& options);
/// What came of it, in words, and the exit code; `failed` rows are counted in the file. `more`:
/// entries for its JSON.
int report_study(const StudyOutcome& outcome, const StudyArguments& options,
                 const std::string& format,
                 const nlohmann::ordered_json& more = nlohmann::ordered_json::object());

}  // namespace fourfoot::cli
