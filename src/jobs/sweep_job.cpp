#include "jobs/sweep_job.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/sha256.h"
#include "input/scenario_family.h"
#include "input/scenario_file.h"
#include "jobs/study_figures.h"
#include "jobs/study_key.h"
#include "jobs/study_units.h"

namespace fourfoot::jobs {

namespace {

std::string make_sweep_row(const scenario::Study& study, std::size_t point,
                           const analysis::PointResult& result, const std::string& kept) {
  std::string row;
  for (const std::string& value : scenario::get_values(study, point)) row += make_cell(value) + ",";
  for (const double figure : result.figures) row += write_number(figure) + ",";
  if (study.analysis == "settle") row += result.motion + ",";
  if (!kept.empty()) row += make_cell(kept) + ",";
  return row + (result.fault.empty() ? "done," : "failed," + make_cell(result.fault));
}

std::string make_sweep_header(const scenario::Study& study, const std::vector<std::string>& units,
                              bool are_kept) {
  std::vector<std::string> names;
  for (const scenario::StudyParameter& parameter : study.parameters)
    names.push_back(parameter.name);
  for (const std::string& name : scenario::list_figures(study)) names.push_back(name);
  std::string header;
  for (std::size_t i = 0; i < names.size(); ++i)
    header += make_cell(join_unit(names[i], units[i])) + ",";
  if (study.analysis == "settle") header += "motion,";
  if (are_kept) header += "results,";
  return header + "status,fault";
}

using Sources = std::vector<std::shared_ptr<const SourceFile>>;

std::vector<Setting> join_settings(std::vector<Setting> given, const std::vector<Setting>& more) {
  given.insert(given.end(), more.begin(), more.end());
  return given;
}

/// `texts`: gets the files of the latest member, if it is wanted.
scenario::MemberSource make_source(const std::string& scenario, const std::vector<Setting>& given,
                                   Sources* texts = nullptr) {
  return [scenario, given, texts](const std::vector<Setting>& settings) {
    return input::read_member(scenario, join_settings(given, settings), texts);
  };
}

std::vector<std::string> write_settings(const std::vector<Setting>& settings) {
  std::vector<std::string> out;
  for (const Setting& setting : settings) out.push_back(setting.key + "=" + setting.value);
  return out;
}

}  // namespace

SweepJob::SweepJob(const std::string& file, const std::vector<std::string>& set) {
  std::string text;
  {
    const auto lock = input::lock_reading();
    const input::Document document = input::load_document(file, *scenario::get_study_schema());
    study_ = scenario::read_study(document.root);
    for (const std::string& argument : set) given_.push_back(input::parse_override(argument));
    const input::ScenarioFile base = input::read_scenario_file(study_.scenario, given_);
    inputs_ = {file, study_.scenario};
    for (const auto* sources : {&document.sources, &base.sources}) {
      for (const auto& source : *sources) {
        text += source->text;
        inputs_.emplace_back(source->name);
      }
    }
    text += read_judging_text(study_, inputs_);
    for (const std::string& argument : set) text += argument + "\n";
    make_judge_ = make_judge_source(study_);
  }
  key_ = calc_study_key(text);
  const scenario::Member first =
      make_source(study_.scenario, given_)(scenario::get_settings(study_, 0));
  analysis::check_measures(study_, *first.system);
  find_units(first.system->channels());
}

void SweepJob::find_units(const std::vector<Channel>& channels) {
  const auto lock = input::lock_reading();
  const input::Document scenario = input::load_scenario(
      study_.scenario, join_settings(given_, scenario::get_settings(study_, 0)));
  units_ = list_parameter_units(study_, *scenario::get_scenario_schema(), scenario.root);
  for (std::string& unit : list_figure_units(study_, channels)) units_.push_back(std::move(unit));
}

std::uint64_t SweepJob::keep_runs(const std::filesystem::path& folder,
                                  const std::filesystem::path& output, bool force) {
  if (study_.analysis != "run")
    throw InputError(
        Finding{"needs-runs",
                {},
                "--keep needs runs, and the study's analysis is \"" + study_.analysis + "\"",
                "leave --keep out, or choose analysis = \"run\""});
  const std::size_t count = scenario::count_points(study_);
  const scenario::Member first =
      make_source(study_.scenario, given_)(scenario::get_settings(study_, 0));
  const std::uint64_t bytes = estimate_kept_bytes(first, count);
  output_folder_ = output.empty() ? std::filesystem::current_path()
                                  : std::filesystem::absolute(output).parent_path();
  key_ = calc_sha256(key_ + "keep");
  kept_.emplace(folder, key_, count, bytes, force);
  return bytes;
}

std::string SweepJob::get_kept_name(std::size_t point) const {
  if (!kept_) return "";
  const std::filesystem::path file = std::filesystem::absolute(kept_->get_file(point));
  return file.lexically_normal().lexically_relative(output_folder_.lexically_normal()).string();
}

analysis::PointResult SweepJob::evaluate(std::size_t point,
                                         const std::function<bool()>& is_cancelled) {
  Sources texts;
  std::string write_fault;
  analysis::KeeperSource make_keeper;
  if (kept_) {
    make_keeper = [&](const scenario::Member& member, std::size_t rows) {
      const auto settings = join_settings(given_, scenario::get_settings(study_, point));
      const results::ResultsHeader header{member.scenario.title, texts, write_settings(settings)};
      try {
        return kept_->make_keeper(point, member, header, rows, write_fault);
      } catch (const InputError& error) {
        write_fault = error.findings().front().message;
        throw;
      }
    };
  }
  analysis::PointResult result =
      analysis::evaluate_point(study_, make_source(study_.scenario, given_, &texts), point,
                               references_, is_cancelled, make_judge_, make_keeper);
  // Not the point's fault: the same command shall try it again.
  if (!write_fault.empty()) throw RunError("a run could not be kept: " + write_fault);
  return result;
}

StudyJob SweepJob::make_job(const std::function<bool()>& is_cancelled) {
  StudyJob job;
  job.key = key_;
  job.header = make_sweep_header(study_, units_, kept_.has_value());
  job.count = scenario::count_points(study_);
  job.work = [this, is_cancelled](std::size_t point, const auto&) {
    const analysis::PointResult result = evaluate(point, is_cancelled);
    return StudyJob::Rows{make_sweep_row(study_, point, result, get_kept_name(point)),
                          !result.fault.empty()};
  };
  return job;
}

}  // namespace fourfoot::jobs
