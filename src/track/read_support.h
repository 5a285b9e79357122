#pragma once

#include "base/schema.h"
#include "base/value.h"
#include "track/description.h"

namespace fourfoot::track {

/// Keys of [support] in a track file.
SchemaPtr get_support_schema();

/// Of a checked table. InputError: contradiction, support-sections.
SupportDescription read_support(const Table& table);

}  // namespace fourfoot::track
