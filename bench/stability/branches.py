#!/usr/bin/env python3
"""Follows the branch of limit cycles that leaves the lowest Hopf point: four vehicles on S1002 / 60E1, straight and in one curve.

    bench/stability/branches.py PROGRAM                  all eight
    bench/stability/branches.py PROGRAM mk3 hsfv1-curve  some of them
    bench/stability/branches.py PROGRAM --check          each orbit is run again with a tolerance of 1e-10: its closing error
    bench/stability/branches.py PROGRAM --critical       v_n instead: by continuation, and the bracket by falling speed (tolerance 1e-6)

The branch alone: without the simulations that ask for motions below its fold. Wall time counts only on an idle machine; processor time is that of both threads. Mk3 on straight track is followed over 120 orbits,
through its fold to the large motion: beyond, the branch goes on over many folds of large motion.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRAIGHT, WIDE, WIDEST = "", "6000/23", "30000/150"
#        name                vehicle         curve     speeds [m/s]    options
CASES = [("manchester-1", "manchester-1", STRAIGHT, "74:0.5:86", []),
         ("manchester-1-curve", "manchester-1", WIDE, "60:0.5:86", []),
         ("crh380a", "crh380a", STRAIGHT, "174:0.5:212", []),
         ("crh380a-curve", "crh380a", WIDEST, "174:0.5:214", []),
         ("hsfv1", "hsfv1", STRAIGHT, "45:0.5:70", []),
         ("hsfv1-curve", "hsfv1", WIDE, "45:0.5:70", []),
         ("mk3", "mk3", STRAIGHT, "62:0.5:72", ["--orbits", "120"]),
         ("mk3-curve", "mk3", WIDE, "60:0.5:72", [])]

SCENARIO = """format = "fourfoot scenario 1"
title = "{name}"
vehicle = "{root}/models/vehicles/{vehicle}/vehicle.toml"
{load}
[track]
support = "rigid"
horizontal = [{track}]
[speed]
v = {speed}
[contact]
model = "profiles"
friction = 0.3
geometry = "table"
[wheels]
profile = "{root}/models/profiles/wheel_S1002.toml"
[rails]
profile = "{root}/models/profiles/rail_60E1.toml"
inclination = 0.025
[integrator]
atol = 1e-3
[run]
duration = "10 s"
[output]
step = "5 ms"
"""


def write_scenario(folder, name, vehicle, curve, speeds):
    track = '{ type = "line", length = 1 }'
    if curve:
        radius, cant = curve.split("/")
        track = f'{{ type = "circular-arc", length = 1, radius = {radius}, turn = "left", cant = "{cant} mm" }}'
    path = pathlib.Path(folder) / f"{name}.toml"
    path.write_text(SCENARIO.format(name=name, root=ROOT, vehicle=vehicle, track=track, speed=float(speeds.split(":")[0]),
                                    load='load_case = "laden"' if vehicle == "hsfv1" else ""))
    return path


def run(program, folder, case, check):
    name, vehicle, curve, speeds, options = case
    path = write_scenario(folder, name, vehicle, curve, speeds)
    command = [program, "bifurcation", str(path), "--speed", speeds, "--method", "continuation", "--branches", "1", "--no-simulation", "--format", "json",
               *options] + (["--check-orbits"] if check else [])
    before, begun = os.times(), time.monotonic()
    result = subprocess.run(command, capture_output=True, text=True)
    wall, after = time.monotonic() - begun, os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    if result.returncode != 0:
        return f"{name:20} exit {result.returncode}: {result.stderr.strip().splitlines()[-1:]}"
    out = json.loads(result.stdout)
    branch = out["branches"][0]
    last = branch["orbits"][-1]
    left = [o.get("closing_checked", o["closing"]) for o in branch["orbits"]]
    failed = sum(c is None for c in left)
    closing = f"{max((abs(c) for c in left if c is not None), default=float('nan')):8.1e} m" + (f" ({failed} could not be run)" if failed else "")
    folds = min((f["value"] if isinstance(f, dict) else f for f in branch["folds"]), default=float("nan"))
    return (f"{name:20} Hopf {branch['hopf']:8.3f}  lowest fold {folds:8.3f}  orbits {len(branch['orbits']):4}  closing {closing}  "
            f"wall {wall:5.1f} s  processor {spent:6.1f} s  last {last['value']:.2f} m/s, {1e3 * last['peak_to_peak']:.2f} mm: {branch['end']}")


def ask(program, path, method, low, high):
    before = os.times()
    result = subprocess.run([program, "critical-speed", str(path), "--method", method, "--from", low, "--to", high, "--resolution", "0.05", "--quiet",
                             "--format", "json"], capture_output=True, text=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return (json.loads(result.stdout) if result.returncode == 0 else {"reason": result.stderr.strip()}), spent


def find_critical(program, folder, case):
    """v_n by continuation over the whole range; by falling speed from 2 % above it."""
    name, vehicle, curve, speeds, _ = case
    path = write_scenario(folder, name, vehicle, curve, speeds)
    low, high = speeds.split(":")[0], speeds.split(":")[2]
    found, spent = ask(program, path, "continuation", low, high)
    if "critical_speed" not in found:
        return f"{name:20} continuation: {found['reason']}"
    value = found["critical_speed"]
    line = f"{name:20} v_n by continuation {value:8.3f} (processor {spent:5.1f} s: {found['reason']})"
    falling, spent = ask(program, path, "falling", low, str(min(float(high), 1.02 * value)))
    if "critical_speed" not in falling:
        return f"{line}\n{'':20} falling: {falling['reason']}"
    middle = 0.5 * (falling["low"] + falling["high"])
    return (f"{line}\n{'':20} speed lowered {falling['low']:8.3f} to {falling['high']:.3f} (processor {spent:5.1f} s: {falling['wheelset']} moves most)  "
            f"middle minus v_n {middle - value:+.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("names", nargs="*", choices=[[], *[c[0] for c in CASES]])
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--critical", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for case in CASES:
            if not options.names or case[0] in options.names:
                print(find_critical(options.program, folder, case) if options.critical else run(options.program, folder, case, options.check), flush=True)


if __name__ == "__main__":
    sys.exit(main())
