#include "track/read_discrete.h"

#include "base/error.h"

namespace fourfoot::track {

namespace {

SchemaPtr make_discrete_part(const char* name, const char* doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(Schema{name, doc, std::move(fields), "", {}});
}

SchemaPtr make_spring_schema(const SpringAndDamper& usual) {
  return make_discrete_part(
      "spring and damper", "Stiffness and damping.",
      {number("stiffness", "N/m", "stiffness").positive().by_default(usual.stiffness),
       number("damping", "N s/m", "damping").non_negative().by_default(usual.damping)});
}

Field make_layer(const char* key, const char* doc, const SpringAndDamper& vertical,
                 const SpringAndDamper& lateral, const char* vertical_doc,
                 const char* lateral_doc) {
  return nested(key, Kind::table,
                make_discrete_part(
                    key, doc,
                    {nested("vertical", Kind::table, make_spring_schema(vertical), vertical_doc),
                     nested("lateral", Kind::table, make_spring_schema(lateral), lateral_doc)}),
                doc);
}

SpringAndDamper get_spring(const Support& support) {
  return {support.stiffness, support.damping};
}

void put_spring(const Table& layer, const char* key, SpringAndDamper& spring) {
  if (!layer.has(key)) return;
  spring.stiffness = layer.table(key).number("stiffness");
  spring.damping = layer.table(key).number("damping");
}

}  // namespace

std::vector<Field> list_discrete_fields() {
  const DiscreteSupport usual;
  const SchemaPtr rails =
      make_discrete_part("rails on sleepers", "One rail as a beam.",
                         {number("mass", "kg/m", "mass of one rail per metre")
                              .within(1.0, 1e4)
                              .by_default(usual.rail_mass),
                          number("vertical_bending", "N m2", "bending stiffness EI, vertical")
                              .within(1e3, 1e10)
                              .by_default(usual.vertical_bending),
                          number("lateral_bending", "N m2", "bending stiffness EI, lateral")
                              .within(1e3, 1e10)
                              .by_default(usual.lateral_bending)});
  const SchemaPtr sleepers = make_discrete_part(
      "sleepers", "Rigid sleepers.",
      {number("spacing", "m", "distance from sleeper to sleeper; one lies at chainage 0")
           .within(0.2, 3.0)
           .by_default(usual.spacing),
       number("mass", "kg", "mass of a whole sleeper")
           .within(0.1, 1e5)
           .by_default(default_lateral_ballast.mass),
       numbers("record", "m",
               "chainages of sleepers that are recorded: sleeper_1/left/seat is the force of the "
               "left rail on the first of them")
           .up_to(100)});
  return {
      nested("rails", Kind::table, rails, "discrete: the rails as beams"),
      make_layer("pads", "discrete: the pad between rail and sleeper", usual.vertical_pad,
                 usual.lateral_pad, "vertical, of one rail seat", "lateral, of one rail seat"),
      nested("sleepers", Kind::table, sleepers, "discrete: the sleepers"),
      make_layer("ballast", "discrete: the ballast under the sleepers, with what is below it",
                 get_spring(default_vertical_ballast), get_spring(default_lateral_ballast),
                 "vertical, of half a sleeper", "lateral, of a whole sleeper"),
      number("free_length", "m",
             "discrete: length of track without wheels after which the track repeats (the vehicle "
             "runs round a ring of sleepers); default: 12 m")
          .within(3.0, 200.0),
      integer("elements", "discrete: finite elements of a rail from sleeper to sleeper; default: 2")
          .within(1, 8)};
}

void read_discrete(const Table& table, SupportDescription& d) {
  DiscreteSupport support;
  d.lateral = default_lateral_ballast;
  d.vertical = default_vertical_ballast;
  if (table.has("rails")) {
    const Table& rails = table.table("rails");
    support.rail_mass = rails.number("mass");
    support.vertical_bending = rails.number("vertical_bending");
    support.lateral_bending = rails.number("lateral_bending");
  }
  if (table.has("pads")) {
    put_spring(table.table("pads"), "vertical", support.vertical_pad);
    put_spring(table.table("pads"), "lateral", support.lateral_pad);
  }
  if (table.has("sleepers")) {
    const Table& sleepers = table.table("sleepers");
    support.spacing = sleepers.number("spacing");
    if (sleepers.has("record")) support.recorded = sleepers.numbers("record");
    d.lateral->mass = sleepers.number("mass");
    d.vertical->mass = 0.5 * d.lateral->mass;
  }
  if (table.has("ballast")) {
    SpringAndDamper vertical = get_spring(*d.vertical), lateral = get_spring(*d.lateral);
    put_spring(table.table("ballast"), "vertical", vertical);
    put_spring(table.table("ballast"), "lateral", lateral);
    d.vertical = Support{d.vertical->mass, vertical.stiffness, vertical.damping};
    d.lateral = Support{d.lateral->mass, lateral.stiffness, lateral.damping};
  }
  support.free_length = table.number_or("free_length", support.free_length);
  if (table.has("elements")) support.elements = table.integer("elements");
  d.discrete = support;
}

void check_support_keys(const Table& table) {
  const bool is_discrete = table.text("model") == "discrete";
  for (const char* key :
       {"rails", "pads", "sleepers", "ballast", "free_length", "elements", "lateral", "vertical"}) {
    const bool is_mass = std::string(key) == "lateral" || std::string(key) == "vertical";
    if (!table.has(key) || is_mass != is_discrete) continue;
    throw InputError(Finding{"contradiction", table.where_is(key),
                             is_mass ? std::string("a track on sleepers has no co-running masses")
                                     : std::string(key) + " belongs to a track on sleepers",
                             is_mass ? "give pads, sleepers and ballast, or model = \"co-running\""
                                     : "add model = \"discrete\""});
  }
}

}  // namespace fourfoot::track
