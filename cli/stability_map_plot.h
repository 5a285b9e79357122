#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/svg_plot.h"

namespace fourfoot::cli {

/// A finished stability map, read back from its file.
struct StabilityMap {
  struct Point {
    double speed = 0.0, largest = 0.0, range = 0.0;  ///< [m/s], [m, rad]
    double wheelset_range = 0.0;                     ///< of the one that moves most [m]
    std::string motion, wheelset;
    bool is_lost() const {
      return motion == "diverged" || motion == "derailed" || motion == "overturned";
    }
  };
  struct Sweep {
    std::string name;  ///< up, down, start 2
    std::vector<Point> points;
  };
  struct Line {
    std::string name;  ///< radius or value
    double critical = 0.0, steady_up_to = 0.0, hunts_from = 0.0, diverges_from = 0.0,
           overturns_from = 0.0;  ///< or nan
    std::string note;
    std::vector<Sweep> sweeps;
    std::string fault;
  };
  std::string parameter;  ///< "radius", or the entry that is varied
  std::string observed;   ///< coordinate (observed_words.h); empty: unknown
  std::vector<Line> lines;
};

StabilityMap read_stability_map(const std::string& csv);

/// The limits of each line, as a table.
void print_limits(const StabilityMap& map);

/// The same for JSON, with v_n (the middle of its bracket) and which wheelset moves most.
nlohmann::ordered_json describe_limits(const StabilityMap& map);

/// Max |y| and peak to peak of the wheelset that moves most over speed, a colour for each line, and the critical speeds over the
/// radius or the parameter. Points without a bounded motion are left out.
void draw(const StabilityMap& map, const std::string& file);
/// The plots of that picture.
std::vector<Plot> list_plots(const StabilityMap& map);

}  // namespace fourfoot::cli
