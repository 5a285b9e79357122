#pragma once

#include <string>
#include <vector>

namespace fourfoot::cli {

/// A curve over the common horizontal axis.
struct PlotCurve {
  std::string name;
  std::string unit;
  std::vector<double> values;
};

struct ChannelPlot {
  std::string title;
  PlotCurve x;
  std::vector<PlotCurve> curves;
  bool is_log = false;  ///< all values, also those of the axis, are logarithms to the base 10
};

/// The unit a scale is labelled in: "mm" for lengths of a few thousandths of a metre.
struct ScaleUnit {
  std::string label;    ///< "mm"
  double factor = 1.0;  ///< shown number = SI value * factor
};

/// One of the prefixes micro, milli, kilo, mega for units that engineers use them with, else the
/// unit as it is.
ScaleUnit choose_unit(const std::string& unit, double largest);

struct Ticks {
  double min = 0.0, max = 1.0;  ///< of the scale, SI
  double step = 0.0;            ///< of the ticks, SI
  std::vector<double> values;   ///< in SI, within the scale
  int decimals = 0;             ///< that labels need, after scaling
  bool is_log = false;          ///< values are logarithms; labels tell the numbers themselves
};

/// Round ticks, about `wanted` of them, over a range that is not empty afterwards. `snap` widens
/// the scale to whole ticks.
Ticks choose_ticks(double min, double max, int wanted, double factor, bool snap);

/// Decades around logarithms to the base 10; at most ten of them, the upper ones.
Ticks choose_decades(double min, double max);

/// About four digits, without an exponent where people need none: "36110".
std::string write_plain(double value);

std::string format_tick(double value, const Ticks& ticks, double factor);

/// Curves that share a scale: those of one unit.
std::vector<std::vector<const PlotCurve*>> group_by_unit(const ChannelPlot& plot);

/// Least and largest finite value of some curves; false if there is none. Displacements and forces
/// that are zero but for rounding get a scale on which they are zero.
bool find_range(const std::vector<const PlotCurve*>& curves, double& min, double& max);

}  // namespace fourfoot::cli
