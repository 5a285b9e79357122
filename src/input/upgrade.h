#pragma once

#include <string>
#include <vector>

namespace fourfoot::input {

/// One line that was rewritten.
struct UpgradedLine {
  int line = 0;  ///< of the old text, from 1
  std::string before, after;
};

struct Upgrade {
  std::string text;
  std::vector<UpgradedLine> lines;  ///< empty: the text is as it should be
};

/// A scenario, geometry or study file as it is written now: entries of `wheel_rail` go to `wheels`
/// and `rails`, comments and order stay with them, keys get the names they have now, friction along
/// the line becomes sections of the rails. Works on the text, line by line, so that nothing else of
/// it changes. InputError (old-key) where `wheel_rail` is a file or an inline table, which somebody
/// has to write anew.
Upgrade upgrade_text(const std::string& text, const std::string& name);

}  // namespace fourfoot::input
