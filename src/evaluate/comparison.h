#pragma once

#include "evaluate/figure.h"

namespace fourfoot::evaluate {

/// One figure of several records.
struct ComparedFigure {
  std::string norm, name, subject, zone, unit, basis;
  std::vector<double> values;         ///< one for each record; nan where it has none
  std::vector<std::string> verdicts;  ///< "absent" where the record has no such figure

  /// Less the value of the first record.
  double calc_difference(std::size_t record) const;
  /// The difference in shares of the first record's value; nan if that is 0.
  double calc_change(std::size_t record) const;
};

/// Figures of several records side by side, matched by norm, name, subject and zone, in the order
/// in which they first come. Transitions that begin within 5 m of each other are one zone, named as
/// in the first record that has it. Only like is compared with like: where one record has too few
/// sections for the norm's estimate, the largest sections of all are compared, and `basis` says so.
std::vector<ComparedFigure> compare(const std::vector<Evaluation>& evaluations);

}  // namespace fourfoot::evaluate
