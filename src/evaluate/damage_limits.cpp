#include "evaluate/damage_limits.h"

#include <algorithm>

#include "base/error.h"

namespace fourfoot::evaluate {

namespace {

SchemaPtr make_damage_part(const char* name, const char* doc, std::vector<Field> fields) {
  fields.push_back(text("trust", "how far the values were checked").by_default(""));
  return std::make_shared<Schema>(Schema{name, doc, std::move(fields), {}, {}});
}

}  // namespace

SchemaPtr get_damage_schema() {
  const auto coefficient = [](const char* key, const char* doc) {
    return number(key, "1", doc).required().positive();
  };
  const SchemaPtr map =
      make_damage_part("wear map", "wear rate over T-gamma / A [N/mm2], in ug per metre and mm2",
                       {coefficient("mild_up_to", "N/mm2"), coefficient("severe_up_to", "N/mm2"),
                        coefficient("mild", "times T-gamma / A"), coefficient("severe", "constant"),
                        coefficient("catastrophic", "times T-gamma / A")});
  const SchemaPtr fatigue = make_damage_part(
      "fatigue", "damage per passage over T-gamma",
      {numbers("t_gamma", "N", "increasing").required().up_to(1000),
       numbers("damage", "1", "as many; 1: a visible crack").required().up_to(1000)});
  const SchemaPtr shakedown = make_damage_part(
      "shakedown", "surface limit of the shakedown diagram",
      {number("shear_yield", "Pa", "yield stress in shear").required().positive()});
  return std::make_shared<Schema>(
      Schema{"damage",
             "wear and rolling-contact fatigue",
             {nested("wear_map", Kind::table, map, "mild, severe, catastrophic").required(),
              nested("fatigue", Kind::table, fatigue, "rolling-contact fatigue").required(),
              nested("shakedown", Kind::table, shakedown, "shakedown").required()},
             {},
             {}});
}

DamageLimits read_damage(const Table& table) {
  DamageLimits out;
  const Table &map = table.table("wear_map"), &fatigue = table.table("fatigue");
  const Table& shakedown = table.table("shakedown");
  out.map = {map.number("mild_up_to"), map.number("severe_up_to"), map.number("mild"),
             map.number("severe"),     map.number("catastrophic"), map.text("trust")};
  out.fatigue = {fatigue.numbers("t_gamma"), fatigue.numbers("damage"), fatigue.text("trust")};
  const std::vector<double>& x = out.fatigue.t_gamma;
  if (x.size() != out.fatigue.damage.size() || x.size() < 2 ||
      std::adjacent_find(x.begin(), x.end(), [](double a, double b) { return !(a < b); }) !=
          x.end())
    throw InputError(Finding{"bad-curve", fatigue.where_is("t_gamma"),
                             "\"t_gamma\" must increase, with as many values of \"damage\"",
                             "at least two of each"});
  out.shear_yield = shakedown.number("shear_yield");
  out.shakedown_trust = shakedown.text("trust");
  return out;
}

}  // namespace fourfoot::evaluate
