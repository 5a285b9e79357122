#pragma once

#include <functional>
#include <map>

#include "evaluate/figure.h"
#include "evaluate/sections.h"
#include "evaluate/source.h"

namespace fourfoot::evaluate {

struct EvaluationOptions {
  /// Of list_norms(); empty: all for which the record has channels, but for "twist". One that is named and lacks a channel is an InputError.
  std::vector<std::string> norms;
  bool with_twist = false;          ///< judges "twist" too though it is not named
  std::vector<std::string> bodies;  ///< points on the body; empty: those that are on no bogie
  std::vector<std::string> bogies;  ///< points on bogie frames; empty: by their names
  double speed = no_number;         ///< constant speed of a record without distance [m/s]
  double wheel_load = no_number;    ///< static [N]; nan: the mean of each wheelset
  double bogie_mass = no_number;    ///< [kg]
  double section = no_number;       ///< length of sections instead of the zones' own [m]
  double flange_angle = no_number;  ///< [rad]; nan: as the limits say
  double friction = no_number;      ///< nan: as the limits say
  /// Of list_influences(): estimates by regression, at these values (SI); empty: mean + k s.
  std::map<std::string, double> target;
  int threads = 1;                          ///< that share the work
  std::function<void(double)> on_progress;  ///< hears which part is done, 0 to 1; may be empty
  /// Of marked points: their body, and how far ahead of its middle they are [m].
  struct Arm {
    std::string body;
    double x = 0.0;
  };
  std::map<std::string, Arm> arms;
  /// Points of a seated passenger, for N_VA; none: by the names P, P_pan, P_back.
  struct Seat {
    std::string floor, pan, back;
  };
  std::vector<Seat> seats;
  std::map<std::string, double> positions;  ///< of bodies ahead of the vehicle's origin [m]
};

inline const std::vector<std::string>& list_norms() {
  static const std::vector<std::string> norms{"en14363", "nadal",   "overturning", "twist",
                                              "en12299", "iso2631", "sperling",    "clearance",
                                              "wear",    "damage"};
  return norms;
}

/// Names of all figures there are.
const std::vector<std::string>& list_figure_names();

/// Whether evaluate may ask for a channel of that name.
bool is_judged(const std::string& channel);

/// Judges a record. Wheelsets are found by their channels NAME/left/Y, NAME/left/Q, NAME/right/...,
/// points by NAME/a_y or NAME/a_z, wheels by .../t_gamma; distance by "s", "speed" or a constant
/// speed; the track by `track` or the channel "curvature". Reads the record in blocks, so that the
/// memory does not grow with its length.
Evaluation evaluate(SignalSource& source, Limits limits, const EvaluationOptions& options,
                    TrackProfile track);

}  // namespace fourfoot::evaluate
