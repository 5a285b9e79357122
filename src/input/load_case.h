#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "base/schema.h"
#include "input/raw.h"

namespace fourfoot::input {

/// A table may name load cases (tare, laden): entries that are put on top of it when its
/// `load_case`, or that of a table around it, chooses them. Puts the chosen ones in place, takes
/// `load_cases` out of the tree, and returns the names of all there are. A choice that nothing in
/// its table answers to is a finding.
std::vector<std::string> apply_load_cases(Raw& raw, const Schema& schema,
                                          std::vector<Finding>& findings);

}  // namespace fourfoot::input
