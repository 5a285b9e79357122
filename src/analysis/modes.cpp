#include "analysis/modes.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "analysis/hunting_modes.h"
#include "analysis/mode_names.h"
#include "math/dense.h"
#include "math/eigenvalues.h"

namespace fourfoot::analysis {

namespace {

// A coordinate of a body, and how far it goes.
struct Displacement {
  std::string body;
  int coordinate = 0;
  Complex value;
};

// Where a displacement stands in q: a quaternion's vector part is half the angle.
struct EntryOfQ {
  int row = -1;
  double factor = 1.0;
};

EntryOfQ find_entry(const multibody::Body& body, int coordinate) {
  const auto c = static_cast<std::size_t>(coordinate);
  if (!body.is_free(coordinate)) return {};
  if (coordinate < 3 || body.chart != multibody::Body::Chart::quaternion)
    return {body.q_index[c], 1.0};
  return {body.q_index[3] + 1 + (coordinate - 3), 2.0};
}

// Speeds in the state give displacements over lambda; so wheelsets' spin, whose angle is no
// unknown, has its share too. Coordinates that joints make dependent follow from those of the
// state by `basis`, d q/d x.
std::vector<Displacement> list_displacements(const SteadyMotion& motion, const MatX& basis,
                                             const Mode& mode) {
  const multibody::Model& model = motion.system().model().bodies;
  const Eigen::VectorXcd moved = motion.get_speeds(mode.shape) / mode.value;
  const Eigen::VectorXcd q = basis * mode.shape;
  std::vector<Displacement> all;
  for (const multibody::Body& body : model.bodies()) {
    for (int c = 0; c < 6; ++c) {
      const int speed = body.speed_index[static_cast<std::size_t>(c)];
      if (speed < 0) continue;
      const int u = model.u_of_speed()[static_cast<std::size_t>(speed)];
      const EntryOfQ entry = find_entry(body, c);
      if (u >= 0)
        all.push_back({body.given.name, c, moved[u]});
      else if (entry.row >= 0)
        all.push_back({body.given.name, c, entry.factor * q[entry.row]});
    }
    for (int k = 0; k < body.mode_count; ++k) {
      const auto speed = static_cast<std::size_t>(body.mode_speed_begin + k);
      // as much motion, in the mean over its mass, as of the body as a whole
      const double mean = std::sqrt(body.given.modes.mass(k, k) / body.given.mass);
      all.push_back({body.given.name, 6 + k, mean * moved[model.u_of_speed()[speed]]});
    }
  }
  return all;
}

std::vector<ModeShare> list_shares(const SteadyMotion& motion, const MatX& basis,
                                   const Mode& mode) {
  if (motion.u_count() == 0 || is_neutral(mode.value)) return {};
  const std::vector<Displacement> all = list_displacements(motion, basis, mode);
  const auto largest =
      std::max_element(all.begin(), all.end(), [](const Displacement& a, const Displacement& b) {
        return std::abs(a.value) < std::abs(b.value);
      });
  if (largest == all.end() || std::abs(largest->value) == 0.0) return {};
  std::vector<ModeShare> shares;
  for (const Displacement& d : all) {
    const Complex share = d.value / largest->value;
    const auto c = static_cast<std::size_t>(d.coordinate);
    shares.push_back({d.body,
                      c < 6 ? multibody::coordinate_words[c] : fmt::format("mode_{}", c - 5),
                      std::abs(share), std::arg(share)});
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
  const MatX basis = motion.calc_basis(equilibrium.state).topRows(system.model().bodies.q_count());
  const std::vector<ModeBody> bodies = list_mode_bodies(system.model());

  std::vector<Mode> modes(static_cast<std::size_t>(values.size()));
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    Mode& mode = modes[static_cast<std::size_t>(i)];
    mode.value = values[i];
    mode.shape = s.asDiagonal() * vectors.col(i);
    mode.left = s.cwiseInverse().asDiagonal() * inverse.row(i).adjoint();
    mode.shares = list_shares(motion, basis, mode);
    mode.name = name_mode(mode.value, mode.shares, bodies);
    mode.wheelset_part = calc_wheelset_part(mode.shares, system.model());
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
