#include "input/column_header.h"

#include <algorithm>
#include <cctype>

#include "base/error.h"
#include "input/units.h"

namespace fourfoot::input {

namespace {

using track::ColumnRequest;
using track::ColumnWanted;

/// "Curve_Radius" and "curve radius" are one name.
std::string simplify(const std::string& name) {
  std::string simple;
  for (const char c : name)
    if (c != ' ' && c != '_' && c != '-' && c != '.')
      simple += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return simple;
}

struct Title {
  std::string name, unit;
};

/// "cant [mm]", and in foreign files "cant (mm)" too.
Title split_title(std::string_view text, bool is_foreign) {
  std::size_t open = text.find('[');
  char close = ']';
  if (open == std::string_view::npos && is_foreign && text.ends_with(')')) {
    open = text.rfind('(');
    close = ')';
  }
  if (open == std::string_view::npos || open == 0) return {std::string(text), ""};
  Title title{std::string(text.substr(0, open)),
              std::string(text.substr(open + 1, text.find(close, open) - open - 1))};
  while (!title.name.empty() && (title.name.back() == ' ' || title.name.back() == '\t'))
    title.name.pop_back();
  return title;
}

bool is_title_of(const ColumnWanted& wanted, const std::string& title, const std::string& name,
                 const ColumnRequest& request) {
  const auto given = request.names.find(wanted.name);
  if (given != request.names.end()) return given->second == name || given->second == title;
  if (!request.is_foreign) return wanted.name == name;
  const std::string simple = simplify(name);
  return simplify(wanted.name) == simple ||
         std::any_of(wanted.synonyms.begin(), wanted.synonyms.end(),
                     [&](const std::string& other) { return simplify(other) == simple; });
}

const ColumnWanted* find_wanted(const std::string& title, const std::string& name,
                                const ColumnRequest& request) {
  // A name that the user gives comes before one that is only known.
  for (const ColumnWanted& wanted : request.wanted)
    if (request.names.count(wanted.name) != 0 && is_title_of(wanted, title, name, request))
      return &wanted;
  for (const ColumnWanted& wanted : request.wanted)
    if (request.names.count(wanted.name) == 0 && is_title_of(wanted, title, name, request))
      return &wanted;
  return nullptr;
}

void check_given_names(const std::vector<UsedColumn>& used, const ColumnRequest& request,
                       const std::vector<std::string>& names,
                       const std::shared_ptr<const SourceFile>& source) {
  for (const auto& [wanted, name] : request.names) {
    const bool is_found = std::any_of(used.begin(), used.end(), [&, key = wanted](const auto& u) {
      return u.wanted->name == key;
    });
    if (!is_found)
      throw InputError(Finding{"missing-column", request.where,
                               "\"" + source->name + "\" has no column \"" + name + "\"",
                               suggest(name, names)});
  }
}

}  // namespace

SourceLocation locate(const std::shared_ptr<const SourceFile>& source, int line, const Cell& cell) {
  return {source, line, cell.column, cell.width};
}

std::vector<UsedColumn> read_column_header(const std::vector<Cell>& cells,
                                           const ColumnRequest& request,
                                           const std::shared_ptr<const SourceFile>& source,
                                           int line, std::vector<std::string>& skipped) {
  std::vector<UsedColumn> used;
  std::vector<std::string> names, titles;
  for (const ColumnWanted& w : request.wanted) names.push_back(w.name);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Title title = split_title(cells[i].text, request.is_foreign);
    titles.push_back(title.name);
    const ColumnWanted* wanted = find_wanted(std::string(cells[i].text), title.name, request);
    const bool is_second = std::any_of(used.begin(), used.end(),
                                       [&](const UsedColumn& u) { return u.wanted == wanted; });
    if (wanted == nullptr || (is_second && request.is_foreign)) {
      if (!request.is_foreign)
        throw InputError(Finding{"unknown-column", locate(source, line, cells[i]),
                                 "unknown column \"" + title.name + "\"",
                                 suggest(title.name, names)});
      skipped.push_back(std::string(cells[i].text));
      continue;
    }
    const auto said = request.units.find(wanted->name);
    const std::string own = said != request.units.end() ? said->second
                            : wanted->unit == "1"       ? ""
                                                        : wanted->unit;
    const bool is_plain = title.unit == "1" || title.unit == "-";  // said to have no dimension
    const std::string unit = is_plain ? "" : title.unit.empty() ? own : title.unit;
    if (convert({1.0, unit}, wanted->unit).fault != UnitFault::none)
      throw InputError(Finding{"wrong-unit", locate(source, line, cells[i]),
                               "column \"" + title.name + "\" is in \"" + unit +
                                   "\", which does not convert to \"" + wanted->unit + "\"",
                               "for example: " + title.name + " [mm]"});
    used.push_back({i, wanted, unit, 0, {}});
  }
  check_given_names(used, request, titles, source);
  return used;
}

}  // namespace fourfoot::input
