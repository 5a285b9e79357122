#pragma once

#include <string>

#include "integrate/linear/linear_method.h"

// The five methods of [Lack2017, section 5] on M x'' + C x' + K x = f, with the paper's constants.
namespace fourfoot::integrate::linear {

/// [Lack2017, Eqs. 13-19]. Memory: x(t), x(t - dt). Stable for omega dt < 2.
///   (a0 M + a1 C) x+ = f - (K - a2 M) x - (a0 M - a1 C) x-
///   a0 = 1/dt^2, a1 = 1/(2 dt), a2 = 2 a0
/// (brackets of Eq. 16 as intended). The first step uses x- = x - dt v + dt^2/2 a.
class LinearCentralDifference final : public LinearMethod {
 public:
  LinearCentralDifference(const LinearSystem& system, double dt);
  void start(const VecX& x, const VecX& v) override;
  void step(const VecX& f_now, const VecX& f_next) override;
};

/// [Lack2017, Eqs. 20-26]. Memory: x, v. The load in mid-step is the mean of both ends.
class LinearRk4 final : public LinearMethod {
 public:
  LinearRk4(const LinearSystem& system, double dt);
  void start(const VecX& x, const VecX& v) override;
  void step(const VecX& f_now, const VecX& f_next) override;

 private:
  MatX state_matrix_;
  MatX inverse_mass_;
};

/// Constants of Newmark's method and its descendants: `a` of the effective equation, `b` of the
/// velocity's update.
struct NewmarkConstants {
  double alpha_f = 0.0;
  double a0, a1, a2, a3, a4, a5;
  double b1, b4, b5;
};

/// newmark: alpha (velocity) = 1/2, beta (displacement) = 1/4. hht: Eq. 34 with damping gamma; the
/// velocity's constants are Newmark's, unscaled. newmark-as-printed: alpha = 1/4, beta = 1/2, which
/// is what Eq. 27 gives in Eq. 28 by the letter: unstable. hht-as-printed: velocity by Eq. 40 with
/// the scaled constants of Eq. 35: it converges to masses 1 / (1 - gamma) times as large.
NewmarkConstants make_newmark_constants(const std::string& name, double dt, double damping);

/// [Lack2017, Eqs. 27-40]. Memory: x, v, a.
///   (a0 M + a1 C + (1 - alpha_f) K) x+ = (1 - alpha_f) f+ + alpha_f (f - K x)
///       + M (a0 x + a2 v + a3 a) + C (a1 x + a4 v + a5 a)
class LinearNewmark final : public LinearMethod {
 public:
  LinearNewmark(const LinearSystem& system, double dt, const NewmarkConstants& constants);
  void start(const VecX& x, const VecX& v) override;
  void step(const VecX& f_now, const VecX& f_next) override;

 private:
  NewmarkConstants c_;
};

/// [Lack2017, Eqs. 41-46]. Memory: x, v now, one and two steps before. Starts with two exact steps
/// (the paper leaves it open), so after start() it stands at t = 2 dt.
class LinearPark final : public LinearMethod {
 public:
  LinearPark(const LinearSystem& system, double dt);
  void start(const VecX& x, const VecX& v) override;
  void step(const VecX& f_now, const VecX& f_next) override;
  int get_lead() const override { return 2; }
};

}  // namespace fourfoot::integrate::linear
