#pragma once

#include "base/schema.h"
#include "input/raw.h"

namespace fourfoot::input {

/// Calls `visit(child, its schema)` for every table below `raw` that its schema knows as one.
template <class Visit>
void visit_children(Raw& raw, const Schema& schema, Visit visit) {
  RawTable* table = raw.as_table();
  if (table == nullptr) return;
  for (const Field& field : schema.fields) {
    RawEntry* entry = field.schema ? find_entry(*table, field.key) : nullptr;
    if (entry == nullptr) continue;
    RawTable* children = entry->value.as_table();
    RawArray* array = std::get_if<RawArray>(&entry->value.data);
    if (field.kind == Kind::dictionary && children != nullptr) {
      for (RawEntry& child : *children) visit(child.value, *field.schema);
    } else if (field.kind == Kind::tables && array != nullptr) {
      for (Raw& child : *array) visit(child, *field.schema);
    } else if (field.kind == Kind::table || field.kind == Kind::path_or_table) {
      visit(entry->value, *field.schema);
    }
  }
}

}  // namespace fourfoot::input
