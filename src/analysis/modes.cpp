#include "analysis/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "math/dense.h"
#include "math/eigenvalues.h"

namespace fourfoot::analysis {

namespace {

constexpr const char* coordinate_words[6] = {"x", "y", "z", "phi", "chi", "psi"};

struct Freedom {
  std::string body;
  int coordinate = 0;
};

/// Body and coordinate of each speed of `motion`.
std::vector<Freedom> list_freedoms(const SteadyMotion& motion) {
  const multibody::Model& model = motion.system().model().bodies;
  std::vector<Freedom> freedoms(static_cast<std::size_t>(motion.u_count()));
  for (int i = 0; i < motion.u_count(); ++i) {
    const int speed = model.speed_of_u()[static_cast<std::size_t>(i)];
    for (const multibody::Body& body : model.bodies()) {
      for (int c = 0; c < 6; ++c) {
        if (body.speed_index[static_cast<std::size_t>(c)] == speed) {
          freedoms[static_cast<std::size_t>(i)] = {body.given.name, c};
        }
      }
    }
  }
  return freedoms;
}

// Displacements are speeds over lambda; so wheelsets' spin, whose angle is no unknown, has its
// share too.
std::vector<ModeShare> list_shares(const SteadyMotion& motion, const std::vector<Freedom>& freedoms,
                                   const Mode& mode) {
  if (motion.u_count() == 0 || is_neutral(mode.value)) return {};
  const Eigen::VectorXcd moved =
      mode.shape.segment(motion.pi_count(), motion.u_count()) / mode.value;
  Eigen::Index largest = 0;
  moved.cwiseAbs().maxCoeff(&largest);
  if (std::abs(moved[largest]) == 0.0) return {};
  std::vector<ModeShare> shares;
  for (int i = 0; i < motion.u_count(); ++i) {
    const Freedom& freedom = freedoms[static_cast<std::size_t>(i)];
    const Complex share = moved[i] / moved[largest];
    shares.push_back(
        {freedom.body, coordinate_words[freedom.coordinate], std::abs(share), std::arg(share)});
  }
  std::stable_sort(shares.begin(), shares.end(), [](const ModeShare& a, const ModeShare& b) {
    return a.amplitude > b.amplitude;
  });
  return shares;
}

}  // namespace

double Mode::frequency() const {
  return std::abs(value.imag()) / (2.0 * std::numbers::pi);
}

double Mode::damping() const {
  return std::abs(value) > 0.0 ? -value.real() / std::abs(value) : 0.0;
}

bool is_neutral(Complex value) {
  return std::abs(value) < 1e-4;
}

std::string describe(const Mode& mode) {
  std::string text;
  for (const ModeShare& share : mode.shares) {
    if (share.amplitude < 0.1) break;
    const double degrees = share.phase * 180.0 / std::numbers::pi;
    text += fmt::format("{}{} {} {:.2f}", text.empty() ? "" : ", ", share.body, share.coordinate,
                        share.amplitude);
    if (std::abs(degrees) >= 0.5) text += fmt::format(" ({:+.0f} deg)", degrees);
  }
  return text;
}

std::vector<Mode> find_modes(const system::System& system, const Equilibrium& equilibrium,
                             double t) {
  SteadyMotion motion(system, t);
  VecX f;
  MatX jacobian;
  motion.calc_jacobian(equilibrium.state, f, jacobian);
  const VecX& s = motion.scales();
  const MatX scaled = s.cwiseInverse().asDiagonal() * jacobian * s.asDiagonal();
  const Eigenpairs pairs = calc_eigenpairs(scaled);
  const Eigen::VectorXcd& values = pairs.values;
  Eigen::MatrixXcd vectors = pairs.vectors;
  for (Eigen::Index i = 0; i < vectors.cols(); ++i) vectors.col(i).normalize();
  const Eigen::MatrixXcd inverse = invert(vectors);
  const std::vector<Freedom> freedoms = list_freedoms(motion);

  std::vector<Mode> modes(static_cast<std::size_t>(values.size()));
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    Mode& mode = modes[static_cast<std::size_t>(i)];
    mode.value = values[i];
    mode.shape = s.asDiagonal() * vectors.col(i);
    mode.left = s.cwiseInverse().asDiagonal() * inverse.row(i).adjoint();
    mode.shares = list_shares(motion, freedoms, mode);
  }
  std::stable_sort(modes.begin(), modes.end(), [](const Mode& a, const Mode& b) {
    if (std::abs(a.value.real() - b.value.real()) > 1e-9 * std::abs(a.value)) {
      return a.value.real() > b.value.real();
    }
    return a.value.imag() > b.value.imag();
  });
  return modes;
}

}  // namespace fourfoot::analysis
