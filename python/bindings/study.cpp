#include <atomic>

#include "analysis/study_point.h"
#include "analysis/task_pool.h"
#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/watch.h"
#include "jobs/sweep_job.h"
#include "jobs/wear_study.h"
#include "results/output_file.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using Texts = std::vector<std::string>;

/// A study's points.
struct StudyTable {
  Texts parameters, figures;
  std::vector<Texts> values;  ///< of the parameters at each point
  std::vector<analysis::PointResult> points;
};

StudyTable begin_table(const scenario::Study& study) {
  StudyTable table;
  for (const scenario::StudyParameter& parameter : study.parameters)
    table.parameters.push_back(parameter.name);
  table.figures = scenario::list_figures(study);
  const std::size_t count = scenario::count_points(study);
  table.values.resize(count);
  table.points.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    for (const Setting& setting : scenario::get_settings(study, i))
      table.values[i].push_back(setting.value);
  return table;
}

StudyTable sweep_in_memory(jobs::SweepJob& job, int threads, ProgressWatch& watch) {
  StudyTable table = begin_table(job.study());
  const std::size_t count = table.points.size();
  const auto is_cancelled = [&] { return watch.is_cancelled(); };
  std::atomic<std::size_t> done{0};
  analysis::run_tasks(
      count, threads, analysis::make_counter(count),
      [&](std::size_t i) {
        table.points[i] = job.evaluate(i, is_cancelled);
        watch.show(static_cast<double>(++done) / static_cast<double>(count));
      },
      is_cancelled);
  return table;
}

/// Through the file that the program would write, which a stopped study goes on in.
StudyTable sweep_to_file(jobs::SweepJob& job, const std::string& output, int threads, bool force,
                         ProgressWatch& watch) {
  StudyTable table = begin_table(job.study());
  const auto is_cancelled = [&] { return watch.is_cancelled(); };
  results::check_outputs({{"file", output, results::OutputKind::study}}, job.inputs(), force);
  jobs::StudyRunOptions options;
  options.output = output;
  options.threads = threads;
  options.force = force;
  options.on_progress = [&](double part) { watch.show(part); };
  options.is_cancelled = is_cancelled;
  if (!jobs::run_study(job.make_job(is_cancelled), options).is_finished) return table;
  const std::vector<Texts> rows = jobs::read_study_rows(output);
  const std::size_t first = table.parameters.size(), figures = table.figures.size();
  for (std::size_t i = 0; i < table.points.size() && i + 1 < rows.size(); ++i) {
    const Texts& row = rows[i + 1];  // below the names
    if (row.size() < first + figures + 2) continue;
    analysis::PointResult& point = table.points[i];
    for (std::size_t k = 0; k < figures; ++k)
      point.figures.push_back(jobs::read_cell(row[first + k]));
    if (job.study().analysis == "settle") point.motion = row[first + figures];
    point.fault = row.back();
  }
  return table;
}

py::dict run_sweep(const std::string& file, const Texts& set, const std::string& output,
                   const std::string& keep, int threads, bool force, const py::object& progress) {
  const StudyTable table = run_watched(progress, [&](ProgressWatch& watch) {
    jobs::SweepJob job(file, set);
    if (!keep.empty()) job.keep_runs(keep, output, force);
    return output.empty() ? sweep_in_memory(job, threads, watch)
                          : sweep_to_file(job, output, threads, force, watch);
  });
  py::dict values, figures;
  for (std::size_t k = 0; k < table.parameters.size(); ++k) {
    py::list column;
    for (const Texts& at : table.values) column.append(at[k]);
    values[py::str(table.parameters[k])] = column;
  }
  for (std::size_t k = 0; k < table.figures.size(); ++k) {
    std::vector<double> column;
    for (const analysis::PointResult& point : table.points)
      column.push_back(k < point.figures.size() ? point.figures[k] : std::nan(""));
    figures[py::str(table.figures[k])] = take(std::move(column));
  }
  py::list motions, faults;
  for (const analysis::PointResult& point : table.points) {
    motions.append(point.motion);
    faults.append(point.fault);
  }
  py::dict out;
  out["parameters"] = values;
  out["figures"] = figures;
  out["motions"] = motions;
  out["faults"] = faults;
  return out;
}

py::dict describe(const jobs::WearRow& row) {
  py::dict out;
  out["distance"] = row.distance;
  out["wheelset"] = row.wheelset;
  out["conicity"] = row.conicity;
  const char* sides[] = {"left", "right"};
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string end = std::string("_") + sides[side];
    out[py::str("depth" + end)] = row.depth[side];
    out[py::str("volume" + end)] = row.volume[side];
    out[py::str("t_gamma" + end)] = row.t_gamma[side];
  }
  return out;
}

py::dict run_wear(const std::string& file, const std::string& folder, int threads, bool force,
                  const py::object& progress) {
  const jobs::WearStudy study = run_watched(progress, [&](ProgressWatch& watch) {
    jobs::WearStudyOptions options;
    options.threads = threads;
    options.force = force;
    options.on_progress = [&](double part) { watch.show(part); };
    options.is_cancelled = [&] { return watch.is_cancelled(); };
    return jobs::run_wear_study(file, folder, options);
  });
  py::list rows;
  for (const jobs::WearRow& row : study.rows) rows.append(describe(row));
  py::dict worn;
  for (const jobs::WornWheelset& wheelset : study.worn) {
    py::dict sides;
    for (std::size_t side = 0; side < 2; ++side)
      sides[side == 0 ? "left" : "right"] =
          py::make_tuple(take(wheelset.depth[side].list_y()), take(wheelset.depth[side].depth()));
    worn[py::str(wheelset.name)] = sides;
  }
  py::dict out;
  out["title"] = study.plan.title;
  out["distance"] = study.plan.distance;
  out["rows"] = rows;
  out["worn"] = worn;
  return out;
}

}  // namespace

void bind_study(py::module_& m) {
  m.def("run_sweep", &run_sweep, py::arg("file"), py::arg("set"), py::arg("output"),
        py::arg("keep"), py::arg("threads"), py::arg("force"), py::arg("progress"));
  m.def("run_wear", &run_wear, py::arg("file"), py::arg("folder"), py::arg("threads"),
        py::arg("force"), py::arg("progress"));
}

}  // namespace fourfoot::python
