"""Newton's and Euler's equations of a coach in an inertial frame, fed with the motion that the program found.

The recorded coordinates are turned into absolute positions, velocities and momenta by hand (coach.py); their rates must be the weight, the
suspension's forces by the data sheet, and the recorded contact forces at the recorded contact points. Creepages and the approach of wheel
and rail follow from the absolute motion of the wheel's material and the rails' true direction (slopes of irregularities and of the cant
ramp). No imaginary force, relative speed or track-frame formula of the program is used.
"""
import os
import pathlib
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

from coach import BODIES, ELEMENTS, collect, is_wheelset, rot_x, rot_y, rot_z

HERE = pathlib.Path(__file__).resolve().parent
LINE, RAMP, RADIUS, ROLL = 60.0, 90.0, 300.0, 0.1 / 1.5  # the track of ramp/scenario.toml
WAVES = {"alignment": (10, 7, 2e-3), "vertical": (11, 5, 1.5e-3), "gauge": (12, 9, 2e-3), "cross_level": (13, 6, 1e-3)}
NODES, WEIGHTS = np.polynomial.legendre.leggauss(24)
EIGHTH = np.array([1 / 280, -4 / 105, 1 / 5, -4 / 5, 0, 4 / 5, -1 / 5, 4 / 105, -1 / 280])


def heading(s):
    return (s - LINE)**2 / (2 * RAMP * RADIUS)


def position(s, origin=100.0):
    """Of the level centre line, from `origin` on; all within the transition."""
    th = heading((s + origin) / 2 + (s - origin) / 2 * NODES)
    w = WEIGHTS * (s - origin) / 2
    return np.array([w @ np.cos(th), w @ np.sin(th), 0])


def turn_per_metre(s):
    """k in T's axes: the heading about the vertical, the roll -gamma about x."""
    k = rot_x(-ROLL * (s - LINE) / RAMP).T @ [0, 0, (s - LINE) / (RAMP * RADIUS)]
    k[0] -= ROLL / RAMP
    return k


def rail(s, side):
    """Position (y, z) and slopes of a rail in T by its irregularities; side 1 left, -1 right."""
    w = {}
    for name, (at, length, a) in WAVES.items():
        x = 2 * np.pi * (s - at) / length
        w[name] = a * np.array([np.sin(x), 2 * np.pi / length * np.cos(x)])
    return np.array([w["alignment"] + side * w["gauge"] / 2, w["vertical"] + side * w["cross_level"] / 2])


class Motion:
    def __init__(self, file):
        self.file, self.t, self.s, self.cache = file, file["time"][:], file["s"][:], {}

    def get(self, name, i):
        if name not in self.cache:
            self.cache[name] = self.file[f"channels/{name}"][:] if f"channels/{name}" in self.file else np.zeros(len(self.t))
        return self.cache[name][i]

    def body(self, name, i):
        m, J, p0 = BODIES[name]
        s, v = self.s[i] + p0[0], self.get("speed", i)
        R_T, omega = rot_z(heading(s)) @ rot_x(-ROLL * (s - LINE) / RAMP), v * turn_per_metre(s)
        r = np.array([0, p0[1], p0[2]]) + [self.get(f"{name}/{c}", i) for c in "xyz"]
        velocity = np.array([self.get(f"{name}/v_{c}", i) for c in "xyz"])
        w = np.array([self.get(f"{name}/omega_{c}", i) for c in "xyz"])
        ph, ch, ps = (self.get(f"{name}/{c}", i) for c in ("phi", "chi", "psi"))
        R = R_T @ (rot_z(ps) @ rot_x(ph) if is_wheelset(name) else rot_z(ps) @ rot_y(ch) @ rot_x(ph))
        turn = np.array([w[0], w[2] * np.tan(ph), w[2]]) if is_wheelset(name) else w
        W = R_T @ omega + R @ w
        return dict(m=m, p0=np.array(p0), R=R, R_T=R_T, r=r, P=position(s) + R_T @ r, V=R_T @ (v * np.array([1, 0, 0]) + np.cross(omega, r) + velocity),
                    W=W, Wc=R_T @ omega + R @ turn, H=R @ (np.array(J) * (R.T @ W)), phi=ph, s=s, v=v)

    def patches(self, wheelset, X, side, i):
        """Recorded patches: data, contact axes and arm from the axle's middle in T."""
        name = f"{wheelset}/{'left' if side > 0 else 'right'}"
        if self.get(f"{name}/patches", i) > 3:
            return None  # three are recorded
        found = []
        for n in (1, 2, 3):
            c = {k: self.get(f"{name}/patch_{n}/{k}", i) for k in
                 ("N", "a", "b", "angle", "lead", "radius", "y_wheel", "nu_x", "nu_y", "spin", "fx", "fy", "mz", "penetration")}
            if c["N"] <= 0:
                continue
            theta, R_TS = 0.0, X["R_T"].T @ X["R"]
            for _ in range(20):
                arm = R_TS @ [c["radius"] * np.sin(theta), side * (0.75 + c["y_wheel"]), -c["radius"] * np.cos(theta)]
                theta -= (arm[0] - c["lead"]) / c["radius"]
            slopes = rail(X["s"], side)[:, 1] + [0, turn_per_metre(X["s"])[0] * side * 0.75]
            t = np.array([1, *slopes]) / np.linalg.norm([1, *slopes])
            n0 = np.array([0, -side * np.sin(c["angle"]), np.cos(c["angle"])])
            normal = n0 - t * (t @ n0)
            normal /= np.linalg.norm(normal)
            found.append((c, t, np.cross(normal, t), normal, arm))
        return found


