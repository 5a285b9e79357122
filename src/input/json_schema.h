#pragma once

#include <string>

#include "base/schema.h"

namespace fourfoot::input {

/// A JSON Schema (draft 2020-12) of a file kind, so that editors complete and check our TOML files.
/// Made from the same rows that the reader checks with.
std::string make_json_schema(const Schema& schema);

}  // namespace fourfoot::input
