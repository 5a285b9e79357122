#include "base/error.h"
#include "element/bump_stop.h"
#include "element/bushing.h"
#include "element/damper.h"
#include "element/force_time.h"
#include "element/friction.h"
#include "element/piecewise.h"
#include "element/rod.h"
#include "element/series_damper.h"
#include "element/spring_damper.h"
#include "element/torsion.h"
#include "math/eigenvalues.h"

/// What files may say about each law, and how it is built from that.
namespace fourfoot::element {
namespace {

/// The flag of an element that says: this stiffness or damping is meant to be negative.
constexpr const char* allow_negative = "allow_negative";

bool may_be_negative(const Table& table) {
  return table.has(allow_negative) && table.flag(allow_negative);
}

constexpr const char* negative_hint = "if this is intended, set allow_negative = true";

SchemaPtr make_schema(const char* name, const char* doc, std::vector<Field> fields) {
  return std::make_shared<const Schema>(Schema{name, doc, std::move(fields), "", {}});
}

/// Points at x >= 0, continued as an odd function.
TabulatedCurve reflect(const Table& table, const std::string& x_key, const std::vector<double>& x,
                       const std::vector<double>& y) {
  if (x.front() < 0.0 || (x.front() == 0.0 && y.front() != 0.0)) {
    throw InputError({"curve", table.where_is(x_key),
                      "an antisymmetric curve is given from zero on, where its force is zero",
                      "leave out what the mirror image gives"});
  }
  std::vector<double> all_x, all_y;
  for (std::size_t i = x.size(); i-- > 0;) {
    if (x[i] == 0.0) continue;
    all_x.push_back(-x[i]);
    all_y.push_back(-y[i]);
  }
  all_x.insert(all_x.end(), x.begin(), x.end());
  all_y.insert(all_y.end(), y.begin(), y.end());
  return TabulatedCurve(std::move(all_x), std::move(all_y));
}

Field antisymmetric_field() {
  return flag("antisymmetric",
              "the curve is given from zero on; the other side is its mirror image")
      .by_default_flag(false);
}

TabulatedCurve get_curve(const Table& table, const std::string& x_key, const std::string& y_key) {
  if (!table.has(x_key) && !table.has(y_key)) return {};
  for (const std::string& key : {x_key, y_key}) {
    if (!table.has(key)) {
      throw InputError(
          {"curve", table.where,
           "\"" + x_key + "\" and \"" + y_key + "\" go together; \"" + key + "\" is missing"});
    }
  }
  const std::vector<double>&x = table.numbers(x_key), &y = table.numbers(y_key);
  if (x.size() != y.size() || x.empty()) {
    throw InputError({"curve", table.where_is(y_key),
                      "\"" + x_key + "\" and \"" + y_key + "\" must have the same length"});
  }
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (!(x[i] > x[i - 1])) {
      throw InputError({"curve", table.where_is(x_key), "\"" + x_key + "\" must rise"});
    }
  }
  if (table.has("antisymmetric") && table.flag("antisymmetric")) {
    return reflect(table, x_key, x, y);
  }
  return TabulatedCurve(x, y);
}

Direction get_direction(const Table& table, const Nominal& nominal) {
  const std::string axis = table.text_or("axis", "line");
  if (axis == "line" && !(nominal.d.norm() > 0.0)) {
    throw InputError({"element-line", table.where,
                      "the two points coincide in the nominal position: the line has no direction",
                      "give the axis: x, y or z"});
  }
  return Direction(axis, nominal.d);
}

/// 6 numbers: the diagonal; 36: the matrix by rows.
Bushing::Mat6 get_mat6(const Table& table, const std::string& key) {
  Bushing::Mat6 m = Bushing::Mat6::Zero();
  if (!table.has(key)) return m;
  const std::vector<double>& v = table.numbers(key);
  if (v.size() == 6) {
    for (int i = 0; i < 6; ++i) m(i, i) = v[static_cast<std::size_t>(i)];
    return m;
  }
  if (v.size() != 36) {
    throw InputError({"matrix", table.where_is(key),
                      "\"" + key + "\" takes 6 numbers (the diagonal) or 36 (the matrix by rows)"});
  }
  for (int i = 0; i < 6; ++i) {
    for (int k = 0; k < 6; ++k) m(i, k) = v[static_cast<std::size_t>(6 * i + k)];
  }
  if ((m - m.transpose()).norm() > 1e-9 * m.norm()) {
    throw InputError({"matrix", table.where_is(key), "\"" + key + "\" must be symmetric"});
  }
  return m;
}

/// Unless that is meant, no motion may be pushed on: x K x >= 0. Lengths and angles are scaled to
/// each other by the diagonal, for a threshold above rounding.
void check_definite(const Table& table, const std::string& key, Bushing::Mat6 m) {
  if (may_be_negative(table)) return;
  for (int i = 0; i < 6; ++i) {
    const double scale = m(i, i) > 0.0 ? 1.0 / std::sqrt(m(i, i)) : 1.0;
    m.row(i) *= scale;
    m.col(i) *= scale;
  }
  m += 1e-9 * Bushing::Mat6::Identity();
  if (calc_eigenvalues(m).real().minCoeff() > 0.0) return;
  throw InputError({"negative", table.where_is(key),
                    "\"" + key + "\" of the bushing is negative in some direction", negative_hint});
}

/// A spring's force does not fall with its stroke.
void check_rising(const Table& table, const std::string& key) {
  if (!table.has(key) || may_be_negative(table)) return;
  const std::vector<double>& y = table.numbers(key);
  for (std::size_t i = 1; i < y.size(); ++i) {
    if (y[i] >= y[i - 1]) continue;
    throw InputError({"negative", table.where_is(key),
                      "\"" + key + "\" falls from point " + std::to_string(i) + " to " +
                          std::to_string(i + 1) + ": a negative stiffness",
                      negative_hint});
  }
}

/// A damper's force has the sign of the velocity.
void check_dissipative(const Table& table) {
  if (!table.has("velocity") || may_be_negative(table)) return;
  const std::vector<double>&x = table.numbers("velocity"), &y = table.numbers("damper_force");
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] * y[i] >= 0.0) continue;
    throw InputError({"negative", table.where_is("damper_force"),
                      "\"damper_force\" at point " + std::to_string(i + 1) +
                          " does not have the sign of the velocity: the damper would drive",
                      negative_hint});
  }
}

}  // namespace

