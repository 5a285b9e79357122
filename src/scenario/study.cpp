#include "scenario/study.h"

#include <fmt/format.h>

#include <cstdlib>

namespace fourfoot::scenario {

std::size_t count_points(const Study& study) {
  if (study.parameters.empty()) return 1;
  if (study.is_list) return study.parameters.front().values.size();
  std::size_t count = 1;
  for (const StudyParameter& parameter : study.parameters) count *= parameter.values.size();
  return count;
}

namespace {

std::vector<Setting> list_settings(const Study& study, const std::vector<std::string>& values) {
  std::vector<Setting> settings;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const StudyParameter& parameter = study.parameters[k];
    for (std::size_t i = 0; i < parameter.keys.size(); ++i) {
      const bool is_scaled = !parameter.factors.empty();
      settings.push_back(
          {parameter.keys[i],
           is_scaled ? fmt::format("{:.17g}",
                                   parameter.factors[i] * std::strtod(values[k].c_str(), nullptr))
                     : values[k]});
    }
  }
  return settings;
}

}  // namespace

std::vector<std::string> get_values(const Study& study, std::size_t point) {
  std::vector<std::string> values(study.parameters.size());
  for (std::size_t k = study.parameters.size(); k-- > 0;) {
    const StudyParameter& parameter = study.parameters[k];
    const std::size_t n = parameter.values.size();
    values[k] = parameter.values[study.is_list ? point : point % n];
    if (!study.is_list) point /= n;
  }
  return values;
}

std::vector<Setting> get_settings(const Study& study, std::size_t point) {
  return list_settings(study, get_values(study, point));
}

std::vector<Setting> get_reference_settings(const Study& study, std::size_t point) {
  std::vector<std::string> values = get_values(study, point);
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (study.parameters[k].has_reference) values[k] = study.parameters[k].reference;
  }
  return list_settings(study, values);
}

std::vector<std::string> list_figures(const Study& study) {
  if (study.analysis == "critical-speed")
    return {"critical_speed", "steady_up_to", "hunts_from", "max_abs", "frequency"};
  if (study.analysis == "eigen") return {"growth", "frequency", "damping"};
  if (study.analysis == "settle") {
    return {"growth", "frequency", "damping", "max_abs", "peak_to_peak", "mean", "period"};
  }
  std::vector<std::string> names;
  for (const Measure& measure : study.measures) names.push_back(measure.name);
  return names;
}

}  // namespace fourfoot::scenario
