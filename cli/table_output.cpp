#include "cli/table_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace fourfoot::cli {

namespace {

// A name with a comma, a quote or a line break is put in quotes, as RFC 4180 says.
std::string quote_csv(const std::string& name) {
  if (name.find_first_of(",\"\n\r") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::size_t count_rows(const DataTable& table) {
  return table.columns.empty() ? 0 : table.columns.front().values.size();
}

// The sign of a nan is an accident.
double drop_sign(double value) {
  return std::isnan(value) ? std::abs(value) : value;
}

}  // namespace

void print_csv(const DataTable& table, std::FILE* to,
               const std::function<void(double)>& on_progress) {
  fmt::memory_buffer line;
  const auto add_label = [&](const std::string& text) {
    fmt::format_to(std::back_inserter(line), "{},", quote_csv(text));
  };
  for (const LabelColumn& label : table.labels) add_label(label.name);
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    fmt::format_to(std::back_inserter(line), "{}{}", c > 0 ? "," : "",
                   quote_csv(table.columns[c].name));
  }
  line.push_back('\n');
  for (std::size_t r = 0; r < count_rows(table); ++r) {
    for (const LabelColumn& label : table.labels) add_label(label.values[r]);
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      fmt::format_to(std::back_inserter(line), "{}{}", c > 0 ? "," : "",
                     drop_sign(table.columns[c].values[r]));
    }
    line.push_back('\n');
    if (line.size() > 1u << 16) {
      std::fwrite(line.data(), 1, line.size(), to);
      line.clear();
      if (on_progress)
        on_progress(static_cast<double>(r + 1) / static_cast<double>(count_rows(table)));
    }
  }
  std::fwrite(line.data(), 1, line.size(), to);
}

void print_json(const DataTable& table, std::FILE* to,
                const std::function<void(double)>& on_progress) {
  using Json = nlohmann::ordered_json;
  Json units = Json::object();
  for (const DataColumn& column : table.columns) units[column.name] = column.unit;
  const auto write = [&](const std::string& text) { std::fwrite(text.data(), 1, text.size(), to); };
  write("{\"units\":" + units.dump() + ",\"columns\":{");
  double done = 0.0;
  for (const DataColumn& column : table.columns) {
    write((done > 0.0 ? "," : "") + Json(column.name).dump() + ":" + Json(column.values).dump());
    ++done;
    if (on_progress) on_progress(done / static_cast<double>(table.columns.size()));
  }
  write("}}\n");
}

void print_json_rows(const DataTable& table, bool one_case, std::FILE* to) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (std::size_t r = 0; r < count_rows(table); ++r) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    for (const LabelColumn& label : table.labels) row[label.name] = label.values[r];
    for (const DataColumn& column : table.columns) row[column.name] = column.values[r];
    rows.push_back(std::move(row));
  }
  const std::string text = (one_case && rows.size() == 1 ? rows[0] : rows).dump() + "\n";
  std::fwrite(text.data(), 1, text.size(), to);
}

void print_text(const DataTable& table, std::FILE* to) {
  const auto make_head = [](const DataColumn& column) {
    const bool plain = column.unit.empty() || column.unit == "1";
    return plain ? column.name : fmt::format("{} [{}]", column.name, column.unit);
  };
  for (const LabelColumn& label : table.labels) fmt::print(to, "{:<12}  ", label.name);
  std::vector<std::size_t> widths;
  for (const DataColumn& column : table.columns) {
    const std::string head = make_head(column);
    widths.push_back(std::max<std::size_t>(12, head.size()));
    fmt::print(to, "{:>{}}  ", head, widths.back());
  }
  fmt::print(to, "\n");
  for (std::size_t r = 0; r < count_rows(table); ++r) {
    for (const LabelColumn& label : table.labels) fmt::print(to, "{:<12}  ", label.values[r]);
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      fmt::print(to, "{:>{}.6g}  ", drop_sign(table.columns[c].values[r]), widths[c]);
    fmt::print(to, "\n");
  }
}

void print_table(const DataTable& table, const std::string& format, std::FILE* to,
                 const std::function<void(double)>& on_progress) {
  if (format == "csv")
    print_csv(table, to, on_progress);
  else if (format == "json")
    print_json(table, to, on_progress);
  else
    print_text(table, to);
}

}  // namespace fourfoot::cli