SchemaPtr SpringDamper::schema() {
  static const SchemaPtr schema =
      make_schema("spring-damper", "Linear spring and damper per axis between two points",
                  {numbers("stiffness", "N/m", "stiffness along x, y, z of end A")
                       .of_length(3)
                       .non_negative_unless(allow_negative),
                   numbers("damping", "N s/m", "damping along x, y, z of end A")
                       .of_length(3)
                       .non_negative_unless(allow_negative),
                   numbers("preload", "N", "force on end B in the nominal position, along A's axes")
                       .of_length(3)});
  return schema;
}
std::unique_ptr<Element> SpringDamper::build(const Table& table, const Nominal& nominal) {
  return std::make_unique<SpringDamper>(get_vec3(table, "stiffness"), get_vec3(table, "damping"),
                                        get_vec3(table, "preload"), nominal.d);
}

SchemaPtr Piecewise::schema() {
  static const SchemaPtr schema = make_schema(
      "piecewise", "Spring and damper given by points, along one direction",
      {Direction::field(),
       numbers("displacement", "m", "extension from the nominal position, rising"),
       numbers("spring_force", "N", "force of the spring at these displacements, > 0 pulls"),
       numbers("velocity", "m/s", "stroke velocities, rising; > 0 extends"),
       numbers("damper_force", "N", "force of the damper at these velocities, > 0 pulls"),
       antisymmetric_field()});
  return schema;
}
std::unique_ptr<Element> Piecewise::build(const Table& table, const Nominal& nominal) {
  TabulatedCurve spring = get_curve(table, "displacement", "spring_force");
  TabulatedCurve damper = get_curve(table, "velocity", "damper_force");
  check_rising(table, "spring_force");
  check_dissipative(table);
  return std::make_unique<Piecewise>(std::move(spring), std::move(damper),
                                     get_direction(table, nominal));
}

