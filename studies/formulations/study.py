"""Three formulations of one vehicle on the same routes: agreement, errors that grow with the distance from the origin, cost [Zboinski2012, section 2]."""
import pathlib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = False
FORMULATIONS = {"inertial": 1, "kane": 2, "track-frame": 3}  # the paper's possibility
TRACKS = "../../models/tracks/"
COORDINATES = {"y": "y", "phi": "phi", "psi": "psi"}


def run(work, name, settings):
    return program.simulate(HERE / "scenario.toml", work / f"{name}.h5", settings)


def compare(one, other, coordinate):
    return program.largest(one["car_body/" + coordinate] - other["car_body/" + coordinate])


def make_agreement(size, work, results):
    """All three at tight tolerances on three routes: they must be the same motion."""
    routes = {"route I, a = 3": ("route-1", 12.845, 3.0, 1.5), "route II, a = 2": ("route-2", 19.91, 2.0, 6.0), "R = 165 m": ("curve-165", 15.0, 0.0, 6.0)}
    rows = []
    for label, (track, v, a, duration) in routes.items():
        if size == "small" and track != "route-1":
            continue
        settings = {"track": f"{HERE}/{TRACKS}{track}.toml", "speed.v": v, "speed.a": a, "run.duration": duration,
                    "integrator.method": "dopri5", "integrator.rtol": 1e-9, "integrator.atol": 1e-7}
        runs = {name: run(work, f"agree-{track}-{name}", settings | {"formulation": name}) for name in FORMULATIONS}
        row = {"route": label}
        for name in ("inertial", "track-frame"):
            for coordinate in COORDINATES:
                row[f"{name} {coordinate}"] = compare(runs[name], runs["kane"], coordinate)
        row |= {coordinate: program.largest(runs["kane"]["car_body/" + coordinate]) for coordinate in COORDINATES}
        rows.append(row)
    tables.write(results / "agreement.csv", rows)


def make_growth(size, work, results):
    """Along the line of 3 km (half of it) at one tolerance, each against relative motion with a tolerance 1000 times tighter."""
    duration = 9.0 if size == "small" else 75.0
    exact = run(work, "line-exact", {"integrator.method": "dopri5", "integrator.rtol": 1e-9, "integrator.atol": 1e-7, "run.duration": duration})
    rows, costs, stretch = [], [], 60.0 if size == "small" else 125.0
    errors = {}
    for name, possibility in FORMULATIONS.items():
        result = run(work, f"line-{name}", {"formulation": name, "run.duration": duration})
        errors[name] = np.abs(result["car_body/y"] - exact["car_body/y"])
        costs.append({"formulation": name, "possibility": possibility, "steps": result.statistics["steps"],
                      "rate evaluations": result.statistics["rate_evaluations"], "processor time": result.cpu,
                      "largest error": float(errors[name].max()), "y": program.largest(exact["car_body/y"])})
    for low in np.arange(0.0, exact.s[-1] - stretch / 2, stretch):
        there = exact.between(low, low + stretch)
        rows.append({"s": float(low + stretch / 2)} | {name: float(error[there].max()) for name, error in errors.items()})
    tables.write(results / "growth.csv", rows)
    tables.write(results / "cost.csv", costs)


def make_origin(size, work, results):
    """One run of 100 m into route II, its inertial origin ever farther away."""
    distances = [0.0, 1e5] if size == "small" else [0.0, 1e3, 1e5, 1e7]
    motion = {"speed.v": 22.0, "run.duration": 1.5 if size == "small" else 5.0}
    rows = []
    exact = run(work, "origin-exact", motion | {"track": f"{HERE}/{TRACKS}route-2.toml", "integrator.method": "dopri5", "integrator.rtol": 1e-9, "integrator.atol": 1e-7})
    text = (HERE / TRACKS / "route-2.toml").read_text()
    for distance in distances:
        file = work / f"route-2-{distance:g}.toml"
        file.write_text(text + f"\n[start]\nposition = [{distance!r}, {distance!r}, {distance!r}]\n")
        row = {"distance": distance}
        for name in FORMULATIONS:
            result = run(work, f"origin-{name}", motion | {"track": file, "formulation": name})
            row[name] = compare(result, exact, "y")
        rows.append(row)
    tables.write(results / "origin.csv", rows)


