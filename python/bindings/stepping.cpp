#include <mutex>

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/watch.h"
#include "jobs/stepped_run.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using jobs::SteppedRun;
using Texts = std::vector<std::string>;

/// A stepped run that two threads may hold: one at a time works with it.
class SharedRun {
 public:
  explicit SharedRun(std::unique_ptr<SteppedRun> run) : run_(std::move(run)) {}
  template <class Ask>
  auto ask(Ask question) {
    const py::gil_scoped_release release;
    const std::lock_guard lock(mutex_);
    return question(*run_);
  }

 private:
  std::unique_ptr<SteppedRun> run_;
  std::mutex mutex_;
};

std::shared_ptr<SharedRun> start(const input::ScenarioSource& source, const Texts& set,
                                 const std::string& checkpoint) {
  const py::gil_scoped_release release;
  auto run = checkpoint.empty() ? std::make_unique<SteppedRun>(source, set)
                                : std::make_unique<SteppedRun>(source, set, checkpoint);
  return std::make_shared<SharedRun>(std::move(run));
}

std::string step_to(SharedRun& self, double t) {
  ProgressWatch watch{py::none()};
  const RunStatus status = self.ask(
      [&](SteppedRun& run) { return run.step_to(t, [&] { return watch.is_cancelled(); }); });
  watch.raise();
  return get_status_name(status);
}

py::dict list_run_channels(SharedRun& self) {
  const std::vector<double> row = self.ask([](SteppedRun& run) { return run.calc_channels(); });
  const std::vector<Channel> channels =
      self.ask([](SteppedRun& run) { return run.member().system->channels(); });
  py::dict out;
  for (std::size_t i = 0; i < row.size(); ++i) out[py::str(channels[i].name)] = row[i];
  return out;
}

py::tuple get_parts(SharedRun& self) {
  const VecX y = self.ask([](SteppedRun& run) { return run.state(); });
  const integrate::Partition parts =
      self.ask([](SteppedRun& run) { return run.member().system->partition(); });
  const integrate::ConstState state = parts.view(y);
  return py::make_tuple(copy(VecX(state.q)), copy(VecX(state.u)), copy(VecX(state.z)));
}

void set_state(SharedRun& self,
               const py::array_t<double, py::array::c_style | py::array::forcecast>& values) {
  if (values.ndim() != 1) throw py::value_error("a state is an array of one dimension");
  const VecX state = Eigen::Map<const VecX>(values.data(), values.size());
  self.ask([&](SteppedRun& run) {
    run.set_state(state);
    return true;
  });
}

py::dict list_rows(SharedRun& self) {
  // Copied: the run goes on and its rows move in memory.
  const Trajectory rows = self.ask([](SteppedRun& run) { return run.rows(); });
  py::dict out;
  for (std::size_t i = 0; i < rows.channels().size(); ++i)
    out[py::str(rows.channels()[i].name)] = take(rows.values(i));
  return out;
}

}  // namespace

void bind_stepping(py::module_& m) {
  const auto call = [](auto question) {
    return [question](SharedRun& self) { return self.ask(question); };
  };
  py::class_<SharedRun, std::shared_ptr<SharedRun>>(m, "SteppedRun")
      .def(py::init(&start), py::arg("source"), py::arg("set"), py::arg("checkpoint"))
      .def("step_to", &step_to, py::arg("t"))
      .def(
          "set",
          [](SharedRun& self, const std::string& text) {
            self.ask([&](SteppedRun& run) {
              run.set(text);
              return true;
            });
          },
          py::arg("key_value"))
      .def(
          "save",
          [](SharedRun& self, const std::string& file) {
            self.ask([&](SteppedRun& run) {
              run.save(file);
              return true;
            });
          },
          py::arg("file"))
      .def_property_readonly("t", call([](SteppedRun& run) { return run.t(); }))
      .def_property_readonly(
          "state",
          [](SharedRun& self) {
            return copy(VecX(self.ask([](SteppedRun& run) { return run.state(); })));
          })
      .def("set_state", &set_state, py::arg("state"))
      .def_property_readonly("parts", &get_parts)
      .def_property_readonly("state_names", call([](SteppedRun& run) {
                               return run.member().system->get_state_names();
                             }))
      .def_property_readonly("settings", call([](SteppedRun& run) { return run.settings(); }))
      .def_property_readonly("channel_list",
                             [](SharedRun& self) {
                               return convert(self.ask([](SteppedRun& run) {
                                 return run.member().system->channels();
                               }));
                             })
      .def_property_readonly("channels", &list_run_channels)
      .def_property_readonly("rows", &list_rows);
}

}  // namespace fourfoot::python
