// What files say of rails, and how it is read.
#include "base/error.h"
#include "base/find_table.h"
#include "contact/rails_along_line.h"

namespace fourfoot::contact {

namespace {

std::vector<Field> list_fields() {
  const SchemaPtr profile = profile::get_profile_schema_of(profile::ProfileKind::rail);
  std::vector<Field> fields = {
      nested("profile", Kind::path_or_table, profile, "profile of both rails"),
      nested("profile_left", Kind::path_or_table, profile,
             "profile of the left rail, if different"),
      nested("profile_right", Kind::path_or_table, profile,
             "profile of the right rail, if different"),
      number("gauge", "m", "gauge, between the rails; default 1.435").within(0.1, 5.0),
      number("gauge_height", "m",
             "depth below the rail tops at which the gauge is measured; default 0.014")
          .within(1e-3, 0.1),
      number("inclination", "1", "tangent of the rails' inward tilt, 1:40 = 0.025; default 0.025")
          .within(-0.2, 0.2),
      number("friction", "1", "coefficient of friction on these rails; default: contact.friction")
          .within(0.0, 2.0),
      number("friction_flange", "1", "of the flange; default: that of the tread").within(0.0, 2.0)};
  return fields;
}

SchemaPtr make_section_schema() {
  std::vector<Field> fields = list_fields();
  const std::vector<Field> where = list_section_fields(10.0, 0.0);
  fields.insert(fields.begin(), where.begin(), where.end());
  return std::make_shared<Schema>(Schema{
      "rail section",
      "A section of the line with other rails. Entries that are absent keep the value of the line.",
      std::move(fields),
      "",
      {}});
}

/// Tables in which a key is looked for, the first that has it counts.
using Tables = std::vector<const Table*>;

void put_number(const Tables& tables, const char* key, double& value) {
  if (const Table* table = find_first_with(tables, key)) value = table->number(key);
}
void put_number(const Tables& tables, const char* key, std::optional<double>& value) {
  if (const Table* table = find_first_with(tables, key)) value = table->number(key);
}

bool put_profile(const Tables& tables, const std::string& side,
                 const profile::OpenPoints& open_points, profile::Profile& out) {
  for (const Table* table : tables) {
    if (table == nullptr) continue;
    const std::string own = "profile_" + side;
    const std::string key = table->has(own) ? own : "profile";
    if (!table->has(key)) continue;
    out = profile::build_profile(table->table(key), open_points);
    if (out.kind == profile::ProfileKind::rail) return true;
    throw InputError(Finding{"profile-kind", table->where_is(key),
                             "this is a wheel profile, a rail was expected"});
  }
  return false;
}

void put_measures(const Tables& tables, RailStretch& stretch) {
  put_number(tables, "gauge", stretch.lay.gauge);
  if (const Table* table = find_first_with(tables, "gauge"))
    stretch.gauge_where = table->where_is("gauge");
  put_number(tables, "gauge_height", stretch.lay.gauge_height);
  put_number(tables, "inclination", stretch.lay.inclination);
  put_number(tables, "origin", stretch.lay.origin);
  put_number(tables, "friction", stretch.friction);
  put_number(tables, "friction_flange", stretch.friction_flange);
}

// The rails of the first stretch are those that panels go on from.
void read_panels(const Tables& tables, const profile::OpenPoints& open_points,
                 RailsAlongLine& rails) {
  const Table* const table = find_first_with(tables, "panels");
  if (table == nullptr) return;
  const RailStretch& base = rails.stretches.front();
  for (const Table& entry : table->tables("panels"))
    add_rail_panel(entry, base.lay.gauge_height, open_points, rails.panels);
  const profile::Curve left = lay_rail(base.left, base.lay), right = lay_rail(base.right, base.lay);
  check_rail_panels(rails.panels, {left, right}, base.lay.gauge_height);
}

}  // namespace

SchemaPtr get_rails_along_line_schema() {
  static const SchemaPtr schema = [] {
    std::vector<Field> fields = list_fields();
    fields.push_back(number("origin", "m",
                            "lay the rail as drawn, its origin this far from the track's middle, "
                            "instead of by gauge")
                         .within(0.05, 5.0));
    fields.push_back(nested("sections", Kind::tables, make_section_schema(),
                            "sections of the line with other rails")
                         .up_to(1000));
    fields.push_back(nested("panels", Kind::tables, get_rail_panel_schema(),
                            "switches and crossings: rails by cross sections, check rails")
                         .up_to(100));
    return std::make_shared<Schema>(Schema{"rails",
                                           "Rails of the line: profiles, how they lie, friction.",
                                           std::move(fields),
                                           "",
                                           {}});
  }();
  return schema;
}

RailsAlongLine read_rails(const Table* over, const Table* given, const SourceLocation& where,
                          const profile::OpenPoints& open_points) {
  const Tables tables = {over, given};
  RailsAlongLine rails;
  RailStretch base;
  base.where = over != nullptr ? over->where : given != nullptr ? given->where : where;
  for (const char* side : {"left", "right"}) {
    profile::Profile& out = side[0] == 'l' ? base.left : base.right;
    if (put_profile(tables, side, open_points, out)) continue;
    throw InputError(Finding{"missing-key", base.where,
                             std::string("the ") + side + " rail has no profile",
                             "add [rails] with profile = \"...\" to the track or the scenario"});
  }
  put_measures(tables, base);
  rails.stretches.push_back(base);
  read_panels(tables, open_points, rails);
  const Table* const table = find_first_with(tables, "sections");
  if (table == nullptr) return rails;
  std::vector<LineSection> sections;
  for (const Table& entry : table->tables("sections")) {
    sections.push_back(read_section(entry));
    RailStretch stretch = base;
    stretch.where = entry.where;
    put_profile({&entry}, "left", open_points, stretch.left);
    put_profile({&entry}, "right", open_points, stretch.right);
    put_measures({&entry}, stretch);
    rails.stretches.push_back(std::move(stretch));
  }
  check_sections(sections, "rail-sections");
  if (rails.stretches.size() > 1 && base.lay.origin) {
    throw InputError(Finding{"rail-sections", table->where_is("sections"),
                             "rails that are positioned by \"origin\" cannot have sections",
                             "position them by gauge and inclination"});
  }
  rails.changes = list_changes(sections);
  return rails;
}

}  // namespace fourfoot::contact
