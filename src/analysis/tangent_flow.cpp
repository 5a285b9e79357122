#include "analysis/tangent_flow.h"

#include <array>
#include <cmath>

#include "base/error.h"

namespace fourfoot::analysis {

namespace {

constexpr int stages = 5;
constexpr double gamma = 0.25;
constexpr double tableau[stages][stages] = {
    {gamma, 0, 0, 0, 0},
    {1.0 / 2, gamma, 0, 0, 0},
    {17.0 / 50, -1.0 / 25, gamma, 0, 0},
    {371.0 / 1360, -137.0 / 2720, 15.0 / 544, gamma, 0},
    {25.0 / 24, -49.0 / 48, 125.0 / 16, -85.0 / 12, gamma},
};

}  // namespace

TangentFlow::TangentFlow(const system::System& system, double t)
    : system_(system),
      t_(t),
      ws_(system),
      scales_(system.get_scales()),
      rate_(system.size()),
      jacobian_(system.size(), system.size()) {
  system.set_time(t, ws_);
}

VecX TangentFlow::calc_rate(const VecX& y) {
  system_.calc_rate(t_, y, ws_, rate_);
  return rate_;
}

// Newton with the Jacobian of every iterate; that of the last one is what the tangents take, and it
// is within 1e-4 of the scales (0.1 um) of where it should be taken, the stage itself within its
// square.
void TangentFlow::solve_stage(double h, const VecX& base, VecX& stage) {
  constexpr int most = 25;
  for (int i = 0; i < most; ++i) {
    system_.calc_jacobian(t_, stage, ws_, jacobian_);
    matrix_ = -h * gamma * jacobian_;
    matrix_.diagonal().array() += 1.0;
    lu_.compute(matrix_);
    step_ = lu_.solve(VecX(base + h * gamma * ws_.ydot - stage));
    stage += step_;
    const double size = (step_.array() / scales_.array()).abs().maxCoeff();
    if (!std::isfinite(size)) break;
    if (size < 1e-4) return;
  }
  throw RunError("an implicit stage could not be solved");
}

void TangentFlow::carry(double duration, const VecX& mesh, VecX& y, MatX& tangent,
                        const std::function<void(double t, const VecX& y)>& on_step) {
  const bool with_tangent = tangent.cols() > 0;
  std::array<VecX, stages> k;
  std::array<MatX, stages> dk;
  VecX stage = y, base;
  MatX dstage, dbase;
  if (on_step) on_step(0.0, y);
  double t = 0.0;
  for (Eigen::Index n = 0; n < mesh.size(); ++n) {
    const double h = duration * mesh[n];
    for (int i = 0; i < stages; ++i) {
      const auto at = static_cast<std::size_t>(i);
      base = y;
      if (with_tangent) dbase = tangent;
      for (int j = 0; j < i; ++j) {
        base += h * tableau[i][j] * k[static_cast<std::size_t>(j)];
        if (with_tangent) dbase += h * tableau[i][j] * dk[static_cast<std::size_t>(j)];
      }
      stage = i > 0 ? VecX(base + h * gamma * k[at - 1]) : base;
      solve_stage(h, base, stage);
      k[at] = (stage - base) / (h * gamma);
      if (!with_tangent) continue;
      dstage = lu_.solve(dbase);
      dk[at] = (dstage - dbase) / (h * gamma);
    }
    y = stage;  // stiffly accurate: the last stage is the new state
    if (with_tangent) tangent = dstage;
    t += h;
    if (on_step) on_step(t, y);
  }
}

}  // namespace fourfoot::analysis
