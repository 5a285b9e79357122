#include <atomic>

#include "analysis/task_pool.h"
#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/following.h"
#include "input/curve_text.h"
#include "input/scenario_family.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using analysis::BifurcationPoint;
using input::ScenarioSource;
using Texts = std::vector<std::string>;

/// A line of a stability map.
struct MapLine {
  std::string name;
  std::vector<Setting> settings;
  std::vector<BifurcationPoint> points = {};
  analysis::BifurcationLimits limits = {};
  std::string fault = {};
};

void fill(const ScenarioSource& source, const std::vector<Setting>& given,
          const std::vector<double>& speeds, const analysis::BifurcationOptions& sweep,
          MapLine& line) {
  std::vector<Setting> settings = given;
  settings.insert(settings.end(), line.settings.begin(), line.settings.end());
  try {
    line.points = analysis::find_bifurcation(input::make_family(source, settings, "speed.v"),
                                             speeds, sweep, &line.limits);
  } catch (const InputError& error) {
    line.fault = error.findings().front().message;
  } catch (const RunError& error) {
    line.fault = error.what();
  }
}

py::list make_map(const ScenarioSource& source, const Texts& set, const Texts& radii,
                  const std::string& key, const Texts& values, const std::vector<double>& speeds,
                  const Following& follow, double resolution, int threads,
                  const py::object& progress) {
  const std::vector<MapLine> lines = run_watched(progress, [&](Watch& watch) {
    std::vector<MapLine> all;
    {
      const auto lock = input::lock_reading();
      for (const std::string& radius : radii) {
        input::CurveSetting curve = input::read_curve(radius);
        all.push_back({std::move(curve.name), std::move(curve.settings)});
      }
    }
    for (const std::string& value : values) all.push_back({value, {{key, value}}});
    const std::vector<Setting> given = parse_settings(set);
    analysis::BifurcationOptions sweep = make_sweep(follow, watch);
    sweep.resolution = resolution;
    std::atomic<std::size_t> done{0};
    const auto is_cancelled = [&] { return watch.is_cancelled(); };
    analysis::run_tasks(
        all.size(), threads, analysis::make_counter(all.size()),
        [&](std::size_t i) {
          fill(source, given, speeds, sweep, all[i]);
          watch.show(static_cast<double>(++done) / static_cast<double>(all.size()));
        },
        is_cancelled);
    return all;
  });
  py::list out;
  for (const MapLine& line : lines) {
    py::dict row;
    row["name"] = line.name;
    row["points"] = describe_points(line.points);
    row["v_c"] = line.limits.critical;
    row["steady_up_to"] = line.limits.steady_up_to;
    row["hunts_from"] = line.limits.hunts_from;
    row["diverges_from"] = line.limits.diverges_from;
    row["fault"] = line.fault;
    out.append(row);
  }
  return out;
}

}  // namespace

void bind_stability_map(py::module_& m) {
  m.def("make_stability_map", &make_map, py::arg("source"), py::arg("set"), py::arg("radii"),
        py::arg("key"), py::arg("values"), py::arg("speeds"), py::arg("follow"),
        py::arg("resolution"), py::arg("threads"), py::arg("progress"));
}

}  // namespace fourfoot::python
