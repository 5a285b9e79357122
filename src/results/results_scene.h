#pragma once

#include "analysis/checkpoint.h"
#include "results/results_writer.h"
#include "scenario/scene.h"

namespace fourfoot::results {

/// What was run in /meta/run, and what a picture of the run needs and the rows do not hold:
/// /model/bodies, /model/elements and /track (centre line, cant), outlines of wheels and rails in
/// /profiles. Layout: docs/formats/results.md. To be called before the first row.
void write_scene(ResultsWriter& writer, const scenario::RunScene& scene,
                 const scenario::Scenario& scenario);

/// /events: what happened during the run; without columns if nothing did.
ResultsTable make_events(const std::vector<analysis::RunEvent>& events);

}  // namespace fourfoot::results
