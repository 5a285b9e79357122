#include "integrate/fastest_mode.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"
#include "integrate/jacobian.h"
#include "math/eigenvalues.h"

namespace fourfoot::integrate {

FastestMode find_fastest_mode(Problem& problem, double t, const ConstVecRef& y) {
  MatX jacobian = MatX::Zero(y.size(), y.size());
  JacobianSource(problem).calc(t, y, jacobian);
  if (!jacobian.allFinite()) throw RunError("the Jacobian is not finite");
  const Eigenpairs pairs = calc_eigenpairs(jacobian);
  Eigen::Index mode = 0;
  pairs.values.cwiseAbs().maxCoeff(&mode);
  VecX scales(y.size());
  problem.get_scales(scales);
  Eigen::Index component = 0;
  pairs.vectors.col(mode).cwiseAbs().cwiseQuotient(scales).maxCoeff(&component);
  return {pairs.values[mode], static_cast<int>(component)};
}

std::string describe_fastest_mode(Problem& problem, double t, const ConstVecRef& y) {
  if (y.size() == 0 || !y.allFinite()) return "fastest mode unknown (the state is not finite)";
  try {
    const FastestMode mode = find_fastest_mode(problem, t, y);
    const double size = std::abs(mode.eigenvalue);
    return fmt::format(
        "fastest mode {:.3g}{:+.3g}i 1/s (|lambda| = {:.3g} 1/s, {:.3g} Hz), largest in state {}",
        mode.eigenvalue.real(), mode.eigenvalue.imag(), size, size / (2.0 * std::numbers::pi),
        mode.component);
  } catch (const std::exception& error) {
    return fmt::format("fastest mode unknown ({})", error.what());
  }
}

}  // namespace fourfoot::integrate
