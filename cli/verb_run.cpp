#include <fmt/format.h>
#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>
#endif

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/live_page.h"
#include "cli/live_plot.h"
#include "cli/message_output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "cli/warnings.h"
#include "jobs/evaluate_file.h"
#include "jobs/recorded_run.h"

namespace fourfoot::cli {

namespace {

struct RunOptions {
  std::string scenario;
  std::vector<std::string> set;
  std::string output = "results.h5";
  std::string format = "text";
  std::string report;  ///< page to write as well; empty: none
  bool quiet = false;
  std::string checkpoint;             ///< file; empty: none are written
  std::string checkpoint_every;       ///< simulated time as typed; empty: a tenth of the run
  std::string resume;                 ///< checkpoint file; empty: from the start
  std::vector<std::string> channels;  ///< patterns of what is recorded; empty: as the scenario says
  std::vector<std::string> watch;     ///< channels to draw meanwhile; empty: none
  bool view = false;                  ///< on a page instead of in the terminal
  bool force = false;                 ///< replace a file of another kind
};

nlohmann::json convert(const std::vector<analysis::RunEvent>& events) {
  nlohmann::json out = nlohmann::json::array();
  for (const analysis::RunEvent& event : events)
    out.push_back({{"time", event.t},
                   {"s", event.s},
                   {"name", analysis::get_name(event)},
                   {"what", event.what}});
  return out;
}

void print_events(const std::vector<analysis::RunEvent>& events) {
  constexpr std::size_t most = 6;  // the file has them all
  if (!events.empty()) fmt::print("{} event{}:\n", events.size(), events.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(most, events.size()); ++i) {
    fmt::print("  t = {:.6f} s, s = {:.3f} m: {} {}\n", events[i].t, events[i].s,
               analysis::get_name(events[i]), events[i].what);
  }
  if (events.size() > most) fmt::print("  ...\n");
}

void print_run_warnings(const std::vector<std::string>& warnings) {
  constexpr std::size_t most = 8;  // the file has them all
  for (std::size_t i = 0; i < std::min(most, warnings.size()); ++i)
    print_message(fmt::format("warning: {}\n", warnings[i]));
  if (warnings.size() > most)
    print_message(fmt::format("warning: {} more in the results\n", warnings.size() - most));
}

void print_summary(const RunOptions& options, const analysis::TimeRunSummary& summary,
                   const char* status, std::size_t rows) {
  const double ratio = summary.wall_time > 0.0 ? summary.t / summary.wall_time : 0.0;
  if (options.format == "json") {
    const nlohmann::json out = {{"status", status},
                                {"message", summary.message},
                                {"results", options.output},
                                {"rows", rows},
                                {"time", summary.t},
                                {"wall_time", summary.wall_time},
                                {"real_time_factor", ratio},
                                {"events", convert(summary.events)},
                                {"warnings", summary.warnings},
                                {"statistics", summary.statistics}};
    // A file's name need not be UTF-8.
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print("{:.6g} s simulated in {:.3g} s ({:.3g} times real time), {} steps\n", summary.t,
             summary.wall_time, ratio, static_cast<long>(summary.statistics.at("steps")));
  if (const auto mean = summary.statistics.find("step_time_mean");
      mean != summary.statistics.end()) {
    const double slow = summary.statistics.at("step_time_99_9");
    fmt::print(
        "a step took {:.3g} us on average, {:.3g} us at worst; 99.9 % of them no more than "
        "{:.3g} us, {:.3g} % of real time\n",
        1e6 * mean->second, 1e6 * summary.statistics.at("step_time_worst"), 1e6 * slow,
        100.0 * slow / summary.statistics.at("largest_step"));
  }
  print_events(summary.events);
  if (summary.status == RunStatus::done && !summary.message.empty())
    fmt::print("{}\n", summary.message);
  fmt::print("{} row{} in {}\n", rows, rows == 1 ? "" : "s", options.output);
  if (!summary.warnings.empty()) fmt::print("status: {}\n", status);
}

// The entry of the scenario that --channels stands for.
std::vector<std::string> list_settings(const RunOptions& options) {
  std::vector<std::string> set = options.set;
  if (options.channels.empty()) return set;
  const nlohmann::json patterns = options.channels;
  set.push_back("output.channels=" +
                patterns.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  return set;
}

int get_exit_code(RunStatus status) {
  switch (status) {
    case RunStatus::failed:
      return exit_run_failed;
    case RunStatus::stopped:
      return exit_interrupted;
    default:
      return exit_done;
  }
}

void print_early_end(const analysis::TimeRunSummary& summary, bool has_results) {
  const bool is_failed = summary.status == RunStatus::failed;
  print_message(fmt::format(
      "{} at t = {:.6g} s{}{}; {}\n", is_failed ? "error: the run failed" : "stopped", summary.t,
      is_failed && !summary.message.empty() ? ": " : "", is_failed ? summary.message : "",
      has_results ? "the results so far are kept"
                  : "no row was written, the old results are left as they were"));
}

/// Memory that a run takes in any case, in pages of 2 MB where the system offers them to who asks:
/// fetched in pages of 4 kB it costs a tenth of the start-up. What is not used is not taken.
void take_large_pages() {
#if defined(__GLIBC__) && defined(MADV_HUGEPAGE)
  constexpr std::uintptr_t page = 2 << 20, room = 32 << 20;
  const auto begin = reinterpret_cast<std::uintptr_t>(sbrk(0));
  mallopt(M_TOP_PAD, room);
  void* volatile block = std::malloc(page);  // the heap grows by the room
  std::free(block);
  mallopt(M_TOP_PAD, page);
  const auto first = (begin + page - 1) / page * page;
  const auto end = reinterpret_cast<std::uintptr_t>(sbrk(0)) / page * page;
  if (end > first) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
}

int run(const RunOptions& options) {
  if (options.output.empty()) {
    throw InputError(Finding{
        "missing-output", {}, "-o names no file for the results", "leave it out for results.h5"});
  }
  take_large_pages();
  const jobs::RunFiles files{
      options.scenario,         list_settings(options), options.output, options.checkpoint,
      options.checkpoint_every, options.resume,         options.report, options.force};
  LivePlot live(options.watch);
  LivePage page(options.watch);
  const bool in_terminal = !options.watch.empty() && !options.view;
  Progress progress(!options.quiet && !in_terminal);
  jobs::RunHooks hooks;
  hooks.on_built = [&](const scenario::Member& member) {
    progress.clear();
    print_warnings(member.scenario, member.system->model());
  };
  hooks.on_start = catch_interrupts;
  hooks.on_progress = [&](double fraction) {
    progress.show(fraction);
    page.set_progress(fraction);
  };
  hooks.is_cancelled = was_interrupted;
  if (in_terminal)
    hooks.make_sink = [&](const std::vector<Channel>& channels) {
      live.begin(channels);
      return &live;
    };
  if (options.view)
    hooks.make_sink = [&](const std::vector<Channel>& channels) {
      page.begin(channels);
      return &page;
    };
  const jobs::RecordedRun done = jobs::run_and_record(files, hooks);
  progress.clear();
  live.finish();
  page.finish(done.summary.status);
  if (!done.write_fault.empty()) {
    print_message(fmt::format("error: {}\n", done.write_fault));
    return exit_run_failed;
  }
  const analysis::TimeRunSummary& summary = done.summary;
  if (summary.status != RunStatus::done) print_early_end(summary, done.has_results);
  print_run_warnings(summary.warnings);
  print_summary(options, summary, done.footer.get_status(), done.rows);
  if (!options.report.empty() && done.has_results)
    jobs::write_judged_report({options.output}, options.report);
  return get_exit_code(summary.status);
}

}  // namespace

void add_run(Verbs& verbs) {
  auto [verb, options] = verbs.add<RunOptions>("run", "simulate a scenario", run);
  verb.scenario(options.scenario, options.set);
  verb.option("-o,--output", options.output, "results file (HDF5)").shows_default();
  add_format(verb, options.format, {"text", "json"});
  verb.option("--report", options.report, "write the report page (HTML) as well");
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  Option checkpoint =
      verb.option("--checkpoint", options.checkpoint, "file for the state of the run");
  Option every = verb.option("--checkpoint-every", options.checkpoint_every,
                             "simulated time between checkpoints, e.g. \"10 s\"; "
                             "default: a tenth of the run");
  verb.option("--resume", options.resume, "continue from this checkpoint, in the same results file")
      .excludes(every);
  every.needs(checkpoint);
  verb.list("--channels", options.channels,
            "record only these channels, separated by commas; * matches any text; all: every "
            "channel; default: output.channels of the scenario, else main");
  verb.list("--watch", options.watch,
            "draw these channels in the terminal while it runs, separated by commas; * matches any "
            "text");
  verb.flag(
      "--view", options.view,
      "show the run on a page in the browser while it goes on, at an address of this machine, "
      "which is printed; channels of --watch, else displacements and forces");
  add_force(verb, options.force);
}

}  // namespace fourfoot::cli
