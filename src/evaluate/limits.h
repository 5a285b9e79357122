#pragma once

#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "evaluate/comfort.h"
#include "evaluate/damage_limits.h"
#include "evaluate/weighting.h"

namespace fourfoot::evaluate {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// A kind of track that is judged by itself.
struct TestZone {
  std::string name;
  double radius_min = 0.0, radius_max = 0.0;  ///< [m]; radius_max not included
  double section = 0.0;                       ///< length of a section [m]
  int sections = 1;                           ///< that the statistics need
  bool is_curve() const { return radius_max < 1e200; }
};

/// How a quantity is filtered, gathered and limited. Corners of 0: no filter on that side.
struct Quantity {
  std::string name;
  double low_pass = 0.0, high_pass = 0.0, half_band = 0.0;  ///< [Hz]
  int order = 2;                                            ///< of one pass
  double window = 0.0, step = 0.0;                          ///< [m]
  double percentile = 50.0;
  double k = 0.0;
  double probability = 0.99;                     ///< of a section below the bound of a regression
  double limit = no_number;                      ///< a fixed limit, or
  double offset = no_number, share = 0.0;        ///< offset + share * load
  double factor = 1.0;                           ///< times all that
  std::vector<double> cap_speed = {}, cap = {};  ///< at most cap_i up to cap_speed_i [m/s]
  std::string trust = {};

  /// load: what `share` refers to (axle load, wheel load, mass); v: speed [m/s].
  double calc_limit(double load, double v) const;
};

/// The tests on twisted track that are made by simulation.
struct TwistTest {
  double body_offset = 0.015, body_rate = 0.002;     ///< over 2a*: offset + rate 2a* [m], [1]
  double bogie_offset = -0.005, bogie_rate = 0.007;  ///< over 2a+: offset + rate 2a+ [m], [1]
  double radius = 150.0;                             ///< of the flat curve [m]
  double yaw_resistance = 0.1;                       ///< limit of M / (2a+ P)
  std::string trust = {};
};

/// Everything by which results are judged, as a file gives it (limits.toml).
struct Limits {
  std::string title, edition, source;
  double transition_rate = 0.0;  ///< [1/m2]
  std::vector<TestZone> zones;
  std::map<std::string, Quantity> quantities;
  std::map<std::string, Weighting> weightings;
  double flange_angle = 0.0, friction = 0.0, nadal_low_pass = 0.0, nadal_duration = 0.0;
  double block = 5.0;  ///< of comfort [s]
  int blocks = 60;
  double percentile = 95.0;
  CurveTransition transition_standing, transition_seated;
  DiscreteEvent event_standing, event_seated;
  double running_gear = 3.5;  ///< wheelsets closer than that are of one running gear [m]
  TwistTest twist;
  DamageLimits damage;
  double gain_vertical = 0.0, gain_lateral = 0.0, exponent = 0.0, segment = 10.0;
  std::map<std::string, std::string> trust;  ///< of nadal, comfort, sperling and each weighting

  const Quantity& quantity(const std::string& name) const { return quantities.at(name); }
  const Weighting& weighting(const std::string& name) const { return weightings.at(name); }
};

/// The text of limits.toml that ships with the program.
std::string_view get_default_limits();
SchemaPtr get_limits_schema();
Limits read_limits(const Table& table);

}  // namespace fourfoot::evaluate
