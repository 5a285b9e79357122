#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>

#include "evaluate/evaluation.h"
#include "jobs/limits_file.h"
#include "results/signal_file.h"

namespace fourfoot::jobs {

/// Judges a file with what a results file says of its vehicle: where bodies and marked points are,
/// and, unless the options say otherwise, flange angle and friction for Nadal's limit.
evaluate::Evaluation evaluate_file(results::SignalFile& file, const evaluate::Limits& limits,
                                   evaluate::EvaluationOptions options);

/// As `evaluate --format json` prints it; SI.
nlohmann::ordered_json describe_evaluation(const std::string& file, const LimitsFile& limits,
                                           const evaluate::Evaluation& evaluation);
nlohmann::ordered_json describe_limits(const LimitsFile& limits);

/// Puts the figures into the results file they are of, as the table /evaluation, in place of those
/// that are there: a copy with them replaces the file. InputError not-results, output-busy.
void save_evaluation(const std::string& file, const LimitsFile& limits,
                     const evaluate::Evaluation& evaluation);

/// A report in which each run is judged by the program's own limits or those of a file. What cannot
/// be judged says why in the page.
void write_judged_report(const std::vector<std::string>& inputs, const std::string& output,
                         const std::string& limits_file = "",
                         const std::function<void(double)>& on_progress = {});

}  // namespace fourfoot::jobs
