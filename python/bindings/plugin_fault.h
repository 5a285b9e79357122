#pragma once

#include <pybind11/pybind11.h>

#include <exception>

namespace fourfoot::python {

/// What a Python function raised as a plug-in, with its traceback; None for any other fault.
pybind11::object find_plugin_exception(const std::exception_ptr& fault);

}  // namespace fourfoot::python
