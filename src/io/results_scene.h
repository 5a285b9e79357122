#pragma once

#include <string>
#include <vector>

#include "analysis/scenario.h"
#include "io/results_writer.h"
#include "system/system.h"

namespace fourfoot::io {

/// What a picture of the run needs and the rows do not hold: /model/bodies, /model/elements and
/// /track (centre line, cant, as far as the vehicle gets), and what was run in /meta/run. Layout:
/// docs/formats/results.md. To be called before the first row.
void write_scene(ResultsWriter& writer, const system::System& system,
                 const analysis::Scenario& scenario);

/// Outline of one wheel and its rail for the close-up of the contact.
struct ContactOutline {
  std::string wheelset;                  ///< name of the body
  std::string side;                      ///< "left" or "right"
  std::vector<double> wheel_y, wheel_z;  ///< in the wheelset's axes from its centre [m]
  std::vector<double> rail_y, rail_z;    ///< as laid, in the track frame [m]
};
/// /profiles/<wheelset>/<side>/wheel and …/rail.
void write_profiles(ResultsWriter& writer, const std::vector<ContactOutline>& outlines);

}  // namespace fourfoot::io
