#include "base/version.h"
#include "bindings/bindings.h"

namespace {

newfunc new_of_pybind11 = nullptr;

PyObject* make_by_call(PyTypeObject* type, PyObject* arguments, PyObject* keywords) {
  return new_of_pybind11(type, arguments, keywords);
}

/// Objects are made by calling their class. `Class.__new__(Class)` would give one whose C++ part was
/// never constructed; Python itself refuses it where a class does not share its base's tp_new.
void forbid_bare_new(const pybind11::module_& m) {
  for (const auto& entry : m.attr("__dict__").cast<pybind11::dict>()) {
    if (!PyType_Check(entry.second.ptr())) continue;
    auto* type = reinterpret_cast<PyTypeObject*>(entry.second.ptr());
    if (Py_TYPE(type) == &PyType_Type) continue;  // an exception, or somebody else's
    if (new_of_pybind11 == nullptr) new_of_pybind11 = type->tp_new;
    type->tp_new = make_by_call;
    PyType_Modified(type);
  }
}

}  // namespace

PYBIND11_MODULE(_core, m) {
  using namespace fourfoot;
  m.doc() = "What the package fourfoot is made of; import fourfoot instead.";
  m.attr("version") = get_version();
  m.attr("commit") = get_commit();
  python::bind_errors(m);
  python::bind_scenario(m);
  python::bind_results(m);
  python::bind_run(m);
  python::bind_stepping(m);
  python::bind_analysis(m);
  python::bind_linearise(m);
  python::bind_stability(m);
  python::bind_stability_map(m);
  python::bind_study(m);
  python::bind_optimise(m);
  python::bind_evaluate(m);
  python::bind_files(m);
  python::bind_contact(m);
  python::bind_track(m);
  python::bind_profile(m);
  python::bind_plugin(m);
  forbid_bare_new(m);
}
