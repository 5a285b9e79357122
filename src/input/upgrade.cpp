#include "input/upgrade.h"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "base/channel.h"
#include "base/error.h"
#include "input/upgrade_friction.h"
#include "scenario/old_keys.h"

namespace fourfoot::input {

namespace {

constexpr const char* old_table = "wheel_rail";
constexpr std::size_t longest_head = 4000;  // characters

const scenario::MovedKey* find_moved(const std::string& key) {
  for (const scenario::MovedKey& moved : scenario::get_moved_keys())
    if (key == moved.before) return &moved;
  return nullptr;
}

std::string strip(const std::string& line) {
  const auto first = line.find_first_not_of(" \t\r");
  if (first == std::string::npos) return "";
  return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// Lines of the old table, sorted into the new ones; comments go with the line that follows them.
class OldTable {
 public:
  explicit OldTable(std::vector<UpgradedLine>& told) : told_(&told) {}

  void add(int number, const std::string& line) {
    const std::string text = strip(line);
    const auto end = text.find_first_of(" \t=.");
    const scenario::MovedKey* const moved =
        text.empty() || text[0] == '#' ? nullptr : find_moved(text.substr(0, end));
    if (moved == nullptr) {
      // A value that goes on over lines belongs to its key.
      const bool goes_on = !text.empty() && text[0] != '#' && !last_.empty();
      if (goes_on) {
        tables_[last_].push_back(line);
      } else {
        waiting_.push_back(line);
      }
      return;
    }
    std::string now = line;
    now.replace(line.find(text.substr(0, end)), std::string(moved->before).size(), moved->now);
    std::vector<std::string>& table = tables_[moved->table];
    table.insert(table.end(), waiting_.begin(), waiting_.end());
    waiting_.clear();
    table.push_back(now);
    last_ = moved->table;
    told_->push_back({number, line, std::string("[") + moved->table + "] " + strip(now)});
  }

  /// The new tables; what waited stays behind the last.
  std::string get_text() const {
    std::string text;
    for (const char* table : {"wheels", "rails"}) {
      const auto found = tables_.find(table);
      if (found == tables_.end()) continue;
      if (!text.empty()) text += "\n";
      text += std::string("[") + table + "]\n";
      for (const std::string& line : found->second) text += line + "\n";
    }
    for (const std::string& line : waiting_) text += line + "\n";
    return text;
  }

 private:
  std::vector<UpgradedLine>* told_;
  std::map<std::string, std::vector<std::string>> tables_;
  std::vector<std::string> waiting_;
  std::string last_;  ///< table of the last key
};

// [wheel_rail.wheel], [[wheel_rail.rail.pieces]], wheel_rail.gauge = ..., "wheel_rail.gauge".
std::string rename_dotted(const std::string& line) {
  static const std::regex dotted(R"(\bwheel_rail\s*\.\s*(\w+))");
  std::string out;
  auto from = line.cbegin();
  for (std::sregex_iterator it(line.begin(), line.end(), dotted), none; it != none; ++it) {
    out.append(from, (*it)[0].first);
    from = (*it)[0].second;
    const scenario::MovedKey* const moved = find_moved((*it)[1].str());
    out += moved == nullptr ? (*it)[0].str() : std::string(moved->table) + "." + moved->now;
  }
  out.append(from, line.cend());
  return out;
}

// stations = [...], from_station = 3, "measures.from_station", "wheelset/left/patch_1/phi"; not in
// comments.
std::string rename_keys(const std::string& line) {
  const auto comment = std::min(line.find('#'), line.size());
  std::string entry = line.substr(0, comment);
  for (const scenario::RenamedKey& key : scenario::get_renamed_keys()) {
    const std::regex as_key(std::string("\\b") + key.before + R"((?=["']?\s*=))");
    const std::regex in_text(std::string(R"((["'][\w.]*\.))") + key.before + R"((?=["']))");
    entry = std::regex_replace(entry, as_key, key.now);
    entry = std::regex_replace(entry, in_text, std::string("$1") + key.now);
  }
  return rename_channels(entry) + line.substr(comment);
}

[[noreturn]] void refuse(const std::string& name, const std::string& text, int number,
                         const std::string& line) {
  SourceLocation where;
  where.file = std::make_shared<SourceFile>(SourceFile{name, text});
  where.line = number;
  where.column = static_cast<int>(line.find(old_table)) + 1;
  where.width = static_cast<int>(std::string(old_table).size());
  throw InputError(Finding{"old-key", where,
                           "wheel_rail as a file or in one line cannot be rewritten by itself",
                           "write what it holds below [wheels] and [rails] (docs/formats)"});
}

}  // namespace

Upgrade upgrade_text(const std::string& given, const std::string& name) {
  static const std::regex header(R"(^\s*\[+([^\]]*)\]+.*$)");
  static const std::regex whole(R"(^\s*wheel_rail\s*=.*$)");
  Upgrade out;
  const std::string text = upgrade_friction(given, name, out.lines);
  std::istringstream in(text);
  bool is_inside = false;
  OldTable table(out.lines);
  int number = 0;
  for (std::string all; std::getline(in, all);) {
    ++number;
    if (all == gone_line) continue;
    // What is looked for stands at the beginning, and std::regex recurses with the length.
    const std::string line = all.substr(0, longest_head), rest = all.substr(line.size());
    std::smatch found;
    const bool is_header = std::regex_match(line, found, header);
    if (is_header) {
      if (is_inside) out.text += table.get_text();
      is_inside = strip(found[1].str()) == old_table;
      if (is_inside) {
        table = OldTable(out.lines);
        out.lines.push_back({number, all, "[wheels], [rails]"});
        continue;
      }
    }
    if (is_inside) {
      table.add(number, all);
      continue;
    }
    if (std::regex_match(line, whole)) refuse(name, text, number, line);
    const std::string now = rename_keys(rename_dotted(line)) + rest;
    if (now != all) out.lines.push_back({number, all, now});
    out.text += now + "\n";
  }
  if (is_inside) out.text += table.get_text();
  if (!text.empty() && text.back() != '\n' && !out.text.empty()) out.text.pop_back();
  std::stable_sort(out.lines.begin(), out.lines.end(),
                   [](const UpgradedLine& a, const UpgradedLine& b) { return a.line < b.line; });
  return out;
}

}  // namespace fourfoot::input
