#!/usr/bin/env python3
"""Draws the comparisons of docs/verification.md, docs/figures/oracle-*.svg: oracles.py [--program build/release/bin/fourfoot]

Lines are computed by the program now, dots are the reference data of tests/data and tests/reference. tests/manual/oracles_test.py draws
them again and compares; it also holds the worst differences that the captions state."""
import argparse
import cmath
import csv
import json
import math
import pathlib
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools/manual"))
from svg import Sheet, number  # noqa: E402

DATA = ROOT / "tests/data"


def read_rows(lines):
    return list(csv.DictReader(line for line in lines if not line.startswith("#")))


class Plot:
    """Axes in a box of a sheet; x and y turn values into positions."""

    def __init__(self, sheet, box, x, y, title, names, log=False, marks=None):
        self.sheet, self.box, self.range, self.log = sheet, box, (x, y), log
        left, top, right, bottom = box
        sheet.text(left - 44, top - 20, title, 13, weight=600)
        sheet.text((left + right) / 2, bottom + 36, names[0], 12, "middle", "soft")
        sheet.text(left - 44, top - 2, names[1], 12, colour="soft")
        for value in marks or self.ticks(x):
            sheet.line(self.x(value), top + 8, self.x(value), bottom, "line", 0.6)
            sheet.text(self.x(value), bottom + 18, self.write(value), 11, "middle", "soft")
        for value in self.ticks(y):
            sheet.line(left, self.y(value), right, self.y(value), "line", 0.6)
            sheet.text(left - 8, self.y(value) + 4, self.write(value), 11, "end", "soft")

    def ticks(self, ends):
        if self.log:
            return [10.0**k for k in range(math.ceil(math.log10(ends[0]) - 1e-9), math.floor(math.log10(ends[1]) + 1e-9) + 1)]
        step = 10 ** math.floor(math.log10((ends[1] - ends[0]) / 4))
        step *= max(m for m in (1, 2, 5) if m * step <= (ends[1] - ends[0]) / 3.5)
        first = math.ceil(ends[0] / step - 1e-9)
        return [k * step for k in range(first, math.floor(ends[1] / step + 1e-9) + 1)]

    def write(self, value):
        return f"{value:.0e}".replace("e-0", "e-") if self.log and value < 0.01 else f"{value:.6g}".replace("-", "−")

    def part(self, value, ends):
        f = math.log10 if self.log else float
        return (f(value) - f(ends[0])) / (f(ends[1]) - f(ends[0]))

    def x(self, value):
        return self.box[0] + self.part(value, self.range[0]) * (self.box[2] - self.box[0])

    def y(self, value):
        return self.box[3] - self.part(value, self.range[1]) * (self.box[3] - self.box[1] - 8)

    def inside(self, point):
        return all(ends[0] <= v <= ends[1] for v, ends in zip(point, self.range))

    def curve(self, points, colour, width=2.0, dash=""):
        points = [p for p in points if self.inside(p)]
        if points:
            self.sheet.poly([(self.x(a), self.y(b)) for a, b in points], colour, width, dash=dash)

    def dots(self, points, colour="ink", r=3.2, fill="paper"):
        for a, b in filter(self.inside, points):
            self.sheet.circle(self.x(a), self.y(b), r, colour, 1.2, fill)

    def key(self, entries, x=None, y=None, step=17):
        """What is what: (word, colour, kind)."""
        x, y = x or self.box[0] + 14, y or self.box[1] + 24
        for word, colour, kind in entries:
            if kind == "dot":
                self.sheet.circle(x + 10, y - 4, 3.2, colour, 1.2, "paper")
            else:
                self.sheet.line(x, y - 4, x + 20, y - 4, colour, 2.0, "5 4" if kind == "dash" else "")
            self.sheet.text(x + 27, y, word, 12, halo=True)
            y += step


def make_pair(title):
    """A sheet with two boxes side by side."""
    sheet = Sheet(860, 320, title)
    sheet.windows = [(0, 0, 440, 320), (445, 0, 415, 320)]
    return sheet, (64, 44, 400, 268), (500, 44, 836, 268)


