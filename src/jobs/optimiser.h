#pragma once

#include <optional>

#include "jobs/optimise.h"

namespace fourfoot::jobs {

/// What one search is for.
struct DesignGoal {
  std::string name;
  std::vector<double> shares;       ///< of the objectives' terms
  std::optional<double> most = {};  ///< of the second objective's term
  double range = 1.0;               ///< what counts as far from `most`
  std::vector<double> start;        ///< in 0 ... 1
  double norm = 1.0;                ///< the sum is divided by it
};

/// Does the searches of an optimisation: one, several from different starts, or those of a front.
class Optimiser {
 public:
  Optimiser(const scenario::Optimisation& optimisation, DesignPoints& points,
            const OptimiseOptions& options);
  /// Fills searches, trials and best. False if it was cancelled; what was done is filled in.
  bool run(OptimiseResult& result);

 private:
  using Values = std::vector<double>;
  bool search_all(std::vector<DesignGoal> goals);
  void search_one(std::size_t index, int threads);
  std::vector<DesignGoal> list_starts();
  std::vector<DesignGoal> list_ends();
  std::vector<DesignGoal> list_between();
  SearchValues judge(const DesignGoal& goal, const DesignPoint& point) const;
  double calc_sum(const DesignGoal& goal, const DesignPoint& point) const;
  double calc_term(std::size_t objective, const DesignPoint& point) const;
  bool find_best(const std::vector<Values>& tried, const DesignGoal& goal, Values& best);
  void fill(OptimiseResult& result);

  const scenario::Optimisation& o_;
  DesignPoints& points_;
  const OptimiseOptions& options_;
  int threads_ = 1;
  std::size_t all_ = 1;  ///< searches there will be
  std::vector<DesignGoal> goals_;
  std::vector<std::vector<Values>> tried_;  ///< by search, each once, in their order
  std::vector<DesignSearch> searches_;
  std::mutex mutex_;
};

/// Marks the points that hold and that no other one is better than in both objectives.
void mark_front(const scenario::Optimisation& optimisation, std::vector<DesignTrial>& trials);

}  // namespace fourfoot::jobs
