"""Limit cycles of the hunting wheelset and of Cooperrider's bogie: equations of motion in small angles, written down by hand, shooting
over half a period with an integrator of order eight. Writes limit_cycles.csv (some minutes, needs scipy).

Symmetric cycles: half a period later every coordinate has changed its sign. The amplitude of the first wheelset is given; unknown are
the other coordinates at its maximum, speed and period. With F the derivative of the map of half a period the Floquet multipliers are the
squares of the eigenvalues of F. Rounding of the flange's corner: `parabola` as in the program, `tail` as in the files of AUTO-07p.
"""
import csv
import pathlib
import sys

import numpy as np
from scipy.integrate import solve_ivp
from scipy.optimize import minimize_scalar

ROUNDING = 1e-5  # m


def push(y, stiffness, clearance, corner):
    """Force of the flanges."""
    d = np.abs(y) - clearance
    if corner == "tail":
        deep = 0.5 * (d + np.hypot(d, ROUNDING)) - 0.5 * (-d - 2 * clearance + np.hypot(d + 2 * clearance, ROUNDING))
    else:
        near = np.clip(d + ROUNDING, 0.0, 2 * ROUNDING)
        deep = np.where(d >= ROUNDING, d, near**2 / (4 * ROUNDING))
    return -stiffness * deep * np.sign(y)


def roll(y, psi, vy, vpsi, speed, p, corner):
    """Lateral force and yaw moment of both wheels on their wheelset."""
    along = p["f11"] * (p["e"] * vpsi / speed + p["conicity"] * y / p["r0"])
    across = p["f22"] * (vy / speed - psi)
    u = np.hypot(along, across) / p["friction"]
    k = np.where(u < 3.0, 1.0 - u / 3.0 + u**2 / 27.0, 1.0 / np.maximum(u, 1e-300))
    return -2 * k * across + push(y, p["flange"], p["clearance"], corner), -2 * p["e"] * k * along


class Wheelset:
    name, n = "wheelset", 4
    p = {"f11": 8e6, "f22": 7e6, "e": 0.75, "conicity": 0.05, "r0": 0.46, "friction": 18e3, "flange": 14.6e6, "clearance": 8e-3}
    speed, amplitudes = 67.1, np.r_[0.001:0.0079:8j, 0.00795, 0.00805, 0.0082:0.0092:6j]
    around_fold = (0.00785, 0.00803)

    def rate(self, x, speed, corner):
        y, psi, vy, vpsi = x
        fy, mz = roll(y, psi, vy, vpsi, speed, self.p, corner)
        return np.array([vy, vpsi, (fy - 2e5 * y) / 1500, (mz - 1e6 * psi) / 800])


class Cooperrider:
    """y and psi of both wheelsets, y, phi, psi of the frame; the parameters of [KaasPetersen1986]."""
    name, n = "cooperrider", 14
    p = {"f11": 10892584.478, "f22": 12104612.774, "e": 0.716, "conicity": 0.05, "r0": 0.4572, "friction": 10e3, "flange": 14.6e6,
         "clearance": 9.1e-3}
    speed, amplitudes = 68.6, np.r_[0.001, 0.002:0.009:8j, 0.0092, 0.0093, 0.0094, 0.00945, 0.0095:0.0112:8j]
    around_fold = (0.00932, 0.00938)

    def rate(self, x, speed, corner):
        k1, k2, k3, k4, k5, k6, d4, d5 = 1.823e6, 3.646e6, 3.646e6, 0.1823e6, 0.3333e6, 2.71e6, 29.2e3, 20e3
        half, side, wide, below, above = 1.074, 0.620, 0.680, 0.0762, 0.6584
        y1, psi1, y2, psi2, yf, phi, psif, vy1, vpsi1, vy2, vpsi2, vyf, vphi, vpsif = x
        f1, m1 = roll(y1, psi1, vy1, vpsi1, speed, self.p, corner)
        f2, m2 = roll(y2, psi2, vy2, vpsi2, speed, self.p, corner)
        # springs between wheelset and frame, below the frame's mass centre; pull on the frame
        s1, s2 = 2 * k1 * (y1 - yf - half * psif - below * phi), 2 * k1 * (y2 - yf + half * psif - below * phi)
        t1, t2 = 2 * k2 * side**2 * (psi1 - psif), 2 * k2 * side**2 * (psi2 - psif)
        # to the car body, above it
        high = -2 * (k4 * (yf - above * phi) + d4 * (vyf - above * vphi))
        lean = -4 * k3 * side**2 * phi - 2 * wide**2 * (k5 * phi + d5 * vphi)
        return np.array([vy1, vpsi1, vy2, vpsi2, vyf, vphi, vpsif, (f1 - s1) / 1022, (m1 - t1) / 678, (f2 - s2) / 1022, (m2 - t2) / 678,
                         (s1 + s2 + high) / 2918, (below * (s1 + s2) - above * high + lean) / 6780,
                         (half * (s1 - s2) + t1 + t2 - k6 * psif) / 6780])


