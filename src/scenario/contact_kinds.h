#pragma once

#include "scenario/scenario.h"

namespace fourfoot::scenario {

/// A kind of contact: what it asks of a scenario, and what builds it. This is the only table of
/// them: others ask for a value, not which kind it is.
struct ContactKind {
  const char* model = "";         ///< contact.model; "": there is no table `contact`
  const char* normal = "";        ///< contact.normal; "": it has no such key
  bool has_profiles = false;      ///< wheels and rails have shapes, and forces their kinks
  bool carries_weight = false;    ///< rails carry the vehicle; only a drive holds it along the line
  bool wants_soft_rails = false;  ///< rails give, unless the track says they do not
  bool has_reference = true;      ///< the reference formulations know it
  /// nullptr: it acts on nothing.
  std::unique_ptr<system::Provider> (*build)(const Scenario& scenario, vehicle::VehicleModel& model,
                                             const BuildOptions& options) = nullptr;
};

/// The kind that a checked table `contact` chooses; an empty one: none.
const ContactKind& get_contact_kind(const Table& contact);

}  // namespace fourfoot::scenario
