#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "evaluate/limits.h"
#include "input/curve_text.h"
#include "input/json_schema.h"
#include "input/raw.h"
#include "input/scenario_family.h"
#include "input/upgrade.h"
#include "jobs/check_file.h"
#include "jobs/evaluate_file.h"
#include "jobs/installation.h"
#include "jobs/new_folder.h"
#include "results/output_file.h"
#include "scenario/optimisation.h"
#include "scenario/scenario.h"
#include "scenario/study.h"
#include "vehicle/schema.h"
#include "wear/wear_plan.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using Texts = std::vector<std::string>;

py::dict check(const std::string& file, const Texts& set) {
  Texts notes;
  std::vector<Finding> warnings;
  std::string verdict;
  {
    const py::gil_scoped_release release;
    const auto lock = input::lock_reading();
    jobs::CheckHooks hooks;
    hooks.on_note = [&](const std::string& note) { notes.push_back(note); };
    hooks.on_warnings = [&](const std::vector<Finding>& more) {
      warnings.insert(warnings.end(), more.begin(), more.end());
    };
    verdict = jobs::check_file(file, parse_settings(set), hooks);
  }
  py::dict out;
  out["verdict"] = verdict;
  out["notes"] = notes;
  out["warnings"] = convert_warnings(warnings);
  return out;
}

std::string make_schema(const std::string& kind) {
  if (kind == "scenario") return input::make_json_schema(*scenario::get_scenario_schema());
  if (kind == "vehicle") return input::make_json_schema(*vehicle::get_vehicle_schema());
  if (kind == "track") return input::make_json_schema(*scenario::get_track_file_schema());
  if (kind == "study") return input::make_json_schema(*scenario::get_study_schema());
  if (kind == "optimisation") return input::make_json_schema(*scenario::get_optimisation_schema());
  if (kind == "wear") return input::make_json_schema(*wear::get_wear_schema());
  throw InputError(
      Finding{"unknown-value",
              {},
              "there is no kind of file \"" + kind + "\"",
              suggest(kind, {"scenario", "vehicle", "track", "study", "optimisation", "wear"})});
}

// What would change, line by line; with `is_trial` nothing is written.
py::list upgrade(const std::string& file, bool is_trial) {
  input::Upgrade upgraded;
  {
    const py::gil_scoped_release release;
    const auto lock = input::lock_reading();
    upgraded = input::upgrade_text(input::read_source(file)->text, file);
    if (!is_trial && !upgraded.lines.empty()) results::write_output(file, upgraded.text);
  }
  py::list out;
  for (const input::UpgradedLine& line : upgraded.lines)
    out.append(py::make_tuple(line.line, line.before, line.after));
  return out;
}

void write_report(const Texts& inputs, const std::string& output, bool force) {
  const py::gil_scoped_release release;
  const auto lock = input::lock_reading();  // limits are read
  results::check_outputs({{"-o", output, results::OutputKind::page}},
                         {inputs.begin(), inputs.end()}, force);
  jobs::write_judged_report(inputs, output);
}

std::string make_new(const std::string& name, const std::string& vehicle, const Texts& track) {
  if (track.empty()) throw py::value_error("say which track");
  const py::gil_scoped_release release;
  return jobs::make_new_folder(name, vehicle, track);
}

// "key=value" texts that put a scenario on a curve.
Texts list_curve_settings(const std::string& radius) {
  const py::gil_scoped_release release;
  const auto lock = input::lock_reading();
  Texts out;
  for (const Setting& setting : input::read_curve(radius).settings)
    out.push_back(setting.key + "=" + setting.value);
  return out;
}

}  // namespace

void bind_files(py::module_& m) {
  m.def("check_file", &check, py::arg("file"), py::arg("set"));
  m.def("make_schema", &make_schema, py::arg("kind"));
  m.def("upgrade", &upgrade, py::arg("file"), py::arg("is_trial"));
  m.def("write_report", &write_report, py::arg("inputs"), py::arg("output"), py::arg("force"));
  m.def("make_new_folder", &make_new, py::arg("name"), py::arg("vehicle"), py::arg("track"));
  m.def("list_curve_settings", &list_curve_settings, py::arg("radius"));
  m.def("describe_installation", &jobs::describe_installation);
  m.def("get_default_limits", [] { return std::string(evaluate::get_default_limits()); });
}

}  // namespace fourfoot::python
