#pragma once

#include "evaluate/limits.h"

namespace fourfoot::evaluate {

/// The line as it was laid: curvature > 0 turns left; roll: cant as an angle. Empty if not known.
struct TrackProfile {
  std::vector<double> s, curvature, roll;
  double calc_curvature(double at) const;  ///< 0 if not known
};

/// A piece of track that gives one value to the statistics.
struct Section {
  std::size_t zone = 0;  ///< index in Limits::zones
  double from = 0.0, to = 0.0;
  double curvature = 0.0, roll = 0.0;  ///< of its middle
};

/// Where the curvature changes.
struct TransitionPiece {
  double from = 0.0, to = 0.0;
  double from_curvature = 0.0, to_curvature = 0.0;
  double roll_change = 0.0;  ///< [rad]
};

struct Layout {
  std::vector<Section> sections;             ///< in the order of s, without gaps inside a zone
  std::vector<TransitionPiece> transitions;  ///< in the order of s
  std::vector<double> zone_length;           ///< length of track in each zone, cut or not [m]
};

/// Cuts the track between `from` and `to` [m] into sections: the curvature is looked at every
/// metre; where it changes by more than `transition_rate` over 10 m it is a transition; what is
/// left belongs to the zone of its radius and is cut into as many whole sections as fit, from its
/// start. A track that is not known is taken as straight.
Layout cut_sections(const TrackProfile& track, const Limits& limits, double from, double to);

}  // namespace fourfoot::evaluate
