#pragma once

#include <pybind11/pybind11.h>

/// The extension module fourfoot._core: one function, in a file of its own, for what each room
/// gives. The package's Python files make it pleasant; here nothing is computed.
namespace fourfoot::python {

void bind_contact(pybind11::module_& m);
void bind_errors(pybind11::module_& m);
void bind_profile(pybind11::module_& m);
void bind_track(pybind11::module_& m);

}  // namespace fourfoot::python
