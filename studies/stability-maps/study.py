"""Stability maps of the two-axle car with two pairs of profiles, and what moves its critical speeds [Zboinski2016, section 4.1].

STUDY_PARTS=branch (or maps, factors, motion, falling; several with commas) computes these parts alone; the others stay as they are, and the page says which program made each."""
import concurrent.futures
import itertools
import json
import os
import pathlib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = True
STIFFNESS = (1.0e6, 0.5e6, 0.9e6)  # N/m, of the model (models/vehicles/hsfv1)
FIRST, SECOND = "S1002 on 60E1", "EN 15302 B on 60E1"
PAIRS = {FIRST: {}, SECOND: {"wheels.profile": str(HERE / "wheel_en15302_b.toml")}}
# R [m] / cant for balance at 30 m/s, at most 150 mm; the paper's own are in a figure that is not available.
RADII = ("straight", "6000/23 mm", "3000/46 mm", "2000/69 mm", "1200/115 mm", "600/150 mm", "300/150 mm")
COMMON = {"contact.geometry": "table"}
LOST = ("diverged", "derailed", "overturned")
RESTING = ("stationary", *LOST)
MOTIONS = ("straight", "3000/46 mm", "600/150 mm")
# Where limit cycles are followed from the Hopf point to the large motion. The range of speeds holds all of the way; behind so many orbits the branch goes on over folds of large motion.
SADDLES = (
    {"name": "empty, straight", "settings": {}, "curve": "straight", "speeds": "46:4:74", "orbits": 150, "falling": (48, 53)},
    {"name": "empty, R = 6000 m with 23 mm", "settings": {}, "curve": "6000/23 mm", "speeds": "46:2:72", "orbits": 340, "falling": (48, 72)},
    {"name": "laden, straight", "settings": {"load_case": "laden"}, "curve": "straight", "speeds": "45:0.5:70", "orbits": 200, "falling": (50, 52)},
)
SMALL = 2.0  # m/s above the Hopf point: how far the picture of the first orbits goes
RESOLVED = 0.02  # mm: what a motion at rest may swing (docs/theory/stability.md)
DIFFERENT = 0.5  # two motions of one speed are different ones if their peak to peak differs by this share: smaller ones may still be settling
SAME, STRONG = 0.02, 0.2  # changes of v_n: no larger than this is none; from this on they are strong


def run_map(output, settings, speeds, radius, more=()):
    """Rows of one line of a map, by `fourfoot stability-map`; lengths in mm."""
    rows = program.map_stability(HERE / "scenario.toml", output, COMMON | settings, "--speed", speeds, "--radius", radius, "--threads", 1, *more)
    for row in rows:
        row |= {name: row[name] * 1e3 for name in ("max_abs", "peak_to_peak", "mean")}
    return rows


def summarise(rows):
    """The line's critical speeds: v_n lies between steady_up_to and hunts_from; nan where there is none in the range."""
    return {"v_c": rows[0]["v_c"], "v_n": rows[0]["hunts_from"], "v_s": rows[0]["diverges_from"]}


def make_maps(work, results, speeds, radii, more=()):
    """Both maps, a line at a time, two at once: what is done stays done if it is stopped."""
    wanted = [(radius, pair) for radius in radii for pair in PAIRS]

    def work_on(line):
        radius, pair = line
        name = f"map-{list(PAIRS).index(pair) + 1}-{radius.split('/')[0]}.csv"
        return run_map(work / name, PAIRS[pair], speeds, radius, more)

    with concurrent.futures.ThreadPoolExecutor(program.THREADS) as pool:
        found = dict(zip(wanted, pool.map(work_on, wanted)))
    points, lines = [], []
    for pair in PAIRS:
        for radius in radii:
            rows = found[radius, pair]
            lines.append({"pair": pair, "radius": radius} | summarise(rows) | {"swings": any(row["motion"] not in RESTING for row in rows)})
            points += [{"pair": pair, "radius": radius, "v": row["speed"], "sweep": row["sweep"], "motion": row["motion"], "max |y|": row["max_abs"],
                        "peak to peak": row["peak_to_peak"], "mean": row["mean"]} for row in rows]
    tables.write(results / "map.csv", points)
    tables.write(results / "lines.csv", lines)


