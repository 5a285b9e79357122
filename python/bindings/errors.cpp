#include "base/error.h"

#include "bindings/bindings.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

py::dict convert(const Finding& finding) {
  py::dict out;
  out["id"] = finding.id;
  out["file"] = finding.where.file ? py::cast(finding.where.name()) : py::none();
  out["line"] = finding.where.known() ? py::cast(finding.where.line) : py::none();
  out["column"] = finding.where.known() ? py::cast(finding.where.column) : py::none();
  out["message"] = finding.message;
  out["hint"] = finding.hint;
  out["text"] = format(finding);
  return out;
}

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

void bind_errors(pybind11::module_&) {
  // Runs also for exceptions of the other files; the last registered is asked first.
  py::register_exception_translator(&translate);
}

}  // namespace fourfoot::python
