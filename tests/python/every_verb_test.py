"""Every verb that the program lists has its function, and a test here that calls both and compares them to the bit.

The verbs are asked of the program, not listed: a new one fails here until it has a function and a comparison.
"""
import csv
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time
import unittest

import fourfoot
from support import EXAMPLES, PROGRAM, call, call_json

HERE = pathlib.Path(__file__).resolve().parent
WHEELSET = EXAMPLES / "01-hunting-wheelset/scenario.toml"

# verb: (function or method, what it is for Python)
COUNTERPARTS = {
    "check": "check", "info": "Scenario.info", "run": "Scenario.run", "integrators": "integrators", "export": "Results.to_csv", "report": "report",
    "track": "track", "schema": "schema", "hertz": "hertz", "creep": "creep", "profile": "profile", "contact-geometry": "contact_geometry",
    "upgrade": "upgrade", "equilibrium": "equilibrium", "eigen": "eigen", "bifurcation": "bifurcation", "critical-speed": "critical_speed",
    "sweep": "sweep", "optimise": "optimise", "stability-map": "stability_map", "signal": "signal", "evaluate": "evaluate", "wear": "wear",
    "new": "new", "doctor": "doctor", "twist": "twist",
}
# Pictures: what is drawn are the channels, which run and export compare.
PICTURES = {"plot": "Results.plot", "animate": "Results.view"}
# About the command line itself.
NO_FUNCTION = {"help", "completions", "man"}


def list_verbs():
    text = call("--help").stdout.split("Subcommands:")[1]
    return set(re.findall(r"^  ([a-z-]+) ", text, re.M))


def find(name):
    found = fourfoot
    for part in name.split("."):
        found = getattr(found, part)
    return found


