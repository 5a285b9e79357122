#include "io/load.h"

#include <algorithm>
#include <charconv>

#include "io/check.h"

namespace fourfoot::io {

namespace {

namespace fs = std::filesystem;

/// Reads files and what they draw in, remembering each once.
class Loader {
 public:
  Raw load(const fs::path& path, const SourceLocation& named_at) {
    const fs::path identity = fs::weakly_canonical(path);
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) {
      throw InputError(Finding{"cyclic-include", named_at,
                               "\"" + path.string() + "\" includes itself: " + describe(identity),
                               "take one of these includes out"});
    }
    if (open_.size() > 32) {
      throw InputError(
          Finding{"cyclic-include", named_at, "files are included more than 32 deep", ""});
    }
    open_.push_back(identity);
    Raw raw = take(read_source(path, named_at), path.parent_path());
    open_.pop_back();
    return raw;
  }

  Raw take(std::shared_ptr<const SourceFile> source, const fs::path& folder) {
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const auto& s) { return s->name == source->name; })) {
      sources.push_back(source);
    }
    Raw raw = parse_toml(std::move(source), folder);
    resolve_includes(raw);
    return raw;
  }

  // Replaces every file name that stands for a table (Kind::path_or_table) by the table in that
  // file.
  void expand_files(Raw& raw, const Schema& schema) {
    RawTable* table = raw.as_table();
    if (table == nullptr) return;
    for (const Field& field : schema.fields) {
      RawEntry* entry = find_entry(*table, field.key);
      if (entry == nullptr || !field.schema) continue;
      if (field.kind == Kind::path_or_table) {
        if (const std::string* name = entry->value.as_text()) {
          entry->value = load(entry->value.folder / *name, entry->value.where);
        }
        expand_files(entry->value, *field.schema);
      } else if (field.kind == Kind::table) {
        expand_files(entry->value, *field.schema);
      } else if (field.kind == Kind::dictionary) {
        if (RawTable* children = entry->value.as_table()) {
          for (RawEntry& child : *children) expand_files(child.value, *field.schema);
        }
      } else if (field.kind == Kind::tables) {
        if (RawArray* children = std::get_if<RawArray>(&entry->value.data)) {
          for (Raw& child : *children) expand_files(child, *field.schema);
        }
      }
    }
  }

  std::vector<std::shared_ptr<const SourceFile>> sources;

 private:
  // `include = "file"` or `include = ["a", "b"]`: what is included lies under what the table says
  // itself.
  void resolve_includes(Raw& raw) {
    if (RawArray* array = std::get_if<RawArray>(&raw.data)) {
      for (Raw& element : *array) resolve_includes(element);
      return;
    }
    RawTable* table = raw.as_table();
    if (table == nullptr) return;
    for (RawEntry& entry : *table) resolve_includes(entry.value);
    const RawEntry* include = find_entry(*table, "include");
    if (include == nullptr) return;

    std::vector<const Raw*> names;
    if (const RawArray* array = std::get_if<RawArray>(&include->value.data)) {
      for (const Raw& name : *array) names.push_back(&name);
    } else {
      names.push_back(&include->value);
    }
    Raw merged;
    merged.data = RawTable{};
    for (const Raw* name : names) {
      const std::string* text = name->as_text();
      if (text == nullptr) {
        throw InputError(Finding{"wrong-type", name->where, "\"include\" is " + name->describe(),
                                 "expected a file name in quotes, or an array of them"});
      }
      merge_onto(merged, load(name->folder / *text, name->where));
    }
    table->erase(table->begin() + (include - table->data()));
    merge_onto(merged, std::move(raw));
    raw = std::move(merged);
  }

  std::string describe(const fs::path& last) const {
    std::string chain;
    const auto first = std::find(open_.begin(), open_.end(), last);
    for (auto it = first; it != open_.end(); ++it) chain += it->filename().string() + " > ";
    return chain + last.filename().string();
  }

  std::vector<fs::path> open_;
};

