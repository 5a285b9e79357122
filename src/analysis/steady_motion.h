#pragma once

#include <optional>
#include <string>
#include <vector>

#include "math/sparse_matrix.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// A System seen from one time, as equilibria, eigenvalues and periodic orbits need it: in
/// coordinates x = (pi, u, z) that have no redundancy. pi are small displacements along the
/// generalised speeds (multibody/tangent.h), so neither a quaternion's norm nor motion against
/// joints is among them; spin angles of wheelsets are left out, because nothing depends on them.
///
///   rate  f = (pi', u', z'),   pi' = N+ q'       steady motion: f = 0
///
/// Time stands still: curvature, cant and speed are those at t. Not for the time loop: it
/// allocates. One per thread.
class SteadyMotion {
 public:
  SteadyMotion(const system::System& system, double t);

  const system::System& system() const { return system_; }
  double t() const { return t_; }
  int size() const { return parts_.size(); }
  int pi_count() const { return parts_.n_q; }
  int u_count() const { return parts_.n_u; }
  /// How x is divided: pi in place of q.
  const integrate::Partition& parts() const { return parts_; }
  /// "car_body/v_y" for a displacement along that speed as for the speed itself, then own states.
  const std::string& name(int i) const { return names_[static_cast<std::size_t>(i)]; }
  /// The displacements pi, and the speeds, of a vector like x.
  template <class Vec>
  auto get_displacements(const Vec& x) const {
    return x.head(parts_.n_q);
  }
  template <class Vec>
  auto get_speeds(const Vec& x) const {
    return x.segment(parts_.n_q, parts_.n_u);
  }
  /// Which kind of thing entry i of x is.
  enum class Part { displacement, speed, state };
  Part part(int i) const;
  /// Which entry of u a displacement or speed belongs to.
  int u_of(int i) const {
    return i < pi_count() ? kept_[static_cast<std::size_t>(i)] : i - pi_count();
  }

  /// Typical sizes: of x (1 mm or 1 mrad, ten times that per second, own states 1) and of f (the
  /// same per 0.1 s).
  const VecX& scales() const { return scales_; }
  const VecX& rate_scales() const { return rate_scales_; }

  /// f at y. Throws StateOutOfRange as System::calc_rate does.
  void calc_rate(const VecX& y, VecX& f);
  /// f and df/dx at y, exactly.
  void calc_jacobian(const VecX& y, VecX& f, MatX& jacobian);
  /// The same by its entries; of large systems it costs no more than these.
  void calc_jacobian(const VecX& y, VecX& f, SparseMat& jacobian);
  /// d(y)/dx at y (size of y by size of x), without the spin angles.
  MatX calc_basis(const VecX& y);
  /// x of the difference y - base, along the directions at `base`: the inverse of move for small
  /// steps.
  VecX calc_difference(const VecX& base, const VecX& y);
  /// The same of many small changes of y at `base`, one in each column.
  MatX calc_differences(const VecX& base, const MatX& changes);
  /// y moved by dx; joints stay closed.
  VecX move(const VecX& y, const VecX& dx) { return move(y, dx, find_tangents(y)); }
  /// The same with the tangents at y, for who moves from there more than once.
  VecX move(const VecX& y, const VecX& dx, const MatX& tangents);
  MatX find_tangents(const VecX& y);

 private:
  void reduce(const VecX& ydot, VecX& f);
  SparseMat get_full_entries() const;
  MatX calc_tangents(const VecX& y);

  const system::System& system_;
  double t_;
  system::Workspace ws_;
  integrate::Partition parts_;
  std::vector<int> kept_;  ///< entries of u whose displacement matters
  std::vector<std::string> names_;
  VecX scales_, rate_scales_;
  VecX ydot_;
  MatX full_;
  std::optional<integrate::Entries> entries_;  ///< of full_, if it is large and they are known
};

}  // namespace fourfoot::analysis
