#include "analysis/endless_problem.h"

namespace fourfoot::analysis {

EndlessProblem::EndlessProblem(const system::System& system, const std::string& observed, double t)
    : EndlessTrack(system, t), watched_(system, observed, t) {}

void EndlessProblem::calc_events(double, const integrate::ConstVecRef& y, integrate::VecRef g) {
  const std::vector<Observed::Value>& values = watched_.calc(y);
  for (std::size_t i = 0; i < values.size(); ++i) g[static_cast<Eigen::Index>(i)] = values[i].rate;
}

const system::Limit* EndlessProblem::find_broken_limit(const VecX& y) {
  if (system_.limit_count() == 0) return nullptr;
  limits_.resize(system_.limit_count());
  system_.calc_limits(t_, y, ws_, limits_);
  for (int i = 0; i < limits_.size(); ++i) {
    if (limits_[i] <= 0.0) return &system_.limits()[static_cast<std::size_t>(i)].limit;
  }
  return nullptr;
}

}  // namespace fourfoot::analysis
