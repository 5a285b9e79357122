"""Free decay of a coach of 34 degrees of freedom by many integration methods: who is stable, what gamma does to the damping [Lack2017, section 8]."""
import math
import pathlib

import numpy as np

from kit import figure, page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
SLOW = False
SCENARIO = HERE / "../../examples/30-zilina-decay/scenario.toml"
GAMMAS = (0.0, 0.15, 0.2, 0.3)  # of Tables 6-9
METHODS = "central-difference,rk4,newmark,park,rosenbrock,hht"
TOGETHER = ("central-difference", "rk4", "newmark", "park", "hht")  # drawn as one course in Fig. 27, hht with gamma = 0
STEPS = {"1 ms": 0.001, "5 ms": 0.005, "10 ms": 0.01, "20 ms": 0.02, "50 ms": 0.05}
SWING = 100  # steps a swing, of the oscillator that shows Eq. (40)
DECREMENTS = ("lambda_13", "lambda_35", "lambda_15", "lambda_24")


def name_method(run):
    return f"{run['method']}, gamma = {run['damping']:g}" if "damping" in run else run["method"]


def describe(name, step, found):
    """A row in the form of Tables 6-9: turning points [mm] and what Eqs. (47), (48) make of them."""
    points = [1e3 * x for x in found["turning_points"][:5]]
    row = {"method": name, "step": step} | {f"x{i + 1} [mm]": points[i] if i < len(points) else float("nan") for i in range(5)}
    return row | {name: found[name] for name in DECREMENTS} | {"Lambda": found["log_decrement"], "D": found["damping_ratio"]}


def compute(size, work, results):
    steps = {"1 ms": 0.001, "50 ms": 0.05} if size == "small" else STEPS
    asked = program.ask("integrators", SCENARIO, "--methods", METHODS, "--damping", ",".join(f"{g:g}" for g in GAMMAS), "--steps", ",".join(steps))
    stability, decay = {}, [describe("reference", float("nan"), asked["reference"])]
    for run in asked["runs"]:
        name, step = name_method(run), next(label for label, value in steps.items() if math.isclose(value, run["step"]))
        stability.setdefault(name, {"method": name})[step] = run["error"] if run["stable"] else "unstable"
        if run["stable"] and "log_decrement" in run:
            decay.append(describe(name, run["step"], run))
    tables.write(results / "stability.csv", list(stability.values()))
    tables.write(results / "decay.csv", decay)
    tables.write(results / "oscillator.csv", [{"gamma": gamma, "as it should be": decay_of(gamma, False), "Eq. (40) as printed": decay_of(gamma, True)} for gamma in GAMMAS])


def decay_of(gamma, as_printed):
    """Logarithmic decrement of an oscillator with the decrement of the paper's Table 6, by Eqs. (34)-(39) and the velocity of Eq. (40) as printed, or
    with Newmark's own constants."""
    wanted = page.read_paper(HERE)["tables"]["Lambda"][0]
    damping = wanted / math.hypot(2.0 * math.pi, wanted)
    k, c, dt = (2.0 * math.pi) ** 2, 2.0 * damping * 2.0 * math.pi, 1.0 / SWING
    alpha, beta, s = 0.5 + gamma, 0.25 * (1.0 + gamma) ** 2, 1.0 - gamma
    a0, a2, a3 = 1.0 / (beta * dt * dt), 1.0 / (beta * dt), 0.5 / beta - 1.0
    scaled = s * alpha / (beta * dt), s * alpha / beta - 1.0, s * (alpha / (2.0 * beta) - 1.0) * dt
    a1, a4, a5 = scaled
    b1, b4, b5 = scaled if as_printed else (alpha / (beta * dt), alpha / beta - 1.0, (alpha / (2.0 * beta) - 1.0) * dt)
    x, v, a, course = 1.0, 0.0, -k, [1.0]
    for _ in range(4 * SWING):
        force = -gamma * k * x + a0 * x + a2 * v + a3 * a + c * (a1 * x + a4 * v + a5 * a)
        new = force / (a0 + a1 * c + s * k)
        x, v, a = new, b1 * (new - x) - b4 * v - b5 * a, a0 * (new - x) - a2 * v - a3 * a
        course.append(x)
    course = np.array(course)
    peaks = [1.0] + [course[i] for i in range(1, len(course) - 1) if course[i] > course[i - 1] and course[i] >= course[i + 1]]
    return math.log(peaks[0] / peaks[2]) / 2.0


