#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "base/schema.h"
#include "base/setting.h"
#include "base/value.h"
#include "scenario/family.h"

/// Studies: one scenario, many values of any of its entries, one row of figures for each.
namespace fourfoot::scenario {

/// A scenario with these settings; callable from several threads.
using MemberSource = std::function<Member(const std::vector<Setting>& settings)>;

struct StudyParameter {
  std::string name;  ///< of its column
  std::string key;
  std::vector<std::string> values;
  std::string reference;       ///< its value in the run that a point is compared with
  bool has_reference = false;  ///< else that run has the point's own value
};

/// The rows that count: from a time on, and between two chainages.
struct MeasureWindow {
  double from = 0.0;                                                ///< [s]
  double from_chainage = -std::numeric_limits<double>::infinity();  ///< [m]
  double to_chainage = std::numeric_limits<double>::infinity();     ///< [m]
  bool contains(double time, double chainage) const {
    return time >= from && chainage >= from_chainage && chainage <= to_chainage;
  }
};

/// A figure of a channel over a run.
struct Measure {
  std::string name;
  SourceLocation where;
  std::string channel;
  std::string what;  ///< max-abs, max, min, mean, rms, deviation, peak-to-peak, percentile, final,
                     ///< max-difference, rms-difference (from the reference run)
  MeasureWindow window;
  double percentile = 0.0;  ///< of |x| [%]
};

struct Study {
  std::string title;
  std::string scenario;  ///< file, relative to the study's
  SourceLocation scenario_where;
  std::string analysis;  ///< run, equilibrium, eigen, settle, critical-speed
  bool is_list = false;  ///< parameters go together, row by row; else all combinations
  std::vector<StudyParameter> parameters;
  std::vector<Measure> measures;
  std::string method = "falling";        ///< critical-speed
  double from = 0.0, to = 0.0;           ///< critical-speed [m/s]
  double resolution = 0.05, step = 1.0;  ///< critical-speed [m/s]
  double longest = 60.0;                 ///< settle, critical-speed [s]
  std::string observed;                  ///< settle, critical-speed
  bool has_differences = false;          ///< a measure is a difference from a reference run
};

SchemaPtr get_study_schema();
/// From a table checked against that schema; throws InputError for faults between entries.
Study read_study(const Table& table);

std::size_t count_points(const Study& study);
/// The settings of a point; the last parameter changes fastest.
std::vector<Setting> get_settings(const Study& study, std::size_t point);
/// The settings of the run that a point is compared with.
std::vector<Setting> get_reference_settings(const Study& study, std::size_t point);
/// Names of the figures of each point.
std::vector<std::string> list_figures(const Study& study);

}  // namespace fourfoot::scenario
