#include "track/read_support.h"

#include "base/error.h"
#include "track/read_discrete.h"

namespace fourfoot::track {

namespace {

// A rail spreads its load over a metre or so: what it lies on never changes at once.
constexpr double support_blend = 2.0, shortest_support_blend = 0.2;  // [m]

SchemaPtr make_support_part(const char* name, const char* doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(Schema{name, doc, std::move(fields), "", {}});
}

SchemaPtr make_mass_schema() {
  return make_support_part(
      "support mass", "A mass on a spring and a damper to the ground.",
      {number("mass", "kg", "mass that moves").positive().required(),
       number("stiffness", "N/m", "stiffness of the support").positive().required(),
       number("damping", "N s/m", "damping of the support").non_negative().required()});
}

SchemaPtr make_stretch_schema(bool is_vertical) {
  std::vector<Field> fields = {
      number("stiffness", "N/m", "stiffness of the support; default: that of the line").positive(),
      number("damping", "N s/m", "damping of the support; default: that of the line")
          .non_negative()};
  if (is_vertical) {
    fields.push_back(number("gap", "m",
                            "gap under hanging sleepers: up to this deflection only the stiffness "
                            "of the section acts, beyond it that of the line")
                         .within(0.0, 0.05));
  }
  return make_support_part("support of a section", "What the rails lie on in a section.",
                           std::move(fields));
}

SchemaPtr make_section_schema() {
  std::vector<Field> fields = list_section_fields(support_blend, shortest_support_blend);
  const SchemaPtr lateral = make_stretch_schema(false), vertical = make_stretch_schema(true);
  fields.insert(
      fields.end(),
      {nested("lateral", Kind::table, lateral, "lateral support of both rails under a wheelset"),
       nested("vertical", Kind::table, vertical, "vertical support of each rail under its wheel"),
       nested("vertical_left", Kind::table, vertical, "vertical support of the left rail alone"),
       nested("vertical_right", Kind::table, vertical,
              "vertical support of the right rail alone")});
  return make_support_part("support section",
                           "A section of the line with another support. Entries that are absent "
                           "keep the value of the line.",
                           std::move(fields));
}

std::optional<Support> read_mass(const Table& table, const std::string& key) {
  if (!table.has(key)) return std::nullopt;
  const Table& t = table.table(key);
  return Support{t.number("mass"), t.number("stiffness"), t.number("damping")};
}

[[noreturn]] void refuse_support(const SourceLocation& where, const std::string& message,
                                 const std::string& hint) {
  throw InputError(Finding{"support-sections", where, message, hint});
}

void put_law(const Table& table, double line_stiffness, SupportLaw& law) {
  law.stiffness = table.number_or("stiffness", law.stiffness);
  law.damping = table.number_or("damping", law.damping);
  if (!table.has("gap")) return;
  law.gap = table.number("gap");
  law.closed = line_stiffness - law.stiffness;
  if (law.closed > 0.0) return;
  refuse_support(table.where_is("gap"),
                 "a gap needs a stiffness below that of the line, which holds beyond the gap",
                 "give the stiffness that acts until the gap is closed");
}

SupportAlongLine::Laws read_laws(const Table& entry, const SupportAlongLine& line) {
  static constexpr struct {
    const char* key;
    std::size_t first, last;
  } parts[] = {
      {"lateral", 0, 0}, {"vertical", 1, 2}, {"vertical_left", 1, 1}, {"vertical_right", 2, 2}};
  SupportAlongLine::Laws laws = line.get_nominal();
  for (const auto& part : parts) {
    if (!entry.has(part.key)) continue;
    for (std::size_t c = part.first; c <= part.last; ++c) {
      if (!line.has(c))
        refuse_support(entry.where_is(part.key), "the line's rails do not give in this direction",
                       c == 0 ? "add support.lateral" : "add support.vertical");
      put_law(entry.table(part.key), line.get_nominal()[c].stiffness, laws[c]);
    }
  }
  return laws;
}

}  // namespace

namespace {

std::vector<Field> list_support_fields() {
  std::vector<Field> fields = {
      text("model",
           "co-running: masses on springs travel with each wheelset; discrete: two rails as beams "
           "on pads, sleepers and ballast; rigid: the rails do not move. Short form: support = "
           "\"rigid\"")
          .one_of({"co-running", "discrete", "rigid"})
          .by_default("co-running"),
      nested("lateral", Kind::table, make_mass_schema(),
             "lateral support of both rails under a wheelset; if only the vertical support is "
             "given: rigid"),
      nested("vertical", Kind::table, make_mass_schema(),
             "vertical support of each rail under its wheel; if only the lateral support is "
             "given: rigid"),
      nested("sections", Kind::tables, make_section_schema(),
             "stretches with another support: bridges, transition zones, hanging sleepers; "
             "discrete: another ballast")
          .up_to(1000)};
  const std::vector<Field> discrete = list_discrete_fields();
  fields.insert(fields.end(), discrete.begin(), discrete.end());
  return fields;
}

}  // namespace

SchemaPtr get_support_schema() {
  static const SchemaPtr schema =
      make_support_part("support", "What the rails lie on.", list_support_fields());
  return schema;
}

SupportDescription read_support(const Table& table) {
  SupportDescription d;
  d.is_given = true;
  d.where = table.where_is("model");
  if (table.text("model") == "rigid") {
    if (!table.has("lateral") && !table.has("vertical") && !table.has("sections")) return d;
    throw InputError(Finding{"contradiction", table.where_is("model"),
                             "a rigid support has neither masses nor springs",
                             "take lateral, vertical and sections out, or model = \"rigid\""});
  }
  check_support_keys(table);
  if (table.text("model") == "discrete") {
    read_discrete(table, d);
  } else {
    d.lateral = read_mass(table, "lateral");
    d.vertical = read_mass(table, "vertical");
    if (!d.lateral && !d.vertical) {
      d.lateral = default_lateral_support;
      d.vertical = default_vertical_support;
    }
  }
  if (!table.has("sections")) return d;
  const SupportAlongLine line(d.lateral, d.vertical);
  for (const Table& entry : table.tables("sections")) {
    d.sections.push_back(read_section(entry));
    d.section_laws.push_back(read_laws(entry, line));
  }
  check_sections(d.sections, "support-sections");
  return d;
}

}  // namespace fourfoot::track
