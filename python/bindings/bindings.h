#pragma once

#include <pybind11/pybind11.h>

/// The extension module fourfoot._core: one function, in a file of its own, for what each room
/// gives. The package's Python files make it pleasant; here nothing is computed.
namespace fourfoot::python {

void bind_analysis(pybind11::module_& m);
void bind_contact(pybind11::module_& m);
void bind_contact_geometry(pybind11::module_& m);
void bind_irregularity(pybind11::module_& m);
void bind_errors(pybind11::module_& m);
void bind_plugin(pybind11::module_& m);
void bind_evaluate(pybind11::module_& m);
void bind_files(pybind11::module_& m);
void bind_linearise(pybind11::module_& m);
void bind_optimise(pybind11::module_& m);
void bind_profile(pybind11::module_& m);
void bind_results(pybind11::module_& m);
void bind_run(pybind11::module_& m);
void bind_scenario(pybind11::module_& m);
void bind_stability(pybind11::module_& m);
void bind_stability_map(pybind11::module_& m);
void bind_stepping(pybind11::module_& m);
void bind_study(pybind11::module_& m);
void bind_track(pybind11::module_& m);

}  // namespace fourfoot::python
