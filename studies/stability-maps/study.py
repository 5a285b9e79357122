"""Stability of the two-axle car: linear critical speeds over profiles, friction, gauge, inclination, suspension, radius and cant; stationary and
periodic motion in a curve [Zboinski2016, section 4.1]."""
import pathlib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = True
STIFFNESS = (1.0e6, 0.5e6, 0.9e6)  # N/m, of the model (models/vehicles/hsfv1)
WHEELS = {"S1002": "../../models/profiles/wheel_S1002.toml", "EN 15302 A": "wheel_en15302_a.toml", "EN 15302 H": "wheel_en15302_h.toml"}
CURVE = "2000/60 mm"
NOT_FOUND = "no steady running found at some speed"


def scale(axis, factor):
    """Settings that multiply a stiffness of both suspensions."""
    values = [k * (factor if "xyz"[i] == axis else 1.0) for i, k in enumerate(STIFFNESS)]
    return {f"vehicle.elements.suspension_{n}.stiffness": str(values) for n in (1, 2)}


def list_variants():
    """(factor, value, settings, curve); the first is the car as it is."""
    yield "as it is", "", {}, "straight"
    for name, file in WHEELS.items():
        yield "wheel profile", name, {"wheel_rail.wheel": str(HERE / file)}, "straight"
    for friction in (0.1, 0.2, 0.4, 0.5):
        yield "friction", f"{friction}", {"contact.friction": friction}, "straight"
    for gauge in (1.430, 1.432, 1.438):
        yield "gauge [m]", f"{gauge}", {"wheel_rail.gauge": gauge}, "straight"
    for inclination in (0.0, 0.05):
        yield "rail inclination", f"{inclination}", {"wheel_rail.inclination": inclination}, "straight"
    for axis in "xy":
        for factor in (0.5, 2.0):
            yield f"suspension k{axis}", f"{factor} times", scale(axis, factor), "straight"
    for curve in ("4000/60 mm", "2000/0 mm", CURVE, "2000/120 mm"):
        yield "curve: R [m] / cant", curve, {}, curve


def find_critical(settings, curve, speeds):
    """Linear critical speed, or nan and why there is none in the range."""
    try:
        found = program.ask("eigen", HERE / "scenario.toml", "--speed", speeds, "--radius", curve, *program.list_settings(settings))
    except program.RunFailed as failure:
        if failure.code != 3:
            raise
        return float("nan"), NOT_FOUND
    growth = [max(mode["re"] for mode in point["modes"]) for point in found["points"]]
    if growth[0] > 0.0:
        return float("nan"), f"unstable from {speeds.split(':')[0]} m/s on"
    value = found["critical_speed"]
    return (float(value), "") if value is not None else (float("nan"), f"stable up to {speeds.split(':')[-1]} m/s")


def make_motion(work, results, cases):
    """Motion after a push, at speeds below and above: last quarter of the run."""
    rows, series = [], {}
    for curve, v in cases:
        settings = {"speed.v": v, "initial.wheelset_1.v_y": 0.05}
        if curve != "straight":
            radius, cant = curve.split("/")
            settings["track.horizontal"] = f'[{{type="circular-arc",length=5000,radius={radius},turn="left",cant="{cant}"}}]'
        run = program.simulate(HERE / "scenario.toml", work / f"motion-{curve.replace('/', '-').replace(' ', '')}-{v}.h5", settings, may_fail=True)
        late = run.time >= 9.0
        y = run["wheelset_1/y"][late] * 1e3
        rows.append({"curve": curve, "v": v, "mean y [mm]": float((y.max() + y.min()) / 2), "peak to peak [mm]": float(np.ptp(y)), "ended": run.fault})
        grid = np.linspace(0.0, 12.0, 600)
        series["t"] = grid
        series[f"{curve}, {v:g} m/s"] = np.interp(grid, run.time, run["wheelset_1/y"] * 1e3)
    tables.write(results / "motion.csv", rows)
    tables.write(results / "motion-series.csv", [dict(zip(series, map(float, values))) for values in zip(*series.values())])


def compute(size, work, results):
    rows = []
    for factor, value, settings, curve in list_variants():
        if size == "small" and (factor, value) not in (("as it is", ""), ("wheel profile", "EN 15302 A")):
            continue
        critical, remark = find_critical(settings, curve, "30:15:75" if size == "small" else "10:7:80")
        rows.append({"factor": factor, "value": value, "critical speed": critical, "remark": remark})
    tables.write(results / "critical.csv", rows)
    if size == "full":
        make_motion(work, results, [("straight", 40.0), ("straight", 60.0), (CURVE, 40.0), (CURVE, 60.0)])


def judge(results):
    rows = tables.read(results / "critical.csv")
    base = rows[0]["critical speed"]
    wheels = [row for row in rows if row["factor"] == "wheel profile" and row["value"] != "S1002"]
    changed = [row for row in wheels if not np.isfinite(row["critical speed"]) or abs(row["critical speed"] / base - 1.0) > 0.1]
    findings = {"profiles": (f"linear critical speeds: S1002 {base:.1f} m/s; " + ", ".join(
        f"{row['value']}: " + (f"{row['critical speed']:.1f} m/s" if np.isfinite(row["critical speed"]) else row["remark"]) for row in wheels),
        np.isfinite(base) and len(changed) == len(wheels))}
    if (results / "motion.csv").exists():
        motion = {(row["curve"], row["v"]): row for row in tables.read(results / "motion.csv")}
        swing = {key: row["peak to peak [mm]"] for key, row in motion.items()}
        middle = {key: row["mean y [mm]"] for key, row in motion.items()}
        findings["periodic-above"] = ("peak to peak y of wheelset 1: " + ", ".join(f"{value:.2g} mm ({curve}, {v:g} m/s)" for (curve, v), value in swing.items()),
                                      all(value > 0.1 if v > base else value < 1e-3 for (_, v), value in swing.items()))
        findings["asymmetry"] = (f"middle of the swing {middle[CURVE, 60.0]:+.2g} mm in the curve, {middle['straight', 60.0]:+.2g} mm on straight track",
                                 abs(middle[CURVE, 60.0]) > 5.0 * abs(middle["straight", 60.0]))
        factors = {}
        for row in rows[1:]:
            value = row["critical speed"]
            if row["remark"] != NOT_FOUND:
                factors.setdefault(row["factor"], []).append(abs(value / base - 1.0) if np.isfinite(value) else float("inf"))
        largest = {name: max(values) for name, values in factors.items()}
        findings["factors"] = ("largest change of the linear critical speed: " + ", ".join(
            f"{name} " + (f"{value:.0%}" if np.isfinite(value) else "beyond the range") for name, value in largest.items()), min(largest.values()) > 0.02)
    return findings


def render(results, figures):
    statements = page.judge(page.read_paper(HERE), judge(results))
    tables.write(results / "statements.csv", statements)
    series = tables.read(results / "motion-series.csv")
    panels = []
    for curve in ("straight", CURVE):
        panel = figure.Panel(f"Leading wheelset after a push, {curve} (Fig. 6)", "t [s]", "y [mm]")
        for name in series[0]:
            if name.startswith(curve):
                panel.line([row["t"] for row in series], [row[name] for row in series], name.split(", ")[1])
        panels.append(panel)
    figure.save(results / "motion.svg", panels)
    return {"statements": page.show_statements(statements), "critical": tables.markdown(tables.read(results / "critical.csv"), digits=4),
            "motion": tables.markdown(tables.read(results / "motion.csv"))}
