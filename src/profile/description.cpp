#include "profile/description.h"

#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "profile/reader.h"

namespace fourfoot::profile {

namespace {

constexpr double widest = 1e4;   // of a piece's numbers, mm as a rule
constexpr double largest = 1.0;  // of a profile, from its origin [m]

Field coordinates(const char* key, const char* doc) {
  return numbers(key, "1", doc).within(-widest, widest).of_length(2);
}

SchemaPtr make_piece_schema() {
  Schema schema;
  schema.name = "profile-piece";
  schema.doc = "One exact piece of a profile, numbers in the profile's `unit`.";
  schema.fields = {text("type", "line, arc or polynomial").required()};
  schema.selector = "type";
  const auto ends = [] {
    return std::vector<Field>{coordinates("from", "start (y, z)").required(),
                              coordinates("to", "end (y, z)").required()};
  };
  Schema line;
  line.name = "line";
  line.doc = "Straight from `from` to `to`.";
  line.fields = ends();
  Schema arc;
  arc.name = "arc";
  arc.doc = "The shorter arc of `radius` from `from` to `to` around the side where `centre` lies.";
  arc.fields = ends();
  arc.fields.push_back(
      number("radius", "1", "radius of the arc").required().positive().at_most(1e7));
  arc.fields.push_back(numbers("centre", "1", "centre (y, z); the arc bends towards it")
                           .required()
                           .within(-1e7, 1e7)
                           .of_length(2));
  Schema polynomial;
  polynomial.name = "polynomial";
  polynomial.doc = "z = sum c[k] (y - origin)^k.";
  polynomial.fields = {
      number("from", "1", "first y").within(-widest, widest).required(),
      number("to", "1", "last y").within(-widest, widest).required(),
      number("origin", "1", "y at which the polynomial is developed")
          .within(-widest, widest)
          .by_default(0.0),
      numbers("c", "1", "coefficients c0, c1, ..., the constant first").up_to(20).required()};
  schema.variants = {{"line", std::make_shared<const Schema>(line)},
                     {"arc", std::make_shared<const Schema>(arc)},
                     {"polynomial", std::make_shared<const Schema>(polynomial)}};
  return std::make_shared<const Schema>(std::move(schema));
}

SchemaPtr make_wear_schema() {
  Schema schema;
  schema.name = "profile-wear";
  schema.doc = "Material worn off along the normal, linear between the given positions.";
  schema.fields = {numbers("y", "m", "lateral positions in profile coordinates, rising")
                       .within(-1.0, 1.0)
                       .required(),
                   numbers("depth", "m", "depth of wear at these positions, normal to the profile")
                       .within(-0.1, 0.1)
                       .required()};
  return std::make_shared<const Schema>(std::move(schema));
}

Schema make_profile_schema() {
  Schema schema;
  schema.name = "profile";
  schema.doc = "A wheel or rail profile.";
  schema.fields = {
      text("kind", "wheel or rail").required().one_of({"wheel", "rail"}),
      text("name", "name for reports").by_default(""),
      text("source", "source of the numbers").by_default(""),
      text("licence", "licence of the numbers").by_default(""),
      text("unit", "length unit of pieces").one_of({"m", "mm"}).by_default("mm"),
      text("y", "direction of y in this file").one_of({"field", "gauge"}).by_default("field"),
      text("z", "direction of z in this file").one_of({"up", "down"}).by_default("up"),
      number("tape_circle_y", "m", "wheel: y of the tape circle in this file")
          .within(-1.0, 1.0)
          .by_default(0.0),
      path("points", "file of points: two columns, .prw, .prr, .whl, .ban"),
      number("smoothing", "m", "root mean square distance that the curve may have from the points")
          .within(0.0, 0.01),
      nested("pieces", Kind::tables, make_piece_schema(),
             "pieces of the profile, in order from the gauge side to the field side")
          .up_to(1000),
      nested("wear", Kind::table, make_wear_schema(), "wear that is removed from the profile")};
  return schema;
}

[[noreturn]] void refuse(const SourceLocation& where, std::string id, std::string message,
                         std::string hint = {}) {
  throw InputError(Finding{std::move(id), where, std::move(message), std::move(hint)});
}

/// Signs and scale from the file's coordinates to profile coordinates.
struct Frame {
  double scale, y_sign, z_sign;
};

/// Before a curve is laid through nodes: a piece in metres where millimetres were meant has
/// thousand times as many.
void check_extent(const Table& table, const std::string& key, double scale) {
  const Value& value = table.at(key);
  const auto* pair = std::get_if<std::vector<double>>(&value.data);
  for (const double x : pair ? *pair : std::vector<double>{table.number(key)}) {
    if (std::abs(scale * x) <= largest) continue;
    refuse(value.where, "profile-size", "a piece reaches farther than 1 m from the origin",
           "a profile is 20 to 1000 mm wide; is `unit` right?");
  }
}

Piece make_piece(const Table& table, const Frame& frame) {
  const auto y = [&](double v) { return frame.scale * frame.y_sign * v; };
  const auto z = [&](double v) { return frame.scale * frame.z_sign * v; };
  const std::string& type = table.text("type");
  for (const char* key : {"from", "to"}) check_extent(table, key, frame.scale);
  if (type == "polynomial") {
    // z = sum c_k (y - o)^k in file units; with y -> +-y the odd coefficients change sign.
    PolynomialPiece piece{
        y(table.number("from")), y(table.number("to")), y(table.number("origin")), {}};
    double factor = frame.scale * frame.z_sign;
    for (double c : table.numbers("c")) {
      piece.coefficients.push_back(factor * c);
      factor /= frame.scale * frame.y_sign;
    }
    return piece;
  }
  const auto& from = table.numbers("from");
  const auto& to = table.numbers("to");
  if (type == "line") return LinePiece{y(from[0]), z(from[1]), y(to[0]), z(to[1])};
  const auto& centre = table.numbers("centre");
  ArcPiece arc{y(from[0]), z(from[1]), y(to[0]), z(to[1]), frame.scale * table.number("radius"),
               false};
  const double cy = y(centre[0]), cz = z(centre[1]);
  for (const auto& [py, pz] : {std::pair{arc.y0, arc.z0}, std::pair{arc.y1, arc.z1}})
    if (std::abs(std::hypot(py - cy, pz - cz) - arc.radius) >
        2e-3 * frame.scale + 1e-5 * arc.radius)
      refuse(table.where_is("centre"), "profile-piece",
             "the arc's ends are not `radius` away from its centre");
  // Centre to the right of the way: the bow is on the left.
  const double side = (arc.y1 - arc.y0) * (cz - arc.z0) - (arc.z1 - arc.z0) * (cy - arc.y0);
  arc.bulges_left = side < 0.0;
  return arc;
}

Profile build_from_pieces(const Table& table, double tape_circle) {
  const bool to_gauge = table.text("y") == "gauge";
  const Frame frame{table.text("unit") == "mm" ? 1e-3 : 1.0, to_gauge ? -1.0 : 1.0,
                    table.text("z") == "down" ? -1.0 : 1.0};
  std::vector<Piece> pieces;
  for (const Table& piece : table.tables("pieces")) pieces.push_back(make_piece(piece, frame));
  Profile profile;
  try {
    profile.curve = build_curve(pieces);
  } catch (const std::invalid_argument& fault) {
    refuse(table.where_is("pieces"), "profile-pieces-gap", fault.what(),
           "pieces must follow each other from the gauge side to the field side");
  }
  constexpr double longest = 3.0;  // down, up and across
  if (profile.curve.length() > longest)
    refuse(table.where_is("pieces"), "profile-size", "the pieces are longer than 3 m",
           "a profile is 20 to 1000 mm wide; they go there and back");
  if (profile.curve.calc(0.0).y > profile.curve.calc(profile.curve.length()).y)
    refuse(table.where_is("pieces"), "profile-pieces-gap", "the pieces run to the gauge side",
           "list them from the gauge side (flange back) to the field side");
  if (table.text("kind") == "wheel") {
    // The tape circle is where the radius is measured: y = z = 0 there.
    const double s = find_s_at_y(profile.curve, tape_circle, profile.curve.length());
    if (s < 0.0)
      refuse(table.where_is("tape_circle_y"), "profile-no-tape-circle",
             "the pieces do not reach the tape circle");
    profile.curve = place(profile.curve, {false, 0.0, -tape_circle, -profile.curve.calc(s).z});
  }
  return profile;
}

}  // namespace

const Schema& get_profile_schema() {
  static const Schema schema = make_profile_schema();
  return schema;
}

Profile build_profile(const Table& table, const OpenPoints& open_points) {
  const ProfileKind kind = table.text("kind") == "wheel" ? ProfileKind::wheel : ProfileKind::rail;
  const double tape_circle = table.number_or("tape_circle_y", 0.0);
  const bool has_points = table.has("points"), has_pieces = table.has("pieces");
  if (has_points && has_pieces)
    refuse(table.where_is("pieces"), "profile-two-shapes", "both points and pieces are given");
  if (!has_points && !has_pieces)
    refuse(table.where, "profile-no-shape", "neither points nor pieces are given",
           "name a point file in `points`, or list exact `pieces`");
  Profile profile;
  if (has_points) {
    PointOptions options;
    options.kind = kind;
    options.tape_circle = tape_circle;
    if (table.has("smoothing")) options.tolerance = table.number("smoothing");
    if (!open_points)
      refuse(table.where_is("points"), "file-not-found", "no files are opened here");
    const auto file = open_points(table.text("points"), table.where_is("points"));
    profile = read_profile(file, options);
  } else {
    profile = build_from_pieces(table, tape_circle);
  }
  profile.kind = kind;
  if (const std::string name = table.text_or("name", ""); !name.empty()) profile.name = name;
  if (table.has("wear")) {
    const Table& worn = table.table("wear");
    try {
      profile = wear(profile, worn.numbers("y"), worn.numbers("depth"));
    } catch (const std::invalid_argument& fault) {
      refuse(worn.where, "profile-wear", fault.what());
    }
  }
  return profile;
}

SchemaPtr get_profile_schema_of(ProfileKind kind) {
  Schema schema = get_profile_schema();
  for (Field& field : schema.fields) {
    if (field.key != "kind") continue;
    field.is_required = false;
    field.default_text = kind == ProfileKind::wheel ? "wheel" : "rail";
  }
  return std::make_shared<const Schema>(std::move(schema));
}

std::vector<Field> list_wheels_fields() {
  const SchemaPtr profile = get_profile_schema_of(ProfileKind::wheel);
  return {
      nested("profile", Kind::path_or_table, profile, "profile of both wheels"),
      nested("profile_left", Kind::path_or_table, profile,
             "profile on the left side, if different"),
      nested("profile_right", Kind::path_or_table, profile,
             "profile on the right side, if different"),
      number("radius_left", "m", "rolling radius of the left wheel, if different")
          .within(0.01, 5.0),
      number("radius_right", "m", "rolling radius of the right wheel, if different")
          .within(0.01, 5.0),
      number("back_to_back", "m", "distance between the flange backs; default 1.360")
          .within(0.1, 5.0),
      number("tape_circle", "m", "distance from the flange back to the tape circle; default 0.070")
          .within(0.01, 0.5)};
}

SchemaPtr get_wheels_schema() {
  static const SchemaPtr schema = [] {
    std::vector<Field> fields = list_wheels_fields();
    fields.push_back(
        number("radius", "m", "rolling radius at the tape circle; a run uses that of the vehicle")
            .within(0.01, 5.0));
    return std::make_shared<Schema>(
        Schema{"wheels", "Profiles, radii and spacing of wheels.", std::move(fields), "", {}});
  }();
  return schema;
}

}  // namespace fourfoot::profile
