#include "jobs/optimise.h"

#include <nlohmann/json.hpp>

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/watch.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using input::ScenarioSource;
using Texts = std::vector<std::string>;

/// All points by columns.
py::dict list_trials(const jobs::OptimiseResult& result) {
  const auto collect = [&](auto get) {
    std::vector<double> column;
    for (const jobs::DesignTrial& trial : result.trials) column.push_back(get(trial));
    return take(std::move(column));
  };
  py::dict out;
  out["search"] = collect([](const auto& t) { return static_cast<double>(t.search + 1); });
  out["evaluation"] = collect([](const auto& t) { return static_cast<double>(t.number + 1); });
  for (std::size_t i = 0; i < result.optimisation.parameters.size(); ++i)
    out[py::str(result.optimisation.parameters[i].name)] =
        collect([i](const auto& t) { return t.values[i]; });
  for (std::size_t i = 0; i < result.figures.size(); ++i)
    out[py::str(result.figures[i])] = collect([i](const auto& t) { return t.point.figures[i]; });
  out["objective"] = collect([](const auto& t) { return t.objective; });
  out["holds"] = collect([](const auto& t) { return t.holds ? 1.0 : 0.0; });
  out["front"] = collect([](const auto& t) { return t.is_front ? 1.0 : 0.0; });
  py::list faults;
  for (const jobs::DesignTrial& trial : result.trials) faults.append(trial.point.fault);
  out["fault"] = faults;
  return out;
}

/// `scenario`: None, or one instead of that which the file names.
py::dict run_optimisation(const ScenarioSource& file, const py::object& scenario, const Texts& set,
                          const std::string& output, int threads, bool force,
                          const py::object& progress) {
  ScenarioSource other("");
  if (!scenario.is_none()) other = scenario.cast<ScenarioSource>();
  const jobs::OptimiseSource source{file, set, scenario.is_none() ? nullptr : &other};
  const jobs::OptimiseResult result = run_watched(progress, [&](ProgressWatch& watch) {
    jobs::OptimiseOptions options;
    options.output = output;
    options.threads = threads;
    options.force = force;
    options.on_progress = [&](double part) { watch.show(part); };
    options.is_cancelled = [&] { return watch.is_cancelled(); };
    return jobs::optimise(source, options);
  });
  py::dict out = convert(nlohmann::json(jobs::describe(result)));
  out["points"] = list_trials(result);
  out["computed"] = result.computed;
  out["found"] = result.found;
  return out;
}

}  // namespace

void bind_optimise(py::module_& m) {
  m.def("run_optimisation", &run_optimisation, py::arg("file"), py::arg("scenario"), py::arg("set"),
        py::arg("output"), py::arg("threads"), py::arg("force"), py::arg("progress"));
}

}  // namespace fourfoot::python
