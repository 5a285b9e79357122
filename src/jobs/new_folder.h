#pragma once

#include <string>
#include <vector>

namespace fourfoot::jobs {

/// Vehicles that a new folder may have.
std::vector<std::string> get_new_vehicles();

/// Makes a small commented folder that runs, and returns its scenario. `vehicle` is one of the
/// above; `track` is "curve", "straight", or "csv" and a file with columns x and y. InputError
/// bad-arguments; then nothing is left behind.
std::string make_new_folder(const std::string& name, const std::string& vehicle,
                            const std::vector<std::string>& track);

}  // namespace fourfoot::jobs
