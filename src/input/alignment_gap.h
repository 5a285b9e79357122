#pragma once

#include "track/alignment.h"
#include "track/meet_points.h"

namespace fourfoot::input {

/// Tells where the parts of a line ("elements", "segments") lead past the points stored in its file:
/// a warning from 10 mm on, an InputError above 1 m. `hint` says what may be wrong.
void tell_gap(const track::PointCheck& check, const char* parts, const char* hint,
              track::Alignment& alignment);

}  // namespace fourfoot::input
