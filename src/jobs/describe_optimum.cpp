#include <cmath>
#include <nlohmann/json.hpp>

#include "base/version.h"
#include "jobs/optimise.h"

namespace fourfoot::jobs {

namespace {

using Json = nlohmann::ordered_json;

Json give_number(double value) {
  return std::isfinite(value) ? Json(value) : Json();
}

Json describe_choice(const OptimiseResult& result, const std::vector<double>& values,
                     const DesignPoint& point) {
  Json parameters = Json::object(), figures = Json::object();
  for (std::size_t i = 0; i < values.size(); ++i)
    parameters[result.optimisation.parameters[i].name] = give_number(values[i]);
  for (std::size_t i = 0; i < point.figures.size(); ++i)
    figures[result.figures[i]] = give_number(point.figures[i]);
  return {{"parameters", parameters}, {"figures", figures}};
}

Json describe_parameter(const scenario::DesignParameter& p) {
  return {{"name", p.name},
          {"keys", p.keys},
          {"unit", p.unit},
          {"low", p.low},
          {"high", p.high},
          {"start", p.start},
          {"scale", p.is_log ? "log" : "linear"}};
}

Json describe_objective(const scenario::DesignObjective& o) {
  Json out = {{"figure", o.figure}, {"aim", o.aim}, {"weight", o.weight}, {"scale", o.scale}};
  if (o.aim == "least-squares") out["target"] = o.target;
  return out;
}

Json describe_search(const OptimiseResult& result, const DesignSearch& search) {
  Json out = {{"name", search.name},
              {"method", search.found.method},
              {"evaluations", search.found.evaluations},
              {"reason", search.found.reason}};
  if (!std::isnan(search.limit)) out["limit"] = search.limit;
  if (!std::isnan(search.share)) out["share"] = search.share;
  out.update(describe_choice(result, search.values, search.point));
  out["objective"] = give_number(search.objective);
  out["holds"] = search.holds;
  return out;
}

}  // namespace

Json describe(const OptimiseResult& result) {
  const scenario::Optimisation& o = result.optimisation;
  Json out = {{"format", "fourfoot optimum 1"},
              {"program", "fourfoot " + get_version()},
              {"title", o.title}};
  for (const scenario::DesignParameter& p : o.parameters)
    out["parameters"].push_back(describe_parameter(p));
  for (const scenario::DesignObjective& objective : o.objectives)
    out["objectives"].push_back(describe_objective(objective));
  out["constraints"] = Json::array();
  for (const scenario::DesignConstraint& c : o.constraints)
    out["constraints"].push_back(
        {{"figure", c.figure}, {c.is_upper ? "at_most" : "at_least", c.limit}});
  out["finished"] = result.is_finished;
  out["searches"] = Json::array();
  for (const DesignSearch& search : result.searches)
    if (!search.values.empty()) out["searches"].push_back(describe_search(result, search));
  const bool has_best =
      result.best < result.searches.size() && !result.searches[result.best].values.empty();
  out["best"] = has_best ? describe_search(result, result.searches[result.best]) : Json();
  out["front"] = Json::array();
  for (const DesignTrial& trial : result.trials)
    if (trial.is_front) out["front"].push_back(describe_choice(result, trial.values, trial.point));
  return out;
}

}  // namespace fourfoot::jobs
