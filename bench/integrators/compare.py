#!/usr/bin/python3
"""Integrators x {table, online}: seconds per simulated second, the table of [Escalona2018, Table 2] with our models.

    bench/integrators/compare.py PROGRAM [SCENARIO] [--duration S] [--start M] [--methods bdf,rk4]

Processor seconds of the whole program, less those of a run of 1 ms (files, table, steady state at the start): other work on the
machine disturbs them less than it does a clock. Prints a table in Markdown.
"""
import argparse
import json
import pathlib
import resource
import subprocess
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
CASES = [  # name, method, entries of [integrator]
    ("bdf (Gear), rtol 1e-4", "bdf", {}),
    ("bdf (Gear), rtol 1e-6", "bdf", {"rtol": "1e-6", "atol": "1e-6"}),
    ("adams, rtol 1e-4", "adams", {}),
    ("dopri5, rtol 1e-4", "dopri5", {}),
    ("rk4, 0.25 ms", "rk4", {"step": '"0.25 ms"'}),
    ("newmark, 0.5 ms", "newmark", {"step": '"0.5 ms"'}),
    ("hht 0.1, 0.5 ms", "hht", {"step": '"0.5 ms"'}),
    ("park, 0.5 ms", "park", {"step": '"0.5 ms"'}),
    ("rosenbrock, 1 ms", "rosenbrock", {"step": '"1 ms"'}),
    ("linear-bdf2, 1 ms", "linear-bdf2", {"step": '"1 ms"'}),
]


def run(program, scenario, folder, overrides):
    """Processor seconds, and what the program says of the run."""
    arguments = [program, "run", scenario, "-o", f"{folder}/r.h5", "-q", "--format", "json"]
    for key, value in overrides.items():
        arguments += ["--set", f"{key}={value}"]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    outcome = subprocess.run(arguments, capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime - before.ru_utime
    return seconds, json.loads(outcome.stdout) if outcome.stdout else {"status": outcome.stderr.strip()}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("scenario", nargs="?", default=str(SOURCE / "examples/10-coach-curve/scenario.toml"))
    parser.add_argument("--duration", type=float, default=5.0)
    parser.add_argument("--start", type=float, default=None)
    parser.add_argument("--methods", default="")
    options = parser.parse_args()
    print("| integrator | table [s/s] | online [s/s] | online / table | steps (table, online) | right-hand sides (table, online) |")
    print("|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        first = {}  # what it takes to begin, by geometry
        for name, method, entries in CASES:
            if options.methods and method not in options.methods.split(","):
                continue
            cost, steps, rates = [], [], []
            for geometry in ("table", "online"):
                overrides = {"contact.geometry": geometry, "integrator.method": method, "run.duration": options.duration}
                if options.start is not None:
                    overrides["speed.start"] = options.start
                overrides.update({f"integrator.{key}": value for key, value in entries.items()})
                if geometry not in first:
                    run(options.program, options.scenario, folder, {**overrides, "run.duration": 1e-3})  # builds the table
                    first[geometry], _ = run(options.program, options.scenario, folder, {**overrides, "run.duration": 1e-3})
                seconds, told = run(options.program, options.scenario, folder, overrides)
                if told["status"] != "done":
                    cost.append(float("nan"))
                    steps.append(told.get("message", told["status"])[:60])
                    rates.append("-")
                    continue
                cost.append((seconds - first[geometry]) / options.duration)
                steps.append(f"{told['statistics']['steps']:.0f}")
                rates.append(f"{told['statistics']['rate_evaluations']:.0f}")
            print(f"| {name} | {cost[0]:.3f} | {cost[1]:.3f} | {cost[1] / cost[0]:.1f} | {steps[0]}, {steps[1]} | {rates[0]}, {rates[1]} |",
                  flush=True)


if __name__ == "__main__":
    main()
