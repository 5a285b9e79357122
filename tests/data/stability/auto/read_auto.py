#!/usr/bin/env python3
"""Rows of auto_limit_cycles.csv from AUTO-07p's files s.NAME and d.NAME: read_auto.py MODEL NAME.

The largest displacement is that of the collocation polynomials, not of the mesh."""
import re
import sys

KINDS = {3: "hopf", 5: "fold", -4: ""}  # of AUTO's types; others are left out
FINE = [k / 200 for k in range(201)]


def read_solutions(path):
    """Point, kind, parameters, states on the mesh of each solution of an s-file."""
    lines = open(path).read().split("\n")
    i = 0
    while i < len(lines) and lines[i].strip():
        head = [int(x) for x in lines[i].split()]
        point, kind, points, columns, rows = head[1], head[2], head[6], head[7], head[8]
        intervals, degree, dimension = head[9], head[10], head[13]
        body = " ".join(lines[i + 1:i + 1 + rows]).split()
        numbers = [float(x) for x in body[:points * columns]]
        table = [numbers[k * columns + 1:k * columns + 1 + dimension] for k in range(points)]
        tail = body[points * columns:]
        parameters = [float(x) for x in tail[-head[11]:]]
        yield point, kind, parameters, table, intervals, degree
        i += 1 + rows


def calc_weights(x, degree):
    """Of the points k/degree of an interval, at x of it."""
    weights = []
    for k in range(degree + 1):
        w = 1.0
        for j in range(degree + 1):
            if j != k:
                w *= (degree * x - j) / (k - j)
        weights.append(w)
    return weights


def find_top(table, intervals, degree, sign):
    """Largest first coordinate, times sign, of the collocation polynomials."""
    best = -1e300
    weights = [calc_weights(x, degree) for x in FINE]
    for k in range(intervals):
        piece = table[k * degree:(k + 1) * degree + 1]
        if max(sign * row[0] for row in piece) < best - 0.01 * abs(best):
            continue
        for w in weights:
            best = max(best, sign * sum(a * row[0] for a, row in zip(w, piece)))
    return best


def read_multipliers(path):
    """The last set of each point."""
    found = {}
    for line in open(path):
        match = re.match(r"\s*\d+\s+(\d+)\s+Multiplier\s+(\d+)\s+(\S+)\s+(\S+)", line)
        if match:
            number, rank = int(match[1]), int(match[2])
            if rank == 1:
                found[number] = []
            found[number].append(complex(float(match[3]), float(match[4])))
    return found


def main(model, name):
    multipliers = read_multipliers(f"d.{name}")
    for point, kind, parameters, table, intervals, degree in read_solutions(f"s.{name}"):
        if kind not in KINDS:
            continue
        if kind == 3:  # of the file of equilibria
            print(f"{model},hopf,,{parameters[0]:.9f},0,0,{parameters[10]:.10e},")
            continue
        top, low = find_top(table, intervals, degree, 1.0), -find_top(table, intervals, degree, -1.0)
        # Without the one that is always 1, which is the nearest to 1.
        rest = sorted(multipliers[abs(point)], key=lambda m: abs(m - 1.0))[1:]
        rest = sorted(rest, key=lambda m: -abs(m))[:8]
        part = "" if kind == 5 else "unstable" if abs(rest[0]) > 1.0 else "stable"
        cells = [model, KINDS[kind], part, f"{parameters[0]:.9f}",
                 f"{1e-3 * top:.9e}", f"{1e-3 * (top - low):.9e}", f"{parameters[10]:.10e}"]
        cells += [" ".join(f"{m.real:.5e} {m.imag:.5e}" for m in rest)]
        print(",".join(cells))


main(*sys.argv[1:3])
