#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/plot_page.h"

namespace fourfoot::cli {

/// A column of a sweep's table.
struct StudyColumn {
  std::string name, label;     ///< label: with its unit where it is known
  std::vector<double> values;  ///< nan where it is no number
  std::vector<std::string> texts;
  bool is_number = false;
  std::vector<double> list_distinct() const;  ///< ascending
};

/// What went into a sweep and what came out of it; runs that failed are left out, and titles say
/// so.
struct StudyTable {
  std::vector<StudyColumn> inputs, figures;
  std::size_t runs = 0, failed = 0;     ///< all that the file lists, and those that failed
  std::string describe_failed() const;  ///< ", 4 of 8 runs failed"; empty: none
};

/// "critical speed [m/s]" of "critical_speed": a figure as people call it, with its unit where it is
/// known by its name.
std::string name_figure(const std::string& name);

/// Of the content that results::describe_study gives of a sweep.
StudyTable read_study_table(const nlohmann::json& content);

/// A figure over the first input that is a number, a line for each combination of the others.
Plot make_lines(const StudyTable& table, const StudyColumn& figure);
/// Over the first two inputs that are numbers, the mean over all others. InputError bad-study-plot
/// if there are none.
FieldPlot make_field(const StudyTable& table, const StudyColumn& figure);
TornadoPlot make_tornado(const StudyTable& table, const StudyColumn& figure);
/// All inputs with several values, and these figures. InputError bad-study-plot if there is no such
/// input.
ParallelPlot make_parallel(const StudyTable& table, const std::vector<const StudyColumn*>& figures);

}  // namespace fourfoot::cli
