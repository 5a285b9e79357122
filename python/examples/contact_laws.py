# %% [markdown]
# # Comparing contact laws
# The same contact patch by several tangential laws, first as arrays, then in a run.

# %%
import numpy as np

import fourfoot

patch = {"a": 6e-3, "b": 4e-3, "normal": 8e4, "friction": 0.3}
slip = np.linspace(0.0, 1e-2, 6)
laws = ("fastsim", "polach", "shen-hedrick-elkins")
forces = {law: fourfoot.creep(law, **patch, nu_y=slip, shear_modulus=82e9, poisson=0.28) for law in laws}
for law, force in forces.items():
    print(f"{law:20s}", *(f"{-f / 1e3:8.2f}" for f in force.fy), "kN")

# %% [markdown]
# All begin with Kalker's slope and end with $\mu N$; between, they differ.

# %%
for law, force in forces.items():
    assert abs(abs(force.fy[-1]) - 0.3 * 8e4) < 0.05 * 0.3 * 8e4, law

# %% [markdown]
# In a curve the steady forces of a coach show what the choice of the law means for guiding.

# %%
s = fourfoot.example("coach-curve")
guiding = {}
for law in laws:
    found = fourfoot.equilibrium(s.changed({"contact.tangential.law": law}), radius="300/100 mm")
    guiding[law] = found["wheelset_1/right/Y"]
    print(f"{law:20s} Y of the leading outer wheel {guiding[law] / 1e3:7.2f} kN")

assert max(guiding.values()) - min(guiding.values()) < 0.2 * abs(guiding["fastsim"])
