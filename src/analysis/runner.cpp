#include "analysis/runner.h"

#include "system/formulation_problem.h"
#include "system/problem.h"

namespace fourfoot::analysis {

namespace {

class KaneRunner : public Runner {
 public:
  explicit KaneRunner(const system::System& system) : system_(system), problem_(system) {
    problem_.workspace().goes_on = true;
  }
  integrate::Problem& problem() override { return problem_; }
  VecX start(const VecX& state) override {
    system_.set_time(0.0, problem_.workspace());
    return state;
  }
  VecX get_state(double, const integrate::ConstVecRef& y) override { return y; }
  void pass(double t, integrate::VecRef y) override { system_.pass(t, y, problem_.workspace()); }
  void begin_anew(double t) override { problem_.begin_anew(t); }
  const system::Workspace& workspace() const override { return problem_.workspace(); }

 private:
  const system::System& system_;
  system::SystemProblem problem_;
};

class ReferenceRunner : public Runner {
 public:
  ReferenceRunner(const system::System& system, const std::string& formulation)
      : problem_(system, formulation) {}
  integrate::Problem& problem() override { return problem_; }
  VecX start(const VecX& state) override { return problem_.convert_from(0.0, state); }
  VecX get_state(double t, const integrate::ConstVecRef& y) override {
    return problem_.convert_to(t, y);
  }
  void pass(double t, integrate::VecRef y) override { problem_.pass(t, y); }
  void begin_anew(double t) override { problem_.begin_behind(t); }
  const system::Workspace& workspace() const override { return problem_.workspace(); }

 private:
  system::FormulationProblem problem_;
};

}  // namespace

std::unique_ptr<Runner> make_runner(const system::System& system, const std::string& formulation) {
  if (formulation == "kane") return std::make_unique<KaneRunner>(system);
  return std::make_unique<ReferenceRunner>(system, formulation);
}

}  // namespace fourfoot::analysis
