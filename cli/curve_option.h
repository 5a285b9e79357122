#pragma once

#include <string>
#include <vector>

#include "io/scenario_file.h"

namespace fourfoot::cli {

/// What the option --radius sets: "straight", "600 m" (to the left; negative: to the right) or
/// "600/128 mm" (radius / cant of the outer rail). A long level piece of that curve, without
/// irregularities, takes the place of the scenario's line, with the vehicle in its middle.
/// InputError bad-number, unknown-unit, wrong-unit, out-of-range.
struct CurveSetting {
  std::string name;  ///< as tables call it: "straight" or the radius in metres
  std::vector<io::Override> settings;
};

CurveSetting read_curve(const std::string& text);

}  // namespace fourfoot::cli
