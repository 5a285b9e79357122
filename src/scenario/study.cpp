#include "scenario/study.h"

namespace fourfoot::scenario {

std::size_t count_points(const Study& study) {
  if (study.parameters.empty()) return 1;
  if (study.is_list) return study.parameters.front().values.size();
  std::size_t count = 1;
  for (const StudyParameter& parameter : study.parameters) count *= parameter.values.size();
  return count;
}

std::vector<Setting> get_settings(const Study& study, std::size_t point) {
  std::vector<Setting> settings(study.parameters.size());
  for (std::size_t k = study.parameters.size(); k-- > 0;) {
    const StudyParameter& parameter = study.parameters[k];
    const std::size_t n = parameter.values.size();
    settings[k] = {parameter.key, parameter.values[study.is_list ? point : point % n]};
    if (!study.is_list) point /= n;
  }
  return settings;
}

std::vector<Setting> get_reference_settings(const Study& study, std::size_t point) {
  std::vector<Setting> settings = get_settings(study, point);
  for (std::size_t k = 0; k < settings.size(); ++k) {
    if (study.parameters[k].has_reference) settings[k].value = study.parameters[k].reference;
  }
  return settings;
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
