# %% [markdown]
# # A damper law of your own
# A suspension law can be a Python function. It is known by its name in any scenario of this process. The same law as a C function costs what a law of the program costs.

# %%
import math

import numpy as np

import fourfoot

# %% [markdown]
# Pull over the rate of stretch, with a soft knee. It is called for trial steps, too, and keeps nothing between calls.


# %%
@fourfoot.plugin.line("soft-damper", parameters=2)
def soft_damper(stroke, rate, t, p):
    return p[0] * math.tanh(rate / p[1])


s = fourfoot.scenario({
    "vehicle": {"format": "fourfoot vehicle 1",
                "bodies": {"wheelset": {"type": "wheelset", "mass": 1500.0, "inertia": [800.0, 120.0, 800.0], "position": [0.0, 0.0, 0.46],
                                        "radius": 0.46, "free": ["y", "psi", "chi"]}},
                "elements": {"spring": {"type": "spring-damper", "between": ["track", "wheelset"], "at": [0.0, 1.0, 0.46], "stiffness": [5e5, 1e5, 0.0]},
                             "damper": {"type": "plugin", "function": "soft-damper", "parameters": [2000.0, 0.02], "between": ["track", "wheelset"],
                                        "at_first": [0.0, -1.0, 0.46], "at_second": [0.0, 0.0, 0.46]}}},
    "speed": {"v": "20 m/s"}, "contact": {"model": "textbook", "conicity": 0.05, "f11": 8e6, "f22": 7e6},
    "initial": {"wheelset": {"y": "3 mm"}}, "integrator": {"rtol": 1e-8, "atol": 1e-8}, "run": {"duration": "2 s"}, "output": {"step": "10 ms"}})
first = s.run(progress=False)["wheelset/y"].copy()

# %% [markdown]
# As a C function with its derivatives. Here ctypes makes one of a Python function, to show the form.


# %%
@fourfoot.plugin.LAW
def in_c(x, p, out, derivatives, context):
    share = math.tanh(x[1] / p[1])
    out[0] = p[0] * share
    if derivatives:  # by stroke and rate
        derivatives[0], derivatives[1] = 0.0, p[0] / p[1] * (1.0 - share * share)
    return 0


fourfoot.plugin.line("soft-damper", in_c, parameters=2)
second = s.run(progress=False)["wheelset/y"].copy()
difference = np.abs(first - second).max()
print(f"largest difference {difference:.1e} m of {np.abs(first).max():.1e} m: the first took its derivatives by differences")

assert difference < 1e-6 * np.abs(first).max()  # both runs have a tolerance of 1e-8
