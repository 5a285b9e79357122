#include "jobs/wear_study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "analysis/task_pool.h"
#include "base/error.h"
#include "contact/geometry/conicity.h"
#include "input/load.h"
#include "input/profile_file.h"
#include "input/raw.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "jobs/study_key.h"
#include "jobs/wear_rates.h"

namespace fourfoot::jobs {

namespace {

std::vector<Setting> parse_all(const std::vector<std::string>& texts) {
  std::vector<Setting> settings;
  for (const std::string& text : texts) settings.push_back(input::parse_override(text));
  return settings;
}

using Rates = std::vector<WheelsetRate>;

/// A case with the profiles after an update.
std::vector<Setting> make_case_settings(const wear::WearCase& of, const WearFolder& folder,
                                        const std::vector<std::string>& wheelsets, int update) {
  std::vector<Setting> settings = parse_all(of.set);
  for (const std::string& name : wheelsets) {
    settings.push_back(
        {"wheels.each." + name + ".profile_left", folder.get_profile(name, 0, update).string()});
    settings.push_back(
        {"wheels.each." + name + ".profile_right", folder.get_profile(name, 1, update).string()});
  }
  return settings;
}

double calc_wheelset_conicity(const wear::WearPlan& plan, const std::vector<Setting>& settings,
                              const std::string& wheelset) {
  const auto lock = input::lock_reading();
  const contact::WheelsetOnTrack on =
      input::read_wheel_rail(plan.scenario, settings, {wheelset, 0.0}).wheelset;
  const double reach = plan.amplitude + 5e-3, step = 0.05e-3;
  const auto points = contact::calc_characteristic(on, -reach, reach, step, {});
  if (points.empty()) return std::nan("");
  const double e = on.left.wheel.half_span() + on.right.wheel.half_span();
  const double r0 = 0.5 * (on.left.wheel.radius() + on.right.wheel.radius());
  const contact::Conicity found =
      contact::calc_conicity(contact::get_radius_difference(points), plan.amplitude, e, r0);
  return found.within_range ? found.klingel : std::nan("");
}

/// Mean over the mix, by shares.
Rates mix_rates(const wear::WearPlan& plan, const std::vector<Rates>& cases) {
  double all = 0.0;
  for (const wear::WearCase& of : plan.cases) all += of.share;
  Rates mean = cases.front();
  for (WheelsetRate& rate : mean) rate = {rate.name, {make_depth(), make_depth()}};
  for (std::size_t c = 0; c < cases.size(); ++c) {
    const double share = plan.cases[c].share / all;
    for (std::size_t w = 0; w < mean.size(); ++w) {
      for (std::size_t side = 0; side < 2; ++side) {
        mean[w].depth[side].add(cases[c][w].depth[side], share);
        mean[w].volume[side] += share * cases[c][w].volume[side];
        mean[w].t_gamma[side] += share * cases[c][w].t_gamma[side];
      }
    }
  }
  if (!plan.is_symmetric) return mean;
  for (WheelsetRate& rate : mean) {
    wear::WearDepth both = make_depth();
    for (const wear::WearDepth& depth : rate.depth) both.add(depth, 0.5);
    rate.depth = {both, both};
    rate.volume[0] = rate.volume[1] = 0.5 * (rate.volume[0] + rate.volume[1]);
    rate.t_gamma[0] = rate.t_gamma[1] = 0.5 * (rate.t_gamma[0] + rate.t_gamma[1]);
  }
  return mean;
}

/// The study as it goes on.
class WearLoop {
 public:
  WearLoop(const wear::WearPlan& plan, WearFolder& folder, const WearStudyOptions& options)
      : plan_(plan), folder_(folder), options_(options) {
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    threads_ = options.threads > 0 ? options.threads : static_cast<int>(cores);
    for (const WheelsetRate& rate : list_wheelsets()) names_.push_back(rate.name);
    worn_ = folder_.read_depths(names_);
  }
  /// False: interrupted.
  bool run() {
    if (folder_.rows().empty()) folder_.append(make_rows(0, 0.0, Rates(names_.size())));
    const int count = plan_.count_updates();
    for (int update = folder_.count_updates(); update < count; ++update) {
      if (options_.on_progress) options_.on_progress(static_cast<double>(update) / count);
      const Rates rates = calc_mix(update);
      if (is_cancelled()) return false;
      const double distance = plan_.get_update(update);
      for (std::size_t w = 0; w < worn_.size(); ++w)
        for (std::size_t side = 0; side < 2; ++side) {
          wear::WearDepth more = rates[w].depth[side];
          more.smooth(plan_.smoothing);
          worn_[w].depth[side].add(more, distance);
        }
      folder_.write_profiles(worn_, update + 1);
      folder_.append(make_rows(update + 1, distance, rates));
    }
    return true;
  }
  const std::vector<WornWheelset>& worn() const { return worn_; }

