#!/usr/bin/env python3
"""Holds a fast law against exact theory on random cases and draws where its error lies.

    error_map.py FOLDER [--fourfoot PROGRAM] [--law exact-table] [--cases 10000] [--grid 60] [--picture map.svg]

Cases: a/b even over its logarithm from 0.1 to 10, one, two or three creepages in any proportion, sizes even over their logarithm from 1/100 of full slip to 17
times it. They are solved in chunks of 250 (about 15 s of processor time each), kept in FOLDER; a second call goes on where the first stopped. All chunks are
drawn alike, so any number of them is a fair sample.
"""
import argparse
import csv
import io
import math
import pathlib
import random
import subprocess

CHUNK, NORMAL, FRICTION, G, AREA = 250, 80e3, 0.3, 82e9, 30.25e-6
KEYS = ["id", "a", "b", "normal", "friction", "shear_modulus", "poisson", "nu_x", "nu_y", "spin"]
SLOPE = 4.5  # about Kalker's C11 and C22: sizes only


def make_chunk(number):
    draw = random.Random(20261117 + number)
    rows = []
    for k in range(CHUNK):
        ratio = 10 ** draw.uniform(-1, 1)
        a, b, c = math.sqrt(AREA * ratio), math.sqrt(AREA / ratio), math.sqrt(AREA)
        which = draw.randint(1, 7)
        way = [draw.gauss(0, 1) if which >> i & 1 else 0.0 for i in range(3)]
        size = 10 ** draw.uniform(math.log10(0.03), math.log10(50)) / math.hypot(*way)
        spin_slope = SLOPE * math.sqrt(0.2 * (b / a + a / b))
        unit = size * FRICTION * NORMAL / (G * AREA)
        rows.append([number * CHUNK + k, a, b, NORMAL, FRICTION, G, 0.28, way[0] * unit / SLOPE, way[1] * unit / SLOPE, way[2] * unit / spin_slope / c])
    return rows


def run(program, law, rows, *options):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([KEYS, *rows])
    out = subprocess.run([program, "creep", "--law", law, "--cases", "-", "--format", "csv", *options], input=text.getvalue(), capture_output=True, text=True, check=True)
    return out.stdout


def read(text):
    return [[float(r[k]) for k in ("fx", "fy", "mz")] for r in csv.DictReader(io.StringIO(text))]


def compare(row, exact, found):
    """Size of the creepage (3: full slip begins), errors of force and moment in per cent."""
    _, a, b, *_, nu_x, nu_y, spin = row
    c = math.sqrt(a * b)
    unit = G * AREA / (FRICTION * NORMAL)
    size = unit * math.hypot(SLOPE * nu_x, SLOPE * nu_y, SLOPE * math.sqrt(0.2 * (b / a + a / b)) * c * spin)
    bound = FRICTION * NORMAL
    return a / b, size, 100 * math.hypot(found[0] - exact[0], found[1] - exact[1]) / bound, 100 * abs(found[2] - exact[2]) / (bound * c)


def draw_map(results, law, path, bins=10):
    cells = {}
    for ratio, size, force, _ in results:
        x = min(bins - 1, int((math.log10(ratio) + 1) / 2 * bins))
        y = min(bins - 1, max(0, int(math.log(size / 0.03) / math.log(50 / 0.03) * bins)))
        cells.setdefault((x, y), []).append(force)
    w, left, top = 52, 90, 50
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + bins * w + 30} {top + bins * w + 70}" font-family="sans-serif" font-size="13">',
           '<rect width="100%" height="100%" fill="white"/>',
           f'<text x="{left}" y="24">Error of {law} against exact theory, % of mu N: worst (mean) of {len(results)} random cases</text>']
    for (x, y), errors in sorted(cells.items()):
        worst, mean = max(errors), sum(errors) / len(errors)
        shade = int(255 - 200 * min(1.0, worst / 2.0))
        px, py = left + x * w, top + (bins - 1 - y) * w
        out += [f'<rect x="{px}" y="{py}" width="{w}" height="{w}" fill="rgb(255,{shade},{shade})" stroke="white"/>',
                f'<text x="{px + w / 2}" y="{py + 24}" text-anchor="middle">{worst:.2f}</text>',
                f'<text x="{px + w / 2}" y="{py + 41}" text-anchor="middle" font-size="10">({mean:.2f})</text>']
    for i, label in enumerate(("0.1", "1", "10")):
        out.append(f'<text x="{left + i * bins * w / 2}" y="{top + bins * w + 20}" text-anchor="middle">{label}</text>')
    out.append(f'<text x="{left + bins * w / 2}" y="{top + bins * w + 45}" text-anchor="middle">a/b</text>')
    for value in (0.03, 0.3, 3, 30):
        y = top + bins * w * (1 - math.log(value / 0.03) / math.log(50 / 0.03))
        out.append(f'<text x="{left - 8}" y="{y + 5:.0f}" text-anchor="end">{value:g}</text>')
    out.append(f'<text x="24" y="{top + bins * w / 2}" transform="rotate(-90 24 {top + bins * w / 2})" text-anchor="middle">creepage (3: full slip begins)</text></svg>')
    path.write_text("\n".join(out) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--fourfoot", default="fourfoot")
    parser.add_argument("--law", default="exact-table")
    parser.add_argument("--cases", type=int, default=10000)
    parser.add_argument("--grid", default="60")
    parser.add_argument("--picture", type=pathlib.Path)
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    results = []
    for number in range(-(-given.cases // CHUNK)):
        rows = make_chunk(number)
        kept = given.folder / f"exact_{given.grid}_{number:03d}.csv"
        if not kept.exists():
            kept.write_text(run(given.fourfoot, "exact", rows, "--grid", given.grid))
        results += [compare(*x) for x in zip(rows, read(kept.read_text()), read(run(given.fourfoot, given.law, rows)))]
    for name, at in (("force, % of mu N", 2), ("moment, % of mu N c", 3)):
        errors = sorted(r[at] for r in results)
        print(f"{name}: mean {sum(errors) / len(errors):.2f}, 99 % below {errors[int(0.99 * len(errors))]:.2f}, worst {errors[-1]:.2f} of {len(errors)} cases")
    if given.picture:
        draw_map(results, given.law, given.picture)


if __name__ == "__main__":
    main()
