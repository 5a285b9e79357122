# %% [markdown]
# # Calibration and optimisation
# First a calibration whose answer is known: a run stands for a measurement, and its parameters are found again. Then an optimum with a constraint.

# %%
import math

import numpy as np

import fourfoot

K, C = "vehicle.elements.spring.stiffness.3", "vehicle.elements.spring.damping.3"
s = fourfoot.scenario({
    "vehicle": {"format": "fourfoot vehicle 1",
                "bodies": {"box": {"mass": 2000.0, "inertia": [1000.0, 1000.0, 1000.0], "position": [0.0, 0.0, 1.0], "free": ["z"]}},
                "elements": {"spring": {"type": "spring-damper", "between": ["track", "box"], "at": [0.0, 0.0, 1.0],
                                        "stiffness": [0.0, 0.0, 8e5], "damping": [0.0, 0.0, 1.6e4]}}},
    "speed": {"v": 10.0}, "initial": {"box": {"z": "5 mm"}}, "run": {"duration": "1 s"}, "output": {"step": "5 ms"}})

# %% [markdown]
# The measurement: the run with 0.05 mm of noise. The model that is calibrated begins with other values.

# %%
r = s.run(progress=False)
noise = np.random.default_rng(1).normal(0.0, 5e-5, len(r))
found = fourfoot.fit(s.changed({K: 5e5, C: 4e4}), {K: (3e5, 2e6, 5e5), C: (2e3, 6e4, 4e4)}, {"box/z": (r["time"], r["box/z"] + noise)},
                     tolerance=1e-5, progress=False)
print(found)
print({key: f"{value:.5g}" for key, value in found.settings.items()})

assert abs(found.settings[K] / 8e5 - 1) < 0.02 and abs(found.settings[C] / 1.6e4 - 1) < 0.1  # as much as the noise allows

# %% [markdown]
# The damper for the fastest decay with at most 20 % of critical damping. In closed form: $c = 2 \cdot 0.2 \sqrt{k m}$.

# %%
best = fourfoot.optimise({
    "tolerance": 1e-6, "parameters": [{"key": C, "name": "c", "low": 100.0, "high": 4e4}], "cases": [{"analysis": "eigen"}],
    "objectives": [{"figure": "growth"}], "constraints": [{"figure": "damping", "at_most": 0.2}]}, s, progress=False)
print(best.values, best.best["figures"])

assert math.isclose(best.values["c"], 0.4 * math.sqrt(8e5 * 2000.0), rel_tol=1e-4)

# %% [markdown]
# What every damper trades: decay against damping. Each point of the front is a search of its own.

# %%
front = fourfoot.optimise({
    "tolerance": 1e-4, "parameters": [{"key": C, "name": "c", "low": 1e3, "high": 2e4}], "cases": [{"analysis": "eigen"}],
    "objectives": [{"figure": "growth"}, {"figure": "damping"}], "pareto": {"points": 5}}, s, progress=False)
print(front)

assert len(front.searches) == 5
