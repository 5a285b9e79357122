"""Transition curves of one radius and length by what the coach feels and wears; then the shape optimised for either [Zboinski2016, sections 3.2, 4]."""
import pathlib

import numpy as np

from kit import figure, optimise, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = True
BEGIN, END = 25.0, 85.0  # chainages of the transition
SHAPES = {"clothoid": "type='clothoid'", "cubic parabola": "type='cubic-parabola'", "Bloss": "type='bloss-curve'", "cosine": "type='cosine-curve'",
          "sine": "type='sine-curve'", "Helmert": "type='helmert-curve'", "polynomial 5": "type='polynomial',degree=5",
          "polynomial 7": "type='polynomial',degree=7", "polynomial 9": "type='polynomial',degree=9", "polynomial 11": "type='polynomial',degree=11"}
SMALL = ("clothoid", "sine")
EVALUATIONS, BOUND = 22, 3.0  # of p1 and p2


def run(work, name, shape, geometry):
    horizontal = f"{{{shape},length={END - BEGIN}}}".replace("'", '"')
    return program.simulate(HERE / "scenario.toml", work / f"{name}.h5", {"track.horizontal.2": horizontal, "contact.geometry": geometry})


def smooth(values, rows):
    return np.convolve(values, np.ones(rows) / rows, "same")


def measure(result):
    """Figures of a run, from 5 m before the transition to 40 m behind it."""
    there = result.between(BEGIN - 5.0, END + 40.0)
    step = float(np.median(np.diff(result.time)))
    felt = np.max([np.abs(smooth(result[f"floor_{place}/a_y"], int(0.1 / step)))[there].max() for place in ("front", "centre", "rear")])
    # jerk of the mean over half a second: what passengers stand against, without the suspension's own swing
    jerks = [np.gradient(smooth(result[f"floor_{place}/a_y"], int(0.5 / step)), step)[there] for place in ("front", "centre", "rear")]
    work = sum(result[f"wheelset_{n}/{side}/t_gamma"] for n in range(1, 5) for side in ("left", "right"))
    return {"a_y": float(felt), "jerk": float(np.max(np.abs(jerks))), "jerk rms": float(np.sqrt(np.mean(np.square(jerks)))),
            "Y outer": float(np.abs(result["wheelset_1/right/Y"])[there].max()), "Q outer": float(result["wheelset_1/right/Q"][there].max()),
            "Q least": float(min(result[f"wheelset_{n}/{side}/Q"][there].min() for n in range(1, 5) for side in ("left", "right"))),
            "friction work": float(np.trapezoid(work[there], result.s[there]) if hasattr(np, "trapezoid") else np.trapz(work[there], result.s[there]))}


def make_polynomial(p):
    """Coefficients of u ... u^5 of kappa's course: u + u (1 - u) (p1 (2 u - 1) + p2 ((2 u - 1)^2 - 1/5)), which begins at 0, ends at 1, and
    turns by the same angle whatever p: a shape that turned less would save wear here and leave it to the arc."""
    w = np.polynomial.Polynomial([-1.0, 2.0])
    course = np.polynomial.Polynomial([0.0, 1.0]) + np.polynomial.Polynomial([0.0, 1.0, -1.0]) * (p[0] * w + p[1] * (w * w - 0.2))
    c = list(course.coef[1:]) + [0.0] * 5
    c[4] = 1.0 - sum(c[:4])  # they must add up to 1 to the last digit
    return c[:5]


def optimise_shape(work, aim, rows):
    def evaluate(p):
        coefficients = ",".join(f"{c:.12g}" for c in make_polynomial(p))
        return measure(run(work, "trial", f"type='polynomial',coefficients=[{coefficients}]", "table"))[aim]

    _, _, tried = optimise.minimise(evaluate, [0.0, 0.0], [-BOUND] * 2, [BOUND] * 2, 0.5, EVALUATIONS)
    best = float("inf")
    for number, (p, value) in enumerate(tried, 1):
        best = min(best, value)
        rows.append({"aim": aim, "evaluation": number, "p1": p[0], "p2": p[1], "value": value, "best": best})