def scale(axis, factor):
    """Settings that multiply a stiffness of both suspensions."""
    values = [k * (factor if "xyz"[i] == axis else 1.0) for i, k in enumerate(STIFFNESS)]
    return {f"vehicle.elements.suspension_{n}.stiffness": str(values) for n in (1, 2)}


def list_variants():
    """(factor, value, settings, curve), one factor changed at a time."""
    yield "wheel profile", "EN 15302 A", {"wheels.profile": str(HERE / "wheel_en15302_a.toml")}, "straight"
    for friction in (0.1, 0.5):
        yield "friction", f"{friction}", {"contact.friction": friction}, "straight"
    for gauge in (1.430, 1.438):
        yield "gauge [m]", f"{gauge}", {"rails.gauge": gauge}, "straight"
    for inclination in (0.0, 0.05):
        yield "rail inclination", f"{inclination}", {"rails.inclination": inclination}, "straight"
    for axis in "xy":
        for factor in (0.5, 2.0):
            yield f"suspension k{axis}", f"{factor} times", scale(axis, factor), "straight"
    for cant in ("0 mm", "120 mm"):
        yield "superelevation in R = 3000 m", cant, {}, f"3000/{cant}"


def make_influence(work, results, speeds, more):
    def work_on(variant):
        factor, value, settings, curve = variant
        name = f"{factor}-{value}".replace(" ", "-").replace("=", "")
        return {"factor": factor, "value": value} | summarise(run_map(work / f"influence-{name}.csv", settings, speeds, curve, more))

    with concurrent.futures.ThreadPoolExecutor(program.THREADS) as pool:  # one line each: no call has work for two threads
        tables.write(results / "influence.csv", list(pool.map(work_on, list_variants())))


def make_motion(work, results, cases):
    """Motion after a shift of 5 mm, as in Fig. 6."""
    series = {"t": np.linspace(0.0, 12.0, 600)}
    for curve, v in cases:
        settings = COMMON | {"speed.v": v}
        if curve != "straight":
            radius, cant = curve.split("/")
            settings["track.horizontal"] = f'[{{type="circular-arc",length=5000,radius={radius},turn="left",cant="{cant}"}}]'
        run = program.simulate(HERE / "scenario.toml", work / f"motion-{curve.replace('/', '-').replace(' ', '')}-{v}.h5", settings, may_fail=True)
        values = np.interp(series["t"], run.time, run["wheelset_1/y"] * 1e3)
        series[f"{curve}, {v:g} m/s"] = np.where(series["t"] <= run.time[-1], values, np.nan)
    tables.write(results / "motion-series.csv", [dict(zip(series, map(float, values))) for values in zip(*series.values())])


def ask_kept(kept, verb, case, *options):
    """What a verb says of one case of SADDLES; what is done stays done."""
    settings = program.list_settings(COMMON | case["settings"])
    if not kept.exists():
        kept.write_text(program.call(verb, HERE / "scenario.toml", *settings, "--radius", case["curve"], *options, "--format", "json"))
    return json.loads(kept.read_text())


