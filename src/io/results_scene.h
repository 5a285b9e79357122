#pragma once

#include "analysis/checkpoint.h"
#include "analysis/scenario.h"
#include "io/results_writer.h"
#include "system/system.h"

namespace fourfoot::io {

/// What a picture of the run needs and the rows do not hold: /model/bodies, /model/elements and
/// /track (centre line, cant, as far as the vehicle gets), outlines of wheels and rails in
/// /profiles, and what was run in /meta/run. Layout: docs/formats/results.md. To be called before
/// the first row.
void write_scene(ResultsWriter& writer, const system::System& system,
                 const analysis::Scenario& scenario);

/// /events: what happened during the run; without columns if nothing did.
ResultsTable make_events(const std::vector<analysis::RunEvent>& events);

}  // namespace fourfoot::io
