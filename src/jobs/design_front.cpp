#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "jobs/optimiser.h"

// A front between two objectives: first its two ends, then the points between them, each a search
// of its own that depends on the ends alone.
namespace fourfoot::jobs {

std::vector<DesignGoal> Optimiser::list_ends() {
  const DesignGoal usual = list_starts().front();
  std::vector<DesignGoal> goals(2, usual);
  goals[0].name = "front 1";
  goals[1].name = fmt::format("front {}", o_.front);
  goals[0].shares = {1.0, 0.0};
  goals[1].shares = {0.0, 1.0};
  const DesignPoint first =
      points_.evaluate({scenario::calc_design_values(o_, usual.start)}, threads_).front();
  for (std::size_t k = 0; k < 2; ++k) {
    const double term = std::abs(calc_term(k, first));
    goals[k].norm = term > 0.0 && std::isfinite(term) ? term : 1.0;
  }
  return goals;
}

std::vector<DesignGoal> Optimiser::list_between() {
  DesignPoint ends[2];
  for (std::size_t k = 0; k < 2; ++k) {
    Values best;
    if (!find_best(tried_[k], goals_[k], best))
      throw RunError("an end of the front could not be computed");
    ends[k] = points_.evaluate({best}, 1).front();
  }
  // From the end of the first objective to that of the second.
  const double first[2] = {calc_term(0, ends[0]), calc_term(0, ends[1])};
  const double second[2] = {calc_term(1, ends[0]), calc_term(1, ends[1])};
  const double ranges[2] = {std::max(first[1] - first[0], 1e-12 * (1.0 + std::abs(first[0]))),
                            std::max(second[0] - second[1], 1e-12 * (1.0 + std::abs(second[1])))};
  std::vector<Values> known = tried_[0];
  known.insert(known.end(), tried_[1].begin(), tried_[1].end());
  std::vector<DesignGoal> goals;
  for (int i = 1; i + 1 < o_.front; ++i) {
    const double part = static_cast<double>(i) / (o_.front - 1);
    DesignGoal goal;
    goal.name = fmt::format("front {}", i + 1);
    if (o_.front_by == "weights") {
      goal.shares = {(1.0 - part) / ranges[0], part / ranges[1]};
    } else {
      goal.shares = {1.0, 0.0};
      goal.most = second[0] + part * (second[1] - second[0]);
      goal.range = ranges[1];
      goal.norm = ranges[0];
    }
    Values start;
    if (!find_best(known, goal, start)) throw RunError("no start for a point of the front");
    goal.start = scenario::calc_design_parts(o_, start);
    goals.push_back(std::move(goal));
  }
  return goals;
}

void mark_front(const scenario::Optimisation& optimisation, std::vector<DesignTrial>& trials) {
  struct Candidate {
    double first, second;
    DesignTrial* trial;
  };
  std::vector<Candidate> candidates;
  for (DesignTrial& trial : trials) {
    const scenario::DesignObjective &a = optimisation.objectives[0],
                                    &b = optimisation.objectives[1];
    if (trial.holds)
      candidates.push_back({a.calc_term(trial.point.figures[a.index]),
                            b.calc_term(trial.point.figures[b.index]), &trial});
  }
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& x, const auto& y) {
    return x.first < y.first || (x.first == y.first && x.second < y.second);
  });
  // Along the first objective, only what is better in the second than all before it stays; what
  // stands twice stays twice.
  double least = std::numeric_limits<double>::infinity(), at = least;
  for (const Candidate& c : candidates) {
    const bool is_same = c.second == least && c.first == at;
    if (!(c.second < least) && !is_same) continue;
    c.trial->is_front = true;
    least = c.second;
    at = c.first;
  }
}

}  // namespace fourfoot::jobs
