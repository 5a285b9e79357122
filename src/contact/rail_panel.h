#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "base/value.h"
#include "contact/geometry/pose.h"
#include "profile/description.h"

/// Panels of switches and crossings as files describe them: rail lines by cross sections along s,
/// and check rails. Lengths in m; y from the track's middle outward, on either side.
namespace fourfoot::contact {

/// A cross section of one rail.
struct RailLineSection {
  SourceLocation where;
  double s = 0.0;           ///< chainage
  double y = 0.0, z = 0.0;  ///< its guide point: running edge and top, or the drawing's origin
  profile::Curve shape;     ///< from the guide point; y outward, z up
};

/// Which points of neighbouring sections belong together; geometry/laid_shape.h.
enum class SectionMatch { arc_length, angle };

/// One rail of a panel: stock rail, blade, wing rail, nose ... from its first to its last section.
struct RailLine {
  SourceLocation where;
  std::string name;
  Side side = Side::left;
  /// Whether it stands for the line's own rail, which is then not there.
  bool is_instead = true;
  SectionMatch match = SectionMatch::arc_length;
  std::vector<RailLineSection> sections;  ///< s growing, two at least

  double begin() const { return sections.front().s; }
  double end() const { return sections.back().s; }
};

/// A rail beside the inner side of a wheel, which its back may touch; check_rail_contact.h.
struct CheckRail {
  SourceLocation where;
  std::string name;
  Side side = Side::left;    ///< of the wheel that it guides
  std::vector<double> s, y;  ///< working face, that looks outward; s growing
  double top = 0.0;          ///< above the rail tops
  double stiffness = 0.0;    ///< of the check rail on its supports, sideways [N/m]
  double damping = 0.0;      ///< chi [s/m]
  double friction = 0.0;
};

struct RailPanels {
  std::vector<RailLine> lines;
  std::vector<CheckRail> checks;

  bool empty() const { return lines.empty() && checks.empty(); }
};

/// One entry of `rails.panels`.
SchemaPtr get_rail_panel_schema();

/// Adds the panel of a checked entry. `gauge_height` below the top an edge is measured. InputError:
/// rail-panel, profile-kind.
void add_rail_panel(const Table& entry, double gauge_height, const profile::OpenPoints& open_points,
                    RailPanels& out);

/// A rail of the line as it is laid, which a panel replaces.
struct PlainRails {
  const profile::Curve& left;
  const profile::Curve& right;
};
/// InputError (rail-panel) where a panel's rails do not go on where the line's own rail ends, by
/// more than 0.1 mm; where neighbouring sections are too different; where lines of one name overlap.
void check_rail_panels(const RailPanels& panels, const PlainRails& plain, double gauge_height);

}  // namespace fourfoot::contact
