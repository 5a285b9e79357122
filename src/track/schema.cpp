#include "track/schema.h"

#include "track/alignment.h"
#include "track/read_support.h"
#include "track/transition.h"

namespace fourfoot::track {

namespace {

constexpr std::size_t most_pieces = 10000;        // of an alignment: a line of 1000 km
constexpr std::size_t most_survey_points = 5000;  // of a surveyed curve

SchemaPtr make_schema(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

Field length_field(const char* doc = "length along the centre line") {
  return number("length", "m", doc).positive().required();
}

Field turn_field(const char* key, const char* doc) {
  return text(key, doc).one_of({"left", "right"});
}

Field raised_field() {
  return text("raised", "the rail a positive cant raises")
      .one_of({"outer", "left", "right"})
      .by_default("outer");
}

Field cant_field(const char* key, const char* doc) {
  return number(key, "m", doc);
}

/// Where a neighbour does not say what a transition joins.
std::vector<Field> transition_fields() {
  return {length_field(),
          number("radius_start", "m",
                 "radius at the start, 0 for a straight; default: that of the "
                 "element before")
              .non_negative(),
          turn_field("turn_start", "side of radius_start"),
          number("radius_end", "m",
                 "radius at the end, 0 for a straight; default: that of the element after")
              .non_negative(),
          turn_field("turn_end", "side of radius_end"),
          cant_field("cant_start", "cant at the start; default: that of the element before"),
          cant_field("cant_end", "cant at the end; default: that of the element after"),
          raised_field()};
}

std::vector<Field> with(std::vector<Field> fields, std::vector<Field> more) {
  for (Field& field : more) fields.push_back(std::move(field));
  return fields;
}

std::vector<Field> polynomial_fields() {
  Field degree = integer("degree", "5, 7, 9 or 11: the smoothest polynomial of that degree");
  return {std::move(degree).within(3, 11),
          numbers("coefficients", "1",
                  "coefficients of u, u^2, ... of a polynomial f(u) of your own, with f(1) = 1")
              .up_to(100)};
}

/// One variant for each row of the table of transitions that has a name there.
void add_shapes(std::map<std::string, SchemaPtr>& variants, const std::vector<Field>& fields,
                const char* TransitionKind::*names, const char* what) {
  for (const TransitionKind& kind : get_transition_kinds()) {
    const std::string name = kind.*names;
    if (name.empty()) continue;
    std::vector<Field> own = fields;
    if (kind.shape == TransitionShape::polynomial) own = with(own, polynomial_fields());
    if (kind.shape == TransitionShape::viennese && names == &TransitionKind::name)
      own = with(own, {number("centre_height", "m",
                              "h: height of the centre of gravity above the "
                              "rails; 0 leaves its term out")
                           .within(0.0, largest_centre_height)
                           .by_default(1.8)});
    variants[name] = make_schema(name + " (" + what + ")", kind.doc, std::move(own));
  }
}

std::map<std::string, SchemaPtr> make_horizontal_variants() {
  std::map<std::string, SchemaPtr> variants;
  variants["line"] = make_schema(
      "line", "A straight.",
      {length_field(), cant_field("cant", "cant on the straight").by_default(0.0), raised_field()});
  variants["circular-arc"] = make_schema(
      "circular arc", "A curve of constant radius.",
      {length_field(), number("radius", "m", "radius").positive().required(),
       turn_field("turn", "to which side it turns").required(),
       cant_field("cant", "height of the raised rail").by_default(0.0), raised_field()});
  add_shapes(variants, transition_fields(), &TransitionKind::name, "transition");
  variants["points"] = make_schema(
      "curve from points", "Surveyed points, followed by splines.",
      {numbers("x", "m", "abscissas in any plane axes").up_to(most_survey_points),
       numbers("y", "m", "ordinates").up_to(most_survey_points),
       path("file", "CSV with columns x and y instead"),
       cant_field("cant_start", "cant at the start; default: that of the element before"),
       cant_field("cant_end", "cant at the end; default: that of the element after"),
       raised_field()});
  return variants;
}

SchemaPtr make_horizontal_schema() {
  return std::make_shared<Schema>(
      Schema{"horizontal element",
             "One element of the horizontal alignment; they follow each other.",
             {text("type", "kind of element").required(),
              number("direction", "rad", "heading at its start, if known: checked")
                  .within(-1000.0, 1000.0),
              flag("jump", "allows a jump of direction, curvature or cant at its start")
                  .by_default_flag(false)},
             "type",
             make_horizontal_variants()});
}

SchemaPtr make_cant_schema() {
  Schema schema{"cant element",
                "One element of a cant alignment of its own.",
                {text("type", "kind of element").required(),
                 flag("jump", "allows a jump of cant at its start").by_default_flag(false)},
                "type",
                {}};
  schema.variants["constant-cant"] = make_schema(
      "constant cant", "Constant cant.",
      {length_field(), cant_field("cant", "height of the raised rail").required(), raised_field()});
  const std::vector<Field> ramp = {
      length_field(), cant_field("cant_end", "cant at its end; default: that of the element after"),
      raised_field()};
  add_shapes(schema.variants, ramp, &TransitionKind::ramp_name, "cant");
  return std::make_shared<Schema>(std::move(schema));
}

SchemaPtr make_vertical_schema() {
  Schema schema{"vertical element",
                "One element of the vertical alignment.",
                {text("type", "kind of element").required(),
                 flag("jump", "allows a jump of gradient at its start").by_default_flag(false)},
                "type",
                {}};
  schema.variants["constant-gradient"] = make_schema(
      "constant gradient", "Constant gradient.",
      {length_field(),
       number("gradient", "1", "rise per horizontal length, > 0 uphill: 0.02, \"20 permille\"")
           .required()});
  const std::vector<Field> arc = {
      length_field(),
      number("gradient_end", "1", "gradient at its end; default: that of the element after")};
  schema.variants["parabolic-arc"] =
      make_schema("parabolic arc", "Height quadratic in arc length.", arc);
  schema.variants["circular-arc"] = make_schema("vertical circular arc", "A circle.", arc);
  return std::make_shared<Schema>(std::move(schema));
}

std::vector<Field> make_fields() {
  return {
      text("format", "kind and version of the file").one_of({"fourfoot track 1"}),
      text("name", "name for reports").by_default(""),
      text("source", "where its numbers come from").by_default(""),
      number("gauge", "m", "track gauge; default that of the rails, else 1.435").within(0.1, 5.0),
      number("contact_distance", "m",
             "2b: distance of the contact points, the base of cant; default gauge + 65 mm")
          .within(0.1, 5.0),
      text("cant_rotation",
           "what stays at profile level where there is cant; default: as the alignment file says, "
           "else centre-line")
          .one_of({"centre-line", "inner-rail", "outer-rail"}),
      text(
          "lengths",
          "what lengths of elements are measured along; default: plan with an alignment file, else "
          "centre-line")
          .one_of({"centre-line", "plan"}),
      nested("alignment", Kind::path_or_table, get_alignment_schema(),
             "a file of the line instead of [[horizontal]]: table, LandXML, IFC"),
      text("cant_angle", "angle of cant H: linear H / 2b, or arcsine asin(H / 2b)")
          .one_of({"linear", "arcsine"})
          .by_default("linear"),
      nested(
          "start", Kind::table,
          make_schema(
              "start", "Where the track begins.",
              {numbers("position", "m", "position x, y, z of the start").of_length(3),
               number("heading", "rad", "heading at the start").within(-7.0, 7.0).by_default(0.0)}),
          "where the track begins"),
      nested(
          "rounding", Kind::table,
          make_schema("rounding", "Lengths over which corners are rounded; 0 keeps them.",
                      {number("cant", "m", "length over which ends of ramps are rounded")
                           .non_negative()
                           .by_default(0.0),
                       number("gradient", "m", "length over which changes of gradient are rounded")
                           .non_negative()
                           .by_default(0.0),
                       number("curvature", "m", "length over which jumps of curvature are rounded")
                           .non_negative()
                           .by_default(0.0)}),
          "corners rounded"),
      nested("horizontal", Kind::tables, make_horizontal_schema(), "the horizontal alignment")
          .up_to(most_pieces),
      nested("cant", Kind::tables, make_cant_schema(),
             "cant of its own; without it cant follows the curvature")
          .up_to(most_pieces),
      nested("vertical", Kind::tables, make_vertical_schema(),
             "the vertical alignment; without it the track is level")
          .up_to(most_pieces),
      nested("irregularity", Kind::tables, get_irregularity_schema(),
             "deviations of the rails; they add up")
          .up_to(1000),
      nested("support", Kind::table, get_support_schema(),
             "what the rails lie on; default: with elastic contact of profiles a ballasted track, "
             "else rigid")
          .one_of({"co-running", "rigid"})};
}

}  // namespace

SchemaPtr get_track_schema() {
  static const SchemaPtr schema = make_schema("track", "What the vehicle runs on.", make_fields());
  return schema;
}

SchemaPtr get_speed_schema() {
  static const SchemaPtr schema = make_schema(
      "speed", "The motion along the line: v, v and a, or a table.",
      {number("v", "m/s", "speed, at the start if there is an acceleration").within(0.0, 1000.0),
       number("a", "m/s2", "uniform acceleration; < 0: the vehicle brakes")
           .within(-100.0, 100.0)
           .by_default(0.0),
       number("start", "m", "chainage of the vehicle's origin at t = 0").by_default(0.0),
       numbers("speeds", "m/s", "speeds of a table, instead of v"),
       numbers("times", "s", "times of the table; speed is linear in between"),
       numbers("chainages", "m", "chainages of the table; acceleration is uniform in between")});
  return schema;
}

}  // namespace fourfoot::track
