#include "jobs/study_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "base/sha256.h"
#include "evaluate/evaluation.h"
#include "jobs/limits_file.h"
#include "jobs/measured_record.h"
#include "scenario/scene.h"

namespace fourfoot::jobs {

namespace {

/// A run in memory: only the channels that a norm may ask for.
class RunRecord : public evaluate::SignalSource {
 public:
  explicit RunRecord(const std::vector<Channel>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!evaluate::is_judged(all[i].name)) continue;
      channels_.push_back(all[i]);
      indices_.push_back(i);
    }
    columns_.resize(channels_.size());
  }
  void append(const std::vector<double>& row) {
    for (std::size_t i = 0; i < indices_.size(); ++i) columns_[i].push_back(row[indices_[i]]);
  }
  const std::vector<Channel>& channels() const override { return channels_; }
  std::size_t size() const override { return columns_.empty() ? 0 : columns_.front().size(); }
  void read(std::size_t channel, std::size_t first, std::size_t count, double* to) override {
    std::copy_n(columns_[channel].begin() + static_cast<std::ptrdiff_t>(first), count, to);
  }

 private:
  std::vector<Channel> channels_;
  std::vector<std::size_t> indices_;
  std::vector<std::vector<double>> columns_;
};

bool matches(const scenario::Measure& measure, const evaluate::Figure& figure) {
  return figure.name == measure.figure &&
         (measure.subject.empty() || figure.subject == measure.subject) &&
         (measure.zone.empty() || figure.zone == measure.zone);
}

/// The largest of what fits; nan where there is too little data.
double pick_figure(const scenario::Measure& measure, const evaluate::Evaluation& evaluation) {
  double largest = std::numeric_limits<double>::quiet_NaN();
  bool is_known = false;
  for (const evaluate::Figure& figure : evaluation.figures) {
    if (!matches(measure, figure)) continue;
    is_known = true;
    const double value = std::isnan(figure.value) ? figure.largest : figure.value;
    if (!(value <= largest) && !std::isnan(value)) largest = value;
  }
  if (is_known) return largest;
  std::string wanted = "the run has no figure \"" + measure.figure + "\"";
  if (!measure.subject.empty()) wanted += " of \"" + measure.subject + "\"";
  if (!measure.zone.empty()) wanted += " in \"" + measure.zone + "\"";
  throw InputError(Finding{"missing-channel", measure.where, wanted,
                           "fourfoot evaluate of one run lists figures, subjects and zones"});
}

bool has_norms(const scenario::Study& study) {
  return std::any_of(study.measures.begin(), study.measures.end(),
                     [](const scenario::Measure& m) { return m.is_figure(); });
}

/// What runs are judged by; shared by all of them.
struct Measuring {
  evaluate::Limits limits;
  bool has_norms = false;
  std::vector<MeasuredRecord> records;  ///< by measure; empty for those without
};

class StudyJudge : public analysis::RunJudge {
 public:
  StudyJudge(const scenario::Member& member, const scenario::Study& study,
             std::shared_ptr<const Measuring> by)
      : record_(member.system->channels()), study_(study), by_(std::move(by)) {
    for (std::size_t i = 0; i < study.measures.size(); ++i)
      if (!study.measures[i].record.empty())
        compared_.emplace_back(*member.system, study.measures[i], by_->records[i]);
    if (by_->has_norms) prepare_norms(member);
  }
  void append(const std::vector<double>& row) override {
    if (by_->has_norms) record_.append(row);
    for (ComparedRun& run : compared_) run.append(row);
  }
  std::vector<double> judge() override {
    evaluate::Evaluation found;
    if (by_->has_norms) found = evaluate::evaluate(record_, by_->limits, options_, track_);
    std::vector<double> values;
    std::size_t next = 0;  // of those compared
    for (std::size_t i = 0; i < study_.measures.size(); ++i) {
      const scenario::Measure& measure = study_.measures[i];
      if (measure.is_figure()) values.push_back(pick_figure(measure, found));
      if (!measure.record.empty())
        values.push_back(compared_[next++].calc_difference(by_->records[i]));
    }
    return values;
  }

