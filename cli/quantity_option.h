#pragma once

#include "input/quantity.h"

namespace fourfoot::cli {

using input::read_quantity;
using input::read_range;

}  // namespace fourfoot::cli
