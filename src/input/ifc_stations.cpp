// Stationing of an IFC alignment: referents of type STATION with Pset_Stationing.
#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "input/ifc_line.h"

namespace fourfoot::input {

namespace {

struct Stationing {
  std::optional<double> station;  ///< in the file's unit
  double direction = 1.0;
};

/// What a property set says of stations; nothing if it is another one.
std::optional<Stationing> read_stationing(const StepFile& file, std::uint64_t id) {
  if (file.find_type(id) != "IFCPROPERTYSET") return std::nullopt;
  const StepEntity set = file.get(id);
  if (find_text(set, 2) != "Pset_Stationing") return std::nullopt;
  Stationing stationing;
  for (const std::uint64_t property : get_references(set, 4)) {
    if (file.find_type(property) != "IFCPROPERTYSINGLEVALUE") continue;
    const StepEntity value = file.get(property);
    if (find_text(value, 0) == "Station") stationing.station = find_number(value, 2);
    if (find_text(value, 0) == "HasIncreasingStation" && value.arguments.size() > 2)
      if (const auto* word = std::get_if<StepValue::Word>(&value.arguments[2].data))
        stationing.direction = word->text == "F" ? -1.0 : 1.0;
  }
  if (!stationing.station) return std::nullopt;
  return stationing;
}

/// Distance along the alignment of a linear placement, in the file's unit.
std::optional<double> find_distance(const StepFile& file, const StepEntity& referent) {
  if (referent.arguments.size() < 6) return std::nullopt;
  const auto* placed = std::get_if<StepValue::Reference>(&referent.arguments[5].data);
  if (placed == nullptr || file.find_type(placed->id) != "IFCLINEARPLACEMENT") return std::nullopt;
  const std::uint64_t axes = get_reference(file.get(placed->id), 1);
  if (file.find_type(axes) != "IFCAXIS2PLACEMENTLINEAR") return std::nullopt;
  const std::uint64_t point = get_reference(file.get(axes), 0);
  if (file.find_type(point) != "IFCPOINTBYDISTANCEEXPRESSION") return std::nullopt;
  return find_number(file.get(point), 0);
}

}  // namespace

void read_ifc_stations(const IfcLine& line, track::Alignment& alignment) {
  constexpr std::size_t most = 10000;
  constexpr double least_jump = 1e-3;  // m
  std::unordered_map<std::uint64_t, Stationing> found;
  for (const std::uint64_t relation : line.file.list("IFCRELDEFINESBYPROPERTIES")) {
    const StepEntity defines = line.file.get(relation);
    if (const auto stationing = read_stationing(line.file, get_reference(defines, 5)))
      for (const std::uint64_t id : get_references(defines, 4)) found[id] = *stationing;
  }
  std::vector<track::ChainageMark> marks;
  for (const std::uint64_t id : list_nested(line, line.id)) {
    const auto stationing = found.find(id);
    if (stationing == found.end() || line.file.find_type(id) != "IFCREFERENT") continue;
    const auto along = find_distance(line.file, line.file.get(id));
    if (!along || marks.size() >= most) continue;
    marks.push_back({*along * line.units.length, *stationing->second.station * line.units.length,
                     stationing->second.direction});
  }
  std::stable_sort(marks.begin(), marks.end(),
                   [](const auto& a, const auto& b) { return a.along < b.along; });
  // Signs that go on as the one before them change nothing.
  for (const track::ChainageMark& mark : marks) {
    if (!alignment.chainages.empty()) {
      const track::ChainageMark& before = alignment.chainages.back();
      const double expected = before.chainage + before.direction * (mark.along - before.along);
      if (before.direction == mark.direction && std::abs(mark.chainage - expected) < least_jump)
        continue;
    }
    alignment.chainages.push_back(mark);
  }
}

}  // namespace fourfoot::input
