#pragma once

#include <map>

#include "evaluate/record.h"
#include "evaluate/sections.h"

namespace fourfoot::evaluate {

/// What the values of sections are regressed on: of each section, and where the estimate is made.
struct Influences {
  std::vector<std::string> names;         ///< of "cant_deficiency", "speed", "curvature"
  std::vector<double> target;             ///< SI
  std::vector<std::vector<double>> rows;  ///< by section
};

inline const std::vector<std::string>& list_influences() {
  static const std::vector<std::string> names{"cant_deficiency", "speed", "curvature"};
  return names;
}

/// Of each section: mean speed v, |curvature| and roll phi of its middle, and the cant deficiency
///
///   I = 1.5 m (v^2 |kappa| / g - phi sign(kappa)).
Influences calc_influences(const Record& record, const Layout& layout,
                           const std::map<std::string, double>& target);

}  // namespace fourfoot::evaluate
