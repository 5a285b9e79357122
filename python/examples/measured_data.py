# %% [markdown]
# # Evaluating measured data
# A record of a test run as CSV, with names and units of its own, is judged by the same code as simulations. Here a simulated
# run plays the test car: its channels are written to a CSV file in kN under other names.

# %%
import pathlib
import tempfile

import numpy as np

import fourfoot

folder = pathlib.Path(tempfile.mkdtemp())
s = fourfoot.example("coach-curve")
s["run.duration"] = "8 s"
r = s.run(progress=False)
names = {"wheelset_1/left/Y": "Y11", "wheelset_1/left/Q": "Q11", "wheelset_1/right/Y": "Y12", "wheelset_1/right/Q": "Q12"}
names = {ours: theirs for ours, theirs in names.items() if ours in r}
columns = [r["time"], r["s"], *(1e-3 * r[name] for name in names)]
record = folder / "record.csv"
np.savetxt(record, np.column_stack(columns), delimiter=",", comments="", header=",".join(["time [s]", "s [m]", *(f"{n} [kN]" for n in names.values())]))

# %% [markdown]
# What its columns are called here, and the figures that they allow.

# %%
found = fourfoot.evaluate(record, map={ours: f"{theirs} [kN]" for ours, theirs in names.items()}, norms=["nadal"])
print(found)

# %% [markdown]
# The same of the run itself, and both side by side.

# %%
both = fourfoot.evaluate(r, norms=["nadal"])
for a, b in zip(found.figures, [f for f in both.figures if f["subject"].startswith("wheelset_1")]):
    print(f"{a['figure']:<10} {a['subject']:<18} measured {a['value'] if a['value'] == a['value'] else a['largest']:.5g}")

# %% [markdown]
# One channel, filtered as EN 14363 does it, and its distribution.

# %%
filtered = fourfoot.signal(record, "Y11", filters=["low:20 Hz", "mean:2 m"])
print(filtered)
print(fourfoot.signal(record, "Y11", percentiles=[0.15, 50, 99.85]).data["columns"])

assert found.figures
