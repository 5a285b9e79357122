#include "base/error.h"
#include "track/alignment.h"
#include "track/read_support.h"
#include "track/schema.h"

namespace fourfoot::track {

namespace {

RaisedRail read_raised(const Table& table) {
  const std::string word = table.text_or("raised", "outer");
  return word == "left"    ? RaisedRail::left
         : word == "right" ? RaisedRail::right
                           : RaisedRail::outer;
}

std::optional<double> read_optional(const Table& table, const char* key) {
  if (!table.has(key)) return std::nullopt;
  return table.number(key);
}

std::vector<double> read_polynomial(const Table& table) {
  if (table.has("coefficients")) return table.numbers("coefficients");
  if (!table.has("degree"))
    throw InputError({"track-polynomial", table.where, "the polynomial has no degree",
                      "give degree = 5, 7, 9 or 11, or coefficients"});
  const int degree = table.integer("degree");
  if (degree % 2 == 0)
    throw InputError({"track-polynomial", table.where_is("degree"),
                      "the degree of the polynomial is even",
                      "give degree = 5, 7, 9 or 11, or coefficients"});
  return get_smooth_polynomial(degree);
}

/// radius_start with turn_start, or radius_end with turn_end; 0 is a straight, as in IFC.
std::optional<double> read_end_curvature(const Table& table, const std::string& end) {
  const std::string radius = "radius_" + end, turn = "turn_" + end;
  if (!table.has(radius)) return std::nullopt;
  const double r = table.number(radius);
  if (r == 0.0) return 0.0;
  if (!table.has(turn))
    throw InputError({"missing-key", table.where_is(radius),
                      "\"" + radius + "\" does not say to which side",
                      "add " + turn + " = \"left\" or \"right\""});
  return (table.text(turn) == "left" ? 1.0 : -1.0) / r;
}

void read_points(const Table& table, const ColumnReader& read, HorizontalElement& e) {
  e.type = HorizontalType::points;
  e.start_cant = read_optional(table, "cant_start");
  e.end_cant = read_optional(table, "cant_end");
  if (table.has("file")) {
    if (!read) throw std::logic_error("no reader of data files was given");
    Columns columns =
        read({table.text("file"), table.where_is("file"), {{"x", "m", true}, {"y", "m", true}}})
            .values;
    e.x = std::move(columns.at("x"));
    e.y = std::move(columns.at("y"));
    return;
  }
  if (table.has("x")) e.x = table.numbers("x");
  if (table.has("y")) e.y = table.numbers("y");
}

HorizontalElement read_horizontal(const Table& table, const ColumnReader& read) {
  HorizontalElement e;
  e.where = table.where;
  e.raised = read_raised(table);
  e.direction = read_optional(table, "direction");
  e.allow_jump = table.flag("jump");
  e.length = table.number_or("length", 0.0);
  const std::string& type = table.text("type");
  if (type == "points") {
    read_points(table, read, e);
  } else if (type == "line" || type == "circular-arc") {
    e.type = type == "line" ? HorizontalType::line : HorizontalType::circular_arc;
    e.cant = table.number("cant");
    if (type != "line")
      e.curvature = (table.text("turn") == "left" ? 1.0 : -1.0) / table.number("radius");
  } else {
    const TransitionKind& kind = *find_transition_kind(&TransitionKind::name, type);
    e.type = HorizontalType::transition;
    e.shape = kind.shape;
    e.is_over_abscissa = kind.is_over_abscissa;
    if (e.shape == TransitionShape::polynomial) e.polynomial = read_polynomial(table);
    e.start_curvature = read_end_curvature(table, "start");
    e.end_curvature = read_end_curvature(table, "end");
    e.start_cant = read_optional(table, "cant_start");
    e.end_cant = read_optional(table, "cant_end");
    e.centre_height = table.number_or("centre_height", 0.0);
  }
  return e;
}

CantElement read_cant(const Table& table) {
  CantElement e;
  e.where = table.where;
  e.length = table.number("length");
  e.raised = read_raised(table);
  e.allow_jump = table.flag("jump");
  e.is_constant = table.text("type") == "constant-cant";
  if (e.is_constant) {
    e.cant = table.number("cant");
    return e;
  }
  e.shape = find_transition_kind(&TransitionKind::ramp_name, table.text("type"))->shape;
  if (e.shape == TransitionShape::polynomial) e.polynomial = read_polynomial(table);
  e.end_cant = read_optional(table, "cant_end");
  return e;
}

VerticalElement read_vertical(const Table& table) {
  VerticalElement e;
  e.where = table.where;
  e.length = table.number("length");
  e.allow_jump = table.flag("jump");
  const std::string& type = table.text("type");
  e.type = type == "parabolic-arc"  ? VerticalType::parabolic_arc
           : type == "circular-arc" ? VerticalType::circular_arc
                                    : VerticalType::constant_gradient;
  e.gradient = table.number_or("gradient", 0.0);
  e.end_gradient = read_optional(table, "gradient_end");
  return e;
}

/// Collects the faults of all elements of a list, not only the first.
template <class Read>
void read_each(const Table& table, const char* key, std::vector<Finding>& findings, Read read) {
  if (!table.has(key)) return;
  for (const Table& element : table.tables(key)) {
    try {
      read(element);
    } catch (const InputError& error) {
      findings.insert(findings.end(), error.findings().begin(), error.findings().end());
    }
  }
}

/// All together stay below what a small machine has.
void add_irregularity(const Table& table, const ColumnReader& read, TrackDescription& d) {
  constexpr std::size_t most = std::size_t{100} << 20;
  std::size_t memory = 0;
  for (const auto& irregularity : d.irregularities) memory += irregularity->calc_memory();
  if (memory > most)
    throw InputError({"too-many", table.where,
                      "the irregularities before this one need more than 100 MB",
                      "take a shorter period, a longer wavelength_min or fewer of them"});
  d.irregularities.push_back(build_irregularity(table, {read, d, d.warnings}));
  d.irregularity_locations.push_back(table.where);
}

}  // namespace

TrackDescription read_track_description(const Table& table, const DataReaders& readers) {
  const ColumnReader& read = readers.columns;
  TrackDescription d;
  d.where = table.where;
  d.name = table.text("name");
  d.gauge = table.number_or("gauge", standard_gauge);
  d.is_gauge_given = table.has("gauge");
  d.contact_distance = table.number_or("contact_distance", d.gauge + rail_head_width);
  const std::string rotation = table.text_or("cant_rotation", "centre-line");
  d.cant_rotation = rotation == "inner-rail"   ? CantRotation::inner_rail
                    : rotation == "outer-rail" ? CantRotation::outer_rail
                                               : CantRotation::centre_line;
  d.cant_angle = table.text("cant_angle") == "arcsine" ? CantAngle::arcsine : CantAngle::linear;
  const bool has_alignment = table.has("alignment");
  d.measure = table.text_or("lengths", has_alignment ? "plan" : "centre-line") == "plan"
                  ? LengthMeasure::plan
                  : LengthMeasure::centre_line;
  if (has_alignment)
    read_alignment(table, readers, d);
  else if (!table.has("horizontal"))
    throw InputError(Finding{"missing-key", table.where, "track has no \"horizontal\"",
                             "list its elements, or name a file: alignment = \"line.csv\""});
  // What the file says itself holds instead of what the alignment brings.
  if (table.has("cant")) d.cant.clear();
  if (table.has("vertical")) d.vertical.clear();
  if (table.has("start")) {
    const Table& start = table.table("start");
    if (start.has("position")) d.start_position = Vec3(start.numbers("position").data());
    d.start_heading = start.number("heading");
  }
  if (table.has("rounding")) {
    const Table& rounding = table.table("rounding");
    d.rounding = {rounding.number("cant"), rounding.number("gradient"),
                  rounding.number("curvature")};
  }
  if (table.has("support")) d.support = read_support(table.table("support"));
  std::vector<Finding> findings;
  read_each(table, "horizontal", findings,
            [&](const Table& e) { d.horizontal.push_back(read_horizontal(e, read)); });
  read_each(table, "cant", findings, [&](const Table& e) { d.cant.push_back(read_cant(e)); });
  read_each(table, "vertical", findings,
            [&](const Table& e) { d.vertical.push_back(read_vertical(e)); });
  read_each(table, "irregularity", findings, [&](const Table& e) { add_irregularity(e, read, d); });
  if (!findings.empty()) throw InputError(std::move(findings));
  return d;
}

SpeedProfile read_speed_profile(const Table& table) {
  const double start = table.number("start");
  if (!table.has("speeds")) {
    if (!table.has("v"))
      throw InputError({"missing-key", table.where, "speed has no \"v\"",
                        "give v, or speeds with times or chainages"});
    const double v = table.number("v"), a = table.number("a");
    return a == 0.0 ? SpeedProfile::constant(v, start) : SpeedProfile::uniform(v, a, start);
  }
  if (table.has("v") || table.number("a") != 0.0)
    throw InputError({"speed-table", table.where_is("speeds"), "speed has both a table and v or a",
                      "keep one of them"});
  if (table.has("times") == table.has("chainages"))
    throw InputError({"speed-table", table.where_is("speeds"),
                      "a table of speeds needs either times or chainages", ""});
  if (table.has("times"))
    return SpeedProfile::over_time(table.numbers("times"), table.numbers("speeds"), start,
                                   table.where_is("speeds"));
  return SpeedProfile::over_distance(table.numbers("chainages"), table.numbers("speeds"), start,
                                     table.where_is("speeds"));
}

}  // namespace fourfoot::track
