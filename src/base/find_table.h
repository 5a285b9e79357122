#pragma once

#include <string>
#include <vector>

#include "base/value.h"

namespace fourfoot {

/// The table under this key; nullptr if there is none.
inline const Table* find_table(const Table& table, const std::string& key) {
  return table.has(key) ? &table.table(key) : nullptr;
}

/// Where several tables may say a thing, the first that has the key counts; nullptr: none has.
/// Tables that are not there (nullptr) are passed over.
inline const Table* find_first_with(const std::vector<const Table*>& tables,
                                    const std::string& key) {
  for (const Table* table : tables)
    if (table != nullptr && table->has(key)) return table;
  return nullptr;
}

}  // namespace fourfoot