def make_branch(work, results):
    """Limit cycles from the Hopf point to the large motion, stable and unstable ones, as Fig. 8."""
    orbits, special, ends = [], [], []
    for number, case in enumerate(SADDLES, 1):
        found = ask_kept(work / f"branch-{number}.json", "bifurcation", case, "--speed", case["speeds"], "--method", "continuation", "--branches", 1, "--orbits", case["orbits"])
        branch, name = found["branches"][0], case["name"]
        special.append({"case": name, "point": "Hopf", "v": branch["hopf"], "peak to peak": 0.0, "wheelset": ""})
        special += [{"case": name, "point": "fold", "v": fold["value"], "peak to peak": fold["wheelset_peak_to_peak"] * 1e3, "wheelset": fold["wheelset"]} for fold in branch["folds"]]
        orbits += [{"case": name, "v": orbit["value"], "peak to peak": orbit["wheelset_peak_to_peak"] * 1e3, "stable": orbit["stable"]} for orbit in branch["orbits"]]
        ends.append({"case": name, "orbits": len(branch["orbits"]), "end": branch["end"]})
    tables.write(results / "branch.csv", orbits)
    tables.write(results / "branch-points.csv", special)
    tables.write(results / "branch-ends.csv", ends)


def make_falling(work, results):
    """Beside the branches: where hunting ends as the speed falls."""
    def work_on(case):
        low, high = case["falling"]
        kept = work / f"falling-{SADDLES.index(case) + 1}.json"
        found = ask_kept(kept, "critical-speed", case, "--method", "falling", "--from", low, "--to", high, "--resolution", 0.05, "--threads", 1, "--quiet")
        return {"case": case["name"], "low": found["low"], "high": found["high"], "peak to peak": found["wheelset_peak_to_peak"] * 1e3, "wheelset": found["wheelset"]}

    with concurrent.futures.ThreadPoolExecutor(program.THREADS) as pool:
        tables.write(results / "branch-falling.csv", list(pool.map(work_on, SADDLES)))


def compute(size, work, results):
    if size == "small":
        make_maps(work, results, "30:18:66", ("straight", "300/150 mm"), ("--resolution", "3", "--longest", "4"))
        return
    parts = {
        "maps": lambda: make_maps(work, results, "12:6:72", RADII, ("--longest", "10", "--resolution", "0.2")),
        "factors": lambda: make_influence(work, results, "12:12:72", ("--longest", "10", "--resolution", "0.2")),
        "motion": lambda: make_motion(work, results, [(curve, v) for curve in MOTIONS for v in (36.0, 60.0)]),
        "branch": lambda: make_branch(work, results),
        "falling": lambda: make_falling(work, results),
    }
    for part in os.environ.get("STUDY_PARTS", ",".join(parts)).split(","):
        busy = program.processor_time()
        parts[part]()
        tables.write(results / f"made-{part}.csv", [program.identify() | {"processor": program.processor_time() - busy}])


def show_parts(results):
    """Which program made which part, and what that cost."""
    rows = [{"part": words} | tables.read(results / f"made-{part}.csv")[0]
            for part, words in (("maps", "maps"), ("factors", "factors"), ("motion", "motion"), ("branch", "limit cycles by continuation"), ("falling", "speed lowered"))]
    return tables.markdown(rows, {"part": "part", "program": "program", "processor": "processor time [s]"}, digits=3)


def find_several(points):
    """Speeds at which the way up and the way down end in different motions: (radius, v, peak to peak up, down) by pair."""
    found = {}
    up = {(p["pair"], p["radius"], p["v"]): p for p in points if p["sweep"] == "up"}
    for point in points:
        other = up.get((point["pair"], point["radius"], point["v"]))
        if point["sweep"] == "down" and other and point["motion"] not in LOST and other["motion"] not in LOST:
            if abs(point["peak to peak"] - other["peak to peak"]) > DIFFERENT * max(point["peak to peak"], other["peak to peak"], RESOLVED):
                found.setdefault(point["pair"], []).append((point["radius"], point["v"], other["peak to peak"], point["peak to peak"]))
    return found


def tell_radii(lines, pair, swings):
    chosen = [line["radius"].split("/")[0] for line in lines if line["pair"] == pair and (line["swings"] == "yes") == swings]
    return ", ".join(chosen) or "none"


def find_fastest(points, line):
    """The bounded motion at the highest speed of a line."""
    mine = [p for p in points if (p["pair"], p["radius"], p["sweep"]) == (line["pair"], line["radius"], "up") and p["motion"] not in LOST]
    return max(mine, key=lambda p: p["v"])


