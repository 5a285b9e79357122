"""expect.py EXAMPLE [RESULTS]: holds the results of an example against its expect.toml.

expect.toml says in figures what the README says in words:

    [given]                       # numbers of the example's files in SI, or formulas of those above
    m = 1500
    v = "70 / 3.6"

    [[figure]]
    says = "what is seen"
    kind = "physics"              # a closed form; "independent": another program, a publication;
                                  # "regression": what this program gave once, checked by nobody
    got = "mean(total('*/Y'))"    # a formula of channels
    from = 200                    # only where s is between; over = "time" counts in seconds
    to = 380
    wanted = "m * v**2 / 300"     # and within = ..., or least = ..., or most = ...
    within = "0.02 * wanted"
    because = "why this tolerance"

With `command = ["eigen", "scenario.toml", "--speed", "60:1:75"]` a verb is asked instead (as JSON), and formulas know its `answer` and its `status`, the exit code; OUT
among its words is a file that is thrown away.
Formulas know given numbers, channel('name'), total('pattern'), each('pattern'), time, s, mean, least, most, spread (largest less least), last, first, std,
means (of each channel), frequency (of crossings of the mean), and numpy's elementary functions.
"""
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tomllib

import h5py
import numpy

KINDS = ("physics", "independent", "regression")
KEYS = {"says", "kind", "got", "from", "to", "over", "wanted", "within", "least", "most", "because", "command"}


def count_frequency(x, time):
    """Of upward crossings of the mean, between the first and the last [Hz]."""
    above = x > x.mean()
    ups = numpy.flatnonzero(~above[:-1] & above[1:])
    return (len(ups) - 1) / (time[ups[-1]] - time[ups[0]])


class Results:
    def __init__(self, path):
        self.values = {}
        with h5py.File(path) as file:
            group = file["channels"]
            group.visititems(lambda name, item: self.values.update({name: item[()]}) if isinstance(item, h5py.Dataset) else None)
            for name in ("time", "s"):
                self.values[name] = file[name][()]

    def make_names(self, figure):
        over = self.values[figure.get("over", "s")]
        kept = (over >= figure.get("from", -numpy.inf)) & (over <= figure.get("to", numpy.inf))
        if kept.sum() < 2:
            raise ValueError("nothing between from and to")

        def each(pattern):
            found = [name for name in self.values if fnmatch.fnmatchcase(name, pattern)]
            if not found:
                raise ValueError(f"no channel {pattern}")
            return numpy.array([self.values[name][kept] for name in found])
        time = self.values["time"][kept]
        return {"channel": lambda name: self.values[name][kept], "each": each, "total": lambda pattern: each(pattern).sum(axis=0),
                "time": time, "s": self.values["s"][kept], "frequency": lambda x: count_frequency(x, time)}


def make_functions():
    names = {name: getattr(numpy, name) for name in ("abs", "sqrt", "sin", "cos", "tan", "arctan", "exp", "log", "pi", "hypot", "isclose", "diff")}
    return names | {"mean": lambda x: numpy.mean(x), "means": lambda rows: numpy.array([numpy.mean(row) for row in rows]), "std": numpy.std, "least": numpy.min, "most": numpy.max, "spread": numpy.ptp, "larger": max, "smaller": min,
                    "first": lambda x: x[0], "last": lambda x: x[-1], "list": list, "float": float, "len": len}


def evaluate(formula, names):
    return eval(str(formula), {"__builtins__": {}}, names)  # of a file of this repository


def ask(folder, command):
    with tempfile.TemporaryDirectory(prefix="fourfoot-expect-") as out:
        words = [os.environ["FOURFOOT"], *(word.replace("OUT", f"{out}/out") for word in command), "--format", "json"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    return {"status": done.returncode, "answer": json.loads(done.stdout) if done.returncode == 0 else {}}


def check(figure, folder, results, given):
    unknown = set(figure) - KEYS
    if unknown or figure.get("kind") not in KINDS or "says" not in figure or not ({"wanted", "least", "most"} & set(figure)):
        raise ValueError(f"a figure has says, kind of {KINDS}, got, and wanted, least or most; unknown: {unknown}")
    names = make_functions() | given
    if "command" in figure:
        names |= ask(folder, figure["command"])
    else:
        names |= results.make_names(figure)
    got = float(evaluate(figure["got"], names))
    names["got"] = got
    good, text = numpy.isfinite(got), f"{got:.6g}"
    if "wanted" in figure:
        names["wanted"] = wanted = float(evaluate(figure["wanted"], names))
        within = abs(float(evaluate(figure["within"], names)))
        good, text = good and abs(got - wanted) <= within, f"{text}, wanted {wanted:.6g} +- {within:.2g}"
    for key, sign in (("least", 1.0), ("most", -1.0)):
        if key in figure:
            limit = float(evaluate(figure[key], names))
            good, text = good and sign * (got - limit) >= 0.0, f"{text}, {key} {limit:.6g}"
    print(f"{'ok  ' if good else 'FAIL'} {figure['kind']}: {figure['says']}: {text}")
    return good


def main(folder, results_file):
    expected = tomllib.loads((folder / "expect.toml").read_text())
    given = {}
    for name, formula in expected.get("given", {}).items():
        given[name] = float(evaluate(formula, make_functions() | given))
    results = Results(results_file) if results_file else None
    outcomes = [check(figure, folder, results, given) for figure in expected["figure"]]
    return 0 if outcomes and all(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
