#pragma once

#include <string>
#include <vector>

#include "cli/verb.h"

/// Options that several verbs share, so that they are called the same everywhere.
namespace fourfoot::cli {

void add_format(Verb& verb, std::string& format, const std::vector<std::string>& formats);
void add_force(Verb& verb, bool& force);
void add_study_force(Verb& verb, bool& force);
/// The steady verbs look at one position of the line; with --radius at any curve, whatever the
/// file's line.
void add_radius(Verb& verb, std::vector<std::string>& set);
void add_time(Verb& verb, double& t);
/// Of verbs that follow motions while an entry changes.
void add_varied(Verb& verb, double& t, std::string& parameter, std::string& observed);
void add_starts(Verb& verb, std::vector<double>& starts);
void add_direction(Verb& verb, std::string& direction);
void add_longest(Verb& verb, double& longest);
void add_orbit_steps(Verb& verb, int& steps);
/// Of verbs that compute many points, on threads or many machines.
void add_study_options(Verb& verb, int& threads, std::string& shard, bool& quiet);
/// Channels by other names.
void add_map(Verb& verb, std::vector<std::string>& map);

}  // namespace fourfoot::cli
