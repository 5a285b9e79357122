// What files say of panels of switches and crossings, and how it is read.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "contact/geometry/wheel_rail_pair.h"
#include "contact/rail_panel.h"

namespace fourfoot::contact {

namespace {

constexpr double longest_panel = 1000.0;  // [m]

[[noreturn]] void refuse_panel(const SourceLocation& where, std::string message,
                               std::string hint = {}) {
  throw InputError(Finding{"rail-panel", where, std::move(message), std::move(hint)});
}

Field panel_chainage(const char* key, const char* doc) {
  return number(key, "m", doc).within(-longest_panel, longest_panel);
}

SchemaPtr make_line_section_schema() {
  const SchemaPtr profile = profile::get_profile_schema_of(profile::ProfileKind::rail);
  return std::make_shared<Schema>(Schema{
      "cross section of a rail",
      "One cross section of one rail of a panel. Entries that are absent are those of the section "
      "before.",
      {panel_chainage("s", "along the panel").required(),
       number("edge", "m",
              "distance of the running edge from the track's middle, gauge_height below the top")
           .within(0.05, 5.0),
       number("y", "m", "instead of edge: distance of the profile's origin from the track's middle")
           .within(0.05, 5.0),
       number("z", "m", "top (with edge) or profile's origin (with y) above the rail tops")
           .within(-0.5, 0.5)
           .by_default(0.0),
       nested("profile", Kind::path_or_table, profile, "profile of this rail here"),
       number("inclination", "1", "tangent of its inward tilt; default of the first section 0")
           .within(-0.2, 0.2)},
      "",
      {}});
}

Field panel_side(const char* doc) {
  return text("side", doc).one_of({"left", "right"}).required();
}

SchemaPtr make_line_schema() {
  return std::make_shared<Schema>(Schema{
      "rail of a panel",
      "A rail from its first to its last cross section: stock rail, blade, wing rail, nose.",
      {text("name", "name for messages").required(),
       panel_side("side of the track, seen along the panel"),
       flag("instead", "it replaces the line's own rail of this side").by_default_flag(true),
       text("match",
            "points of neighbouring sections that belong together: by their fraction of the arc "
            "length on either side of the top, or by their slope (a nose cut by a ramp)")
           .one_of({"arc-length", "angle"})
           .by_default("arc-length"),
       nested("sections", Kind::tables, make_line_section_schema(), "cross sections, s increasing")
           .up_to(2000)
           .required()},
      "",
      {}});
}

SchemaPtr make_check_rail_schema() {
  return std::make_shared<Schema>(Schema{
      "check rail",
      "A rail that guides a wheel by its back.",
      {text("name", "name for messages").by_default("check rail"),
       panel_side("side of the wheel that it guides, seen along the panel"),
       numbers("s", "m", "positions along the panel, increasing")
           .within(-longest_panel, longest_panel)
           .up_to(2000)
           .required(),
       numbers("y", "m", "distance of the working face from the track's middle at each s")
           .within(0.0, 5.0)
           .up_to(2000)
           .required(),
       number("top", "m", "its upper edge above the rail tops").within(-0.03, 0.2).by_default(0.0),
       number("stiffness", "N/m", "lateral stiffness of the whole check rail under one wheel")
           .positive()
           .by_default(50e6),
       number("damping", "s/m", "damping chi of its normal force, after Hunt and Crossley")
           .non_negative()
           .by_default(1.0),
       number("friction", "1", "coefficient of friction between it and the back of the wheel")
           .within(0.0, 2.0)
           .by_default(0.3)},
      "",
      {}});
}

SchemaPtr make_panel_schema() {
  return std::make_shared<Schema>(Schema{
      "rail panel",
      "Rails of a switch or crossing by cross sections along one route, and its check rails.",
      {text("name", "name for reports").by_default(""),
       text("source", "where the numbers come from").by_default(""),
       nested("lines", Kind::tables, make_line_schema(), "rails of both sides").up_to(100),
       nested("check_rails", Kind::tables, make_check_rail_schema(), "check rails").up_to(20)},
      "",
      {}});
}

/// From the panel's s and sides to the line's.
struct Lie {
  double at = 0.0;
  bool is_reversed = false, swaps_sides = false;

