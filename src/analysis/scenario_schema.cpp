#include <algorithm>

#include "analysis/scenario.h"
#include "base/error.h"
#include "contact/textbook/textbook_schema.h"
#include "integrate/registry.h"
#include "vehicle/schema.h"

namespace fourfoot::analysis {

namespace {

SchemaPtr make_schema(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

SchemaPtr make_contact_schema() {
  return std::make_shared<Schema>(Schema{"contact",
                                         "How wheels and rails meet.",
                                         {text("model", "the contact model").required()},
                                         "model",
                                         {{"textbook", contact::get_textbook_schema()}}});
}

SchemaPtr make_initial_schema() {
  std::vector<Field> fields;
  for (const char* key : {"x", "y", "z"})
    fields.push_back(number(key, "m", "displacement").by_default(0.0));
  for (const char* key : {"phi", "chi", "psi"})
    fields.push_back(number(key, "rad", "angle").by_default(0.0));
  for (const char* key : {"v_x", "v_y", "v_z"}) {
    fields.push_back(number(key, "m/s", "velocity relative to the track frame").by_default(0.0));
  }
  for (const char* key : {"omega_x", "omega_y", "omega_z"}) {
    fields.push_back(number(key, "rad/s", "angular velocity on top of rolling").by_default(0.0));
  }
  return make_schema("initial state", "Where a body starts, relative to its nominal place.",
                     std::move(fields));
}

std::vector<Field> make_fields() {
  std::vector<Field> fields;
  fields.push_back(text("format", "kind and version of the file").one_of({"fourfoot scenario 1"}));
  fields.push_back(text("title", "one line for reports").by_default(""));
  fields.push_back(
      nested("vehicle", Kind::path_or_table, vehicle::get_vehicle_schema(), "the vehicle file")
          .required());
  fields.push_back(nested("speed", Kind::table,
                          make_schema("speed", "The motion along the line.",
                                      {number("v", "m/s", "constant speed").positive().required()}),
                          "the motion along the line")
                       .required());
  fields.push_back(
      nested("contact", Kind::table, make_contact_schema(), "how wheels and rails meet"));
  fields.push_back(
      nested("initial", Kind::dictionary, make_initial_schema(), "initial states by body"));
  fields.push_back(
      nested("run", Kind::table,
             make_schema("run", "How long.",
                         {number("duration", "s", "simulated time").positive().required()}),
             "how long")
          .required());
  fields.push_back(
      nested("output", Kind::table,
             make_schema("output", "What is kept.",
                         {number("step", "s", "time between rows").positive().by_default(0.005)}),
             "what is kept"));
  fields.push_back(nested("integrator", Kind::table, integrate::get_integrator_schema(),
                          "method and tolerances"));
  fields.push_back(nested(
      "environment", Kind::table,
      make_schema(
          "environment", "What surrounds the vehicle.",
          {number("gravity", "m/s2", "acceleration of gravity").non_negative().by_default(9.81)}),
      "what surrounds the vehicle"));
  return fields;
}

Vec3 get_vector(const Table& table, const char* x, const char* y, const char* z) {
  return {table.number(x), table.number(y), table.number(z)};
}

InitialEntry read_initial(const std::string& name, const Value& value) {
  const Table& table = std::get<Table>(value.data);
  InitialEntry entry;
  entry.body = name;
  entry.where = value.where;
  entry.displacement = get_vector(table, "x", "y", "z");
  entry.angles = get_vector(table, "phi", "chi", "psi");
  entry.velocity = get_vector(table, "v_x", "v_y", "v_z");
  entry.angular_velocity = get_vector(table, "omega_x", "omega_y", "omega_z");
  return entry;
}

void check_initial(const Scenario& scenario) {
  std::vector<Finding> findings;
  std::vector<std::string> names;
  for (const vehicle::BodyEntry& body : scenario.vehicle.bodies) names.push_back(body.name);
  for (const InitialEntry& entry : scenario.initial) {
    if (std::find(names.begin(), names.end(), entry.body) == names.end()) {
      findings.push_back({"unknown-name", entry.where, "there is no body \"" + entry.body + "\"",
                          suggest(entry.body, names)});
    }
  }
  if (!findings.empty()) throw InputError(std::move(findings));
}

}  // namespace

SchemaPtr get_scenario_schema() {
  static const SchemaPtr schema =
      make_schema("scenario", "One vehicle on one track at one speed.", make_fields());
  return schema;
}

Scenario read_scenario(const Table& table) {
  Scenario scenario;
  scenario.title = table.text("title");
  scenario.vehicle = vehicle::read_description(table.table("vehicle"));
  vehicle::check_description(scenario.vehicle);
  scenario.speed = table.table("speed").number("v");
  if (table.has("contact")) scenario.contact = table.table("contact");
  if (table.has("environment")) scenario.gravity = table.table("environment").number("gravity");
  if (table.has("integrator"))
    scenario.integrator = integrate::read_options(table.table("integrator"));
  scenario.duration = table.table("run").number("duration");
  if (table.has("output")) scenario.output_step = table.table("output").number("step");
  if (table.has("initial")) {
    for (const auto& [name, value] : table.table("initial").entries()) {
      scenario.initial.push_back(read_initial(name, value));
    }
  }
  check_initial(scenario);
  return scenario;
}

}  // namespace fourfoot::analysis
