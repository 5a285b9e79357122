#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "integrate/registry.h"
#include "scenario/contact_kinds.h"
#include "scenario/contact_schema.h"
#include "scenario/old_keys.h"
#include "scenario/prepare_vehicle.h"
#include "scenario/read_profiles.h"
#include "scenario/scenario.h"
#include "scenario/scenario_warnings.h"
#include "vehicle/schema.h"

namespace fourfoot::scenario {

namespace {

SchemaPtr make_schema(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

SchemaPtr make_initial_schema() {
  std::vector<Field> fields;
  for (const char* key : {"x", "y", "z"})
    fields.push_back(number(key, "m", "displacement").within(-100.0, 100.0).by_default(0.0));
  // A wheelset may have rolled on by any angle.
  fields.push_back(number("phi", "rad", "roll about x").within(-1.5, 1.5).by_default(0.0));
  fields.push_back(number("chi", "rad", "pitch about y").by_default(0.0));
  fields.push_back(number("psi", "rad", "yaw about z").within(-3.2, 3.2).by_default(0.0));
  for (const char* key : {"v_x", "v_y", "v_z"}) {
    fields.push_back(number(key, "m/s", "velocity relative to the track frame").by_default(0.0));
  }
  for (const char* key : {"omega_x", "omega_y", "omega_z"}) {
    fields.push_back(
        number(key, "rad/s",
               "angular velocity on top of rolling, in the axes of the body; of a wheelset "
               "in axes that do not spin")
            .by_default(0.0));
  }
  return make_schema("initial state", "Where a body starts, relative to its nominal position.",
                     std::move(fields));
}

SchemaPtr make_omit_schema() {
  return make_schema(
      "omitted term", "Imaginary forces to leave out; a key that is not given means all.",
      {text("body", "name of the body"),
       text("group", "group of terms")
           .one_of({"translation", "rotation", "centrifugal", "gyroscopic"}),
       text("kind", "forces or torques").one_of({"force", "torque"}),
       text("axis", "axis of the track frame (force) or body (torque)").one_of({"x", "y", "z"})});
}

std::vector<Field> make_fields() {
  std::vector<Field> fields;
  fields.push_back(text("format", "kind and version of the file").one_of({"fourfoot scenario 1"}));
  fields.push_back(text("title", "one line for reports").by_default(""));
  fields.push_back(nested("vehicle", Kind::path_or_table, vehicle::get_vehicle_schema(),
                          "vehicle file, name of a model, or its tables")
                       .required());
  fields.push_back(text("load_case", "load case of the vehicle and its parts"));
  fields.push_back(
      nested("track", Kind::path_or_table, get_track_file_schema(),
             "track file, name of a model, or its tables; default: endless straight level track"));
  fields.push_back(
      nested("speed", Kind::table, track::get_speed_schema(), "speed along the line").required());
  fields.push_back(
      nested("contact", Kind::table, get_contact_schema(), "contact between wheels and rails"));
  fields.push_back(nested("wheels", Kind::path_or_table, get_scenario_wheels_schema(),
                          "profiles and spacing of wheels, instead of what the vehicle says"));
  fields.push_back(nested("rails", Kind::path_or_table, contact::get_rails_along_line_schema(),
                          "rails of the line, instead of what the track says"));
  fields.push_back(get_old_wheel_rail_field());
  fields.push_back(nested("drive", Kind::table, get_drive_schema(),
                          "what supplies the force for the motion along the line; default: with "
                          "profiles, pulled at the heaviest body, else as the vehicle file says"));
  fields.push_back(nested("initial", Kind::dictionary, make_initial_schema(),
                          "initial displacements and velocities, by body")
                       .up_to(vehicle::most_bodies));
  fields.push_back(nested(
      "imaginary", Kind::table,
      make_schema("imaginary forces", "Which imaginary forces are left out.",
                  {nested("omit", Kind::tables, make_omit_schema(), "the forces that are left out")
                       .up_to(10000)}),
      "fictitious (imaginary) forces that are left out"));
  fields.push_back(text("formulation",
                        "formulation of the equations of motion: kane (relative motion); inertial "
                        "and track-frame are slow references for comparison")
                       .one_of({"kane", "inertial", "track-frame"})
                       .by_default("kane"));
  fields.push_back(
      nested(
          "run", Kind::table,
          make_schema("run", "How long.",
                      {number("duration", "s", "simulated time").positive().at_most(1e6).required(),
                       text("start",
                            "equilibrium: steady running on the track at the start; nominal: the "
                            "nominal position; default: equilibrium with profiles, else nominal")
                           .one_of({"equilibrium", "nominal"}),
                       flag("stop_at_track_end",
                            "end the run when the first body reaches the end of the track; else "
                            "the last curvature, cant and gradient continue")
                           .by_default_flag(false)}),
          "duration, start and end of the run")
          .required());
  fields.push_back(nested(
      "output", Kind::table,
      make_schema(
          "output", "What is recorded.",
          {number("step", "s", "time between rows of results").within(1e-7, 1e6).by_default(0.005),
           texts("channels",
                 "record only these channels; * matches any text; \"all\", or \"main\" (default): "
                 "without rates of elements and details of patches"),
           flag("imaginary", "record the fictitious (imaginary) forces of every body, by group")
               .by_default_flag(false),
           flag("reactions", "record the reaction forces of locked coordinates and joints")
               .by_default_flag(false)}),
      "what is recorded"));
  fields.push_back(nested("integrator", Kind::table, integrate::get_integrator_schema(),
                          "method and tolerances"));
  fields.push_back(nested("environment", Kind::table,
                          make_schema("environment", "Surroundings of the vehicle.",
                                      {number("gravity", "m/s2", "acceleration of gravity")
                                           .within(0.0, 100.0)
                                           .by_default(9.81)}),
                          "gravity"));
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

// On real profiles wheels vibrate on their contact springs at 100 Hz and more with little damping, and
// forces have kinks: high orders and tight tolerances cost without giving anything. Creep forces
// are put out from states between the steps, and the slower the vehicle, the more they make of the
// interpolation's error: without kinks to shorten them, steps would grow to seconds and a braked
// vehicle would seem to skid before it stands.
integrate::Options read_integrator(const Table& table, bool has_profiles) {
  const Table given = table.has("integrator") ? table.table("integrator") : Table();
  integrate::Options options = integrate::read_options(given);
  if (!has_profiles) return options;
  if (!given.has("rtol")) options.rtol = 5e-4;
  if (!given.has("atol")) options.atol = 5e-4;
  if (!given.has("max_order") && options.method == "bdf") options.max_order = 2;
  if (!given.has("max_step")) options.max_step = 0.005;
  return options;
}

void check_steps(const integrate::Options& options, const Table& table) {
  if (options.min_step <= options.max_step) return;
  const Table& given = table.table("integrator");
  throw InputError(Finding{"contradiction", given.where_is("min_step"),
                           fmt::format("integrator.min_step is {:g} s, max_step {:g} s",
                                       options.min_step, options.max_step),
                           "min_step must be below max_step"});
}

DriveEntry read_drive(const Table& table, bool must_be_held,
                      const vehicle::VehicleDescription& vehicle) {
  DriveEntry drive;
  drive.where = table.where;
  if (!table.has("drive")) {
    if (must_be_held) drive.mode = DriveMode::pulled;
  } else {
    const Table& t = table.table("drive");
    const std::string& mode = t.text("mode");
    drive.where = t.where;
    drive.mode = mode == "ideal"    ? DriveMode::ideal
                 : mode == "pulled" ? DriveMode::pulled
                 : mode == "wheels" ? DriveMode::wheels
                                    : DriveMode::coasting;
    drive.body = t.text_or("body", "");
    if (t.has("wheelsets")) drive.wheelsets = t.texts("wheelsets");
    drive.frequency = t.number("frequency");
  }
  if (drive.body.empty()) drive.body = find_heaviest(vehicle);
  return drive;
}

// A displacement of a coordinate that is locked would be lost without a word.
void check_locked(const InitialEntry& entry, const vehicle::BodyEntry& body,
                  std::vector<Finding>& findings) {
  for (int c = 0; c < 6; ++c) {
    const double offset = c < 3 ? entry.displacement[c] : entry.angles[c - 3];
    const double rate = c < 3 ? entry.velocity[c] : entry.angular_velocity[c - 3];
    if (body.free[static_cast<std::size_t>(c)] || (offset == 0.0 && rate == 0.0)) continue;
    findings.push_back(
        {"contradiction", entry.where,
         std::string("\"") + multibody::coordinate_words[static_cast<std::size_t>(c)] + "\" of \"" +
             body.name + "\" is locked, but starts with a displacement or a velocity",
         "free it in the vehicle file, or take the initial value out"});
  }
}

void check_names(const Scenario& scenario) {
  std::vector<Finding> findings;
  std::vector<std::string> names;
  for (const vehicle::BodyEntry& body : scenario.vehicle.bodies) names.push_back(body.name);
  // Index of the body, or a finding.
  const auto find = [&](const std::string& name, const SourceLocation& where) {
    const auto it = std::find(names.begin(), names.end(), name);
    if (it == names.end()) {
      findings.push_back(
          {"unknown-name", where, "there is no body \"" + name + "\"", suggest(name, names)});
    }
    return static_cast<std::size_t>(it - names.begin());
  };
  for (const InitialEntry& entry : scenario.initial) {
    const std::size_t body = find(entry.body, entry.where);
    if (body < names.size()) check_locked(entry, scenario.vehicle.bodies[body], findings);
  }
  for (const OmittedTerm& term : scenario.omitted) {
    if (!term.body.empty()) find(term.body, term.where);
  }
  if (!findings.empty()) throw InputError(std::move(findings));
}

// Cant is an angle over the distance of the contact points, so the track must know the gauge its
// rails lie at. Where it does not say, it takes theirs.
void match_gauge(const Table& table, Scenario& scenario) {
  constexpr double largest_widening = 0.05;  // rails of one gauge, laid wide or narrow
  if (!scenario.rails || scenario.rails->stretches.front().lay.origin) return;
  const double gauge = scenario.rails->stretches.front().lay.gauge;
  const Table given = table.has("track") ? table.table("track") : Table();
  if (!scenario.track.is_gauge_given) {
    scenario.track.gauge = gauge;
    if (!given.has("contact_distance"))
      scenario.track.contact_distance = gauge + track::rail_head_width;
  } else if (std::abs(gauge - scenario.track.gauge) > largest_widening) {
    throw InputError(Finding{"contradiction", given.where_is("gauge"),
                             fmt::format("the track has a gauge of {:g} m, its rails one of {:g} m",
                                         scenario.track.gauge, gauge),
                             "give rails.gauge, and track.gauge (the base of cant) the same"});
  }
}

void put_default_support(Scenario& scenario) {
  track::SupportDescription& support = scenario.track.support;
  if (support.is_given) return;
  support.lateral = track::default_lateral_support;
  support.vertical = track::default_vertical_support;
}

// Wheels far above or in their rails: a diameter for a radius, or a z that counts from elsewhere.
void check_heights(const Scenario& scenario) {
  constexpr double largest = 0.05;  // more than wheels are turned down
  std::vector<Finding> findings;
  for (const vehicle::BodyEntry& body : scenario.vehicle.bodies) {
    if (body.type != vehicle::BodyType::wheelset) continue;
    if (std::abs(body.position.z() - body.radius) <= largest) continue;
    findings.push_back({"contradiction", body.where,
                        fmt::format("the axle of \"{}\" is {:g} m above the rails, its wheels have "
                                    "a radius of {:g} m",
                                    body.name, body.position.z(), body.radius),
                        "z of a wheelset's position counts from the rail tops: it is the radius"});
  }
  if (!findings.empty()) throw InputError(std::move(findings));
}

void check_row_count(const Scenario& scenario, const Table& run) {
  constexpr double most = 1e8;
  if (scenario.duration / scenario.output_step <= most) return;
  throw InputError(Finding{"out-of-range", run.where_is("duration"),
                           "the run would write more than 1e8 rows",
                           "shorten run.duration or lengthen output.step"});
}

}  // namespace

SchemaPtr get_track_file_schema() {
  static const SchemaPtr schema = [] {
    Schema made = *track::get_track_schema();
    made.fields.push_back(nested("rails", Kind::path_or_table,
                                 contact::get_rails_along_line_schema(),
                                 "profiles of the rails, how they lie, friction"));
    return std::make_shared<const Schema>(std::move(made));
  }();
  return schema;
}

SchemaPtr get_scenario_schema() {
  static const SchemaPtr schema =
      make_schema("scenario", "One vehicle on one track at one speed.", make_fields());
  return schema;
}

Scenario read_scenario(const Table& table, const track::DataReaders& readers,
                       const profile::OpenPoints& open_points) {
  refuse_old_keys(table);
  Scenario scenario;
  scenario.where = table.where;
  scenario.title = table.text("title");
  scenario.vehicle = vehicle::read_description(table.table("vehicle"));
  vehicle::check_description(scenario.vehicle);
  if (table.has("track")) {
    scenario.track = track::read_track_description(table.table("track"), readers);
  } else {
    track::HorizontalElement straight;
    straight.length = 1.0;  // beyond its ends a track goes on as it is there
    scenario.track.horizontal = {straight};
  }
  scenario.speed = track::read_speed_profile(table.table("speed"));
  if (table.has("imaginary") && table.table("imaginary").has("omit")) {
    for (const Table& omit : table.table("imaginary").tables("omit")) {
      scenario.omitted.push_back({omit.where, omit.text_or("body", ""), omit.text_or("group", ""),
                                  omit.text_or("kind", ""), omit.text_or("axis", "")});
    }
  }
  if (table.has("contact")) scenario.contact = table.table("contact");
  const ContactKind& contact = get_contact_kind(scenario.contact);
  if (contact.has_profiles) read_profiles(table, open_points, scenario);
  match_gauge(table, scenario);
  if (contact.has_profiles) check_heights(scenario);
  if (contact.wants_soft_rails) put_default_support(scenario);
  scenario.drive = read_drive(table, contact.carries_weight, scenario.vehicle);
  scenario.from_equilibrium = table.table("run").has("start")
                                  ? table.table("run").text("start") == "equilibrium"
                                  : contact.carries_weight;
  if (table.has("environment")) scenario.gravity = table.table("environment").number("gravity");
  scenario.integrator = read_integrator(table, contact.has_profiles);
  check_steps(scenario.integrator, table);
  scenario.formulation = table.text("formulation");
  if (scenario.formulation != "kane" && !contact.has_reference) {
    throw InputError(Finding{"contradiction", table.where_is("formulation"),
                             "the reference formulations have no contact by constraints",
                             "use normal = \"elastic\", or formulation = \"kane\""});
  }
  if (scenario.formulation != "kane" && !scenario.omitted.empty()) {
    throw InputError(
        Finding{"contradiction", scenario.omitted.front().where,
                "only formulation \"kane\" has imaginary (fictitious) forces to leave out",
                "take imaginary.omit out, or use formulation = \"kane\""});
  }
  scenario.duration = table.table("run").number("duration");
  scenario.stop_at_track_end = table.table("run").flag("stop_at_track_end");
  if (table.has("output")) {
    const Table& output = table.table("output");
    scenario.output_step = output.number("step");
    if (output.has("channels")) {
      scenario.output_channels = output.texts("channels");
      scenario.output_channels_where = output.where_is("channels");
    }
    scenario.record_imaginary = output.flag("imaginary");
    scenario.record_reactions = output.flag("reactions");
  }
  check_row_count(scenario, table.table("run"));
  if (table.has("initial")) {
    for (const auto& [name, value] : table.table("initial").entries()) {
      scenario.initial.push_back(read_initial(name, value));
    }
  }
  check_names(scenario);
  scenario.warnings = scenario.track.warnings;
  const std::vector<Finding> more = find_warnings(scenario);
  scenario.warnings.insert(scenario.warnings.end(), more.begin(), more.end());
  return scenario;
}

}  // namespace fourfoot::scenario
