#include "input/upgrade_friction.h"

#include <fmt/format.h>

#include <sstream>

#include "base/error.h"
#include "input/quantity.h"
#include "input/raw.h"
#include "scenario/old_friction.h"

namespace fourfoot::input {

namespace {

[[noreturn]] void refuse_friction(const SourceLocation& where, const std::string& why) {
  throw InputError(Finding{"old-key", where, "friction along the line cannot be rewritten: " + why,
                           "write [[rails.sections]] with from, to, blend and friction "
                           "(docs/formats/profile.md)"});
}

const RawTable* find_raw_table(const RawTable& table, const char* key) {
  const RawEntry* const entry = find_entry(table, key);
  return entry == nullptr ? nullptr : entry->value.as_table();
}

double read_raw_number(const std::string& key, const Raw& raw, const char* unit) {
  if (const auto* whole = std::get_if<std::int64_t>(&raw.data)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&raw.data)) return *number;
  if (const std::string* text = raw.as_text()) return read_quantity(key, *text, unit);
  refuse_friction(raw.where, key + " is not a number");
}

std::vector<double> read_raw_numbers(const RawEntry* entry, const char* unit) {
  std::vector<double> values;
  if (entry == nullptr) return values;
  const auto* list = std::get_if<RawArray>(&entry->value.data);
  if (list == nullptr) refuse_friction(entry->value.where, entry->key + " is not a list");
  for (const Raw& raw : *list) values.push_back(read_raw_number(entry->key, raw, unit));
  return values;
}

/// Lines of a text; entries of its tables are looked for by the location of their key.
class FrictionLines {
 public:
  explicit FrictionLines(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines_.push_back(line);
  }

  /// Puts other text in place of an entry that has its lines for itself. What a comment behind
  /// it says stays.
  void replace(const RawEntry& entry, const std::string& now, const std::string& shown,
               std::vector<UpgradedLine>& told) {
    const auto first = static_cast<std::size_t>(entry.key_where.line - 1);
    const std::string before = lines_[first];
    const std::string head = before.substr(0, before.find('='));
    if (head.find(entry.key) == std::string::npos || head.find('{') != std::string::npos)
      refuse_friction(entry.key_where, entry.key + " stands in an inline table");
    std::size_t last = first;
    int depth = 0;
    std::string comment;
    for (;; ++last) {
      const std::size_t end = std::min(lines_[last].find('#'), lines_[last].size());
      if (end < lines_[last].size()) comment = lines_[last].substr(end);
      for (std::size_t i = 0; i < end; ++i)
        depth += lines_[last][i] == '[' ? 1 : lines_[last][i] == ']' ? -1 : 0;
      if (depth <= 0 || last + 1 == lines_.size()) break;
    }
    for (std::size_t i = first; i <= last; ++i) lines_[i] = gone_line;
    const std::string gap = now.empty() || comment.empty() ? "" : "  ";
    if (!now.empty() || !comment.empty()) lines_[first] = now + gap + comment;
    told.push_back({entry.key_where.line, before, shown});
  }

  std::string join() const {
    std::string text;
    for (const std::string& line : lines_) text += line + "\n";
    return text;
  }

 private:
  std::vector<std::string> lines_;
};

/// What the file says of friction; nullptr: nothing in the old way.
struct FoundFriction {
  const RawEntry *chainages = nullptr, *factors = nullptr, *tread = nullptr, *flange = nullptr;
};
FoundFriction find_friction(const RawTable& root) {
  FoundFriction found;
  const RawTable* const contact = find_raw_table(root, "contact");
  if (contact == nullptr) return found;
  for (const char* key : {"friction_chainages", "friction_stations"})
    if (const RawEntry* entry = find_entry(*contact, key)) found.chainages = entry;
  found.factors = find_entry(*contact, "friction_factors");
  found.tread = find_entry(*contact, "friction");
  found.flange = find_entry(*contact, "friction_flange");
  if (found.chainages == nullptr || found.factors == nullptr) return {};
  if (found.tread == nullptr &&
      (find_entry(root, "include") != nullptr || find_entry(*contact, "include") != nullptr))
    refuse_friction(found.chainages->key_where, "contact.friction is in another file");
  if (const RawTable* const rails = find_raw_table(root, "rails")) {
    for (const char* key : {"sections", "friction", "friction_flange"})
      if (const RawEntry* entry = find_entry(*rails, key))
        refuse_friction(entry->key_where, std::string("rails have ") + key + " already");
  }
  return found;
}

}  // namespace

std::string upgrade_friction(const std::string& text, const std::string& name,
                             std::vector<UpgradedLine>& told) {
  if (text.find("friction_factors") == std::string::npos) return text;
  const Raw raw = parse_toml(std::make_shared<SourceFile>(SourceFile{name, text}), ".");
  const FoundFriction found = find_friction(*raw.as_table());
  if (found.chainages == nullptr) return text;
  scenario::OldFriction old;
  old.chainages = read_raw_numbers(found.chainages, "m");
  old.factors = read_raw_numbers(found.factors, "1");
  if (found.tread != nullptr) old.tread = read_raw_number("friction", found.tread->value, "1");
  if (found.flange != nullptr)
    old.flange = read_raw_number("friction_flange", found.flange->value, "1");
  if (!old.is_sound())
    refuse_friction(found.chainages->key_where, "chainages must rise, with as many factors");
  const scenario::FrictionSections now = scenario::convert_friction(old);
  FrictionLines lines(text);
  const bool is_scaled = old.factors.front() != 1.0;
  const std::string tread = fmt::format("friction = {:.12g}", now.tread);
  std::string sections;
  for (const scenario::FrictionSection& section : now.sections) {
    sections += "\n[[rails.sections]]\n";
    for (const std::string& line : scenario::list_lines(section)) sections += line + "\n";
  }
  const bool adds_tread = is_scaled && found.tread == nullptr;
  lines.replace(*found.chainages, adds_tread ? tread : "", "[[rails.sections]] at the end", told);
  lines.replace(*found.factors, "", "(there)", told);
  if (is_scaled && found.tread != nullptr) lines.replace(*found.tread, tread, tread, told);
  if (is_scaled && found.flange != nullptr) {
    const std::string flange = fmt::format("friction_flange = {:.12g}", *now.flange);
    lines.replace(*found.flange, flange, flange, told);
  }
  return lines.join() + sections;
}

}  // namespace fourfoot::input
