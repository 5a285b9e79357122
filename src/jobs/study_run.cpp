#include "jobs/study_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <mutex>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "results/journal.h"

namespace fourfoot::jobs {

namespace {

struct Shard {
  std::size_t first = 0, step = 1;
};

Shard read_shard(const std::string& text) {
  if (text.empty()) return {};
  std::size_t i = 0, n = 0;
  char rest = 0;
  if (std::sscanf(text.c_str(), "%zu/%zu%c", &i, &n, &rest) != 2 || i < 1 || i > n) {
    throw InputError(Finding{"bad-shard",
                             {},
                             "\"" + text + "\" is no share of a study",
                             "expected i/n with i from 1 to n, for example --shard 2/8"});
  }
  return {i - 1, n};
}

/// How far the tasks of a study are together.
class TaskProgress {
 public:
  TaskProgress(std::size_t count, bool has_others, const std::function<void(double)>& show)
      : parts_(count, 0.0), has_others_(has_others), show_(show) {}
  /// `part` of a task is done; any thread.
  void show(std::size_t task, double part) {
    if (!show_) return;
    const std::lock_guard lock(mutex_);
    const double more = std::clamp(part, parts_[task], 1.0) - parts_[task];
    parts_[task] += more;
    sum_ += more;
    // Tasks are given out in their order: with other processes the latest number tells most.
    const double done = has_others_ ? static_cast<double>(task) + parts_[task] : sum_;
    show_(done / static_cast<double>(parts_.size()));
  }

 private:
  std::vector<double> parts_;
  bool has_others_;
  const std::function<void(double)>& show_;
  double sum_ = 0.0;
  std::mutex mutex_;
};

}  // namespace

int choose_threads(int wanted) {
  if (wanted > 0) return wanted;
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

StudyOutcome run_study(const StudyJob& job, const StudyRunOptions& options,
                       const StudyProcesses& processes) {
  const Shard shard = read_shard(options.shard);
  StudyOutcome outcome;
  outcome.count = job.count;
  outcome.is_first = processes.rank == 0;
  results::Journal journal(options.output, {job.key, job.count, job.header},
                           fmt::format("{}-{}", shard.first + 1, processes.rank + 1),
                           options.force);
  if (journal.is_complete()) {
    outcome.found = job.count;
    return outcome;
  }
  std::vector<std::size_t> missing;
  for (std::size_t i = shard.first; i < job.count; i += shard.step) {
    if (journal.found().count(i) == 0) missing.push_back(i);
  }
  outcome.found = journal.found().size();
  processes.sum_up(0);  // nobody begins before all have seen what is there
  std::atomic<std::size_t> done{0};
  TaskProgress progress(missing.size(), processes.size > 1, options.on_progress);
  if (options.on_start) options.on_start();
  const auto is_cancelled = [&] { return options.is_cancelled && options.is_cancelled(); };
  const int threads =
      options.threads == 0 && processes.size > 1 ? 1 : choose_threads(options.threads);
  analysis::run_tasks(
      missing.size(), threads, processes.share_tasks(missing.size()),
      [&](std::size_t task) {
        const StudyJob::Rows rows =
            job.work(missing[task], [&](double part) { progress.show(task, part); });
        if (is_cancelled()) return;  // perhaps cut short: not a result
        journal.append(missing[task], rows.text);
        ++done;
        progress.show(task, 1.0);
      },
      is_cancelled);
  outcome.computed = static_cast<std::size_t>(processes.sum_up(static_cast<long>(done)));
  outcome.is_stopped = is_cancelled();
  if (outcome.is_first) outcome.is_finished = journal.finish();
  processes.sum_up(0);
  return outcome;
}

std::string make_cell(std::string text) {
  for (char& c : text) {
    if (c == ',') c = ';';
    if (c == '"') c = '\'';
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

std::vector<std::string> split_row(const std::string& row) {
  std::istringstream stream(row + ",");
  std::vector<std::string> cells;
  for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
  return cells;
}

std::vector<std::vector<std::string>> read_study_rows(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::vector<std::string>> rows;
  for (std::string line; std::getline(in, line);)
    if (!line.starts_with('#')) rows.push_back(split_row(line));
  return rows;
}

std::string write_number(double value) {
  return std::isfinite(value) ? fmt::format("{}", value) : std::string();
}

double read_cell(const std::string& cell) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  return std::strtod(cell.c_str(), nullptr);
}

}  // namespace fourfoot::jobs
