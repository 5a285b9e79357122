#include "evaluate/limits.h"

#include <cmath>

namespace fourfoot::evaluate {

namespace {

SchemaPtr make_schema(const char* name, const char* doc, std::vector<Field> fields) {
  fields.push_back(text("trust", "how far the values were checked").by_default(""));
  return std::make_shared<Schema>(Schema{name, doc, std::move(fields), {}, {}});
}

SchemaPtr get_zone_schema() {
  return make_schema(
      "zone", "a kind of track that is judged by itself",
      {text("name", "as the report calls it").required(),
       number("radius_min", "m", "smallest radius").required().positive(),
       number("radius_max", "m", "radius that is not included").by_default(1e300).positive(),
       number("section", "m", "length of a section").required().positive(),
       integer("sections", "number of sections that the statistics need").required().positive()});
}

// The unit is that of the quantity.
SchemaPtr make_quantity_schema(const char* unit, const char* share_unit) {
  return make_schema(
      "quantity", "filter, window, percentile and limit of a quantity",
      {number("low_pass", "Hz", "upper corner; 0: none").by_default(0.0).non_negative(),
       number("high_pass", "Hz", "lower corner; 0: none").by_default(0.0).non_negative(),
       number("half_band", "Hz", "half width of the band about the dominant frequency")
           .by_default(0.0)
           .non_negative(),
       integer("order", "of the Butterworth filter, one pass").by_default(2.0).within(1, 10),
       number("window", "m", "of the sliding mean; 0: none").by_default(0.0).non_negative(),
       number("step", "m", "of the window").by_default(0.0).non_negative(),
       number("percentile", "1", "of a section, per cent").by_default(50.0).within(50.0, 100.0),
       number("k", "1", "estimated maximum = mean + k standard deviations").by_default(0.0),
       number("probability", "1", "of a section below the bound of a regression")
           .by_default(0.99)
           .within(0.5, 0.9999),
       number("limit", unit, "fixed limit"),
       number("offset", unit, "limit = factor (offset + share * load)"),
       number("share", share_unit, "see offset").by_default(0.0),
       number("factor", "1", "see offset").by_default(1.0),
       numbers("cap_speed", "m/s", "speeds up to which each cap holds, increasing"),
       numbers("cap", unit, "largest limit at these speeds")});
}

SchemaPtr get_quantities_schema() {
  const SchemaPtr force = make_quantity_schema("N", "1"), ratio = make_quantity_schema("1", "1");
  const SchemaPtr acceleration = make_quantity_schema("m/s2", "m/s2/kg");
  std::vector<Field> fields;
  const auto add = [&](const char* name, const SchemaPtr& schema, const char* doc) {
    fields.push_back(nested(name, Kind::table, schema, doc).required());
  };
  add("sum_Y", force, "lateral force of an axle on the track; load: static axle load");
  add("Y_Q", ratio, "quotient of lateral and vertical wheel force");
  add("Q", force, "vertical wheel force; load: static wheel load");
  add("Y_qst", force, "quasi-static lateral wheel force in curves");
  add("Q_qst", force, "quasi-static vertical wheel force in curves");
  add("unloading", ratio, "(Q0 - Q) / Q0");
  add("instability", force, "r.m.s. of sum Y near its dominant frequency");
  add("body_y", acceleration, "lateral acceleration of the body");
  add("body_z", acceleration, "vertical acceleration of the body");
  add("body_y_rms", acceleration, "r.m.s. of the lateral acceleration of the body");
  add("body_z_rms", acceleration, "r.m.s. of the vertical acceleration of the body");
  add("body_y_safety", acceleration, "lateral acceleration of the body, running safety");
  add("body_y_qst", acceleration, "quasi-static lateral acceleration of the body in curves");
  add("bogie_y", acceleration, "lateral acceleration of the bogie frame; load: mass of the bogie");
  // Files of limits from before these were there are still read.
  const SchemaPtr displacement = make_quantity_schema("m", "1");
  const auto offer = [&](const char* name, const SchemaPtr& schema, const char* doc) {
    fields.push_back(nested(name, Kind::table, schema, doc));
  };
  offer("overturning", ratio, "mean unloading of one side of a running gear");
  offer("twist_Y_Q", ratio, "quotient on twisted track");
  offer("twist_unloading", ratio, "(Q0 - Q) / Q0 on twisted track");
  offer("sway_left", displacement, "displacement of a marked point to the left");
  offer("sway_right", displacement, "displacement of a marked point to the right");
  offer("rise", displacement, "displacement of a marked point upward");
  offer("drop", displacement, "displacement of a marked point downward");
  return std::make_shared<Schema>(Schema{"quantities", "what is judged", fields, {}, {}});
}

SchemaPtr get_weighting_schema() {
  std::vector<Field> fields;
  for (const char* key : {"f1", "f5", "f6"})
    fields.push_back(number(key, "Hz", "corner frequency").by_default(0.0).non_negative());
  for (const char* key : {"f3", "f4"})
    fields.push_back(number(key, "Hz", "corner frequency").required().positive());
  fields.push_back(number("f2", "Hz", "corner frequency").by_default(100.0).positive());
  fields.push_back(number("Q1", "1", "quality").by_default(0.70711).positive());
  fields.push_back(number("Q2", "1", "quality").by_default(0.63).positive());
  for (const char* key : {"Q3", "Q4", "K"})
    fields.push_back(number(key, "1", "quality; K: gain").by_default(1.0).positive());
  return make_schema("weighting", "a frequency weighting", fields);
}

SchemaPtr make_numbers_schema(const char* name, const std::vector<const char*>& keys) {
  std::vector<Field> fields;
  for (const char* key : keys) fields.push_back(number(key, "1", "coefficient, SI").required());
  return make_schema(name, "coefficients of a formula", fields);
}

SchemaPtr get_comfort_schema() {
  const SchemaPtr transition = make_numbers_schema("transition", {"A", "B", "C", "D", "E"});
  const SchemaPtr event = make_numbers_schema("event", {"a", "b", "c"});
  return make_schema(
      "comfort", "EN 12299",
      {number("block", "s", "length of an r.m.s. value").by_default(5.0).positive(),
       integer("blocks", "that the mean comfort needs").by_default(60.0).positive(),
       text("trust_complete", "how far the formulas of N_VA and N_VD were checked")
           .by_default("unverified"),
       number("percentile", "1", "of the r.m.s. values").by_default(95.0).within(0.0, 100.0),
       nested("transition_standing", Kind::table, transition, "P_CT").required(),
       nested("transition_seated", Kind::table, transition, "P_CT").required(),
       nested("event_standing", Kind::table, event, "P_DE").required(),
       nested("event_seated", Kind::table, event, "P_DE").required()});
}

SchemaPtr get_twist_schema() {
  const TwistTest d;
  return make_schema(
      "twist_test", "tests on twisted track by simulation (verb twist)",
      {number("body_offset", "m", "twist over the pivot distance 2a*: offset + rate 2a*")
           .by_default(d.body_offset),
       number("body_rate", "1", "see body_offset").by_default(d.body_rate),
       number("bogie_offset", "m", "twist over a bogie's wheelbase 2a+: offset + rate 2a+")
           .by_default(d.bogie_offset),
       number("bogie_rate", "1", "see bogie_offset").by_default(d.bogie_rate),
       number("radius", "m", "of the flat curve").by_default(d.radius).within(50.0, 1000.0),
       number("yaw_resistance", "1", "limit of M / (2a+ P)").by_default(d.yaw_resistance)});
}

TwistTest read_twist(const Table& t) {
  return {t.number("body_offset"), t.number("body_rate"), t.number("bogie_offset"),
          t.number("bogie_rate"),  t.number("radius"),    t.number("yaw_resistance"),
          t.text("trust")};
}

Quantity read_quantity_table(const std::string& name, const Table& t) {
  Quantity q;
  q.name = name;
  q.low_pass = t.number("low_pass");
  q.high_pass = t.number("high_pass");
  q.half_band = t.number("half_band");
  q.order = t.integer("order");
  q.window = t.number("window");
  q.step = t.number("step");
  q.percentile = t.number("percentile");
  q.k = t.number("k");
  q.probability = t.number("probability");
  q.limit = t.number_or("limit", no_number);
  q.offset = t.number_or("offset", no_number);
  q.share = t.number("share");
  q.factor = t.number("factor");
  if (t.has("cap_speed") && t.has("cap")) {
    q.cap_speed = t.numbers("cap_speed");
    q.cap = t.numbers("cap");
    q.cap_speed.resize(std::min(q.cap.size(), q.cap_speed.size()));
  }
  q.trust = t.text("trust");
  return q;
}

Weighting read_weighting(const Table& t) {
  const auto n = [&](const char* key) { return t.number(key); };
  return {n("f1"), n("f2"), n("f3"), n("f4"), n("f5"), n("f6"),
          n("Q1"), n("Q2"), n("Q3"), n("Q4"), n("K")};
}

CurveTransition read_transition(const Table& t) {
  return {t.number("A"), t.number("B"), t.number("C"), t.number("D"), t.number("E")};
}

DiscreteEvent read_event(const Table& t) {
  return {t.number("a"), t.number("b"), t.number("c")};
}

void read_comfort(const Table& t, Limits& limits) {
  limits.block = t.number("block");
  limits.blocks = t.integer("blocks");
  limits.percentile = t.number("percentile");
  limits.transition_standing = read_transition(t.table("transition_standing"));
  limits.transition_seated = read_transition(t.table("transition_seated"));
  limits.event_standing = read_event(t.table("event_standing"));
  limits.event_seated = read_event(t.table("event_seated"));
  limits.trust["comfort"] = t.text("trust");
  limits.trust["complete"] = t.text("trust_complete");
  limits.trust["transition"] = t.table("transition_standing").text("trust");
  limits.trust["event"] = t.table("event_standing").text("trust");
}

}  // namespace

double Quantity::calc_limit(double load, double v) const {
  const double base = std::isnan(limit) ? factor * (offset + share * load) : factor * limit;
  for (std::size_t i = 0; i < cap_speed.size(); ++i)
    if (v <= cap_speed[i] * (1.0 + 1e-9)) return std::min(base, cap[i]);
  return base;
}

SchemaPtr get_limits_schema() {
  const SchemaPtr nadal = make_schema(
      "nadal", "Nadal's limit",
      {number("flange_angle", "rad", "largest angle of the flange").required().positive(),
       number("friction", "1", "coefficient of friction").required().positive(),
       number("low_pass", "Hz", "upper corner for Y and Q").required().positive(),
       number("duration", "s", "that Y/Q may stay above the limit").by_default(0.05)});
  const SchemaPtr sperling =
      make_schema("sperling", "Sperling's ride index",
                  {number("gain_vertical", "1", "of B").required().positive(),
                   number("gain_lateral", "1", "of B").required().positive(),
                   number("exponent", "1", "of Wz").required().positive(),
                   number("segment", "s", "of the spectrum").by_default(10.0).positive()});
  return std::make_shared<Schema>(Schema{
      "limits",
      "limits by which results are judged",
      {text("format", "kind and version of this file").one_of({"fourfoot limits 1"}),
       text("title", "of the collection").by_default(""),
       text("edition", "of the norms").by_default(""),
       text("source", "where the numbers are from").by_default(""),
       number("transition_rate", "1/m2", "change of curvature that makes a transition")
           .required()
           .positive(),
       nested("zone", Kind::tables, get_zone_schema(), "kinds of track").required(),
       nested("quantity", Kind::table, get_quantities_schema(), "what is judged").required(),
       number("running_gear", "m", "wheelsets closer than that are of one running gear")
           .by_default(3.5)
           .positive(),
       nested("twist_test", Kind::table, get_twist_schema(), "tests on twisted track"),
       nested("damage", Kind::table, get_damage_schema(), "wear and rolling-contact fatigue"),
       nested("nadal", Kind::table, nadal, "Nadal's limit").required(),
       nested("weighting", Kind::dictionary, get_weighting_schema(), "weightings").required(),
       nested("comfort", Kind::table, get_comfort_schema(), "EN 12299").required(),
       nested("sperling", Kind::table, sperling, "Sperling's ride index").required()},
      {},
      {}});
}

Limits read_limits(const Table& table) {
  Limits limits;
  limits.title = table.text("title");
  limits.edition = table.text("edition");
  limits.source = table.text("source");
  limits.transition_rate = table.number("transition_rate");
  limits.running_gear = table.number("running_gear");
  if (table.has("twist_test")) limits.twist = read_twist(table.table("twist_test"));
  if (table.has("damage")) limits.damage = read_damage(table.table("damage"));
  for (const Table& t : table.tables("zone"))
    limits.zones.push_back({t.text("name"), t.number("radius_min"), t.number("radius_max"),
                            t.number("section"), t.integer("sections")});
  for (const auto& [name, value] : table.table("quantity").entries())
    limits.quantities[name] = read_quantity_table(name, std::get<Table>(value.data));
  for (const auto& [name, value] : table.table("weighting").entries()) {
    const Table& t = std::get<Table>(value.data);
    limits.weightings[name] = read_weighting(t);
    limits.trust[name] = t.text("trust");
  }
  const Table& nadal = table.table("nadal");
  limits.flange_angle = nadal.number("flange_angle");
  limits.friction = nadal.number("friction");
  limits.nadal_low_pass = nadal.number("low_pass");
  limits.nadal_duration = nadal.number("duration");
  limits.trust["nadal"] = nadal.text("trust");
  read_comfort(table.table("comfort"), limits);
  const Table& sperling = table.table("sperling");
  limits.gain_vertical = sperling.number("gain_vertical");
  limits.gain_lateral = sperling.number("gain_lateral");
  limits.exponent = sperling.number("exponent");
  limits.segment = sperling.number("segment");
  limits.trust["sperling"] = sperling.text("trust");
  return limits;
}

}  // namespace fourfoot::evaluate
