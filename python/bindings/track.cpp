#include "bindings/bindings.h"

namespace fourfoot::python {

void bind_track(pybind11::module_&) {}

}  // namespace fourfoot::python
