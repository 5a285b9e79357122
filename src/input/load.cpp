#include "input/load.h"

#include <algorithm>
#include <optional>
#include <system_error>

#include "input/alignment_file.h"
#include "input/check.h"
#include "input/load_case.h"
#include "input/model_path.h"
#include "input/walk.h"

namespace fourfoot::input {

namespace {

namespace fs = std::filesystem;

Raw make_table(const char* key, const Raw& value) {
  Raw table = value;
  table.data = RawTable{RawEntry{key, value.where, value}};
  return table;
}

// A wheel's or rail's profile may be named by its file of points alone, a line by that of its
// alignment: the table that says so. Nothing if the name is one of a TOML file.
std::optional<Raw> make_data_table(const Raw& name, const fs::path& file, const std::string& kind) {
  if (file.extension() == ".toml") return std::nullopt;
  if (kind == "profile") return make_table("points", name);
  if (kind == "alignment") return make_table("file", name);
  if (kind == "track" && is_alignment_file(file))
    return make_table("alignment", make_table("file", name));
  return std::nullopt;
}

/// Reads files and what they draw in, remembering each once.
class Loader {
 public:
  Raw load(const fs::path& path, const SourceLocation& named_at) {
    std::error_code error;
    fs::path identity = fs::weakly_canonical(path, error);
    if (error) identity = path;
    if (std::find(open_.begin(), open_.end(), identity) != open_.end()) {
      throw InputError(Finding{"cyclic-include", named_at,
                               "\"" + path.string() + "\" includes itself: " + describe(identity),
                               "take one of these includes out"});
    }
    if (open_.size() > max_depth) {
      throw InputError(
          Finding{"cyclic-include", named_at, "files are included more than 32 deep", ""});
    }
    if (++loads_ > max_loads) {
      throw InputError(Finding{"cyclic-include", named_at, "more than 1000 files are included",
                               "a file that is included twice counts twice"});
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
    // What is included twice is copied twice, and what that includes again.
    bytes_ += source->text.size();
    if (bytes_ > most_bytes)
      throw InputError(Finding{"files-too-large",
                               {source, 0, 0, 1},
                               "with what it includes, the input is larger than 8 MB",
                               "tables of numbers go to data files (CSV)"});
    Raw raw = parse_toml(std::move(source), folder);
    resolve_includes(raw);
    return raw;
  }

  // Replaces every file name that stands for a table (Kind::path_or_table) by the table in that
  // file.
  void expand_files(Raw& raw, const Schema& schema, std::size_t depth = 0) {
    RawTable* table = raw.as_table();
    if (table == nullptr) return;
    // A file that names itself as a part of itself would never end.
    if (depth > max_depth) {
      throw InputError(Finding{"cyclic-include", raw.where,
                               "files and parts are nested more than 32 deep",
                               "does a part name its own file?"});
    }
    for (const Field& field : schema.fields) {
      RawEntry* entry = field.kind == Kind::path_or_table ? find_entry(*table, field.key) : nullptr;
      if (entry == nullptr) continue;
      if (const std::string* name = entry->value.as_text()) {
        const fs::path file =
            find_model(entry->value.folder, *name, field.schema->name, entry->value.where);
        if (const auto data = make_data_table(entry->value, file, field.schema->name))
          entry->value = *data;
        else
          entry->value = load(file, entry->value.where);
      }
    }
    visit_children(raw, schema, [&](Raw& child, const Schema& child_schema) {
      expand_files(child, child_schema, depth + 1);
    });
  }

  std::vector<std::shared_ptr<const SourceFile>> sources;

 private:
  // `include = "file"` or `include = ["a", "b"]`: what is included lies under what the table says
  // itself.
  void resolve_includes(Raw& raw) {
    const Level level(*this, raw.where);
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
      merge_onto(merged, load(find_model(name->folder, *text, "", name->where), name->where));
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

  static constexpr std::size_t most_bytes = 8u << 20;
  std::size_t bytes_ = 0;
  static constexpr std::size_t max_depth = 32, max_loads = 1000;

  /// Counts how deep tables lie in tables, over the files that they include.
  class Level {
   public:
    Level(Loader& loader, const SourceLocation& where) : loader_(loader) {
      if (++loader_.level_ <= 3 * max_depth) return;
      throw InputError(Finding{"syntax", where,
                               "tables of files that include each other are nested more than 96 "
                               "deep",
                               ""});
    }
    ~Level() { --loader_.level_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;

   private:
    Loader& loader_;
  };

  std::vector<fs::path> open_;
  std::size_t loads_ = 0, level_ = 0;
};

Document finish(Loader& loader, Raw raw, const Schema& schema,
                const std::vector<Setting>& overrides) {
  // Once before files are drawn in, since an override may name such a file, and once after.
  OverrideList list(overrides);
  list.apply(raw);
  loader.expand_files(raw, schema);
  list.apply(raw);
  std::vector<Finding> findings = list.list_faults();
  Document document;
  document.load_cases = apply_load_cases(raw, schema, findings);
  list.apply_again(raw);
  document.root = check_table(raw, schema, findings);
  document.sources = loader.sources;
  if (!findings.empty()) throw InputError(std::move(findings));
  return document;
}

}  // namespace

Document load_document(const fs::path& path, const Schema& schema,
                       const std::vector<Setting>& overrides) {
  Loader loader;
  Raw name;
  name.data = path.filename().string();
  name.folder = path.parent_path();
  // An alignment by itself stands for the track file that names it.
  auto data = make_data_table(name, path, schema.name);
  Raw raw = data ? std::move(*data) : loader.load(path, {});
  return finish(loader, std::move(raw), schema, overrides);
}

Document load_document(std::shared_ptr<const SourceFile> source, const fs::path& folder,
                       const Schema& schema, const std::vector<Setting>& overrides) {
  Loader loader;
  Raw raw = loader.take(std::move(source), folder);
  return finish(loader, std::move(raw), schema, overrides);
}

Raw load_raw(const fs::path& path) {
  return Loader().load(path, {});
}

}  // namespace fourfoot::input
