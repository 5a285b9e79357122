#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"

namespace fourfoot::input {

struct Raw;
using RawArray = std::vector<Raw>;

/// One `key = value` of a file.
struct RawEntry;
using RawTable = std::vector<RawEntry>;

/// A node of a file as it was written, before anything is known about what it should be. Unlike the
/// parser's own nodes it keeps its location when it is copied, merged by `include` or replaced by
/// `--set`.
struct Raw {
  struct Other {};  ///< a TOML date or time: nothing we use
  std::variant<RawTable, RawArray, std::string, std::int64_t, double, bool, Other> data;
  SourceLocation where;
  std::filesystem::path folder;  ///< folder of the file it stands in; relative paths start there

  const RawTable* as_table() const { return std::get_if<RawTable>(&data); }
  RawTable* as_table() { return std::get_if<RawTable>(&data); }
  const std::string* as_text() const { return std::get_if<std::string>(&data); }
  /// "a table", "text", … for messages.
  std::string describe() const;
};

struct RawEntry {
  std::string key;
  SourceLocation key_where;
  Raw value;
};

const RawEntry* find_entry(const RawTable& table, const std::string& key);
RawEntry* find_entry(RawTable& table, const std::string& key);

/// Parses TOML text; a syntax error is an InputError at its location.
Raw parse_toml(std::shared_ptr<const SourceFile> source, const std::filesystem::path& folder);

/// Reads a file to the last byte; an InputError if it is not there, is a folder, cannot be read or
/// is beyond 64 MB. `named_at` is where the name was written, if it was.
std::shared_ptr<const SourceFile> read_source(const std::filesystem::path& path,
                                              const SourceLocation& named_at = {});

/// Puts `over` on top of `base`: tables merge key by key, everything else is replaced.
void merge_onto(Raw& base, Raw over);

}  // namespace fourfoot::input
