#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "analysis/task_pool.h"

namespace fourfoot::jobs {

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
  /// Any thread; tells how far this task is, if it knows.
  std::function<Rows(std::size_t task, const std::function<void(double part)>& on_progress)> work;
};

struct StudyRunOptions {
  std::string output;  ///< CSV file
  int threads = 0;     ///< 0: as many as there are cores; 1 if several processes were started
  std::string shard;   ///< "i/n": only every n-th task, beginning with the i-th (from 1)
  bool force = false;  ///< an output that is there is replaced, complete or of something else
  std::function<void()> on_start;                    ///< before the first task
  std::function<void(double fraction)> on_progress;  ///< by one thread at a time
  std::function<bool()> is_cancelled;
};

/// The processes that work on a study together; this one alone unless somebody says otherwise.
struct StudyProcesses {
  int rank = 0, size = 1;
  std::function<analysis::NextTask(std::size_t count)> share_tasks = analysis::make_counter;
  std::function<long(long value)> sum_up = [](long value) { return value; };
};

struct StudyOutcome {
  std::size_t count = 0, found = 0, computed = 0;
  bool is_first = true;     ///< this process tells
  bool is_finished = true;  ///< the file is complete
  bool is_stopped = false;  ///< cancelled
};

StudyOutcome run_study(const StudyJob& job, const StudyRunOptions& options,
                       const StudyProcesses& processes = {});

/// As many as asked for; 0: one for each core.
int choose_threads(int wanted);

/// A text as a CSV cell: what would break the row is replaced.
std::string make_cell(std::string text);
/// Cells of a row.
std::vector<std::string> split_row(const std::string& row);
/// The cells of a study's file, without comments; the first row holds the names.
std::vector<std::vector<std::string>> read_study_rows(const std::string& file);
/// How a number stands in a row, and back: nothing is nan.
std::string write_number(double value);
double read_cell(const std::string& cell);

}  // namespace fourfoot::jobs
