#!/usr/bin/env python3
"""Draws hunting in motion: a run of Cooperrider's bogie, one period of its limit cycle as an animated SVG that repeats.

    tools/manual/animation.py [PROGRAM]        writes docs/pictures/hunting-bogie.svg

Displacements and angles are exaggerated, time runs slower; both are said in the picture."""
import csv
import io
import math
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from svg import Sheet, number  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAGGERATE, SLOWER, SCALE, SAMPLES = 12, 10, 105, 36  # SCALE: pixels a metre
BODIES = {"front": 1.074, "frame": 0.0, "rear": -1.074}  # x [m]


def read_period(program):
    """Rows (time, y and psi of each body) of one period at the end of the run."""
    with tempfile.TemporaryDirectory() as folder:
        results = f"{folder}/r.h5"
        scenario = str(ROOT / "examples/20-cooperrider/scenario.toml")
        subprocess.run([program, "run", scenario, "-q", "-o", results, "--set", "output.step=2 ms", "--set", "run.duration=20 s"], check=True, capture_output=True)
        names = [f"{body}/{c}" for body in BODIES for c in ("y", "psi")]
        table = subprocess.run([program, "export", results, "-c", ",".join(names)], check=True, text=True, capture_output=True).stdout
    rows = [{key.split(" ")[0]: float(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(table))]
    y = [row["front/y"] for row in rows]
    tops = [i for i in range(len(y) - 600, len(y) - 1) if y[i - 1] < y[i] >= y[i + 1]]
    return rows[tops[-2]:tops[-1] + 1]


def choose(rows):
    return [rows[round(i * (len(rows) - 1) / SAMPLES)] for i in range(SAMPLES + 1)]


def animate(rows, body, x, seconds):
    """Translation and rotation of a group over one period; the page's y points down, yaw turns counter-clockwise."""
    moves = ";".join(f"{number(x)} {number(-EXAGGERATE * SCALE * row[body + '/y'])}" for row in rows)
    turns = ";".join(number(-EXAGGERATE * math.degrees(row[body + "/psi"])) for row in rows)
    timing = f'dur="{number(seconds)}s" repeatCount="indefinite"'
    return (f'<animateTransform attributeName="transform" type="translate" values="{moves}" {timing}/>'
            f'<animateTransform attributeName="transform" type="rotate" additive="sum" values="{turns}" {timing}/>')


def draw(rows):
    period = rows[-1]["time"] - rows[0]["time"]
    rows, seconds = choose(rows), SLOWER * period
    f = Sheet(720, 300, "A bogie that hunts, seen from above")
    f.add('<g transform="translate(360 166)">')
    spacing = 0.6 * SCALE
    f.add(f'<g><animateTransform attributeName="transform" type="translate" values="0 0;{number(-spacing)} 0" dur="0.5s" repeatCount="indefinite"/>')
    for i in range(-6, 9):
        f.box(i * spacing - 9, -118, 18, 236, "line", 1, "fill", 2)
    f.add("</g>")
    for side in (-1, 1):
        f.line(-360, side * 0.75 * SCALE, 360, side * 0.75 * SCALE, "soft", 6)
    for body, x in BODIES.items():
        f.add(f'<g>{animate(rows, body, x * SCALE, seconds)}')
        if body == "frame":
            for side in (-1, 1):
                f.box(-1.35 * SCALE, side * 1.0 * SCALE - 9, 2.7 * SCALE, 18, "b", 2, "paper", 6)
            f.box(-16, -1.0 * SCALE, 32, 2.0 * SCALE, "b", 2, "paper", 6)
        else:
            f.box(-6, -1.05 * SCALE, 12, 2.1 * SCALE, "a", 2, "paper", 3)
            for side in (-1, 1):
                f.box(-0.457 * SCALE, side * 0.75 * SCALE - 10, 0.914 * SCALE, 20, "a", 2, "paper", 4)
        f.add("</g>")
    f.add("</g>")
    f.text(12, 20, f"Cooperrider's bogie at 70 m/s: {number(1 / period)} Hz. Motion × {EXAGGERATE}, {SLOWER} times slower.", 14, halo=True)
    f.text(708, 20, "forward →", 14, "end", "soft", halo=True)
    return f


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/bin/fourfoot")
    (ROOT / "docs/pictures/hunting-bogie.svg").write_text(draw(read_period(program)).render())
    return 0


if __name__ == "__main__":
    sys.exit(main())
