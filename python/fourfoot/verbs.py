"""What the program's verbs do, as functions: the scenario first, options as keywords, numbers in SI or texts with a unit."""

import os

from . import _core
from .answers import (Bifurcation, Comparison, CriticalSpeed, Eigen, Equilibrium, Evaluation, Integrators, Signal, StabilityMap, Sweep,
                      Wear)
from .errors import InputError
from .progress import shown
from .results import Results
from .scenario import Scenario, load


def _scenario(given, radius=None, speed=None):
    """A scenario or the name of its file; its settings with those that the options stand for."""
    scenario = given if isinstance(given, Scenario) else load(given)
    settings = scenario.settings
    if speed is not None:
        settings.append(f"speed.v={_text('speed', speed)}")
    if radius is not None:
        settings += _core.list_curve_settings(_text("radius", radius))
    return scenario._source, settings


def _text(name, value):
    """As it would be typed after the option."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} is a number in SI or a text with a unit, not {value!r}")
    return repr(float(value))


def _number(name, value, unit):
    """A number in SI: "60 km/h" for the unit "m/s" is 16.67."""
    return _core.read_quantity("--" + name.replace("_", "-"), _text(name, value), unit)


def _positive(name, value, unit):
    number = _number(name, value, unit)
    if not number > 0:
        raise InputError(f"{name} must be positive")
    return number


def _values(name, given, unit):
    """Numbers of a list, an array, or "from:step:to"."""
    if isinstance(given, str):
        return _core.read_range("--" + name, given, unit, False)
    values = [_number(name, v, unit) for v in (given if hasattr(given, "__iter__") else [given])]
    if not values:
        raise InputError(f"{name}: no values are given")
    return values


def _texts(given):
    return [] if given is None else [given] if isinstance(given, str) else [str(v) for v in given]


def _choice(name, given, words):
    if given not in words:
        closest = _core.find_closest(str(given), list(words))
        raise InputError(f"{name} cannot be {given!r}: " + (f"did you mean {closest!r}?" if closest else "expected one of: " + ", ".join(words)))
    return given


def _threads(threads):
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or int(threads) != threads or not 1 <= threads <= 1024:
        raise InputError("threads is a whole number from 1 to 1024")
    return int(threads)


def _follow(t=0.0, observe=None, longest=60.0, direction="both", starts=(), orbit_steps=200):
    _choice("direction", direction, ("up", "down", "both"))
    if not 20 <= int(orbit_steps) <= 20000:
        raise InputError("orbit_steps is a whole number from 20 to 20000")
    return _core.Following(_number("time", t, "s"), observe or "", _positive("longest", longest, "s"), direction != "down", direction != "up",
                           [float(x) for x in starts], int(orbit_steps))


def equilibrium(scenario, *, time=0.0, speed=None, radius=None):
    """Static or steady-curving state: places and forces of all channels."""
    source, settings = _scenario(scenario, radius, speed)
    return Equilibrium(_core.find_equilibrium(source, settings, _number("time", time, "s")))


def eigen(scenario, *, speed=None, parameter="speed.v", values=None, time=0.0, radius=None, progress=None):
    """Eigenvalues and modes. Over values of the speed, or of another entry: root locus, linear critical value."""
    source, settings = _scenario(scenario, radius)
    chosen = []
    if speed is not None:
        parameter, chosen = "speed.v", _values("speed", speed, "m/s")
    elif values is not None:
        chosen = _values("values", values, "1")
    with shown(progress, "eigen") as function:
        found = _core.find_root_locus(source, settings, parameter, chosen, _number("time", time, "s"), function)
    return Eigen(parameter, found)


def critical_speed(scenario, low, high, *, method="falling", parameter="speed.v", resolution=0.01, step=1.0, observe=None, longest=60.0,
                   orbit_steps=200, kick=1e-6, alpha=1.0, time=0.0, radius=None, on_trial=None):
    """Nonlinear critical speed between `low`, at which it runs steadily, and `high`, at which it hunts."""
    source, settings = _scenario(scenario, radius)
    unit = "m/s" if parameter == "speed.v" else "1"
    low, high = _number("from", low, unit), _number("to", high, unit)
    if not low < high:
        raise InputError("low must be below high: it runs steadily at the first and hunts at the second")
    _choice("method", method, ("falling", "disturbance", "small-disturbance", "continuation", "axle-force"))
    return CriticalSpeed(_core.find_critical_speed(
        source, settings, parameter, method, low, high, _follow(time, observe, longest, orbit_steps=orbit_steps),
        _positive("resolution", resolution, unit), _positive("step", step, unit), _positive("kick", kick, "m"), _positive("alpha", alpha, "1"), on_trial))


def bifurcation(scenario, *, speed=None, parameter="speed.v", values=None, method="both", direction="both", starts=(), observe=None,
                longest=60.0, orbit_steps=200, time=0.0, radius=None, progress=None):
    """Amplitude over speed or another entry, up and down; limit cycles by continuation."""
    if (speed is None) == (values is None):
        raise InputError("give speed=… or parameter=… with values=…")
    source, settings = _scenario(scenario, radius)
    parameter = parameter if speed is None else "speed.v"
    chosen = _values("speed", speed, "m/s") if speed is not None else _values("values", values, "1")
    if sorted(chosen) != list(chosen):
        raise InputError("the values must ascend")
    _choice("method", method, ("simulation", "continuation", "both"))
    with shown(progress, "bifurcation") as function:
        return Bifurcation(_core.find_bifurcation(source, settings, parameter, chosen, method,
                                                  _follow(time, observe, longest, direction, starts, orbit_steps), function))


def stability_map(scenario, speed, *, radius=("straight",), parameter=None, values=None, observe=None, direction="both", starts=(),
                  resolution=0.05, longest=30.0, threads=None, progress=None):
    """Bifurcation diagrams over curve radii ("straight", 600, "600/128 mm"), or over values of another entry."""
    source, settings = _scenario(scenario)
    if (parameter is None) != (values is None):
        raise InputError("parameter and values go together")
    radii = [] if parameter else [_text("radius", r) for r in ([radius] if isinstance(radius, (str, int, float)) else radius)]
    lines = [_text("values", v) for v in values] if parameter else []
    with shown(progress, "stability map") as function:
        return StabilityMap(parameter or "radius", _core.make_stability_map(
            source, settings, radii, parameter or "", lines, _values("speed", speed, "m/s"),
            _follow(0.0, observe, longest, direction, starts), _positive("resolution", resolution, "m/s"), _threads(threads), function))


def sweep(study, *, settings=None, threads=None, progress=None):
    """A study file: one row of figures for each combination of its parameters. In memory; the program keeps a file besides."""
    from .scenario import _join
    with shown(progress, "sweep") as function:
        return Sweep(_core.run_sweep(os.fspath(study), [_join(k, v) for k, v in (settings or {}).items()], _threads(threads), function))


def wear(plan, folder, *, threads=None, force=False, progress=None):
    """Wheel profiles as they wear over a mix of curves, in a folder that a stopped study goes on in."""
    with shown(progress, "wear") as function:
        return Wear(_core.run_wear(os.fspath(plan), os.fspath(folder), _threads(threads), bool(force), function))


def integrators(scenario, *, methods=None, steps=None, tolerances=None, damping=(), channel=None):
    """One case by many integrators: stability, frequency, damping, cost."""
    given = scenario if isinstance(scenario, Scenario) else load(scenario)
    chosen = [_positive("steps", v, "s") for v in steps or ()]  # none: about the scenario's
    rtol = [_positive("tolerances", v, "1") for v in tolerances] if tolerances is not None else [1e-3, 1e-4, 1e-5, 1e-6, 1e-8]
    gammas = [_number("damping", v, "1") for v in damping]
    if not all(0 <= g <= 1 / 3 for g in gammas):
        raise InputError("damping must be between 0 and 1/3")
    return Integrators(_core.compare_integrators(given._source, given.settings, _texts(methods) or _core.get_method_names(), chosen, rtol, gammas,
                                                 channel or _core.find_displaced(given._source, given.settings)))


def evaluate(*records, norms=None, bodies=None, bogies=None, map=None, limits=None, speed=None, wheel_load=None, bogie_mass=None, section=None,
             flange_angle=None, friction=None, target=None):
    """Figures of norms, comfort, wear and fatigue, with limits. Of results, or files (HDF5, CSV); two or more: side by side."""
    if not records:
        raise InputError("no record is given to evaluate")
    units = {"speed": ("m/s", speed), "wheel_load": ("N", wheel_load), "bogie_mass": ("kg", bogie_mass), "section": ("m", section),
             "flange_angle": ("rad", flange_angle), "friction": ("1", friction)}
    numbers = {name: _positive(name, value, unit) for name, (unit, value) in units.items() if value is not None}
    goals = {name: _number("target", value, {"speed": "m/s", "curvature": "1/m"}.get(name, "m")) for name, value in (target or {}).items()}
    for name in goals:
        _choice("target", name, _core.list_influences())
    with _as_files(records) as files:
        found = _core.evaluate_files(files, _texts(norms), _texts(bodies), _texts(bogies), _renames(map), os.fspath(limits or ""), numbers, goals)
    if len(files) == 1:
        return Evaluation(found["evaluations"][0], found["limits"])
    return Comparison(found, [str(f) for f in records])


def signal(record, channels, *, filters=(), resample=None, psd=None, third_octaves=False, rainflow=False, percentiles=None, map=None,
           speed=None, limits=None):
    """Channels of results or of a file, filtered ("low:20 Hz", "mean:2 m", "weight:Wb"), resampled, as spectra, counted."""
    if sum(bool(x) for x in (psd, rainflow, percentiles is not None)) > 1:
        raise InputError("one of psd, rainflow and percentiles at a time")
    points = [] if percentiles is None else [float(p) for p in percentiles]
    if not all(0 <= p <= 100 for p in points):  # also what is no number
        raise InputError("percentiles are from 0 to 100")
    segment = "" if psd is None else psd if isinstance(psd, str) else f"{float(psd)!r} s"
    with _as_files([record]) as files:
        return Signal(_core.process_signals(files[0], _texts(channels), _renames(map), _texts(filters), resample or "", segment, bool(third_octaves),
                                            bool(rainflow), points, "" if speed is None else _text("speed", speed), os.fspath(limits or "")))


def report(records, file="report.html", *, force=False):
    """One self-contained page (HTML) of one or several results: summary, plots, 3-D, inputs."""
    with _as_files([records] if isinstance(records, (str, os.PathLike, Results)) else records) as files:
        _core.write_report(files, os.fspath(file), bool(force))


def check(file, **settings):
    """Reads a file of any kind with all that it names: "a good scenario file". Raises InputError."""
    from .scenario import _join
    return _core.check_file(os.fspath(file), [_join(k, v) for k, v in settings.items()])["verdict"]


def schema(kind):
    """JSON Schema of a kind of file: scenario, vehicle, track, study, wear."""
    import json
    return json.loads(_core.make_schema(kind))


def new(name, *, vehicle="coach", track="curve"):
    """Makes a small commented folder that runs, and loads its scenario. track: "curve", "straight", ("csv", file)."""
    return load(_core.make_new_folder(os.fspath(name), vehicle, _texts(track)))


def upgrade(file, *, trial=False):
    """Rewrites a file of an older version as it is written now; returns (line, before, after) of what changed."""
    return _core.upgrade(os.fspath(file), bool(trial))


def _renames(given):
    if given is None:
        return []
    return [f"{ours}={theirs}" for ours, theirs in given.items()] if isinstance(given, dict) else _texts(given)


class _as_files:
    """Names of files that hold these records; results in memory are written aside."""

    def __init__(self, records):
        self._records, self._folder = list(records), None

    def __enter__(self):
        files = []
        for i, record in enumerate(self._records):
            if isinstance(record, Results) and record.file is None:
                import tempfile
                self._folder = self._folder or tempfile.TemporaryDirectory()
                files.append(os.path.join(self._folder.name, f"{i + 1}.h5"))
                record.save(files[-1])
            else:
                files.append(record.file if isinstance(record, Results) else os.fspath(record))
        return files

    def __exit__(self, *_):
        if self._folder:
            self._folder.cleanup()