def compute(size, work, results):
    geometry = "online" if size == "small" else "table"
    rows, courses = [], {}
    for name, shape in SHAPES.items():
        if size == "small" and name not in SMALL:
            continue
        result = run(work, name.replace(" ", "-"), shape, geometry)
        rows.append({"shape": name} | measure(result))
        grid = np.arange(15.0, 125.0, 0.5)
        step = float(np.median(np.diff(result.time)))
        courses["s"] = grid
        courses[name] = np.interp(grid, result.s, smooth(result["floor_front/a_y"], int(0.1 / step)))
    tables.write(results / "shapes.csv", rows)
    tables.write(results / "courses.csv", [dict(zip(courses, map(float, values))) for values in zip(*courses.values())])
    if size == "full":
        trials = []
        for aim in ("jerk rms", "friction work"):
            optimise_shape(work, aim, trials)
        tables.write(results / "optimisation.csv", trials)


def find_best(trials, aim):
    return min((row for row in trials if row["aim"] == aim), key=lambda row: row["value"])


def judge(results):
    rows = {row["shape"]: row for row in tables.read(results / "shapes.csv")}
    smooth_end, plain = rows["sine"], rows["clothoid"]
    findings = {"smooth-ends": (f"largest jerk {plain['jerk']:.2f} m/s³ (clothoid), {smooth_end['jerk']:.2f} m/s³ (sine); rms {plain['jerk rms']:.2f} and {smooth_end['jerk rms']:.2f}",
                                smooth_end["jerk"] < plain["jerk"])}
    if (results / "optimisation.csv").exists():
        trials = tables.read(results / "optimisation.csv")
        for name, aim, unit in (("shape-matters", "jerk rms", "m/s³"), ("shape-matters-wear", "friction work", "J")):
            best = find_best(trials, aim)["value"]
            standard, worst = min(row[aim] for row in rows.values()), max(row[aim] for row in rows.values())
            findings[name] = (f"{aim}: optimised {best:.4g} {unit}, standard shapes {standard:.4g} to {worst:.4g} {unit}",
                              best < standard and worst - best > 0.05 * best)
    return findings


def draw(results, trials):
    courses = tables.read(results / "courses.csv")
    panel = figure.Panel("Lateral acceleration over the front bogie", "s [m]", "a_y [m/s²]")
    for name in ("clothoid", "Bloss", "cosine", "sine", "polynomial 5", "polynomial 11"):
        panel.line([row["s"] for row in courses], [row[name] for row in courses], name)
    course = figure.Panel("Curvature over the transition, as a share", "u = distance / length", "kappa R")
    u = np.linspace(0.0, 1.0, 101)
    course.line(u, u, "clothoid").line(u, 3 * u ** 2 - 2 * u ** 3, "Bloss")
    speed = figure.Panel("Convergence: best value so far / value at the start", "evaluation", "share")
    for aim, label in (("jerk rms", "for comfort"), ("friction work", "for wear")):
        best = find_best(trials, aim)
        course.line(u, np.polynomial.Polynomial([0.0] + make_polynomial([best["p1"], best["p2"]]))(u), label)
        mine = [row for row in trials if row["aim"] == aim]
        speed.line([row["evaluation"] for row in mine], [row["best"] / mine[0]["value"] for row in mine], label, marks=True)
    figure.save(results / "transition-curves.svg", [panel, course, speed])


def render(results, figures):
    trials = tables.read(results / "optimisation.csv")
    draw(results, trials)
    statements = page.write_statements(HERE, results, judge(results))
    best = [{"aim": aim, "evaluations": sum(row["aim"] == aim for row in trials)} |
            {key: row[key] for key in ("p1", "p2", "value")} | {"found at evaluation": row["evaluation"],
             "within 1 % from evaluation": next(r["evaluation"] for r in trials if r["aim"] == aim and r["best"] <= 1.01 * row["value"]),
             "at a bound": bool(max(abs(row["p1"]), abs(row["p2"])) > 0.95 * BOUND)}
            for aim in ("jerk rms", "friction work") for row in [find_best(trials, aim)]]
    return {"statements": page.show_statements(statements), "shapes": tables.markdown(tables.read(results / "shapes.csv"), {
        "shape": "shape", "a_y": "a_y [m/s²]", "jerk": "jerk [m/s³]", "jerk rms": "jerk, rms", "Y outer": "Y, leading outer wheel [N]", "Q outer": "Q, the same [N]",
        "Q least": "least Q [N]", "friction work": "friction work [J]"}, digits=4), "optimisation": tables.markdown(best, digits=4)}
