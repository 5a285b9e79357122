#include "base/line_sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace fourfoot {

namespace {

constexpr double no_end = std::numeric_limits<double>::infinity();

[[noreturn]] void refuse_section(const std::string& code, const LineSection& section,
                                 const std::string& message, const std::string& hint) {
  throw InputError(Finding{code, section.where, message, hint});
}

}  // namespace

double LineChange::calc_progress(double at) const {
  if (length <= 0.0) return 1.0;
  return std::clamp((at - s) / length + 0.5, 0.0, 1.0);
}

SmoothStep calc_smooth_step(double x) {
  return {x * x * x * (10.0 + x * (-15.0 + 6.0 * x)), 30.0 * x * x * (1.0 - x) * (1.0 - x),
          60.0 * x * (1.0 - x) * (1.0 - 2.0 * x)};
}

std::vector<Field> list_section_fields(double default_blend, double shortest_blend) {
  return {number("from", "m", "where the section begins").required(),
          number("to", "m", "where it ends; default: never"),
          number("blend", "m", "length over which it changes at both ends, half of it on each side")
              .within(shortest_blend, 1e4)
              .by_default(default_blend)};
}

LineSection read_section(const Table& entry) {
  return {entry.number("from"), entry.number_or("to", no_end), entry.number("blend"), entry.where};
}

void check_sections(const std::vector<LineSection>& sections, const std::string& code) {
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const LineSection& section = sections[i];
    // Where another follows at once, it brings the blend between both: looked at with that one.
    const bool is_followed = i + 1 < sections.size() && sections[i + 1].from == section.to;
    if (!is_followed && !(section.to - section.from >= section.blend)) {
      refuse_section(
          code, section,
          fmt::format("the section from {:g} to {:g} m is shorter than its blend of {:g} m",
                      section.from, section.to, section.blend),
          "lengthen it, or shorten blend");
    }
    if (i == 0) continue;
    const LineSection& before = sections[i - 1];
    const double gap = section.from - before.to;
    if (gap < 0.0) {
      refuse_section(
          code, section,
          fmt::format("this section begins at {:g} m, before the previous one ends at {:g} m",
                      section.from, before.to),
          "sections follow each other along the line and do not overlap");
    }
    // Where one follows the other at once, the one ahead must hold half of either blend.
    constexpr double rounding = 1e-9;  // [m]
    const double room = (gap > 0.0 ? gap : before.to - before.from) + rounding;
    if (room < 0.5 * (section.blend + before.blend) && gap == 0.0) {
      refuse_section(
          code, section,
          fmt::format("its blend of {:g} m begins before that of the previous section ends",
                      section.blend),
          "shorten blend, or lengthen the previous section");
    }
    if (room < 0.5 * (section.blend + before.blend)) {
      refuse_section(
          code, section,
          fmt::format("it begins {:g} m after the previous section, too near for their blends",
                      gap),
          "let it begin where the other ends, or shorten blend");
    }
  }
}

std::vector<LineChange> list_changes(const std::vector<LineSection>& sections) {
  std::vector<LineChange> changes;
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const bool follows = i > 0 && sections[i - 1].to == sections[i].from;
    changes.push_back({sections[i].from, sections[i].blend, follows ? i : 0, i + 1});
    const bool is_followed = i + 1 < sections.size() && sections[i + 1].from == sections[i].to;
    if (sections[i].to < no_end && !is_followed)
      changes.push_back({sections[i].to, sections[i].blend, i + 1, 0});
  }
  return changes;
}

const LineChange* find_change(const std::vector<LineChange>& changes, double s) {
  const auto after = std::upper_bound(
      changes.begin(), changes.end(), s,
      [](double at, const LineChange& change) { return at < change.s - 0.5 * change.length; });
  return after == changes.begin() ? nullptr : &*(after - 1);
}

}  // namespace fourfoot
