#include "io/scenario_file.h"

namespace fourfoot::io {

ScenarioFile read_scenario_file(const std::filesystem::path& path,
                                const std::vector<Override>& overrides) {
  Document document = load_document(path, *analysis::get_scenario_schema(), overrides);
  return {analysis::read_scenario(document.root), std::move(document.sources)};
}

FileKind find_file_kind(const std::filesystem::path& path) {
  const Raw raw = parse_toml(read_source(path), path.parent_path());
  const RawTable& table = *raw.as_table();
  if (const RawEntry* format = find_entry(table, "format")) {
    const std::string* text = format->value.as_text();
    if (text != nullptr && text->find("vehicle") != std::string::npos) return FileKind::vehicle;
    return FileKind::scenario;
  }
  return find_entry(table, "bodies") != nullptr ? FileKind::vehicle : FileKind::scenario;
}

}  // namespace fourfoot::io
