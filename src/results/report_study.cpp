#include "results/report_study.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/error.h"
#include "results/json_file.h"
#include "results/report_lines.h"

namespace fourfoot::results {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

[[noreturn]] void refuse_study(const fs::path& path) {
  throw InputError(Finding{
      "not-results",
      {},
      "\"" + path.string() + "\" is not a file that a report can show",
      "expected a results file, the JSON of eigen, bifurcation, "
      "critical-speed, evaluate or optimise, or the CSV of stability-map, sweep, wear or track"});
}

char read_first_letter(const fs::path& path) {
  std::error_code error;
  if (!fs::is_regular_file(path, error)) return '\0';
  std::ifstream in(path, std::ios::binary);
  char letter = '\0';
  in >> letter;  // skips blanks
  return letter;
}

/// The JSON that optimise writes beside its table.
bool is_optimum(const json& content) {
  const auto format = content.find("format");
  const auto is_filled = [&](const char* name) {
    const auto rows = content.find(name);
    return rows != content.end() && rows->is_array() && !rows->empty();
  };
  return format != content.end() && format->is_string() &&
         format->get<std::string>().starts_with("fourfoot optimum ") && is_filled("parameters") &&
         is_filled("objectives");
}

// Figures with limits, of one file or of several side by side; critical speeds by one method or by
// several, or over a second parameter; or by what stands at the first point: modes of an eigenvalue
// problem, or a kind of motion.
std::string find_kind(const json& content) {
  if (!content.is_object()) return "";
  if (is_optimum(content)) return "optimum";
  const auto figures = content.find("figures");
  if (figures != content.end() && figures->is_array() && content.contains("limits") &&
      content.contains("notes"))
    return content.contains("files") ? "comparison" : "evaluation";
  const auto has_rows = [&](const char* name) {
    const auto rows = content.find(name);
    return rows != content.end() && rows->is_array() && !rows->empty();
  };
  if (content.contains("second_parameter") && has_rows("limits")) return "limits";
  const auto points = content.find("points");
  if (points == content.end() && (content.contains("critical_speed") || has_rows("methods")))
    return content.contains("parameter") ? "critical" : "";
  if (points == content.end() || !points->is_array()) return "";
  if (points->empty()) return has_rows("branches") ? "bifurcation" : "";  // continuation alone
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

// A table, by the columns that stability-map, wear, track and sweep write.
std::string find_kind(const std::vector<std::string>& head) {
  const auto has = [&](const char* name) {
    return std::find(head.begin(), head.end(), name) != head.end();
  };
  if (head.size() > 2 && head[0] == "distance [m]" && head[1] == "wheelset" && has("conicity"))
    return "wear";
  if (!head.empty() && head[0] == "s" && has("curvature") && has("cant")) return "track";
  if (head.size() > 5 && head[1] == "speed" && head[2] == "sweep" && head[3] == "motion")
    return "map";
  const bool ends = head.size() > 3 && head[head.size() - 2] == "status" && head.back() == "fault";
  return ends ? "sweep" : "";
}

StudyLines read_table(const fs::path& path) {
  std::string text, why;
  if (!read_plain_file(path, max_json_bytes, text, why)) refuse_study(path);
  std::istringstream in(text);
  StudyLines table;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# ") && !line.starts_with("# fourfoot study ") &&
        !line.starts_with("# fourfoot wear "))
      table.notes.push_back(line.substr(2));
    if (line.empty() || line[0] == '#') continue;
    if (table.head.empty())
      table.head = split(line);
    else
      table.rows.push_back(split(line));
  }
  return table;
}

// The results file of each row; empty where there is none.
std::vector<fs::path> find_kept_runs(const fs::path& path, const StudyLines& table) {
  const auto column = std::find(table.head.begin(), table.head.end(), "results");
  if (column == table.head.end()) return {};
  const auto at = static_cast<std::size_t>(column - table.head.begin());
  std::vector<fs::path> files;
  for (const auto& row : table.rows) {
    std::error_code error;
    const fs::path file = row.size() > at && !row[at].empty() ? path.parent_path() / row[at] : "";
    files.push_back(fs::is_regular_file(file, error) ? file : fs::path());
  }
  return files;
}

std::string write_relative(const fs::path& file, const fs::path& page) {
  const fs::path folder = fs::absolute(page).lexically_normal().parent_path();
  return fs::absolute(file).lexically_normal().lexically_relative(folder).generic_string();
}

json describe_kept_runs(const std::vector<fs::path>& files, const fs::path& page) {
  json runs = json::array();
  for (const fs::path& file : files) {
    if (file.empty()) {
      runs.push_back(nullptr);
      continue;
    }
    json& run = runs.emplace_back(json{{"results", write_relative(file, page)}});
    const fs::path own = fs::path(file).replace_extension(".html");
    std::error_code error;
    if (fs::is_regular_file(own, error)) run["page"] = write_relative(own, page);
  }
  return runs;
}

json describe_table(const fs::path& path, const fs::path& page) {
  StudyLines table = read_table(path);
  const std::string kind = find_kind(table.head);
  if (kind.empty()) refuse_study(path);
  if (kind == "track")
    return {{"file", path.filename().string()}, {"kind", kind}, {"content", describe_line(table)}};
  const std::vector<fs::path> kept = find_kept_runs(path, table);
  json worn = kind == "wear" ? describe_worn_wheels(table, path.parent_path()) : json();
  json content = {{"head", std::move(table.head)},
                  {"rows", std::move(table.rows)},
                  {"notes", std::move(table.notes)}};
  if (kind == "sweep" && !page.empty() && !kept.empty())
    content["runs"] = describe_kept_runs(kept, page);
  if (kind == "wear") content["worn"] = std::move(worn);
  return {{"file", path.filename().string()}, {"kind", kind}, {"content", std::move(content)}};
}

// All points that optimise tried: its JSON beside the table tells what they were tried for.
bool is_search(const fs::path& path) {
  const std::vector<std::string> head = read_table(path).head;
  return head.size() > 2 && head[0] == "search" && head[1] == "evaluation";
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

json describe_study(const fs::path& path, const fs::path& page) {
  if (read_first_letter(path) != '{') {
    const fs::path beside = fs::path(path).replace_extension(".json");
    return is_search(path) && read_first_letter(beside) == '{' ? describe_study(beside, page)
                                                               : describe_table(path, page);
  }
  std::string why;
  json content = read_json(path, why);
  const std::string kind = find_kind(content);
  if (kind.empty()) refuse_study(path);
  return {{"file", path.filename().string()}, {"kind", kind}, {"content", std::move(content)}};
}

std::vector<fs::path> list_kept_runs(const fs::path& path) {
  if (!is_study_file(path) || read_first_letter(path) == '{') return {};
  const StudyLines table = read_table(path);
  if (find_kind(table.head) != "sweep") return {};
  std::vector<fs::path> files = find_kept_runs(path, table);
  std::erase_if(files, [](const fs::path& file) { return file.empty(); });
  return files;
}

}  // namespace fourfoot::results
