#include "cli/study_run.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/ranks.h"
#include "cli/verbs.h"

namespace fourfoot::cli {

StudyOutcome run_study(const StudyJob& job, const StudyArguments& options) {
  Ranks ranks;
  if (!options.quiet && !options.note.empty() && ranks.rank() == 0)
    fmt::print(stderr, "note: {}\n", options.note);
  Progress progress(!options.quiet && ranks.rank() == 0);
  jobs::StudyRunOptions run{options.output,   options.threads,
                            options.shard,    options.force,
                            catch_interrupts, [&](double part) { progress.show(part); },
                            was_interrupted};
  const StudyOutcome outcome = jobs::run_study(
      job, run,
      {ranks.rank(), ranks.size(), [&](std::size_t count) { return ranks.share_tasks(count); },
       [&](long value) { return ranks.sum_up(value); }});
  progress.clear();
  return outcome;
}

int report_study(const StudyOutcome& outcome, const StudyArguments& options,
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

}  // namespace fourfoot::cli
