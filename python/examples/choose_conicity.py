# %% [markdown]
# # Choosing a value
# Which conicity gives a critical speed of 60 m/s? Any function of a scenario can be searched with the tools of scipy.

# %%
from scipy.optimize import brentq

import fourfoot

s = fourfoot.example("hunting-wheelset")


def calc_margin(conicity):
    found = fourfoot.eigen(s.changed({"contact.conicity": conicity}), speed="10:10:150", progress=False).critical
    return (150 if found is None else found) - 60


# %%
conicity = brentq(calc_margin, 0.02, 0.3, xtol=1e-4)
print(f"conicity {conicity:.4f}")

# %% [markdown]
# Held against a run: below 60 m/s a disturbance dies out, above it grows.

# %%
ends = {}
for speed in (55, 65):
    y = s.changed({"contact.conicity": conicity, "speed.v": speed, "run.duration": 20}).run(progress=False)["wheelset/y"]
    ends[speed] = abs(y[-400:]).max()
print(ends)

assert ends[55] < 1e-3 < ends[65]
