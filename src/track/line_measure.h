#pragma once

#include <vector>

#include "track/track.h"

namespace fourfoot::track {

/// How a built line is measured: its length in plan and its chainage over the arc length s.
class LineMeasure {
 public:
  /// The track is the one built from the description; both must outlive this.
  LineMeasure(const Track& track, const TrackDescription& description);

  /// Length in plan from the start to s; beyond the ends it goes on.
  double calc_plan(double s) const;
  /// The arc length at a length in plan.
  double find_arc(double plan) const;
  double calc_chainage(double s) const;
  /// All arc lengths with this chainage, one for each stretch between marks that has it; the first
  /// stretch goes on before the line and the last behind it.
  std::vector<double> find_positions(double chainage) const;

 private:
  double calc_rate(double s) const;  ///< of the plan length over s
  std::size_t find_stretch(const std::vector<double>& ends, double value) const;
  double calc_plan_on(std::size_t stretch, double s) const;
  double calc_along(double s) const;  ///< in the measure of the marks
  double find_from_along(double along) const;

  const Track& track_;
  std::vector<double> arcs_, plans_;  ///< at joints and both ends
  std::vector<double> rates_;         ///< of each stretch; 0: it changes
  bool is_in_plan_;                   ///< the marks are
  std::vector<ChainageMark> marks_;   ///< at least one
};

}  // namespace fourfoot::track
