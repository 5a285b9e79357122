#include "results/report_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.h"
#include "input/load.h"
#include "input/profile_file.h"
#include "profile/description.h"

namespace fourfoot::results {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t most_rows = 20000;

double read_number(const std::string& cell) {
  char* end = nullptr;
  const double value = std::strtod(cell.c_str(), &end);
  return end != cell.c_str() && *end == '\0' ? value : std::nan("");
}

json write_number(double value) {
  return std::isfinite(value) ? json(value) : json(nullptr);
}

/// The value of a block of rows: of irregularities the largest one, of all else the first.
double choose_value(const StudyLines& table, std::size_t column, std::size_t begin, std::size_t end,
                    bool is_rough) {
  double chosen = std::nan("");
  for (std::size_t r = begin; r < end; ++r) {
    if (column >= table.rows[r].size()) continue;
    const double value = read_number(table.rows[r][column]);
    if (std::isnan(chosen) || (is_rough && std::abs(value) > std::abs(chosen))) chosen = value;
    if (!is_rough) break;
  }
  return chosen;
}

/// Name of the file that a worn wheel rests on: its line `include = "…"` or `points = "…"`.
fs::path find_new_profile(const fs::path& worn) {
  std::ifstream in(worn);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with("include = \"") && !line.starts_with("points = \"")) continue;
    const std::size_t open = line.find('"');
    return fs::path(line.substr(open + 1, line.rfind('"') - open - 1));
  }
  return {};
}

json describe_profile(const fs::path& path) {
  constexpr double step = 0.5e-3;  // [m]
  const profile::Curve curve = input::read_profile_file(path).curve;
  json y = json::array(), z = json::array();
  const auto count = static_cast<int>(std::ceil(curve.length() / step));
  for (int i = 0; i <= count; ++i) {
    const profile::CurvePoint point = curve.calc(curve.length() * i / count);
    y.push_back(point.y);
    z.push_back(point.z);
  }
  return {{"y", std::move(y)}, {"z", std::move(z)}};
}

json describe_wheel(const fs::path& path) {
  const input::Document document = input::load_document(path, profile::get_profile_schema());
  return {{"y", document.root.table("wear").numbers("y")},
          {"depth", document.root.table("wear").numbers("depth")}};
}

}  // namespace

json describe_line(const StudyLines& table) {
  static const std::map<std::string, bool> wanted{
      {"s", false},         {"x", false},    {"y", false},         {"gradient", false},
      {"curvature", false}, {"cant", false}, {"v", false},         {"alignment", true},
      {"vertical", true},   {"gauge", true}, {"cross_level", true}};
  const std::size_t every =
      std::max<std::size_t>(1, (table.rows.size() + most_rows - 1) / most_rows);
  json columns = json::object();
  for (std::size_t k = 0; k < table.head.size(); ++k) {
    const auto found = wanted.find(table.head[k]);
    if (found == wanted.end()) continue;
    json values = json::array();
    for (std::size_t r = 0; r < table.rows.size(); r += every)
      values.push_back(write_number(
          choose_value(table, k, r, std::min(r + every, table.rows.size()), found->second)));
    columns[table.head[k]] = std::move(values);
  }
  return {{"columns", std::move(columns)}, {"every", every}};
}

json describe_worn_wheels(const StudyLines& table, const fs::path& folder) {
  std::set<std::string> distances;
  std::vector<std::string> wheelsets;
  for (const std::vector<std::string>& row : table.rows) {
    if (row.size() < 2) continue;
    distances.insert(row[0]);
    if (std::find(wheelsets.begin(), wheelsets.end(), row[1]) == wheelsets.end())
      wheelsets.push_back(row[1]);
  }
  json out = {{"profile", nullptr}, {"wheels", json::array()}};
  if (distances.size() < 2) return out;  // the first rows are of new wheels
  const fs::path last = folder / fmt::format("{:04}", distances.size() - 1);
  for (const std::string& wheelset : wheelsets) {
    for (const char* side : {"left", "right"}) {
      const fs::path file = last / (wheelset + "_" + side + ".toml");
      try {
        json wheel = describe_wheel(file);
        if (out["profile"].is_null()) out["profile"] = describe_profile(find_new_profile(file));
        json& wheels = out["wheels"];
        if (!wheels.empty() && wheels.back()["wheelset"] == wheelset &&
            wheels.back()["depth"] == wheel["depth"]) {
          wheels.back()["side"] = "both";
          continue;
        }
        wheel["wheelset"] = wheelset;
        wheel["side"] = side;
        wheels.push_back(std::move(wheel));
      } catch (const InputError&) {
        continue;  // moved or changed since: the table of the study tells the rest
      }
    }
  }
  return out;
}

}  // namespace fourfoot::results
