#pragma once

#include <string>
#include <vector>

#include "analysis/checkpoint.h"
#include "system/system.h"

namespace fourfoot::analysis {

/// What a person would want to know of the wheels on profiles, from their loads after every step:
///
///   lift       Q <= 0
///   unloading  Q < 0.3 Q0
///   overload   Q > 2 Q0
///   vibration  Q swings by more than Q0 / 2 between extremes 1 to 12.5 ms apart (40 to 500 Hz),
///   ten
///              times in succession: the wheel vibrates on its contact spring
///
/// Q0: the wheel's static load. Times less than 0.2 s apart on one wheel are one event, told when
/// it is over: at the time it began, named "wheelset_1/left/lift". Forces are those that the
/// integrator computed last for the step, so times are known to a step.
class WheelWatch {
 public:
  explicit WheelWatch(const system::System& system);
  /// After a step to t, whose forces are in `ws`.
  void add(double t, const system::Workspace& ws, std::vector<RunEvent>& events);
  /// Ends what is going on: at the end of a run, and at a checkpoint, behind which a resumed run
  /// knows nothing of it.
  void close(std::vector<RunEvent>& events);

 private:
  struct Spell {
    bool is_open = false;
    double t_begin = 0.0, t_last = 0.0, s_begin = 0.0, s_last = 0.0, s_front = 0.0;
    double lasted = 0.0;           ///< without the gaps [s]
    double low = 0.0, high = 0.0;  ///< Q [N]
    double swings = 0.0;           ///< of a vibration
  };
  struct Wheel {
    std::string name;
    std::size_t index = 0;            ///< among the system's wheels
    double offset = 0.0, load = 0.0;  ///< chainage [m], Q0 [N]
    Spell lift, unloading, overload, vibration;
    double Q = 0.0, t = 0.0;  ///< of the step before
    // The last extreme of Q, and the value since that may become the next one.
    double extreme = 0.0, t_extreme = 0.0, candidate = 0.0, t_candidate = 0.0;
    int direction = 0, swings = 0;
    double t_first_swing = 0.0;
  };
  void extend(Spell& spell, const Wheel& wheel, double t_from, double t, double s, double low,
              double high) const;
  void add_extreme(Wheel& wheel, double t, double s, double Q);
  void put_lift(Wheel& wheel, std::vector<RunEvent>& events) const;
  void put_unloading(Wheel& wheel, std::vector<RunEvent>& events) const;
  void put_overload(Wheel& wheel, std::vector<RunEvent>& events) const;
  void put_vibration(Wheel& wheel, std::vector<RunEvent>& events) const;

  const system::System& system_;
  std::vector<Wheel> wheels_;
  bool has_begun_ = false;
};

/// One sentence for each wheel and kind of event above, the worst of them, with its likely cause.
std::vector<std::string> list_warnings(const std::vector<RunEvent>& events);

}  // namespace fourfoot::analysis
