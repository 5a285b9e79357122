#pragma once

#include <string>
#include <vector>

#include "base/value.h"
#include "contact/rails_along_line.h"
#include "profile/description.h"

namespace fourfoot::contact {

/// The wheels of one wheelset: profiles, radii, spacing.
struct Wheels {
  profile::Profile left, right;
  profile::WheelsetDescription geometry;
  std::string key;  ///< the same for wheelsets whose wheels are alike
};

/// A table that may say something of wheels; mirrored: its left is the wheelset's right.
struct WheelSource {
  const Table* table;
  bool is_mirrored = false;
};

/// Of checked tables: a key is looked for in the first, then in the next. `radius`: the vehicle's; 0: the tables must say it. InputError: missing-key if a wheel has
/// no profile, profile-kind, contradiction if a radius differs from the vehicle's.
Wheels read_wheels(const std::vector<WheelSource>& tables, const std::string& name, double radius,
                   const SourceLocation& where, const profile::OpenPoints& open_points);

/// Wheels on rails as they lie. InputError (contradiction) where they do not fit the gauge.
WheelsetOnTrack lay_wheels(const Wheels& wheels, const LaidRails& rails,
                           const PairOptions& options = {});
/// On the rails of one stretch.
WheelsetOnTrack lay_wheels(const Wheels& wheels, const RailStretch& stretch,
                           const PairOptions& options = {});
void check_fit(const Wheels& wheels, const RailStretch& stretch);

}  // namespace fourfoot::contact
