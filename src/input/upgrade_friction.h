#pragma once

#include "input/upgrade.h"

namespace fourfoot::input {

/// The line that stands for one that is gone, so that the lines behind it keep their numbers.
inline constexpr const char* gone_line = "\x01";

/// The text with friction along the line as rails have it now (scenario/old_friction.h): sections
/// at its end, `gone_line` where the old keys stood. InputError (old-key) where the text alone does
/// not tell them: friction from another file, rails that have sections or friction already, keys in
/// an inline table.
std::string upgrade_friction(const std::string& text, const std::string& name,
                             std::vector<UpgradedLine>& told);

}  // namespace fourfoot::input
