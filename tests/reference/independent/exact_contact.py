"""Writes exact_contact.csv: creep forces of exact theory by a second program, from the point solutions of Boussinesq and Cerruti.

Nothing here is taken from the program. Two like half-spaces, relative displacement u of wheel against rail by a traction p on the wheel:
  u_x = 1/(pi G) int [ ((1 - nu)/r + nu x^2/r^3) p_x + nu x y/r^3 p_y ] dA,   u_y alike.
A rectangle of constant traction is integrated in polar coordinates about the point where u is wanted: dA = r dr dtheta takes the
singularity away, and each triangle (point, two corners) leaves one integral over theta. Rolling is marched in time, step dx / V, until it is
steady: slip over a step = w dx + u(p now) - u(p before, one element ahead); each step is solved by projections onto |p| <= mu p_z, element by
element. The program itself solves the steady equations by Newton's method. Run by hand (ten minutes): needs numpy.
"""
import csv
import pathlib

import numpy as np

G, NU, NORMAL, FRICTION = 82e9, 0.28, 80e3, 0.3
CASES = [(5.5e-3, 5.5e-3, 0.001, 0.0, 0.0), (5.5e-3, 5.5e-3, 0.0008, 0.0010, 0.15), (7.8e-3, 3.9e-3, 0.0, -0.0008, 0.4),
         (3.9e-3, 7.8e-3, 0.0015, 0.0005, -0.3), (5.5e-3, 5.5e-3, 0.0, 0.0, 0.6)]


def integrate_element(x, y, dx, dy):
    """A_xx, A_xy, A_yy at (x, y) of the rectangle dx x dy about the origin."""
    corners = np.array([[-dx / 2 - x, -dy / 2 - y], [dx / 2 - x, -dy / 2 - y], [dx / 2 - x, dy / 2 - y], [-dx / 2 - x, dy / 2 - y]])
    places, weights = np.polynomial.legendre.leggauss(24)
    sums = np.zeros(3)
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
        sums += [np.sum(share * (1 - NU + NU * c * c)), np.sum(share * NU * c * s), np.sum(share * (1 - NU + NU * s * s))]
    return sums / (np.pi * G)


def calc_bound(a, b, x, y, dx, dy):
    """mu times Hertz's pressure, mean over each element."""
    fine = (np.arange(20) + 0.5) / 20 - 0.5
    bound = np.array([[np.sqrt(np.maximum(0, 1 - ((xi + fine[None, :] * dx) / a) ** 2 - ((yj + fine[:, None] * dy) / b) ** 2)).mean() for xi in x] for yj in y])
    return bound * FRICTION * NORMAL / (bound.sum() * dx * dy)


def make_matrix(kernel, n, row, column, shift):
    """Influence on points moved by `shift` elements forward."""
    d = kernel[row[:, None] - row[None, :] + n, np.clip(column[:, None] - column[None, :] + shift, -n, n) + n]
    m = np.zeros((len(row), 2, len(row), 2))
    m[:, 0, :, 0], m[:, 0, :, 1], m[:, 1, :, 0], m[:, 1, :, 1] = d[..., 0], d[..., 1], d[..., 1], d[..., 2]
    return m.reshape(2 * len(row), 2 * len(row))


def project(matrix, constant, bound, p):
    """|p| <= bound, p against the slip matrix p + constant where it is not 0."""
    p = p.copy()
    slip = matrix @ p + constant
    for _ in range(200):
        change = 0.0
        for k, limit in enumerate(bound):
            at = slice(2 * k, 2 * k + 2)
            trial = p[at] - slip[at] * 2 / (matrix[2 * k, 2 * k] + matrix[2 * k + 1, 2 * k + 1])
            size = np.hypot(*trial)
            if size > limit:
                trial = trial * limit / size
            move = trial - p[at]
            if move.any():
                slip += matrix[:, at] @ move
                p[at] = trial
                change = max(change, np.abs(move).max())
        if change < 1e-7 * bound.max():
            break
    return p


def roll(a, b, nu_x, nu_y, spin, n):
    dx, dy = 2 * a / n, 2 * b / n
    x, y = -a + dx * (np.arange(n) + 0.5), -b + dy * (np.arange(n) + 0.5)
    bound = calc_bound(a, b, x, y, dx, dy)
    row, column = np.nonzero(bound > 0)
    bound = bound[row, column]
    kernel = np.array([[integrate_element(i * dx, j * dy, dx, dy) for i in range(-n, n + 1)] for j in range(-n, n + 1)])
    here, ahead = make_matrix(kernel, n, row, column, 0), make_matrix(kernel, n, row, column, 1)
    rigid = np.stack([nu_x - spin * y[row], nu_y + spin * x[column]], 1).reshape(-1) * dx
    p = np.zeros(2 * len(row))
    for _ in range(12 * n):
        new = project(here, rigid - ahead @ p, bound, p)
        change, p = np.abs(new - p).max(), new
        if change < 1e-5 * bound.max():
            break
    px, py = p[0::2], p[1::2]
    return np.array([px.sum(), py.sum(), (x[column] * py - y[row] * px).sum()]) * dx * dy


def main():
    with open(pathlib.Path(__file__).with_name("exact_contact.csv"), "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow("a b nu_x nu_y spin fx fy mz".split())
        for case in CASES:
            force = 2 * roll(*case, 20) - roll(*case, 10)  # first order in the elements
            writer.writerow([*case, *(f"{f:.6g}" for f in force)])


if __name__ == "__main__":
    main()
