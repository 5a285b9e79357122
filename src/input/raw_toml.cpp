// The only file that knows the TOML parser: turns its nodes into Raw ones.
#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>

#include "input/nesting.h"
#include "input/raw.h"

namespace fourfoot::input {

namespace {

class Converter {
 public:
  Converter(std::shared_ptr<const SourceFile> source, std::filesystem::path folder)
      : source_(std::move(source)), folder_(std::move(folder)) {}

  Raw convert(const toml::node& node) const {
    Raw raw;
    raw.where = locate(node.source());
    raw.folder = folder_;
    if (const toml::table* table = node.as_table())
      raw.data = convert_table(*table);
    else if (const toml::array* array = node.as_array())
      raw.data = convert_array(*array);
    else if (const auto* text = node.as_string())
      raw.data = text->get();
    else if (const auto* integer = node.as_integer())
      raw.data = integer->get();
    else if (const auto* number = node.as_floating_point())
      raw.data = number->get();
    else if (const auto* boolean = node.as_boolean())
      raw.data = boolean->get();
    else
      raw.data = Raw::Other{};
    return raw;
  }

  SourceLocation locate(const toml::source_region& region) const {
    SourceLocation location{source_, static_cast<int>(region.begin.line),
                            static_cast<int>(region.begin.column), 1};
    if (region.end.line == region.begin.line && region.end.column > region.begin.column) {
      location.width = static_cast<int>(region.end.column - region.begin.column);
    }
    return location;
  }

 private:
  // The parser sorts keys by name; people order them by meaning, so the order of the text is
  // restored.
  RawTable convert_table(const toml::table& table) const {
    RawTable entries;
    for (const auto& [key, node] : table) {
      entries.push_back({std::string(key.str()), locate(key.source()), convert(node)});
    }
    std::stable_sort(entries.begin(), entries.end(), [](const RawEntry& a, const RawEntry& b) {
      return std::pair(a.key_where.line, a.key_where.column) <
             std::pair(b.key_where.line, b.key_where.column);
    });
    return entries;
  }

  RawArray convert_array(const toml::array& array) const {
    RawArray values;
    for (const toml::node& node : array) values.push_back(convert(node));
    return values;
  }

  std::shared_ptr<const SourceFile> source_;
  std::filesystem::path folder_;
};

std::string get_syntax_hint(const std::string& fault) {
  if (fault.find("redefine") != std::string::npos) return "a key may appear only once in a table";
  if (fault.find("utf-8") != std::string::npos) return "save the file as UTF-8 text";
  return "text needs quotes; a table starts with [name]";
}

}  // namespace

Raw parse_toml(std::shared_ptr<const SourceFile> source, const std::filesystem::path& folder) {
  const Converter converter(source, folder);
  if (const auto position = find_too_deep(source->text)) {
    throw InputError(
        Finding{"syntax",
                {source, position->line, position->column, 1},
                fmt::format("tables or arrays are nested more than {} deep", max_nesting),
                ""});
  }
  try {
    const toml::table table = toml::parse(source->text, source->name);
    Raw raw = converter.convert(table);
    raw.where = SourceLocation{source, 0, 0, 1};
    return raw;
  } catch (const toml::parse_error& error) {
    throw InputError(Finding{"syntax", converter.locate(error.source()),
                             "not valid TOML: " + std::string(error.description()),
                             get_syntax_hint(std::string(error.description()))});
  }
}

}  // namespace fourfoot::input
