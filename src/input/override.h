#pragma once

#include <string>
#include <vector>

#include "base/setting.h"
#include "input/raw.h"

namespace fourfoot::input {

/// Splits "key=value"; an InputError if there is no "=", or no key.
Setting parse_override(const std::string& argument);

/// Overrides on their way into a file's tree. Each is a small source of its own, so that a fault in
/// it has a line and a caret like any other.
class OverrideList {
 public:
  explicit OverrideList(const std::vector<Setting>& overrides);

  /// Puts in what can be put in, making tables on the way. What runs into a value that is not a
  /// table (a file name that is still to be replaced by its content) is left for a later call.
  void apply(Raw& root);
  /// Puts everything in once more, after load cases may have covered it. What names a file or a
  /// load case has done its work.
  void apply_again(Raw& root);
  /// One finding for each override that matched nothing.
  std::vector<Finding> list_faults() const;

 private:
  struct Pending {
    std::vector<std::string> path;
    SourceLocation key_where;
    Raw value;
    bool applied = false;
    std::string obstacle;  ///< why it matched nothing
  };
  static Pending parse(const Setting& given);
  static bool apply(Pending& pending, Raw& root);

  std::vector<Pending> pending_;
};

}  // namespace fourfoot::input
