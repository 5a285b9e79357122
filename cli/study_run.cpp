#include "cli/study_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "base/error.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/verbs.h"
#include "results/journal.h"

namespace fourfoot::cli {

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

int choose_threads(const StudyRunOptions& options, const Ranks& ranks) {
  if (options.threads > 0) return options.threads;
  if (ranks.size() > 1) return 1;
  return static_cast<int>(std::max(1u, std::thread::hardware_concurrency()));
}

}  // namespace

StudyOutcome run_study(const StudyJob& job, const StudyRunOptions& options) {
  const Shard shard = read_shard(options.shard);
  Ranks ranks;
  StudyOutcome outcome;
  outcome.count = job.count;
  outcome.is_first = ranks.rank() == 0;
  results::Journal journal(options.output, {job.key, job.count, job.header},
                           fmt::format("{}-{}", shard.first + 1, ranks.rank() + 1), options.force);
  if (journal.is_complete()) {
    outcome.found = job.count;
    return outcome;
  }
  std::vector<std::size_t> missing;
  for (std::size_t i = shard.first; i < job.count; i += shard.step) {
    if (journal.found().count(i) == 0) missing.push_back(i);
  }
  outcome.found = journal.found().size();
  ranks.sum_up(0);  // nobody begins before all have seen what is there
  Progress progress(!options.quiet && outcome.is_first);
  std::atomic<std::size_t> done{0};
  std::mutex mutex;
  catch_interrupts();
  analysis::run_tasks(
      missing.size(), choose_threads(options, ranks), ranks.share_tasks(missing.size()),
      [&](std::size_t task) {
        const StudyJob::Rows rows = job.work(missing[task]);
        if (was_interrupted()) return;  // perhaps cut short: not a result
        journal.append(missing[task], rows.text);
        ++done;
        // Tasks are given out in their order, so the latest number tells how far all are.
        const std::lock_guard lock(mutex);
        const double share =
            ranks.size() > 1 ? static_cast<double>(task) : static_cast<double>(done);
        progress.show(share / static_cast<double>(missing.size()));
      },
      was_interrupted);
  progress.clear();
  outcome.computed = static_cast<std::size_t>(ranks.sum_up(static_cast<long>(done)));
  outcome.is_stopped = was_interrupted();
  if (outcome.is_first) outcome.is_finished = journal.finish();
  ranks.sum_up(0);
  return outcome;
}

int report_study(const StudyOutcome& outcome, const StudyRunOptions& options,
                 const std::string& format, const nlohmann::ordered_json& more) {
  if (!outcome.is_first) return exit_done;
  std::size_t failed = 0;
  if (outcome.is_finished) {
    for (const auto& row : read_study_rows(options.output)) {
      failed += std::count(row.begin(), row.end(), "failed") > 0 ? 1 : 0;
    }
  }
  if (format == "json") {
    nlohmann::ordered_json out = {{"output", options.output}, {"points", outcome.count},
                                  {"found", outcome.found},   {"computed", outcome.computed},
                                  {"failed", failed},         {"finished", outcome.is_finished}};
    out.update(more);
    // A file's name need not be UTF-8.
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else if (outcome.is_finished) {
    fmt::print("{} points in {}: {} computed now, {} were there, {} rows failed\n", outcome.count,
               options.output, outcome.computed, outcome.found, failed);
  } else {
    fmt::print("{} of {} points so far; the same command goes on where it stopped\n",
               outcome.found + outcome.computed, outcome.count);
  }
  return outcome.is_stopped ? exit_interrupted : exit_done;
}

std::string make_cell(std::string text) {
  for (char& c : text) {
    if (c == ',') c = ';';
    if (c == '"') c = '\'';
    if (c == '\n' || c == '\r') c = ' ';
  }
  return text;
}

std::vector<std::vector<std::string>> read_study_rows(const std::string& file) {
  std::ifstream in(file);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  while (std::getline(in, line)) {
    if (line.starts_with('#')) continue;
    std::istringstream stream(line + ",");
    std::vector<std::string> cells;
    for (std::string cell; std::getline(stream, cell, ',');) cells.push_back(cell);
    rows.push_back(std::move(cells));
  }
  return rows;
}

}  // namespace fourfoot::cli
