#include "input/columns.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "input/column_header.h"
#include "input/units.h"

namespace fourfoot::input {

namespace {

constexpr std::size_t most_columns = 1000;
constexpr std::size_t longest_number = 64;

std::string_view trim_cell(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\"";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Behind the closing quote of a cell whose text begins at `begin` with one, two quotes inside it being
/// one of its text; `begin` if it has none on this line, or no quote at its begin.
std::size_t pass_quotes(std::string_view line, std::size_t begin) {
  const std::size_t open = line.find_first_not_of(' ', begin);
  if (open == std::string_view::npos || line[open] != '"') return begin;
  for (std::size_t at = line.find('"', open + 1); at != std::string_view::npos;
       at = line.find('"', at + 2)) {
    if (at + 1 == line.size() || line[at + 1] != '"') return at + 1;
  }
  return begin;
}

void split(std::string_view line, char separator, std::vector<Cell>& cells) {
  cells.clear();
  std::size_t begin = 0;
  while (begin <= line.size()) {
    const std::size_t end = std::min(line.find(separator, pass_quotes(line, begin)), line.size());
    cells.push_back({trim_cell(line.substr(begin, end - begin)), static_cast<int>(begin) + 1,
                     std::max(1, static_cast<int>(end - begin))});
    begin = end + 1;
  }
}

/// What stands outside of quotes decides; a quote within a name (inches) is none that opens.
char find_separator(std::string_view header) {
  constexpr std::string_view separators = ";\t,";
  for (const char c : {';', '\t'}) {
    bool is_quoted = false;
    for (std::size_t i = 0; i < header.size(); ++i) {
      if (header[i] == '"')
        is_quoted = !is_quoted && (i == 0 || header[i - 1] == ' ' ||
                                   separators.find(header[i - 1]) != std::string_view::npos);
      if (header[i] == c && !is_quoted) return c;
    }
  }
  return ',';
}

/// Digits behind the point, less the exponent.
int count_decimals(std::string_view text) {
  const std::size_t power = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.find('.');
  int decimals = point < power ? static_cast<int>(power - point) - 1 : 0;
  if (power + 1 < text.size()) {
    int exponent = 0;
    const char* begin = text.data() + power + 1;
    if (*begin == '+') ++begin;
    std::from_chars(begin, text.data() + text.size(), exponent);
    decimals -= std::clamp(exponent, -30, 30);
  }
  return decimals;
}

bool parse_number(std::string_view text, double& value) {
  const char *begin = text.data(), *end = begin + text.size();
  if (begin != end && *begin == '+') ++begin;
  const auto [rest, status] = std::from_chars(begin, end, value);
  return status == std::errc() && rest == end && std::isfinite(value);
}

/// "12+345.6": kilometres and metres.
bool parse_chainage(std::string_view text, double& value) {
  const std::size_t plus = text.find('+', 1);
  double kilometres = 0.0, metres = 0.0;
  if (plus == std::string_view::npos || !parse_number(text.substr(0, plus), kilometres) ||
      !parse_number(text.substr(plus + 1), metres))
    return false;
  value = 1000.0 * kilometres + (text.front() == '-' ? -metres : metres);
  return true;
}

/// Reads the rows of one file.
class RowReader {
 public:
  RowReader(const track::ColumnRequest& request, char separator)
      : has_decimal_commas_(request.is_foreign && separator != ',') {}

  /// False if the cell is not a number. In the unit of its column, besides words, which are SI.
  bool read(std::string_view text, UsedColumn& column) const {
    std::array<char, longest_number> buffer{};
    if (has_decimal_commas_ && text.size() < buffer.size() &&
        std::count(text.begin(), text.end(), ',') == 1 &&
        text.find('.') == std::string_view::npos) {
      std::replace_copy(text.begin(), text.end(), buffer.begin(), ',', '.');
      text = {buffer.data(), text.size()};
    }
    double value = 0.0;
    if (parse_number(text, value)) {
      column.decimals = std::max(column.decimals, count_decimals(text));
    } else if (column.wanted->is_chainage && parse_chainage(text, value)) {
      column.decimals = std::max(column.decimals, count_decimals(text));
      value = convert({value, "m"}, column.unit).value;
    } else if (const auto word = column.wanted->words.find(std::string(text));
               word != column.wanted->words.end()) {
      value = word->second;
    } else {
      return false;
    }
    column.values.push_back(value);
    return true;
  }

 private:
  bool has_decimal_commas_;
};

/// What the file has besides, for who is to choose.
std::string list_skipped(const std::vector<std::string>& skipped) {
  constexpr std::size_t most = 12;
  std::string list;
  for (std::size_t i = 0; i < std::min(most, skipped.size()); ++i)
    list += (i > 0 ? ", \"" : "; the file has \"") + skipped[i] + "\"";
  return list + (skipped.size() > most ? ", ..." : "");
}

void check_required(const std::vector<UsedColumn>& used, const track::ColumnRequest& request,
                    const SourceFile& source, const std::vector<std::string>& skipped) {
  for (const track::ColumnWanted& w : request.wanted) {
    const bool found =
        std::any_of(used.begin(), used.end(), [&](const UsedColumn& u) { return u.wanted == &w; });
    if (w.is_required && !found)
      throw InputError(Finding{"missing-column", request.where,
                               "\"" + source.name + "\" has no column \"" + w.name + "\"",
                               request.is_foreign ? "name it: columns = { " + w.name +
                                                        " = \"...\" }" + list_skipped(skipped)
                                                  : "its first line must name the columns"});
  }
}

void convert_columns(std::vector<UsedColumn>& used, track::ColumnTable& table) {
  for (UsedColumn& u : used) {
    const double zero = convert({0.0, u.unit}, u.wanted->unit).value;
    const double factor = convert({1.0, u.unit}, u.wanted->unit).value - zero;
    for (double& value : u.values) value = value * factor + zero;
    table.steps[u.wanted->name] = std::abs(factor) * std::pow(10.0, -u.decimals);
    table.values[u.wanted->name] = std::move(u.values);
  }
}

}  // namespace

track::ColumnTable read_columns(std::shared_ptr<const SourceFile> source,
                                const track::ColumnRequest& request) {
  static const std::string byte_order_mark = "\xEF\xBB\xBF";  // spreadsheets put it in front
  std::string_view text = source->text;
  if (text.starts_with(byte_order_mark)) text.remove_prefix(3);
  track::ColumnTable table;
  table.file = source;
  std::vector<UsedColumn> used;
  std::vector<Cell> cells;
  std::size_t count = 0;
  char separator = ',';
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (trim_cell(line).empty() || line[0] == '#') continue;
    if (count == 0) separator = find_separator(line);
    split(line, separator, cells);
    if (count == 0) {
      if (cells.size() > most_columns)
        throw InputError(Finding{"too-many",
                                 {source, number, 1, 1},
                                 "the table has " + std::to_string(cells.size()) + " columns",
                                 "at most " + std::to_string(most_columns)});
      used = read_column_header(cells, request, source, number, table.skipped);
      check_required(used, request, *source, table.skipped);
      count = cells.size();
      continue;
    }
    if (cells.size() != count)
      throw InputError(Finding{"wrong-count",
                               {source, number, 1, 1},
                               "this row has " + std::to_string(cells.size()) +
                                   " cells, the header " + std::to_string(count),
                               ""});
    const RowReader reader(request, separator);
    for (UsedColumn& u : used)
      if (const Cell& cell = cells[u.index]; !reader.read(cell.text, u))
        throw InputError(Finding{"bad-number", locate(source, number, cell),
                                 "\"" + std::string(cell.text) + "\" is not a number",
                                 "use a point for decimals"});
    table.lines.push_back(number);
  }
  if (count == 0) check_required(used, request, *source, table.skipped);
  convert_columns(used, table);
  return table;
}

}  // namespace fourfoot::input