std::vector<std::string> split_key(const std::string& key) {
  std::vector<std::string> parts(1);
  for (const char c : key) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

// An override as a small source of its own, so that faults in it have a line and a caret too.
struct PendingOverride {
  std::vector<std::string> path;
  SourceLocation key_where;
  Raw value;
  bool applied = false;
};

PendingOverride parse_value(const Override& given) {
  const std::string line = given.key + "=" + given.value;
  const auto source = std::make_shared<SourceFile>(SourceFile{"--set", line});
  PendingOverride pending;
  pending.path = split_key(given.key);
  pending.key_where = {source, 1, 1, static_cast<int>(given.key.size())};
  try {
    const auto as_toml = std::make_shared<SourceFile>(SourceFile{"--set", "value=" + given.value});
    Raw parsed = parse_toml(as_toml, {});
    if (parsed.as_table()->size() != 1) throw InputError(Finding{"syntax", {}, "", ""});
    pending.value = std::move(parsed.as_table()->front().value);
  } catch (const InputError&) {
    pending.value.data = given.value;
  }
  pending.value.where = {source, 1, static_cast<int>(given.key.size()) + 2,
                         std::max(1, static_cast<int>(given.value.size()))};
  return pending;
}

Raw* find_child(Raw& raw, const std::string& key) {
  if (RawTable* table = raw.as_table()) {
    RawEntry* entry = find_entry(*table, key);
    return entry == nullptr ? nullptr : &entry->value;
  }
  RawArray* array = std::get_if<RawArray>(&raw.data);
  std::size_t number = 0;
  if (array == nullptr ||
      std::from_chars(key.data(), key.data() + key.size(), number).ptr != key.data() + key.size()) {
    return nullptr;
  }
  return number >= 1 && number <= array->size() ? &(*array)[number - 1] : nullptr;
}

// Puts the value in its place, making tables on the way. False where the path runs into something
// that is not a table (yet): a file name that is still to be replaced by its content.
bool apply(PendingOverride& pending, Raw& root) {
  Raw* node = &root;
  for (std::size_t i = 0; i + 1 < pending.path.size(); ++i) {
    Raw* child = find_child(*node, pending.path[i]);
    if (child == nullptr) {
      RawTable* table = node->as_table();
      if (table == nullptr) return false;
      Raw empty;
      empty.data = RawTable{};
      empty.where = pending.key_where;
      table->push_back({pending.path[i], pending.key_where, std::move(empty)});
      child = &table->back().value;
    }
    node = child;
  }
  if (Raw* existing = find_child(*node, pending.path.back())) {
    if (RawTable* table = node->as_table())
      find_entry(*table, pending.path.back())->key_where = pending.key_where;
    *existing = pending.value;
  } else if (RawTable* table = node->as_table()) {
    table->push_back({pending.path.back(), pending.key_where, pending.value});
  } else {
    return false;
  }
  return pending.applied = true;
}

void apply_overrides(std::vector<PendingOverride>& pending, Raw& root) {
  for (PendingOverride& override : pending) {
    if (!override.applied) apply(override, root);
  }
}

Document finish(Loader& loader, Raw raw, const Schema& schema,
                const std::vector<Override>& overrides) {
  std::vector<PendingOverride> pending;
  for (const Override& given : overrides) pending.push_back(parse_value(given));
  apply_overrides(pending, raw);
  loader.expand_files(raw, schema);
  apply_overrides(pending, raw);
  std::vector<Finding> findings;
  for (const PendingOverride& override : pending) {
    if (!override.applied) {
      findings.push_back({"unknown-key", override.key_where, "there is no such entry to set", ""});
    }
  }
  Document document;
  document.root = check_table(raw, schema, findings);
  document.sources = loader.sources;
  if (!findings.empty()) throw InputError(std::move(findings));
  return document;
}

}  // namespace

Override parse_override(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0) {
    const auto source = std::make_shared<SourceFile>(SourceFile{"--set", argument});
    throw InputError(Finding{"bad-override",
                             {source, 1, 1, static_cast<int>(argument.size())},
                             "an override is written key=value",
                             "for example --set speed.v=\"60 km/h\""});
  }
  return {argument.substr(0, equals), argument.substr(equals + 1)};
}

Document load_document(const fs::path& path, const Schema& schema,
                       const std::vector<Override>& overrides) {
  Loader loader;
  Raw raw = loader.load(path, {});
  return finish(loader, std::move(raw), schema, overrides);
}

Document load_document(std::shared_ptr<const SourceFile> source, const fs::path& folder,
                       const Schema& schema, const std::vector<Override>& overrides) {
  Loader loader;
  Raw raw = loader.take(std::move(source), folder);
  return finish(loader, std::move(raw), schema, overrides);
}

}  // namespace fourfoot::io
