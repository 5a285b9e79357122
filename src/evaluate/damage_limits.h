#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"

namespace fourfoot::evaluate {

/// Wear rate over the energy per area and metre T_gamma / A [N/mm2], in ug per metre and mm2:
/// mild * x up to mild_up_to, then severe, above severe_up_to catastrophic * x.
struct WearMap {
  double mild_up_to = 0.0, severe_up_to = 0.0;
  double mild = 0.0, severe = 0.0, catastrophic = 0.0;
  std::string trust = {};
  double calc_rate(double intensity) const;
  int find_regime(double intensity) const;  ///< 0 mild, 1 severe, 2 catastrophic
};

/// Damage per passage over T_gamma, straight between its points.
struct FatigueCurve {
  std::vector<double> t_gamma, damage;
  std::string trust = {};
};
double calc_rcf_damage(const FatigueCurve& curve, double t_gamma);

/// FI_surf: traction utilised less what the surface bears; > 0: the surface yields each time.
double calc_surface_index(double traction, double N, double area, double shear_yield);

/// By what wear and fatigue are judged.
struct DamageLimits {
  WearMap map;
  FatigueCurve fatigue;
  double shear_yield = 0.0;  ///< [Pa]; 0: the file of limits has no [damage]
  std::string shakedown_trust = {};
};
SchemaPtr get_damage_schema();
DamageLimits read_damage(const Table& table);

}  // namespace fourfoot::evaluate
