# %% [markdown]
# # Hunting of a wheelset
# A wheelset with conical wheels runs in a wave. Above its critical speed the wave grows until the flanges hold it.
# We look at the same wheelset in four ways: eigenvalues, a run, limit cycles, and the critical speed.

# %%
import numpy as np

import fourfoot

s = fourfoot.example("hunting-wheelset")
print(s["speed.v"], "m/s, conicity", s["contact.conicity"])

# %% [markdown]
# Eigenvalues over the speed. The speed at which the first mode begins to grow is the linear critical speed.

# %%
locus = fourfoot.eigen(s, speed="20:5:90")
print(locus)
critical = locus.critical

# %% [markdown]
# A run below and one above it, from the same small displacement.

# %%
for speed in (0.9 * critical, 1.1 * critical):
    r = s.changed({"speed.v": speed}).run(progress=False)
    y = r["wheelset/y"]
    print(f"{speed:5.1f} m/s: begins with {1e3 * abs(y[:200]).max():.2f} mm, ends with {1e3 * abs(y[-200:]).max():.2f} mm")

# %% [markdown]
# The frequency of the motion that lasts, from its spectrum, beside Klingel's formula for a free wheelset.

# %%
spectrum = fourfoot.signal(r, "wheelset/y", psd="5 s")
measured = spectrum["f"][np.argmax(spectrum["wheelset/y"])]
radius = s["vehicle.bodies.wheelset.radius"]
klingel = 1.1 * critical / (2 * np.pi) * np.sqrt(s["contact.conicity"] / (radius * s["contact.half_distance"]))
print(f"measured {measured:.2f} Hz, Klingel {klingel:.2f} Hz")

# %% [markdown]
# Which motions last, over the speed: simulated upwards and downwards, and limit cycles by continuation.

# %%
diagram = fourfoot.bifurcation(s, speed="60:5:75", longest=20, progress=False)
print(diagram)

assert 20 < critical < 90
assert locus.is_stable[0] and not locus.is_stable[-1]
