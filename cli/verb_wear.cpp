#include <fmt/format.h>

#include <filesystem>

#include "cli/common_options.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/svg_plot.h"
#include "cli/verbs.h"
#include "jobs/wear_study.h"

namespace fourfoot::cli {

namespace fs = std::filesystem;

namespace {

struct WearOptions {
  std::string plan, output;
  int threads = 0;  ///< 0: as many as there are cores
  bool quiet = false, force = false;
};

void draw_wear(const jobs::WearStudy& study, const fs::path& file) {
  const wear::WearPlan& plan = study.plan;
  const std::vector<jobs::WornWheelset>& worn = study.worn;
  Plot conicity{plan.title,
                "mileage [1000 km]",
                fmt::format("equivalent conicity at {:g} mm", 1e3 * plan.amplitude),
                {}};
  Plot depth{"after the last update", "y on the profile [mm]", "depth of wear [mm]", {}};
  for (std::size_t w = 0; w < worn.size(); ++w) {
    Series line{worn[w].name, {}, {}, get_colour(w)};
    line.marks = true;
    for (const jobs::WearRow& row : study.rows) {
      if (row.wheelset != worn[w].name) continue;
      line.x.push_back(1e-6 * row.distance);
      line.y.push_back(row.conicity);
    }
    conicity.series.push_back(line);
    for (std::size_t side = 0; side < (plan.is_symmetric ? 1u : 2u); ++side) {
      Series section{worn[w].name + (plan.is_symmetric ? ""
                                     : side == 0       ? " left"
                                                       : " right"),
                     worn[w].depth[side].list_y(), worn[w].depth[side].depth(), get_colour(w)};
      section.dashed = side == 1;
      for (double& y : section.x) y *= 1e3;
      for (double& d : section.y) d *= 1e3;
      depth.series.push_back(section);
    }
  }
  write_svg({conicity, depth}, file.string());
}

int wear_profiles(const WearOptions& options) {
  const fs::path output =
      options.output.empty() ? fs::path(options.plan).stem() : fs::path(options.output);
  Progress progress(!options.quiet);
  jobs::WearStudyOptions study;
  study.threads = options.threads;
  study.force = options.force;
  study.on_start = catch_interrupts;
  study.on_progress = [&](double fraction) { progress.show(fraction); };
  study.is_cancelled = was_interrupted;
  const jobs::WearStudy found = jobs::run_wear_study(options.plan, output, study);
  progress.clear();
  if (!found.is_finished) {
    fmt::print("{} of {} updates so far; the same command goes on where it stopped\n",
               found.updates, found.plan.count_updates());
    return exit_interrupted;
  }
  draw_wear(found, output / "wear.svg");
  fmt::print("{:g} km in {} updates: {}, wear.svg and profiles in {}\n", 1e-3 * found.plan.distance,
             found.plan.count_updates(), "wear.csv", output.string());
  return exit_done;
}

}  // namespace

void add_wear(Verbs& verbs) {
  auto [verb, options] = verbs.add<WearOptions>(
      "wear", "wear of wheel profiles over a mix of curves, conicity over mileage; resumable",
      wear_profiles);
  verb.option("plan", options.plan, "wear file (TOML)").required();
  verb.option("-o,--output", options.output, "folder; default: the file's name");
  verb.option("--threads", options.threads, "number of threads; default: all cores")
      .within(1, 1024);
  verb.flag("-q,--quiet", options.quiet, "no progress bar");
  add_study_force(verb, options.force);
  verb.allow_code();
}

}  // namespace fourfoot::cli
