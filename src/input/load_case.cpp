#include "input/load_case.h"

#include <algorithm>

#include "input/walk.h"

namespace fourfoot::input {

namespace {

bool has_field(const Schema& schema, const std::string& key) {
  return std::any_of(schema.fields.begin(), schema.fields.end(),
                     [&](const Field& field) { return field.key == key; });
}

class LoadCases {
 public:
  explicit LoadCases(std::vector<Finding>& findings) : findings_(findings) {}

  /// True if anything in the table has the load case `chosen`, or the one it chooses itself.
  bool apply(Raw& raw, const Schema& schema, const std::string* chosen) {
    RawTable* table = raw.as_table();
    if (table == nullptr) return false;
    std::string own;
    SourceLocation own_where;
    const RawEntry* choice =
        has_field(schema, "load_case") ? find_entry(*table, "load_case") : nullptr;
    if (choice != nullptr && choice->value.as_text() != nullptr) {
      own = *choice->value.as_text();
      own_where = choice->value.where;
      chosen = &own;
    }
    const std::size_t begin = names.size();
    bool used = has_field(schema, "load_cases") && take_cases(raw, chosen);
    visit_children(raw, schema, [&](Raw& child, const Schema& child_schema) {
      used = apply(child, child_schema, chosen) || used;
    });
    if (own_where.known() && !used) {
      const std::vector<std::string> here(names.begin() + static_cast<std::ptrdiff_t>(begin),
                                          names.end());
      findings_.push_back({"unknown-name", own_where, "there is no load case \"" + own + "\"",
                           here.empty() ? "there are none" : suggest(own, here)});
    }
    return used;
  }

  std::vector<std::string> names;

 private:
  // Merges the chosen case onto the table, and takes all of them out. What is no table is left for
  // the check to find.
  bool take_cases(Raw& raw, const std::string* chosen) {
    RawTable* table = raw.as_table();
    RawEntry* entry = find_entry(*table, "load_cases");
    if (entry == nullptr || entry->value.as_table() == nullptr) return false;
    for (const RawEntry& one : *entry->value.as_table()) {
      if (one.value.as_table() == nullptr) return false;
    }
    RawTable cases = std::move(*entry->value.as_table());
    table->erase(table->begin() + (entry - table->data()));
    bool used = false;
    for (RawEntry& one : cases) {
      if (std::find(names.begin(), names.end(), one.key) == names.end()) names.push_back(one.key);
      if (chosen == nullptr || one.key != *chosen) continue;
      used = true;
      // The table stays where it is in its own file.
      const SourceLocation where = raw.where;
      const std::filesystem::path folder = raw.folder;
      merge_onto(raw, std::move(one.value));
      raw.where = where;
      raw.folder = folder;
    }
    return used;
  }

  std::vector<Finding>& findings_;
};

}  // namespace

std::vector<std::string> apply_load_cases(Raw& raw, const Schema& schema,
                                          std::vector<Finding>& findings) {
  LoadCases cases(findings);
  cases.apply(raw, schema, nullptr);
  return cases.names;
}

}  // namespace fourfoot::input
