#include <fmt/format.h>

#include <filesystem>

#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/study_run.h"
#include "cli/verbs.h"
#include "jobs/sweep_job.h"

namespace fourfoot::cli {

namespace {

struct SweepOptions {
  std::string study;
  std::vector<std::string> set;
  std::string output;  ///< CSV file; empty: the study's name
  std::string keep;    ///< folder for the results of each run; empty: they are not kept
  int threads = 0;
  std::string shard;
  std::string format = "text";
  bool quiet = false;
  bool force = false;  ///< compute a finished study anew
};

int sweep(const SweepOptions& options) {
  namespace fs = std::filesystem;
  jobs::SweepJob job(options.study, options.set);
  StudyArguments run_options{options.output, options.threads, options.shard, options.quiet,
                             options.force};
  if (run_options.output.empty())
    run_options.output = fs::path(options.study).stem().string() + ".csv";
  results::check_outputs({{"-o", run_options.output, results::OutputKind::study}}, job.inputs(),
                         options.force);
  if (!options.keep.empty()) {
    const auto bytes = job.keep_runs(options.keep, run_options.output, options.force);
    run_options.note = fmt::format("{} runs are kept in \"{}\", about {:.1f} MB together",
                                   scenario::count_points(job.study()), options.keep,
                                   1e-6 * static_cast<double>(bytes));
  }
  return report_study(run_study(job.make_job(was_interrupted), run_options), run_options,
                      options.format);
}

}  // namespace

void add_sweep(Verbs& verbs) {
  auto [verb, options] = verbs.add<SweepOptions>(
      "sweep", "run a study over any parameters, on threads or by MPI; resumable", sweep);
  verb.option("study", options.study, "study file (TOML)").required();
  verb.option("--set", options.set, "override an entry of the scenario: key=value").repeatable();
  verb.option("-o,--output", options.output, "CSV file; default: the study's name");
  verb.option(
      "--keep", options.keep,
      "folder for the results file of each run; the points of the study's report open them");
  add_study_force(verb, options.force);
  add_study_options(verb, options.threads, options.shard, options.quiet);
  add_format(verb, options.format, {"text", "json"});
  verb.allow_code();
}

}  // namespace fourfoot::cli
