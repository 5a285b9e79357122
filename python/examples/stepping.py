# %% [markdown]
# # A run that is changed on its way
# A run can wait wherever it is told. Here the rails become slippery while a vehicle is in its curve, as under leaves.

# %%
import pathlib
import tempfile

import fourfoot

s = fourfoot.example("coach-curve")
sim = s.start()
sim.step_to(4.0)
print(sim, {name: round(value) for name, value in sim.channels.items() if name.endswith("left/Y")})

# %%
before = pathlib.Path(tempfile.mkdtemp()) / "before"
sim.save(before)
sim.set_friction(0.1)
sim.step_to(4.5)
slippery = sim.channels

# %% [markdown]
# Back to where it was kept, and on without leaves.

# %%
other = s.start(resume=before)
other.step_to(4.5)
dry = other.channels
name = next(n for n in dry if n.endswith("left/Y"))
print(f"{name}: dry {dry[name]:.0f} N, slippery {slippery[name]:.0f} N")

assert dry["time"] == slippery["time"] == 4.5
assert dry[name] != slippery[name]