def compute(size, work, results):
    make_agreement(size, work, results)
    make_growth(size, work, results)
    make_origin(size, work, results)


def judge(results):
    agreement = tables.read(results / "agreement.csv")
    worst = {c: max(row[f"{name} {c}"] for row in agreement for name in ("inertial", "track-frame")) for c in COORDINATES}
    angle = max(worst["phi"], worst["psi"])
    cost = {row["formulation"]: row for row in tables.read(results / "cost.csv")}
    error = {name: row["largest error"] for name, row in cost.items()}
    origin, growth = tables.read(results / "origin.csv"), tables.read(results / "growth.csv")
    third = max(len(growth) // 3, 1)
    early, late = ({name: max(row[name] for row in part) for name in FORMULATIONS} for part in (growth[:third], growth[-third:]))
    growth_of = {name: late[name] / early[name] if early[name] > 0.0 else np.inf for name in FORMULATIONS}  # none at all on the first straight: inf
    near, far, farthest = origin[0], [row for row in origin if row["distance"] <= 1e5][-1], origin[-1]
    unchanged = max(row["kane"] for row in origin)
    return {
        "same-motion": (f"with tight tolerances they differ by {worst['y']:.0e} m and {angle:.0e} rad at most", worst["y"] < 1e-7 and angle < 1e-7),
        "absolute-biggest-errors": ("largest error of y along the line, at rtol = 1e-6: " + ", ".join(
            f"({cost[name]['possibility']:.0f}) {error[name] * 1e3:.2g} mm" for name in FORMULATIONS),
            error["inertial"] > max(error["kane"], error["track-frame"])),
        "growth-with-distance": ("largest error of y in the first and in the last third of the line: " + ", ".join(
            f"({cost[name]['possibility']:.0f}) {early[name]:.1e} and {late[name]:.1e} m" for name in FORMULATIONS),
            growth_of["inertial"] > 3.0 * max(growth_of["kane"], growth_of["track-frame"])),
        "errors-from-big-values": (f"error of (1) in the same run: {near['inertial']:.1e} m at the origin, {far['inertial']:.1e} m at "
                                   f"{far['distance'] / 1e3:.0f} km, {farthest['inertial']:.1e} m at {farthest['distance'] / 1e3:.0f} km",
                                   far["inertial"] > 3.0 * near["inertial"]),
        "relative-unaffected": (f"error of (2) {unchanged:.1e} m at most, wherever the origin is", unchanged < 1e-6),
        "efficiency": ("processor time along the line: " + ", ".join(
            f"({cost[name]['possibility']:.0f}) {cost[name]['processor time']:.2g} s" for name in FORMULATIONS),
            cost["kane"]["processor time"] < min(cost[name]["processor time"] for name in ("inertial", "track-frame"))),
    }


def render(results, figures):
    growth, origin = tables.read(results / "growth.csv"), tables.read(results / "origin.csv")
    names = {"inertial": "(1) inertial", "kane": "(2) kane", "track-frame": "(3) track-frame"}
    panel = figure.Panel("Error of the car body's y along the first 1.5 km of the line, rtol = 1e-6", "s [m]", "log10 of error [m]")
    other = figure.Panel("The same run, the inertial origin moved away", "log10 of distance [m] (leftmost: none)", "log10 of error [m]")
    for name, label in names.items():
        panel.line([row["s"] for row in growth], np.log10([max(row[name], 1e-12) for row in growth]), label, marks=True)
        other.line([np.log10(max(row["distance"], 100.0)) for row in origin], np.log10([row[name] for row in origin]), label, marks=True)
    figure.save(results / "errors.svg", [panel, other])
    statements = page.write_statements(HERE, results, judge(results))
    return {"statements": page.show_statements(statements), "agreement": tables.markdown(tables.read(results / "agreement.csv"), digits=2),
            "cost": tables.markdown(tables.read(results / "cost.csv")), "origin": tables.markdown(origin, digits=2),
            "growth": tables.markdown(growth, {"s": "s [m]"} | names, digits=2)}
