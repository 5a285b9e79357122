#include <algorithm>
#include <cmath>
#include <map>

#include "profile/reader.h"
#include "profile/text_lines.h"

namespace fourfoot::profile {

namespace {

std::string_view trim(std::string_view text) {
  const char* blanks = " \t\r\f\v";
  const std::size_t start = text.find_first_not_of(blanks);
  if (start == std::string_view::npos) return {};
  return text.substr(start, text.find_last_not_of(blanks) - start + 1);
}

struct Entry {
  std::string_view text;
  int line = 0;
  int column = 1;
};

class Entries {
 public:
  explicit Entries(const std::shared_ptr<const SourceFile>& file) : file_(file) {}

  void add(std::string_view key, const Entry& entry) { entries_[std::string(key)] = entry; }

  double number(const std::string& key, double fallback) const {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return fallback;
    const std::optional<double> value = parse_number(found->second.text);
    if (!value)
      refuse_word(file_, found->second.line, {found->second.text, found->second.column},
                  "profile-number", key + " must be a number");
    return *value;
  }

  std::string text(const std::string& key) const {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return {};
    std::string_view value = found->second.text;
    if (value.size() >= 2 && value.front() == '\'' && value.back() == '\'')
      value = value.substr(1, value.size() - 2);
    return std::string(value);
  }

 private:
  std::shared_ptr<const SourceFile> file_;
  std::map<std::string, Entry> entries_;
};

/// What the header prescribes, in the order in which SIMPACK numbers the steps: shift, rotate,
/// bounds, mirror, inversion.
void apply(const Entries& entries, RawPoints& raw) {
  const double shift_y = entries.number("shift.y", 0.0), shift_z = entries.number("shift.z", 0.0);
  const double angle = entries.number("rotate", 0.0) / entries.number("units.ang.f", 1.0);
  const double c = std::cos(angle), s = std::sin(angle);
  for (RawPoint& p : raw.points) {
    const double y = p.y + shift_y, z = p.z + shift_z;
    p.y = c * y - s * z;
    p.z = s * y + c * z;
  }
  const auto drop = [&](const char* low_key, const char* high_key, double RawPoint::*coordinate) {
    const double low = entries.number(low_key, 1.0), high = entries.number(high_key, 0.0);
    if (low >= high) return;
    std::erase_if(raw.points,
                  [&](const RawPoint& p) { return p.*coordinate < low || p.*coordinate > high; });
  };
  drop("bound.y.min", "bound.y.max", &RawPoint::y);
  drop("bound.z.min", "bound.z.max", &RawPoint::z);
  if (entries.number("mirror.y", 0.0) != 0.0)
    for (RawPoint& p : raw.points) p.y = -p.y;
  if (entries.number("mirror.z", 0.0) != 0.0)
    for (RawPoint& p : raw.points) p.z = -p.z;
  if (entries.number("inversion", 0.0) != 0.0) std::reverse(raw.points.begin(), raw.points.end());
}

}  // namespace

/// SIMPACK's .prw and .prr: "key = value" lines, points between point.begin and point.end, remarks
/// after ! or %. units.len.f: units of the file per metre. y of the right-hand side of the vehicle
/// (field side positive), z down.
RawPoints read_simpack(std::shared_ptr<const SourceFile> file) {
  Entries entries(file);
  RowCollector rows(file, 0, 1);
  bool in_points = false;
  int begin_line = 0;
  std::string section;
  for (const TextLine& whole : split_lines(file->text)) {
    const TextLine line{whole.text.substr(0, whole.text.find_first_of("!%")), whole.number};
    const std::string_view text = trim(line.text);
    if (text.empty()) continue;
    if (text == "point.begin") {
      in_points = true;
      begin_line = line.number;
    } else if (text == "point.end") {
      in_points = false;
    } else if (in_points) {
      rows.add(line);
    } else if (const std::size_t equal = text.find('='); equal != std::string_view::npos) {
      const std::string_view value = trim(text.substr(equal + 1));
      // "type" stands in both sections; the one of the header is meant.
      const std::string key(trim(text.substr(0, equal)));
      entries.add(section == "header" ? "header." + key : key,
                  {value, line.number, static_cast<int>(value.data() - whole.text.data()) + 1});
    } else if (text.ends_with(".begin")) {
      section = std::string(text.substr(0, text.size() - 6));
    } else if (text.ends_with(".end")) {
      section.clear();
    } else {
      refuse_word(file, line.number, {text, static_cast<int>(text.data() - whole.text.data()) + 1},
                  "profile-key", "expected \"key = value\" or point.begin");
    }
  }
  if (in_points)
    refuse_word(file, begin_line, {"point.begin", 1}, "profile-unclosed",
                "point.begin without point.end");
  RawPoints raw = rows.take();
  const double type = entries.number("header.type", -1.0);
  const double factor = entries.number("units.len.f", 0.0);
  if (factor < 0.0 || (factor > 0.0 && factor < 1e-6))
    refuse_word(file, begin_line, {"point.begin", 1}, "profile-number",
                "units.len.f must be positive");
  if (factor > 0.0) raw.length_unit = 1.0 / factor;
  raw.comment = entries.text("comment");
  const bool ends_with_w = file->name.ends_with('w') || file->name.ends_with('W');
  if (type >= 0.0)
    raw.kind = type == 0.0 ? ProfileKind::rail : ProfileKind::wheel;
  else if (calc_format(file->name) == PointFormat::simpack)
    raw.kind = ends_with_w ? ProfileKind::wheel : ProfileKind::rail;
  raw.z_is_down = true;
  raw.gauge_is_low_y = true;
  apply(entries, raw);
  return raw;
}

}  // namespace fourfoot::profile
