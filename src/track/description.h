#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "math/types.h"
#include "track/discrete_track.h"
#include "track/irregularity.h"
#include "track/transition.h"

namespace fourfoot::track {

/// What a track is, as people say it: elements in order, each with its length. Plain values in SI;
/// every element keeps its location in what the user wrote. Independent of any file format.

/// The rail that a positive cant raises. `outer`: the one on the outside of the curve.
enum class RaisedRail { outer, left, right };

/// What stays at profile level where cant is applied: the centre line rises by half the cant if the
/// inner rail is kept, falls by half if the outer rail is kept.
enum class CantRotation { centre_line, inner_rail, outer_rail };

/// The angle of a cant H over the contact point distance 2b: `linear` gamma = H / 2b (the papers'
/// and most programs' definition), `arcsine` gamma = asin(H / 2b) (exact; 0.15 % more at 144 mm).
enum class CantAngle { linear, arcsine };

enum class HorizontalType { line, circular_arc, transition, points };

/// Of a Viennese bend: no vehicle has its centre of gravity higher [m].
inline constexpr double largest_centre_height = 20.0;

/// One element of the horizontal alignment. Lengths are measured along the centre line.
struct HorizontalElement {
  HorizontalType type = HorizontalType::line;
  SourceLocation where;
  double length = 0.0;     ///< [m]; over the abscissa: X; not used by points
  double curvature = 0.0;  ///< of a circular arc, > 0 to the left [1/m]
  double cant = 0.0;       ///< of a line or arc; > 0 raises the outer rail [m]
  RaisedRail raised = RaisedRail::outer;
  TransitionShape shape = TransitionShape::linear;
  bool is_over_abscissa = false;   ///< of a transition: see track/abscissa_curve.h
  double arc_length = 0.0;         ///< over the abscissa: ends here along the arc; 0: at X [m]
  std::vector<double> polynomial;  ///< c_1..c_n of shape polynomial
  /// A transition joins its neighbours; these are needed where a neighbour does not say (another
  /// transition, the end of the track).
  std::optional<double> start_curvature;
  std::optional<double> end_curvature;
  std::optional<double> start_cant;
  std::optional<double> end_cant;
  double centre_height = 0.0;       ///< h of the Viennese bend [m]
  std::vector<double> x, y;         ///< of points, in any plane axes [m]
  std::optional<double> direction;  ///< heading at the start, if stated: checked [rad]
  bool allow_jump = false;          ///< a jump at this element's start is meant
};

/// One element of a cant alignment of its own.
struct CantElement {
  SourceLocation where;
  double length = 0.0;
  bool is_constant = true;
  double cant = 0.0;  ///< of a constant element [m]
  RaisedRail raised = RaisedRail::outer;
  TransitionShape shape = TransitionShape::linear;
  std::vector<double> polynomial;
  std::optional<double> start_cant;  ///< of a ramp that does not begin with the cant before it
  std::optional<double> end_cant;    ///< of a ramp whose next neighbour does not say
  bool allow_jump = false;
};

enum class VerticalType { constant_gradient, parabolic_arc, circular_arc };

/// One element of the vertical alignment.
struct VerticalElement {
  VerticalType type = VerticalType::constant_gradient;
  SourceLocation where;
  double length = 0.0;                   ///< [m]
  double gradient = 0.0;                 ///< rise per horizontal length, of a constant gradient [1]
  std::optional<double> start_gradient;  ///< of an arc that does not begin with the one before it
  std::optional<double> end_gradient;    ///< of an arc whose next neighbour does not say
  bool allow_jump = false;
};

/// Corners are rounded over these lengths [m]; 0 keeps the corner, and the track lists it as a
/// kink.
struct Rounding {
  double cant = 0.0;       ///< ends of cant ramps
  double gradient = 0.0;   ///< where the gradient jumps or its slope does
  double curvature = 0.0;  ///< where the curvature jumps
};

/// What the lengths of elements are measured along. Drawings and exchange formats (LandXML, IFC)
/// measure in plan; on a gradient the centre line is longer than that.
enum class LengthMeasure { centre_line, plan };

/// From here on the line's chainage counts so: chainage + direction (s - along).
struct ChainageMark {
  double along = 0.0;      ///< from the start of the alignment, in its measure [m]
  double chainage = 0.0;   ///< [m]
  double direction = 1.0;  ///< +1, or -1 where chainage falls
};

constexpr double standard_gauge = 1.435;   ///< [m]
constexpr double rail_head_width = 0.065;  ///< from the gauge to the contact points, both rails [m]

/// What the rails lie on.
struct SupportDescription {
  bool is_given = false;            ///< false: the file does not say
  std::optional<Support> lateral;   ///< of both rails under a wheelset; none: rigid
  std::optional<Support> vertical;  ///< of each rail under a wheel; none: rigid
  /// Rails and pads on sleepers; then lateral and vertical are sleepers on ballast.
  std::optional<DiscreteSupport> discrete;
  std::vector<LineSection> sections;
  std::vector<SupportAlongLine::Laws> section_laws;  ///< of each section
  SourceLocation where;                              ///< of the key model

  SupportAlongLine build() const;
};

struct TrackDescription {
  SourceLocation where;
  std::string name;
  double gauge = standard_gauge;                               ///< [m]
  bool is_gauge_given = false;                                 ///< false: nobody says
  double contact_distance = standard_gauge + rail_head_width;  ///< 2b [m]
  CantRotation cant_rotation = CantRotation::centre_line;
  CantAngle cant_angle = CantAngle::linear;
  LengthMeasure measure = LengthMeasure::centre_line;
  std::vector<ChainageMark> chainages;  ///< ascending; empty: chainage is s
  Vec3 start_position = Vec3::Zero();   ///< of the profile at s = 0 [m]
  double start_heading = 0.0;           ///< [rad]
  std::vector<HorizontalElement> horizontal;
  std::vector<CantElement> cant;          ///< empty: cant follows the curvature
  std::vector<VerticalElement> vertical;  ///< empty: level
  Rounding rounding;
  std::vector<std::shared_ptr<const Irregularity>> irregularities;
  std::vector<SourceLocation> irregularity_locations;  ///< where each is written; may be empty
  SupportDescription support;
  std::vector<Finding> warnings;  ///< what the files hold and nobody uses

  // Not in the header: every file that has one would compile these again.
  TrackDescription();
  ~TrackDescription();
  TrackDescription(const TrackDescription&);
  TrackDescription(TrackDescription&&) noexcept;
  TrackDescription& operator=(const TrackDescription&);
  TrackDescription& operator=(TrackDescription&&) noexcept;
};

}  // namespace fourfoot::track
