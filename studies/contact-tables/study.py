"""Contact tables against the online search [Escalona2018, section 7]: steady curving, times by four integrators, irregular track."""
import pathlib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = False
GEOMETRIES = ("table", "online")
INTEGRATORS = {"ode45": ("dopri5", {}), "ode113": ("adams", {}), "ode4": ("rk4", {"integrator.step": 1e-3}), "ode15s": ("bdf", {})}
BODIES = ("wheelset_4", "wheelset_3", "wheelset_2", "wheelset_1", "bogie_2", "bogie_1", "car_body")
IRREGULARITY = '[{type="spectrum",spectrum="erri-b176-low",seed=1}]'
RADIUS, SPEED = 165.0, 30.0


def find_steady(geometry):
    """Places and yaw angles of all bodies in the curve, each relative to its own track frame."""
    found = program.ask("equilibrium", HERE / "scenario.toml", "--radius", f"{RADIUS:g}", *program.list_settings({"contact.geometry": geometry}))
    return found["channels"]


def make_steady(results, geometries):
    steady = {geometry: find_steady(geometry) for geometry in geometries}
    rows = []
    for coordinate, scale in (("y", 1e3), ("psi", 1e3)):
        for body in BODIES:
            row = {"coordinate": coordinate, "body": body} | {g: steady[g][f"{body}/{coordinate}"] * scale for g in geometries}
            if len(geometries) == 2:
                row["error"] = abs(row["table"] - row["online"]) / abs(row["online"])
            rows.append(row)
    tables.write(results / "steady.csv", rows)


def make_times(work, results, duration):
    """Processor time of the integration alone: a run, less one of a single row."""
    rows = []
    for paper_name, (method, more) in INTEGRATORS.items():
        row = {"paper": paper_name, "ours": method, "simulated": duration}
        for geometry in GEOMETRIES:
            settings = {"contact.geometry": geometry, "integrator.method": method, "speed.start": 62.0} | more
            start = program.simulate(HERE / "scenario.toml", work / "start.h5", settings | {"run.duration": 0.005})
            whole = program.simulate(HERE / "scenario.toml", work / f"time-{method}-{geometry}.h5", settings | {"run.duration": duration})
            row |= {geometry: whole.cpu - start.cpu, f"{geometry} steps": whole.statistics["steps"]}
        rows.append(row | {"ratio": row["online"] / row["table"]})
    tables.write(results / "times.csv", rows)


def make_irregular(work, results, duration, geometries):
    runs = {g: program.simulate(HERE / "scenario.toml", work / f"irregular-{g}.h5",
                                {"contact.geometry": g, "run.duration": duration, "track.irregularity": IRREGULARITY}) for g in geometries}
    some = next(iter(runs.values()))
    grid = np.linspace(some.time[0], some.time[-1], 300)
    series = {"s": np.interp(grid, some.time, some.s)}
    rows = []
    for channel, scale, unit in (("wheelset_1/y", 1e3, "mm"), ("wheelset_1/psi", 1e3, "mrad"), ("wheelset_1/right/Q", 1e-3, "kN"),
                                 ("wheelset_1/right/Y", 1e-3, "kN"), ("car_body/y", 1e3, "mm")):
        row = {"channel": channel, "unit": unit, "largest": program.largest(some[channel]) * scale}
        if len(geometries) == 2:
            change = runs["table"][channel] - runs["online"][channel]
            row |= {"rms difference": float(np.sqrt(np.mean(change ** 2))) * scale, "largest difference": program.largest(change) * scale}
        rows.append(row)
        for g in geometries:
            series[f"{channel} {g}"] = np.interp(grid, some.time, runs[g][channel]) * scale
    tables.write(results / "irregular.csv", rows)
    tables.write(results / "irregular-series.csv", [dict(zip(series, map(float, values))) for values in zip(*series.values())])


def compute(size, work, results):
    if size == "small":
        make_steady(results, ("online",))
        return
    make_steady(results, GEOMETRIES)
    make_times(work, results, 4.0)
    make_irregular(work, results, 4.0, GEOMETRIES)


