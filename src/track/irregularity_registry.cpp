#include "track/irregularity_registry.h"

#include "base/error.h"
#include "track/irregularity_kinds.h"
#include "track/plugin_irregularity.h"
#include "track/shape_irregularity.h"

namespace fourfoot::track {

const std::vector<std::pair<std::string, Component>>& get_components() {
  static const std::vector<std::pair<std::string, Component>> components = {
      {"alignment", Component::alignment},
      {"vertical", Component::vertical},
      {"gauge", Component::gauge},
      {"cross_level", Component::cross_level},
      {"lateral_left", Component::lateral_l},
      {"lateral_right", Component::lateral_r},
      {"vertical_left", Component::vertical_l},
      {"vertical_right", Component::vertical_r}};
  return components;
}

std::vector<std::string> get_component_names() {
  std::vector<std::string> names;
  for (const auto& entry : get_components()) names.push_back(entry.first);
  return names;
}

Component find_component(const std::string& name) {
  for (const auto& entry : get_components())
    if (entry.first == name) return entry.second;
  throw std::logic_error("the schema lets \"" + name + "\" pass as a component");
}

SchemaPtr make_irregularity_schema(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

namespace {

// ---- shapes ----

Field component_field() {
  return text("component",
              "which deviation: of the track's centre, of gauge or cross level, "
              "or of one rail")
      .one_of(get_component_names())
      .by_default("vertical");
}

std::vector<Field> shape_fields(const char* length_doc) {
  return {number("at", "m", "chainage of the fault").required(),
          number("amplitude", "m", "amplitude; < 0: in the opposite direction")
              .within(-0.5, 0.5)
              .required(),
          number("length", "m", length_doc).positive().required()};
}

SchemaPtr make_shape_schema(const char* name, const char* doc, const char* length_doc,
                            std::vector<Field> more) {
  std::vector<Field> fields = shape_fields(length_doc);
  for (Field& field : more) fields.push_back(std::move(field));
  return make_irregularity_schema(name, doc, std::move(fields));
}

Field count_field() {
  return integer("count", "number of waves").within(1, 1e6).by_default(1.0);
}

Field rounding_field(const char* doc) {
  return number("rounding", "m", doc).positive();
}

ShapeOptions read_shape(Shape shape, const Table& table, double default_rounding) {
  ShapeOptions o;
  o.shape = shape;
  o.component =
      table.has("component") ? find_component(table.text("component")) : Component::cross_level;
  o.at = table.number("at");
  o.amplitude = table.number("amplitude");
  o.length = table.number("length");
  if (table.has("count")) o.count = table.integer("count");
  o.plateau = table.number_or("plateau", 0.0);
  o.fade = table.number_or("fade", 0.25 * o.length);
  o.rounding = table.number_or("rounding", default_rounding * o.length);
  return o;
}

template <Shape shape>
IrregularityPtr build_shape(const Table& table, const IrregularityContext&) {
  // A tenth of the length keeps the form of ramps; tips keep theirs with a twentieth.
  constexpr bool is_tip = shape == Shape::cusp || shape == Shape::dip;
  const ShapeOptions options = read_shape(shape, table, is_tip ? 0.05 : 0.1);
  if (options.rounding > 0.5 * options.length)
    throw InputError({"irregularity-rounding", table.where_is("rounding"),
                      "the rounding is longer than half the fault", "take a shorter one"});
  return std::make_shared<ShapeIrregularity>(options);
}

}  // namespace

const std::map<std::string, IrregularityKind>& get_irregularity_kinds() {
  static const std::map<std::string, IrregularityKind> kinds = {
      {"spectrum", {make_spectrum_schema(), &build_spectrum}},
      {"data", {make_data_schema(), &build_data}},
      {"recording", {make_recording_schema(), &build_recording}},
      {"plugin", {get_plugin_irregularity_schema(), &build_plugin_irregularity}},
      {"sine",
       {make_shape_schema(
            "sine fault", "Waves A sin(2 pi x / L).", "wavelength",
            {component_field(), count_field(),
             number("fade", "m",
                    "length over which the waves fade in and out; default a quarter wave")
                 .non_negative()}),
        &build_shape<Shape::sine>}},
      {"cosine",
       {make_shape_schema("cosine fault", "Humps A (1 - cos(2 pi x / L)) / 2.", "wavelength",
                          {component_field(), count_field()}),
        &build_shape<Shape::cosine>}},
      {"cusp",
       {make_shape_schema("cusp", "A tip of height A: A exp(-|x| / L).",
                          "L: distance over which it falls to 1/e",
                          {component_field(), rounding_field("the tip is rounded over +- this; "
                                                             "default L / 20")}),
        &build_shape<Shape::cusp>}},
      {"dip",
       {make_shape_schema("dipped joint", "A joint of depth A: -A (1 - 2 |x| / L)^2.",
                          "length of the dip",
                          {component_field(), rounding_field("the tip is rounded over +- this; "
                                                             "default L / 20")}),
        &build_shape<Shape::dip>}},
      {"ramp",
       {make_shape_schema("ramp", "From 0 to A over L, then constant.", "length of the ramp",
                          {component_field(), rounding_field("its corners are rounded over +- "
                                                             "this; default L / 10")}),
        &build_shape<Shape::ramp>}},
      {"twist",
       {make_shape_schema(
            "twist", "Cross level ramps to A over L, holds, and ramps back.", "length of a ramp",
            {number("plateau", "m", "length at full size").non_negative().by_default(0.0),
             rounding_field("its corners are rounded over +- this; default L / 10")}),
        &build_shape<Shape::twist>}}};
  return kinds;
}

SchemaPtr get_irregularity_schema() {
  static const SchemaPtr schema = [] {
    Schema made{"irregularity",
                "A deviation of the rails from their ideal position.",
                {text("type", "kind of irregularity").required()},
                "type",
                {}};
    for (const auto& [name, kind] : get_irregularity_kinds()) made.variants[name] = kind.schema;
    return std::make_shared<Schema>(std::move(made));
  }();
  return schema;
}

IrregularityPtr build_irregularity(const Table& table, const IrregularityContext& context) {
  return get_irregularity_kinds().at(table.text("type")).build(table, context);
}

}  // namespace fourfoot::track
