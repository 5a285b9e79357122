#include "results/report_study.h"

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "results/json_file.h"

namespace fourfoot::results {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

[[noreturn]] void refuse_study(const fs::path& path) {
  throw InputError(Finding{"not-results",
                           {},
                           "\"" + path.string() + "\" is not what a stability verb wrote",
                           "expected a results file, the JSON of eigen or bifurcation, or the CSV "
                           "of stability-map"});
}

char read_first_letter(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return '\0';
  std::ifstream in(path, std::ios::binary);
  char letter = '\0';
  in >> letter;  // skips blanks
  return letter;
}

// By what stands at their first point: modes of an eigenvalue problem, or a kind of motion.
std::string find_kind(const json& content) {
  if (!content.is_object()) return "";
  const auto points = content.find("points");
  if (points == content.end() || !points->is_array() || points->empty()) return "";
  const json& first = points->front();
  if (!first.is_object() || !first.contains("value")) return "";
  if (first.contains("modes")) return "eigen";
  if (first.contains("motion")) return "bifurcation";
  return "";
}

// Cells hold neither commas nor quotes (cli/study_run.h).
std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> cells(1);
  for (const char c : line) {
    if (c == ',')
      cells.emplace_back();
    else if (c != '\r')
      cells.back() += c;
  }
  return cells;
}

json read_map(const fs::path& path) {
  std::string text, why;
  if (!read_plain_file(path, max_json_bytes, text, why)) refuse_study(path);
  std::istringstream in(text);
  std::string line;
  json rows = json::array();
  while (std::getline(in, line)) {
    if (line.empty() || line[0] == '#') continue;
    rows.push_back(split(line));
  }
  const bool has_head = !rows.empty() && rows[0].size() > 5 && rows[0][1] == "speed" &&
                        rows[0][2] == "sweep" && rows[0][3] == "motion";
  if (!has_head) refuse_study(path);
  json head = rows[0];
  rows.erase(rows.begin());
  return {{"head", std::move(head)}, {"rows", std::move(rows)}};
}

bool is_text_letter(char c) {
  return c >= ' ' && c <= '~';
}

}  // namespace

bool is_study_file(const fs::path& path) {
  const std::string ending = path.extension().string();
  return read_first_letter(path) == '{' ||
         (ending == ".csv" && is_text_letter(read_first_letter(path)));
}

json describe_study(const fs::path& path) {
  if (read_first_letter(path) != '{')
    return {{"file", path.filename().string()}, {"kind", "map"}, {"content", read_map(path)}};
  std::string why;
  json content = read_json(path, why);
  const std::string kind = find_kind(content);
  if (kind.empty()) refuse_study(path);
  return {{"file", path.filename().string()}, {"kind", kind}, {"content", std::move(content)}};
}

}  // namespace fourfoot::results
