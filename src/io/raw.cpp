#include "io/raw.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>

namespace fourfoot::io {

namespace {

constexpr std::uintmax_t max_file_bytes = 64u << 20;

InputError make_file_error(const char* id, const std::filesystem::path& path,
                           const SourceLocation& at, const std::string& why,
                           const std::string& hint) {
  return InputError(Finding{id, at, "\"" + path.string() + "\" " + why, hint});
}

}  // namespace

std::string Raw::describe() const {
  static const char* const names[] = {"a table",  "an array",     "text",          "a whole number",
                                      "a number", "true / false", "a date or time"};
  return names[data.index()];
}

const RawEntry* find_entry(const RawTable& table, const std::string& key) {
  const auto it =
      std::find_if(table.begin(), table.end(), [&](const RawEntry& e) { return e.key == key; });
  return it == table.end() ? nullptr : &*it;
}

RawEntry* find_entry(RawTable& table, const std::string& key) {
  return const_cast<RawEntry*>(find_entry(std::as_const(table), key));
}

std::shared_ptr<const SourceFile> read_source(const std::filesystem::path& path,
                                              const SourceLocation& named_at) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  if (!std::filesystem::exists(status)) {
    throw make_file_error("file-not-found", path, named_at, "does not exist",
                          named_at.known() ? "paths are relative to the file that names them" : "");
  }
  if (std::filesystem::is_directory(status)) {
    throw make_file_error("file-unreadable", path, named_at, "is a folder, not a file", "");
  }
  if (std::filesystem::is_regular_file(status) &&
      std::filesystem::file_size(path, error) > max_file_bytes) {
    throw make_file_error("file-unreadable", path, named_at, "is larger than 64 MB", "");
  }
  std::ifstream stream(path, std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  if (!stream.good() && !stream.eof()) {
    throw make_file_error("file-unreadable", path, named_at, "cannot be read",
                          "check its permissions");
  }
  return std::make_shared<SourceFile>(SourceFile{path.string(), std::move(text)});
}

void merge_onto(Raw& base, Raw over) {
  RawTable* lower = base.as_table();
  RawTable* upper = over.as_table();
  if (lower == nullptr || upper == nullptr) {
    base = std::move(over);
    return;
  }
  for (RawEntry& entry : *upper) {
    if (RawEntry* existing = find_entry(*lower, entry.key)) {
      existing->key_where = entry.key_where;
      merge_onto(existing->value, std::move(entry.value));
    } else {
      lower->push_back(std::move(entry));
    }
  }
  base.where = over.where;
  base.folder = over.folder;
}

}  // namespace fourfoot::io
