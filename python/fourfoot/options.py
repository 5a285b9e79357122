"""Options of the functions: numbers in SI or texts with a unit, as they would be typed after an option of the program."""

import os

from . import _core
from .errors import InputError
from .scenario import Scenario, load


def take_scenario(given, radius=None, speed=None):
    """A scenario or the name of its file; its settings with those that the options stand for."""
    scenario = given if isinstance(given, Scenario) else load(given)
    settings = scenario.settings
    if speed is not None:
        settings.append(f"speed.v={write_option('speed', speed)}")
    if radius is not None:
        settings += _core.list_curve_settings(write_option("radius", radius))
    return scenario._source, settings


def write_option(name, value):
    """As it would be typed after the option."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"{name} is a number in SI or a text with a unit, not {value!r}")
    return repr(float(value))


def read_number(name, value, unit):
    """A number in SI: "60 km/h" for the unit "m/s" is 16.67."""
    return _core.read_quantity("--" + name.replace("_", "-"), write_option(name, value), unit)


def read_positive(name, value, unit):
    number = read_number(name, value, unit)
    if not number > 0:
        raise InputError(f"{name} must be positive")
    return number


def read_values(name, given, unit):
    """Numbers of a list, an array, or "from:step:to"; they ascend."""
    if isinstance(given, str):
        return _core.read_range("--" + name, given, unit, False)
    values = [read_number(name, v, unit) for v in (given if hasattr(given, "__iter__") else [given])]
    if not values:
        raise InputError(f"{name}: no values are given")
    if any(b <= a for a, b in zip(values, values[1:])):
        raise InputError(f"{name}: the values must ascend")
    return values


def list_texts(given):
    return [] if given is None else [given] if isinstance(given, str) else [str(v) for v in given]


def check_choice(name, given, words):
    if given not in words:
        closest = _core.find_closest(str(given), list(words))
        raise InputError(f"{name} cannot be {given!r}: " + (f"did you mean {closest!r}?" if closest else "expected one of: " + ", ".join(words)))
    return given


def count_threads(threads):
    if threads is None:
        return os.cpu_count() or 1
    if isinstance(threads, bool) or int(threads) != threads or not 1 <= threads <= 1024:
        raise InputError("threads is a whole number from 1 to 1024")
    return int(threads)


def make_following(t=0.0, observe=None, longest=60.0, direction="both", starts=(), orbit_steps=150):
    check_choice("direction", direction, ("up", "down", "both"))
    factors = [float(x) for x in starts]
    if not all(abs(x) < 1e6 for x in factors):  # also what is no number
        raise InputError("starts are multiples of the initial disturbance")
    if not 20 <= int(orbit_steps) <= 20000:
        raise InputError("orbit_steps is a whole number from 20 to 20000")
    return _core.Following(read_number("time", t, "s"), observe or "", read_positive("longest", longest, "s"), direction != "down", direction != "up",
                           factors, int(orbit_steps))
