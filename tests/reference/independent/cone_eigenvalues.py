"""Writes cone_eigenvalues.csv: eigenvalues of the coach of coach.py on coned wheels, by differences of its own nonlinear equations.

Straight track, cones of 0.1 on rail crowns of 300 mm, 0.75 m from the middle; Hertz with Hunt and Crossley's damping 1 s/m, Kalker's linear
theory. The point of contact is found by minimising the distance of a cone from a line. Run by hand (a few minutes): needs numpy, scipy.
"""
import csv
import functools
import pathlib
import sys

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq
from scipy.special import ellipe, ellipk

from coach import BODIES, ELEMENTS, collect, is_wheelset, rot_x, rot_y, rot_z

HERE = pathlib.Path(__file__).resolve().parent
RADIUS, CONE, CROWN, HALF = 0.46, 0.1, 0.3, 0.75
YOUNG, POISSON, DAMPING = 210e9, 0.28, 1.0
SHEAR, MODULUS = YOUNG / 2 / (1 + POISSON), YOUNG / 2 / (1 - POISSON**2)
NAMES = list(BODIES)
COUNT = len(NAMES)
DAMPERS = [e for e in ELEMENTS if e.kind == "damper"]


def read_kalker():
    """1/C parabolic in Poisson's ratio (C33: C itself), ln C a cubic spline over ln(a/b)."""
    lines = [x for x in (HERE.parents[1] / "data/contact-laws/kalker_coefficients.csv").open() if not x.startswith("#")]
    rows = [{k: float(v) for k, v in row.items() if v} for row in csv.DictReader(lines)]
    splines = {}
    for name in ("C11", "C22", "C23", "C33"):
        for nu in (0.0, 0.25, 0.5):
            points = sorted((np.log(r["a_over_b"]), np.log(r[name])) for r in rows if r["nu"] == nu)
            splines[name, nu] = CubicSpline(*zip(*points))
    return splines


KALKER = read_kalker()


@functools.lru_cache(maxsize=None)
def kalker(ratio):
    out = []
    for name in ("C11", "C22", "C23", "C33"):
        values = np.array([np.exp(KALKER[name, nu](np.log(ratio))) for nu in (0.0, 0.25, 0.5)])
        p = np.polyfit([0, 0.25, 0.5], values if name == "C33" else 1 / values, 2)
        out.append(np.polyval(p, POISSON) if name == "C33" else 1 / np.polyval(p, POISSON))
    return out


def hertz(delta, cx, cy):
    """[Johnson1985, 4.24-4.33]; separation (cx x^2 + cy y^2) / 2. Returns force, a along x, b along y."""
    low, high = min(cx, cy) / 2, max(cx, cy) / 2
    k = brentq(lambda k: (ellipe(1 - k * k) / k**2 - ellipk(1 - k * k)) / (ellipk(1 - k * k) - ellipe(1 - k * k)) - high / low,
               1e-3, 1 - 1e-9)
    K, E = ellipk(1 - k * k), ellipe(1 - k * k)
    major = np.sqrt(delta / low * (K - E) / (1 - k * k) / K)
    force = delta * 2 * np.pi * major * MODULUS / (3 * K)
    return (force, major, k * major) if cx < cy else (force, k * major, major)


def contact(side, p, R, v, w):
    """Force on a wheel and moment about the axle's middle p."""
    def point(u, th):
        r = RADIUS - CONE * u
        return p + R @ np.array([r * np.sin(th), side * (HALF + u), -r * np.cos(th)])

    def slope(x):
        u, th = x
        r = RADIUS - CONE * u
        d = point(u, th) - np.array([0, side * HALF, -CROWN])
        d[0] = 0
        return np.array([d @ (R @ [-CONE * np.sin(th), side, CONE * np.cos(th)]), d @ (R @ [r * np.cos(th), 0, r * np.sin(th)])])

    x = np.zeros(2)
    for _ in range(12):
        H = np.array([(slope(x + e) - slope(x - e)) / 2e-5 for e in 1e-5 * np.eye(2)]).T
        step = np.linalg.solve(H, -slope(x))
        x = x + step
        if np.abs(step).max() < 1e-15:
            break
    q = point(*x)
    d = q - np.array([q[0], side * HALF, -CROWN])
    n, delta = d / np.linalg.norm(d), CROWN - np.linalg.norm(d)
    ex = np.array([1.0, 0, 0])
    ey = np.cross(n, ex)
    arm, axle = q - p, R[:, 1]
    slip = v + np.cross(w, arm)
    rate = -(n @ (v + np.cross(w - axle * (w @ axle), arm)))
    N, a, b = hertz(delta, np.cos(np.arctan(CONE)) / (RADIUS - CONE * x[0]), 1 / CROWN)
    nx, ny, phi = slip @ ex / v[0], slip @ ey / v[0], w @ n / v[0]
    C11, C22, C23, C33 = kalker(round(a / b, 9))
    c = np.sqrt(a * b)
    f = N * (1 + DAMPING * rate) * n - SHEAR * c**2 * (C11 * nx * ex + (C22 * ny + c * C23 * phi) * ey)
    return f, np.cross(arm, f) + SHEAR * c**3 * (C23 * ny - c * C33 * phi) * n


