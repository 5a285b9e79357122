# %% [markdown]
# # Critical speed over conicity and stiffness
# How worn may the wheels be, and how stiff must the suspension hold the wheelset? A map of the linear critical speed over both.

# %%
import numpy as np

import fourfoot

s = fourfoot.example("hunting-wheelset")
conicities = [0.05, 0.1, 0.2]
factors = [0.5, 1.0, 2.0]
springs = ["vehicle.elements.spring_left.stiffness.1", "vehicle.elements.spring_right.stiffness.1"]  # lengthwise: they hold the yaw

# %%
speeds = np.full((len(conicities), len(factors)), np.nan)
for i, conicity in enumerate(conicities):
    for k, factor in enumerate(factors):
        changed = s.changed({"contact.conicity": conicity, **{key: factor * s[key] for key in springs}})
        critical = fourfoot.eigen(changed, speed="10:10:150", progress=False).critical
        speeds[i, k] = np.nan if critical is None else critical
print("critical speed [m/s], a line for each conicity, a column for each stiffness")
print(np.array2string(speeds, precision=1))

# %% [markdown]
# The nonlinear critical speed is where a motion lasts that was started large. It is never above the linear one.

# %%
found = fourfoot.critical_speed(s, 30, 80, resolution=0.5)
print(found)

assert np.all(np.diff(speeds, axis=0) < 0), "worn wheels hunt earlier"
assert np.all(np.diff(speeds, axis=1) > 0), "a stiff suspension hunts later"
assert float(found) <= speeds[0, 1] + 0.5
