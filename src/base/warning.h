#pragma once

#include <string>

#include "base/error.h"

namespace fourfoot {

/// "file:line:column: warning[id]: message", the line, a caret, the hint: something is allowed, but
/// hardly what was meant.
std::string format_warning(const Finding& finding);

}  // namespace fourfoot
