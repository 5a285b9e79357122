#include "input/columns.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <sstream>

#include "base/error.h"
#include "input/raw.h"
#include "input/units.h"

namespace fourfoot::input {

namespace {

/// One cell with its place.
struct Cell {
  std::string text;
  SourceLocation where;
};

std::string trim_cell(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\"");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r\"") - begin + 1);
}

std::vector<Cell> split(const std::string& line, char separator, const SourceLocation& at) {
  std::vector<Cell> cells;
  std::size_t begin = 0;
  while (begin <= line.size()) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    SourceLocation where = at;
    where.column = static_cast<int>(begin) + 1;
    where.width = std::max(1, static_cast<int>(end - begin));
    cells.push_back({trim_cell(line.substr(begin, end - begin)), where});
    begin = end + 1;
  }
  return cells;
}

char find_separator(const std::string& header) {
  for (const char c : {';', '\t'})
    if (header.find(c) != std::string::npos) return c;
  return ',';
}

/// A wanted column in the file.
struct Used {
  std::size_t index = 0;
  std::string name;
  std::string unit;  ///< as the header says
  std::string wanted_unit;
  std::vector<double> values;
};

std::vector<Used> read_header(const std::vector<Cell>& cells,
                              const std::vector<track::ColumnWanted>& wanted) {
  std::vector<Used> used;
  std::vector<std::string> names;
  for (const track::ColumnWanted& w : wanted) names.push_back(w.name);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::string name = cells[i].text, unit;
    const std::size_t bracket = name.find('[');
    if (bracket != std::string::npos) {
      unit = name.substr(bracket + 1, name.find(']') - bracket - 1);
      name = trim_cell(name.substr(0, bracket));
    }
    const auto it = std::find_if(wanted.begin(), wanted.end(),
                                 [&](const track::ColumnWanted& w) { return w.name == name; });
    if (it == wanted.end())
      throw InputError(Finding{"unknown-column", cells[i].where, "unknown column \"" + name + "\"",
                               suggest(name, names)});
    const std::string given = unit.empty() ? it->unit : unit;
    const Conversion probe = convert({1.0, given}, it->unit);
    if (probe.fault != UnitFault::none)
      throw InputError(Finding{"wrong-unit", cells[i].where,
                               "column \"" + name + "\" is in \"" + given +
                                   "\", which does not convert to \"" + it->unit + "\"",
                               "for example: " + name + " [mm]"});
    used.push_back({i, name, given, it->unit, {}});
  }
  return used;
}

double read_cell(const Cell& cell) {
  double value = 0.0;
  const char *begin = cell.text.data(), *end = begin + cell.text.size();
  if (begin != end && *begin == '+') ++begin;
  const auto [rest, status] = std::from_chars(begin, end, value);
  if (status != std::errc() || rest != end || !std::isfinite(value))
    throw InputError(Finding{"bad-number", cell.where, "\"" + cell.text + "\" is not a number",
                             "use a point for decimals"});
  return value;
}

void check_required(const std::vector<Used>& used, const std::vector<track::ColumnWanted>& wanted,
                    const SourceFile& source, const SourceLocation& named_at) {
  for (const track::ColumnWanted& w : wanted) {
    const bool found =
        std::any_of(used.begin(), used.end(), [&](const Used& u) { return u.name == w.name; });
    if (w.is_required && !found)
      throw InputError(Finding{"missing-column", named_at,
                               "\"" + source.name + "\" has no column \"" + w.name + "\"",
                               "its first line must name the columns"});
  }
}

}  // namespace

track::Columns read_columns(std::shared_ptr<const SourceFile> source,
                            const std::vector<track::ColumnWanted>& wanted,
                            const SourceLocation& named_at) {
  static const std::string byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets put it in front
  std::istringstream stream(source->text);
  if (source->text.starts_with(byte_order_mark)) stream.ignore(3);
  std::vector<Used> used;
  std::size_t count = 0;
  char separator = ',';
  int number = 0;
  for (std::string line; std::getline(stream, line);) {
    ++number;
    if (trim_cell(line).empty() || line[0] == '#') continue;
    const SourceLocation at{source, number, 1, 1};
    if (count == 0) separator = find_separator(line);
    const std::vector<Cell> cells = split(line, separator, at);
    if (count == 0) {
      used = read_header(cells, wanted);
      count = cells.size();
      continue;
    }
    if (cells.size() != count)
      throw InputError(Finding{"wrong-count", at,
                               "this row has " + std::to_string(cells.size()) +
                                   " cells, the header " + std::to_string(count),
                               ""});
    for (Used& u : used) u.values.push_back(read_cell(cells[u.index]));
  }
  check_required(used, wanted, *source, named_at);
  track::Columns columns;
  for (Used& u : used) {
    const double zero = convert({0.0, u.unit}, u.wanted_unit).value;
    const double factor = convert({1.0, u.unit}, u.wanted_unit).value - zero;
    for (double& value : u.values) value = value * factor + zero;
    columns[u.name] = std::move(u.values);
  }
  return columns;
}

track::ColumnReader make_column_reader(std::vector<std::shared_ptr<const SourceFile>>& sources) {
  return [&sources](const std::string& path, const std::vector<track::ColumnWanted>& wanted,
                    const SourceLocation& where) {
    const auto source = read_source(path, where);
    if (std::none_of(sources.begin(), sources.end(),
                     [&](const auto& s) { return s->name == source->name; }))
      sources.push_back(source);
    return read_columns(source, wanted, where);
  };
}

}  // namespace fourfoot::input
