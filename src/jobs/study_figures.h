#pragma once

#include <filesystem>

#include "analysis/study_point.h"

namespace fourfoot::jobs {

/// Judges the runs of a study by norms, as `fourfoot evaluate` would judge their results, and by
/// measured data. Reads the study's file of limits and its records. InputError unknown-figure for a
/// measure whose figure no norm has. Refers to `study`.
analysis::JudgeSource make_judge_source(const scenario::Study& study);

/// What goes into the judgement besides the study and its runs, to tell studies apart: hashes of
/// the limits and of records, which are added to `inputs`.
std::string read_judging_text(const scenario::Study& study,
                              std::vector<std::filesystem::path>& inputs);

}  // namespace fourfoot::jobs
