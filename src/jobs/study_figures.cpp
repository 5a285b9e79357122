#include "jobs/study_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "base/error.h"
#include "evaluate/evaluation.h"
#include "jobs/limits_file.h"
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
      places_.push_back(i);
    }
    columns_.resize(channels_.size());
  }
  void append(const std::vector<double>& row) {
    for (std::size_t i = 0; i < places_.size(); ++i) columns_[i].push_back(row[places_[i]]);
  }
  const std::vector<Channel>& channels() const override { return channels_; }
  std::size_t size() const override { return columns_.empty() ? 0 : columns_.front().size(); }
  void read(std::size_t channel, std::size_t first, std::size_t count, double* to) override {
    std::copy_n(columns_[channel].begin() + static_cast<std::ptrdiff_t>(first), count, to);
  }

 private:
  std::vector<Channel> channels_;
  std::vector<std::size_t> places_;
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

class NormJudge : public analysis::RunJudge {
 public:
  NormJudge(const scenario::Member& member, const scenario::Study& study,
            const evaluate::Limits& limits)
      : record_(member.system->channels()), study_(study), limits_(limits) {
    const scenario::Scene scene = scenario::make_scene(*member.system, member.scenario);
    for (const scenario::ScenePoint& at : scene.track.points) {
      track_.s.push_back(at.s);
      track_.curvature.push_back(at.curvature);
      track_.roll.push_back(at.roll);
    }
    for (const scenario::SceneBody& body : scene.bodies)
      options_.places[body.name] = body.place.x();
    for (const scenario::SceneMarker& marker : scene.markers)
      options_.arms[marker.name] = {marker.body, marker.place.x() - options_.places[marker.body]};
    const scenario::StudyJudging& given = study.judging;
    options_.section = given.section;
    options_.wheel_load = given.wheel_load;
    options_.bogie_mass = given.bogie_mass;
    options_.flange_angle = given.flange_angle;
    options_.friction = given.friction;
    take_from_model(member.scenario, scene);
    for (const scenario::Measure& measure : study.measures)
      if (measure.figure.starts_with("twist_")) options_.with_twist = true;
  }
  void append(const std::vector<double>& row) override { record_.append(row); }
  std::vector<double> judge() override {
    const evaluate::Evaluation found = evaluate::evaluate(record_, limits_, options_, track_);
    std::vector<double> values;
    for (const scenario::Measure& measure : study_.measures)
      if (measure.is_figure()) values.push_back(pick_figure(measure, found));
    return values;
  }

 private:
  // As evaluate does with a results file.
  void take_from_model(const scenario::Scenario& scenario, const scenario::Scene& scene) {
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
  const evaluate::Limits& limits_;
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
  const auto limits =
      std::make_shared<const evaluate::Limits>(load_limits(study.judging.limits).limits);
  return [&study, limits](const scenario::Member& member) {
    return std::make_unique<NormJudge>(member, study, *limits);
  };
}

}  // namespace fourfoot::jobs
