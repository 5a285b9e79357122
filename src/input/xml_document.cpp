#include "input/xml_document.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace fourfoot::input {

namespace {

constexpr int deepest_tag = 100;
constexpr std::size_t most_tags = 1500000;  // two for an element: about 100 MB of nodes
constexpr std::size_t most_attributes = 1500000;

std::size_t skip_past(std::string_view text, std::size_t from, std::string_view mark) {
  const std::size_t at = text.find(mark, from);
  return at == std::string_view::npos ? text.size() : at + mark.size();
}

/// The end of a tag; a '>' within quotes is text.
std::size_t find_tag_end(std::string_view text, std::size_t from, std::size_t& attributes) {
  char quote = 0;
  for (std::size_t i = from; i < text.size(); ++i) {
    const char c = text[i];
    if (quote != 0) {
      if (c == quote) quote = 0;
    } else if (c == '"' || c == '\'') {
      quote = c;
      ++attributes;
    } else if (c == '>') {
      return i;
    }
  }
  return text.size();
}

bool parse_finite(std::string_view text, double& value) {
  const char *begin = text.data(), *end = begin + text.size();
  if (begin != end && *begin == '+') ++begin;
  const auto [rest, status] = std::from_chars(begin, end, value);
  return status == std::errc() && rest == end && std::isfinite(value);
}

std::string_view strip_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

[[noreturn]] void throw_number(const XmlDocument& xml, pugi::xml_node node, const char* what,
                               std::string_view text) {
  throw InputError(Finding{
      "bad-number", xml.locate(node),
      std::string(what) + " is \"" + std::string(text.substr(0, 40)) + "\", not a number", ""});
}

}  // namespace

XmlDocument::XmlDocument(std::shared_ptr<const SourceFile> source) : source_(std::move(source)) {
  const std::string& text = source_->text;
  line_starts_.push_back(0);
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n') line_starts_.push_back(i + 1);
  check_structure();
  const pugi::xml_parse_result result = document_.load_buffer(
      text.data(), text.size(), pugi::parse_minimal | pugi::parse_escapes, pugi::encoding_utf8);
  if (!result)
    throw InputError(Finding{
        "syntax",
        locate_offset(static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, result.offset)), 1),
        std::string("not good XML: ") + result.description(), ""});
}

void XmlDocument::check_structure() const {
  const std::string_view text = source_->text;
  std::size_t tags = 0, attributes = 0;
  int depth = 0;
  for (std::size_t i = text.find('<'); i < text.size(); i = text.find('<', i)) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("<!--")) {
      i = skip_past(text, i + 4, "-->");
    } else if (rest.starts_with("<![CDATA[")) {
      i = skip_past(text, i, "]]>");
    } else if (rest.starts_with("<?")) {
      i = skip_past(text, i, "?>");
    } else if (rest.starts_with("<!")) {
      throw InputError(Finding{"xml-refused", locate_offset(i, 9),
                               "a document type (DOCTYPE) is not read: it could define entities",
                               "take it out; LandXML has none"});
    } else {
      const std::size_t end = find_tag_end(text, i, attributes);
      const bool is_end = rest.starts_with("</"), is_empty = end > 0 && text[end - 1] == '/';
      depth += is_end ? -1 : is_empty ? 0 : 1;
      if (depth > deepest_tag)
        throw InputError(
            Finding{"xml-refused", locate_offset(i, 1), "tags are nested more than 100 deep", ""});
      if (++tags > most_tags || attributes > most_attributes)
        throw InputError(Finding{"xml-refused", locate_offset(i, 1),
                                 "the file has more than 750 000 elements",
                                 "export the alignment alone, without surfaces"});
      i = end;
    }
  }
}

SourceLocation XmlDocument::locate_offset(std::size_t offset, int width) const {
  const auto after = std::upper_bound(line_starts_.begin(), line_starts_.end(), offset);
  const auto line = after - line_starts_.begin();
  const std::size_t start = line_starts_[static_cast<std::size_t>(line - 1)];
  return {source_, static_cast<int>(line), static_cast<int>(offset - start) + 1, width};
}

SourceLocation XmlDocument::locate(pugi::xml_node node) const {
  const std::ptrdiff_t offset = node.offset_debug();
  if (offset < 0) return {source_, 1, 1, 1};
  return locate_offset(static_cast<std::size_t>(offset),
                       static_cast<int>(std::strlen(node.name())));
}

bool is_named(pugi::xml_node node, const char* name) {
  const char* colon = std::strchr(node.name(), ':');
  return std::strcmp(colon == nullptr ? node.name() : colon + 1, name) == 0;
}

pugi::xml_node find_child(pugi::xml_node node, const char* name) {
  for (const pugi::xml_node child : node.children())
    if (is_named(child, name)) return child;
  return {};
}

std::optional<double> read_number(const XmlDocument& xml, pugi::xml_node node,
                                  const char* attribute) {
  const pugi::xml_attribute given = node.attribute(attribute);
  const std::string_view text = strip_blanks(given.value());
  if (!given || text.empty()) return std::nullopt;
  double value = 0.0;
  if (!parse_finite(text, value)) throw_number(xml, node, attribute, text);
  return value;
}

double require_number(const XmlDocument& xml, pugi::xml_node node, const char* attribute) {
  if (const auto value = read_number(xml, node, attribute)) return *value;
  throw InputError(Finding{"missing-key", xml.locate(node),
                           std::string("<") + node.name() + "> has no " + attribute, ""});
}

std::vector<double> read_numbers(const XmlDocument& xml, pugi::xml_node node) {
  std::vector<double> values;
  std::string_view text = strip_blanks(node.child_value());
  constexpr std::size_t most_numbers = 16;
  while (!text.empty() && values.size() < most_numbers) {
    const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n"));
    double value = 0.0;
    if (!parse_finite(word, value)) throw_number(xml, node, node.name(), word);
    values.push_back(value);
    text = strip_blanks(text.substr(word.size()));
  }
  return values;
}

}  // namespace fourfoot::input
