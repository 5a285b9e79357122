"""Writes kik_piotrowski.csv: the normal contact of Kik and Piotrowski by a second program.

Nothing here is taken from the program; it starts from the papers (Kik and Piotrowski 1996, Piotrowski and Kik 2008) and from the equations that
docs/theory/contact-laws.md states for running vehicles. Gap across: cy_right y^2/2 for y < 0, cy_left y^2/2 for y > 0; along: cx x^2/2. Patch: gap < level,
half length a(y)^2 = 2 (level - gap) / cx' ; pressure P sqrt(a^2 - x^2). The deflection 1/(pi E*) int p/r dA is integrated in polar coordinates about the
point where it is wanted, so there are no strips and no elliptic integrals. Hertz's ellipse comes from the potential of an elliptic pressure,
  u = const int_0^inf (1 - x^2/(a^2+w) - y^2/(b^2+w)) dw / sqrt((a^2+w)(b^2+w)w).
Columns: `normal`, `area`, `pressure` as vehicles have them (mean condition), `normal_point` with the condition at the deepest point, as published; `normal_hertz` where
both curvatures are equal. Run by hand (a minute): needs numpy.
"""
import csv
import pathlib

import numpy as np

G, NU, DELTA, CX, EPSILON = 82e9, 0.28, 80e-6, 2.17, 0.55
E_STAR = G / (1 - NU)  # two like bodies: E / (2 (1 - nu^2))
CASES = [(0.5, 0.5), (2.0, 2.0), (8.0, 8.0), (0.8, 20.0), (6.0, 1.0)]


def hertz(cx, cy):
    """a^2, b^2 and p0 of Hertz's ellipse at the penetration DELTA."""
    t = (np.arange(4000) + 0.5) / 4000 * np.pi / 2  # w = s^2 tan^2 t

    def integrals(a2, b2):
        s2 = np.sqrt(a2 * b2)
        w = s2 * np.tan(t) ** 2
        # dw / sqrt(w) = 2 s dt / cos^2 t
        weight = 2 * np.sqrt(s2) / np.cos(t) ** 2 / np.sqrt((a2 + w) * (b2 + w)) * (t[1] - t[0])
        return weight.sum(), (weight / (a2 + w)).sum(), (weight / (b2 + w)).sum()

    low, high = -6.0, 6.0  # log of b^2/a^2; a^2 = 1
    for _ in range(80):
        middle = 0.5 * (low + high)
        _, x, y = integrals(1.0, np.exp(middle))
        low, high = (middle, high) if y / x > cy / cx else (low, middle)
    ratio = np.exp(0.5 * (low + high))
    zero, x, _ = integrals(1.0, ratio)
    a2 = 2 * DELTA / cx * x / zero  # cx/2 : delta = x/a^2 : zero
    b2 = ratio * a2
    zero = integrals(a2, b2)[0]
    p0 = DELTA * 2 * E_STAR / (np.sqrt(a2 * b2) * zero)
    return a2, b2, p0


def deflect(half2, reach, y, angles=360, radii=1600):
    """int sqrt(a(y')^2 - x'^2) / r dA about (0, y)."""
    theta = (np.arange(angles) + 0.5) / angles * np.pi  # the other half is alike: x -> -x
    r = (np.arange(radii) + 0.5) / radii * reach
    x, at = r[None, :] * np.sin(theta)[:, None], y + r[None, :] * np.cos(theta)[:, None]
    return 2 * np.sqrt(np.maximum(half2(at) - x**2, 0.0)).sum() * (reach / radii) * (np.pi / angles)


def solve(right, left):
    gap = lambda y: 0.5 * np.where(y < 0, right, left) * y**2
    width = np.sqrt(2 * DELTA / right) + np.sqrt(2 * DELTA / left)
    cy = 8 * DELTA / width**2
    a2, b2, _ = hertz(CX, cy)
    r = np.sqrt((cy * b2) / (CX * a2))
    level = EPSILON * r * DELTA
    half2 = lambda y: 2 * np.maximum(level - gap(y), 0.0) / (r**2 * CX)
    low, high = -np.sqrt(2 * level / right), np.sqrt(2 * level / left)
    n = 90
    y = low + (np.arange(n) + 0.5) / n * (high - low)
    step = (high - low) / n
    reach = np.hypot(high - low, np.sqrt(half2(np.array(0.0))))
    sink = np.array([deflect(half2, reach, at) for at in y]) / (np.pi * E_STAR)
    weight = (level - gap(y)) ** 4
    P = (weight * (DELTA - gap(y))).sum() / (weight * sink).sum()
    point = DELTA / (deflect(half2, reach, 0.0) / (np.pi * E_STAR))
    fine = low + (np.arange(20000) + 0.5) / 20000 * (high - low)
    volume = 0.5 * np.pi * half2(fine).sum() * (high - low) / 20000
    area = 2 * np.sqrt(half2(fine)).sum() * (high - low) / 20000
    return P * volume, area, P * np.sqrt(half2(np.array(0.0))), point * volume


def main():
    with open(pathlib.Path(__file__).with_name("kik_piotrowski.csv"), "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow("cx cy_right cy_left delta normal area pressure normal_point normal_hertz".split())
        for right, left in CASES:
            a2, b2, p0 = hertz(CX, right)
            exact = 2 / 3 * np.pi * np.sqrt(a2 * b2) * p0 if right == left else 0.0
            writer.writerow([CX, right, left, DELTA, *(f"{v:.5g}" for v in (*solve(right, left), exact))])


if __name__ == "__main__":
    main()
