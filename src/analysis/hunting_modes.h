#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/modes.h"
#include "vehicle/model.h"

namespace fourfoot::analysis {

/// Which modes tell of hunting. Creep forces feed hunting, and they act only where wheelsets move
/// sideways or yaw. So a mode counts if a wheelset moves at least 0.01 mm for each mm of the largest
/// displacement of any body (or rad of rotation, 1 rad counting as 1 m): y, or yaw times 0.75 m, half
/// the distance between its wheels. A car body that sways carries its wheelsets along by 0.02 to 0.05 mm;
/// frames that swing against each other on their springs move them by 1e-12 mm.
inline constexpr double least_wheelset_part = 0.01;

/// mm of the wheelset that moves most per mm of the largest displacement; 1 without wheelsets, where
/// no mode is left out.
double calc_wheelset_part(const std::vector<ModeShare>& shares, const vehicle::VehicleModel& model);

inline bool moves_wheelsets(const Mode& mode) {
  return mode.wheelset_part >= least_wheelset_part;
}

/// Growth [1/s] that counts: by less a motion takes eleven days to change by a factor of e, and the
/// eigenvalues of an undamped mode scatter by some 1e-12 about zero.
inline constexpr double least_growth = 1e-6;
inline bool is_growing(const Mode& mode) {
  return mode.value.real() > least_growth && !is_neutral(mode.value);
}

/// A mode that does not decay and is not hunting, at one value of the parameter: another instability,
/// or an undamped vibration.
struct LeftOutMode {
  double value = 0.0;  ///< of the parameter
  std::string name;
  double frequency = 0.0;  ///< [Hz]
  double growth = 0.0;     ///< [1/s]
  double part = 0.0;       ///< of the wheelsets [mm per mm]
  bool grows() const { return growth > least_growth; }
};

/// Appends `mode` where it is one.
void add_left_out(double value, const Mode& mode, std::vector<LeftOutMode>& all);

/// In words, with the reason why it is left out; empty without any. Of `all`, ascending in value,
/// each name once: the lowest value at which it grows, else at which it does not decay.
std::string describe_left_out(const std::vector<LeftOutMode>& all);

}  // namespace fourfoot::analysis
