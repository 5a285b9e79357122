#include "analysis/linearise.h"

#include "bindings/bindings.h"
#include "bindings/convert.h"
#include "bindings/watch.h"
#include "input/scenario_family.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;
using Texts = std::vector<std::string>;

py::dict linearise(const input::ScenarioSource& source, const Texts& set, double t,
                   const Texts& inputs, const Texts& outputs) {
  const analysis::LinearModel model = run_watched(py::none(), [&](ProgressWatch& watch) {
    const scenario::Member member = input::read_member(source, parse_settings(set));
    analysis::LineariseOptions options;
    options.t = t;
    options.inputs = inputs;
    options.outputs = outputs;
    options.is_cancelled = [&] { return watch.is_cancelled(); };
    return analysis::linearise(*member.system, options);
  });
  py::dict out;
  out["A"] = copy(model.A);
  out["B"] = copy(model.B);
  out["C"] = copy(model.C);
  out["D"] = copy(model.D);
  out["states"] = model.states;
  out["inputs"] = model.inputs;
  out["outputs"] = model.outputs;
  out["input_units"] = model.input_units;
  out["output_units"] = model.output_units;
  out["steady"] = take(model.steady);
  return out;
}

}  // namespace

void bind_linearise(py::module_& m) {
  m.def("linearise", &linearise, py::arg("source"), py::arg("set"), py::arg("t"), py::arg("inputs"),
        py::arg("outputs"));
}

}  // namespace fourfoot::python