class Oracles:
    def __init__(self, program):
        self.program, self.worst = str(program), {}
        self.folder = tempfile.TemporaryDirectory(prefix="fourfoot-oracles-")
        self.at = pathlib.Path(self.folder.name)

    def run(self, *words, **given):
        return subprocess.run([self.program, *map(str, words)], text=True, capture_output=True, check=True, cwd=self.at, **given).stdout

    def table(self, *words):
        return read_rows(self.run(*words, "--format", "csv").splitlines())

    def run_two_axle_car(self, formulation, tolerance):
        """Rows of time and the three forces."""
        self.run("run", ROOT / "examples/21-freight-map/scenario.toml", "-q", "-o", "r.h5", "--set", "track=route-2", "--set", "speed.v=22", "--set", "initial.wheelset_1.y=0",
                 "--set", "speed.start=40 m", "--set", "run.duration=4", "--set", "output.step=0.02", "--set", f"integrator.rtol={tolerance}", "--set", f"integrator.atol={tolerance}",
                 "--set", f"formulation={formulation}")
        rows = read_rows(self.run("export", "r.h5", "-c", "wheelset_1/left/Q,wheelset_1/right/Q,wheelset_1/sum_Y").splitlines())
        return [[float(v) for v in row.values()] for row in rows]

    def mechanics(self):
        runs = {(formulation, tolerance): self.run_two_axle_car(formulation, tolerance) for formulation in ("kane", "inertial") for tolerance in ("1e-6", "1e-8")}
        sheet, left, right = make_pair("Wheel forces of a two-axle car over a transition, by two formulations of the equations of motion")
        kane, inertial = runs["kane", "1e-6"], runs["inertial", "1e-6"]
        plot = Plot(sheet, left, (0, 4), (-20, 110), "HSFV1 on route II at 22 m/s: leading wheelset", ("t [s]", "kN"))
        for column, colour in ((1, "a"), (2, "b"), (3, "c")):
            plot.curve([(row[0], 1e-3 * row[column]) for row in kane], colour)
            plot.dots([(row[0], 1e-3 * row[column]) for row in inertial[::8]], colour)
        plot.key([("line: kane, dots: inertial", "ink", "line")], left[0] + 14, left[3] - 84)
        sheet.text(left[0] + 14, left[3] - 64, "$Q$ left", 12, colour="a", halo=True)
        sheet.text(left[0] + 70, left[3] - 64, "$Q$ right", 12, colour="b", halo=True)
        sheet.text(left[0] + 132, left[3] - 64, "Σ$Y$", 12, colour="c", halo=True)
        differences = [[abs(a[k] - b[k]) for k in (1, 2, 3)] for a, b in zip(kane, inertial)]
        self.worst["formulations [N]"] = max(map(max, differences))
        # How far each is from its own run with a hundredth of the tolerance: the error of the integration, which is all that may part them.
        self.worst["errors of both [N]"] = sum(max(abs(a[k] - b[k]) for a, b in zip(runs[name, "1e-6"], runs[name, "1e-8"]) for k in (1, 2, 3)) for name in ("kane", "inertial"))
        shown = Plot(sheet, right, (0, 4), (0, 0.8), "Largest difference of these forces", ("t [s]", "N"))
        shown.curve([(row[0], max(d)) for row, d in zip(kane, differences)], "d", 1.2)
        return sheet

    def track(self):
        reference = read_rows((DATA / "track/transport_routeII_v22_a+0.csv").open())
        found = self.table("track", ROOT / "examples/03-route-2/scenario.toml", "--step", "1")
        sheet, left, right = make_pair("Angular velocity of the track frame on route II at 22 m/s")
        for box, names in ((left, ("om_x", "omega_x", "roll rate")), (right, ("om_z", "omega_z", "yaw rate"))):
            points = [(float(row["s"]), float(row[names[1]])) for row in found]
            top = 1.15 * max(abs(v) for _, v in points)
            low = -top if min(v for _, v in points) < -0.1 * top else -0.1 * top
            plot = Plot(sheet, box, (0, points[-1][0]), (low, top), f"{names[2].capitalize()} of the track frame", ("s [m]", "rad/s"))
            plot.curve(points, "a")
            plot.dots([(float(row["s"]), float(row[names[0]])) for row in reference][::5])
            if box is left:
                plot.key([("Fourfoot", "a", "line"), ("independent program", "ink", "dot")], box[0] + 20)
        return sheet

    def optimisation(self):
        (self.at / "vehicle.toml").write_text(BOX)
        (self.at / "scenario.toml").write_text(BOX_SCENARIO)
        (self.at / "study.toml").write_text(BOX_FRONT)
        found = json.loads(self.run("optimise", "study.toml", "-o", "o.csv", "-q", "--format", "json"))
        sheet = Sheet(440, 320, "A front between decay and damping")
        plot = Plot(sheet, (64, 44, 400, 268), (-5.5, 0.5), (0, 0.3), "Fast decay against little damping", ("growth [1/s]", "damping ratio"))
        plot.curve([(-5 + 0.05 * k, (5 - 0.05 * k) / 20.0) for k in range(101)], "a")
        points = [(p["figures"]["growth"], p["figures"]["damping"]) for p in found["searches"]]
        plot.dots(points)
        plot.key([("exact: $ζ = −σ / ω$", "a", "line"), ("found", "ink", "dot")], 200, 90)
        self.worst["front"] = max(abs(b + a / 20.0) for a, b in points)
        return sheet

    def contact_geometry(self):
        reference = read_rows((DATA / "contact-geometry/geometry_s1002_60e1_1in40.csv").open())
        found = self.table("contact-geometry", ROOT / "examples/contact-geometry-s1002/geometry.toml", "--y=-10 mm:0.2 mm:10 mm")
        sheet, left, right = make_pair("Rolling radius difference and equivalent conicity against independent values")
        plot = Plot(sheet, left, (-8, 8), (-25, 25), "S1002 on 60E1, 1:40: $Δr$ over $y$", ("y [mm]", "mm"))
        pairs = [(1e3 * float(row["y"]), 1e3 * float(row["delta_r"])) for row in found]
        plot.curve(pairs, "a")
        wanted = [(-float(row["y_ws_mm"]), -float(row["delta_r_mm"])) for row in reversed(reference)]  # right, and right minus left, there
        self.worst["radius difference [mm]"] = max(abs(a[1] - b[1]) for a, b in zip(pairs, wanted))
        plot.dots(wanted[::4])
        plot.key([("Fourfoot", "a", "line"), ("independent program", "ink", "dot")])
        tolerance = read_rows((DATA / "contact-geometry/en15302_conicity.csv").open())
        shown = Plot(sheet, right, (0, 8), (0, 0.6), "EN 15302: equivalent conicity", ("amplitude [mm]", "tan $γ_e$"))
        for case, letter, colour in (("E1", "A", "a"), ("E2", "B", "b"), ("E3", "H", "c"), ("E4", "I", "d")):
            (self.at / f"{letter}.toml").write_text(
                f'[wheels]\nprofile = "{ROOT}/models/profiles/en15302/RUIC519{letter}.csv"\nradius = "460 mm"\n'
                f'[rails]\nprofile = "{ROOT}/models/profiles/en15302/SUIC519A.csv"\ninclination = 0\norigin = "750 mm"\n')
            rows = self.table("contact-geometry", f"{letter}.toml", "--conicity", "--no-roll", "--amplitude", "0.5 mm:0.1 mm:7.4 mm")
            name = next(key for key in rows[0] if key.startswith("klingel") or key == "conicity")
            shown.curve([(1e3 * float(row["amplitude"]), float(row[name])) for row in rows], colour)
            shown.dots([(float(row["amplitude_mm"]), float(row["tan_gamma_e"])) for row in tolerance if row["case"] == case][::3], colour)
        shown.key([(f"wheel {w}", c, "line") for w, c in (("A", "a"), ("B", "b"), ("H", "c"), ("I", "d"))] + [("the standard", "ink", "dot")])
        return sheet

    def contact_forces(self):
        sheet, left, right = make_pair("Creep forces against the program CONTACT")
        rows = [row for row in read_rows((DATA / "contact-laws/contact_tractcurv.csv").open()) if int(row["case"]) <= 30]
        plot = Plot(sheet, left, (0, 1.2), (0, 1.1), "Force over longitudinal creepage", ("creepage [%]", "$F_x$ / $μN$"))
        first = rows[0]
        ab = 1.5 * float(first["FN_N"]) / (math.pi * float(first["pmax"]) * 1e6)
        lines = [f"{k * 2e-4}" for k in range(1, 61)]
        for law, colour in (("kalker-linear", "d"), ("polach", "c"), ("fastsim", "b"), ("exact-table", "a")):
            (self.at / "c.csv").write_text("nu_x\n" + "\n".join(lines) + "\n")
            found = self.table("creep", "--law", law, "--cases", "c.csv", "--a", math.sqrt(0.5 * ab), "--b", math.sqrt(2 * ab), "--normal", first["FN_N"], "--friction", "0.33",
                               "--shear-modulus", "82e9", "--poisson", "0.28")
            bound = 0.33 * float(first["FN_N"])
            plot.curve([(0, 0)] + [(100 * float(v), -float(row["fx"]) / bound) for v, row in zip(lines, found)], colour)
        plot.dots([(100 * abs(float(row["cksi"])), abs(float(row["FX_over_fstatFN"]))) for row in rows])
        names = (("linear", "d"), ("polach", "c"), ("fastsim", "b"), ("exact-table", "a"))
        plot.key([(w, c, "line") for w, c in names] + [("CONTACT", "ink", "dot")], left[0] + 190, left[3] - 90)
        shown = Plot(sheet, right, (0, 118), (0, 15), "118 cases, sorted by error", ("number of cases", "% of $μN$"))
        for law, colour in (("polach", "c"), ("fastsim", "b"), ("fastrip", "d"), ("exact-table", "a")):
            errors = self.find_errors(law)
            self.worst[law + " [% of mu N]"] = errors[-1]
            shown.curve(list(enumerate(errors, 1)), colour)
        shown.key([(w, c, "line") for w, c in (("polach", "c"), ("fastsim", "b"), ("fastrip", "d"), ("exact-table", "a"))])
        return sheet

    def find_errors(self, law):
        """Of each case of contact_cases.csv, in per cent of mu N, in ascending order. CONTACT has mm and the rail's side: see the README there."""
        rows = read_rows((DATA / "contact-laws/contact_cases.csv").open())
        c, normal = 5.5e-3, 80e3
        text = "a,b,friction,nu_x,nu_y,spin\n"
        for row in rows:
            ratio = float(row["a_over_b"])
            text += f"{c * math.sqrt(ratio)!r},{c / math.sqrt(ratio)!r},{row['mu']},{row['xi']},{row['eta']},{1e3 * float(row['phi_per_mm'])!r}\n"
        (self.at / "c.csv").write_text(text)
        found = self.table("creep", "--law", law, "--cases", "c.csv", "--normal", normal, "--shear-modulus", 210e9 / 2.56, "--poisson", "0.28")
        errors = []
        for row, got in zip(rows, found):
            gap = math.hypot(float(got["fx"]) - float(row["Fx_exact"]), float(got["fy"]) - float(row["Fy_exact"]))
            errors.append(100 * gap / (float(row["mu"]) * normal))
        return sorted(errors)

    def stability(self):
        sheet, left, right = make_pair("Eigenvalues of a coach, and Cooperrider's bogie")
        wanted = [(float(r["re"]), float(r["im"]) / (2 * math.pi)) for r in read_rows((ROOT / "tests/reference/independent/cone_eigenvalues.csv").open()) if r["speed"] == "40"]
        found = [(float(r["re"]), float(r["im"]) / (2 * math.pi)) for r in self.table("eigen", ROOT / "tests/reference/independent/cones/scenario.toml", "--set", "speed.v=40")]
        plot = Plot(sheet, left, (-30, 2), (0, 17), "Roots of a coach on cones at 40 m/s", ("growth [1/s]", "Hz"))
        plot.dots(wanted, r=5.5, fill="none")
        plot.dots(found, "b", 2.2, "b")
        plot.key([("a second program", "ink", "dot")])
        sheet.circle(left[0] + 24, left[1] + 37, 2.2, "b", 1.2, "b")
        sheet.text(left[0] + 41, left[1] + 41, "Fourfoot", 12, halo=True)
        answer = json.loads(self.run("bifurcation", ROOT / "examples/20-cooperrider/scenario.toml", "--speed", "64:2:72", "--format", "json"))
        shown = Plot(sheet, right, (64, 72), (0, 12), "Cooperrider's bogie: limit cycles", ("speed [m/s]", "max $y$ [mm]"))
        for speed in (66.6, 66.7, 68.64):
            shown.curve([(speed, 0), (speed, 12)], "soft", 1.2, "5 4")
        for branch in answer["branches"]:
            for stable in (False, True):
                piece = []
                for orbit in branch["orbits"] + [None]:
                    if orbit is not None and orbit["stable"] == stable:
                        piece.append((orbit["value"], 1e3 * orbit["max_abs"]))
                    else:
                        shown.curve(piece, "a", 2.2, "" if stable else "6 4")
                        piece = []
            self.worst["Hopf [m/s]"] = abs(branch["hopf"] - 68.644)  # [KaasPetersen1986]
        shown.key([("stable", "a", "line"), ("unstable", "a", "dash"), ("published $v_n$, $v_c$", "soft", "dash")], right[0] + 206, right[1] + 130)
        return sheet

    def integration(self):
        sheet = Sheet(440, 320, "Error over step of fixed-step methods")
        plot = Plot(sheet, (70, 44, 400, 268), (1.6, 5), (1e-9, 1e-3), "Decay of the Zilina vehicle: error over step", ("step [ms]", "relative error"), log=True, marks=[2, 3, 4])
        rows = self.table("integrators", ROOT / "examples/30-zilina-decay/scenario.toml", "--methods", "rk4,newmark,rosenbrock", "--steps", "2 ms,3 ms,4 ms", "--tolerances", "1e-4")
        for method, colour, order in (("newmark", "b", 2), ("rosenbrock", "c", 2), ("rk4", "a", 4)):
            points = [(1e3 * float(r["step"]), float(r["error"])) for r in rows if r["method"] == method and float(r["step"]) > 0]
            plot.dots(points, colour, 3.6)
            end = points[-1]
            plot.curve([(h, end[1] * (h / end[0]) ** order) for h in (1.6, end[0])], colour, 1.6)
            slopes = [math.log(b[1] / a[1]) / math.log(b[0] / a[0]) for a, b in zip(points, points[1:])]
            self.worst[f"order of {method}"] = max(abs(s - order) for s in slopes)
        plot.key([("newmark, order 2", "b", "line"), ("rosenbrock, order 2", "c", "line"), ("rk4, order 4", "a", "line")], 106, 168, 16)
        return sheet

    def weigh(self, name, frequencies):
        """Gains of a weighting filter: the spectrum of what it makes of an impulse."""
        rate, count = 1000.0, 16000
        (self.at / "impulse.csv").write_text("time [s],a [m/s2]\n" + "".join(f"{i / rate},{1 if i == 0 else 0}\n" for i in range(count)))
        response = [float(row["a"]) for row in self.table("signal", "impulse.csv", "-c", "a", "--filter", f"weight:{name}")]
        return [(f, abs(sum(v * cmath.exp(-2j * math.pi * f / rate * i) for i, v in enumerate(response)))) for f in frequencies]

    def evaluation(self):
        sheet, left, right = make_pair("Weightings of ride comfort, and a filter")
        plot = Plot(sheet, left, (0.4, 100), (0.01, 2), "Weightings Wk, Wd, Wc", ("frequency [Hz]", "gain"), log=True)
        table = read_rows((DATA / "evaluate/iso2631_weights.csv").open())
        self.worst["weighting [dB]"] = 0.0
        for name, colour in (("Wk", "a"), ("Wd", "b"), ("Wc", "c")):
            wanted = [(float(r["f"]), float(r[name]) / 1e3) for r in table if r[name] and 0.8 <= float(r["f"]) <= 50]
            found = self.weigh(name, [f for f, _ in wanted])
            plot.curve(found, colour)
            plot.dots(wanted, colour)
            self.worst["weighting [dB]"] = max([self.worst["weighting [dB]"], *(abs(20 * math.log10(b[1] / a[1])) for a, b in zip(wanted, found))])
        plot.key([("Wk", "a", "line"), ("Wd", "b", "line"), ("Wc", "c", "line"), ("ISO 2631-1", "ink", "dot")], left[0] + 14, left[1] + 148)
        data = {row[0]: [float(v) for v in row[1:]] for row in csv.reader((DATA / "evaluate/reference.csv").open())}
        rate, record, wanted = next(iter(data.values()))[0], data["record"], data["zero-phase low 4 20"]
        (self.at / "record.csv").write_text("time [s],x [m]\n" + "".join(f"{i / rate!r},{v!r}\n" for i, v in enumerate(record)))
        found = [float(row["x"]) for row in self.table("signal", "record.csv", "-c", "x", "--filter", "low:20 Hz:order=4")]
        self.worst["filter"] = max(abs(a - b) for a, b in zip(wanted[40:80], found[700:740])) / max(map(abs, wanted))
        shown = Plot(sheet, right, (3.5, 3.7), (-12, 12), "Low pass of 20 Hz, order 4, forward and backward", ("time [s]", "signal"))
        shown.curve([(i / rate, record[i]) for i in range(700, 741)], "line", 1.4)
        shown.curve([(i / rate, found[i]) for i in range(700, 741)], "a")
        shown.dots([(i / rate, wanted[i - 660]) for i in range(700, 740, 2)])
        shown.key([("recorded", "line", "line"), ("Fourfoot", "a", "line"), ("scipy", "ink", "dot")])
        return sheet

    FIGURES = {"mechanics": mechanics, "track": track, "optimisation": optimisation, "contact-geometry": contact_geometry,
               "contact-forces": contact_forces, "stability": stability, "evaluation": evaluation, "integration": integration}


