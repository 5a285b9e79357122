#pragma once

#include "contact/geometry/guided_search.h"

namespace fourfoot::contact::guided {

constexpr int max_minima = 12;
constexpr double far_off = RailSection::far_away;

/// A stationary place of the separation: a minimum, or the ridge between two.
struct Stationary {
  double s;
  double distance;
  double bend;        ///< second derivative of the separation, about
  std::size_t index;  ///< nearest sample
};

/// A minimum with the borders of its overlap. Without initial values: there is room for many, and
/// few are used.
struct Extent {
  Stationary minimum;
  double begin, end;
  bool begins_at_ridge, ends_at_ridge;
  Stationary ridge;  ///< towards the next minimum, if the overlaps are joined
};

struct Extents {
  std::array<Extent, max_minima> at;
  int count = 0;
};

/// Minima below `margin` in the windows; `out.at[].minimum`.
void find_minima(const GuidedPair& guided, const AxleState<double>& axle,
                 std::span<const ContactWindow> windows, double height, double margin,
                 Extents& out);
/// Ridges and edges of the overlaps.
void find_borders(const GuidedPair& guided, const AxleState<double>& axle, Extents& out);

}  // namespace fourfoot::contact::guided
