#include "jobs/check_file.h"

#include <fmt/format.h>

#include "analysis/study_point.h"
#include "input/load.h"
#include "input/profile_file.h"
#include "input/scenario_file.h"
#include "jobs/model_warnings.h"
#include "jobs/optimise_setup.h"
#include "jobs/study_figures.h"
#include "results/results_reader.h"
#include "scenario/output_channels.h"
#include "scenario/study.h"
#include "vehicle/model.h"
#include "vehicle/schema.h"
#include "wear/wear_plan.h"

namespace fourfoot::jobs {

namespace {

using Overrides = std::vector<Setting>;

/// One file, with what the caller said of it.
class FileCheck {
 public:
  FileCheck(const std::string& file, const Overrides& given, const CheckHooks& hooks)
      : file_(file), given_(given), hooks_(hooks) {}

  std::string check() const {
    switch (input::find_file_kind(file_)) {
      case input::FileKind::vehicle:
        check_vehicle();
        return "a good vehicle file";
      case input::FileKind::track:
        check_track();
        return "a good track file";
      case input::FileKind::study:
        check_study();
        return "a good study file";
      case input::FileKind::optimisation:
        check_optimisation();
        return "a good optimisation file";
      case input::FileKind::wear:
        check_wear();
        return "a good wear file";
      case input::FileKind::profile:
        input::read_profile_file(file_);
        return "a good profile file";
      case input::FileKind::geometry:
        input::read_wheel_rail(file_, given_);
        return "a good geometry file";
      case input::FileKind::results:
        return check_results();
      case input::FileKind::scenario:
        break;
    }
    check_scenario();
    return "a good scenario file";
  }

 private:
  void warn(const std::vector<Finding>& warnings) const {
    if (hooks_.on_warnings) hooks_.on_warnings(warnings);
  }

  // Checks the file as it stands, then with each of its load cases.
  template <class Check>
  void check_load_cases(Check check) const {
    for (const std::string& name : check(given_)) {
      Overrides with_case = given_;
      with_case.push_back({"load_case", '"' + name + '"'});
      check(with_case);
    }
  }

  // An answer within two seconds; the cost of static loads grows with the cube of the bodies.
  bool is_small(const vehicle::VehicleDescription& description) const {
    constexpr std::size_t most = 100;
    if (description.bodies.size() + 2 * description.joints.size() <= most) return true;
    if (hooks_.on_note)
      hooks_.on_note(
          fmt::format("{} bodies; checked without their static loads", description.bodies.size()));
    return false;
  }

  void check_vehicle() const {
    check_load_cases([&](const Overrides& overrides) {
      const input::Document document =
          input::load_document(file_, *vehicle::get_vehicle_schema(), overrides);
      const vehicle::VehicleDescription description = vehicle::read_description(document.root);
      vehicle::check_description(description);
      vehicle::ModelOptions build;
      build.with_loads = is_small(description);
      warn(list_vehicle_warnings(description, vehicle::build(description, build)));
      return document.load_cases;
    });
  }

  void check_scenario() const {
    check_load_cases([&](const Overrides& overrides) {
      const input::ScenarioFile file = input::read_scenario_file(file_, overrides);
      const bool with_loads = is_small(file.scenario.vehicle);
      const auto system =
          scenario::build_system(file.scenario, {.with_tables = false, .with_loads = with_loads});
      warn(file.scenario.warnings);
      warn(list_vehicle_warnings(file.scenario.vehicle, system->model()));
      scenario::choose_output_channels(file.scenario, system->channels());
      return file.load_cases;
    });
  }

  void check_track() const {
    const track::TrackDescription description = input::read_track_file(file_, given_);
    const track::Track track(description);
    warn(description.warnings);
  }

  // The study, and its scenario with the first values.
  void check_study() const {
    const scenario::Study study =
        scenario::read_study(input::load_document(file_, *scenario::get_study_schema()).root);
    make_judge_source(study);  // names of figures, the file of limits
    Overrides overrides = given_;
    for (const Setting& s : scenario::get_settings(study, 0)) overrides.push_back({s.key, s.value});
    const input::ScenarioFile file = input::read_scenario_file(study.scenario, overrides);
    const bool with_loads = is_small(file.scenario.vehicle);
    analysis::check_measures(
        study,
        *scenario::build_system(file.scenario, {.with_tables = false, .with_loads = with_loads}));
  }

  // The optimisation, and its scenario in each case at the start.
  void check_optimisation() const {
    OptimiseSource source{file_, {}};
    for (const Setting& s : given_) source.set.push_back(s.key + "=" + s.value);
    prepare_optimisation(source);
  }

  // The mix, the new wheel, and the scenario of each case.
  void check_wear() const {
    const wear::WearPlan plan =
        wear::read_wear_plan(input::load_document(file_, *wear::get_wear_schema()).root);
    input::read_profile_file(plan.wheel);
    for (const wear::WearCase& of : plan.cases) {
      Overrides overrides = given_;
      for (const std::string& text : of.set) overrides.push_back(input::parse_override(text));
      input::read_scenario_file(plan.scenario, overrides);
    }
  }

  std::string check_results() const {
    const results::ResultsReader reader(file_);
    return fmt::format("a results file, {} rows of {} channels, status: {}", reader.size(),
                       reader.channels().size(), reader.read_meta("status"));
  }

  const std::string& file_;
  const Overrides& given_;
  const CheckHooks& hooks_;
};

}  // namespace

std::string check_file(const std::string& file, const std::vector<Setting>& overrides,
                       const CheckHooks& hooks) {
  return FileCheck(file, overrides, hooks).check();
}

}  // namespace fourfoot::jobs
