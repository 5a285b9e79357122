#include "input/override.h"

#include <algorithm>
#include <charconv>

namespace fourfoot::input {

namespace {

std::string trim_blanks(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string> split_key(const std::string& key) {
  std::vector<std::string> parts(1);
  for (const char c : key) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

Raw* find_child(Raw& raw, const std::string& key) {
  if (RawTable* table = raw.as_table()) {
    RawEntry* entry = find_entry(*table, key);
    return entry == nullptr ? nullptr : &entry->value;
  }
  RawArray* array = std::get_if<RawArray>(&raw.data);
  std::size_t number = 0;
  if (array == nullptr ||
      std::from_chars(key.data(), key.data() + key.size(), number).ptr != key.data() + key.size()) {
    return nullptr;
  }
  return number >= 1 && number <= array->size() ? &(*array)[number - 1] : nullptr;
}

std::string join(const std::vector<std::string>& path, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += (i > 0 ? "." : "") + path[i];
  return text;
}

// Why nothing can be put below `node`, which is what the first `depth` parts of the path name.
std::string describe_obstacle(const Raw& node, const std::vector<std::string>& path,
                              std::size_t depth) {
  const std::string name = "\"" + join(path, depth) + "\"";
  if (const RawArray* array = std::get_if<RawArray>(&node.data)) {
    return name + " has entries 1 to " + std::to_string(array->size()) + ", not \"" + path[depth] +
           "\"";
  }
  return name + " is " + node.describe() + ", nothing can be set in it";
}

}  // namespace

Setting parse_override(const std::string& argument) {
  const std::size_t equals = argument.find('=');
  const std::string key = trim_blanks(argument.substr(0, equals));
  const std::vector<std::string> parts = split_key(key);
  if (equals == std::string::npos || std::find(parts.begin(), parts.end(), "") != parts.end() ||
      parts.size() > 32) {
    const auto source = std::make_shared<SourceFile>(SourceFile{"--set", argument});
    throw InputError(Finding{"bad-override",
                             {source, 1, 1, std::max(1, static_cast<int>(argument.size()))},
                             "an override has the form key=value, with dots within the key",
                             "for example --set speed.v=\"60 km/h\""});
  }
  return {key, trim_blanks(argument.substr(equals + 1))};
}

OverrideList::OverrideList(const std::vector<Setting>& overrides) {
  for (const Setting& given : overrides) pending_.push_back(parse(given));
}

OverrideList::Pending OverrideList::parse(const Setting& given) {
  const std::string line = given.key + "=" + given.value;
  const auto source = std::make_shared<SourceFile>(SourceFile{"--set", line});
  Pending pending;
  pending.path = split_key(given.key);
  pending.key_where = {source, 1, 1, static_cast<int>(given.key.size())};
  pending.value.data = given.value;  // plain text, unless it is TOML
  // Numbers as people write them, which TOML does not know: .5, 5., 05
  double number = 0.0;
  const char* const end = given.value.data() + given.value.size();
  const auto [rest, status] = std::from_chars(given.value.data(), end, number);
  if (status == std::errc() && rest == end) pending.value.data = number;
  try {
    const auto as_toml = std::make_shared<SourceFile>(SourceFile{"--set", "value=" + given.value});
    Raw parsed = parse_toml(as_toml, {});
    if (parsed.as_table()->size() == 1) {
      pending.value = std::move(parsed.as_table()->front().value);
    }
  } catch (const InputError&) {
  }
  pending.value.where = {source, 1, static_cast<int>(given.key.size()) + 2,
                         std::max(1, static_cast<int>(given.value.size()))};
  return pending;
}

bool OverrideList::apply(Pending& pending, Raw& root) {
  Raw* node = &root;
  for (std::size_t i = 0; i + 1 < pending.path.size(); ++i) {
    Raw* child = find_child(*node, pending.path[i]);
    if (child == nullptr) {
      RawTable* table = node->as_table();
      if (table == nullptr) {
        pending.obstacle = describe_obstacle(*node, pending.path, i);
        return false;
      }
      Raw empty;
      empty.data = RawTable{};
      empty.where = pending.key_where;
      table->push_back({pending.path[i], pending.key_where, std::move(empty)});
      child = &table->back().value;
    }
    node = child;
  }
  if (Raw* existing = find_child(*node, pending.path.back())) {
    if (RawTable* table = node->as_table())
      find_entry(*table, pending.path.back())->key_where = pending.key_where;
    *existing = pending.value;
  } else if (RawTable* table = node->as_table()) {
    table->push_back({pending.path.back(), pending.key_where, pending.value});
  } else {
    pending.obstacle = describe_obstacle(*node, pending.path, pending.path.size() - 1);
    return false;
  }
  return pending.applied = true;
}

void OverrideList::apply(Raw& root) {
  for (Pending& pending : pending_) {
    if (!pending.applied) apply(pending, root);
  }
}

void OverrideList::apply_again(Raw& root) {
  for (Pending& pending : pending_) {
    const auto& path = pending.path;
    if (!pending.applied || std::find(path.begin(), path.end(), "load_cases") != path.end())
      continue;
    Raw* node = &root;
    for (const std::string& key : path) node = node == nullptr ? nullptr : find_child(*node, key);
    const bool became_table = node != nullptr && node->as_table() != nullptr;
    if (!became_table || pending.value.as_table() != nullptr) apply(pending, root);
  }
}

std::vector<Finding> OverrideList::list_faults() const {
  std::vector<Finding> findings;
  for (const Pending& pending : pending_) {
    if (!pending.applied) {
      findings.push_back({"bad-override", pending.key_where, pending.obstacle,
                          "fourfoot schema scenario lists what there is"});
    }
  }
  return findings;
}

}  // namespace fourfoot::input
