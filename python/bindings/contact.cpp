#include "bindings/bindings.h"

namespace fourfoot::python {

void bind_contact(pybind11::module_&) {}

}  // namespace fourfoot::python
