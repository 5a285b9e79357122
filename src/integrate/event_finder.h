#pragma once

#include <limits>
#include <vector>

#include "integrate/integrator.h"

namespace fourfoot::integrate {

/// A sign change of an event function.
struct Event {
  int index = -1;     ///< which of the problem's event functions
  double t = 0.0;     ///< just after the zero (the side of the new sign)
  int direction = 0;  ///< +1: the function rose through zero, -1: it fell
};

/// Looks for sign changes of the problem's event functions on the dense output of the last step,
/// and locates them by bracketing (TOMS 748) to the resolution of the time itself. A function that
/// changes its sign twice between two samples is not seen: at least `samples` per step (1 or more),
/// no further apart than `spacing` [s]. With `samples` 1 a step is looked at once, at its end, if every
/// function stays on its side, changed by less than itself, at the rate of the last look would have
/// done so too, and is not off that rate's straight line by more than a quarter of itself: a function that
/// dips to zero and back begins steeply. For that the problem's functions nearby will do, where
/// it has them.
class EventFinder {
 public:
  EventFinder(Problem& problem, int samples,
              double spacing = std::numeric_limits<double>::infinity());

  /// Begins at (t, y). The function `fired`, if any, counts as being on no side of zero, whatever
  /// rounding made of it, until it has left zero.
  void start(double t, const ConstVecRef& y, int fired = -1);
  /// The same behind a jump of the state or of the problem at the time searched so far: a function
  /// that the jump brings to its other side is an event, too.
  const std::vector<Event>& start_behind_jump(double t, const ConstVecRef& y);
  /// The earliest event after the time searched so far and up to integrator.t(), if any. Call until
  /// it returns false, which marks the step as searched.
  bool find_next(const Integrator& integrator, Event& event);

 private:
  void calc(const Integrator& integrator, double t, VecX& g);
  /// Whether the problem tells at no cost that nothing happens up to the end of the step.
  /// Sets `is_end_known` if it tells the functions there.
  bool is_known_to_be_quiet(const Integrator& integrator, bool is_one_look, bool& is_end_known);
  double locate(const Integrator& integrator, int index, double t_from, double t_to, double g_to);
  bool is_wanted(int index, int direction) const;
  /// g is what the functions are `way` seconds after what was kept last.
  void keep_before(const VecX& g, double way);
  void forget_before() { looks_known_ = 0; }
  /// Whether all functions of g_end_ are on the side where they were.
  bool is_on_its_side() const;
  /// Whether nothing can have happened in the time `way` from t_ on, of which g_end_ is the end.
  bool is_quiet(double way) const;

  Problem& problem_;
  int samples_;
  double spacing_;
  double t_ = 0.0;         ///< searched up to here
  std::vector<int> side_;  ///< sign of each function at t_; 0 = not known yet
  std::vector<Event> jumped_;
  VecX g_, g_to_, y_;
  VecX g_before_, g_end_;  ///< at t_ and at the end of the step
  VecX rates_;             ///< of change up to t_ [1/s]
  int looks_known_ = 0;    ///< 1: g_before_ is known, 2: rates_ too
};

}  // namespace fourfoot::integrate
