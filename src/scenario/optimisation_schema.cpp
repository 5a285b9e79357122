#include "scenario/optimisation.h"

namespace fourfoot::scenario {

namespace {

SchemaPtr make_design_part(std::string name, std::string doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(
      Schema{std::move(name), std::move(doc), std::move(fields), "", {}});
}

SchemaPtr make_design_parameter_schema() {
  return make_design_part(
      "design parameter", "An entry of the scenario that is chosen, within bounds.",
      {text("key", "the entry, as for --set: contact.conicity, vehicle.bodies.car.mass"),
       texts("keys", "several entries that change together, instead of key").up_to(1000),
       numbers("factors", "", "of each of the keys: it becomes offset + factor x value; default: 1")
           .up_to(1000),
       numbers("offsets", "", "of each of the keys, in the same unit; default: 0").up_to(1000),
       text("name", "of its column; default: the first key"),
       text("unit", "of low, high, start and offsets; default: SI").by_default(""),
       number("low", "", "lowest value").required(), number("high", "", "highest value").required(),
       number("start", "", "where the search begins; default: the middle"),
       text("scale", "steps are differences (linear) or factors (log)")
           .one_of({"linear", "log"})
           .by_default("linear")});
}

SchemaPtr make_design_case_schema() {
  std::vector<Field> fields = {
      text("name", "for tables; default: its number"),
      text("radius", "a long curve in the place of the line: straight, 600 m, 600/100 mm (R/cant)"),
      texts("set", "overrides of the scenario: \"speed.v=60 km/h\"").up_to(1000)};
  for (Field& field : list_point_fields()) fields.push_back(std::move(field));
  return make_design_part("design case", "A way in which each choice is judged: an analysis.",
                          std::move(fields));
}

SchemaPtr make_objective_schema() {
  return make_design_part(
      "objective", "A figure that is to become best.",
      {text("figure", "name of a measure, or of a figure of the analysis: critical_speed")
           .required(),
       text("aim", "smallest, largest, or the square of its distance from the target")
           .one_of({"min", "max", "least-squares"})
           .by_default("min"),
       number("target", "", "of least-squares").by_default(0.0),
       number("scale", "", "the figure is divided by it").positive().by_default(1.0),
       number("weight", "", "where several objectives are added up").positive().by_default(1.0)});
}

SchemaPtr make_constraint_schema() {
  return make_design_part(
      "constraint", "A figure that must stay within a limit.",
      {text("figure", "as in objectives").required(), number("at_most", "", "upper limit"),
       number("at_least", "", "lower limit"),
       number("scale", "", "what counts as far from the limit; default: the limit, or 1")
           .positive()});
}

SchemaPtr make_front_schema() {
  return make_design_part(
      "pareto", "Several searches that trade one of two objectives for the other.",
      {integer("points", "of the front, with both ends").within(3, 1000).by_default(9),
       text("method",
            "epsilon: the first objective, with a limit on the second; weights: their weighted sum")
           .one_of({"epsilon", "weights"})
           .by_default("epsilon")});
}

}  // namespace

SchemaPtr get_optimisation_schema() {
  static const SchemaPtr schema = make_design_part(
      "optimisation", "An optimisation file: entries of a scenario, chosen by figures.",
      {text("format", "kind and version of the file").one_of({"fourfoot optimisation 1"}),
       text("title", "one line for reports").by_default(""),
       path("scenario", "the scenario file").required(),
       nested("parameters", Kind::tables, make_design_parameter_schema(), "what is chosen")
           .up_to(100)
           .required(),
       nested("cases", Kind::tables, make_design_case_schema(), "how each choice is judged")
           .up_to(100)
           .required(),
       nested("objectives", Kind::tables, make_objective_schema(), "what is to become best")
           .up_to(100)
           .required(),
       nested("constraints", Kind::tables, make_constraint_schema(), "what must hold").up_to(100),
       nested("pareto", Kind::table, make_front_schema(), "a front instead of one optimum"),
       text("method", "of search; auto: bobyqa, or cobyla with constraints or one parameter")
           .one_of({"auto", "bobyqa", "cobyla", "slsqp", "crs2", "isres"})
           .by_default("auto"),
       integer("evaluations", "of each search, at most").within(1, 1000000).by_default(200),
       integer("starts", "searches from different places, the first from start")
           .within(1, 1000)
           .by_default(1),
       integer("seed", "of crs2 and isres").within(1, 1000000).by_default(1),
       number("tolerance", "", "of each parameter, in parts of its range")
           .within(1e-12, 0.5)
           .by_default(1e-3),
       number("step", "", "the first, in parts of the range").within(1e-9, 0.5).by_default(0.2),
       number("difference", "", "of derivatives (slsqp), in parts of the range")
           .within(1e-9, 0.1)
           .by_default(1e-3)});
  return schema;
}

}  // namespace fourfoot::scenario
