#pragma once

#include <optional>
#include <vector>

#include "base/line_sections.h"
#include "base/schema.h"
#include "base/value.h"
#include "contact/contact_along_line.h"
#include "contact/geometry/wheel_rail_pair.h"
#include "contact/rail_panel.h"

/// Rails as a track has them: a cross section with its profiles and how they lie, and sections of
/// the line where they are otherwise.
namespace fourfoot::contact {

/// Rails as they are along a stretch.
struct RailStretch {
  SourceLocation where, gauge_where;
  profile::Profile left, right;
  profile::RailsDescription lay;
  std::optional<double> friction, friction_flange;  ///< none: as the scenario says
};

struct RailsAlongLine {
  std::vector<RailStretch> stretches;  ///< the first: where no section says otherwise
  std::vector<LineChange> changes;     ///< from the beginning of the line
  RailPanels panels;                   ///< switches and crossings

  bool is_uniform() const { return changes.empty(); }
};

/// Rails' lateral shift that a gauge other than the first stretch's means: half of the difference,
/// outward, with its first and second derivative by s. Over a change it is a step of fifth order.
struct GaugeShift {
  double value = 0.0, d1 = 0.0, d2 = 0.0;  ///< [m], [1], [1/m]
};
GaugeShift calc_gauge_shift(const RailsAlongLine& rails, double s);

/// Friction along the line; `nominal` where a stretch does not say. Linear over a change.
ContactFriction calc_friction(const RailsAlongLine& rails, const ContactFriction& nominal,
                              double s);

/// Keys of `rails` in a track file and in a scenario, which may override the track's.
SchemaPtr get_rails_along_line_schema();

/// Of one or two checked tables: a key is looked for in `over`, then in `given`; both may be null.
/// Sections come from the first that has any, panels too. InputError: missing-key, profile-kind,
/// rail-sections, rail-panel.
RailsAlongLine read_rails(const Table* over, const Table* given, const SourceLocation& where,
                          const profile::OpenPoints& open_points);

/// Samples of a wheelset's contact along such rails. `make` builds a contact on given rails, once
/// for each pair of stretches' ends and for as many rails between as differ by 0.04 mm at most.
struct LaidRails {
  profile::Curve left, right;
};
/// As they lie at s, gauge included.
LaidRails lay_rails(const RailsAlongLine& rails, double s);

using MakeContact =
    std::function<std::shared_ptr<const WheelContact>(const LaidRails&, bool is_between)>;
ContactAlongLine build_contact_along_line(const RailsAlongLine& rails, const MakeContact& make);

}  // namespace fourfoot::contact