 private:
  bool is_cancelled() const { return options_.is_cancelled && options_.is_cancelled(); }
  // Names come from the rows; one steady state costs little.
  Rates list_wheelsets() const {
    wear::WearPlan steady = plan_;
    steady.analysis = "equilibrium";
    return calc_wear_rates(input::read_member(plan_.scenario, parse_all(plan_.cases[0].set)),
                           steady, options_.is_cancelled);
  }
  Rates calc_mix(int update) const {
    std::vector<Rates> cases(plan_.cases.size());
    analysis::run_tasks(
        cases.size(), threads_, analysis::make_counter(cases.size()),
        [&](std::size_t c) {
          const std::vector<Setting> settings =
              make_case_settings(plan_.cases[c], folder_, names_, update);
          try {
            cases[c] = calc_wear_rates(input::read_member(plan_.scenario, settings), plan_,
                                       options_.is_cancelled);
          } catch (const RunError& error) {
            throw RunError(fmt::format("case {} (\"{}\"), update {}: {}", c + 1,
                                       plan_.cases[c].name, update + 1, error.what()));
          }
        },
        options_.is_cancelled);
    return is_cancelled() ? Rates() : mix_rates(plan_, cases);
  }
  std::vector<WearRow> make_rows(int update, double distance, const Rates& rates) const {
    std::vector<WearRow> rows;
    const std::vector<WearRow>& before = folder_.rows();
    for (std::size_t w = 0; w < names_.size(); ++w) {
      WearRow row{folder_.get_distance() + distance, names_[w]};
      row.conicity = calc_wheelset_conicity(
          plan_, make_case_settings(plan_.cases[0], folder_, names_, update), names_[w]);
      for (std::size_t side = 0; side < 2; ++side) {
        const std::vector<double>& depth = worn_[w].depth[side].depth();
        row.depth[side] = *std::max_element(depth.begin(), depth.end());
        row.volume[side] = rates[w].volume[side] * distance;
        if (before.size() >= names_.size())
          row.volume[side] += before[before.size() - names_.size() + w].volume[side];
        row.t_gamma[side] = rates[w].t_gamma[side];
      }
      rows.push_back(row);
    }
    return rows;
  }

  const wear::WearPlan& plan_;
  WearFolder& folder_;
  const WearStudyOptions& options_;
  int threads_ = 1;
  std::vector<std::string> names_;
  std::vector<WornWheelset> worn_;
};

}  // namespace

WearStudy run_wear_study(const std::string& plan_file, const std::filesystem::path& folder_name,
                         const WearStudyOptions& options) {
  auto lock = input::lock_reading();
  const input::Document document = input::load_document(plan_file, *wear::get_wear_schema());
  WearStudy out{wear::read_wear_plan(document.root)};
  const input::ScenarioFile base =
      input::read_scenario_file(out.plan.scenario, parse_all(out.plan.cases[0].set));
  std::string text;
  for (const auto* sources : {&document.sources, &base.sources})
    for (const auto& file : *sources) text += file->text;
  text += input::read_source(out.plan.wheel)->text;
  lock.unlock();
  WearFolder folder(folder_name, out.plan, calc_study_key(text), options.force);
  if (options.on_start) options.on_start();
  WearLoop loop(out.plan, folder, options);
  out.is_finished = loop.run();
  out.updates = folder.count_updates();
  out.rows = folder.rows();
  out.worn = loop.worn();
  return out;
}

}  // namespace fourfoot::jobs