def judge_curves(lines, points):
    """What the first pair's map tells of curves against straight track."""
    mine = [line for line in lines if line["pair"] == FIRST]
    straight, curves = mine[0], mine[1:]
    hunting = [line for line in curves if line["swings"] == "yes"]
    swings = [p for p in points if p["pair"] == FIRST and p["motion"] not in RESTING]
    aside = {radius: max(abs(p["mean"]) for p in swings if p["radius"] == radius) for radius in dict.fromkeys(p["radius"] for p in swings)}
    bent = {radius: value for radius, value in aside.items() if radius != "straight"}
    shifts = [abs(line["v_n"] / straight["v_n"] - 1.0) for line in hunting if np.isfinite(line["v_n"])]
    asymmetric = bool(bent) and min(bent.values()) > 10.0 * aside.get("straight", 0.0)
    again = [line["radius"].split("/")[0] for line in hunting if find_fastest(points, line)["motion"] == "stationary"]
    return {
        "periodic-in-curves": (f"above v_n lasting oscillation on straight track and in R = {tell_radii(lines, FIRST, True).replace('straight, ', '')} m; "
                               f"in R = {tell_radii(lines, FIRST, False)} m the motion is stationary up to v_s; stationary again at higher speeds in R = {', '.join(again) or 'none'}",
                               page.PART if 0 < len(hunting) < len(curves) or again else bool(hunting)),
        "asymmetry": (f"middle of the swing at most {aside.get('straight', 0.0):.2g} mm beside the centre line on straight track, "
                      + ", ".join(f"{value:.2g} mm (R = {radius.split('/')[0]})" for radius, value in bent.items())
                      + f"; v_n in these curves differs from that of straight track by up to {max(shifts, default=0.0):.0%}",
                      page.PART if asymmetric and max(shifts) > SAME else asymmetric),
        "s1002-all-radii": (f"vibrations in R = {tell_radii(lines, FIRST, True)}; none in {tell_radii(lines, FIRST, False)}",
                            page.PART if 0 < len(hunting) < len(curves) else bool(hunting)),
    }


def tell_speeds(line):
    return ", ".join(f"{name} " + (f"{line[name]:.1f} m/s" if np.isfinite(line[name]) else "none") for name in ("v_c", "v_n", "v_s"))


def read_saddles(results):
    """Each case of SADDLES with its Hopf point, orbits and lowest fold, and how far from it hunting ends as the speed falls."""
    orbits, special, falling, ends = (tables.read(results / f"branch{part}.csv") for part in ("", "-points", "-falling", "-ends"))
    rows = []
    for case in falling:
        mine, (hopf, *folds) = ([row for row in table if row["case"] == case["case"]] for table in (orbits, special))
        saddle = min(folds, key=lambda fold: fold["v"])
        rows.append(case | next(end for end in ends if end["case"] == case["case"]) | {"mine": mine, "hopf": hopf, "folds": len(folds), "saddle": saddle, "middle minus fold": 0.5 * (case["low"] + case["high"]) - saddle["v"]})
    return rows


def judge_saddles(results):
    rows = read_saddles(results)
    good = [row["saddle"]["v"] < row["hopf"]["v"] and any(orbit["stable"] == "no" for orbit in row["mine"]) and row["mine"][-1]["peak to peak"] > 10.0
            and abs(row["middle minus fold"]) <= 0.1 for row in rows]
    return ("; ".join(f"{row['case']}: v_c {row['hopf']['v']:.2f} m/s, lowest fold {row['saddle']['v']:.2f} m/s, speed lowered {row['low']:.2f} to {row['high']:.2f} m/s" for row in rows),
            page.PART if any(good) and not all(good) else all(good))


