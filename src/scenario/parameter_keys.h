#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/value.h"

/// Entries of a scenario that a parameter of a study or of an optimisation sets: `key`, or `keys`
/// for several that change together.
namespace fourfoot::scenario {

/// InputError unless the parameter has one of both.
std::vector<std::string> read_keys(const Table& parameter);
/// A list with one number for each key; `otherwise` where the parameter has none.
std::vector<double> read_for_each_key(const Table& parameter, const char* list, double otherwise,
                                      std::size_t keys);

}  // namespace fourfoot::scenario
