#pragma once

#include "jobs/choose_channels.h"

namespace fourfoot::cli {

using jobs::choose_channels;

}  // namespace fourfoot::cli
