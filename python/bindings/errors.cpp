#include "base/channel.h"
#include "base/error.h"

#include "bindings/bindings.h"
#include "bindings/convert.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

// The classes are Python's (errors.py): attributes and printing are a few lines there.
void raise(const char* name, const py::object& argument) {
  const py::object type = py::module_::import("fourfoot.errors").attr(name);
  PyErr_SetObject(type.ptr(), type(argument).ptr());
}

void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const InputError& error) {
    py::list findings;
    for (const Finding& finding : error.findings()) findings.append(convert(finding));
    raise("InputError", findings);
  } catch (const RunError& error) {
    raise("RunError", py::str(error.what()));
  }
}

}  // namespace

void bind_errors(pybind11::module_& m) {
  // Runs also for exceptions of the other files; the last registered is asked first.
  py::register_exception_translator(&translate);
  m.def("find_closest", &find_closest, py::arg("word"), py::arg("candidates"));
  m.def("find_closest_channel", &find_closest_channel, py::arg("pattern"), py::arg("names"));
}

}  // namespace fourfoot::python
