#pragma once

#include <limits>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"

namespace fourfoot::track {

/// Limits of one quantity in one range of speeds, as a file gives them; infinite: none.
struct QualityLimit {
  std::string quantity;  ///< level, alignment, twist, gauge_wide, gauge_narrow
  std::string band;      ///< D1, D2, D3 of level and alignment
  double base = 0.0;     ///< of twist [m]
  double speed = std::numeric_limits<double>::infinity();  ///< up to this [m/s]
  bool is_deviation = false;  ///< of the standard deviation of a section, else of a peak
  double alert = std::numeric_limits<double>::infinity();
  double intervention = std::numeric_limits<double>::infinity();
  double immediate = std::numeric_limits<double>::infinity();
  std::string trust;
};

/// Limits of track geometry after EN 13848-5, as data with its source.
struct QualityLimits {
  std::string title, edition, source;
  std::vector<QualityLimit> limits;

  /// Those that hold at a speed [m/s]: of each quantity, band and base the slowest range with it.
  std::vector<QualityLimit> find(double speed) const;
};

SchemaPtr get_quality_limits_schema();
QualityLimits read_quality_limits(const Table& table);

}  // namespace fourfoot::track
