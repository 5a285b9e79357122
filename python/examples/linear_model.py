# %% [markdown]
# # A linear model for control
# Small motions about steady running as matrices, with forces on bodies as inputs and channels as outputs.

# %%
import numpy as np

import fourfoot

s = fourfoot.example("hunting-wheelset")
model = fourfoot.linearise(s, speed=50, inputs="wheelset/F_y", outputs=["wheelset/y", "wheelset/v_y"])
print(model)
print(model.states)

# %% [markdown]
# Its eigenvalues are those of `fourfoot.eigen`; its answer to a lateral force has a peak where the wheelset sways.

# %%
modes = fourfoot.eigen(s.changed({"speed.v": 50}))
ours, theirs = np.sort_complex(model.eigenvalues), np.sort_complex(modes.eigenvalues[0])
print(abs(ours - theirs).max())
f = np.linspace(0.2, 5, 200)
response = abs(model.frequency_response(f)[:, 0, 0])
print(f"largest answer at {f[response.argmax()]:.2f} Hz: {1e6 * response.max():.3g} mm/kN")

# %% [markdown]
# A damping force against v_y moves the eigenvalues to the left: state feedback u = -K y in one line.

# %%
closed = model.A - 5e4 * model.B @ model.C[1:2]
print("least damped:", model.eigenvalues.real.max(), "->", np.linalg.eigvals(closed).real.max())

assert abs(ours - theirs).max() < 1e-6 * abs(theirs).max()
