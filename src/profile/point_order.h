#pragma once

#include <functional>
#include <string>
#include <vector>

#include "profile/points.h"

namespace fourfoot::profile {

/// Called with line, id, message, hint; does not return.
using Refuse = std::function<void(int, std::string, std::string, std::string)>;

/// Puts shuffled points in the order of the curve. The order of the file is kept if it is already a
/// way along the curve (a good deal shorter than any jumping about); otherwise the points are
/// chained from the field-side end, each to the nearest not yet taken. Refuses (profile-gap) if
/// neighbours end up farther apart than 15 mm or a quarter of the width, whichever is more.
void order_points(std::vector<RawPoint>& points, std::vector<Repair>& repairs,
                  const Refuse& refuse);

/// Drops points closer than `distance` to the one kept before.
void drop_duplicates(std::vector<RawPoint>& points, double distance, std::vector<Repair>& repairs);

/// Refuses (profile-crossing) a polyline that crosses itself.
void check_crossing(const std::vector<RawPoint>& points, const Refuse& refuse);

}  // namespace fourfoot::profile
