"""Imaginary forces of a two-axle car in transition curves, and what their omission does [Zboinski2016], [Zboinski2012].

Two parts: the torques of the car body and their effect (Figs. 11-17), here; every term in turn (Table 1), in terms.py."""
import importlib.util
import math
import pathlib
import tomllib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = True  # Table 1: some 600 runs
OMIT_ROLL = '[{body="car_body",group="rotation",kind="torque",axis="x"}]'
OMIT_YAW = '[{body="car_body",group="rotation",kind="torque",axis="z"}]'
OMISSIONS = {"full": "[]", "roll": OMIT_ROLL, "yaw": OMIT_YAW, "both": OMIT_ROLL[:-1] + "," + OMIT_YAW[1:]}
ROLL, YAW = "car_body/imaginary/rotation/torque_x", "car_body/imaginary/rotation/torque_z"
ENTRY_1, END_1 = (10.0, 17.0), 47.0  # chainages of route I
ENTRY_2, EXIT_2, END_2 = (10.0, 112.4), (172.4, 274.8), 314.8
BESIDE = 0.2  # m left out at the ends of a section: rows of the run do not fall on them


def load_terms():
    spec = importlib.util.spec_from_file_location("terms", HERE / "terms.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def find_time(v, a, distance):
    """When a uniformly accelerated car has gone so far; where it stops before, that."""
    if a == 0.0:
        return distance / v
    square = v * v + 2.0 * a * distance
    return (math.sqrt(square) - v) / a if square > 0.0 else -v / a


def read_inertia(load_case):
    """Jx and Jz of the car body, from the model."""
    with (HERE / "../../models/vehicles/hsfv1/vehicle.toml").open("rb") as file:
        vehicle = tomllib.load(file)
    body = vehicle["bodies"]["car_body"] | vehicle["load_cases"][load_case].get("bodies", {}).get("car_body", {})
    return body["inertia"][0], body["inertia"][2]


def inside(run, section):
    return run.between(section[0] + BESIDE, section[1] - BESIDE)


def outside(run, *sections):
    keep = np.ones(len(run.s), bool)
    for low, high in sections:
        keep &= ~run.between(low - BESIDE, high + BESIDE)
    return keep


def run_all(scenario, work, v, a, end, omissions, load_case=None):
    settings = {"speed.v": v, "speed.a": a, "run.duration": find_time(v, a, end)}
    if load_case:
        settings["load_case"] = load_case
    runs = {}
    for name in omissions:
        runs[name] = program.simulate(HERE / scenario, work / f"{scenario}-{v:.3f}-{a:g}-{name}.h5",
                                      settings | {"imaginary.omit": OMISSIONS[name]}, may_fail=True)
    return runs


def effect(runs, name, channel):
    one, other = runs["full"][channel], runs[name][channel]
    rows = min(len(one), len(other))  # a run that derails is shorter
    return program.largest(one[:rows] - other[:rows])


def find_remainder(runs, channel):
    """How far the change by both omissions is from the sum of their changes."""
    rows = min(len(run.time) for run in runs.values())
    full, roll, yaw, both = (runs[name][channel][:rows] for name in OMISSIONS)
    return program.largest((full - both) - (full - roll) - (full - yaw))


def make_route_1(work, results, accelerations, omissions):
    """Torques and effects on route I, with speeds that reach 15 m/s at the transition, and with those as printed."""
    jx, jz = read_inertia("empty")
    rows, series = [], {}
    cases = [("15 m/s at the transition", math.sqrt(225.0 - 2.0 * a * ENTRY_1[0]), a) for a in accelerations]
    if len(accelerations) > 3:
        cases += [("as printed", v, a) for v, a in ((10.25, 0.0), (15.0, 6.0))]
    for speeds, v, a in cases:
        runs = run_all("route-1.toml", work, v, a, END_1, omissions)
        full, curve = runs["full"], inside(runs["full"], ENTRY_1)
        u = full.s[curve] - ENTRY_1[0]
        length = ENTRY_1[1] - ENTRY_1[0]
        square = v * v + 2.0 * a * ENTRY_1[0]
        expected_roll = jx * a * 0.15 / (1.5 * length)
        expected_yaw = -jz / (300.0 * length) * (square + 3.0 * a * u)
        roll, yaw = full[ROLL][curve], full[YAW][curve]
        row = {"speeds": speeds, "v0": v, "a": a, "P_phi": float(np.mean(roll)), "P_phi_formula": expected_roll,
               "P_phi_spread": float(np.ptp(roll)), "P_phi_outside": program.largest(full[ROLL][outside(full, ENTRY_1)]),
               "P_psi_begin": float(yaw[0]), "P_psi_end": float(yaw[-1]),
               "P_psi_off_formula": program.largest(yaw - expected_yaw) / program.largest(expected_yaw),
               "P_psi_outside": program.largest(full[YAW][outside(full, ENTRY_1)]),
               "ended": "; ".join(sorted({run.fault for run in runs.values() if run.fault})),
               "phi": program.largest(full["car_body/phi"]), "psi": program.largest(full["car_body/psi"])}
        for name in omissions[1:]:
            for angle in ("phi", "psi"):
                row[f"d_{angle}_{name}"] = effect(runs, name, "car_body/" + angle)
        for name, channel in (("roll", "y"), ("yaw", "psi")):
            channels = [f"wheelset_{n}/{channel}" for n in (1, 2)]
            row |= {f"d_wheelset_{channel}_{name}": max(effect(runs, name, c) for c in channels), f"wheelset_{channel}": max(program.largest(full[c]) for c in channels)}
        row["psi_not_sum"] = find_remainder(runs, "car_body/psi")
        rows.append(row)
        if speeds != "as printed" and a in (0.0, 3.0, 6.0):
            grid = np.arange(8.0, 46.0, 0.2)
            series["s"] = grid
            for label, run, channel in [("P_phi", "full", ROLL), ("P_psi", "full", YAW), ("phi_full", "full", "car_body/phi"),
                                        ("phi_roll", "roll", "car_body/phi"), ("psi_full", "full", "car_body/psi"),
                                        ("psi_roll", "roll", "car_body/psi"), ("psi_yaw", "yaw", "car_body/psi")]:
                if run in runs:
                    series[f"{label} {a:g}"] = np.interp(grid, full.s, runs[run][channel])
    tables.write(results / "route-1.csv", rows)
    tables.write(results / "route-1-series.csv", [dict(zip(series, map(float, values))) for values in zip(*series.values())])


def make_route_2(work, results, cases):
    """The laden car on route II; a = -2 from 22.09 m/s ends in the curve, from 36 m/s it passes the route."""
    jx, _ = read_inertia("laden")
    rows, series = [], {"s": np.arange(8.0, 314.0, 1.5)}
    for v, a in cases:
        runs = run_all("route-2.toml", work, v, a, END_2, ["full", "roll"])
        full = runs["full"]
        change = full["car_body/y"] - runs["roll"]["car_body/y"]
        row = {"v0": v, "a": a, "reached": float(full.s[-1]), "P_phi_formula": jx * a * 0.128 / (1.5 * (ENTRY_2[1] - ENTRY_2[0])),
               "y": program.largest(full["car_body/y"])}
        for name, section in (("entry", ENTRY_2), ("exit", EXIT_2)):
            rows_there = inside(full, section)
            there = rows_there.any() and full.s[-1] > section[1]
            row[f"P_phi_{name}"] = float(np.mean(full[ROLL][rows_there])) if there else float("nan")
            row[f"d_y_{name}"] = float(np.mean(change[rows_there])) if there else float("nan")
        row["d_y_largest"] = program.largest(change)
        row["d_phi_largest"] = effect(runs, "roll", "car_body/phi")
        rows.append(row)
        stop = full.s[-1] - 0.5
        for label, run, channel in [("P_phi", "full", ROLL), ("y_full", "full", "car_body/y"), ("y_roll", "roll", "car_body/y")]:
            values = np.interp(series["s"], full.s, runs[run][channel])
            series[f"{label} {v:g} {a:g}"] = np.where(series["s"] < stop, values, np.nan)
    tables.write(results / "route-2.csv", rows)
    tables.write(results / "route-2-series.csv", [dict(zip(series, map(float, values))) for values in zip(*series.values())])


def compute(size, work, results):
    small = size == "small"
    make_route_1(work, results, [0.0, 6.0] if small else [0.0, 1.5, 3.0, 4.5, 6.0], list(OMISSIONS))
    make_route_2(work, results, [(19.91, 2.0)] if small else [(19.91, 2.0), (22.0, 0.0), (22.09, -2.0), (36.0, -2.0)])
    load_terms().compute(size, work, results)


def judge_order(ratio):
    """One order of magnitude: within a quarter of one, 5.6 to 17.8 times. Smaller by something else, but less than two orders: in part."""
    off = abs(math.log10(ratio) - 1.0)
    return True if off <= 0.25 else page.PART if off < 1.0 else False


def judge_route_1(rows):
    rows = sorted((row for row in rows if row["speeds"] != "as printed"), key=lambda row: row["a"])
    even, hard = rows[0], rows[-1]
    order, alike = hard["d_phi_roll"] / hard["d_psi_roll"], hard["d_psi_yaw"] / hard["d_psi_roll"]
    rolls, yaws = [row["P_phi"] for row in rows], [abs(row["P_psi_end"]) for row in rows]
    effects = [row["d_psi_yaw"] for row in rows]
    off = max(row["P_psi_off_formula"] for row in rows)
    slope = max(abs(row["P_phi"] - row["P_phi_formula"]) for row in rows)
    smaller = min(hard["d_psi_roll"], hard["d_psi_yaw"])
    return {
        "roll-torque-rectangle": (f"{hard['P_phi']:.0f} N m within {hard['P_phi_spread'] / hard['P_phi']:.1%} inside, "
                                  f"{hard['P_phi_outside']:.2g} N m outside (a = 6)",
                                  hard["P_phi_spread"] < 0.02 * hard["P_phi"] and hard["P_phi_outside"] < 0.02 * hard["P_phi"]),
        "roll-torque-with-a": (", ".join(f"{value:.0f}" for value in rolls) + f" N m for rising a; off Jx a H / (2b l0) by {slope:.1f} N m at most",
                               rolls == sorted(rolls) and slope < 0.005 * rolls[-1]),
        "roll-torque-effect": (f"roll changes by {hard['d_phi_roll'] * 1e3:.2f} mrad of {hard['phi'] * 1e3:.1f} mrad (a = 6), "
                               f"by {even['d_phi_roll'] * 1e3:.1g} mrad without acceleration",
                               hard["d_phi_roll"] > 0.1 * hard["phi"] and even["d_phi_roll"] < 0.02 * hard["d_phi_roll"]),
        "roll-torque-order": (f"{order:.0f} times smaller", judge_order(order)),
        "yaw-torque-shape": (f"off the rectangle with its triangle, -Jz kappa' (v^2 + 3 a u), by {off:.1%} at most; behind it {hard['P_psi_outside'] / 1e3:.1f} kN m stay (a = 6), "
                             "Jz a / R", off < 0.02),
        "yaw-torque-with-a": (", ".join(f"{value / 1e3:.1f}" for value in yaws) + " kN m at the transition's end, for rising a",
                              yaws == sorted(yaws) and abs(even["P_psi_begin"] - even["P_psi_end"]) < 0.02 * yaws[0]),
        "yaw-torque-effect": (f"{effects[0] * 1e3:.2f} mrad at a = 0; the yaw angle reaches {even['psi'] * 1e3:.1f} mrad", effects[0] > 0.1 * even["psi"]),
        "yaw-effect-with-a": (", ".join(f"{value * 1e3:.2f}" for value in effects) + " mrad for rising a", effects == sorted(effects)),
        "yaw-same-order": (f"{alike:.0f} times the effect of the roll torque", 10 ** -0.5 < alike < 10 ** 0.5),
        "effects-accumulate": (f"both left out: {hard['d_psi_both'] * 1e3:.3f} mrad; alone {hard['d_psi_roll'] * 1e3:.3f} and "
                               f"{hard['d_psi_yaw'] * 1e3:.3f} mrad; off their sum at every instant by {hard['psi_not_sum'] * 1e3:.3f} mrad at most",
                               hard["psi_not_sum"] < smaller),
        "roll-torque-wheelsets": (f"y of the wheelsets changes by {hard['d_wheelset_y_roll'] * 1e3:.2g} mm of {hard['wheelset_y'] * 1e3:.2g} mm (a = 6)",
                                  hard["d_wheelset_y_roll"] > 0.1 * hard["wheelset_y"]),
        "yaw-torque-wheelsets": (f"yaw of the wheelsets changes by {hard['d_wheelset_psi_yaw'] * 1e3:.2g} mrad of {hard['wheelset_psi'] * 1e3:.2g} mrad (a = 6)",
                                 hard["d_wheelset_psi_yaw"] > 0.1 * hard["wheelset_psi"]),
    }


def judge_route_2(rows):
    cases = {(row["v0"], row["a"]): row for row in rows}
    faster, braked = cases[19.91, 2.0], cases.get((36.0, -2.0))
    passed = [row for row in (faster, braked) if row]
    findings = {
        "route-2-entry-exit": (f"{faster['P_phi_entry']:.1f} and {faster['P_phi_exit']:.1f} N m (a = 2)",
                               abs(faster["P_phi_entry"] + faster["P_phi_exit"]) < 0.02 * faster["P_phi_entry"]),
        "route-2-displacement-sign": ("change of y by the torque: " + ", ".join(
            f"{row['d_y_' + name] * 1e3:+.2g} mm at {row['P_phi_' + name]:+.0f} N m" for row in passed for name in ("entry", "exit")),
            all(row["d_y_" + name] * row["P_phi_" + name] < 0.0 for row in passed for name in ("entry", "exit"))),
        "route-2-displacement-strong": (", ".join(f"{row['d_y_largest'] * 1e3:.2g} mm of {row['y'] * 1e3:.2g} mm (a = {row['a']:g})" for row in passed),
                                        all(row["d_y_largest"] > 0.1 * row["y"] for row in passed)),
    }
    if braked:
        findings["route-2-sign-of-a"] = (f"{faster['P_phi_entry']:.1f} N m for a = 2, {braked['P_phi_entry']:.1f} N m for a = -2",
                                         abs(faster["P_phi_entry"] + braked["P_phi_entry"]) < 0.02 * faster["P_phi_entry"])
        printed = cases[22.09, -2.0]
        findings["route-2-speeds"] = (f"from 22.09 m/s with a = -2 it stands at {printed['reached']:.0f} m, in the circular part; from 36 m/s it passes",
                                      printed["reached"] >= END_2)
    return findings


def judge_printed_speeds(rows):
    printed = [row for row in rows if row["speeds"] == "as printed"]
    if not printed:
        return {}
    ended = [f"v0 = {row['v0']:g}, a = {row['a']:g}: {row['ended'].split('; ')[0]}" for row in printed if row["ended"]]
    return {"route-1-speeds": ("; ".join(ended) or "both pass", not ended)}


def judge(results):
    """What each statement of paper.toml comes to, from the result tables."""
    one, two = tables.read(results / "route-1.csv"), tables.read(results / "route-2.csv")
    return judge_route_1(one) | judge_route_2(two) | judge_printed_speeds(one) | load_terms().judge(results)


def draw(results):
    one, two = tables.read(results / "route-1-series.csv"), tables.read(results / "route-2-series.csv")

    def column(rows, name, scale=1.0):
        return [row[name] * scale for row in rows]

    panels = []
    for title, label, unit, scale, names in [
            ("Roll torque of the car body (Fig. 11)", "P_phi", "N m", 1.0, ["P_phi"]),
            ("Roll; dashed: without the roll torque (Fig. 12)", "phi", "mrad", 1e3, ["phi_full", "phi_roll"]),
            ("Yaw; dashed: without the roll torque (Fig. 13)", "psi", "mrad", 1e3, ["psi_full", "psi_roll"]),
            ("Yaw torque of the car body (Fig. 14)", "P_psi", "kN m", 1e-3, ["P_psi"]),
            ("Yaw; dashed: without the yaw torque (Fig. 15)", "psi", "mrad", 1e3, ["psi_full", "psi_yaw"])]:
        panel = figure.Panel(title, "s [m]", f"{label} [{unit}]")
        for colour, a in enumerate(("0", "3", "6")):
            for name in names:
                dashed = name != names[0]
                panel.line(column(one, "s"), column(one, f"{name} {a}", scale), "" if dashed else f"a = {a} m/s²", colour, dashed)
        panels.append(panel)
    figure.save(results / "route-1.svg", panels[:3])
    figure.save(results / "route-1-yaw.svg", panels[3:])
    panels = []
    cases = [name[6:] for name in two[0] if name.startswith("P_phi ")]
    for title, label, scale, names in [("Roll torque of the car body (Fig. 16)", "P_phi [N m]", 1.0, ["P_phi"]),
                                       ("Lateral displacement; dashed: without the roll torque (Fig. 17)", "y [mm]", 1e3, ["y_full", "y_roll"])]:
        panel = figure.Panel(title, "s [m]", label)
        for colour, case in enumerate(cases):
            v, a = case.split()
            for name in names:
                dashed = name != names[0]
                panel.line(column(two, "s"), column(two, f"{name} {case}", scale), "" if dashed else f"v0 {v}, a {a}", colour, dashed)
        panels.append(panel)
    figure.save(results / "route-2.svg", panels)


def render(results, figures):
    draw(results)
    statements = page.write_statements(HERE, results, judge(results))
    one = {"speeds": "speeds", "v0": "v0 [m/s]", "a": "a [m/s²]", "P_phi": "P_phi [N m]", "P_phi_formula": "Jx a H / (2b l0)",
           "P_psi_begin": "P_psi at begin [N m]", "P_psi_end": "at end", "P_psi_off_formula": "off the formula",
           "d_phi_roll": "change of phi without P_phi [rad]", "d_psi_roll": "of psi without P_phi", "d_psi_yaw": "of psi without P_psi",
           "d_psi_both": "of psi without both", "ended": "ended early"}
    two = {"v0": "v0 [m/s]", "a": "a [m/s²]", "reached": "reaches s [m]", "P_phi_entry": "P_phi at entry [N m]", "P_phi_exit": "at exit",
           "P_phi_formula": "Jx a H / (2b l0)", "d_y_entry": "mean change of y by P_phi at entry [m]", "d_y_exit": "at exit",
           "d_y_largest": "largest", "y": "y itself, largest [m]"}
    return {"statements": page.show_statements(statements),
            "route-1": tables.markdown([row | {"ended": str(row["ended"]).split("; ")[0]} for row in tables.read(results / "route-1.csv")], one),
            "route-2": tables.markdown(tables.read(results / "route-2.csv"), two)} | load_terms().render(results)
