#pragma once

#include <memory>
#include <string>

#include "analysis/orbit_passage.h"
#include "math/least_squares.h"

namespace fourfoot::analysis {

struct OrbitNewtonOptions {
  double parameter_scale = 1.0;  ///< a change of the parameter by this much counts as 1 mm does
  double tolerance = 1e-7;       ///< of the integrator
  /// Displacement between x(T) and x that counts as none [m, rad], and the same of all x, scaled;
  /// less for orbits below 3 mm, in proportion.
  double closing = 3e-7, scaled_closing = 1e-3;
  /// From the orbit, by Newton's next step, scaled; likewise less. Of an orbit asked for by itself,
  /// and of one on the way along a branch (where `near` is given, see correct).
  double distance = 2e-5, distance_on_branch = 1e-4;
  /// Part of the orbit's size: gaps below it are made by the integrator's choice of steps, and where
  /// a multiplier is near 1 no orbit is nearer. Asked only where `near` is (see correct).
  double noise = 1e-5;
  double longest_step = 20.0;  ///< of a correction, scaled
  int intervals = 150;         ///< of the variational equations in a period
  int most_passages = 16;      ///< through a period in one correction
  std::function<bool()> is_cancelled;
};

/// A point of a branch of orbits: a state on the orbit, its period, the parameter, and how its
/// equations change there. Unknowns (x, T, p) are scaled: x by the flow's scales, T by 1 %, p by
/// parameter_scale.
struct OrbitPoint {
  double value = 0.0;
  VecX state;
  double period = 0.0;
  VecX tangent;        ///< of the branch (x, T, p), of norm 1
  VecX rate;           ///< x' [1/s]
  VecX gap;            ///< x(T) - x, the jump in the middle carried on to T
  MatX monodromy;      ///< dx(T)/dx
  VecX by_period;      ///< dx(T)/dT
  VecX by_parameter;   ///< dx(T)/dp
  Passage passage;     ///< over the period
  VecX middle;         ///< state after half the period
  VecX jump;           ///< from it to what the first half ends with, scaled; 0 on an orbit
  VecX end_gap;        ///< x(T) - x as the second half ends
  MatX early;          ///< derivatives of the first half's end by (x, T, p)
  MatX late;           ///< dx(T)/dx of the middle
  double extent = 0;   ///< about how far it goes, by its speed at the beginning [m, rad]
  double closing = 0;  ///< largest displacement of gap and jump, unscaled [m, rad]
};

/// Of the equations below at a point with derivatives: rows of the gap, of the phase, and of the
/// tangent (`is_fixed`: the parameter stays), by scaled (x, T, p); the middle is eliminated.
MatX make_newton_matrix(const OrbitPoint& point, bool is_fixed);

/// Corrects points to orbits by shooting:
///
///   x(T/2; x, p) - x_m = 0      by an integrator with error control (orbit_passage.h)
///   x(T/2; x_m, p) - x = 0
///   x' . dx = 0                 phase: corrections do not go along the orbit
///   tau . (dx, dT, dp) = 0      pseudo-arclength: nor along the branch's tangent tau [Keller1977]
///
/// The middle x_m is an unknown of its own, so that both halves of a period are run at the same time
/// [Deuflhard2004]; it is eliminated: with W1, W2 of the halves and j their jump in the middle the gap is
/// x(T) - x + W2 j, and x_m moves by j + W1 dx.
/// Newton's matrix is that of a neighbouring orbit or made anew; between, Broyden's rank-one
/// updates learn from the passages themselves [Kelley1995]. So the orbit is one of the motion as
/// the integrator has it, whatever corners the forces have; derivatives only decide how quickly it
/// is found. A step is good if the next one with the same matrix is shorter [Deuflhard2004]; else
/// the matrix is made anew where the point is, then steps are shortened. Along a branch the latter
/// does not pay (Effort::quick): a shorter step along the branch is cheaper.
class OrbitNewton {
 public:
  enum class Effort { quick, thorough };
  OrbitNewton(FlowFamily family, OrbitNewtonOptions options);

  /// Moves `point` to an orbit; the number of passages, or 0 with `fault` said. `is_fixed`: the
  /// parameter stays; else corrections are orthogonal to the tangent. Uses the derivatives the
  /// point has (from its predecessor).
  /// `near`: where corrections shrink slowly, an orbit that closes is good enough if the next one
  /// is below this, scaled.
  int correct(OrbitPoint& point, bool is_fixed, Effort effort = Effort::thorough,
              double near = 0.0);
  const std::string& fault() const { return fault_; }
  /// Derivatives at the point, whose passage is there.
  void linearise(OrbitPoint& point);
  /// The direction of the branch at the point, on from the one it has.
  void find_tangent(OrbitPoint& point);
  /// (x, T, p) moved by scaled steps, and the middle with it; `part`: of its jump that is mended.
  void move(OrbitPoint& point, const VecX& step, double part = 1.0);
  /// From a point to another, scaled (x, T, p); what goes along with the parameter left out.
  VecX calc_way(const OrbitPoint& from, const OrbitPoint& to);
  /// One passage: gap and rate of the point as it is. False with `fault` where it fails.
  bool shoot(OrbitPoint& point);
  /// At a value of the parameter; kept until four others have been asked for.
  OrbitFlow& build_flow(double value);

  static constexpr double period_scale = 0.01;

 private:
  static void join_gaps(OrbitPoint& point);
  bool factorise(const OrbitPoint& point, bool is_fixed);
  bool improve(OrbitPoint& point, bool is_fixed, Effort effort);
  bool renew(OrbitPoint& point, bool is_fixed, Effort effort);
  double choose_difference(double value) const;
  VecX calc_step(const VecX& gap) const;
  bool is_closed(const OrbitPoint& point) const;
  bool is_found(const OrbitPoint& point) const;

  FlowFamily family_;
  OrbitNewtonOptions options_;
  struct KeptFlow {
    double value = 0.0;
    std::unique_ptr<OrbitFlow> flow, twin;  ///< the second for another thread
  };
  std::vector<KeptFlow> flows_;  ///< the last ones asked for, newest first
  std::unique_ptr<OrthogonalFactors> factors_;
  std::vector<VecX> steps_;  ///< Broyden's, since the matrix was made
  bool is_own_ = false;      ///< the matrix is that of the point itself, without updates
  int passages_ = 0, renewals_ = 0, most_renewals_ = 2;
  double near_ = 0.0, contraction_ = 1.0;  ///< of correct; of the last good step
  std::string fault_;
};

}  // namespace fourfoot::analysis
