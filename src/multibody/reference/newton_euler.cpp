#include "multibody/reference/newton_euler.h"

#include <Eigen/Geometry>

#include <stdexcept>

#include "base/error.h"
#include "math/least_squares.h"
#include "multibody/jump.h"

namespace fourfoot::multibody {

NewtonEuler::NewtonEuler(const Model& model, FrameProvider frames, WrenchProvider wrenches)
    : model_(model),
      provider_(std::move(frames)),
      wrenches_(std::move(wrenches)),
      ws_(model),
      bodies_(model.body_count()),
      constraints_(model) {}

void NewtonEuler::take_motion(double t, const VecX& q, const VecX& u) {
  calc_frames(model_, provider_, t, 1, frames_);
  calc_position(model_, t, q, ws_);
  calc_velocity(model_, t, q, u, frames_, ws_);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    ws_.bodies[j].a_T.setZero();
    ws_.bodies[j].alpha_C.setZero();
    bodies_[j] = calc_absolute(frames_[j], ws_.bodies[j]);
  }
}

VecX NewtonEuler::calc_applied(double t) {
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    put_relative(model_.body(j), frames_[j], bodies_[j], ws_.bodies[j]);
  }
  ws_.clear_wrenches();
  wrenches_(t, frames_, ws_);
  VecX f(6 * static_cast<Eigen::Index>(bodies_.size()));
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const AbsoluteBody& body = bodies_[j];
    const BodyWorkspace& b = ws_.bodies[j];
    const auto at = static_cast<Eigen::Index>(6 * j);
    const Vec3 H = body.R * (model_.body(j).given.inertia * (body.R.transpose() * body.W));
    f.segment<3>(at) = frames_[j].R_NT * b.force_T;
    f.segment<3>(at + 3) = frames_[j].R_NT * (b.R_TC * b.torque_C) - body.W.cross(H);
  }
  return f;
}

MatX NewtonEuler::calc_mass() const {
  const auto n = static_cast<Eigen::Index>(6 * bodies_.size());
  MatX M = MatX::Zero(n, n);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const auto at = static_cast<Eigen::Index>(6 * j);
    const Mat3& R = bodies_[j].R;
    M.block<3, 3>(at, at) = model_.body(j).given.mass * Mat3::Identity();
    M.block<3, 3>(at + 3, at + 3) = R * model_.body(j).given.inertia * R.transpose();
  }
  return M;
}

VecX NewtonEuler::solve(double t, const MatX& L) {
  constraints_.calc(t, frames_, bodies_);
  const VecX f = calc_applied(t);
  const MatX M = calc_mass();
  const Eigen::Index n = L.cols(), m = constraints_.count();
  VecX bias(f.size());
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    bias.segment<6>(static_cast<Eigen::Index>(6 * j)) << bodies_[j].A, bodies_[j].alpha;
  }
  MatX system = MatX::Zero(n + m, n + m);
  VecX rhs(n + m), rhs_n(n);
  const MatX JL = multiply(constraints_.J, L);
  put_transposed_product(L, multiply(M, L), system.topLeftCorner(n, n));
  system.topRightCorner(n, m) = -JL.transpose();
  system.bottomLeftCorner(m, n) = JL;
  put_transposed_product(L, f - multiply(M, bias), rhs_n);
  rhs.head(n) = rhs_n;
  rhs.tail(m) = -constraints_.violation_dd - 2.0 * stabilisation * constraints_.violation_d -
                stabilisation * stabilisation * constraints_.violation;
  const LuFactors lu(system);
  VecX x = lu.solve(rhs);
  x += lu.solve(VecX(rhs - multiply(system, x)));  // multipliers and accelerations: refine once
  return x.head(n);
}

VecX NewtonEuler::calc_impulse(double t) {
  constraints_.calc(t, frames_, bodies_);
  const MatX& J = constraints_.J;
  const MatX WJt = LuFactors(calc_mass()).solve(MatX(J.transpose()));
  const MatX S = multiply(J, WJt);
  return multiply(WJt, OrthogonalFactors(S).solve(VecX(-constraints_.violation_d)));
}

void NewtonEuler::draw_near(double t) {
  constexpr int most = 50;
  const std::vector<AbsoluteBody> from = bodies_;
  VecX D = VecX::Zero(6 * static_cast<Eigen::Index>(bodies_.size()));
  for (int k = 0; k < most; ++k) {
    constraints_.calc(t, frames_, bodies_);
    const MatX& J = constraints_.J;
    const MatX WJt = LuFactors(calc_mass()).solve(MatX(J.transpose()));
    const VecX open = multiply(J, D) - constraints_.violation;
    const VecX next = multiply(WJt, OrthogonalFactors(multiply(J, WJt)).solve(open));
    const double step = (next - D).cwiseAbs().maxCoeff();
    D = next;
    for (std::size_t j = 0; j < bodies_.size(); ++j) {
      const Vec3 turn = D.segment<3>(static_cast<Eigen::Index>(6 * j) + 3);
      const double angle = turn.norm();
      bodies_[j].p = from[j].p + D.segment<3>(static_cast<Eigen::Index>(6 * j));
      if (angle > 0.0)
        bodies_[j].R = Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix() * from[j].R;
    }
    if (step < 1e-13) return;
  }
}

void NewtonEuler::strike(double t) {
  std::vector<MovingFrame> before;
  calc_frames(model_, provider_, t, -1, before);
  calc_frames(model_, provider_, t, 1, frames_);
  if (constraints_.count() == 0) return;
  if (has_turned(before, frames_)) draw_near(t);
  const VecX change = calc_impulse(t);
  for (std::size_t j = 0; j < bodies_.size(); ++j) {
    const auto from = static_cast<Eigen::Index>(6 * j);
    bodies_[j].V += change.segment<3>(from);
    bodies_[j].W += change.segment<3>(from + 3);
  }
}

std::unique_ptr<Formulation> make_formulation(const std::string& name, const Model& model,
                                              FrameProvider frames, WrenchProvider wrenches) {
  if (name == "kane") {
    return std::make_unique<KaneFormulation>(model, std::move(frames), std::move(wrenches));
  }
  if (model.has_modes() && (name == "inertial" || name == "track-frame")) {
    throw InputError(
        Finding{"modes", {}, "bodies with modes run in the formulation \"kane\" only", "use kane"});
  }
  if (name == "inertial") {
    return std::make_unique<InertialFormulation>(model, std::move(frames), std::move(wrenches));
  }
  if (name == "track-frame") {
    return std::make_unique<TrackFrameFormulation>(model, std::move(frames), std::move(wrenches));
  }
  throw std::invalid_argument("no formulation \"" + name + "\": kane, inertial or track-frame");
}

}  // namespace fourfoot::multibody
