#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "integrate/problem.h"
#include "scenario/family.h"

namespace fourfoot::analysis {

/// Motion y' = f(y) as periodic orbits need it, at one value of the parameter: a state y and
/// coordinates x of small changes of it that have no redundancy. One per thread.
class OrbitFlow {
 public:
  virtual ~OrbitFlow() = default;
  /// Another one for the same value, for another thread.
  virtual std::unique_ptr<OrbitFlow> copy() const = 0;

  /// f and df/dy, exactly.
  virtual integrate::Problem& problem() = 0;
  /// A typical size of each x.
  virtual const VecX& scales() const = 0;
  /// dy/dx at y (size of y by size of x).
  virtual MatX calc_basis(const VecX& y) = 0;
  /// x of the difference y - base; the inverse of move for small steps.
  virtual VecX calc_difference(const VecX& base, const VecX& y) = 0;
  /// The same of many small changes of y at `base`, one in each column.
  virtual MatX calc_differences(const VecX& base, const MatX& changes);
  virtual VecX move(const VecX& y, const VecX& dx) = 0;
  /// A state that goes along with the parameter: where that changes, states are shifted as this
  /// does. Wheels spin faster when the vehicle runs faster; were they not shifted, each step of the
  /// speed would be a braking.
  virtual VecX calc_reference() { return VecX::Zero(problem().get_size()); }
  /// The coordinate by which amplitudes are measured.
  virtual double observe(const VecX& y) = 0;
  /// The wheelsets, and how far aside each is [m]: one may hunt where the observed one hardly moves.
  virtual std::vector<std::string> get_wheelset_names() const { return {}; }
  virtual void calc_wheelsets(const VecX& y, VecX& lateral) { (void)y, lateral.resize(0); }
  /// Largest |x| in which displacements alone are counted [m, rad].
  virtual double calc_displacement(const VecX& x) const = 0;
  /// What begins and ends on an orbit (a flange that touches): names, and functions that are
  /// negative while it is on.
  virtual std::vector<std::string> get_watch_names() const { return {}; }
  virtual void calc_watches(const VecX& y, VecX& g) { (void)y, g.resize(0); }

  int size() const { return static_cast<int>(scales().size()); }
};

/// Motions over a parameter. Throws InputError for a value that is not allowed.
using FlowFamily = std::function<std::unique_ptr<OrbitFlow>(double value)>;

/// A family of Systems with track and speed as they are at t (an endless straight or curve).
/// `observed`: see observed.h.
FlowFamily make_flows(const scenario::Family& family, double t, const std::string& observed);

}  // namespace fourfoot::analysis
