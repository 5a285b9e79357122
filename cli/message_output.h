#pragma once

#include <string>

namespace fourfoot::cli {

/// Prints errors and warnings on standard error. On a terminal the words error and warning with
/// their ids, and the carets below a line, are coloured; NO_COLOR and TERM=dumb turn that off.
void print_message(const std::string& text);

/// The text with colours (ANSI escapes), line by line.
std::string colour_message(const std::string& text);

}  // namespace fourfoot::cli
