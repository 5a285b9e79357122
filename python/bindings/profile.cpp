#include "bindings/bindings.h"

namespace fourfoot::python {

void bind_profile(pybind11::module_&) {}

}  // namespace fourfoot::python