class Branch:
    def __init__(self, model, corner):
        self.model, self.corner = model, corner
        n = model.n
        self.free = [i for i in range(n) if i not in (0, n // 2)]  # y of the first wheelset is given, its rate is zero

    def run(self, x, speed, half):
        """States in columns, each with its speed and time."""
        shape = x.shape
        rate = lambda _, z: (half * self.model.rate(z.reshape(shape), speed, self.corner)).ravel()  # noqa: E731
        scale = np.repeat(np.maximum(np.abs(x[:, :1]), 1e-6), shape[1], axis=1).ravel()
        return solve_ivp(rate, (0, 1), x.ravel(), method="DOP853", rtol=1e-11, atol=1e-12 * scale).y[:, -1].reshape(shape)

    def unpack(self, q, amplitude):
        x = np.zeros(self.model.n)
        x[0] = amplitude
        x[self.free] = q[:-2] * amplitude
        return x, q[-2], q[-1]

    def find(self, amplitude, q):
        """q: the free coordinates over the amplitude, speed, half the period."""
        for _ in range(12):
            steps = 1e-6 * np.maximum(np.abs(q), 1e-3)
            tried = [self.unpack(q, amplitude)] + [self.unpack(q + s * e, amplitude) for s, e in zip(steps, np.eye(len(q)))]
            x = np.array([t[0] for t in tried]).T
            speed, half = np.array([t[1] for t in tried]), np.array([t[2] for t in tried])
            miss = (self.run(x, speed, half) + x) / amplitude
            change = np.linalg.solve((miss[:, 1:] - miss[:, :1]) / steps, miss[:, 0])
            q = q - change
            if np.max(np.abs(change) / np.maximum(np.abs(q), 1e-3)) < 1e-8:
                return q
        raise RuntimeError(f"no orbit of {amplitude}")

    def find_multipliers(self, amplitude, q):
        x, speed, half = self.unpack(q, amplitude)
        steps = 1e-6 * np.maximum(np.abs(x), 1e-3 * amplitude)
        moved = np.column_stack([x + s * e for s, e in zip(steps, np.eye(len(x)))] + [x - s * e for s, e in zip(steps, np.eye(len(x)))])
        out = self.run(moved, np.full(moved.shape[1], speed), np.full(moved.shape[1], half))
        n = len(x)
        values = np.linalg.eigvals((out[:, :n] - out[:, n:]) / (2 * steps)) ** 2
        return sorted(values, key=lambda m: -abs(m))

    def begin(self):
        """From the linear mode at the speed where it neither grows nor decays."""
        low, high = 0.9 * self.model.speed, 1.1 * self.model.speed
        for _ in range(60):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if self.find_mode(middle)[0].real < 0 else (low, middle)
        value, shape = self.find_mode(low)
        shape = shape / shape[0]  # y = cos(omega t): rate zero at the maximum
        return np.r_[shape.real[self.free], low, np.pi / value.imag], low

    def find_mode(self, speed):
        n = self.model.n
        step = 1e-9
        jacobian = np.column_stack([self.model.rate(step * e, speed, self.corner) / step for e in np.eye(n)])
        # saturation is of first order in the amplitude, the tail of the flange of none
        values, vectors = np.linalg.eig(jacobian)
        i = max((i for i in range(n) if values[i].imag > 1), key=lambda i: values[i].real)
        return values[i], vectors[:, i]

    def follow(self, amplitudes):
        q, hopf = self.begin()
        rows, last = [], None
        for a in amplitudes:
            guess = q if last is None else q + (q - last[1]) * (a - rows[-1][0]) / (rows[-1][0] - last[0])
            try:
                new = self.find(a, guess)
            except (RuntimeError, np.linalg.LinAlgError):
                new = self.find(a, q)
            if rows:
                last = (rows[-1][0], q)
            q = new
            rows.append((a, q))
            print(self.model.name, self.corner, f"{a:.6g} {q[-2]:.9g} {2 * q[-1]:.9g}", file=sys.stderr)
        return hopf, rows

    def find_fold(self, rows):
        low, high = self.model.around_fold
        near = min(rows, key=lambda r: abs(r[0] - 0.5 * (low + high)))[1]
        found = minimize_scalar(lambda a: self.find(a, near)[-2], bounds=(low, high), method="bounded", options={"xatol": 1e-9})
        return found.x, self.find(found.x, near)


def main():
    with open(pathlib.Path(__file__).with_name("limit_cycles.csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        names = [f"multiplier_{i}_{part}" for i in (1, 2, 3) for part in ("re", "im")]
        out.writerow(["model", "corner", "type", "amplitude", "speed", "period", *names, "state"])
        for model, corner in ((Wheelset(), "parabola"), (Wheelset(), "tail"), (Cooperrider(), "parabola")):
            branch = Branch(model, corner)
            hopf, rows = branch.follow(model.amplitudes)
            out.writerow([model.name, corner, "hopf", 0, f"{hopf:.9f}"] + 8 * [""])
            for kind, (a, q) in [("", r) for r in rows] + [("fold", branch.find_fold(rows))]:
                x, speed, half = branch.unpack(q, a)
                cells = 6 * [""]  # at the fold two of them are 1
                if not kind:
                    multipliers = branch.find_multipliers(a, q)
                    multipliers.remove(min(multipliers, key=lambda m: abs(m - 1)))
                    cells = [f"{part:.7g}" for m in multipliers[:3] for part in (m.real, m.imag)]
                out.writerow([model.name, corner, kind, f"{a:.9g}", f"{speed:.9f}", f"{2 * half:.10f}", *cells,
                              " ".join(f"{v:.9g}" for v in x)])


if __name__ == "__main__":
    main()
