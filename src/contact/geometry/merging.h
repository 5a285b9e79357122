#pragma once

#include "contact/geometry/search.h"
#include "math/dual.h"

namespace fourfoot::contact {

/// 0 below `low`, 1 above `high`, a cubic between: once continuously differentiable.
template <class T>
T calc_cubic_step(const T& x, double low, double high) {
  if (get_value(x) <= low) return T(0.0);
  if (get_value(x) >= high) return T(1.0);
  const T t = (x - low) * (1.0 / (high - low));
  return T(t * t * (3.0 - 2.0 * t));
}

/// Degree w_ridge to which two minima are joined by the overlap at the ridge between them.
template <class T>
T calc_joined(const T& shallow, const T& ridge, double level) {
  const double half = 0.6 * (level < 0.5 ? level : 1.0 - level);
  return calc_cubic_step(T(ridge / shallow), level - half, level + half);
}
/// Whether that is 1: calc_merging is 1 then, wherever their centres are.
template <class T>
bool is_wholly_joined(const T& shallow, const T& ridge, double level) {
  return get_value(shallow) > 0.0 &&
         get_value(calc_joined(get_value(shallow), get_value(ridge), level)) == 1.0;
}

/// Degree w to which two neighbouring minima of the separation are one patch; SearchOptions says
/// what and why. `deep`, `shallow`: their overlaps [m]; `ridge`: overlap between them; `apart`:
/// distance of their overlaps' centres along the wheel profile [m]. A minimum that just begins to
/// overlap changes nothing yet, merged or not; it comes in with its share of the deeper one's
/// overlap. One that arises within an overlap, from a bend of its slope, has its ridge beside it
/// and is one with it, however shallow: the patch does not jump.
template <class T>
T calc_merging(const T& deep, const T& shallow, const T& ridge, const T& apart,
               const SearchOptions& options) {
  if (!(get_value(shallow) > 0.0)) return T(0.0);
  const T far = calc_cubic_step(apart, options.near, options.far);
  const T grown = options.merges_at_once ? T(1.0) : calc_cubic_step(T(shallow / deep), 0.0, 0.25);
  const T joined = calc_joined(shallow, ridge, options.merge_level);
  return T(joined + (1.0 - joined) * grown * (1.0 - far));
}

/// Degree to which the shallower one, taken by itself, carries: not in the hollow pressed by the
/// deeper one.
template <class T>
T calc_carrying(const T& deep, const T& shallow, const T& apart) {
  return T(1.0 - (1.0 - calc_cubic_step(T(shallow / deep), 0.15, 0.45)) *
                     (1.0 - calc_cubic_step(apart, 10e-3, 20e-3)));
}

}  // namespace fourfoot::contact
