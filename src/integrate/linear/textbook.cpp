#include "integrate/linear/textbook.h"

namespace fourfoot::integrate::linear {

LinearCentralDifference::LinearCentralDifference(const LinearSystem& system, double dt)
    : LinearMethod(system, dt, 2) {
  effective_.compute(system_.mass / (dt * dt) + system_.damping / (2.0 * dt));
}

void LinearCentralDifference::start(const VecX& x, const VecX& v) {
  block(0) = x;
  block(1) = x - dt_ * v + 0.5 * dt_ * dt_ * calc_acceleration(system_, x, v, no_load_);
}

void LinearCentralDifference::step(const VecX& f_now, const VecX&) {
  const double a0 = 1.0 / (dt_ * dt_);
  const double a1 = 1.0 / (2.0 * dt_);
  const VecX now = block(0);
  const VecX right = f_now - system_.stiffness * now + 2.0 * a0 * (system_.mass * now) -
                     a0 * (system_.mass * block(1)) + a1 * (system_.damping * block(1));
  block(0) = effective_.solve(right);
  block(1) = now;
}

LinearRk4::LinearRk4(const LinearSystem& system, double dt)
    : LinearMethod(system, dt, 2),
      state_matrix_(calc_state_matrix(system)),
      inverse_mass_(LuFactors(system.mass).solve(MatX(MatX::Identity(n_, n_)))) {}

void LinearRk4::start(const VecX& x, const VecX& v) {
  block(0) = x;
  block(1) = v;
}

void LinearRk4::step(const VecX& f_now, const VecX& f_next) {
  const auto rate = [&](const VecX& state, const VecX& f) {
    VecX result = state_matrix_ * state;
    result.tail(n_) += inverse_mass_ * f;
    return result;
  };
  const VecX f_mid = 0.5 * (f_now + f_next);
  const VecX k1 = rate(memory_, f_now);
  const VecX k2 = rate(memory_ + 0.5 * dt_ * k1, f_mid);
  const VecX k3 = rate(memory_ + 0.5 * dt_ * k2, f_mid);
  const VecX k4 = rate(memory_ + dt_ * k3, f_next);
  memory_ += (dt_ / 6.0) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
}

NewmarkConstants make_newmark_constants(const std::string& name, double dt, double damping) {
  double alpha = 0.5;
  double beta = 0.25;
  double alpha_f = 0.0;
  if (name == "newmark-as-printed") {
    alpha = 0.25;
    beta = 0.5;
  } else if (name != "newmark") {
    alpha = 0.5 + damping;
    beta = 0.25 * (1.0 + damping) * (1.0 + damping);
    alpha_f = damping;
  }
  const double s = 1.0 - alpha_f;
  NewmarkConstants c;
  c.alpha_f = alpha_f;
  c.a0 = 1.0 / (beta * dt * dt);
  c.a1 = s * alpha / (beta * dt);
  c.a2 = 1.0 / (beta * dt);
  c.a3 = 1.0 / (2.0 * beta) - 1.0;
  c.a4 = s * alpha / beta - 1.0;
  c.a5 = s * (alpha / (2.0 * beta) - 1.0) * dt;
  const bool is_scaled = name == "hht-as-printed";
  c.b1 = is_scaled ? c.a1 : alpha / (beta * dt);
  c.b4 = is_scaled ? c.a4 : alpha / beta - 1.0;
  c.b5 = is_scaled ? c.a5 : (alpha / (2.0 * beta) - 1.0) * dt;
  return c;
}

LinearNewmark::LinearNewmark(const LinearSystem& system, double dt,
                             const NewmarkConstants& constants)
    : LinearMethod(system, dt, 3), c_(constants) {
  effective_.compute(c_.a0 * system_.mass + c_.a1 * system_.damping +
                     (1.0 - c_.alpha_f) * system_.stiffness);
}

void LinearNewmark::start(const VecX& x, const VecX& v) {
  block(0) = x;
  block(1) = v;
  block(2) = calc_acceleration(system_, x, v, no_load_);
}

void LinearNewmark::step(const VecX& f_now, const VecX& f_next) {
  const VecX x = block(0);
  const VecX v = block(1);
  const VecX a = block(2);
  const VecX right = (1.0 - c_.alpha_f) * f_next + c_.alpha_f * (f_now - system_.stiffness * x) +
                     system_.mass * (c_.a0 * x + c_.a2 * v + c_.a3 * a) +
                     system_.damping * (c_.a1 * x + c_.a4 * v + c_.a5 * a);
  block(0) = effective_.solve(right);
  block(1) = c_.b1 * (block(0) - x) - c_.b4 * v - c_.b5 * a;
  block(2) = c_.a0 * (block(0) - x) - c_.a2 * v - c_.a3 * a;
}

namespace {
// LinearPark's constants times dt.
constexpr double p0 = 10.0 / 6.0, p1 = -15.0 / 6.0, p2 = 1.0, p3 = -1.0 / 6.0;
}  // namespace

LinearPark::LinearPark(const LinearSystem& system, double dt) : LinearMethod(system, dt, 6) {
  effective_.compute(p0 * p0 / (dt * dt) * system_.mass + p0 / dt * system_.damping +
                     system_.stiffness);
}

void LinearPark::start(const VecX& x, const VecX& v) {
  const MatX propagator = calc_exact_propagator(system_, dt_);
  VecX state(2 * n_);
  state << x, v;
  for (int age : {2, 1, 0}) {
    memory_.segment(2 * age * n_, 2 * n_) = state;
    state = propagator * state;
  }
}

void LinearPark::step(const VecX&, const VecX& f_next) {
  const VecX past_x = (p1 * block(0) + p2 * block(2) + p3 * block(4)) / dt_;
  const VecX past_v = (p1 * block(1) + p2 * block(3) + p3 * block(5)) / dt_;
  const VecX right =
      f_next - system_.mass * (past_v + p0 / dt_ * past_x) - system_.damping * past_x;
  const VecX next = effective_.solve(right);
  memory_.tail(2 * n_) = memory_.segment(2 * n_, 2 * n_).eval();
  memory_.segment(2 * n_, 2 * n_) = memory_.head(2 * n_).eval();
  block(0) = next;
  block(1) = p0 / dt_ * next + past_x;
}

}  // namespace fourfoot::integrate::linear
