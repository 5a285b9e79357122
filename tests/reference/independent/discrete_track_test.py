"""Rails on sleepers against discrete_track.csv, which a second program (discrete_track.py) found without elements and without a ring."""
import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
PROFILES = HERE.parents[2] / "models" / "profiles"
SPEED, SPACING, WHEEL_MASS, HARMONICS = 25.0, 0.7, 3000.0, 3

TRACK = f"""\
format = "fourfoot track 1"
[[horizontal]]
type = "line"
length = "60 m"
[rails]
profile = "{PROFILES}/rail_60E1.toml"
inclination = 0.025
gauge = "1427 mm"
[support]
model = "discrete"
free_length = "15 m"
elements = 4
rails = {{ mass = "54.77 kg/m", vertical_bending = "4.91 MN m2", lateral_bending = "0.88 MN m2" }}
sleepers = {{ spacing = "{SPACING} m", mass = "320 kg", record = ["11.2 m"] }}
[support.pads]
vertical = {{ stiffness = "120 MN/m", damping = "60 kN s/m" }}
lateral = {{ stiffness = "25 MN/m", damping = "400 kN s/m" }}
[support.ballast]
vertical = {{ stiffness = "60 MN/m", damping = "90 kN s/m" }}
lateral = {{ stiffness = "30 MN/m", damping = "60 kN s/m" }}
"""
# Only z and the spin are free, so nothing but the rails moves sideways. A narrow gauge and little friction let the wheels push them apart.
VEHICLE = f"""\
format = "fourfoot vehicle 1"
[bodies.wheelset]
type = "wheelset"
mass = {2 * WHEEL_MASS}
inertia = [2000, 200, 2000]
position = [0, 0, 0.46]
radius = "460 mm"
free = ["z", "chi"]
"""
SCENARIO = f"""\
format = "fourfoot scenario 1"
vehicle = "vehicle.toml"
track = "track.toml"
[speed]
v = {SPEED}
[contact]
model = "profiles"
friction = 0.05
[wheels]
profile = "{PROFILES}/wheel_S1002.toml"
[integrator]
rtol = 1e-5
atol = 1e-5
[run]
duration = "0.7 s"
[output]
step = "1 ms"
channels = ["wheelset/left/*", "rail_1_left/*", "sleeper_1/*", "drive/force"]
"""


def call(folder, *words):
    out = subprocess.run([os.environ["FOURFOOT"], *words], cwd=folder, check=True, capture_output=True, text=True)
    return out.stdout


def find_harmonics(s, y):
    """c_0 .. c_3 of y = sum c_n e^{2 pi i n s / spacing}, n from -3 on, over whole bays."""
    part = s > s[-1] - 8 * SPACING - 1e-9
    waves = np.exp(2j * np.pi * np.outer(s[part] / SPACING, np.arange(-5, 6)))
    found = np.linalg.lstsq(waves, y[part].astype(complex), rcond=None)[0]
    return found[5 - HARMONICS:6 + HARMONICS]


