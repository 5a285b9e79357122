#include "input/raw.h"

#include <algorithm>
#include <fstream>
#include <system_error>

namespace fourfoot::input {

namespace {

constexpr std::size_t max_file_bytes = 64u << 20;

std::string get_path_hint(const SourceLocation& named_at) {
  if (!named_at.known()) return {};
  return named_at.name() == "--set" ? "a path after --set is relative to the current folder"
                                    : "paths are relative to the file that names them";
}

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
  if (status.type() == std::filesystem::file_type::not_found) {
    throw make_file_error("file-not-found", path, named_at, "does not exist",
                          get_path_hint(named_at));
  }
  if (error) throw make_file_error("file-unreadable", path, named_at, error.message(), "");
  if (std::filesystem::is_directory(status)) {
    throw make_file_error("file-unreadable", path, named_at, "is a folder, not a file", "");
  }
  std::ifstream stream(path, std::ios::binary);
  if (!stream) {
    throw make_file_error("file-unreadable", path, named_at, "cannot be opened",
                          "check its permissions");
  }
  // Read by pieces: a device or pipe has no size to ask for, and may never end.
  std::string text;
  std::vector<char> piece(1u << 16);
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())),
         stream.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > max_file_bytes) {
      throw make_file_error("file-unreadable", path, named_at, "is larger than 64 MB", "");
    }
  }
  if (!stream.eof()) {
    throw make_file_error("file-unreadable", path, named_at, "cannot be read to its end", "");
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

}  // namespace fourfoot::input
