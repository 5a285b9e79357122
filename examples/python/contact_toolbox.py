"""Contact and track as arrays: Hertz's ellipse, creep laws compared, conicity of a wheelset, a random track."""
import pathlib

import fourfoot
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
STEEL = {"shear_modulus": 82e9, "poisson": 0.28}

# The patch of an 80 kN wheel on rail heads of several radii. Arrays broadcast; texts may carry units.
radius = np.array([0.08, 0.2, 0.3])
patch = fourfoot.hertz(normal="80 kN", curvature_x=1 / 0.46, curvature_y=1 / radius, young="210 GPa", poisson=0.28)
for r, a, b in zip(radius, patch.a, patch.b):
    print(f"rail head {1e3 * r:3.0f} mm: a = {1e3 * a:.2f} mm, b = {1e3 * b:.2f} mm")

# The force over creepage by several laws, on the last of these patches.
creepage = np.linspace(0.0, 0.01, 6)
for law in ("exact-table", "fastsim", "polach", "kalker-linear"):
    force = fourfoot.creep(law, a=patch.a[-1], b=patch.b[-1], normal=80e3, friction=0.3, nu_x=creepage, **STEEL)
    print(f"{law:14}", *(f"{1e-3 * abs(f):6.2f}" for f in force.fx), "kN")

# Its slope at rest: the exact derivative of the algorithm, without differences.
rest = fourfoot.creep("fastsim", a=patch.a[-1], b=patch.b[-1], normal=80e3, friction=0.3, **STEEL, derivatives=True)
print(f"Kalker's slope f11 = {-1e-6 * rest.jacobian[0, 0]:.2f} MN")

# Equivalent conicity of S1002 on UIC60.
table = fourfoot.conicity(HERE.parent / "contact-geometry-s1002/geometry.toml", [3e-3])
print(f"conicity at 3 mm: {table.conicity[0]:.3f}, wavelength {table.wavelength[0]:.1f} m")

# A line, and a random track of the spectrum that it asks for.
line = fourfoot.track(HERE.parent / "10-coach-curve/scenario.toml")
s = np.linspace(0.0, line.length, 4)
print("curvature", *(f"{1e3 * c:.2f}" for c in line.curvature(s)), "1/km; cant", *(f"{1e3 * h:.0f}" for h in line.cant(s)), "mm")
rough = fourfoot.irregularity("spectrum", spectrum="erri-b176-low", seed=3)
vertical = rough.at(np.arange(0.0, 5000.0, 0.25)).vertical.value
print(f"random track: {1e3 * vertical.std():.2f} mm root mean square")
