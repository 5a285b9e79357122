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
       numbers("factors", "",
               "factors of the keys: each entry becomes offset + factor x value; default: 1")
           .up_to(1000),
       numbers("offsets", "", "offsets of the keys, in the same unit; default: 0").up_to(1000),
       text("name", "name of the column; default: the first key"),
       text("unit", "unit of low, high, start and offsets; default: SI").by_default(""),
       number("low", "", "lowest value").required(), number("high", "", "highest value").required(),
       number("start", "", "value at which the search begins; default: the middle of the range"),
       text("scale", "linear: steps are differences; log: steps are factors")
           .one_of({"linear", "log"})
           .by_default("linear")});
}

SchemaPtr make_design_case_schema() {
  std::vector<Field> fields = {
      text("name", "name for tables; default: its number"),
      text("radius", "a long curve instead of the line: straight, 600 m, 600/100 mm (R/cant)"),
      texts("set", "changed entries of the scenario: \"speed.v=60 km/h\"").up_to(1000)};
  for (Field& field : list_point_fields()) fields.push_back(std::move(field));
  return make_design_part("design case", "An analysis that judges each choice of values.",
                          std::move(fields));
}

SchemaPtr make_objective_schema() {
  return make_design_part(
      "objective", "A figure that is to become best.",
      {text("figure", "name of a measure, or of a figure of the analysis: critical_speed")
           .required(),
       text("aim", "minimise, maximise, or minimise the square of the distance from the target")
           .one_of({"min", "max", "least-squares"})
           .by_default("min"),
       number("target", "", "target of least-squares").by_default(0.0),
       number("scale", "", "scale by which the figure is divided").positive().by_default(1.0),
       number("weight", "", "weight in the sum of several objectives").positive().by_default(1.0)});
}

SchemaPtr make_constraint_schema() {
  return make_design_part(
      "constraint", "A figure that must stay within a limit.",
      {text("figure", "figure, as in objectives").required(), number("at_most", "", "upper limit"),
       number("at_least", "", "lower limit"),
       number("scale", "", "scale of the distance from the limit; default: the limit, or 1")
           .positive()});
}

SchemaPtr make_front_schema() {
  return make_design_part("pareto",
                          "Several searches that trade one of two objectives for the other.",
                          {integer("points", "number of points of the front, both ends included")
                               .within(3, 1000)
                               .by_default(9),
                           text("method",
                                "epsilon: the first objective with a limit on the second; weights: "
                                "weighted sums of both")
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
       nested("parameters", Kind::tables, make_design_parameter_schema(), "entries that are chosen")
           .up_to(100)
           .required(),
       nested("cases", Kind::tables, make_design_case_schema(),
              "analyses for each choice of values")
           .up_to(100)
           .required(),
       nested("objectives", Kind::tables, make_objective_schema(),
              "figures that are minimised or maximised")
           .up_to(100)
           .required(),
       nested("constraints", Kind::tables, make_constraint_schema(), "limits that must hold")
           .up_to(100),
       nested("pareto", Kind::table, make_front_schema(),
              "Pareto front of two objectives, instead of one optimum"),
       text("method",
            "search method; auto: bobyqa, or cobyla with constraints or with one parameter")
           .one_of({"auto", "bobyqa", "cobyla", "slsqp", "crs2", "isres"})
           .by_default("auto"),
       integer("evaluations", "largest number of evaluations of each search")
           .within(1, 1000000)
           .by_default(200),
       integer("starts", "number of searches from different points; the first begins at start")
           .within(1, 1000)
           .by_default(1),
       integer("seed", "seed of the random numbers of crs2 and isres")
           .within(1, 1000000)
           .by_default(1),
       number("tolerance", "", "tolerance of each parameter, relative to its range")
           .within(1e-12, 0.5)
           .by_default(1e-3),
       number("step", "", "first step, relative to the range").within(1e-9, 0.5).by_default(0.2),
       number("difference", "", "difference for derivatives (slsqp), relative to the range")
           .within(1e-9, 0.1)
           .by_default(1e-3)});
  return schema;
}

}  // namespace fourfoot::scenario