class EveryVerb(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fourfoot-verbs-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def test_each_has_a_function(self):
        unknown = list_verbs() - set(COUNTERPARTS) - set(PICTURES) - NO_FUNCTION
        self.assertEqual(unknown, set(), "give it a function in Python, and a comparison in these tests")
        for name in (COUNTERPARTS | PICTURES).values():
            self.assertTrue(callable(find(name)), name)

    def test_each_is_compared(self):
        texts = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*_test.py"))
        for verb in sorted(set(COUNTERPARTS) & list_verbs()):
            self.assertRegex(texts, rf'\b(call|call_json|ask|subprocess\.Popen)\([^)]*"{verb}"', f"no test calls {verb}")

    # --- those that no other file compares ---
    def test_doctor(self):
        theirs = dict(line.split(None, 1) for line in call("doctor").stdout.splitlines())
        ours = fourfoot.doctor().data
        self.assertEqual(set(theirs) - set(ours), {"MPI", "terminal"})
        for key, value in ours.items():
            if key != "libraries":
                self.assertEqual(value, theirs[key], key)
        self.assertTrue(theirs["libraries"].startswith(ours["libraries"]))
        self.assertIn("HDF5", repr(fourfoot.doctor()))

    def test_twist(self):
        scenario = EXAMPLES / "14-twist/scenario.toml"
        theirs, ours = call_json("twist", scenario, "-q"), fourfoot.twist(scenario)
        self.assertEqual([(f["figure"], f["subject"], f["value"]) for f in ours.figures],
                         [(f["figure"], f["subject"], f["value"]) for f in theirs["figures"]])

    def test_report(self):
        fourfoot.load(WHEELSET).changed({"run.duration": "1 s"}).run(self.folder / "r.h5", progress=False)
        call("report", "r.h5", "-o", "theirs.html", cwd=self.folder)
        before = pathlib.Path.cwd()
        os.chdir(self.folder)  # the page names its inputs as they were given
        try:
            fourfoot.report("r.h5", "ours.html")
        finally:
            os.chdir(before)
        self.assertEqual((self.folder / "ours.html").read_bytes(), (self.folder / "theirs.html").read_bytes())

    def test_upgrade(self):
        old = 'vehicle = "v.toml"\n[speed]\nv = 20\n'
        for name in ("ours.toml", "theirs.toml"):
            (self.folder / name).write_text(old)
        call("upgrade", "theirs.toml", cwd=self.folder)
        fourfoot.upgrade(self.folder / "ours.toml")
        self.assertEqual((self.folder / "ours.toml").read_bytes(), (self.folder / "theirs.toml").read_bytes())

    # --- studies with files: the program's bytes, and either goes on where the other stopped ---
    def write_study(self):
        file = self.folder / "study.toml"
        file.write_text(f'scenario = "{WHEELSET}"\n[[parameters]]\nkey = "speed.v"\nvalues = [30, 40, 50, 60]\n'
                        '[[measures]]\nname = "largest"\nchannel = "wheelset/y"\n')
        return file

    def test_sweep_writes_the_same_file(self):
        study = self.write_study()
        call("sweep", study, "--set", "run.duration=1 s", "-o", "theirs.csv", "-q", cwd=self.folder)
        ours = fourfoot.sweep(study, settings={"run.duration": "1 s"}, file=self.folder / "ours.csv", threads=2)
        self.assertEqual((self.folder / "ours.csv").read_bytes(), (self.folder / "theirs.csv").read_bytes())
        again = fourfoot.sweep(study, settings={"run.duration": "1 s"}, file=self.folder / "theirs.csv")
        memory = fourfoot.sweep(study, settings={"run.duration": "1 s"})
        for other in (again, memory):
            self.assertEqual(list(other["largest"]), list(ours["largest"]))
        with self.assertRaises(fourfoot.InputError):
            fourfoot.sweep(study, file=self.folder / "ours.csv")  # of another study

    def test_stability_map_writes_the_same_file(self):
        call("stability-map", WHEELSET, "--speed", "50:20:90", "--longest", "10", "-o", "theirs.csv", "-q", cwd=self.folder)
        ours = fourfoot.stability_map(WHEELSET, "50:20:90", longest=10, file=self.folder / "ours.csv")
        self.assertEqual((self.folder / "ours.csv").read_bytes(), (self.folder / "theirs.csv").read_bytes())
        (line,), (memory,) = ours.lines, fourfoot.stability_map(WHEELSET, "50:20:90", longest=10).lines
        self.assertEqual([p["max_abs"] for p in line["points"]], [p["max_abs"] for p in memory["points"]])
        self.assertEqual((line["name"], line["v_c"]), (memory["name"], memory["v_c"]))

    def test_a_sweep_that_was_killed_goes_on_in_python(self):
        study = self.write_study()
        process = subprocess.Popen([PROGRAM, "sweep", str(study), "--set", "run.duration=4 s", "-o", "out.csv", "-q", "--threads", "1"], cwd=self.folder)
        part = self.folder / "out.csv.part.1-1"
        while process.poll() is None and (not part.exists() or part.read_text().count("\n") < 2):
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        fourfoot.sweep(study, settings={"run.duration": "4 s"}, file=self.folder / "out.csv")
        call("sweep", study, "--set", "run.duration=4 s", "-o", "whole.csv", "-q", cwd=self.folder)
        self.assertEqual((self.folder / "out.csv").read_bytes(), (self.folder / "whole.csv").read_bytes())


@unittest.skipIf("NLopt none" in call("doctor").stdout, "built without NLopt")
class Optimise(unittest.TestCase):
    setUp = EveryVerb.setUp

    STUDY = {"scenario": str(WHEELSET), "tolerance": 1e-3, "parameters": [{"key": "contact.conicity", "low": 0.02, "high": 0.3, "start": 0.05}],
             "cases": [{"analysis": "critical-speed", "critical_speed": {"method": "linear", "from": 10, "to": 150, "step": 20}}],
             "objectives": [{"figure": "critical_speed", "aim": "least-squares", "target": 60.0, "scale": 10.0}]}

    def write(self):
        from fourfoot.toml_text import write_toml
        file = self.folder / "study.toml"
        file.write_text("\n".join(write_toml(self.STUDY)) + "\n")
        return file

    def test_optimise(self):
        file = self.write()
        theirs = call_json("optimise", file, "-o", "theirs.csv", "-q", cwd=self.folder)
        ours = fourfoot.optimise(file, file=self.folder / "ours.csv", threads=2)
        for end in (".csv", ".json"):
            self.assertEqual((self.folder / f"ours{end}").read_bytes(), (self.folder / f"theirs{end}").read_bytes())
        memory = fourfoot.optimise(self.STUDY)
        for found in (ours, memory, fourfoot.optimise({k: v for k, v in self.STUDY.items() if k != "scenario"}, fourfoot.load(WHEELSET))):
            self.assertEqual(found.best, theirs["best"])
        with open(self.folder / "theirs.csv", encoding="utf-8") as text:
            rows = list(csv.DictReader(line for line in text if not line.startswith("#")))
        self.assertEqual(list(memory["objective"]), [float(row["objective"]) for row in rows])
        self.assertEqual(json.loads((self.folder / "theirs.json").read_text()), theirs)
        self.assertAlmostEqual(ours.best["figures"]["critical_speed"], 60.0, delta=0.3)
        self.assertIn("contact.conicity", repr(ours))
        self.assertEqual(ours.settings, {"contact.conicity": ours.values["contact.conicity"]})

    def test_fit_finds_a_value_again(self):
        s = fourfoot.load(WHEELSET).changed({"speed.v": 30, "run.duration": "2 s"})
        r = s.run(progress=False)
        found = fourfoot.fit(s, {"contact.conicity": (0.02, 0.2, 0.1)}, {"wheelset/y": (r["time"], r["wheelset/y"])}, tolerance=1e-5)
        self.assertAlmostEqual(found.values["contact.conicity"], 0.05, delta=1e-4)
        first = fourfoot.fit(s, {"contact.conicity": (0.02, 0.2, 0.1)}, {"wheelset/y": (r["time"], r["wheelset/y"])}, tolerance=1e-3,
                             file=self.folder / "fit.csv")
        again = fourfoot.fit(s, {"contact.conicity": (0.02, 0.2, 0.1)}, {"wheelset/y": (r["time"], r["wheelset/y"])}, tolerance=1e-3,
                             file=self.folder / "fit.csv")
        self.assertEqual((first.best, again.computed), (again.best, 0))

    def test_faults_are_exceptions_with_reasons(self):
        for change in ({"objectives": [{"figure": "critical_sped"}]}, {"parameters": [{"key": "contact.conicity", "low": 2, "high": 1}]},
                       {"parameters": [{"key": "contact.conicty", "low": 0.1, "high": 1}]}, {"method": "bobyqa"}, {"pareto": {"points": 5}}):
            with self.assertRaises(fourfoot.InputError) as caught:
                fourfoot.optimise({**self.STUDY, **change})
            self.assertTrue(caught.exception.message)
        for work in (lambda: fourfoot.fit(WHEELSET, {}, {}), lambda: fourfoot.fit(WHEELSET, {"speed.v": 3}, {"wheelset/y": ([0.0], [0.0])}),
                     lambda: fourfoot.fit(WHEELSET, {"speed.v": (1, 2)}, {"wheelset/y": ([0.0], [0.0, 1.0])})):
            with self.assertRaises(fourfoot.InputError):
                work()


if __name__ == "__main__":
    unittest.main()
