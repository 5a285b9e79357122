#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "base/setting.h"
#include "base/value.h"
#include "wear/archard.h"

namespace fourfoot::wear {

/// One way in which the vehicle runs, with its share of the mileage.
struct WearCase {
  std::string name;
  double share = 0.0;            ///< of all cases' shares
  std::vector<std::string> set;  ///< overrides of the scenario, as --set takes them
};

/// What a wear file says: one scenario, a mix of cases, and how far.
struct WearPlan {
  std::string title, scenario, wheel;   ///< files
  std::string analysis;                 ///< "equilibrium" or "run"
  double distance = 0.0, update = 0.0;  ///< mileage, and that between two profiles [m]
  double smoothing = 0.0;               ///< window [m]
  double amplitude = 0.0;               ///< of the conicity [m]
  bool is_symmetric = true;             ///< left and right wheels of a wheelset wear alike
  WearLaw law;
  std::vector<WearCase> cases;
  /// Number of updates: the last one may be shorter.
  int count_updates() const;
  double get_update(int i) const;  ///< its distance [m]
};

SchemaPtr get_wear_schema();
/// From a table checked against that schema. InputError no-cases, too-many.
WearPlan read_wear_plan(const Table& table);

}  // namespace fourfoot::wear