def judge(results):
    lines, points = tables.read(results / "lines.csv"), tables.read(results / "map.csv")
    one, two = (next(line for line in lines if line["pair"] == pair and line["radius"] == "straight") for pair in PAIRS)
    change = abs(two["v_n"] / one["v_n"] - 1.0)
    findings = {
        "profiles": (f"straight track: {FIRST} {tell_speeds(one)}; {SECOND} {tell_speeds(two)}", page.PART if RESOLVED < change < STRONG else change >= STRONG),
        "small-radii-rest": (f"{SECOND}: no vibrations in R = {tell_radii(lines, SECOND, False)}; {FIRST}: none in {tell_radii(lines, FIRST, False)}",
                             page.PART if tell_radii(lines, SECOND, False) != "none" else False),
    }
    if len({line["radius"] for line in lines}) < len(RADII):
        return findings
    several = find_several(points)
    below = [line for line in lines if line["v_n"] < line["v_c"]]
    either = [line for line in lines if np.isfinite(line["v_n"]) and np.isfinite(line["v_c"])]
    factors = {}
    for row in tables.read(results / "influence.csv"):
        base = next(line for line in lines if line["pair"] == FIRST and line["radius"] == ("3000/46 mm" if "superelevation" in row["factor"] else "straight"))
        factors.setdefault(row["factor"], []).append(row["v_n"] / base["v_n"] - 1.0)
    return findings | judge_curves(lines, points) | {
        "saddle-node": judge_saddles(results),
        "subcritical": (f"v_n lies below v_c in {len(below)} of {len(either)} lines that have both", page.PART if 0 < len(below) < len(either) else bool(below)),
        "several-solutions": ("; ".join(f"{pair}: {len(found)} speeds, e. g. R = {found[0][0].split('/')[0]}, {found[0][1]:g} m/s: peak to peak {found[0][2]:.2g} mm on the way up, "
                                        f"{found[0][3]:.2g} mm on the way down" for pair, found in several.items()) or "none found", bool(several)),
        "factors": ("v_n changes by " + ", ".join(f"{name} {min(values):+.0%} to {max(values):+.0%}" if np.isfinite(values).all() else f"{name}: some without v_n"
                                                  for name, values in factors.items()), True),
    }


def draw(results):
    points, panels = tables.read(results / "map.csv"), []
    for pair, number in ((FIRST, 9), (SECOND, 10)):
        for quantity, part in (("max |y|", "a"), ("peak to peak", "b")):
            panel = figure.Panel(f"{pair}: {quantity}, dashed on the way down (as Fig. {number}{part})", "v [m/s]", f"{quantity} [mm]")
            for colour, radius in enumerate(RADII):
                for sweep in ("up", "down"):
                    mine = sorted((p for p in points if (p["pair"], p["radius"], p["sweep"]) == (pair, radius, sweep) and p["motion"] not in LOST), key=lambda p: p["v"])
                    panel.line([p["v"] for p in mine], [p[quantity] for p in mine], radius.replace("/", " m / ") if sweep == "up" else "", colour, sweep == "down", marks=True)
            panels.append(panel)
    figure.save(results / "map.svg", panels)
    panels, lines = [], tables.read(results / "lines.csv")
    for pair in PAIRS:
        panel = figure.Panel(f"{pair}: critical speeds over curvature", "1000 m / R", "speed [m/s]")
        mine = [line for line in lines if line["pair"] == pair]
        curvature = [0.0 if line["radius"] == "straight" else 1000.0 / float(line["radius"].split("/")[0]) for line in mine]
        for name in ("v_c", "v_n", "v_s"):
            panel.line(curvature, [line[name] for line in mine], name, marks=True)
        panels.append(panel)
    figure.save(results / "critical.svg", panels)
    series, panels = tables.read(results / "motion-series.csv"), []
    for curve in MOTIONS:
        panel = figure.Panel(f"Leading wheelset after a shift of 5 mm, {curve.replace('/', ' m / ')} (as Fig. 6)", "t [s]", "y [mm]")
        for name in series[0]:
            if name.startswith(curve):
                panel.line([row["t"] for row in series], [row[name] for row in series], name.split(", ")[1])
        panels.append(panel)
    figure.save(results / "motion.svg", panels)


