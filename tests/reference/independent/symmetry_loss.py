"""Where the symmetric limit cycles of Cooperrider's bogie lose their symmetry: the equations of limit_cycles.py, followed by arclength from
its last cycle (75.2 m/s) over the fold at 110.4 m/s down to 98.5 m/s. Prints each cycle and the point (some minutes, needs scipy).

Half a period later every coordinate has changed its sign. Unknown are all coordinates but the rate of the first wheelset's y, which is zero,
the speed and half the period. The derivative of the map of half a period has the eigenvalue -1 along the motion; symmetry is lost where another
one passes +1. Usage: symmetry_loss.py [parabola|tail], the rounding of the flange's corner."""
import csv
import pathlib
import sys

import numpy as np

from limit_cycles import Branch, Cooperrider

MODEL = Cooperrider()
N = MODEL.n
FREE = [i for i in range(N) if i != N // 2]
SIZES = np.r_[np.full(N // 2, 5e-3), np.full(N // 2, 0.25)]  # of displacements and rates: m, rad
SCALES = np.r_[SIZES[FREE], 100.0, 0.1]  # of the unknowns


def unpack(u):
    x = np.zeros(N)
    x[FREE] = u[:-2]
    return x, u[-2], u[-1]


def run(branch, unknowns):
    states, speeds, halves = zip(*map(unpack, unknowns))
    return branch.run(np.array(states).T, np.array(speeds), np.array(halves)), np.array(states).T


def correct(branch, guess, tangent):
    """The cycle in the plane across the tangent."""
    u = guess
    for _ in range(10):
        out, begun = run(branch, [u, *(u + 1e-6 * s * e for s, e in zip(SCALES, np.eye(len(u))))])
        miss = (out + begun) / SIZES[:, None]
        matrix = np.vstack([(miss[:, 1:] - miss[:, :1]) / 1e-6, tangent])
        change = np.linalg.solve(matrix, np.r_[miss[:, 0], tangent @ ((u - guess) / SCALES)])
        u = u - change * SCALES
        if np.max(np.abs(change)) < 1e-8:
            return u
        if np.max(np.abs(change)) > 0.5:
            break
    raise RuntimeError("no cycle")


def find_eigenvalue(branch, u):
    """The positive one of half a period that is nearest to 1."""
    x, speed, half = unpack(u)
    steps = 1e-6 * np.maximum(np.abs(x), np.r_[np.full(N // 2, 1e-5), np.full(N // 2, 1e-4)])
    moved = np.column_stack([x + s * e for s, e in zip(steps, np.eye(N))] + [x - s * e for s, e in zip(steps, np.eye(N))])
    out = branch.run(moved, np.full(2 * N, speed), np.full(2 * N, half))
    values = np.linalg.eigvals((out[:, :N] - out[:, N:]) / (2 * steps))
    return min((v.real for v in values if abs(v.imag) < 1e-9 and v.real > 0), key=lambda v: abs(v - 1), default=float("nan"))


def begin(branch):
    """The last two cycles of limit_cycles.csv."""
    with open(pathlib.Path(__file__).with_name("limit_cycles.csv"), newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["model"], row["corner"], row["type"]) == (MODEL.name, "parabola", "")][-2:]
    found = []
    for row in rows:
        x = np.array([float(v) for v in row["state"].split()])
        found.append(correct(branch, np.r_[x[FREE], float(row["speed"]), 0.5 * float(row["period"])], np.eye(len(SCALES))[0]))
    return found


def main(corner="parabola"):
    branch = Branch(MODEL, corner)
    cycles, step, is_back, last = begin(branch), 0.03, False, None
    while True:
        tangent = (cycles[-1] - cycles[-2]) / SCALES
        tangent /= np.linalg.norm(tangent)
        try:
            new = correct(branch, cycles[-1] + step * tangent * SCALES, tangent)
        except RuntimeError:
            step /= 2
            continue
        turn = (new - cycles[-1]) / SCALES
        turn = tangent @ turn / np.linalg.norm(turn)
        if turn < 0.85 and step > 2e-3:
            step /= 2
            continue
        if turn > 0.97:
            step = min(1.5 * step, 0.3)
        is_back = is_back or new[-2] < cycles[-1][-2]
        cycles.append(new)
        print(f"{new[-2]:.5f} m/s, period {2 * new[-1]:.7f} s", flush=True)
        if not is_back or new[-2] > 100.0:
            continue
        value = find_eigenvalue(branch, new)
        if last and (last[1] - 1) * (value - 1) < 0:
            break
        last = new, value
    (a, at_a), (b, at_b) = last, (new, value)
    while abs(at_b - 1) > 2e-5:  # secants
        tangent = (b - a) / SCALES
        c = correct(branch, a + (b - a) * (1 - at_a) / (at_b - at_a), tangent / np.linalg.norm(tangent))
        a, at_a, b, at_b = b, at_b, c, find_eigenvalue(branch, c)
        print(f"{b[-2]:.6f} m/s, period {2 * b[-1]:.8f} s, eigenvalue {at_b:.7f}", flush=True)


main(*sys.argv[1:])
