#pragma once

#include <optional>
#include <string>

namespace fourfoot::analysis {

/// Something that happened during a run.
struct RunEvent {
  enum class Kind {
    derailment,  ///< limits, which end a run (system::Limit)
    roll_over,
    lift_off,
    flange,  ///< what begins and ends (system::Watch)
    stop,
    lift,  ///< what a person would want to know of a wheel (run_warnings.h)
    unloading,
    overload,
    vibration,
    track_end,
  };
  double t = 0.0;  ///< located to the resolution of the time [s]
  double s = 0.0;  ///< of the vehicle's origin along the track [m]
  Kind kind = Kind::flange;
  std::string subject;  ///< body, wheel or element it happens to; "track"
  std::string what;     ///< "begins", "ends", "derailment", what a warning says
  double size = 0.0;    ///< of a warning, to find the worst
};

/// "lift-off", "flange", ...: as files keep it.
const char* get_word(RunEvent::Kind kind);
std::optional<RunEvent::Kind> find_event_kind(const std::string& word);
/// As results and people see it: "wheelset_1/left/flange", "wheelset_1" (has derailed), "track".
std::string get_name(const RunEvent& event);

}  // namespace fourfoot::analysis
