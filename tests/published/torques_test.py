"""Imaginary torques of a body at rest on routes I and II of [Zboinski2016], against an independent computation."""
import csv
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

import support

PROGRAM = os.environ["FOURFOOT"]
SCENARIO = """\
[vehicle.bodies.body]
mass = 20000
inertia = [2.5e4, 3e5, 3.1e5]
position = [0, 0, 1.6]
locked = ["x", "y", "z", "phi", "chi", "psi"]
[contact]
model = "none"
[output]
step = "1 ms"
imaginary = true
"""
TRACKS = {"routeI": "route-1.toml", "routeII": "route-2.toml"}


class TorquesTest(unittest.TestCase):
    def run_body(self, folder, route, v, a, duration):
        scenario, results = folder / "s.toml", folder / "r.h5"
        scenario.write_text(f'track = "{support.ROOT}/models/tracks/{TRACKS[route]}"\nspeed.v = {v}\nspeed.a = {a}\nrun.duration = {duration}\n' + SCENARIO)
        results.unlink(missing_ok=True)
        outcome = subprocess.run([PROGRAM, "run", str(scenario), "--quiet", "-o", str(results)], capture_output=True, text=True)
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        with h5py.File(results) as file:
            torque = file["channels/body/imaginary/rotation"]
            return file["s"][:], torque["torque_x"][:], torque["torque_z"][:]

    def test_torques(self):
        with (support.ROOT / "tests/data/published/imaginary_torques.csv").open(newline="") as file:
            rows = [{key: value if key == "route" else float(value) for key, value in row.items()} for row in csv.DictReader(file)]
        cases = sorted({(row["route"], row["v0"], row["a"]) for row in rows})
        self.assertEqual(len(cases), 6)
        with tempfile.TemporaryDirectory() as name:
            for route, v, a in cases:
                mine = [row for row in rows if (row["route"], row["v0"], row["a"]) == (route, v, a)]
                last = max(row["s"] for row in mine)
                duration = last / v if a == 0 else (np.sqrt(v * v + 2 * a * last) - v) / a
                s, roll, yaw = self.run_body(pathlib.Path(name), route, v, a, duration + 0.01)
                for row in mine:
                    # Rows are a millisecond apart, torques smooth inside a transition: interpolation errs below 1e-7.
                    near = np.argsort(np.abs(s - row["s"]))[:2]
                    if abs(row["s"] - round(row["s"])) < 0.05 and route == "routeI":
                        near = [i for i in near if 10.0 < s[i] < 17.0]  # not across the corner
                    order = sorted(near, key=lambda i: s[i])
                    scale = abs(row["P_psi_exact"])
                    tolerance = 1e-6 if len(order) == 2 else 1e-3
                    self.assertAlmostEqual(np.interp(row["s"], s[order], yaw[order]), row["P_psi_exact"], delta=tolerance * scale, msg=str(row))
                    self.assertAlmostEqual(np.interp(row["s"], s[order], roll[order]), row["P_phi_exact"], delta=tolerance * max(1.0, abs(row["P_phi_exact"])), msg=str(row))


if __name__ == "__main__":
    unittest.main()
