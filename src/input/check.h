#pragma once

#include <vector>

#include "base/error.h"
#include "base/schema.h"
#include "base/value.h"
#include "input/raw.h"

namespace fourfoot::input {

/// Holds a table against its schema: unknown, missing and doubtful keys become findings; what is
/// right is converted to SI. The result is complete only if no finding was added.
Table check_table(const Raw& raw, const Schema& schema, std::vector<Finding>& findings);

}  // namespace fourfoot::input