def judge(results):
    rows = tables.read(results / "steady.csv")
    y = {row["body"]: row["online"] for row in rows if row["coordinate"] == "y"}
    psi = {row["body"]: row["online"] for row in rows if row["coordinate"] == "psi"}
    fronts, rears = ("wheelset_1", "wheelset_3"), ("wheelset_2", "wheelset_4")
    findings = {
        "front-wheelsets-out": ("y of wheelsets 1 to 4: " + ", ".join(f"{y[f'wheelset_{n}']:.1f}" for n in range(1, 5)) + " mm",
                                max(y[b] for b in fronts + rears) < 0.0 and all(y[f] < 2.0 * y[r] for f, r in zip(fronts, rears))),
        "front-wheelsets-attack": ("yaw of wheelsets 1 to 4: " + ", ".join(f"{psi[f'wheelset_{n}']:.1f}" for n in range(1, 5)) + " mrad",
                                   all(psi[f] < 0.0 and psi[f] < psi[r] for f, r in zip(fronts, rears))),
        "car-body-inside": (f"{y['car_body']:.0f} mm", 75.0 < y["car_body"] < 95.0),
    }
    if (results / "times.csv").exists():
        errors = [row["error"] for row in rows]
        times = {row["paper"]: row for row in tables.read(results / "times.csv")}
        irregular = {row["channel"]: row for row in tables.read(results / "irregular.csv")}
        findings |= {
            "errors": (f"{max(errors):.2%} at most, {sum(errors) / len(errors):.2%} on average", max(errors) < 0.091 and sum(errors) / len(errors) < 0.037),
            "times": (", ".join(f"{row['ratio']:.1f} ({name}: {row['ours']})" for name, row in times.items() if name != "ode15s"),
                      all(row["ratio"] >= 5.8 for name, row in times.items() if name != "ode15s")),
            "stiff": (f"bdf passes with the online search in {times['ode15s']['online steps']:.0f} steps, with the table in {times['ode15s']['table steps']:.0f}", False),
            "real-time": (f"{times['ode15s']['simulated']:g} s simulated in {times['ode15s']['table']:.2f} s of processor time by the table and bdf",
                          times["ode15s"]["table"] < times["ode15s"]["simulated"]),
            "irregular": (f"y of wheelset 1 differs by {irregular['wheelset_1/y']['rms difference']:.3f} mm rms, its guiding force by "
                          f"{irregular['wheelset_1/right/Y']['rms difference'] / irregular['wheelset_1/right/Y']['largest']:.1%} of its largest, rms",
                          irregular["wheelset_1/y"]["rms difference"] < 0.1),
        }
    return findings


def render(results, figures):
    paper = page.read_paper(HERE)
    statements = page.judge(paper, judge(results))
    tables.write(results / "statements.csv", statements)
    rows = tables.read(results / "steady.csv")
    first = paper["table_1"]
    for row in rows:
        place = first["bodies"].index(row["body"])
        theirs = {g: first[f"{row['coordinate']}_{g}"][place] for g in GEOMETRIES}
        row |= {"paper table": theirs["table"], "paper online": theirs["online"], "paper error": abs(theirs["table"] - theirs["online"]) / abs(theirs["online"])}
    series = tables.read(results / "irregular-series.csv")
    panels = []
    for channel, label in (("wheelset_1/y", "y [mm]"), ("wheelset_1/psi", "psi [mrad]"), ("wheelset_1/right/Y", "Y [kN]")):
        panel = figure.Panel(f"{channel} on irregular track", "s [m]", label)
        for g in GEOMETRIES:
            panel.line([row["s"] for row in series], [row[f"{channel} {g}"] for row in series], g, dashed=g == "online")
        panels.append(panel)
    figure.save(results / "irregular.svg", panels)
    times = tables.read(results / "times.csv")
    for row in times:
        theirs = paper["table_2"][row["paper"]]
        row["paper ratio"] = theirs[1] / theirs[0] if len(theirs) > 1 else "failed online"
    return {"statements": page.show_statements(statements), "steady": tables.markdown(rows, digits=3), "times": tables.markdown(times, digits=3),
            "irregular": tables.markdown(tables.read(results / "irregular.csv"), digits=3)}
