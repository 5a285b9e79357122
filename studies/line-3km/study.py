"""The first wheelset along the line of 3 km with left and right curves of 293 m [Lack2017, section 7]."""
import pathlib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = False
ARCS = {"left": (250.0, 400.0), "right": (725.0, 875.0)}  # the first of each kind
ENTRY = (150.0, 250.0)
SIDES = ("left", "right")
VISIBLE = 0.02  # of the arc's value: about the width of a line in a figure


def gather(result):
    """Courses of wheelset 1; slips and tangential forces are those of the patch that carries most."""
    course = {"s": result.s, "y [mm]": result["wheelset_1/y"] * 1e3, "psi [mrad]": result["wheelset_1/psi"] * 1e3}
    for side in SIDES:
        at = f"wheelset_1/{side}/"
        patches = sorted({name.split("/")[2] for name in result.channels if name.startswith(at + "patch_")})
        loads = np.nan_to_num(np.array([result[f"{at}{patch}/N"] for patch in patches]))
        main = loads.argmax(axis=0)

        def pick(quantity):
            return np.nan_to_num(np.array([result[f"{at}{patch}/{quantity}"] for patch in patches]))[main, np.arange(len(main))]

        course |= {f"slip x {side} [1e-3]": pick("nu_x") * 1e3, f"slip y {side} [1e-3]": pick("nu_y") * 1e3,
                   f"T x {side} [kN]": pick("fx") * 1e-3, f"T y {side} [kN]": pick("fy") * 1e-3, f"N {side} [kN]": result[at + "N"] * 1e-3,
                   f"Y {side} [kN]": result[at + "Y"] * 1e-3, f"Q {side} [kN]": result[at + "Q"] * 1e-3}
    course["sum Y [kN]"] = result["wheelset_1/sum_Y"] * 1e-3
    return course


def compute(size, work, results):
    settings = {"run.duration": 20.0} if size == "small" else {}
    course = gather(program.simulate(HERE / "scenario.toml", work / "line.h5", settings))
    grid = np.arange(0.0, course["s"][-1], 2.0 if size == "small" else 5.0)
    thinned = {name: np.interp(grid, course["s"], values) for name, values in course.items()}
    tables.write(results / "course.csv", [dict(zip(thinned, map(float, values))) for values in zip(*thinned.values())])
    rows = []
    for name in course:
        if name == "s":
            continue
        row = {"quantity": name}
        for arc, (low, high) in ARCS.items():
            there = (course["s"] >= high - 60.0) & (course["s"] <= high - 10.0)
            row[arc] = float(np.mean(course[name][there])) if there.any() else float("nan")
        entry = (course["s"] >= ENTRY[0]) & (course["s"] <= ARCS["left"][1] - 60.0)
        sign = np.sign(row["left"]) or 1.0
        row["overshoot"] = float((course[name][entry] * sign).max() - abs(row["left"]))
        rows.append(row)
    tables.write(results / "arcs.csv", rows)


def judge_both(shares):
    """Both wheels overshoot visibly, or one of them."""
    seen = [share > VISIBLE for share in shares]
    return True if all(seen) else page.PART if any(seen) else False


def judge(results):
    arcs = {row["quantity"]: row for row in tables.read(results / "arcs.csv")}

    def share(name):
        return arcs[name]["overshoot"] / abs(arcs[name]["left"])

    y, outer = arcs["y [mm]"], "right"
    along, across = ([share(f"slip {axis} {side} [1e-3]") for side in (outer, "left")] for axis in "xy")
    forces = share(f"T x {outer} [kN]"), share("T x left [kN]")
    guide = arcs["Y right [kN]"]["left"], arcs["Y left [kN]"]["left"], arcs["sum Y [kN]"]["left"]
    findings = {
        "flange": (f"y = {y['left']:.1f} mm in the left arc", abs(y["left"]) > 5.0),
        "slip-overshoot": (f"by {along[0]:.0%} (outer wheel), {along[1]:.1%} (inner wheel) of the arc's value", judge_both(along)),
        "forces-follow-slips": (f"they do by {forces[0]:.0%} (outer wheel), {forces[1]:.0%} (inner wheel) of the arc's value", judge_both(forces)),
        "lateral-smooth": (f"overshoot of outer and inner wheel: {across[0]:.1%} and {across[1]:.1%} lateral, {along[0]:.1%} and {along[1]:.1%} longitudinal",
                           max(across) <= VISIBLE < max(along)),
        "guiding-forces": (f"left arc: outer {guide[0]:.1f}, inner {guide[1]:.1f}, sum {guide[2]:.1f} kN",
                           guide[0] * guide[1] < 0.0 and abs(guide[0] + guide[1] - guide[2]) < 0.02 * max(map(abs, guide))),
    }
    if np.isfinite(y["right"]):
        mirrored = max(abs(arcs[name]["left"] + arcs[name]["right"]) / abs(arcs[name]["left"]) for name in ("y [mm]", "psi [mrad]"))
        loads = max(abs(arcs[f"Q {one} [kN]"]["left"] - arcs[f"Q {other} [kN]"]["right"]) / arcs[f"Q {one} [kN]"]["left"] for one, other in (SIDES, SIDES[::-1]))
        findings |= {"left-right": (f"y {y['left']:+.2f} and {y['right']:+.2f} mm, yaw {arcs['psi [mrad]']['left']:+.2f} and {arcs['psi [mrad]']['right']:+.2f} mrad", mirrored < 0.02),
                     "wheel-forces": (f"they are those of the other side in the other arc within {loads:.1%}", loads < 0.02)}
    return findings


def render(results, figures):
    statements = page.write_statements(HERE, results, judge(results))
    course = tables.read(results / "course.csv")
    s = [row["s"] for row in course]
    panels = []
    for title, label, names in [("Shift (Fig. 9)", "y [mm]", ["y [mm]"]), ("Yaw (Fig. 10)", "psi [mrad]", ["psi [mrad]"]),
                                ("Longitudinal creepage (Figs. 11, 12)", "creepage [1e-3]", ["slip x left [1e-3]", "slip x right [1e-3]"]),
                                ("Lateral creepage (Figs. 13, 14)", "creepage [1e-3]", ["slip y left [1e-3]", "slip y right [1e-3]"]),
                                ("Normal forces (Figs. 15, 16)", "force [kN]", ["N left [kN]", "N right [kN]"]),
                                ("Longitudinal tangential forces (Figs. 17, 18)", "force [kN]", ["T x left [kN]", "T x right [kN]"]),
                                ("Lateral tangential forces (Figs. 19, 20)", "force [kN]", ["T y left [kN]", "T y right [kN]"]),
                                ("Guiding forces and their sum (Figs. 21-23)", "force [kN]", ["Y left [kN]", "Y right [kN]", "sum Y [kN]"]),
                                ("Wheel forces (Figs. 24, 25)", "force [kN]", ["Q left [kN]", "Q right [kN]"])]:
        panel = figure.Panel(title, "s [m]", label)
        for name in names:
            panel.line(s, [row[name] for row in course], name.split(" [")[0].replace("slip", "creepage"))
        panels.append(panel)
    for first in (0, 3, 6):  # three to a picture: more are too small on paper
        figure.save(results / f"line-{first // 3 + 1}.svg", panels[first:first + 3])
    return {"statements": page.show_statements(statements), "arcs": tables.markdown([row | {"quantity": row["quantity"].replace("slip", "creepage")} for row in tables.read(results / "arcs.csv")], {
        "quantity": "wheelset 1", "left": "left arc", "right": "right arc", "overshoot": "beyond it on the way into the left arc"}, digits=4)}
