#include "cli/case_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>

#include "input/units.h"

namespace fourfoot::cli {

namespace {

using Findings = std::vector<Finding>;

constexpr char own_column = '#';  // before the names of columns that are no field's

std::string trim(const std::string& text) {
  const auto first = text.find_first_not_of(" \t\r");
  if (first == std::string::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

SourceLocation make_option_location(const std::string& key, const std::string& text) {
  auto file = std::make_shared<SourceFile>(SourceFile{get_option_name(key), text});
  return {std::move(file), 1, 1, std::max(1, static_cast<int>(text.size()))};
}

// An end of the range that only the unit sets is told where it is passed.
std::string describe_range(const Field& field, double value = 0.0) {
  const std::string unit = field.unit.empty() || field.unit == "1" ? "" : " " + field.unit;
  const bool passed = std::abs(value) > field.max;
  const bool low = passed || !field.min_by_unit, high = passed || !field.max_by_unit;
  if (low && high) return fmt::format("expected {} ... {}{}", field.min, field.max, unit);
  if (low) {
    return fmt::format("expected a number {} {}{}", field.min_excluded ? "above" : "not below",
                       field.min, unit);
  }
  return "expected a finite number";
}

// The value of one field from its text; findings gain what is wrong with it.
std::optional<Value> read_value(const Field& field, const std::string& text,
                                const SourceLocation& where, Findings& findings) {
  const auto fail = [&](const char* id, std::string message, std::string hint) {
    findings.push_back({id, where, std::move(message), std::move(hint)});
    return std::nullopt;
  };
  if (field.kind == Kind::text) {
    const auto& words = field.choices;
    if (!words.empty() && std::find(words.begin(), words.end(), text) == words.end()) {
      return fail("unknown-value", fmt::format("{} cannot be \"{}\"", field.key, text),
                  suggest(text, words));
    }
    return Value{text, where};
  }
  const auto quantity = input::parse_quantity(text);
  if (!quantity || !std::isfinite(quantity->value)) {
    return fail("not-a-number", fmt::format("{} needs a number, not \"{}\"", field.key, text),
                describe_range(field));
  }
  double value = quantity->value;
  if (!quantity->unit.empty()) {
    const input::Conversion conversion = input::convert(*quantity, field.unit);
    const std::string example = input::get_unit_example(field.unit);
    const std::string hint = example.empty() ? describe_range(field) : "for example " + example;
    if (conversion.fault == input::UnitFault::unknown_unit) {
      return fail("unknown-unit", fmt::format("\"{}\" is not a unit", quantity->unit), hint);
    }
    if (conversion.fault == input::UnitFault::wrong_dimension) {
      return fail("wrong-unit",
                  fmt::format("{} is measured in {}, which \"{}\" is not", field.key,
                              field.unit == "1" ? "plain numbers" : field.unit, quantity->unit),
                  hint);
    }
    value = conversion.value;
  }
  const bool whole = field.kind != Kind::integer || value == std::floor(value);
  const bool inside = value >= field.min && value <= field.max &&
                      !(field.min_excluded && value == field.min) && std::isfinite(value);
  if (!inside || !whole) {
    return fail("out-of-range",
                fmt::format("{} cannot be {}{}", field.key, value, whole ? "" : ", not whole"),
                describe_range(field, value));
  }
  return Value{value, where};
}

void put_default(const Field& field, Table& table) {
  if (field.default_number) table.put(field.key, Value{*field.default_number, {}});
  if (field.default_text) table.put(field.key, Value{*field.default_text, {}});
}

std::vector<std::string> get_keys(const std::vector<Field>& fields) {
  std::vector<std::string> keys;
  for (const Field& field : fields) keys.push_back(field.key);
  return keys;
}

const Field* find_field(const std::vector<Field>& fields, const std::string& key) {
  const auto it = std::find_if(fields.begin(), fields.end(),
                               [&](const Field& field) { return field.key == key; });
  return it == fields.end() ? nullptr : &*it;
}

struct Cell {
  std::string text;
  SourceLocation where;
};

struct Line {
  std::vector<Cell> cells;
  SourceLocation where;
};

std::vector<Line> split_lines(const std::shared_ptr<const SourceFile>& file) {
  std::vector<Line> lines;
  const std::string& text = file->text;
  int number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    ++number;
    const std::string content = text.substr(begin, end - begin);
    begin = end + 1;
    const std::string bare = trim(content);
    if (bare.empty() || bare[0] == '#') continue;
    Line line;
    line.where = {file, number, 1, 1};
    for (std::size_t from = 0; from <= content.size();) {
      const std::size_t comma = std::min(content.find(',', from), content.size());
      const std::string raw = content.substr(from, comma - from), cell = trim(raw);
      const std::size_t lead = cell.empty() ? 0 : raw.find(cell);
      line.cells.push_back({cell,
                            {file, number, static_cast<int>(from + lead) + 1,
                             std::max(1, static_cast<int>(cell.size()))}});
      from = comma + 1;
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

std::string read_all(std::istream& stream, const std::string& path) {
  constexpr std::size_t most = 64u << 20;
  std::string text;
  std::vector<char> piece(1u << 16);
  while (stream.read(piece.data(), static_cast<std::streamsize>(piece.size())),
         stream.gcount() > 0) {
    text.append(piece.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most)
      throw InputError(
          Finding{"unreadable-file", {}, fmt::format("\"{}\" is larger than 64 MB", path)});
  }
  return text;
}

std::shared_ptr<const SourceFile> read_file(const std::string& path) {
  const bool is_standard = path == "-" || path == "/dev/stdin";
  std::ifstream file;
  if (!is_standard) file.open(path, std::ios::binary);
  std::istream& stream = is_standard ? std::cin : file;
  std::string text = read_all(stream, path);
  std::error_code error;
  const bool is_folder = !is_standard && std::filesystem::is_directory(path, error);
  if ((!is_standard && !file.is_open()) || stream.bad() || is_folder) {
    throw InputError(Finding{"unreadable-file", {}, fmt::format("cannot read \"{}\"", path)});
  }
  if (text.compare(0, 3, "\xEF\xBB\xBF") == 0) text.erase(0, 3);
  return std::make_shared<SourceFile>(
      SourceFile{is_standard ? "standard input" : path, std::move(text)});
}

// Which field each column is; nullptr where it is none: such columns are the user's own, unless the
// name is nearly that of a field.
std::vector<const Field*> read_header(const std::vector<Field>& fields, const Line& header,
                                      Findings& findings) {
  std::vector<const Field*> columns;
  for (const Cell& cell : header.cells) {
    std::string key = cell.text;
    std::replace(key.begin(), key.end(), '-', '_');
    const Field* field = find_field(fields, key);
    const bool is_own = key == "id" || key == "case" || key == "name";
    if (field == nullptr && !is_own && !find_closest(key, get_keys(fields)).empty()) {
      findings.push_back({"unknown-column", cell.where,
                          fmt::format("unknown column \"{}\"", cell.text),
                          suggest(key, get_keys(fields))});
    } else if (field != nullptr &&
               std::find(columns.begin(), columns.end(), field) != columns.end()) {
      findings.push_back(
          {"duplicate-column", cell.where, fmt::format("\"{}\" a second time", cell.text)});
    }
    columns.push_back(field);
  }
  return columns;
}

}  // namespace

std::string get_option_name(const std::string& key) {
  std::string name = key;
  std::replace(name.begin(), name.end(), '_', '-');
  return "--" + name;
}

std::vector<Table> read_cases(const std::vector<Field>& fields, const OptionTexts& options,
                              const std::string& cases_file) {
  Findings findings;
  Table common;
  std::vector<Line> lines;
  std::vector<const Field*> columns;
  if (!cases_file.empty()) {
    lines = split_lines(read_file(cases_file));
    if (lines.size() < 2) {
      throw InputError(Finding{"no-cases",
                               {},
                               fmt::format("\"{}\" has no cases", cases_file),
                               "expected a line of column names and a line for each case"});
    }
    columns = read_header(fields, lines.front(), findings);
  }
  for (const Field& field : fields) {
    const auto it = options.find(field.key);
    const bool is_column = std::find(columns.begin(), columns.end(), &field) != columns.end();
    if (it != options.end()) {
      if (auto value = read_value(field, it->second, make_option_location(field.key, it->second),
                                  findings)) {
        common.put(field.key, std::move(*value));
      }
    } else if (!field.is_required) {
      put_default(field, common);
    } else if (!is_column && cases_file.empty()) {
      findings.push_back(
          {"missing-option", {}, get_option_name(field.key) + " is missing", field.doc});
    } else if (!is_column) {
      findings.push_back(
          {"missing-column", lines.front().where,
           fmt::format("no column \"{}\" and no {}", field.key, get_option_name(field.key)),
           field.doc});
    }
  }
  std::vector<Table> cases;
  if (cases_file.empty()) cases.push_back(common);
  for (std::size_t r = 1; r < lines.size(); ++r) {
    Table row = common;
    row.where = lines[r].where;
    if (lines[r].cells.size() != columns.size()) {
      findings.push_back(
          {"cell-count", lines[r].where,
           fmt::format("{} cells under {} columns", lines[r].cells.size(), columns.size())});
      continue;
    }
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const Cell& cell = lines[r].cells[c];
      if (columns[c] == nullptr) {
        row.put(own_column + lines.front().cells[c].text, Value{cell.text, cell.where});
        continue;
      }
      if (auto value = read_value(*columns[c], cell.text, cell.where, findings)) {
        row.put(columns[c]->key, std::move(*value));
      }
    }
    cases.push_back(std::move(row));
  }
  constexpr std::size_t shown = 20;
  if (findings.size() > shown) findings.resize(shown);
  if (!findings.empty()) throw InputError(std::move(findings));
  return cases;
}

void add_labels(const std::vector<Table>& cases, DataTable& table) {
  if (cases.empty()) return;
  for (const auto& [key, value] : cases.front().entries()) {
    if (key.front() != own_column) continue;
    LabelColumn& label = table.labels.emplace_back(LabelColumn{key.substr(1), {}});
    for (const Table& one : cases) label.values.push_back(one.text(key));
  }
}

void read_settings(const std::vector<Field>& fields, const std::vector<std::string>& settings,
                   Table& table) {
  Findings findings;
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    const std::string key = trim(setting.substr(0, equals));
    const Field* field = find_field(fields, key);
    auto file = std::make_shared<SourceFile>(SourceFile{"--set", setting});
    const SourceLocation where{file, 1, 1, std::max(1, static_cast<int>(setting.size()))};
    if (equals == std::string::npos) {
      findings.push_back({"not-a-setting", where, "expected key=value"});
    } else if (field == nullptr) {
      findings.push_back({"unknown-key", where, fmt::format("the law has no \"{}\"", key),
                          suggest(key, get_keys(fields))});
    } else if (auto value = read_value(*field, trim(setting.substr(equals + 1)), where, findings)) {
      table.put(key, std::move(*value));
    }
  }
  if (!findings.empty()) throw InputError(std::move(findings));
}

void print_answers(const DataTable& table, const std::string& cases_file,
                   const std::string& format) {
  if (format == "json")
    print_json_rows(table, cases_file.empty(), stdout);
  else
    print_table(table, format, stdout);
}

void add_case_options(Verb& verb, const std::vector<Field>& fields, OptionTexts& values,
                      std::string& cases) {
  for (const Field& field : fields) {
    const std::string unit =
        field.unit.empty() || field.unit == "1" ? "" : fmt::format(" [{}]", field.unit);
    verb.option(
        get_option_name(field.key),
        [&values, key = field.key](const std::string& text) { values[key] = text; },
        field.doc + unit);
  }
  verb.option("--cases", cases,
              "CSV file with these names as columns, one case a row; - reads standard input; other "
              "columns are copied to the output");
}

}  // namespace fourfoot::cli
