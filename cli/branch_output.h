#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "analysis/periodic_orbit.h"
#include "cli/svg_plot.h"

namespace fourfoot::cli {

nlohmann::ordered_json describe_branch(const analysis::Branch& branch);

/// As text, the one at `index` of `branches`; `key`: the entry that is varied. `left`: what its orbits
/// leave open when they are run again [m], or null.
void print_branch(const std::string& key, const std::vector<analysis::Branch>& branches,
                  std::size_t index, const std::vector<double>* left);

/// The lowest fold or Hopf point of all, and what simulation says of motions below it.
void print_lowest_limit(const std::string& key, const std::vector<analysis::Branch>& branches,
                        const std::string& proof);
void add_lowest_limit(const std::vector<analysis::Branch>& branches, const std::string& proof,
                      nlohmann::ordered_json& out);

/// Lines of orbits, stable ones drawn through, and marks at folds and special points: full where the
/// point is located, open where it is only known to lie between two orbits. Amplitudes in mm.
void add_branches(const std::vector<analysis::Branch>& branches, Plot& plot);

}  // namespace fourfoot::cli
