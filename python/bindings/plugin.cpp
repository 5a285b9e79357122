#include "base/plugin.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <memory>

#include "base/plugin_registry.h"
#include "bindings/bindings.h"
#include "bindings/plugin_fault.h"

namespace fourfoot::python {

namespace {

namespace py = pybind11;

/// An exception of a Python function that a run has called. It is carried through the run, which
/// ends with it, and raised again with its traceback where the GIL is held.
class PythonPluginError : public PluginError {
 public:
  PythonPluginError(const std::string& message, std::shared_ptr<py::error_already_set> error)
      : PluginError(message), error_(std::move(error)) {}
  /// With the GIL held, like all that follows.
  void restore() const {
    const py::object value = get();
    PyErr_SetObject(value.get_type().ptr(), value.ptr());
  }
  /// The exception object with its traceback.
  py::object get() const {
    py::object value = error_->value();
    if (error_->trace()) PyException_SetTraceback(value.ptr(), error_->trace().ptr());
    return value;
  }

 private:
  std::shared_ptr<py::error_already_set> error_;
};

/// A Python function that takes and answers tuples of numbers (plugin.py makes it so).
struct PythonLaw {
  std::string name;
  py::object function;
  std::size_t inputs, parameters, outputs;
};

py::tuple make_numbers(const double* from, std::size_t count) {
  py::tuple out(count);
  for (std::size_t k = 0; k < count; ++k) out[k] = py::float_(from[k]);
  return out;
}

// The law that the program calls, from any thread, without the GIL.
int call_python(const double* in, const double* parameters, double* out, double*, void* context) {
  const auto* const law = static_cast<const PythonLaw*>(context);
  const py::gil_scoped_acquire acquire;
  try {
    const py::object answer =
        law->function(make_numbers(in, law->inputs), make_numbers(parameters, law->parameters));
    const py::tuple numbers(answer);
    if (numbers.size() != law->outputs)
      throw py::value_error("the plug-in \"" + law->name + "\" answers " +
                            std::to_string(numbers.size()) + " numbers, not " +
                            std::to_string(law->outputs));
    for (std::size_t k = 0; k < law->outputs; ++k) {
      out[k] = PyFloat_AsDouble(py::object(numbers[k]).ptr());
      if (out[k] == -1.0 && PyErr_Occurred() != nullptr) throw py::error_already_set();
    }
  } catch (py::error_already_set& error) {
    auto kept = std::make_shared<py::error_already_set>(error);
    throw PythonPluginError("the plug-in \"" + law->name + "\" raised " + kept->what(), kept);
  } catch (const py::builtin_exception& fault) {
    fault.set_error();
    auto kept = std::make_shared<py::error_already_set>();
    throw PythonPluginError(fault.what(), kept);
  }
  return FOURFOOT_NO_DERIVATIVES;
}

// Lets go of Python objects from any thread; after the interpreter has ended they are left.
template <class T>
std::shared_ptr<T> hold(T* owned) {
  return std::shared_ptr<T>(owned, [](T* object) {
    if (Py_IsInitialized() == 0) return;
    const py::gil_scoped_acquire acquire;
    delete object;
  });
}

void add_python(int kind, const std::string& name, py::object function, std::size_t inputs,
                std::size_t parameters, std::size_t outputs, std::size_t states) {
  if (!PyCallable_Check(function.ptr())) throw py::type_error("a plug-in needs a function");
  if (inputs > PluginCall::most_inputs || outputs > PluginCall::most_outputs)
    throw py::value_error("a plug-in with too many numbers");
  auto law = hold(new PythonLaw{name, std::move(function), inputs, parameters, outputs});
  void* const context = law.get();
  const py::gil_scoped_release release;  // the one before may belong to a run
  add_plugin({name, static_cast<fourfoot_plugin_kind>(kind), parameters, states, &call_python,
              context, std::move(law)});
}

void add_pointer(int kind, const std::string& name, std::uintptr_t pointer, std::size_t parameters,
                 std::size_t states, py::object owner) {
  auto held = hold(new py::object(std::move(owner)));
  const py::gil_scoped_release release;
  add_plugin({name, static_cast<fourfoot_plugin_kind>(kind), parameters, states,
              reinterpret_cast<fourfoot_law>(pointer), nullptr, std::move(held)});
}

void translate_plugin(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const PythonPluginError& error) {
    error.restore();
  } catch (const PluginError& error) {
    const py::object type = py::module_::import("fourfoot.errors").attr("RunError");
    PyErr_SetString(type.ptr(), error.what());
  }
}

}  // namespace

py::object find_plugin_exception(const std::exception_ptr& fault) {
  if (!fault) return py::none();
  try {
    std::rethrow_exception(fault);
  } catch (const PythonPluginError& error) {
    return error.get();
  } catch (...) {
    return py::none();
  }
}

void bind_plugin(py::module_& m) {
  py::register_exception_translator(&translate_plugin);
  m.attr("plugin_version") = FOURFOOT_PLUGIN_VERSION;
  m.def("add_python_plugin", &add_python, py::arg("kind"), py::arg("name"), py::arg("function"),
        py::arg("inputs"), py::arg("parameters"), py::arg("outputs"), py::arg("states"));
  m.def("add_pointer_plugin", &add_pointer, py::arg("kind"), py::arg("name"), py::arg("pointer"),
        py::arg("parameters"), py::arg("states"), py::arg("owner"));
  m.def("remove_plugin", &remove_plugin, py::arg("name"), py::call_guard<py::gil_scoped_release>());
  m.def("list_plugins", &list_plugins);
  m.def("allow_code", &allow_plugin_code, py::arg("is_allowed"));
  m.def("is_code_allowed", &is_plugin_code_allowed);
}

}  // namespace fourfoot::python
