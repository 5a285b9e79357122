#pragma once

#include "integrate/jacobian.h"
#include "integrate/options.h"
#include "integrate/sparse_lu.h"

namespace fourfoot::integrate {

/// The matrix I - d A of a linearly implicit method, A a Jacobian that need not be today's: it is
/// renewed once in `jacobian_interval` = n steps, in stages, one or more in each step (its factors
/// are the last), and is between n and 2 n steps old; with n = 1 it is made anew in each step, with
/// the rate. It is made whole in a step that begins a run or where the problem does not know its
/// rate by it any more (a flange strikes, a wheel gets another patch: the longest step there is). By
/// itself n is what fits into 12 ms, in which a vehicle on irregular rails changes little, but no
/// more than there are stages: 1 for steps of more than 8 ms.
///
/// On demand, and where the user does not say n, it is renewed only where the problem's rate differs by
/// 0.7 of what would make it whole (Problem::calc_jacobian_misfit), and every 0.1 s: for what the problem
/// does not look at. Then it is renewed in 4 ms, before the rate differs by so much. For methods that bear a matrix which is somewhat off.
class StagedJacobian {
 public:
  enum class Renewal { always, on_demand };
  StagedJacobian(Problem& problem, const Options& options, Renewal renewal);

  /// The next one is made whole.
  void forget() { has_jacobian_ = false; }
  /// rate = f(t, y), and factors of I - d A with the work on A that is due in this step.
  void calc(double t, const VecX& y, double d, VecX& rate, Statistics& statistics);
  /// x = (I - d A)^-1 b.
  void solve(const VecX& b, VecX& x) { lu_.solve(b, x); }

 private:
  void make_whole(double t, const VecX& y, double d, VecX& rate, Statistics& statistics);
  /// Whether work on the next one is due in this step.
  bool is_due();
  [[gnu::noinline]] void renew(double t, const VecX& y, double d, Statistics& statistics);
  void factorise(double d, Statistics& statistics);

  Problem& problem_;
  JacobianSource source_;
  MatX jacobian_, next_;  ///< in use, and being made
  SparseLu lu_;
  int interval_, stage_count_;
  bool has_jacobian_ = false;
  double factored_ = 0.0;              ///< d of the factors
  double misfit_ = 0.0;                ///< in the last step
  int most_waits_ = 0, waited_ = 0;    ///< steps without work on the next one
  int turn_ = 0, jacobian_stage_ = 0;  ///< steps and stages since `next_` was begun
  double next_t_ = 0.0;                ///< where it is made
  VecX next_y_;
};

}  // namespace fourfoot::integrate
