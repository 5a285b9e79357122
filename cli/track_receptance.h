#pragma once

#include <string>

#include "track/description.h"

namespace fourfoot::cli {

/// Prints the receptances of a track on sleepers, 5 to 300 Hz. InputError: contradiction, where the
/// track has none.
void print_receptances(const track::SupportDescription& support, const std::string& format);

}  // namespace fourfoot::cli
