#pragma once

#include "analysis/orbit_newton.h"

namespace fourfoot::analysis {

/// Where the next orbit of a branch is to be expected. Steps (x, T, p) are scaled as in OrbitPoint.
///
/// Two ways, with s the length along the tangent tau at the last orbit:
///
///   by the tangent    s tau + s^2/2 dtau/ds      from the tangents at the last two orbits
///   by the points     the parabola through the last three orbits
///
/// The first is better where the branch is smooth. On real profiles derivatives change between
/// neighbouring orbits, so that tangents may point a tenth of a step aside of where the next orbits
/// lie; points do not know derivatives. The way that would have been better for the last orbit is
/// taken, and with it the direction of the branch. Parts of second order are at most 0.3 (tangent)
/// and 0.5 (points) of the step. Steps along the orbit itself, which only say where on it a state was
/// taken, are left out: from point to point they would grow.
class BranchPredictor {
 public:
  /// The branch's direction at the last orbit, of norm 1: its tangent or that of the parabola.
  VecX calc_direction(const OrbitPoint& last) const;
  /// The way to an orbit `step` along `from.tangent`, which is calc_direction at the last orbit.
  VecX predict(const OrbitPoint& from, double step) const;
  /// Cosine of the turn from the last step to `way`, where points are trusted; else -1.
  double calc_turn(const OrbitPoint& from, const VecX& way) const;
  /// `way`: from an orbit to the next one, a step of this length along its tangent.
  void learn(const OrbitPoint& from, const OrbitPoint& to, const VecX& way, double step);
  /// The next orbit is not a neighbour of those before.
  void forget();

 private:
  VecX predict_by_tangent(const OrbitPoint& from, double step) const;
  VecX predict_by_points(const OrbitPoint& from, double step) const;

  VecX bend_;                   ///< dtau/ds, across the tangent
  VecX last_way_, way_before_;  ///< the steps to the last orbit and to the one before
  bool by_points_ = false;
};

/// A piece of a branch between two orbits: the cubic through both with their tangents, over the
/// length along the first tangent (which corrections of orbits do not change).
class BranchPiece {
 public:
  BranchPiece(const OrbitPoint& from, const OrbitPoint& to, VecX way);
  double length() const { return length_; }
  /// From the first orbit; `part` of the length, 0 to 1.
  VecX calc_way(double part) const;
  /// Where the parameter turns back; the middle if it does so nowhere well within the piece.
  double find_turn() const;

 private:
  VecX way_, first_, second_;  ///< to the other end; derivatives by the length at both ends
  double length_ = 0.0;
};

}  // namespace fourfoot::analysis
