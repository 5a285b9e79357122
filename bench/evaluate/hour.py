#!/usr/bin/env python3
"""bench/evaluate/hour.py PROGRAM: writes a record of one hour, 40 channels at 1 kHz, and has it evaluated twice.

Prints wall time, processor time and the largest memory of each. The numbers in the record are noise: only the cost counts. Needs h5py.
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import h5py
import numpy as np

ROWS = 3_600_000
FORCES = [f"wheelset_{i}/{side}/{kind}" for i in range(1, 5) for side in ("left", "right") for kind in "YQ"]
ACCELERATIONS = [f"{body}/a_{axis}" for body in ("bogie_1", "bogie_2", "floor_front", "floor_centre", "floor_rear") for axis in "xyz"]
OTHERS = [f"box_{i}/a_y" for i in range(1, 8)]


def write(file):
    random = np.random.default_rng(1)
    with h5py.File(file, "w") as record:
        def put(name, values, unit):
            record.create_dataset(name, data=values, chunks=(8192,)).attrs["unit"] = unit
        put("time", np.arange(ROWS) / 1000, "s")
        put("s", np.arange(ROWS) / 50, "m")
        for name in FORCES:
            mean, spread = (55e3, 3e3) if name.endswith("Q") else (5e3, 2e3)
            put(name, mean + spread * random.standard_normal(ROWS), "N")
        for name in ACCELERATIONS + OTHERS:
            put(name, random.standard_normal(ROWS), "m/s2")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "hour.h5")
        write(file)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        for _ in range(2):
            start = time.monotonic()
            subprocess.run([program, "evaluate", file, "--wheel-load", "55 kN", "--bogie-mass", "6000 kg", "--format", "json"], check=True, stdout=subprocess.DEVNULL)
            wall = time.monotonic() - start
            used = resource.getrusage(resource.RUSAGE_CHILDREN)
            print(f"{wall:.2f} s wall, {used.ru_utime - before:.2f} s user, {used.ru_maxrss / 1000:.0f} MB at most")
            before = used.ru_utime


if __name__ == "__main__":
    main()
