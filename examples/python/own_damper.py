"""A damper law of one's own in a run: as a Python function, then the same in C by ctypes."""
import ctypes
import math
import time

import fourfoot
import numpy as np

VEHICLE = {
    "format": "fourfoot vehicle 1",
    "bodies": {"wheelset": {"type": "wheelset", "mass": 1500.0, "inertia": [800.0, 120.0, 800.0], "position": [0.0, 0.0, 0.46],
                            "radius": 0.46, "free": ["y", "psi", "chi"]}},
    "elements": {
        "spring": {"type": "spring-damper", "between": ["track", "wheelset"], "at": [0.0, 1.0, 0.46], "stiffness": [5e5, 1e5, 0.0]},
        "damper": {"type": "plugin", "function": "soft-damper", "parameters": [2000.0, 0.02], "between": ["track", "wheelset"],
                   "at_first": [0.0, -1.0, 0.46], "at_second": [0.0, 0.0, 0.46]},
    },
}
scenario = {"vehicle": VEHICLE, "speed": {"v": "20 m/s"}, "contact": {"model": "textbook", "conicity": 0.05, "f11": 8e6, "f22": 7e6},
            "initial": {"wheelset": {"y": "3 mm"}}, "run": {"duration": "2 s"}, "output": {"step": "10 ms"}}


# Pull over the rate of stretch: a soft knee. It is called for trial steps, too, and keeps nothing between calls.
@fourfoot.plugin.line("soft-damper", parameters=2)
def soft_damper(stroke, rate, t, p):
    return p[0] * math.tanh(rate / p[1])


begin = time.perf_counter()
first = fourfoot.scenario(scenario).run()
print(f"Python: {time.perf_counter() - begin:.2f} s, last y = {1e3 * first['wheelset/y'][-1]:.6f} mm")


# The same as a C function. Here ctypes makes one of a Python function, to show the form; numba.cfunc or a compiled library gives a
# real one, and then it costs what a law of the program costs.
@fourfoot.plugin.LAW
def in_c(x, p, out, derivatives, context):
    share = math.tanh(x[1] / p[1])
    out[0] = p[0] * share
    if derivatives:  # by stroke and rate
        derivatives[0], derivatives[1] = 0.0, p[0] / p[1] * (1.0 - share * share)
    return 0


fourfoot.plugin.line("soft-damper", in_c, parameters=2)
assert isinstance(in_c, ctypes._CFuncPtr)
second = fourfoot.scenario(scenario).run()
print(f"C: last y = {1e3 * second['wheelset/y'][-1]:.6f} mm")
difference = np.abs(np.asarray(first["wheelset/y"]) - np.asarray(second["wheelset/y"])).max()
print(f"largest difference {difference:.1e} m: the first took its derivatives by differences")