BOX = """format = "fourfoot vehicle 1"
[bodies.box]
mass = 2000
inertia = [1000, 1000, 1000]
position = [0, 0, 1]
free = ["z"]
[elements.spring]
type = "spring-damper"
between = ["track", "box"]
at = [0, 0, 1]
stiffness = [0, 0, 8e5]
damping = [0, 0, 1.6e4]
"""
BOX_SCENARIO = """format = "fourfoot scenario 1"
vehicle = "vehicle.toml"
speed.v = 10
run.duration = 1
"""
BOX_FRONT = """format = "fourfoot optimisation 1"
scenario = "scenario.toml"
tolerance = 1e-5
[[parameters]]
key = "vehicle.elements.spring.damping.3"
low = 1e3
high = 2e4
[[cases]]
name = "modes"
analysis = "eigen"
[[objectives]]
figure = "growth"
[[objectives]]
figure = "damping"
[pareto]
points = 7
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--program", default=ROOT / "build/release/bin/fourfoot")
    parser.add_argument("names", nargs="*", default=list(Oracles.FIGURES))
    options = parser.parse_args()
    oracles = Oracles(options.program)
    for name in options.names:
        (ROOT / f"docs/figures/oracle-{name}.svg").write_text(Oracles.FIGURES[name](oracles).render())
    for name, value in oracles.worst.items():
        print(f"{name}: {number(value) if value > 0.01 else f'{value:.2g}'}")


if __name__ == "__main__":
    main()