SchemaPtr Rod::schema() {
  static const SchemaPtr schema = make_schema(
      "rod", "Elastic rod with joints at its ends",
      {number("stiffness", "N/m", "stiffness along the rod")
           .required()
           .non_negative_unless(allow_negative),
       number("damping", "N s/m", "damping along the rod")
           .non_negative_unless(allow_negative)
           .by_default(0.0),
       number("preload", "N", "force in the nominal position, > 0 pulls").by_default(0.0)});
  return schema;
}
std::unique_ptr<Element> Rod::build(const Table& table, const Nominal& nominal) {
  return std::make_unique<Rod>(table.number("stiffness"), table.number_or("damping", 0.0),
                               table.number_or("preload", 0.0), get_direction(table, nominal));
}

SchemaPtr Bushing::schema() {
  static const SchemaPtr schema = make_schema(
      "bushing", "Linear elastic bearing in six directions",
      {numbers("stiffness", "",
               "stiffness: 6 numbers (diagonal: N/m, N m/rad) or 36 (symmetric matrix by rows), SI")
           .required(),
       numbers("damping", "", "damping: 6 numbers (diagonal) or 36 (symmetric matrix by rows), SI"),
       numbers("preload", "", "preload: 3 forces and 3 torques on B in the nominal position, SI")
           .of_length(6)});
  return schema;
}
std::unique_ptr<Element> Bushing::build(const Table& table, const Nominal& nominal) {
  Vec6 preload = Vec6::Zero();
  if (table.has("preload")) preload = Eigen::Map<const Vec6>(table.numbers("preload").data());
  const Mat6 stiffness = get_mat6(table, "stiffness"), damping = get_mat6(table, "damping");
  check_definite(table, "stiffness", stiffness);
  check_definite(table, "damping", damping);
  return std::make_unique<Bushing>(stiffness, damping, preload, nominal.d);
}

SchemaPtr SeriesDamper::schema() {
  static const SchemaPtr schema = make_schema(
      "series-damper", "Spring in series with a damper, per axis, and a spring in parallel",
      {numbers("stiffness", "N/m", "stiffness of the springs in series, x, y, z")
           .required()
           .of_length(3)
           .non_negative(),
       numbers("damping", "N s/m", "damping of the dampers in series, x, y, z")
           .required()
           .of_length(3)
           .non_negative(),
       numbers("parallel_stiffness", "N/m", "stiffness of the springs in parallel, x, y, z")
           .of_length(3)
           .non_negative_unless(allow_negative),
       numbers("preload", "N", "force on end B in the nominal position").of_length(3)});
  return schema;
}
std::unique_ptr<Element> SeriesDamper::build(const Table& table, const Nominal& nominal) {
  return std::make_unique<SeriesDamper>(get_vec3(table, "stiffness"), get_vec3(table, "damping"),
                                        get_vec3(table, "parallel_stiffness"),
                                        get_vec3(table, "preload"), nominal.d);
}

SchemaPtr Damper::schema() {
  static const SchemaPtr schema = make_schema(
      "damper", "Damper by its force curve in series with a spring, along one direction",
      {Direction::field(),
       number("series_stiffness", "N/m", "stiffness of the mounts, in series with the damper")
           .required()
           .positive(),
       number("damping", "N s/m", "damping constant of a linear damper").positive(),
       numbers("velocity", "m/s", "stroke velocities of the curve, rising; > 0 extends"),
       numbers("damper_force", "N",
               "force of the damper at these velocities, > 0 pulls; rising, zero at zero"),
       antisymmetric_field()});
  return schema;
}
std::unique_ptr<Element> Damper::build(const Table& table, const Nominal& nominal) {
  const Direction direction = get_direction(table, nominal);
  const double k = table.number("series_stiffness");
  if (table.has("damping") == (table.has("velocity") || table.has("damper_force"))) {
    throw InputError({"curve", table.where,
                      "a damper has either \"damping\", or \"velocity\" and \"damper_force\"", ""});
  }
  if (table.has("damping")) {
    const double c = table.number("damping");
    return std::make_unique<Damper>(k, TabulatedCurve({0.0, c}, {0.0, 1.0}), direction);
  }
  const TabulatedCurve force = get_curve(table, "velocity", "damper_force");
  const TabulatedCurve rate = force.invert();
  if (rate.empty() || std::abs(force.value(0.0)) > 1e-9 * std::abs(force.value(1.0))) {
    throw InputError({"curve", table.where_is("damper_force"),
                      "the force of a damper must rise with velocity, and be zero at zero", ""});
  }
  return std::make_unique<Damper>(k, rate, direction);
}