def add_branch(panel, hopf, branch, saddle, falling):
    """Fig. 8b with its names: stationary (ss) and periodic solutions (ps), stable (s) and unstable ones (u, dashed)."""
    low, high = (limit([hopf["v"], *(orbit["v"] for orbit in branch)]) for limit in (min, max))
    panel.line([low - 0.05 * (high - low), hopf["v"]], [0.0, 0.0], "sss", 0)
    panel.line([hopf["v"], high], [0.0, 0.0], "uss", 0, True)
    last, named = hopf, set()
    for stable, part in itertools.groupby(branch, key=lambda orbit: orbit["stable"]):
        part = [last, *part]  # so that parts join
        name = "sps" if stable == "yes" else "ups"
        panel.line([orbit["v"] for orbit in part], [orbit["peak to peak"] for orbit in part], "" if name in named else name, 1, stable == "no")
        named.add(name)
        last = part[-1]
    panel.line([hopf["v"]], [0.0], "HSB at v_c", 2, marks=True)
    if saddle:
        panel.line([falling["high"]] * 2, [0.0, falling["peak to peak"]], "hunting ends as the speed falls", 4)
        panel.line([saddle["v"]], [saddle["peak to peak"]], "SNB: lowest fold", 3, marks=True)


def draw_branch(results):
    panels, rows = [], read_saddles(results)
    for case in rows:
        hopf, saddle = case["hopf"], case["saddle"]
        near = list(itertools.takewhile(lambda orbit: orbit["v"] < hopf["v"] + SMALL, case["mine"]))
        for part, title, end in ((case["mine"], "as Fig. 8b", saddle), (near, "the first orbits", None)):
            panels.append(figure.Panel(f"hsfv1, {case['case']}: {title}", "v [m/s]", "peak to peak [mm]"))
            add_branch(panels[-1], hopf, part, end, case)
    figure.save(results / "branch.svg", panels)
    return tables.markdown([row | {
        "v_c": row["hopf"]["v"], "fold": row["saddle"]["v"], "at": row["saddle"]["peak to peak"], "leads": row["saddle"]["wheelset"].split("/")[0],
        "falling": f"{row['low']:.2f} to {row['high']:.2f}, {row['wheelset']}", "apart": f"{row['middle minus fold']:+.2f}", "count": f"{row['folds']}",
        "ends": f"{row['orbits']:.0f}: {row['end']}"} for row in rows], {
        "case": "hsfv1", "v_c": "v_c (HSB)", "fold": "lowest fold (SNB)", "at": "peak to peak there [mm]", "leads": "moves most", "falling": "speed lowered: hunting ends between",
        "apart": "middle minus fold", "count": "folds", "ends": "orbits, and why the branch ends"}, digits=4)


def render(results, figures):
    draw(results)
    statements = page.write_statements(HERE, results, judge(results))
    lines = tables.read(results / "lines.csv")
    base = next(line for line in lines if line["pair"] == FIRST and line["radius"] == "straight")
    influence = [{"factor": "as it is", "value": ""} | {name: base[name] for name in ("v_c", "v_n", "v_s")}, *tables.read(results / "influence.csv")]
    several = [{"pair": pair, "R / cant": radius, "v": v, "up": up, "down": down} for pair, found in find_several(tables.read(results / "map.csv")).items()
               for radius, v, up, down in found]
    return {"made": show_parts(results), "branch": draw_branch(results), "statements": page.show_statements(statements), "lines": tables.markdown(lines, {
        "pair": "profiles", "radius": "R [m] / cant", "v_c": "v_c", "v_n": "v_n", "v_s": "v_s", "swings": "vibrations"}, digits=4),
        "influence": tables.markdown(influence, digits=4),
        "several": tables.markdown(several, {"pair": "profiles", "R / cant": "R [m] / cant", "v": "v [m/s]", "up": "peak to peak [mm], way up", "down": "way down"})
        if several else "None."}
