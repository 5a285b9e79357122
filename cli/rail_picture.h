#pragma once

#include <cairo/cairo.h>

#include <vector>

#include "scenario/scene_rails.h"

namespace fourfoot::cli {

/// Cross sections of the rails one behind the other, the left rail beside the right one, seen from
/// the front: blade before stock rail, nose between wing rails. Lateral and vertical scale are
/// equal; along s sections stand at equal distances, each with its chainage.
constexpr double rail_picture_height = 400.0;

/// Draws nothing without rails. `x`, `y`: upper left corner; `width` of the page there.
void draw_rail_sections(cairo_t* c, const std::vector<scenario::SceneRail>& rails, double x,
                        double y, double width);

}  // namespace fourfoot::cli
