#pragma once

#include "contact/geometry/search.h"

/// Points of the separation D(s) that the online search (search.h) looks for, on the profiles
/// themselves.
namespace fourfoot::contact::separation {

/// Wheel and rail at s; `slope` = dD/ds up to a positive factor: the sine between the tangents.
struct Probe {
  ContourPoint contour;
  RailFoot foot;
  double slope = 0.0;
};

Probe probe(const WheelRailPair& pair, const AxleFrame& axle, double s);

struct Minimum {
  double s = 0.0;
  std::size_t index = 0;
  Probe at;
};

/// Where the tangents are parallel, between the neighbours of sample i. Secant that keeps a bracket
/// (Illinois); a kink of the profile is a jump of the slope and is found as well.
Minimum refine(const WheelRailPair& pair, const AxleFrame& axle, std::size_t i);

/// Zero of D between an outside and an inside point (Illinois), to 1e-12 m along the meridian.
double find_edge(const WheelRailPair& pair, const AxleFrame& axle, double outside, double d_out,
                 double inside, double d_in);

/// Highest point between two minima (or the end of the meridian).
struct Ridge {
  std::size_t index = 0;  ///< nearest sample
  double s = 0.0;
  double distance = 0.0;
};

/// Between two minima; between samples by a parabola.
Ridge find_ridge(const WheelSurface& wheel, const std::vector<double>& d, const Minimum& a,
                 const Minimum& b);

}  // namespace fourfoot::contact::separation