SchemaPtr Torsion::schema() {
  static const SchemaPtr schema =
      make_schema("torsion", "Torsion spring and damper about one axis, such as an anti-roll bar",
                  {text("axis", "axis of end A").one_of({"x", "y", "z"}).required(),
                   number("stiffness", "N m/rad", "torsional stiffness about the axis")
                       .required()
                       .non_negative_unless(allow_negative),
                   number("damping", "N m s/rad", "torsional damping about the axis")
                       .non_negative_unless(allow_negative)
                       .by_default(0.0)});
  return schema;
}
std::unique_ptr<Element> Torsion::build(const Table& table, const Nominal&) {
  return std::make_unique<Torsion>(table.number("stiffness"), table.number_or("damping", 0.0),
                                   table.text("axis")[0] - 'x');
}

SchemaPtr Shaft::schema() {
  static const SchemaPtr schema = make_schema(
      "shaft", "Elastic shaft between two bodies that spin about y",
      {number("stiffness", "N m/rad", "torsional stiffness").required().non_negative(),
       number("damping", "N m s/rad", "torsional damping").non_negative().by_default(0.0)});
  return schema;
}
std::unique_ptr<Element> Shaft::build(const Table& table, const Nominal&) {
  return std::make_unique<Shaft>(table.number("stiffness"), table.number_or("damping", 0.0));
}

SchemaPtr BumpStop::schema() {
  static const SchemaPtr schema = make_schema(
      "bump-stop", "Stops with clearance to either side, along one direction",
      {Direction::field(),
       number("gap_out", "m", "clearance of B away from A (up along the axis)").required(),
       number("gap_in", "m", "clearance of B towards A (down along the axis)").required(),
       number("stiffness", "N/m", "stiffness of the stop").required().non_negative(),
       number("cubic", "N/m^3", "cubic stiffness of a progressive stop")
           .non_negative()
           .by_default(0.0),
       number("damping", "N s/m", "damping while the stop is in contact")
           .non_negative()
           .by_default(0.0),
       number("width", "m", "displacement over which the force of the stop builds up smoothly")
           .non_negative()
           .by_default(1e-4)});
  return schema;
}
std::unique_ptr<Element> BumpStop::build(const Table& table, const Nominal& nominal) {
  return std::make_unique<BumpStop>(
      Data{table.number("gap_out"), table.number("gap_in"), table.number("stiffness"),
           table.number_or("cubic", 0.0), table.number_or("damping", 0.0),
           table.number_or("width", 1e-4)},
      get_direction(table, nominal));
}

SchemaPtr Friction::schema() {
  static const SchemaPtr schema =
      make_schema("friction", "Dry friction with a stiffness before sliding, along one direction",
                  {Direction::field(),
                   number("force", "N", "friction force while it slides").required().positive(),
                   number("stiffness", "N/m", "stiffness before it slides").required().positive()});
  return schema;
}
std::unique_ptr<Element> Friction::build(const Table& table, const Nominal& nominal) {
  return std::make_unique<Friction>(table.number("force"), table.number("stiffness"),
                                    get_direction(table, nominal));
}

SchemaPtr ForceTime::schema() {
  static const SchemaPtr schema =
      make_schema("force-time", "Force and torque on B given over time, in A's axes",
                  {numbers("time", "s", "times of the values, rising").required(),
                   numbers("force_x", "N", "force on B along x at these times"),
                   numbers("force_y", "N", "force on B along y at these times"),
                   numbers("force_z", "N", "force on B along z at these times"),
                   numbers("torque_x", "N m", "torque on B about x at these times"),
                   numbers("torque_y", "N m", "torque on B about y at these times"),
                   numbers("torque_z", "N m", "torque on B about z at these times")});
  return schema;
}
std::unique_ptr<Element> ForceTime::build(const Table& table, const Nominal&) {
  static const char* keys[6] = {"force_x",  "force_y",  "force_z",
                                "torque_x", "torque_y", "torque_z"};
  std::array<TabulatedCurve, 6> curves;
  for (std::size_t i = 0; i < 6; ++i) {
    if (table.has(keys[i])) curves[i] = get_curve(table, "time", keys[i]);
  }
  const std::vector<double>& time = table.numbers("time");
  if (time.empty()) throw InputError({"curve", table.where_is("time"), "\"time\" is empty"});
  return std::make_unique<ForceTime>(std::move(curves), time);
}

}  // namespace fourfoot::element
