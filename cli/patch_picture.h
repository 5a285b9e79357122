#pragma once

#include <string>
#include <vector>

#include "contact/exact/exact_patch.h"
#include "contact/wheelset_traction.h"

namespace fourfoot::cli {

/// SVG of a patch by exact theory, seen from above, rolling to the right and y up: elements that stick and that slip,
/// darker where the bound mu p is higher, arrows of the traction on the wheel, the ellipse.
std::string draw_patch(const contact::TangentialInput& in, const contact::ExactForce& solution);

/// SVG of all contacts of one wheelset, in the same way and to one scale, left wheel first: whatever shape they have,
/// no ellipse is drawn.
std::string draw_wheelset(const std::vector<contact::TractionPatch>& patches, double friction);

}  // namespace fourfoot::cli
