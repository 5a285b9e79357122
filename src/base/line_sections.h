#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"

/// Stretches of a line where something (rails, what they lie on) is otherwise than elsewhere, and
/// how one goes over into the next.
namespace fourfoot {

struct LineSection {
  double from = 0.0, to = 0.0, blend = 0.0;  ///< [m]; to may be infinite
  SourceLocation where;
};

/// Where one stretch goes over into another: over `length`, `s` in its middle. Stretch 0 is the
/// line where no section says otherwise, stretch i + 1 is section i.
struct LineChange {
  double s = 0.0, length = 0.0;  ///< [m]
  std::size_t before = 0, after = 0;

  /// How far through it s is: 0 to 1.
  double calc_progress(double at) const;
};

/// A step of fifth order from 0 to 1, flat to the second derivative at both ends.
struct SmoothStep {
  double value = 0.0, d1 = 0.0, d2 = 0.0;  ///< with derivatives by x
};
SmoothStep calc_smooth_step(double x);

/// Keys `from`, `to` and `blend` of a section.
std::vector<Field> list_section_fields(double default_blend, double shortest_blend);
LineSection read_section(const Table& entry);

/// InputError with this code: sections that overlap, or are too short or too near for their blends.
void check_sections(const std::vector<LineSection>& sections, const std::string& code);

/// From the beginning of the line.
std::vector<LineChange> list_changes(const std::vector<LineSection>& sections);

/// The change that s lies in, or the last one before it; nullptr: before all.
const LineChange* find_change(const std::vector<LineChange>& changes, double s);

}  // namespace fourfoot
