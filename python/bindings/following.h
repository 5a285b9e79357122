#pragma once

#include <string>
#include <vector>

#include "analysis/bifurcation.h"
#include "bindings/watch.h"

namespace fourfoot::python {

/// What motions are followed by, as the verbs that follow them have it.
struct Following {
  double t = 0.0;
  std::string observed;
  double longest = 60.0;
  bool up = true, down = true;
  std::vector<double> starts;
  int orbit_steps = 200;
};

/// Options of a sweep that ends when the watch says so.
analysis::BifurcationOptions make_sweep(const Following& follow, ProgressWatch& watch);

pybind11::list describe_points(const std::vector<analysis::BifurcationPoint>& points);

}  // namespace fourfoot::python
