#pragma once

#include <string>
#include <vector>

#include "cli/limits_option.h"
#include "evaluate/figure.h"

namespace fourfoot::cli {

/// By the word of --format: text, csv or json.
void print_evaluation(const std::string& file, const LimitsFile& limits,
                      const evaluate::Evaluation& out, const std::string& format);

/// Figures of several files side by side, with differences from the first one.
void print_comparison(const std::vector<std::string>& files, const LimitsFile& limits,
                      const std::vector<evaluate::Evaluation>& evaluations,
                      const std::string& format);

/// A number as people read it, "-" if there is none: forces of norms in kN.
std::string show_value(const std::string& norm, const std::string& unit, double value);
std::string show_unit(const std::string& norm, const std::string& unit);
/// A cell of CSV.
std::string quote(const std::string& text);
/// A number of CSV that reads back to the same value; empty if there is none.
std::string write_number(double value);

}  // namespace fourfoot::cli
