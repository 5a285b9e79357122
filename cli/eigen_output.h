#pragma once

#include <string>

#include "analysis/root_locus.h"

namespace fourfoot::cli {

/// Of a conjugate pair one is enough.
bool is_mode_shown(const analysis::Mode& mode);

/// Modes as an engineer wants them: name, frequency, damping ratio, growth, the least stable first;
/// of many values the first and the last. Then where modes begin to grow, and the critical value of
/// `key`. `all`: modes that do not oscillate, and shapes, too.
void print_modes(const analysis::RootLocus& locus, const std::string& key, bool all);

}  // namespace fourfoot::cli
