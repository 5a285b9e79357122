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
                           "\"" + path.string() + "\" is not what a verb wrote that a report shows",
                           "expected a results file, the JSON of eigen, bifurcation or evaluate, "
                           "or the CSV of stability-map or sweep"});
}

char read_first_letter(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return '\0';
  std::ifstream in(path, std::ios::binary);
  char letter = '\0';
  in >> letter;  // skips blanks
  return letter;
}

// Figures with limits; or by what stands at the first point: modes of an eigenvalue problem, or a
// kind of motion.
std::string find_kind(const json& content) {
  if (!content.is_object()) return "";
  const auto figures = content.find("figures");
  if (figures != content.end() && figures->is_array() && content.contains("limits") &&
      content.contains("notes"))
    return "evaluation";
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

// A study's table, by the columns that stability-map and sweep write.
std::string find_kind(const std::vector<std::string>& head) {
  if (head.size() > 5 && head[1] == "speed" && head[2] == "sweep" && head[3] == "motion")
    return "map";
  const bool ends = head.size() > 3 && head[head.size() - 2] == "status" && head.back() == "fault";
  return ends ? "sweep" : "";
}

json describe_table(const fs::path& path) {
  std::string text, why;
  if (!read_plain_file(path, max_json_bytes, text, why)) refuse_study(path);
  std::istringstream in(text);
  std::string line;
  std::vector<std::string> head;
  json rows = json::array(), notes = json::array();
  while (std::getline(in, line)) {
    if (line.starts_with("# ") && !line.starts_with("# fourfoot study "))
      notes.push_back(line.substr(2));
    if (line.empty() || line[0] == '#') continue;
    if (head.empty())
      head = split(line);
    else
      rows.push_back(split(line));
  }
  const std::string kind = find_kind(head);
  if (kind.empty()) refuse_study(path);
  return {{"file", path.filename().string()},
          {"kind", kind},
          {"content",
           {{"head", std::move(head)}, {"rows", std::move(rows)}, {"notes", std::move(notes)}}}};
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
  if (read_first_letter(path) != '{') return describe_table(path);
  std::string why;
  json content = read_json(path, why);
  const std::string kind = find_kind(content);
  if (kind.empty()) refuse_study(path);
  return {{"file", path.filename().string()}, {"kind", kind}, {"content", std::move(content)}};
}

}  // namespace fourfoot::results