 private:
  void prepare_norms(const scenario::Member& member) {
    const scenario::RunScene scene = scenario::make_scene(*member.system, member.scenario);
    for (const scenario::ScenePoint& at : scene.track.points) {
      track_.s.push_back(at.s);
      track_.curvature.push_back(at.curvature);
      track_.roll.push_back(at.roll);
    }
    for (const scenario::SceneBody& body : scene.bodies)
      options_.positions[body.name] = body.position.x();
    for (const scenario::SceneMarker& marker : scene.markers)
      options_.arms[marker.name] = {marker.body,
                                    marker.position.x() - options_.positions[marker.body]};
    const scenario::StudyJudging& given = study_.judging;
    options_.section = given.section;
    options_.wheel_load = given.wheel_load;
    options_.bogie_mass = given.bogie_mass;
    options_.flange_angle = given.flange_angle;
    options_.friction = given.friction;
    take_from_model(member.scenario, scene);
    for (const scenario::Measure& measure : study_.measures)
      if (measure.figure.starts_with("twist_")) options_.with_twist = true;
  }
  // As evaluate does with a results file.
  void take_from_model(const scenario::Scenario& scenario, const scenario::RunScene& scene) {
    double least = std::numeric_limits<double>::quiet_NaN();
    for (const scenario::SceneOutline& outline : scene.outlines) {
      const double angle = evaluate::find_flange_angle(outline.wheel_y, outline.wheel_z);
      if (angle > 0.0 && !(angle >= least)) least = angle;
    }
    if (std::isnan(options_.flange_angle)) options_.flange_angle = least;
    const double friction = scenario.contact.number_or("friction", 0.0);
    if (std::isnan(options_.friction) && friction > 0.0) options_.friction = friction;
  }
  RunRecord record_;
  const scenario::Study& study_;
  std::shared_ptr<const Measuring> by_;
  std::vector<ComparedRun> compared_;  ///< of measures with a record, in their order
  evaluate::EvaluationOptions options_;
  evaluate::TrackProfile track_;
};

}  // namespace

analysis::JudgeSource make_judge_source(const scenario::Study& study) {
  if (!study.has_figures) return {};
  for (const scenario::Measure& measure : study.measures) {
    const std::vector<std::string>& known = evaluate::list_figure_names();
    if (!measure.is_figure() ||
        std::find(known.begin(), known.end(), measure.figure) != known.end())
      continue;
    throw InputError(Finding{"unknown-figure", measure.where,
                             "there is no figure \"" + measure.figure + "\"",
                             suggest(measure.figure, known)});
  }
  const auto by = std::make_shared<Measuring>();
  by->has_norms = has_norms(study);
  if (by->has_norms) by->limits = load_limits(study.judging.limits).limits;
  for (const scenario::Measure& measure : study.measures)
    by->records.push_back(measure.record.empty() ? MeasuredRecord() : read_record(measure));
  return [&study, by](const scenario::Member& member) {
    return std::make_unique<StudyJudge>(member, study, by);
  };
}

std::string read_judging_text(const scenario::Study& study,
                              std::vector<std::filesystem::path>& inputs) {
  std::string text;
  if (has_norms(study)) text += load_limits(study.judging.limits).sha256;
  for (const scenario::Measure& measure : study.measures) {
    if (measure.record.empty()) continue;
    inputs.emplace_back(measure.record);
    const MeasuredRecord record = read_record(measure);
    std::string numbers;
    for (std::size_t i = 0; i < record.at.size(); ++i)
      numbers += fmt::format("{} {}\n", record.at[i], record.value[i]);
    text += calc_sha256(numbers);
  }
  return text;
}

}  // namespace fourfoot::jobs
