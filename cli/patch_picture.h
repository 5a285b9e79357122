#pragma once

#include <string>

#include "contact/exact/exact_patch.h"

namespace fourfoot::cli {

/// SVG of a patch by exact theory, seen from above, rolling to the right and y up: elements that stick and that slip,
/// darker where the bound mu p is higher, arrows of the traction on the wheel, the ellipse.
std::string draw_patch(const contact::TangentialInput& in, const contact::ExactForce& solution);

}  // namespace fourfoot::cli
