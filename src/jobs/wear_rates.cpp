#include "jobs/wear_rates.h"

#include <algorithm>
#include <cmath>

#include "analysis/equilibrium.h"
#include "analysis/initial_state.h"
#include "analysis/time_run.h"
#include "base/error.h"
#include "contact/material.h"
#include "scenario/run_options.h"

namespace fourfoot::jobs {

namespace {

/// Columns of a patch in the rows of a run.
struct PatchColumns {
  std::size_t N, nu_x, nu_y, spin, angle, radius, y_wheel, a, b, fx, fy, mz;
};

struct WheelColumns {
  std::size_t wheelset, side, t_gamma;
  std::vector<PatchColumns> patches;
};

/// Adds up what each wheel loses along a run.
class WearSink : public TrajectorySink {
 public:
  WearSink(const system::System& system, const wear::WearPlan& plan, double friction)
      : law_(plan.law, contact::Material{}), friction_(friction) {
    const std::vector<Channel>& channels = system.channels();
    for (std::size_t i = 0; i < channels.size(); ++i) add_wheel(channels, i);
    if (wheels_.empty())
      throw InputError(Finding{"missing-channel",
                               {},
                               "the vehicle has no wheels with contact patches",
                               "wear needs contact.model = \"profiles\""});
  }
  void append(const std::vector<double>& row) override {
    const double step = is_first_ ? 0.0 : row[1] - s_, time = is_first_ ? 0.0 : row[0] - t_;
    if (step > 0.0) take(row, step, step / time);
    is_first_ = false;
    t_ = row[0];
    s_ = row[1];
  }
  /// One state that stands for `step` metres.
  void take(const std::vector<double>& row, double step, double speed) {
    length_ += step;
    for (const WheelColumns& wheel : wheels_) {
      WheelsetRate& rate = rates_[wheel.wheelset];
      rate.t_gamma[wheel.side] += step * row[wheel.t_gamma];
      for (const PatchColumns& p : wheel.patches) {
        if (!(row[p.N] > 0.0)) continue;
        const double t_gamma =
            std::abs(row[p.fx] * row[p.nu_x] + row[p.fy] * row[p.nu_y] + row[p.mz] * row[p.spin]);
        const wear::PatchWear worn =
            law_.calc({row[p.a], row[p.b], row[p.N], friction_, row[p.nu_x], row[p.nu_y],
                       row[p.spin], speed, t_gamma});
        rate.volume[wheel.side] += step * worn.volume;
        rate.energy[wheel.side] += step * worn.energy;
        rate.depth[wheel.side].add(worn, row[p.y_wheel], row[p.angle], row[p.radius],
                                   wheel.side == 0 ? 1.0 : -1.0, step);
      }
    }
  }
  /// Per metre.
  std::vector<WheelsetRate> finish() {
    if (!(length_ > 0.0)) throw RunError("the vehicle does not move: nothing wears");
    for (WheelsetRate& rate : rates_) {
      for (std::size_t side = 0; side < 2; ++side) {
        wear::WearDepth mean = make_depth();
        mean.add(rate.depth[side], 1.0 / length_);
        rate.depth[side] = mean;
        rate.volume[side] /= length_;
        rate.energy[side] /= length_;
        rate.t_gamma[side] /= length_;
      }
    }
    return std::move(rates_);
  }

 private:
  static std::size_t find(const std::vector<Channel>& channels, const std::string& name) {
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (channels[i].name == name) return i;
    throw std::logic_error("no channel " + name);
  }
  // A wheel begins with its T-gamma.
  void add_wheel(const std::vector<Channel>& channels, std::size_t i) {
    const std::string& name = channels[i].name;
    for (std::size_t side = 0; side < 2; ++side) {
      const std::string word = side == 0 ? "/left" : "/right", end = word + "/t_gamma";
      if (!name.ends_with(end)) continue;
      const std::string wheelset = name.substr(0, name.size() - end.size());
      if (rates_.empty() || rates_.back().name != wheelset)
        rates_.push_back({wheelset, {make_depth(), make_depth()}});
      WheelColumns wheel{rates_.size() - 1, side, i, {}};
      for (int k = 1; k <= 4; ++k) {
        const auto at = [&](const char* column) {
          return find(channels, wheelset + word + "/patch_" + std::to_string(k) + "/" + column);
        };
        wheel.patches.push_back({at("N"), at("nu_x"), at("nu_y"), at("spin"), at("angle"),
                                 at("radius"), at("y_wheel"), at("a"), at("b"), at("fx"), at("fy"),
                                 at("mz")});
      }
      wheels_.push_back(std::move(wheel));
    }
  }

  wear::ArchardWear law_;
  double friction_;
  std::vector<WheelColumns> wheels_;
  std::vector<WheelsetRate> rates_;
  bool is_first_ = true;
  double t_ = 0.0, s_ = 0.0, length_ = 0.0;
};

}  // namespace

wear::WearDepth make_depth() {
  return {-0.06, 0.07, 0.5e-3};
}

std::vector<WheelsetRate> calc_wear_rates(const scenario::Member& member,
                                          const wear::WearPlan& plan,
                                          const std::function<bool()>& is_cancelled) {
  const auto& [scenario, system] = member;
  WearSink sink(*system, plan, scenario.contact.number_or("friction", 0.3));
  if (plan.analysis == "equilibrium") {
    analysis::EquilibriumOptions options;
    options.is_cancelled = is_cancelled;
    const analysis::Equilibrium found = analysis::find_equilibrium(*system, options);
    system::Workspace ws(*system);
    system->set_time(0.0, ws);
    std::vector<double> row(system->channels().size());
    system->record(0.0, found.state, ws, row);
    sink.take(row, 1.0, system->line().calc_travel(0.0).v);
    return sink.finish();
  }
  analysis::TimeRunOptions options = scenario::make_run_options(scenario);
  options.is_cancelled = is_cancelled;
  const analysis::TimeRunSummary summary =
      analysis::run(*system, analysis::calc_initial_state(*system, scenario), options, sink);
  if (summary.fault) std::rethrow_exception(summary.fault);  // of a plug-in
  if (summary.status != RunStatus::done) throw RunError("the run ended early: " + summary.message);
  return sink.finish();
}

}  // namespace fourfoot::jobs
