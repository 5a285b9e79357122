#include "input/scenario_file.h"

#include <nlohmann/json.hpp>

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "input/model_path.h"
#include "input/quantity.h"
#include "input/scenario_family.h"
#include "jobs/describe_scenario.h"
#include "jobs/displaced.h"
#include "jobs/model_warnings.h"
#include "scenario/output_channels.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using input::ScenarioSource;
using Texts = std::vector<std::string>;

// Reads under the lock of all readers, without the interpreter's.
template <class Read>
auto read_alone(Read read) {
  const py::gil_scoped_release release;
  const auto lock = input::lock_reading();
  return read();
}

py::dict load_entries(const ScenarioSource& source, const Texts& set) {
  const input::Document document =
      read_alone([&] { return input::load_scenario(source, parse_settings(set)); });
  return convert(document.root);
}

struct Built {
  input::ScenarioFile file;
  std::shared_ptr<const system::System> system;
};

Built build(const ScenarioSource& source, const Texts& set) {
  return read_alone([&] {
    Built built{input::read_scenario_file(source, parse_settings(set)), nullptr};
    built.system = scenario::build_system(built.file.scenario, {.with_tables = false});
    return built;
  });
}

py::list list_warnings(const scenario::Scenario& scenario, const system::System& system) {
  std::vector<Finding> all = scenario.warnings;
  for (Finding& warning : jobs::list_vehicle_warnings(scenario.vehicle, system.model()))
    all.push_back(std::move(warning));
  return convert_warnings(all);
}

py::dict check(const ScenarioSource& source, const Texts& set) {
  const Built built = build(source, set);
  scenario::choose_output_channels(built.file.scenario, built.system->channels());
  py::dict out;
  out["warnings"] = list_warnings(built.file.scenario, *built.system);
  out["load_cases"] = built.file.load_cases;
  return out;
}

py::object describe(const ScenarioSource& source, const Texts& set) {
  const Built built = build(source, set);
  return convert(jobs::describe_scenario(built.file.scenario, *built.system));
}

py::list list_channels(const ScenarioSource& source, const Texts& set) {
  return convert(build(source, set).system->channels());
}

std::string find_displaced(const ScenarioSource& source, const Texts& set) {
  return jobs::find_displaced(
      read_alone([&] { return input::read_scenario_file(source, parse_settings(set)).scenario; }));
}

double read_quantity(const std::string& name, const std::string& text, const std::string& unit) {
  return read_alone([&] { return input::read_quantity(name, text, unit); });
}

std::vector<double> read_range(const std::string& name, const std::string& text,
                               const std::string& unit, bool needs_range) {
  return read_alone([&] { return input::read_range(name, text, unit, needs_range); });
}

}  // namespace

void bind_scenario(py::module_& m) {
  py::class_<ScenarioSource>(m, "Source")
      .def(py::init([](const std::string& file) { return ScenarioSource(file); }), py::arg("file"))
      .def_static(
          "from_text",
          [](const std::string& text, const std::string& name, const std::string& folder) {
            return ScenarioSource(std::make_shared<const SourceFile>(SourceFile{name, text}),
                                  folder);
          },
          py::arg("text"), py::arg("name"), py::arg("folder"))
      .def_property_readonly("file", [](const ScenarioSource& s) { return s.file.string(); })
      .def_property_readonly("text", [](const ScenarioSource& s) {
        return s.text ? py::object(py::str(s.text->text)) : py::none();
      });
  m.def("load_entries", &load_entries, py::arg("source"), py::arg("set"));
  m.def("check_scenario", &check, py::arg("source"), py::arg("set"));
  m.def("describe_scenario", &describe, py::arg("source"), py::arg("set"));
  m.def("list_channels", &list_channels, py::arg("source"), py::arg("set"));
  m.def("find_displaced", &find_displaced, py::arg("source"), py::arg("set"));
  m.def("read_quantity", &read_quantity, py::arg("name"), py::arg("text"), py::arg("unit"));
  m.def("read_range", &read_range, py::arg("name"), py::arg("text"), py::arg("unit"),
        py::arg("needs_range"));
  m.def(
      "find_example", [](const std::string& name) { return input::find_example(name).string(); },
      py::arg("name"));
  m.def("find_data_folder", [] { return input::find_data_folder().string(); });
}

}  // namespace fourfoot::python
