#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"

/// Keys that scenario files of "fourfoot scenario 1" had once, and what they are now.
namespace fourfoot::scenario {

struct MovedKey {
  const char* before;  ///< below the table wheel_rail
  const char* table;   ///< "wheels" or "rails"
  const char* now;     ///< below that table
};
const std::vector<MovedKey>& get_moved_keys();

/// A key that only has another name now, wherever it stands.
struct RenamedKey {
  const char *before, *now;
};
const std::vector<RenamedKey>& get_renamed_keys();

/// The table as it was, so that each of its entries can be told.
Field get_old_wheel_rail_field();

/// Keys of friction along the line (old_friction.h), likewise.
std::vector<Field> list_old_friction_fields();

/// InputError (old-key) with a line for each of them.
void refuse_old_keys(const Table& scenario);

}  // namespace fourfoot::scenario
