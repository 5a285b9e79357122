"""What the program's verbs do, as functions: the scenario first, options as keywords, numbers in SI or texts with a unit."""

import os

from . import _core
from .answers import Bifurcation, CriticalSpeed, Eigen, Equilibrium, LinearModel, StabilityMap
from .errors import InputError
from .options import (check_choice, count_threads, list_texts, make_following, read_number, read_positive, read_values, take_scenario,
                      write_option)
from .progress import shown
from .scenario import Scenario, join_setting, load
from .tables import Integrators, Sweep, Wear, read_map_lines


def equilibrium(scenario, *, time=0.0, speed=None, radius=None):
    """Static or steady-curving state: positions and forces of all channels."""
    source, settings = take_scenario(scenario, radius, speed)
    return Equilibrium(_core.find_equilibrium(source, settings, read_number("time", time, "s")))


def eigen(scenario, *, speed=None, parameter="speed.v", values=None, time=0.0, radius=None, progress=None):
    """Eigenvalues and modes. Over values of the speed, or of another entry: root locus, linear critical value."""
    source, settings = take_scenario(scenario, radius)
    chosen = []
    if speed is not None:
        parameter, chosen = "speed.v", read_values("speed", speed, "m/s")
    elif values is not None:
        chosen = read_values("values", values, "1")
    with shown(progress, "eigen") as function:
        found = _core.find_root_locus(source, settings, parameter, chosen, read_number("time", time, "s"), function)
    return Eigen(parameter, found)


def linearise(scenario, *, inputs=None, outputs=None, time=0.0, speed=None, radius=None):
    """Small motions about steady running as x' = A x + B u, y = C x + D u.

    inputs: patterns of forces and torques on bodies ("car_body/F_y", "*/M_z"); None: all.
    outputs: patterns of channels; None: all.
    """
    source, settings = take_scenario(scenario, radius, speed)
    return LinearModel(_core.linearise(source, settings, read_number("time", time, "s"), list_texts(inputs), list_texts(outputs)))


def critical_speed(scenario, low=5.0, high=200.0, *, method="auto", parameter="speed.v", resolution=None, step=1.0, observe=None, longest=60.0,
                   orbit_steps=150, disturbance=1e-6, alpha=1.0, time=0.0, radius=None, threads=None, on_trial=None):
    """Nonlinear critical speed between `low`, at which it runs steadily, and `high`, at which it hunts.

    `auto` needs no range and narrows the speed down to 0.1 m/s, the other methods to 0.01 m/s; `resolution` says it otherwise.
    """
    source, settings = take_scenario(scenario, radius)
    unit = "m/s" if parameter == "speed.v" else "1"
    low, high = read_number("from", low, unit), read_number("to", high, unit)
    if not low < high:
        raise InputError("low must be below high: it runs steadily at the first and hunts at the second")
    check_choice("method", method, ("auto", "falling", "disturbance", "small-disturbance", "continuation", "axle-force"))
    if resolution is None:
        resolution = 0.1 if method == "auto" else 0.01
    return CriticalSpeed(_core.find_critical_speed(
        source, settings, parameter, method, low, high, make_following(time, observe, longest, orbit_steps=orbit_steps),
        read_positive("resolution", resolution, unit), read_positive("step", step, unit), read_positive("disturbance", disturbance, "m"), read_positive("alpha", alpha, "1"), count_threads(threads), on_trial))


def bifurcation(scenario, *, speed=None, parameter="speed.v", values=None, method="both", direction="both", starts=(), observe=None,
                longest=60.0, orbit_steps=150, time=0.0, radius=None, progress=None):
    """Amplitude over speed or another entry, up and down; limit cycles by continuation."""
    if (speed is None) == (values is None):
        raise InputError("give speed=… or parameter=… with values=…")
    source, settings = take_scenario(scenario, radius)
    parameter = parameter if speed is None else "speed.v"
    chosen = read_values("speed", speed, "m/s") if speed is not None else read_values("values", values, "1")
    check_choice("method", method, ("simulation", "continuation", "both"))
    with shown(progress, "bifurcation") as function:
        return Bifurcation(_core.find_bifurcation(source, settings, parameter, chosen, method,
                                                  make_following(time, observe, longest, direction, starts, orbit_steps), function))


def stability_map(scenario, speed, *, radius=("straight",), parameter=None, values=None, observe=None, direction="both", starts=(),
                  resolution=0.05, longest=30.0, file=None, threads=None, force=False, progress=None):
    """Bifurcation diagrams over curve radii ("straight", 600, "600/128 mm"), or over values of another entry.

    In memory, or with the CSV file that the program would write: a stopped map goes on there, whoever began it.
    """
    source, settings = take_scenario(scenario)
    if (parameter is None) != (values is None):
        raise InputError("parameter and values go together")
    lines = [write_option("values", v) for v in values] if parameter else [
        write_option("radius", r) for r in ([radius] if isinstance(radius, (str, int, float)) else radius)]
    output = "" if file is None else os.fspath(file)
    with shown(progress, "stability map") as function:
        found = _core.make_stability_map(
            source, settings, parameter or "", lines, read_values("speed", speed, "m/s"), make_following(0.0, observe, longest, direction, starts),
            read_positive("resolution", resolution, "m/s"), output, count_threads(threads), bool(force), function)
    return StabilityMap(parameter or "radius", read_map_lines(output) if output else found)


def sweep(study, *, settings=None, file=None, keep=None, threads=None, force=False, progress=None):
    """A study file: one row of figures for each combination of its parameters.

    In memory, or with the CSV file that the program would write: a stopped study goes on there, whoever began it.
    `keep` is a folder that gets the results file of each run, run-001.h5 and so on.
    """
    with shown(progress, "sweep") as function:
        return Sweep(_core.run_sweep(os.fspath(study), [join_setting(k, v) for k, v in (settings or {}).items()], "" if file is None else os.fspath(file),
                                     "" if keep is None else os.fspath(keep), count_threads(threads), bool(force), function))


def wear(plan, folder, *, threads=None, force=False, progress=None):
    """Wheel profiles as they wear over a mix of curves, in a folder that a stopped study goes on in."""
    with shown(progress, "wear") as function:
        return Wear(_core.run_wear(os.fspath(plan), os.fspath(folder), count_threads(threads), bool(force), function))


def integrators(scenario, *, methods=None, steps=None, tolerances=None, damping=(), channel=None):
    """One case by many integrators: stability, frequency, damping, cost."""
    given = scenario if isinstance(scenario, Scenario) else load(scenario)
    chosen = [read_positive("steps", v, "s") for v in steps or ()]  # none: about the scenario's
    rtol = [read_positive("tolerances", v, "1") for v in tolerances] if tolerances is not None else [1e-3, 1e-4, 1e-5, 1e-6, 1e-8]
    gammas = [read_number("damping", v, "1") for v in damping]
    if not all(0 <= g <= 1 / 3 for g in gammas):
        raise InputError("damping must be between 0 and 1/3")
    return Integrators(_core.compare_integrators(given._source, given.settings, list_texts(methods) or _core.get_method_names(), chosen, rtol, gammas,
                                                 channel or _core.find_displaced(given._source, given.settings)))
