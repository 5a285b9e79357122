#include "input/scenario_file.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <fstream>
#include <string_view>

#include "input/columns.h"
#include "input/profile_file.h"

namespace fourfoot::input {

bool is_hdf5(const std::filesystem::path& path) {
  constexpr std::string_view mark = "\x89HDF\r\n\x1a\n";
  std::array<char, mark.size()> begin{};
  std::ifstream stream(path, std::ios::binary);
  stream.read(begin.data(), begin.size());
  return std::string_view(begin.data(), begin.size()) == mark;
}

std::string find_cache_folder() {
  const auto get = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (std::string own = get("FOURFOOT_CACHE"); !own.empty()) return own;
  if (const std::string cache = get("XDG_CACHE_HOME"); !cache.empty()) return cache + "/fourfoot";
  const std::string home = get("HOME");
  return home.empty() ? "" : home + "/.cache/fourfoot";
}

Document load_scenario(const ScenarioSource& source, const std::vector<Setting>& overrides) {
  const Schema& schema = *scenario::get_scenario_schema();
  if (source.text == nullptr) return load_document(source.file, schema, overrides);
  return load_document(source.text, source.file.parent_path(), schema, overrides);
}

ScenarioFile read_scenario_file(const ScenarioSource& source,
                                const std::vector<Setting>& overrides) {
  Document document = load_scenario(source, overrides);
  ScenarioFile file;
  file.sources = std::move(document.sources);
  file.load_cases = std::move(document.load_cases);
  file.scenario = scenario::read_scenario(document.root, make_data_readers(file.sources),
                                          make_point_opener(file.sources));
  file.scenario.cache_folder = find_cache_folder();
  return file;
}

track::TrackDescription read_track_file(const std::filesystem::path& path,
                                        const std::vector<Setting>& overrides) {
  Document document = load_document(path, *scenario::get_track_file_schema(), overrides);
  return track::read_track_description(document.root, make_data_readers(document.sources));
}

FileKind find_file_kind(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const char* known : {".prw", ".prr", ".whl", ".ban"})
    if (ending == known) return FileKind::profile;
  if (is_hdf5(path)) return FileKind::results;
  for (const char* known : {".xml", ".landxml", ".ifc", ".csv", ".tsv"})
    if (ending == known) return FileKind::track;
  const Raw raw = load_raw(path);
  const RawTable& table = *raw.as_table();
  if (const RawEntry* format = find_entry(table, "format")) {
    const std::string* text = format->value.as_text();
    if (text != nullptr && text->find("vehicle") != std::string::npos) return FileKind::vehicle;
    if (text != nullptr && text->find("track") != std::string::npos) return FileKind::track;
    if (text != nullptr && text->find("study") != std::string::npos) return FileKind::study;
    if (text != nullptr && text->find("optimisation") != std::string::npos)
      return FileKind::optimisation;
    if (text != nullptr && text->find("wear") != std::string::npos) return FileKind::wear;
    return FileKind::scenario;
  }
  if (find_entry(table, "horizontal") != nullptr || find_entry(table, "alignment") != nullptr)
    return FileKind::track;
  if (find_entry(table, "objectives") != nullptr) return FileKind::optimisation;
  if (find_entry(table, "parameters") != nullptr) return FileKind::study;
  if (find_entry(table, "cases") != nullptr) return FileKind::wear;
  const bool has_profiles = find_entry(table, "wheel_rail") != nullptr ||
                            find_entry(table, "wheels") != nullptr ||
                            find_entry(table, "rails") != nullptr;
  if (has_profiles && find_entry(table, "bodies") == nullptr &&
      find_entry(table, "parts") == nullptr && find_entry(table, "vehicle") == nullptr &&
      find_entry(table, "run") == nullptr && find_entry(table, "speed") == nullptr)
    return FileKind::geometry;
  if (find_entry(table, "pieces") != nullptr || find_entry(table, "points") != nullptr)
    return FileKind::profile;
  const bool is_vehicle =
      find_entry(table, "bodies") != nullptr || find_entry(table, "parts") != nullptr;
  return is_vehicle ? FileKind::vehicle : FileKind::scenario;
}

}  // namespace fourfoot::input
