#include "jobs/stability_map_job.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "base/error.h"
#include "input/curve_text.h"
#include "input/quantity.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "jobs/study_key.h"
#include "jobs/study_notes.h"

namespace fourfoot::jobs {

namespace {

MapLine make_map_line(const std::string& parameter, const std::string& value) {
  if (!parameter.empty()) return {value, "", {{parameter, value}}};
  input::CurveSetting curve = input::read_curve(value);
  const std::size_t at = value.find('/');
  const std::string cant =
      value == "straight" ? std::string()
      : at == std::string::npos
          ? std::string("0")
          : fmt::format("{:g}", input::read_quantity("--radius", value.substr(at + 1), "m"));
  return {std::move(curve.name), cant, std::move(curve.settings)};
}

constexpr const char* map_columns =
    ",speed,sweep,motion,max_abs,peak_to_peak,mean,period,growth,wheelset,wheelset_peak_to_peak,"
    "disturbance,cant,v_c,steady_up_to,hunts_from,diverges_from,overturns_from,note,status,fault";

std::string write_limit(double value) {
  return std::isnan(value) ? std::string() : fmt::format("{}", value);
}

std::string format_rows(const MapLine& line, const std::vector<analysis::BifurcationPoint>& points,
                        const analysis::BifurcationLimits& limits) {
  const std::string all =
      fmt::format("{},{},{},{},{},{},{}", line.cant, write_limit(limits.critical),
                  write_limit(limits.steady_up_to), write_limit(limits.hunts_from),
                  write_limit(limits.diverges_from), write_limit(limits.overturns_from),
                  make_cell(limits.note));
  std::string rows;
  for (const analysis::BifurcationPoint& p : points) {
    const analysis::Settled& m = p.motion;
    rows +=
        fmt::format("{}{},{},{},{},{},{},{},{},{},{},{},{},{},done,{}", rows.empty() ? "" : "\n",
                    make_cell(line.name), p.value, p.sweep, analysis::get_word(m.kind), m.largest,
                    m.peak_to_peak, m.mean, m.period, write_limit(p.growth), m.wheelset,
                    m.wheelset_range, make_cell(m.disturbance), all, make_cell(m.reason));
  }
  return rows;
}

StudyJob::Rows fail_line(const MapLine& line, const std::string& why) {
  return {make_cell(line.name) + ",,,,,,,,,,,,,,,,,,,failed," + make_cell(why), true};
}

std::string describe_map(const analysis::BifurcationOptions& sweep) {
  std::string notes = fmt::format(
      "# track without end and without irregularities, curves to the left, cant as in its column "
      "[m]; "
      "constant speed [m/s]\n"
      "# observed: {} [m, rad]; max_abs, peak_to_peak, mean over the last cycle or, where motions "
      "do "
      "not repeat, the last quarter of the time\n"
      "# at rest: all wheelsets are; wheelset: the one that moves most, and its y peak to peak; "
      "disturbance: from which a motion began, where several were tried (hunting mode, each bogie "
      "shifted, yawed)\n"
      "# settled by test (docs/theory/stability.md): to {:g} of the amplitude, at rest below {:g} "
      "peak to "
      "peak; judged otherwise after {:g} s, later while it still changes\n",
      sweep.settle.observed.empty() ? "y of the first wheelset" : sweep.settle.observed,
      sweep.settle.tolerance, sweep.settle.quiet, sweep.settle.longest);
  notes += fmt::format(
      "# v_c: steady running loses its stability, by eigenvalues; v_n lies between steady_up_to "
      "and "
      "hunts_from (speed lowered to {:g} m/s); diverges_from: no bounded motion on the way up; "
      "overturns_from: the car overturns in its curve, nothing is said about hunting above\n",
      sweep.resolution);
  return notes;
}

}  // namespace

StabilityMapJob::StabilityMapJob(StabilityMapPlan plan) : plan_(std::move(plan)) {
  const auto lock = input::lock_reading();
  for (const std::string& value : plan_.values)
    lines_.push_back(make_map_line(plan_.parameter, value));
  for (const std::string& argument : plan_.set) given_.push_back(input::parse_override(argument));
  inputs_ = {plan_.scenario.file};
  const analysis::BifurcationOptions& sweep = plan_.sweep;
  std::string text = fmt::format("{} {} {} {} {} {} {}\n", fmt::join(plan_.speeds, " "),
                                 sweep.settle.observed, sweep.up, sweep.down, sweep.resolution,
                                 sweep.settle.longest, fmt::join(sweep.factors, " "));
  for (const std::string& set : plan_.set) text += set + "\n";
  std::string notes;
  for (const MapLine& line : lines_) {
    text += line.name;
    for (const Setting& setting : line.settings) text += setting.key + setting.value;
    try {
      const input::ScenarioFile file =
          input::read_scenario_file(plan_.scenario, list_settings(line, plan_.speeds.front()));
      for (const auto& source : file.sources) {
        text += source->text;
        inputs_.emplace_back(source->name);
      }
      if (notes.empty()) notes = make_study_notes(file, plan_.scenario.file.string(), plan_.set);
    } catch (const InputError&) {
      // One bad value is told in its row; if no line can be read, the fault is elsewhere.
      if (&line == &lines_.back() && notes.empty()) throw;
    }
  }
  key_ = calc_study_key(text);
  header_ = notes + describe_map(sweep) +
            make_cell(plan_.parameter.empty() ? "radius" : plan_.parameter) + map_columns;
}

std::vector<Setting> StabilityMapJob::list_settings(const MapLine& line, double v) const {
  std::vector<Setting> all = given_;
  all.insert(all.end(), line.settings.begin(), line.settings.end());
  all.push_back({"speed.v", fmt::format("{:.17g}", v)});
  return all;
}

std::vector<analysis::BifurcationPoint> StabilityMapJob::follow(
    std::size_t line, analysis::BifurcationLimits& limits,
    const std::function<void(double)>& on_progress) const {
  const scenario::Family family = [&](double v) {
    return input::read_member(plan_.scenario, list_settings(lines_[line], v));
  };
  analysis::BifurcationOptions sweep = plan_.sweep;
  if (on_progress) sweep.on_progress = on_progress;
  return analysis::find_bifurcation(family, plan_.speeds, sweep, &limits);
}

StudyJob StabilityMapJob::make_job() const {
  StudyJob job;
  job.key = key_;
  job.header = header_;
  job.count = lines_.size();
  job.work = [this](std::size_t i, const std::function<void(double)>& on_progress) {
    try {
      analysis::BifurcationLimits limits;
      const auto points = follow(i, limits, on_progress);
      return StudyJob::Rows{format_rows(lines_[i], points, limits), false};
    } catch (const InputError& error) {
      return fail_line(lines_[i], error.findings().front().message);
    } catch (const RunError& error) {
      return fail_line(lines_[i], error.what());
    }
  };
  return job;
}

}  // namespace fourfoot::jobs
