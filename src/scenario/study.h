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

/// An entry, or several that change together: each becomes the value, times its factor.
struct StudyParameter {
  std::string name;  ///< of its column
  std::vector<std::string> keys;
  std::vector<std::string> values;
  std::string reference;             ///< its value in the run that a point is compared with
  bool has_reference = false;        ///< else that run has the point's own value
  std::vector<double> factors = {};  ///< of the keys; empty: the entries become the text as it is
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

/// A figure of a channel over a run, or a figure of a norm.
struct Measure {
  std::string name;
  SourceLocation where;
  std::string channel;  ///< empty: a figure of a norm
  std::string what;  ///< max-abs, max, min, mean, rms, deviation, peak-to-peak, percentile, final,
                     ///< max-difference, rms-difference (from the reference run)
  MeasureWindow window;
  double percentile = 0.0;   ///< of |x| [%]
  std::string figure = {};   ///< of `fourfoot evaluate`: "sum_Y"
  std::string subject = {};  ///< of these figures, as its table calls it; empty: all
  std::string zone = {};     ///< empty: all
  std::string record = {};   ///< file of measured data that differences are taken from
  std::string column = {};   ///< of it, perhaps with its unit: "y [mm]"
  std::string over = {};     ///< "time" or "s" of the record
  bool is_figure() const { return channel.empty(); }
  bool is_difference() const { return what == "max-difference" || what == "rms-difference"; }
  /// Whether it takes more than this run's channels: norms, measured data.
  bool is_judged() const { return is_figure() || !record.empty(); }
};

/// By what figures of norms are judged: the options of `fourfoot evaluate`; nan: its default.
struct StudyJudging {
  std::string limits;                                            ///< file; empty: the program's own
  double section = std::numeric_limits<double>::quiet_NaN();     ///< [m]
  double wheel_load = std::numeric_limits<double>::quiet_NaN();  ///< [N]
  double bogie_mass = std::numeric_limits<double>::quiet_NaN();  ///< [kg]
  double flange_angle = std::numeric_limits<double>::quiet_NaN();  ///< [rad]
  double friction = std::numeric_limits<double>::quiet_NaN();
};

struct Study {
  std::string title;
  std::string scenario;  ///< file, relative to the study's
  std::string analysis;  ///< run, equilibrium, eigen, settle, critical-speed
  bool is_list = false;  ///< parameters go together, row by row; else all combinations
  std::vector<StudyParameter> parameters;
  std::vector<Measure> measures;
  StudyJudging judging;
  std::string method = "falling";        ///< critical-speed
  double from = 0.0, to = 0.0;           ///< critical-speed [m/s]
  double resolution = 0.05, step = 1.0;  ///< critical-speed [m/s]
  double longest = 60.0;                 ///< settle, critical-speed [s]
  std::string observed;                  ///< settle, critical-speed
  bool has_differences = false;          ///< a measure is a difference from a reference run
  bool has_figures = false;              ///< a measure is judged: Measure::is_judged
};

SchemaPtr get_study_schema();
/// The part of the schema that says what is done at a point and what is told of it; and its reader.
/// Optimisation files have it as well.
std::vector<Field> list_point_fields();
void read_point(const Table& table, Study& study);
/// From a table checked against that schema; throws InputError for faults between entries.
Study read_study(const Table& table);

std::size_t count_points(const Study& study);
/// The value of each parameter at a point; the last parameter changes fastest.
std::vector<std::string> get_values(const Study& study, std::size_t point);
/// The settings of a point: one for each key of each parameter.
std::vector<Setting> get_settings(const Study& study, std::size_t point);
/// The settings of the run that a point is compared with.
std::vector<Setting> get_reference_settings(const Study& study, std::size_t point);
/// Names of the figures of each point.
std::vector<std::string> list_figures(const Study& study);

}  // namespace fourfoot::scenario
