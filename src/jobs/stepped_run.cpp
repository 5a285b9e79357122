#include "jobs/stepped_run.h"

#include <fmt/format.h>

#include <cmath>

#include "analysis/initial_state.h"
#include "base/error.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "results/checkpoint_file.h"
#include "results/output_file.h"
#include "scenario/run_options.h"

namespace fourfoot::jobs {

namespace {

std::pair<scenario::Member, results::ResultsHeader> read_inputs(
    const input::ScenarioSource& source, const std::vector<std::string>& set) {
  const auto lock = input::lock_reading();
  std::vector<Setting> overrides;
  for (const std::string& text : set) overrides.push_back(input::parse_override(text));
  input::ScenarioFile file = input::read_scenario_file(source, overrides);
  if (file.scenario.formulation != "kane")
    throw InputError(
        Finding{"unknown-value",
                {},
                "a run of the formulation \"" + file.scenario.formulation + "\" cannot be stepped",
                "leave out \"formulation\", or set it to \"kane\""});
  results::ResultsHeader header{file.scenario.title, file.sources, set, results::make_run_id()};
  scenario::Member member{std::move(file.scenario), nullptr};
  member.system = scenario::build_system(member.scenario);
  return {std::move(member), std::move(header)};
}

}  // namespace

SteppedRun::SteppedRun(input::ScenarioSource source, const std::vector<std::string>& set)
    : source_(std::move(source)) {
  std::tie(member_, header_) = read_inputs(source_, set);
  at_.state = analysis::calc_initial_state(*member_.system, member_.scenario);
  rows_ = std::make_unique<Trajectory>(member_.system->channels());
}

SteppedRun::SteppedRun(input::ScenarioSource source, const std::vector<std::string>& set,
                       const std::string& checkpoint)
    : source_(std::move(source)) {
  std::tie(member_, header_) = read_inputs(source_, set);
  results::CheckpointFile from = results::read_checkpoint(checkpoint, header_);
  if (from.checkpoint.state.size() != member_.system->size())
    throw InputError(Finding{
        "state-changed", {}, "the checkpoint has another number of states than the system"});
  at_ = std::move(from.checkpoint);
  header_.run_id = from.run_id;
  has_begun_ = at_.t > 0.0;
  rows_ = std::make_unique<Trajectory>(member_.system->channels());
}

RunStatus SteppedRun::step_to(double t, const std::function<bool()>& is_cancelled) {
  if (!std::isfinite(t) || t < at_.t)
    throw InputError(
        Finding{"out-of-range",
                {},
                fmt::format("the run stands at {:g} s and cannot step to {:g} s", at_.t, t),
                "a run goes forward only; save() keeps a state to come back to"});
  if (t == at_.t) return RunStatus::done;
  analysis::TimeRunOptions options = scenario::make_run_options(member_.scenario);
  options.duration = t;
  options.is_cancelled = is_cancelled;
  const analysis::Checkpoint from = at_;
  if (has_begun_) options.resume = &from;
  analysis::TimeRunSummary summary = analysis::run(*member_.system, from.state, options, *rows_);
  at_.rows = analysis::count_rows(options);
  at_.t = summary.t;
  at_.state = std::move(summary.state);
  at_.events = std::move(summary.events);
  has_begun_ = at_.t > 0.0;
  if (summary.fault) std::rethrow_exception(summary.fault);  // of a plug-in
  if (summary.status == RunStatus::failed)
    throw RunError(fmt::format("the run failed at t = {:.6g} s: {}", at_.t, summary.message));
  return summary.status;
}

void SteppedRun::set(const std::string& key_value) {
  std::vector<std::string> all = header_.overrides;
  all.push_back(key_value);
  auto [member, header] = read_inputs(source_, all);
  if (member.system->get_state_names() != member_.system->get_state_names() ||
      member.system->channels().size() != rows_->channels().size())
    throw InputError(Finding{"state-changed",
                             {},
                             "\"" + key_value + "\" gives the system other states or channels",
                             "begin anew with this value"});
  const double s = member_.system->line().calc_travel(at_.t).s;
  if (std::abs(member.system->line().calc_travel(at_.t).s - s) > 1e-9)
    throw InputError(Finding{"state-changed",
                             {},
                             "\"" + key_value + "\" would move the vehicle along the line",
                             "a speed that changes is written as one: speed.table, or a drive"});
  header.run_id = header_.run_id;
  member_ = std::move(member);
  header_ = std::move(header);
}

void SteppedRun::set_state(const VecX& state) {
  if (state.size() != at_.state.size() || !state.allFinite())
    throw InputError(
        Finding{"state-changed",
                {},
                fmt::format("a state is {} numbers", at_.state.size()),
                "change what is there: state = sim.state.copy(); state[0] = …; sim.state = state"});
  at_.state = state;
}

void SteppedRun::save(const std::string& file) const {
  results::check_outputs({{"--checkpoint", file, results::OutputKind::checkpoint}}, {}, false);
  analysis::Checkpoint checkpoint = at_;
  // Who resumes it as a run writes checkpoints as often as a run does that nobody told.
  checkpoint.interval = 0.1 * member_.scenario.duration;
  results::write_checkpoint(file, checkpoint, header_);
}

std::vector<double> SteppedRun::calc_channels() const {
  const system::System& system = *member_.system;
  system::Workspace ws(system);
  system.set_time(at_.t, ws);
  std::vector<double> row(system.channels().size());
  system.record(at_.t, at_.state, ws, row);
  return row;
}

}  // namespace fourfoot::jobs
