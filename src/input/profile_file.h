#pragma once

#include <filesystem>
#include <vector>

#include "contact/geometry/wheel_rail_pair.h"
#include "contact/material.h"
#include "input/load.h"
#include "profile/description.h"
#include "profile/points.h"

namespace fourfoot::input {

/// A profile from a file of any of the known formats, by its ending: .toml
/// (docs/formats/profile.md) or points. Options serve point files; of a TOML file only the kind is
/// held against them.
profile::Profile read_profile_file(const std::filesystem::path& path,
                                   const profile::PointOptions& options = {});

/// Opens point files that a profile names, and remembers each in `sources`.
profile::OpenPoints make_point_opener(std::vector<std::shared_ptr<const SourceFile>>& sources);

/// What wheel and rail are in a scenario file: profiles and steel.
struct WheelRailFile {
  contact::WheelsetOnTrack wheelset;
  contact::Material material;  ///< of `contact`: young and poisson; default steel without it
};

/// The `wheel_rail` table of a scenario file and the steel of its `contact` table. Other entries of
/// the file are checked if it is a complete scenario, and may be missing otherwise.
WheelRailFile read_wheel_rail(const std::filesystem::path& path,
                              const std::vector<Setting>& overrides = {});

}  // namespace fourfoot::input
