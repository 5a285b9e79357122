#pragma once

#include "math/types.h"

namespace fourfoot::integrate {

using ConstVecRef = Eigen::Ref<const VecX>;
using VecRef = Eigen::Ref<VecX>;
using Pattern = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// The parts of a state y = [q, u, z], as views of it: nothing is copied.
struct ConstState {
  ConstVecRef q, u, z;
};
struct State {
  VecRef q, u, z;
  operator ConstState() const { return {q, u, z}; }
};

/// How the state is divided: y = [q, u, z].
///   q  coordinates,            q' = N(q, t) u + n(q, t): depends on q, u and t only
///   u  generalised speeds,     u' = M^-1 f, the accelerations, already solved for
///   z  extra states (a series damper's force, a filter, any first-order equation)
/// The structural methods (Newmark, HHT, ...) treat the parts differently; the others do not look.
/// A plain first-order system has everything in z.
struct Partition {
  int n_q = 0;
  int n_u = 0;
  int n_z = 0;

  int size() const { return n_q + n_u + n_z; }
  ConstState view(const ConstVecRef& y) const {
    return {y.head(n_q), y.segment(n_q, n_u), y.tail(n_z)};
  }
  /// To write into.
  State edit(VecRef y) const { return {y.head(n_q), y.segment(n_q, n_u), y.tail(n_z)}; }
};

struct Entries;

/// An initial-value problem y' = f(t, y), the one seam between the integrators and whatever is
/// simulated. f must depend on t and y alone: an integrator may go back, try a step twice, or ask
/// for states that are never accepted. Not const, because an implementation keeps its workspace.
class Problem {
 public:
  virtual ~Problem() = default;

  virtual int get_size() const = 0;
  virtual Partition get_partition() const { return {0, 0, get_size()}; }

  /// ydot = f(t, y). Throws StateOutOfRange (base/state_out_of_range.h) where a smaller step may
  /// help, any other RunError to end the run.
  virtual void calc_rate(double t, const ConstVecRef& y, VecRef ydot) = 0;

  /// jacobian = df/dy, if the problem can tell; `jacobian` has the right size already. If it
  /// returns false the integrators take differences of calc_rate.
  virtual bool calc_jacobian(double t, const ConstVecRef& y, MatX& jacobian) {
    (void)t, (void)y, (void)jacobian;
    return false;
  }

  /// The same into a matrix that is zero outside of `entries`, which hold all of get_pattern, and that stays
  /// so: one that is large and hardly filled need not be cleared as a whole.
  virtual bool calc_jacobian_entries(double t, const ConstVecRef& y, const Entries& entries,
                                     MatX& jacobian) {
    (void)entries;
    return calc_jacobian(t, y, jacobian);
  }

  /// Both at once, for those who need both: the rate is a by-product of most Jacobians. Returns
  /// what calc_jacobian returns; the rate is there in any case.
  virtual bool calc_rate_and_jacobian(double t, const ConstVecRef& y, VecRef ydot, MatX& jacobian) {
    calc_rate(t, y, ydot);
    return calc_jacobian(t, y, jacobian);
  }

  /// The Jacobian in stages of about equal work, for who must not be busy for long at a time: all
  /// of them, in their order and with the same (t, y), make `jacobian`, whatever else is asked for
  /// in between. Returns what calc_jacobian returns. After follow_motion `jacobian` is zero outside of
  /// get_pattern, and stays so.
  virtual int get_stage_count() const { return 1; }
  virtual bool calc_jacobian_stage(int stage, double t, const ConstVecRef& y, MatX& jacobian) {
    (void)stage;
    return calc_jacobian(t, y, jacobian);
  }

  /// How far the rate computed last is from what the Jacobian made last predicts, asked by methods
  /// that keep one: above 1 it tells nothing any more. The problem knows best, since much of y'
  /// changes with t alone; one that does not look says that it may be somewhat off.
  virtual double calc_jacobian_misfit() const { return 0.9; }

  /// From now on rates are asked for along one motion, in steps so short that little changes from one to
  /// the next, by a method without error control: a rate may be taken from the one before as far as
  /// that does not matter, and parts of a Jacobian from earlier ones. Where the motion starts anew a
  /// Jacobian is asked for together with the rate.
  virtual void follow_motion() {}

  /// Where df/dy may be other than zero, at any t and y: sets those entries of `pattern` (all false,
  /// of the right size), which saves most of the linear algebra. False: not known.
  virtual bool get_pattern(Pattern& pattern) const {
    (void)pattern;
    return false;
  }

  /// A typical size of each component (1 mm, 1 mrad, ...): its absolute error tolerance is
  /// Options::atol times this. Constant during a run.
  virtual void get_scales(VecRef scales) const { scales.setOnes(); }

  /// Event functions: something happens where g_i(t, y) changes its sign.
  virtual int get_event_count() const { return 0; }
  virtual void calc_events(double t, const ConstVecRef& y, VecRef g) { (void)t, (void)y, (void)g; }
  /// The same from what the rate computed last has left, if that was at t and hardly elsewhere than y, and
  /// if no function is near zero: for who only wants to know that nothing happens. False: not known.
  virtual bool get_events_nearby(double t, const ConstVecRef& y, VecRef g) {
    (void)t, (void)y, (void)g;
    return false;
  }
  /// +1: only where g_i rises through zero, -1: only where it falls, 0: both.
  virtual int get_event_direction(int event) const {
    (void)event;
    return 0;
  }
};

}  // namespace fourfoot::integrate
