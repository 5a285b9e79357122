#include <fmt/format.h>

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/plugin_fault.h"
#include "bindings/watch.h"
#include "input/scenario_family.h"
#include "jobs/evaluate_file.h"
#include "jobs/model_warnings.h"
#include "jobs/recorded_run.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

/// A run that is over, with its rows.
struct FinishedRun {
  jobs::RecordedRun record;
  std::unique_ptr<Trajectory> rows;
  py::object interrupt = py::none();  ///< what Python raised meanwhile

  const Trajectory& get_rows() const {
    if (!rows) throw RunError("the run ended before its first row");
    return *rows;
  }
};

using Texts = std::vector<std::string>;

std::shared_ptr<FinishedRun> run(const input::ScenarioSource& source, const Texts& set,
                                 const std::string& output, const std::string& checkpoint,
                                 const std::string& checkpoint_every, const std::string& resume,
                                 const std::string& report, bool force,
                                 const py::object& progress) {
  ProgressWatch watch(progress);
  auto out = std::make_shared<FinishedRun>();
  const jobs::RunFiles files{source,           set,    output, checkpoint,
                             checkpoint_every, resume, report, force};
  jobs::RunHooks hooks;
  hooks.is_cancelled = [&] { return watch.is_cancelled(); };
  if (!progress.is_none()) hooks.on_progress = [&](double part) { watch.show(part); };
  hooks.make_sink = [&](const std::vector<Channel>& channels) {
    out->rows = std::make_unique<Trajectory>(channels);
    return out->rows.get();
  };
  {
    const py::gil_scoped_release release;
    out->record = jobs::run_and_record(files, hooks);
    if (!report.empty() && out->record.has_results) {
      const auto lock = input::lock_reading();  // limits are read
      jobs::write_judged_report({output}, report);
    }
  }
  out->interrupt = watch.find_exception();
  if (out->interrupt.is_none()) out->interrupt = find_plugin_exception(out->record.summary.fault);
  return out;
}

py::array read(const std::shared_ptr<FinishedRun>& self, std::size_t channel) {
  const std::vector<double>& values = self->get_rows().values(channel);
  return view(values.data(), values.size(), py::cast(self));
}

py::list list_events(const FinishedRun& self) {
  py::list out;
  for (const analysis::RunEvent& event : self.record.summary.events) {
    py::dict row;
    row["time"] = event.t;
    row["s"] = event.s;
    row["name"] = analysis::get_name(event);
    row["what"] = event.what;
    out.append(row);
  }
  return out;
}

py::list list_input_warnings(const FinishedRun& self) {
  const scenario::Member& member = self.record.member;
  std::vector<Finding> all = member.scenario.warnings;
  for (Finding& warning :
       jobs::list_vehicle_warnings(member.scenario.vehicle, member.system->model()))
    all.push_back(std::move(warning));
  return convert_warnings(all);
}

void save(const FinishedRun& self, const std::string& file, bool force) {
  const Trajectory& rows = self.get_rows();
  const py::gil_scoped_release release;
  jobs::write_results(file, self.record, rows, force);
}

py::list list_inputs(const FinishedRun& self) {
  py::list out;
  for (const auto& source : self.record.header.inputs)
    out.append(py::make_tuple(source->name, source->text));
  return out;
}

}  // namespace

void bind_run(py::module_& m) {
  using Self = const FinishedRun&;
  py::class_<FinishedRun, std::shared_ptr<FinishedRun>>(m, "FinishedRun")
      .def_readonly("interrupt", &FinishedRun::interrupt)
      .def_property_readonly("channels",
                             [](Self self) { return convert(self.get_rows().channels()); })
      .def("__len__", [](Self self) { return self.rows ? self.rows->size() : 0; })
      .def("read", &read, py::arg("channel"))
      .def("save", &save, py::arg("file"), py::arg("force"))
      .def_property_readonly("title", [](Self self) { return self.record.header.title; })
      .def_property_readonly("status",
                             [](Self self) { return std::string(self.record.footer.get_status()); })
      .def_property_readonly("message", [](Self self) { return self.record.summary.message; })
      .def_property_readonly("write_fault", [](Self self) { return self.record.write_fault; })
      .def_property_readonly("has_results", [](Self self) { return self.record.has_results; })
      .def_property_readonly("t", [](Self self) { return self.record.summary.t; })
      .def_property_readonly("wall_time", [](Self self) { return self.record.summary.wall_time; })
      .def_property_readonly("statistics", [](Self self) { return self.record.summary.statistics; })
      .def_property_readonly("warnings", [](Self self) { return self.record.summary.warnings; })
      .def_property_readonly("input_warnings", &list_input_warnings)
      .def_property_readonly("inputs", &list_inputs)
      .def_property_readonly("events", &list_events);
  m.def("run", &run, py::arg("source"), py::arg("set"), py::arg("output"), py::arg("checkpoint"),
        py::arg("checkpoint_every"), py::arg("resume"), py::arg("report"), py::arg("force"),
        py::arg("progress"));
}

}  // namespace fourfoot::python
