#pragma once

#include "cli/verb.h"

/// The verbs of the command line, each in a file of its own: its options, what it does, and the
/// function that adds it. They print; they throw InputError, RunError; they return the exit code.
namespace fourfoot::cli {

enum ExitCode {
  exit_done = 0,
  exit_internal = 1,
  exit_input = 2,
  exit_run_failed = 3,
  exit_interrupted = 130
};

using AddVerb = void(Verbs& verbs);

AddVerb add_check, add_info, add_run, add_integrators, add_export, add_report, add_plot,
    add_animate, add_track, add_schema, add_hertz, add_creep, add_profile, add_contact_geometry,
    add_upgrade, add_equilibrium, add_eigen, add_bifurcation, add_critical_speed, add_sweep,
    add_optimise, add_stability_map, add_signal, add_evaluate, add_twist, add_wear, add_new,
    add_doctor, add_help, add_completions, add_man, add_complete;

/// In the order of --help.
inline constexpr AddVerb* all_verbs[] = {add_check,
                                         add_info,
                                         add_run,
                                         add_integrators,
                                         add_export,
                                         add_report,
                                         add_plot,
                                         add_animate,
                                         add_track,
                                         add_schema,
                                         add_hertz,
                                         add_creep,
                                         add_profile,
                                         add_contact_geometry,
                                         add_upgrade,
                                         add_equilibrium,
                                         add_eigen,
                                         add_bifurcation,
                                         add_critical_speed,
                                         add_sweep,
                                         add_optimise,
                                         add_stability_map,
                                         add_signal,
                                         add_evaluate,
                                         add_twist,
                                         add_wear,
                                         add_new,
                                         add_doctor,
                                         add_help,
                                         add_completions,
                                         add_man,
                                         add_complete};

}  // namespace fourfoot::cli