def rhs(y, speed):
    q, u = y[:6 * COUNT].reshape(COUNT, 6), y[6 * COUNT:12 * COUNT].reshape(COUNT, 6)
    z = y[12 * COUNT:]
    bodies, qd, ud = {}, np.zeros((COUNT, 6)), np.zeros((COUNT, 6))
    for i, name in enumerate(NAMES):
        m, J, p0 = BODIES[name]
        (ph, ch, ps), w = q[i, 3:], u[i, 3:]
        qd[i, :3] = u[i, :3]
        if is_wheelset(name):
            R, turn = rot_z(ps) @ rot_x(ph), np.array([w[0], w[2] * np.tan(ph), w[2]])
            qd[i, 3:] = [w[0], 0, w[2] / np.cos(ph)]  # its spin angle is of no interest
        else:
            R, turn = rot_z(ps) @ rot_y(ch) @ rot_x(ph), w
            qd[i, 3:] = [w[0] + (w[1] * np.sin(ph) + w[2] * np.cos(ph)) * np.tan(ch), w[1] * np.cos(ph) - w[2] * np.sin(ph),
                         (w[1] * np.sin(ph) + w[2] * np.cos(ph)) / np.cos(ch)]
        bodies[name] = dict(m=m, J=np.diag(J), p0=np.array(p0), R=R, P=np.array(p0) + q[i, :3], V=np.array([speed, 0, 0]) + u[i, :3],
                            W=R @ w, Wc=R @ turn, phi=ph, w=w, turn=turn)
    pulls = {e.name: e.data["k"] * (e.measure(bodies)[0][e.data["axis"]] - z[j]) for j, e in enumerate(DAMPERS)}
    F, M = collect(bodies, pulls)
    for i, name in enumerate(NAMES):
        X = bodies[name]
        if is_wheelset(name):
            for side in (1, -1):
                f, m = contact(side, np.array([0, X["P"][1], X["P"][2]]), X["R"], X["V"], X["W"])
                F[name] += f
                M[name] += m
        ud[i, :3] = F[name] / X["m"]
        ud[i, 3:] = np.linalg.solve(X["J"], X["R"].T @ M[name] - np.cross(X["turn"], X["J"] @ X["w"]))
    qd[0, 0] = ud[0, 0] = 0  # the car is held along the track
    return np.r_[qd.ravel(), ud.ravel(), [pulls[e.name] / e.data["c"] for e in DAMPERS]]


FREE = [k for k in range(12 * COUNT + len(DAMPERS))
        if k not in (0, 6 * COUNT) and not (k < 6 * COUNT and k % 6 == 4 and is_wheelset(NAMES[k // 6]))]


def jacobian(y, speed):
    h = np.full(len(y), 1e-6)
    h[6 * COUNT:12 * COUNT] = 1e-4
    return np.array([(rhs(y + h[k] * e, speed) - rhs(y - h[k] * e, speed))[FREE] / (2 * h[k])
                     for k, e in ((k, np.eye(len(y))[k]) for k in FREE)]).T


def find_eigenvalues(speed):
    y = np.zeros(12 * COUNT + len(DAMPERS))
    for i, name in enumerate(NAMES):
        if is_wheelset(name):
            y[6 * i + 2], y[6 * COUNT + 6 * i + 4] = -8e-5, speed / RADIUS
    for _ in range(15):
        step = np.linalg.lstsq(jacobian(y, speed), -rhs(y, speed)[FREE], rcond=1e-14)[0]
        y[FREE] += step
        if np.abs(step).max() < 1e-10:
            break
    else:
        raise RuntimeError("no equilibrium")
    return np.linalg.eigvals(jacobian(y, speed))


if __name__ == "__main__":
    speeds = [float(x) for x in sys.argv[1:]] or [10.0, 40.0, 70.0]
    with (HERE / "cone_eigenvalues.csv").open("w") as out:
        out.write("# by cone_eigenvalues.py; im >= 0 only\nspeed,re,im\n")
        for speed in speeds:
            values = [x for x in find_eigenvalues(speed) if x.imag >= 0]
            for x in sorted(values, key=lambda x: (-x.real, x.imag)):
                out.write(f"{speed:g},{x.real:.9g},{x.imag:.9g}\n")
            out.flush()
