#include "jobs/optimise.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "input/scenario_family.h"
#include "jobs/optimise_setup.h"
#include "jobs/optimiser.h"
#include "jobs/study_run.h"
#include "results/journal.h"
#include "results/output_file.h"

namespace fourfoot::jobs {

namespace {

namespace fs = std::filesystem;

// Points are numbered as they come; how many there will be nobody knows.
constexpr std::size_t most_points = std::size_t{1} << 40;
constexpr std::size_t cells_before = 2;  // search, evaluation

std::string write_names(const OptimiseSetup& setup) {
  std::string header = "search,evaluation,";
  for (const scenario::DesignParameter& p : setup.optimisation.parameters)
    header += make_cell(p.name) + ",";
  for (const std::string& name : scenario::list_design_figures(setup.optimisation))
    header += make_cell(name) + ",";
  return header + "objective,holds,front,status,fault";
}

std::string write_point(const std::vector<double>& values, const DesignPoint& point,
                        const std::string& before, const std::string& behind) {
  std::string row = before;
  for (const double value : values) row += write_number(value) + ",";
  for (const double figure : point.figures) row += write_number(figure) + ",";
  return row + behind + (point.fault.empty() ? "done," : "failed," + point.fault);
}

/// A row back; false if it is none of this optimisation.
bool read_point(const std::vector<std::string>& cells, std::size_t values, std::size_t figures,
                DesignPoints::Known& known) {
  if (cells.size() != cells_before + values + figures + 5) return false;
  std::vector<double> at;
  DesignPoint point;
  for (std::size_t i = 0; i < values; ++i) at.push_back(read_cell(cells[cells_before + i]));
  for (std::size_t i = 0; i < figures; ++i)
    point.figures.push_back(read_cell(cells[cells_before + values + i]));
  point.fault = cells.back();
  known[at] = point;
  return true;
}

/// All points that were computed, kept in a file as they come.
class PointFile {
 public:
  PointFile(const std::string& output, const OptimiseSetup& setup, bool force)
      : journal_(output, {setup.key, most_points, write_names(setup)}, "1-1", force) {
    const std::size_t values = setup.optimisation.parameters.size();
    const std::size_t figures = scenario::list_design_figures(setup.optimisation).size();
    if (journal_.is_complete()) {
      for (const auto& cells : read_study_rows(output))
        if (cells.front() != "search") read_point(cells, values, figures, known_);
    }
    for (const auto& [index, row] : journal_.found()) {
      read_point(split_row(row), values, figures, known_);
      next_ = index + 1;
    }
  }
  const DesignPoints::Known& known() const { return known_; }
  void append(const std::vector<double>& values, const DesignPoint& point) {
    if (!journal_.is_complete()) journal_.append(next_++, write_point(values, point, ",,", ",,,"));
  }
  void finish(const OptimiseResult& result) {
    if (!journal_.is_complete()) journal_.finish(write_trials(result));
  }

 private:
  results::Journal journal_;
  DesignPoints::Known known_;
  std::size_t next_ = 0;
};

}  // namespace

std::string write_trials(const OptimiseResult& result) {
  std::string text;
  for (const DesignTrial& trial : result.trials)
    text +=
        write_point(trial.values, trial.point,
                    std::to_string(trial.search + 1) + "," + std::to_string(trial.number + 1) + ",",
                    write_number(trial.objective) + (trial.holds ? ",1," : ",0,") +
                        (trial.is_front ? "1," : "0,")) +
        "\n";
  return text;
}

OptimiseResult optimise(const OptimiseSource& source, const OptimiseOptions& options) {
  need_nlopt();
  const OptimiseSetup setup = [&] {
    const auto lock = input::lock_reading();
    return prepare_optimisation(source);
  }();
  OptimiseResult result;
  result.optimisation = setup.optimisation;
  result.figures = scenario::list_design_figures(setup.optimisation);
  std::unique_ptr<PointFile> file;
  const std::string json_file =
      options.output.empty() ? "" : fs::path(options.output).replace_extension(".json").string();
  if (!options.output.empty()) {
    results::check_outputs({{"-o", options.output, results::OutputKind::study},
                            {"-o", json_file, results::OutputKind::optimum}},
                           setup.inputs, options.force);
    file = std::make_unique<PointFile>(options.output, setup, options.force);
    result.found = file->known().size();
  }
  DesignPoints::Hooks hooks;
  hooks.is_cancelled = options.is_cancelled;
  if (file)
    hooks.on_new = [&](const std::vector<double>& values, const DesignPoint& point) {
      file->append(values, point);
    };
  DesignPoints points(setup.optimisation, setup.scenario, setup.given, hooks,
                      file ? file->known() : DesignPoints::Known());
  if (options.on_start) options.on_start();
  result.is_finished = Optimiser(setup.optimisation, points, options).run(result);
  result.computed = points.count_computed();
  if (file && result.is_finished) {
    result.csv_file = options.output;
    result.json_file = json_file;
    file->finish(result);
    results::write_output(
        json_file,
        describe(result).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n");
  }
  return result;
}

}  // namespace fourfoot::jobs
