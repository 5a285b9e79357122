#include "wear/wear_plan.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace fourfoot::wear {

namespace {

SchemaPtr make_wear_part(const char* name, const char* doc, std::vector<Field> fields) {
  return std::make_shared<Schema>(Schema{name, doc, std::move(fields), "", {}});
}

SchemaPtr make_law_schema() {
  const WearLaw law;
  const auto coefficient = [](const char* key, double value, const char* doc) {
    return number(key, "1", doc).by_default(value).within(0.0, 1.0);
  };
  return make_wear_part(
      "wear law", "Archard's law with Jendel's map.",
      {number("hardness", "Pa", "hardness of the wheel").positive().by_default(law.hardness),
       coefficient("mild", law.mild, "wear coefficient where sliding is slow"),
       coefficient("severe", law.severe, "wear coefficient in between"),
       coefficient("hot", law.hot, "wear coefficient where sliding is fast"),
       coefficient("seizure", law.seizure, "wear coefficient under high pressure"),
       number("slow", "m/s", "sliding speed up to which wear is mild")
           .positive()
           .by_default(law.slow),
       number("fast", "m/s", "sliding speed up to which wear is severe")
           .positive()
           .by_default(law.fast),
       number("pressure_share", "1", "share of the hardness above which the contact seizes")
           .positive()
           .by_default(law.pressure_share),
       number("factor", "1", "factor on all wear coefficients, for water or grease")
           .positive()
           .by_default(1.0)});
}

SchemaPtr make_case_schema() {
  return make_wear_part(
      "wear case", "One running condition.",
      {text("name", "name for tables").by_default(""),
       number("share", "1", "share of the mileage, relative to the sum of all shares")
           .positive()
           .by_default(1.0),
       texts("set", "changed entries of the scenario: \"speed.v=60 km/h\"").up_to(1000)});
}

WearLaw read_law(const Table& t) {
  WearLaw law;
  law.hardness = t.number("hardness");
  law.mild = t.number("mild");
  law.severe = t.number("severe");
  law.hot = t.number("hot");
  law.seizure = t.number("seizure");
  law.slow = t.number("slow");
  law.fast = t.number("fast");
  law.pressure_share = t.number("pressure_share");
  law.factor = t.number("factor");
  return law;
}

}  // namespace

int WearPlan::count_updates() const {
  return static_cast<int>(std::ceil(distance / update - 1e-9));
}

double WearPlan::get_update(int i) const {
  return std::min(update, distance - i * update);
}

SchemaPtr get_wear_schema() {
  static const SchemaPtr schema = make_wear_part(
      "wear", "A wear file: runs repeated with the profiles that they wear.",
      {text("format", "kind and version of the file").one_of({"fourfoot wear 1"}),
       text("title", "title of the pictures").by_default(""),
       path("scenario", "the scenario file").required(),
       path("wheel", "profile of new wheels").required(),
       text("analysis", "analysis of each case")
           .one_of({"equilibrium", "run"})
           .by_default("equilibrium"),
       number("distance", "m", "mileage").required().within(1.0, 1e10),
       number("update", "m", "mileage between two profiles").required().within(1.0, 1e10),
       number("smoothing", "m", "window over which wear is spread across the profile")
           .non_negative()
           .by_default(4e-3),
       number("amplitude", "m", "amplitude of the equivalent conicity").positive().by_default(3e-3),
       flag("symmetric",
            "left and right wheels wear alike: the line has as many left curves as right curves")
           .by_default_flag(true),
       nested("law", Kind::table, make_law_schema(), "wear law"),
       nested("cases", Kind::tables, make_case_schema(), "the mix of running conditions")
           .up_to(1000)
           .required()});
  return schema;
}

WearPlan read_wear_plan(const Table& table) {
  WearPlan plan;
  plan.title = table.text("title");
  plan.scenario = table.text("scenario");
  plan.wheel = table.text("wheel");
  plan.analysis = table.text("analysis");
  plan.distance = table.number("distance");
  plan.update = table.number("update");
  plan.smoothing = table.number("smoothing");
  plan.amplitude = table.number("amplitude");
  plan.is_symmetric = table.flag("symmetric");
  if (table.has("law")) plan.law = read_law(table.table("law"));
  for (const Table& t : table.tables("cases"))
    plan.cases.push_back({t.text("name"), t.number("share"),
                          t.has("set") ? t.texts("set") : std::vector<std::string>()});
  if (plan.cases.empty())
    throw InputError(Finding{"no-cases", table.where_is("cases"), "there is no case to run",
                             "write [[cases]] with share and set"});
  if (plan.distance / plan.update > 10000.0)
    throw InputError(Finding{"too-many", table.where_is("update"),
                             "the mileage has over 10 000 updates of the profiles",
                             "a longer \"update\""});
  return plan;
}

}  // namespace fourfoot::wear
