#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace fourfoot::cli {

/// Many independent tasks whose rows go to one CSV file, on all cores and processes there are; see
/// results/journal.h for what a kill leaves behind.
struct StudyJob {
  std::string key;     ///< a hash of all that goes in
  std::string header;  ///< comment lines, and the line of column names
  std::size_t count = 0;
  struct Rows {
    std::string text;  ///< one row, or several with line breaks between
    bool failed = false;
  };
  std::function<Rows(std::size_t task)> work;  ///< any thread
};

struct StudyRunOptions {
  std::string output;  ///< CSV file
  int threads = 0;     ///< 0: as many as there are cores; 1 if several processes were started
  std::string shard;   ///< "i/n": only every n-th task, beginning with the i-th (from 1)
  bool quiet = false;
  bool force = false;  ///< an output of another study, or of something else, is replaced
};

struct StudyOutcome {
  std::size_t count = 0, found = 0, computed = 0;
  bool is_first = true;     ///< this process tells
  bool is_finished = true;  ///< the file is complete
  bool is_stopped = false;  ///< by Ctrl-C
};

StudyOutcome run_study(const StudyJob& job, const StudyRunOptions& options);
/// What came of it, in words, and the exit code; `failed` rows are counted in the file. `more`:
/// entries for its JSON.
int report_study(const StudyOutcome& outcome, const StudyRunOptions& options,
                 const std::string& format,
                 const nlohmann::ordered_json& more = nlohmann::ordered_json::object());

/// A text as a CSV cell: what would break the row is replaced.
std::string make_cell(std::string text);
/// The cells of a study's file, without comments; the first row holds the names.
std::vector<std::vector<std::string>> read_study_rows(const std::string& file);

}  // namespace fourfoot::cli
