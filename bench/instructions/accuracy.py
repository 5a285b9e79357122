#!/usr/bin/env python3
"""How far examples with default settings are from a converged run: accuracy.py PROGRAM [EXAMPLE ...]

Converged: rtol = atol = 1e-5 (a fiftieth), steps of at most 1 ms. Q and Y: r.m.s. of the difference over the static wheel load (mean of Q); lateral and
vertical accelerations of markers: over their own r.m.s. about the mean. The worst wheel and marker are told. Needs h5py.
"""
import fnmatch
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ["10-coach-curve", "11-freight-route-2", "12-metro-curve-165", "13-coach-straight-160", "14-twist", "15-two-cars"]


def run(program, scenario, settings):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "run.h5"
        command = [program, "run", str(scenario), "-o", str(path), "-q"]
        for setting in settings:
            command += ["--set", setting]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        values = {}
        with h5py.File(path) as file:
            file["channels"].visititems(lambda name, item: values.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
            steps = float(file["meta/statistics/steps"][()])
        return values, steps


def find_worst(values, exact, pattern, scale):
    worst = 0.0
    for name in fnmatch.filter(values, pattern):
        rows = min(len(values[name]), len(exact[name]))
        a, b = values[name][:rows], exact[name][:rows]
        size = scale(b)
        if size > 0.0:
            worst = max(worst, float(numpy.sqrt(numpy.mean((a - b) ** 2))) / size)
    return 100.0 * worst


def main():
    program, names = sys.argv[1], sys.argv[2:] or EXAMPLES
    print("| example | steps | Q, % of static load | Y, % of static load | accelerations, % of their r.m.s. |\n|---|---|---|---|---|")
    for name in names:
        scenario = ROOT / "examples" / name / "scenario.toml"
        values, steps = run(program, scenario, [])
        exact, _ = run(program, scenario, ["integrator.rtol=1e-5", "integrator.atol=1e-5", "integrator.max_step=1 ms"])
        loads = {q.rsplit("/", 1)[0]: float(numpy.mean(exact[q])) for q in fnmatch.filter(exact, "*/Q")}
        mean = sum(loads.values()) / len(loads)
        q = find_worst(values, exact, "*/Q", lambda b: mean)
        y = find_worst(values, exact, "*/Y", lambda b: mean)
        a = max(find_worst(values, exact, f"*/a_{axis}", lambda b: float(numpy.std(b))) for axis in "yz")
        print(f"| {name} | {steps:.0f} | {q:.2f} | {y:.2f} | {a:.2f} |")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
