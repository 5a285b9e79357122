#include "track/irregularity_registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "track/data_irregularity.h"
#include "track/plugin_irregularity.h"
#include "track/shape_irregularity.h"
#include "track/spectrum_irregularity.h"

namespace fourfoot::track {

namespace {

using IrregularityPtr = std::shared_ptr<const Irregularity>;

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
          number("amplitude", "m", "its size; < 0 turns it round").within(-0.5, 0.5).required(),
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
IrregularityPtr build_shape(const Table& table, const ColumnReader&) {
  // A tenth of the length keeps the form of ramps; tips keep theirs with a twentieth.
  constexpr bool is_tip = shape == Shape::cusp || shape == Shape::dip;
  const ShapeOptions options = read_shape(shape, table, is_tip ? 0.05 : 0.1);
  if (options.rounding > 0.5 * options.length)
    throw InputError({"irregularity-rounding", table.where_is("rounding"),
                      "the rounding is longer than half the fault", "take a shorter one"});
  return std::make_shared<ShapeIrregularity>(options);
}

// ---- spectrum ----

SchemaPtr make_rational_schema() {
  return make_irregularity_schema(
      "spectrum coefficients", "S = sum n_i Omega^i / sum d_i Omega^i in m2/(rad/m), one-sided.",
      {numbers("numerator", "", "n_0, n_1, ... of powers of Omega [rad/m]").up_to(20).required(),
       numbers("denominator", "", "d_0, d_1, ...").up_to(20).required()});
}

SchemaPtr make_spectrum_schema() {
  std::vector<std::string> names = get_spectrum_names();
  names.push_back("coefficients");
  std::vector<Field> fields = {
      text("spectrum", "name of the spectra, or coefficients").one_of(names).required(),
      integer("seed", "the same seed is the same track on any machine").by_default(1.0),
      number("wavelength_min", "m", "shortest wave").within(1e-3, 1e4).by_default(3.0),
      number("wavelength_max", "m", "longest wave").within(1e-3, 1e5).by_default(100.0),
      number("period", "m", "the random track repeats after this length")
          .positive()
          .by_default(10000.0),
      number("scale", "1", "factor on the deviations").within(-1000.0, 1000.0).by_default(1.0),
      number("from", "m", "chainage where it begins; default: everywhere"),
      number("to", "m", "chainage where it ends; default: everywhere"),
      number("fade", "m", "length over which it fades in at `from` and out at `to`")
          .non_negative()
          .by_default(0.0),
      texts("components", "only these of alignment, vertical, gauge, cross_level").up_to(100)};
  for (const char* key : {"alignment", "vertical", "gauge", "cross_level"})
    fields.push_back(nested(key, Kind::table, make_rational_schema(),
                            "coefficients of this deviation's spectrum"));
  return make_irregularity_schema("random irregularity", "A random track of given spectra.",
                                  std::move(fields));
}

constexpr const char* component_keys[4] = {"alignment", "vertical", "gauge", "cross_level"};

SpectrumSet read_spectra(const Table& table) {
  const std::string& name = table.text("spectrum");
  SpectrumSet set = find_spectra(name);
  bool has_own = false;
  for (std::size_t i = 0; i < 4; ++i) {
    if (!table.has(component_keys[i])) continue;
    const Table& own = table.table(component_keys[i]);
    set[i] = make_rational_spectrum(own.numbers("numerator"), own.numbers("denominator"));
    has_own = true;
  }
  if (name == "coefficients" && !has_own)
    throw InputError({"irregularity-coefficients", table.where_is("spectrum"),
                      "the spectrum has no coefficients",
                      "give vertical = { numerator = [...], denominator = [...] } or another one"});
  if (!table.has("components")) return set;
  SpectrumSet kept;
  for (const std::string& wanted : table.texts("components")) {
    bool found = false;
    for (std::size_t i = 0; i < 4; ++i)
      if (wanted == component_keys[i]) {
        kept[i] = set[i];
        found = true;
      }
    if (!found)
      throw InputError({"bad-choice", table.where_is("components"),
                        "\"components\" cannot hold \"" + wanted + "\"",
                        suggest(wanted, {component_keys, component_keys + 4})});
  }
  return kept;
}

IrregularityPtr build_spectrum(const Table& table, const ColumnReader&) {
  SpectrumOptions o;
  o.spectra = read_spectra(table);
  o.seed = static_cast<std::uint64_t>(table.integer("seed"));
  o.wavelength_min = table.number("wavelength_min");
  o.wavelength_max = table.number("wavelength_max");
  o.period = table.number("period");
  o.scale = table.number("scale");
  if (table.has("from")) o.window.begin = table.number("from");
  if (table.has("to")) o.window.end = table.number("to");
  if (table.has("from")) o.window.fade_in = table.number("fade");
  if (table.has("to")) o.window.fade_out = table.number("fade");
  if (!(o.window.begin < o.window.end))
    throw InputError({"irregularity-spectrum", table.where_is("to"),
                      "the irregularity ends before it begins", "\"to\" must be above \"from\""});
  try {
    return std::make_shared<SpectrumIrregularity>(o);
  } catch (const std::invalid_argument& fault) {
    throw InputError({"irregularity-spectrum", table.where, fault.what(), ""});
  }
}

// ---- data ----

SchemaPtr make_data_schema() {
  std::vector<Field> fields = {
      path("file",
           "CSV with a column s and columns named after the deviations; units in brackets: "
           "`vertical [mm]`"),
      numbers("s", "m", "chainages, if there is no file"),
      number("offset", "m", "added to every chainage").by_default(0.0),
      number("fade", "m", "length over which it fades in and out at its ends")
          .non_negative()
          .by_default(10.0),
      number("scale", "1", "factor on the deviations").within(-1000.0, 1000.0).by_default(1.0)};
  for (const std::string& name : get_component_names())
    fields.push_back(numbers(name, "m", "deviation at the chainages, if there is no file"));
  return make_irregularity_schema("irregularity data", "Measured deviations over chainages.",
                                  std::move(fields));
}

Columns collect_columns(const Table& table, const ColumnReader& read) {
  if (table.has("file")) {
    if (!read) throw std::logic_error("no reader of data files was given");
    std::vector<ColumnWanted> wanted{{"s", "m", true}};
    for (const std::string& name : get_component_names()) wanted.push_back({name, "m", false});
    return read({table.text("file"), table.where_is("file"), std::move(wanted)}).values;
  }
  if (!table.has("s"))
    throw InputError({"irregularity-data", table.where, "the irregularity has no data",
                      "give file = \"...csv\", or s = [...] and a deviation"});
  Columns columns{{"s", table.numbers("s")}};
  for (const std::string& name : get_component_names())
    if (table.has(name)) columns[name] = table.numbers(name);
  return columns;
}

// What a spline would take without a word: metres where millimetres were meant, and a piece of line
// that was not measured.
void check_data(const Table& table, const Columns& columns) {
  constexpr double largest = 0.5;  // m, beyond any track
  for (const auto& [name, values] : columns) {
    if (name == "s") continue;
    for (const double value : values)
      if (std::abs(value) > largest)
        throw InputError({"irregularity-data", table.where,
                          fmt::format("\"{}\" of the irregularity reaches {:g} m", name, value),
                          "metres are meant; a file says its units: " + name + " [mm]"});
  }
  const std::vector<double>& s = columns.at("s");
  constexpr std::size_t least_rows = 20;
  constexpr double least_gap = 5.0, least_ratio = 20.0;  // m; over the usual distance of the rows
  if (s.size() < least_rows) return;
  std::vector<double> distances;
  for (std::size_t i = 1; i < s.size(); ++i) distances.push_back(s[i] - s[i - 1]);
  std::vector<double> sorted = distances;
  const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(sorted.size() / 2);
  std::nth_element(sorted.begin(), middle, sorted.end());
  for (std::size_t i = 0; i < distances.size(); ++i)
    if (distances[i] > std::max(least_gap, least_ratio * *middle))
      throw InputError(
          {"irregularity-data", table.where,
           fmt::format("the irregularity has no data from s = {:g} to {:g} m", s[i], s[i + 1]),
           "fill the gap, or make two irregularities of it: each fades out at its "
           "ends"});
}

IrregularityPtr build_data(const Table& table, const ColumnReader& read) {
  Columns columns = collect_columns(table, read);
  check_data(table, columns);
  DataOptions o;
  o.s = columns.at("s");
  o.fade = table.number("fade");
  o.offset = table.number("offset");
  for (auto& [name, values] : columns) {
    if (name == "s") continue;
    for (double& value : values) value *= table.number("scale");
    o.columns.push_back({find_component(name), std::move(values)});
  }
  try {
    if (o.columns.empty()) throw std::invalid_argument("there is no column of a deviation");
    return std::make_shared<DataIrregularity>(std::move(o));
  } catch (const std::invalid_argument& fault) {
    throw InputError({"irregularity-data", table.where,
                      std::string("the irregularity's data cannot be used: ") + fault.what(), ""});
  }
}

}  // namespace

const std::map<std::string, IrregularityKind>& get_irregularity_kinds() {
  static const std::map<std::string, IrregularityKind> kinds = {
      {"spectrum", {make_spectrum_schema(), &build_spectrum}},
      {"data", {make_data_schema(), &build_data}},
      {"plugin", {get_plugin_irregularity_schema(), &build_plugin_irregularity}},
      {"sine",
       {make_shape_schema("sine fault", "Waves A sin(2 pi x / L).", "wavelength",
                          {component_field(), count_field(),
                           number("fade", "m", "fades in and out over this; default a quarter wave")
                               .non_negative()}),
        &build_shape<Shape::sine>}},
      {"cosine",
       {make_shape_schema("cosine fault", "Humps A (1 - cos(2 pi x / L)) / 2.", "wavelength",
                          {component_field(), count_field()}),
        &build_shape<Shape::cosine>}},
      {"cusp",
       {make_shape_schema("cusp", "A exp(-|x| / L).", "L: distance over which it falls to 1/e",
                          {component_field(), rounding_field("the tip is rounded over +- this; "
                                                             "default L / 20")}),
        &build_shape<Shape::cusp>}},
      {"dip",
       {make_shape_schema("dipped joint", "-A (1 - 2 |x| / L)^2.", "length of the dip",
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

IrregularityPtr build_irregularity(const Table& table, const ColumnReader& read) {
  return get_irregularity_kinds().at(table.text("type")).build(table, read);
}

}  // namespace fourfoot::track