class DiscreteTrack(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.rows = {}
        with (HERE / "discrete_track.csv").open() as table:
            for row in csv.DictReader(table):
                cls.rows[row["what"], row["a"], row["b"]] = complex(float(row["real"]), float(row["imaginary"]))
        with tempfile.TemporaryDirectory() as folder:
            for name, text in (("track.toml", TRACK), ("vehicle.toml", VEHICLE), ("scenario.toml", SCENARIO)):
                (pathlib.Path(folder) / name).write_text(text)
            cls.receptances = list(csv.DictReader(call(folder, "track", "track.toml", "--receptance", "--format", "csv").splitlines()))
            call(folder, "run", "scenario.toml", "-o", "run.h5", "-q")
            with h5py.File(pathlib.Path(folder) / "run.h5") as file:
                cls.s, cls.t = file["s"][:], file["time"][:]
                cls.run_of = {name: file["channels/" + name][:] for name in (
                    "wheelset/left/Q", "wheelset/left/Y", "wheelset/left/N", "wheelset/left/patch_1/penetration", "wheelset/left/patch_1/nu_y",
                    "wheelset/left/patch_1/angle", "rail_1_left/y", "rail_1_left/z", "rail_1_left/v_z", "sleeper_1/left/seat", "drive/force", "wheelset/left/t_gamma")}

    def harmonics(self, name):
        return find_harmonics(self.s, self.run_of[name])

    def gains(self):
        order = range(-HARMONICS, HARMONICS + 1)
        return np.array([[self.rows["vertical", str(n), str(l)] for l in order] for n in order])

    def test_receptances(self):
        """Four elements a bay of length l. The error of a free wave is (kl)^4/720 of omega^2: at 300 Hz 5e-5 up and down, 3e-4 sideways, which the
        resonance of the span between two sleepers (960 Hz, 406 Hz) enlarges."""
        compared = 0
        for row in self.receptances:
            for name, bound in (("z_sleeper", 5e-4), ("z_between", 5e-4), ("y_sleeper", 2e-3), ("y_between", 2e-3)):
                wanted = self.rows.get((name, row["f"], ""))
                if wanted is None:
                    continue
                got = float(row[name]) * np.exp(1j * float(row[name + "_phase"]))
                self.assertLess(abs(got - wanted), bound * abs(wanted), f"{name} at {row['f']} Hz")
                compared += 1
        self.assertEqual(compared, 32)

    def test_rail_under_a_rolling_wheel(self):
        """The wheel's force as it is, mean and three harmonics of sleeper-passing: the rail sinks as the endless track does."""
        force, sunk = self.harmonics("wheelset/left/Q"), -self.harmonics("rail_1_left/z")
        wanted = self.gains() @ force
        middle = HARMONICS
        self.assertLess(abs(sunk[middle] - wanted[middle]), 1e-3 * abs(wanted[middle]))
        self.assertLess(abs(sunk[middle + 1] - wanted[middle + 1]), 1e-2 * abs(wanted[middle + 1]))
        rate = -self.harmonics("rail_1_left/v_z")
        omega = 2 * np.pi * SPEED / SPACING
        self.assertLess(abs(rate[middle + 1] - 1j * omega * sunk[middle + 1]), 1e-2 * omega * abs(sunk[middle + 1]))

    def test_force_of_a_rolling_wheel(self):
        """Wheel, Hertz's spring (as stiff as the run's own) and track solved together. A rail that goes aside by y lets the wheel down by y tan(gamma)."""
        N, delta = self.run_of["wheelset/left/N"], self.run_of["wheelset/left/patch_1/penetration"]
        load, angle = WHEEL_MASS * 9.81, np.mean(self.run_of["wheelset/left/patch_1/angle"])
        spring = np.mean(1.5 * N / delta) * np.cos(angle) ** 2
        order = np.arange(-HARMONICS, HARMONICS + 1)
        inertia = WHEEL_MASS * (2 * np.pi * SPEED / SPACING * order) ** 2
        gains = self.gains() + np.eye(len(order)) / spring
        # F_n = m (n w)^2 u_n,  u = gains F + y tan(gamma); F_0 is the load.
        known = np.where(order == 0, load, inertia * np.tan(angle) * self.harmonics("rail_1_left/y"))
        wanted = np.linalg.solve(np.eye(len(order)) - inertia[:, None] * gains, known)
        got = self.harmonics("wheelset/left/Q")
        self.assertLess(abs(got[HARMONICS] - load), 1e-4 * load)
        self.assertGreater(abs(wanted[HARMONICS + 1]), 1e-3 * load)
        self.assertLess(abs(got[HARMONICS + 1] - wanted[HARMONICS + 1]), 1e-2 * abs(wanted[HARMONICS + 1]))

    def test_seat_force(self):
        """As the wheel passes with the force that it has."""
        force, t = self.harmonics("wheelset/left/Q"), self.t - 11.2 / SPEED
        times = [a for what, a, l in self.rows if what == "seat" and l == "0"]
        wanted = np.array([self.rows["seat", a, "0"].real * force[HARMONICS].real +
                           sum(2 * (self.rows["seat", a, str(l)] * force[HARMONICS + l]).real for l in range(1, HARMONICS + 1)) for a in times])
        got = np.interp([float(a) for a in times], t, self.run_of["sleeper_1/left/seat"])
        self.assertLess(np.max(np.abs(got - wanted)), 5e-3 * np.max(wanted))

    def calc_slope(self, axis, force):
        return self.rows["slope", axis, ""].real * self.harmonics("wheelset/left/" + force)[HARMONICS].real

    def test_creepage_on_a_bent_rail(self):
        """The rail is pushed aside and comes back late, so its line slants under the wheel. The line follows the wheel, its material does not:
        it moves at -v dy/ds, and a wheel that does not yaw creeps by dy/ds, on a flank by 1 / cos(gamma) more."""
        creepage, angle = self.harmonics("wheelset/left/patch_1/nu_y")[HARMONICS].real, np.mean(self.run_of["wheelset/left/patch_1/angle"])
        wanted = self.calc_slope("y", "Y") / np.cos(angle)
        self.assertGreater(abs(wanted), 1e-5)
        self.assertLess(abs(creepage - wanted), 2e-2 * abs(wanted))

    def test_drag(self):
        """What pads and ballast dissipate, the drive gives: N less the slope, Q dz/ds + Y dy/ds of each wheel, and what creep costs."""
        drag = -sum(self.calc_slope(axis, force) * self.harmonics("wheelset/left/" + force)[HARMONICS].real for axis, force in (("z", "Q"), ("y", "Y")))
        creep = self.harmonics("wheelset/left/t_gamma")[HARMONICS].real
        got = self.harmonics("drive/force")[HARMONICS].real / 2
        self.assertGreater(drag, 0.2 * got)
        self.assertLess(abs(got - drag - creep), 2e-2 * got)


if __name__ == "__main__":
    unittest.main()
