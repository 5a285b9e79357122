#pragma once

#include <string>
#include <vector>

#include "base/schema.h"
#include "base/setting.h"
#include "base/value.h"
#include "scenario/study.h"

/// Optimisation and calibration: entries of a scenario that are chosen so that figures become best.
namespace fourfoot::scenario {

/// An entry, or several that change together: entry i becomes offset_i + factor_i times the value.
/// What several parameters give to one entry is added up.
struct DesignParameter {
  std::string name;
  SourceLocation where;
  std::vector<std::string> keys;
  std::vector<double> factors, offsets;  ///< as many as keys
  std::string unit;                      ///< of the values below; empty: SI
  double low = 0.0, high = 0.0, start = 0.0;
  bool is_log = false;  ///< steps are factors
};

/// A way of judging: the scenario with more settings, analysed as a study's point is.
struct DesignCase {
  std::string name;
  std::string radius;            ///< of an endless curve, as --radius takes it; empty: its line
  std::vector<std::string> set;  ///< as --set takes them
  Study study;                   ///< without parameters
};

/// A figure by its index in list_design_figures.
struct DesignObjective {
  std::string figure;
  std::size_t index = 0;
  std::string aim;  ///< min, max, least-squares
  double weight = 1.0, scale = 1.0, target = 0.0;
  /// What is to become small: f / scale, - f / scale or ((f - target) / scale)^2.
  double calc_term(double value) const;
  /// The figure of a term; of least-squares the one above the target.
  double find_value(double term) const;
};

/// figure <= limit, or >= limit.
struct DesignConstraint {
  std::string figure;
  std::size_t index = 0;
  bool is_upper = true;
  double limit = 0.0, scale = 1.0;
  /// Not positive where it holds; in units of its scale.
  double calc_violation(double value) const;
};

struct Optimisation {
  std::string title, scenario;
  std::vector<DesignParameter> parameters;
  std::vector<DesignCase> cases;
  std::vector<DesignObjective> objectives;
  std::vector<DesignConstraint> constraints;
  std::string method = "auto";
  int evaluations = 200;             ///< of each search, at most
  int starts = 1;                    ///< searches from different starting points
  int seed = 1;                      ///< of random methods
  double tolerance = 1e-3;           ///< of a parameter, in its range
  double step = 0.2;                 ///< the first, in the range
  double difference = 1e-3;          ///< of derivatives, in the range
  int front = 0;                     ///< points of a Pareto front; 0: none, objectives are added up
  std::string front_by = "epsilon";  ///< or weights
};

SchemaPtr get_optimisation_schema();
/// From a table checked against that schema. InputError for faults between entries.
Optimisation read_optimisation(const Table& table);

/// Names of all figures of all cases: the measure's, or "case: figure" where two have the same.
std::vector<std::string> list_design_figures(const Optimisation& optimisation);

/// Values from numbers in 0 ... 1, and back.
std::vector<double> calc_design_values(const Optimisation& o, const std::vector<double>& part);
std::vector<double> calc_design_parts(const Optimisation& o, const std::vector<double>& values);
/// What these values set in the scenario.
std::vector<Setting> list_design_settings(const Optimisation& o, const std::vector<double>& values);

}  // namespace fourfoot::scenario
