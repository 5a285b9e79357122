#include "scenario/optimisation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace fourfoot::scenario {

double DesignObjective::calc_term(double value) const {
  if (aim == "max") return -value / scale;
  if (aim == "min") return value / scale;
  const double away = (value - target) / scale;
  return away * away;
}

double DesignObjective::find_value(double term) const {
  if (aim == "max") return -term * scale;
  return aim == "min" ? term * scale : target + scale * std::sqrt(std::max(term, 0.0));
}

double DesignConstraint::calc_violation(double value) const {
  return (is_upper ? value - limit : limit - value) / scale;
}

std::vector<std::string> list_design_figures(const Optimisation& optimisation) {
  std::map<std::string, int> uses;
  for (const DesignCase& of : optimisation.cases)
    for (const std::string& name : list_figures(of.study)) ++uses[name];
  std::vector<std::string> names;
  for (const DesignCase& of : optimisation.cases)
    for (const std::string& name : list_figures(of.study))
      names.push_back(uses[name] > 1 ? of.name + ": " + name : name);
  return names;
}

std::vector<double> calc_design_values(const Optimisation& o, const std::vector<double>& part) {
  std::vector<double> values;
  for (std::size_t i = 0; i < o.parameters.size(); ++i) {
    const DesignParameter& p = o.parameters[i];
    const double x = std::clamp(part[i], 0.0, 1.0);
    const double value =
        p.is_log ? p.low * std::pow(p.high / p.low, x) : p.low + x * (p.high - p.low);
    values.push_back(std::clamp(value, p.low, p.high));  // rounding must not leave the bounds
  }
  return values;
}

std::vector<double> calc_design_parts(const Optimisation& o, const std::vector<double>& values) {
  std::vector<double> part;
  for (std::size_t i = 0; i < o.parameters.size(); ++i) {
    const DesignParameter& p = o.parameters[i];
    part.push_back(p.is_log ? std::log(values[i] / p.low) / std::log(p.high / p.low)
                            : (values[i] - p.low) / (p.high - p.low));
  }
  return part;
}

std::vector<Setting> list_design_settings(const Optimisation& o,
                                          const std::vector<double>& values) {
  struct Entry {
    std::string key, unit;
    double value = 0.0;
  };
  std::vector<Entry> entries;  // in the order in which they are named first
  for (std::size_t i = 0; i < o.parameters.size(); ++i) {
    const DesignParameter& p = o.parameters[i];
    for (std::size_t k = 0; k < p.keys.size(); ++k) {
      auto at = std::find_if(entries.begin(), entries.end(),
                             [&](const Entry& entry) { return entry.key == p.keys[k]; });
      if (at == entries.end()) at = entries.insert(at, {p.keys[k], p.unit});
      at->value += p.offsets[k] + p.factors[k] * values[i];
    }
  }
  std::vector<Setting> settings;
  for (const Entry& entry : entries) {
    const std::string number = fmt::format("{:.17g}", entry.value);
    settings.push_back({entry.key, entry.unit.empty() ? number : number + " " + entry.unit});
  }
  return settings;
}

}  // namespace fourfoot::scenario
