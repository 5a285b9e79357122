#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/reference_runs.h"
#include "scenario/study.h"

namespace fourfoot::analysis {

/// Throws InputError for a measure whose channel the system does not have.
void check_measures(const scenario::Study& study, const system::System& system);

struct PointResult {
  std::vector<double> figures;  ///< nan where it failed
  std::string motion;           ///< in a word (settle), else empty
  std::string fault;            ///< why it failed; empty if it did not
};

/// The figures of one point of a study; all points share `references`. Never throws RunError or
/// InputError: a point that fails says so.
PointResult evaluate_point(const scenario::Study& study, const scenario::MemberSource& source,
                           std::size_t point, ReferenceRuns& references,
                           const std::function<bool()>& is_cancelled = {});

}  // namespace fourfoot::analysis
