#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "base/source_location.h"

namespace fourfoot {

/// One fault in what the user wrote.
struct Finding {
  std::string id;         ///< stable name of the kind of fault, e.g. "unknown-key"
  SourceLocation where;   ///< may be unknown (a missing file, a command-line argument)
  std::string message;    ///< what is wrong
  std::string hint = {};  ///< what was expected, or the way out
};

/// "file:line:column: error[id]: message", the line, a caret under the fault, the hint.
std::string format(const Finding& finding);

/// The input is wrong; holds everything that was found, not only the first fault. Exit code 2.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::vector<Finding> findings);
  explicit InputError(Finding finding);
  // Each throw would compile these otherwise.
  InputError(const InputError&);
  InputError& operator=(const InputError&);
  ~InputError() override;
  const std::vector<Finding>& findings() const { return findings_; }

 private:
  std::vector<Finding> findings_;
};

/// The calculation failed numerically (step underflow, no convergence, derailment). Exit code 3.
class RunError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The closest of `candidates` to `word` if it is close enough to be a slip of the keyboard, else
/// empty.
std::string find_closest(const std::string& word, const std::vector<std::string>& candidates);

/// `did you mean "x"?` if there is a close candidate, else `expected one of: a, b, c`.
std::string suggest(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace fourfoot