  double find_chainage(double s) const { return is_reversed ? at - s : at + s; }
  Side turn(const std::string& side) const {
    return (side == "left") != swaps_sides ? Side::left : Side::right;
  }
};

RailLineSection read_line_section(const Table& entry, const Lie& lie, double gauge_height,
                                  const profile::Profile& shape, double inclination) {
  RailLineSection section;
  section.where = entry.where;
  section.s = lie.find_chainage(entry.number("s"));
  section.z = entry.number("z");
  if (entry.has("edge") == entry.has("y"))
    refuse_panel(entry.where, "a cross section needs either \"edge\" or \"y\"",
                 "edge: its running edge; y: its profile's origin");
  if (entry.has("edge")) {
    section.y = entry.number("edge");
    profile::RailsDescription lay;
    lay.gauge = 0.0;
    lay.gauge_height = gauge_height;
    lay.inclination = inclination;
    section.shape = lay_rail(shape, lay);
  } else {
    section.y = entry.number("y");
    section.shape = profile::place(shape.curve, {false, std::atan(inclination), 0.0, 0.0});
  }
  return section;
}

RailLine read_line(const Table& table, const Lie& lie, double gauge_height,
                   const profile::OpenPoints& open_points) {
  RailLine line;
  line.where = table.where;
  line.name = table.text("name");
  line.side = lie.turn(table.text("side"));
  line.is_instead = table.flag("instead");
  if (table.text("match") == "angle") line.match = SectionMatch::angle;
  profile::Profile shape;
  double inclination = 0.0;
  const Table* before = nullptr;
  for (const Table& entry : table.tables("sections")) {
    if (entry.has("profile")) {
      shape = profile::build_profile(entry.table("profile"), open_points);
      if (shape.kind != profile::ProfileKind::rail)
        throw InputError(Finding{"profile-kind", entry.where_is("profile"),
                                 "this is a wheel profile, a rail was expected"});
    }
    if (shape.curve.empty())
      refuse_panel(entry.where, "the first cross section of \"" + line.name + "\" has no profile");
    if (entry.has("inclination")) inclination = entry.number("inclination");
    if (before != nullptr && before->has("edge") != entry.has("edge"))
      refuse_panel(entry.where,
                   "all sections of a rail must have \"edge\", or all must have \"y\"");
    if (before != nullptr && !(entry.number("s") > before->number("s")))
      refuse_panel(entry.where_is("s"), "cross sections must follow each other along s");
    line.sections.push_back(read_line_section(entry, lie, gauge_height, shape, inclination));
    before = &entry;
  }
  if (line.sections.size() < 2)
    refuse_panel(table.where, "the rail \"" + line.name + "\" has fewer than two cross sections");
  if (lie.is_reversed) std::reverse(line.sections.begin(), line.sections.end());
  return line;
}

CheckRail read_check_rail(const Table& table, const Lie& lie) {
  CheckRail check;
  check.where = table.where;
  check.name = table.text("name");
  check.side = lie.turn(table.text("side"));
  check.s = table.numbers("s");
  check.y = table.numbers("y");
  if (check.s.size() != check.y.size() || check.s.size() < 2)
    refuse_panel(table.where_is("y"), "s and y of a check rail must have the same length",
                 "two values or more");
  for (std::size_t i = 1; i < check.s.size(); ++i)
    if (!(check.s[i] > check.s[i - 1])) refuse_panel(table.where_is("s"), "s must grow");
  for (double& s : check.s) s = lie.find_chainage(s);
  if (lie.is_reversed) {
    std::reverse(check.s.begin(), check.s.end());
    std::reverse(check.y.begin(), check.y.end());
  }
  check.top = table.number("top");
  check.stiffness = table.number("stiffness");
  check.damping = table.number("damping");
  check.friction = table.number("friction");
  return check;
}

}  // namespace

SchemaPtr get_rail_panel_schema() {
  static const SchemaPtr schema = std::make_shared<Schema>(Schema{
      "position of a rail panel",
      "A switch or crossing in the line.",
      {number("at", "m", "where the panel's s = 0 lies").required(),
       flag("reversed",
            "the vehicle passes it from its other end: its s runs against the line, left and right "
            "are exchanged")
           .by_default_flag(false),
       flag("mirrored", "its mirror image: left and right are exchanged").by_default_flag(false),
       nested("panel", Kind::path_or_table, make_panel_schema(), "the panel").required()},
      "",
      {}});
  return schema;
}

void add_rail_panel(const Table& entry, double gauge_height, const profile::OpenPoints& open_points,
                    RailPanels& out) {
  Lie lie;
  lie.at = entry.number("at");
  lie.is_reversed = entry.flag("reversed");
  lie.swaps_sides = entry.flag("mirrored") != lie.is_reversed;
  const Table& panel = entry.table("panel");
  if (panel.has("lines"))
    for (const Table& line : panel.tables("lines"))
      out.lines.push_back(read_line(line, lie, gauge_height, open_points));
  if (panel.has("check_rails"))
    for (const Table& check : panel.tables("check_rails"))
      out.checks.push_back(read_check_rail(check, lie));
}

}  // namespace fourfoot::contact
