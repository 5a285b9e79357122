#pragma once

#include "input/curve_text.h"

namespace fourfoot::cli {

using input::CurveSetting;
using input::read_curve;

}  // namespace fourfoot::cli
