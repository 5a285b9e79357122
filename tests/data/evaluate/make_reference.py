#!/usr/bin/env python3
"""Writes reference.csv: what scipy makes of a record (Debian: python3-scipy). One row each: name, then numbers.

The record is exact in double precision on any machine: a few sines would not be, so it is a walk of a linear
congruential generator, scaled by a power of two.
"""
import csv
import pathlib

import numpy
import scipy.signal as signal

RATE = 200.0


def make_record(count):
    state, level, values = 12345, 0, []
    for _ in range(count):
        state = (1103515245 * state + 12345) % 2**31
        level = level * 7 // 8 + (state >> 16) - 2**14
        values.append(level / 2.0**12)
    return numpy.array(values)


def main():
    x = make_record(1500)
    rows = [["scipy " + __import__("scipy").__version__, RATE], ["record", *x]]
    keep = numpy.r_[0:40, 700:740, 1460:1500]  # both ends and the middle
    for name, order, kind, corner in [("low 4 20", 4, "low", 20), ("low 5 12", 5, "low", 12), ("low 1 30", 1, "low", 30),
                                      ("high 2 0.4", 2, "high", 0.4), ("high 3 5", 3, "high", 5),
                                      ("band 4 0.4 10", 4, "band", [0.4, 10]), ("band 3 6 8", 3, "band", [6, 8]),
                                      ("band 1 1 60", 1, "band", [1, 60]), ("low 8 20", 8, "low", 20)]:
        sos = signal.butter(order, corner, kind, fs=RATE, output="sos")
        rows.append(["causal " + name, *signal.sosfilt(sos, x)[keep]])
        rows.append(["zero-phase " + name, *signal.sosfiltfilt(sos, x)[keep]])
    for segment in (256, 300, 77):
        f, density = signal.welch(x, RATE, nperseg=segment)
        rows.append([f"frequencies {segment}", *f])
        rows.append([f"density {segment}", *density])
    percents = [0.15, 2.5, 50, 97.5, 99.85]
    rows.append(["percentiles", *numpy.percentile(x, percents)])
    with open(pathlib.Path(__file__).with_name("reference.csv"), "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        for row in rows:
            writer.writerow([row[0], *[repr(float(v)) for v in row[1:]]])


main()
