// d(y')/dy, stage by stage: forces with what their derivatives need, then blocks by the bodies'
// local motions, then the columns and rows of the states.
#include <algorithm>

#include "multibody/equations.h"
#include "system/system.h"

namespace fourfoot::system {

using integrate::ConstVecRef;

// Small jobs that follow each other are one stage, a large one is a stage of its own. Blocks are
// added from the last provider to the first.
void System::plan_stages() {
  bool is_open = false;
  add_job({Job::Kind::kinematics}, Work::small, is_open);
  for (const auto& provider : providers_) {
    const std::vector<Work> stages = provider->list_force_stages();
    if (stages.empty()) add_job({Job::Kind::forces, provider.get()}, Work::small, is_open);
    for (std::size_t k = 0; k < stages.size(); ++k)
      add_job({Job::Kind::force_stage, provider.get(), k}, stages[k], is_open);
  }
  add_job({Job::Kind::rates}, Work::small, is_open);
  for (auto provider = providers_.rbegin(); provider != providers_.rend(); ++provider) {
    const std::vector<Work> stages = (*provider)->list_derivative_stages();
    for (std::size_t k = 0; k < stages.size(); ++k)
      add_job({Job::Kind::derivatives, provider->get(), k}, stages[k], is_open);
  }
  add_job({Job::Kind::assembly}, Work::large, is_open);
}

void System::add_job(const Job& job, Work work, bool& is_open) {
  if (work == Work::large || !is_open) stages_.emplace_back();
  stages_.back().push_back(job);
  is_open = work == Work::small;
}

void System::do_job(const Job& job, double t, const ConstVecRef& y, Workspace& ws,
                    MatX& jacobian) const {
  const ConstVecRef z = view(y).z;
  switch (job.kind) {
    case Job::Kind::kinematics:
      calc_motion(t, y, ws);
      begin_forces(z, ws);
      break;
    case Job::Kind::forces:
      job.provider->add_forces(t, get_own(z, *job.provider), ws);
      break;
    case Job::Kind::force_stage:
      job.provider->add_force_stage(job.stage, t, get_own(z, *job.provider), ws);
      break;
    case Job::Kind::rates:
      solve_rates(ws, ws.ydot);
      ws.derivatives.clear();
      break;
    case Job::Kind::derivatives:
      job.provider->add_derivative_stage(job.stage, t, get_own(z, *job.provider), ws);
      break;
    case Job::Kind::assembly:
      assemble_jacobian(y, ws, jacobian);
      break;
  }
}

void System::clear_jacobian(const integrate::Entries* entries, MatX& jacobian) const {
  if (entries)
    entries->clear(jacobian);
  else
    jacobian.setZero(size(), size());
}

void System::calc_jacobian(double t, const ConstVecRef& y, Workspace& ws, MatX& jacobian,
                           const integrate::Entries* entries) const {
  clear_jacobian(entries, jacobian);
  for (int stage = 0; stage < stage_count(); ++stage) do_stage(stage, t, y, ws, jacobian);
}

void System::calc_jacobian_stage(int stage, double t, const ConstVecRef& y, Workspace& ws,
                                 MatX& jacobian, const integrate::Entries* entries) const {
  if (stage + 1 == stage_count()) clear_jacobian(entries, jacobian);
  do_stage(stage, t, y, ws, jacobian);
}

void System::do_stage(int stage, double t, const ConstVecRef& y, Workspace& ws,
                      MatX& jacobian) const {
  for (const Job& job : stages_[static_cast<std::size_t>(stage)]) do_job(job, t, y, ws, jacobian);
}

void System::assemble_jacobian(const ConstVecRef& y, Workspace& ws, MatX& jacobian) const {
  const int n = n_q() + n_u();
  for (const auto& provider : providers_) provider->close_derivatives(ws);
  multibody::calc_jacobian(model().bodies, ws.frames, ws.bodies, view(y).q, ws.derivatives,
                           ws.jacobian, jacobian.topLeftCorner(n, n), true);
  for (const auto& provider : providers_) provider->add_state_derivatives(ws, jacobian);
}

double System::calc_linearisation_misfit(const Workspace& ws) const {
  double worst = -1.0;
  for (const auto& provider : providers_)
    worst = std::max(worst, provider->calc_linearisation_misfit(ws));
  return worst < 0.0 ? 0.9 : worst;
}

void System::begin_stages(const Workspace& latest, Workspace& ws) const {
  ws.stand_with(latest);
  for (const auto& provider : providers_) provider->begin_stages(latest, ws);
}

void System::keep_linearisation(const Workspace& made, Workspace& ws) const {
  for (const auto& provider : providers_) provider->keep_linearisation(made, ws);
}

}  // namespace fourfoot::system
