#include <atomic>

#include "analysis/task_pool.h"
#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/following.h"
#include "jobs/stability_map_job.h"
#include "results/output_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using analysis::BifurcationPoint;
using input::ScenarioSource;
using Texts = std::vector<std::string>;

/// A line of a stability map.
struct FollowedLine {
  std::vector<BifurcationPoint> points = {};
  analysis::BifurcationLimits limits = {};
  std::string fault = {};
};

FollowedLine follow_line(const jobs::StabilityMapJob& job, std::size_t i) {
  FollowedLine line;
  try {
    line.points = job.follow(i, line.limits);
  } catch (const InputError& error) {
    line.fault = error.findings().front().message;
  } catch (const RunError& error) {
    line.fault = error.what();
  }
  return line;
}

std::vector<FollowedLine> follow_lines(const jobs::StabilityMapJob& job, int threads,
                                       ProgressWatch& watch) {
  std::vector<FollowedLine> all(job.lines().size());
  std::atomic<std::size_t> done{0};
  analysis::run_tasks(
      all.size(), threads, analysis::make_counter(all.size()),
      [&](std::size_t i) {
        all[i] = follow_line(job, i);
        watch.show(static_cast<double>(++done) / static_cast<double>(all.size()));
      },
      [&] { return watch.is_cancelled(); });
  return all;
}

void write_map(const jobs::StabilityMapJob& job, const std::string& output, int threads, bool force,
               ProgressWatch& watch) {
  results::check_outputs({{"file", output, results::OutputKind::study}}, job.inputs(), force);
  jobs::StudyRunOptions options;
  options.output = output;
  options.threads = threads;
  options.force = force;
  options.on_progress = [&](double part) { watch.show(part); };
  options.is_cancelled = [&] { return watch.is_cancelled(); };
  jobs::run_study(job.make_job(), options);
}

/// With an output nothing is told: the rows are in the file.
py::list make_map(const ScenarioSource& source, const Texts& set, const std::string& key,
                  const Texts& values, const std::vector<double>& speeds, const Following& follow,
                  double resolution, const std::string& output, int threads, bool force,
                  const py::object& progress) {
  std::vector<std::string> names;
  const std::vector<FollowedLine> lines = run_watched(progress, [&](ProgressWatch& watch) {
    jobs::StabilityMapPlan plan{source, set, speeds, make_sweep(follow, watch), key, values};
    plan.sweep.resolution = resolution;
    if (speeds.empty() || values.empty()) throw RunError("no speeds, or no lines of the map");
    const jobs::StabilityMapJob job(plan);
    for (const jobs::MapLine& line : job.lines()) names.push_back(line.name);
    if (output.empty()) return follow_lines(job, threads, watch);
    write_map(job, output, threads, force, watch);
    return std::vector<FollowedLine>();
  });
  py::list out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    py::dict row;
    row["name"] = names[i];
    row["points"] = describe_points(lines[i].points);
    row["v_c"] = lines[i].limits.critical;
    row["steady_up_to"] = lines[i].limits.steady_up_to;
    row["hunts_from"] = lines[i].limits.hunts_from;
    row["diverges_from"] = lines[i].limits.diverges_from;
    row["fault"] = lines[i].fault;
    out.append(row);
  }
  return out;
}

}  // namespace

void bind_stability_map(py::module_& m) {
  m.def("make_stability_map", &make_map, py::arg("source"), py::arg("set"), py::arg("key"),
        py::arg("values"), py::arg("speeds"), py::arg("follow"), py::arg("resolution"),
        py::arg("output"), py::arg("threads"), py::arg("force"), py::arg("progress"));
}

}  // namespace fourfoot::python
