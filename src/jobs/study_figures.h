#pragma once

#include "analysis/study_point.h"

namespace fourfoot::jobs {

/// Judges the runs of a study by norms, as `fourfoot evaluate` would judge their results. Reads the
/// study's file of limits. InputError unknown-figure for a measure whose figure no norm has.
analysis::JudgeSource make_judge_source(const scenario::Study& study);

}  // namespace fourfoot::jobs
