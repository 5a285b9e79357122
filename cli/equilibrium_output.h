#pragma once

#include <string>
#include <vector>

#include "analysis/equilibrium.h"
#include "base/channel.h"
#include "system/system.h"

namespace fourfoot::cli {

/// Steady running as an engineer wants it: for each wheel Q, Y, Y/Q and wear number, for each
/// wheelset lateral position, angle of attack and axle force, for each body its displacements.
/// Columns that the contact does not have are left out. The angle of attack is psi, the yaw against
/// the track.
void print_steady_tables(const system::System& system, const std::vector<double>& row);

/// Channels that match the patterns, one a line, in SI with their meaning. InputError
/// unknown-channel.
void print_steady_channels(const std::vector<Channel>& channels, const std::vector<double>& row,
                           const std::vector<std::string>& patterns);

}  // namespace fourfoot::cli
