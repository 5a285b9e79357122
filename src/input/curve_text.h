#pragma once

#include <string>
#include <vector>

#include "base/setting.h"

namespace fourfoot::input {

/// What the option --radius sets: "straight", "600 m" (to the left; negative: to the right) or
/// "600/128 mm" (radius / cant of the outer rail); what that does: scenario/curve_setting.h.
/// InputError bad-number, unknown-unit, wrong-unit, out-of-range.
struct CurveSetting {
  std::string name;  ///< as tables call it: "straight" or the radius in metres
  std::vector<Setting> settings;
};

CurveSetting read_curve(const std::string& text);

}  // namespace fourfoot::input
