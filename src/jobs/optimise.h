#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "jobs/design_points.h"
#include "jobs/nlopt_search.h"

namespace fourfoot::jobs {

struct OptimiseOptions {
  std::string output;  ///< CSV file of all points; its JSON beside it. Empty: no files
  int threads = 0;     ///< 0: as many as there are cores; the results do not depend on it
  bool force = false;  ///< replace a file of something else
  std::function<void()> on_start;
  std::function<void(double fraction)> on_progress;
  std::function<bool()> is_cancelled;
};

/// A point of a search.
struct DesignTrial {
  std::size_t search = 0;  ///< which search, from 0
  std::size_t number = 0;  ///< in it, from 0
  std::vector<double> values;
  DesignPoint point;
  double objective = 0.0;  ///< weighted sum of the terms, whatever this search was for; nan: failed
  bool holds = false;      ///< all constraints
  bool is_front = false;   ///< nothing tried is better in both objectives
};

/// One search and the best it found.
struct DesignSearch {
  std::string name;    ///< "start 1", "front 3"
  double limit = 0.0;  ///< of the second objective's figure (front, epsilon); nan: none
  double share = 0.0;  ///< weight of the first objective (front, weights); nan: none
  SearchResult found;
  std::vector<double> values;
  DesignPoint point;
  double objective = 0.0;
  bool holds = false;
};

struct OptimiseResult {
  scenario::Optimisation optimisation;
  std::vector<std::string> figures;
  std::vector<DesignSearch> searches;
  std::vector<DesignTrial> trials;
  std::size_t best = 0;             ///< of the searches; of a front: the least weighted sum
  std::size_t found = 0;            ///< points that were there
  std::size_t computed = 0;         ///< now
  bool is_finished = true;          ///< false: cancelled; called again with a file it goes on
  std::string csv_file, json_file;  ///< written; empty: none
};

/// What an optimisation is read from: its file, or text in memory with the scenario it is about.
struct OptimiseSource {
  input::ScenarioSource file;                       ///< the optimisation file
  std::vector<std::string> set;                     ///< overrides of the scenario
  const input::ScenarioSource* scenario = nullptr;  ///< instead of the one that the file names
};

/// Looks for the best values. Files: docs/formats/optimisation.md. InputError; RunError where
/// nothing can be computed at the start.
OptimiseResult optimise(const OptimiseSource& source, const OptimiseOptions& options);

/// The result as its JSON file has it.
nlohmann::ordered_json describe(const OptimiseResult& result);
/// All points as their CSV file has them, with the line of names.
std::string write_trials(const OptimiseResult& result);

}  // namespace fourfoot::jobs