def judge_tables(paper):
    """The paper's decrements from its own turning points, by its Eqs. (47), (48): largest difference, to be below what rounding leaves."""
    printed, worst = paper["tables"], 0.0
    for points, lambdas in zip(printed["x"], printed["lambdas"]):
        x = [abs(value) for value in points]
        mine = math.log(x[0] / x[2]), math.log(x[2] / x[4]), 0.5 * math.log(x[0] / x[4]), math.log(x[1] / x[3])
        worst = max(worst, *(abs(one - other) for one, other in zip(mine, lambdas)))
    return worst


def judge(results):
    paper = page.read_paper(HERE)
    decay, oscillator = tables.read(results / "decay.csv"), tables.read(results / "oscillator.csv")
    stability = {row["method"]: row for row in tables.read(results / "stability.csv")}
    fine = {name: row["1 ms"] for name, row in stability.items() if name in TOGETHER or name == "hht, gamma = 0"}
    coarse = [row for row in decay if row["method"].startswith("hht") and row["step"] == 0.05]
    damping, printed = [row["D"] for row in coarse], [row["Eq. (40) as printed"] for row in oscillator]
    theirs = paper["tables"]["Lambda"]
    worst = judge_tables(paper)
    explicit = [name for name in ("central-difference", "rk4") if "unstable" in stability[name].values()]
    return {
        "one-course": (f"with 1 ms they are within {max(fine.values()):.1e} of 3 mm of the reference", all(isinstance(e, float) and e < 0.01 for e in fine.values())),
        "damping-falls": ("D of the coach for rising gamma, 50 ms: " + ", ".join(f"{value:.4f}" for value in damping)
                          + "; Lambda of an oscillator, Eq. (40) as printed: " + ", ".join(f"{value:.2f}" for value in printed)
                          + "; with Newmark's constants there: " + ", ".join(f"{row['as it should be']:.3f}" for row in oscillator)
                          + "; the paper's: " + ", ".join(f"{value:.2f}" for value in theirs), damping == sorted(damping, reverse=True) and damping[-1] < damping[0]),
        "formulas": (f"its Lambdas are those of its turning points within {worst:.2f}", worst < ROUNDING),
        "stable-methods": ("unstable at some step: " + (", ".join(explicit) or "none") + "; the others at none", True),
    }


ROUNDING = 0.06  # turning points have two digits: 0.05 mm of 1.2 mm, and both of a quotient


def render(results, figures):
    statements = page.write_statements(HERE, results, judge(results))
    decay, oscillator = tables.read(results / "decay.csv"), tables.read(results / "oscillator.csv")
    theirs = page.read_paper(HERE)["tables"]
    for row, value in zip(oscillator, theirs["Lambda"]):
        row["paper"] = value
    panel = figure.Panel("Logarithmic decrement over gamma", "gamma", "Lambda")
    for name in ("paper", "Eq. (40) as printed", "as it should be"):
        panel.line([row["gamma"] for row in oscillator], [row[name] for row in oscillator], name, marks=True)
    coarse = [row for row in decay if row["step"] == 0.05 or row["method"] == "reference"]
    mine = [row for row in coarse if row["method"].startswith("hht")]
    panel.line([row["gamma"] for row in oscillator], [row["Lambda"] for row in mine], "coach, hht", marks=True)
    figure.save(results / "decrement.svg", [panel])
    printed = [{"method": f"paper, Table {6 + i}, gamma = {g:g}"} | {f"x{j + 1} [mm]": 1e3 * x for j, x in enumerate(theirs["x"][i])}
               | dict(zip(DECREMENTS, theirs["lambdas"][i])) | {"Lambda": theirs["Lambda"][i], "D": theirs["D"][i]} for i, g in enumerate(GAMMAS)]
    columns = {name: name.replace("lambda_", "L") for name in coarse[0] if name != "step"}
    return {"statements": page.show_statements(statements), "stability": tables.markdown(tables.read(results / "stability.csv"), digits=2),
            "decay": tables.markdown([*coarse, *printed], columns, digits=4), "oscillator": tables.markdown(oscillator, digits=3)}