class Coach(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "results.h5"
            subprocess.run([os.environ["FOURFOOT"], "run", HERE / "ramp/scenario.toml", "-o", results, "--channels", "all"], check=True, capture_output=True)
            with h5py.File(results) as file:
                cls.motion = Motion(file)
                cls.rows = range(2000, 2960, 120)
                near = sorted({i + k for i in cls.rows for k in range(-4, 5)})
                cls.bodies = {i: {b: cls.motion.body(b, i) for b in BODIES} for i in near}
                cls.wheels = {(i, w, side): cls.motion.patches(w, cls.bodies[i][w], side, i)
                              for i in cls.rows for w in BODIES if is_wheelset(w) for side in (1, -1)}
                # Of an anti-roll bar the torque about x.
                cls.elements = {(e.name, i): np.array([cls.motion.get(f"{e.name}/torque", i), 0, 0] if e.kind == "torsion" else
                                                      [cls.motion.get(f"{e.name}/force_{c}", i) for c in "xyz"])
                                for e in ELEMENTS for i in cls.rows}
                cls.strokes = {(e.name, i): np.array([[cls.motion.get(f"{e.name}/{what}_{c}", i) for c in "xyz"] for what in ("stroke", "stroke_velocity")])
                               for e in ELEMENTS if e.kind in ("spring", "bushing") for i in cls.rows}
                cls.drive = {i: cls.motion.get("drive/force", i) for i in cls.rows}
                cls.rails = {(i, w, side): [cls.motion.get(f"{w}/{'left' if side > 0 else 'right'}/rail_{c}", i) for c in "yz"]
                             for i, w, side in cls.wheels}

    def test_irregularities_move_the_rails(self):
        for (i, w, side), recorded in self.rails.items():
            np.testing.assert_allclose(recorded, rail(self.bodies[i][w]["s"], side)[:, 0], atol=1e-15)

    def test_suspension(self):
        for e in ELEMENTS:
            if e.kind == "damper":
                continue  # has a state of its own; see the balance of forces
            for i in self.rows:
                expected = e.calc(self.bodies[i])[1 if e.kind == "torsion" else 0]
                np.testing.assert_allclose(self.elements[e.name, i], expected, rtol=1e-7, atol=1e-3, err_msg=e.name)

    def test_strokes(self):
        for e in ELEMENTS:
            for i in self.rows if e.kind in ("spring", "bushing") else ():
                np.testing.assert_allclose(self.strokes[e.name, i], e.measure(self.bodies[i])[:2], rtol=1e-7, atol=1e-9, err_msg=e.name)

    def test_creepages(self):
        largest = 0.0
        for (i, w, side), patches in self.wheels.items():
            X = self.bodies[i][w]
            V, W = X["R_T"].T @ X["V"], X["R_T"].T @ X["W"]
            for c, t, y, n, arm in patches or []:
                slip = V + np.cross(W, arm)
                # A row between two steps blends the arm in T, and radius and y on the wheel, each for itself. They meet to
                # (turn of the wheelset) (way on the profile) / 4 of one step: 0.25 mrad and at most 2 mm, so 0.13 um,
                # which is 3e-7 of the rolling radius.
                np.testing.assert_allclose([c["nu_x"], c["nu_y"], c["spin"]], np.array([slip @ t, slip @ y, W @ n]) / (V @ t), rtol=1e-9,
                                           atol=3e-7)
                largest = max(largest, abs(c["nu_y"]))
        self.assertGreater(largest, 5e-3)

    def test_contact_points(self):
        """Where the rail's normal meets the axle: turning a wheel about its axle moves no point of it along the normal."""
        for (i, w, side), patches in self.wheels.items():
            X = self.bodies[i][w]
            axle = (X["R_T"].T @ X["R"])[:, 1]
            for c, t, y, n, arm in patches or []:
                if abs(c["angle"]) < 0.3:  # elsewhere the patch is wide, its position and its normal are means
                    self.assertLess(abs(n @ np.cross(axle, arm)), 6e-5)

    def test_newton_and_euler(self):
        h = self.motion.t[1] - self.motion.t[0]
        pulls = lambda i: {e.name: -self.elements[e.name, i][e.data["axis"]] for e in ELEMENTS if e.kind == "damper"}
        for i in self.rows:
            bodies = self.bodies[i]
            F, M = collect(bodies, pulls(i))
            F["car_body"] += bodies["car_body"]["R_T"] @ [self.drive[i], 0, 0]
            for name, X in bodies.items():
                wheels = [self.wheels[i, name, side] for side in (1, -1)] if is_wheelset(name) else []
                if None in wheels:
                    continue
                for c, t, y, n, arm in sum(wheels, []):
                    f = X["R_T"] @ (c["N"] * n + c["fx"] * t + c["fy"] * y)
                    F[name] += f
                    M[name] += np.cross(X["R_T"] @ arm, f) + X["R_T"] @ n * c["mz"]
                rate = lambda what: sum(EIGHTH[k] / h * self.bodies[i + k - 4][name][what] for k in range(9))
                tolerance = 60.0 if is_wheelset(name) else 0.5  # friction has corners; contact resonance
                np.testing.assert_allclose(F[name], X["m"] * rate("V"), atol=tolerance, err_msg=f"{name} force")
                np.testing.assert_allclose(M[name], rate("H"), atol=tolerance, err_msg=f"{name} moment")


if __name__ == "__main__":
    unittest.main()
