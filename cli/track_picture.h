#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/plot_axis.h"
#include "scenario/scene_rails.h"
#include "track/description.h"
#include "track/track.h"

namespace fourfoot::cli {

/// A stretch of a line as a picture: plan with marks of chainage, then curvature, cant, gradient and
/// irregularities over s, then cross sections of the rails where they change.
struct TrackPicture {
  std::string title;
  double from = 0.0, to = 0.0;  ///< [m]
  /// Other points of the plan, drawn under the line: where it was measured.
  std::vector<double> measured_x, measured_y;
  /// More curves over s in a panel of their own, before the others: { name, unit, values } over
  /// `more_s`.
  std::vector<double> more_s;
  std::vector<PlotCurve> more;
  std::vector<PlotCurve> rest;             ///< a panel after that, over `more_s`, too
  std::vector<scenario::SceneRail> rails;  ///< none where they are the same all along
};

/// By the ending of the file: .svg, .png or .pdf.
void draw_track(const track::Track& track, const track::TrackDescription& line,
                const TrackPicture& picture, const std::filesystem::path& file);

}  // namespace fourfoot::cli
