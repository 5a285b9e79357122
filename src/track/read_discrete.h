#pragma once

#include "base/schema.h"
#include "base/value.h"
#include "track/description.h"

namespace fourfoot::track {

/// Keys of [support] that a track on sleepers has (model = "discrete").
std::vector<Field> list_discrete_fields();

/// Of a checked table; `d` gets rails and pads, and sleepers and ballast as masses on springs.
void read_discrete(const Table& table, SupportDescription& d);

/// InputError: contradiction, where keys of one model stand beside the other.
void check_support_keys(const Table& table);

}  // namespace fourfoot::track
