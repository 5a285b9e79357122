"""Writes exact_options.csv: exact theory with friction that falls with slip and with unlike bodies, by the second program exact_contact.py.

Nothing here is taken from the program. Added to it:
- friction of an element at the slip velocity that it had in the step before, mu0 ((1 - A) exp(-B V |s|) + A); in steady rolling both are the same.
- displacement difference by a pressure, u_x = -K/(pi G) int X/R^2 p dA, K = beta (1 - nu), integrated in polar coordinates about the point
  where u is wanted (X/R^2 R dR dtheta = cos dR dtheta: one integral over theta is left); its change over one element adds to the slip.
The forces are those on 8 x 8 elements, not extrapolated: the program must give them on the same elements. Run by hand (a minute): needs numpy.
"""
import csv
import pathlib

import numpy as np
from exact_contact import FRICTION, G, NU, calc_bound, integrate_element, make_matrix, project

COUNT = 8
#        a       b       nu_x    nu_y     spin  V     A    B    beta
CASES = [(5.5e-3, 5.5e-3, 0.0020, 0.0, 0.0, 30.0, 0.4, 1.2, 0.0), (7.8e-3, 3.9e-3, 0.0015, -0.0020, 0.4, 40.0, 0.4, 1.0, 0.0),
         (5.5e-3, 5.5e-3, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.20), (5.5e-3, 4.0e-3, 0.0008, 0.0005, 0.2, 0.0, 1.0, 0.0, -0.15),
         (4.0e-3, 7.0e-3, 0.0030, 0.0010, -0.3, 25.0, 0.5, 1.5, 0.10)]


def integrate_pressure(x, y, dx, dy):
    """int X/R^2, int Y/R^2 over the rectangle dx x dy about the origin, X = x - x'."""
    corners = np.array([[-dx / 2 - x, -dy / 2 - y], [dx / 2 - x, -dy / 2 - y], [dx / 2 - x, dy / 2 - y], [-dx / 2 - x, dy / 2 - y]])
    places, weights = np.polynomial.legendre.leggauss(24)
    sums = np.zeros(2)
    for k in range(4):
        p, q = corners[k], corners[(k + 1) % 4]
        start = np.arctan2(p[1], p[0])
        way = (np.arctan2(q[1], q[0]) - start + np.pi) % (2 * np.pi) - np.pi
        edge = q - p
        normal = np.array([edge[1], -edge[0]]) / np.hypot(*edge)
        height = normal @ p
        if abs(way) < 1e-14 or abs(height) < 1e-15:
            continue
        theta = start + way * (places + 1) / 2
        c, s = np.cos(theta), np.sin(theta)
        share = weights * way / 2 * height / (normal[0] * c + normal[1] * s)
        sums -= [np.sum(share * c), np.sum(share * s)]
    return sums


def roll(a, b, nu_x, nu_y, spin, speed, ratio, decay, beta, n):
    dx, dy = 2 * a / n, 2 * b / n
    x, y = -a + dx * (np.arange(n) + 0.5), -b + dy * (np.arange(n) + 0.5)
    whole = calc_bound(a, b, x, y, dx, dy)
    row, column = np.nonzero(whole > 0)
    bound = whole[row, column]
    kernel = np.array([[integrate_element(i * dx, j * dy, dx, dy) for i in range(-n, n + 1)] for j in range(-n, n + 1)])
    here, ahead = make_matrix(kernel, n, row, column, 0), make_matrix(kernel, n, row, column, 1)
    rigid = np.stack([nu_x - spin * y[row], nu_y + spin * x[column]], 1) * dx
    if beta != 0:
        drawn = np.array([[integrate_pressure(i * dx, j * dy, dx, dy) for i in range(-n, n + 1)] for j in range(-n, n + 1)])
        drawn *= -beta * (1 - NU) / (np.pi * G)
        lines, ways = row[:, None] - row[None, :] + n, column[:, None] - column[None, :] + n
        change = drawn[lines, ways] - drawn[lines, ways + 1]
        rigid += np.einsum("ijk,j->ik", change, bound / FRICTION)
    rigid = rigid.reshape(-1)
    p, limit = np.zeros(2 * len(row)), bound.copy()
    for _ in range(20 * n):
        constant = rigid - ahead @ p
        new = project(here, constant, limit, p)
        slip = (here @ new + constant).reshape(-1, 2) / dx
        limit = bound * ((1 - ratio) * np.exp(-decay * speed * np.hypot(slip[:, 0], slip[:, 1])) + ratio)
        change, p = np.abs(new - p).max(), new
        if change < 1e-6 * bound.max():
            break
    px, py = p[0::2], p[1::2]
    return np.array([px.sum(), py.sum(), (x[column] * py - y[row] * px).sum()]) * dx * dy


def main():
    with open(pathlib.Path(__file__).with_name("exact_options.csv"), "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow("a b nu_x nu_y spin speed ratio decay beta fx fy mz".split())
        for case in CASES:
            writer.writerow([*case, *(f"{f:.6g}" for f in roll(*case, COUNT))])


if __name__ == "__main__":
    main()
