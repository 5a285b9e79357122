#pragma once

#include "jobs/limits_file.h"

namespace fourfoot::cli {

using jobs::LimitsFile;
using jobs::load_limits;

}  // namespace fourfoot::cli
