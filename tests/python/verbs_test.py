"""Each verb of the program and its function: the same numbers, to the bit."""
import csv
import math
import pathlib
import tempfile
import unittest

import numpy as np
from support import EXAMPLES, ROOT, call, call_json

import fourfoot

WHEELSET = EXAMPLES / "01-hunting-wheelset/scenario.toml"


def number(value):
    """null is what is no number."""
    return math.nan if value is None else value


class Verbs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def same(self, ours, theirs, keys=None):
        """Of all that both have, unless some are named."""
        both = [key for key in theirs if key in ours]
        self.assertGreater(len(both), 5 if keys is None else 0)
        for key in keys or both:
            a, b = number(ours[key]), number(theirs[key])
            if isinstance(b, float) and math.isnan(b):
                self.assertTrue(math.isnan(a), key)
            else:
                self.assertEqual(a, b, key)

    def test_equilibrium(self):
        theirs = call_json("equilibrium", WHEELSET, "--speed", "60 km/h")
        ours = fourfoot.equilibrium(WHEELSET, speed="60 km/h")
        self.assertEqual({name: ours[name] for name in ours}, theirs["channels"])
        self.assertEqual((ours.method, ours.iterations, ours.residual), (theirs["method"], theirs["iterations"], theirs["residual"]))
        self.assertIn("steady running", repr(ours))

    def test_equilibrium_in_a_curve(self):
        file = EXAMPLES / "10-coach-curve/scenario.toml"
        theirs = call_json("equilibrium", file, "--radius", "600/100 mm")
        ours = fourfoot.equilibrium(fourfoot.load(file), radius="600/100 mm")
        self.assertEqual({name: ours[name] for name in ours}, theirs["channels"])

    def test_eigen(self):
        theirs = call_json("eigen", WHEELSET, "--speed", "20:10:60")
        ours = fourfoot.eigen(WHEELSET, speed="20:10:60")
        self.assertEqual(ours.critical, theirs["critical_value"])
        self.assertEqual(list(ours.values), [p["value"] for p in theirs["points"]])
        for point, modes in zip(theirs["points"], ours.modes):
            for mode in point["modes"]:
                mine = modes[mode["track"]]
                self.assertEqual((mine["value"].real, mine["value"].imag), (mode["re"], mode["im"]))
                self.same(mine, mode, ("frequency", "damping", "name"))
        self.assertEqual([(c["value"], c["type"]) for c in ours.crossings], [(c["value"], c["type"]) for c in theirs["crossings"]])
        one = call_json("eigen", WHEELSET)
        mine = fourfoot.eigen(WHEELSET)
        self.assertEqual([m["shape"] for m in mine.modes[0] if m["value"].imag >= 0], [m["shape"] for m in one["points"][0]["modes"]])
        self.assertEqual(mine.eigenvalues.shape, (1, len(mine.modes[0])))

    def test_linearise(self):
        """Against eigenvalues, Newton's law, and a run that a small force displaces."""
        s = fourfoot.load(WHEELSET).changed({"speed.v": 50})
        m = fourfoot.linearise(s)
        theirs = [complex(mode["re"], mode["im"]) for mode in call_json("eigen", WHEELSET, "--set", "speed.v=50")["points"][0]["modes"]]
        for value in theirs:
            self.assertLess(abs(m.eigenvalues - value).min(), 1e-9 * max(1.0, abs(value)))
        state, force, output = m.states.index, m.inputs.index, m.outputs.index
        mass = s["vehicle.bodies.wheelset.mass"]
        self.assertAlmostEqual(m.B[state("wheelset/v_y"), force("wheelset/F_y")] * mass, 1.0, places=10)
        self.assertAlmostEqual(m.B[state("wheelset/y"), force("wheelset/F_y")], 0.0, places=15)
        self.assertAlmostEqual(m.C[output("wheelset/y"), state("wheelset/y")], 1.0, places=8)
        self.assertEqual((m.A.shape, m.B.shape[0], m.C.shape[1]), ((len(m.states),) * 2, len(m.states), len(m.states)))
        self.assertEqual(m.D.shape, (len(m.outputs), len(m.inputs)))
        few = fourfoot.linearise(s, inputs="wheelset/F_y", outputs=["wheelset/y"])
        self.assertEqual((few.inputs, few.outputs, few.C.shape[0], few.B.shape[1]), (["wheelset/F_y"], ["wheelset/y"], 1, 1))
        with self.assertRaises(fourfoot.InputError):
            fourfoot.linearise(s, inputs="nobody/F_y")

    def test_linearise_reads_accelerations(self):
        """a = F / m of a point at the mass centre, and of one ahead of it (F a^2 / J more where it turns)."""
        s = fourfoot.example("coach-curve")
        m = fourfoot.linearise(s, inputs="*/F_y", outputs="*/a_y", radius="straight")
        self.assertTrue(m.outputs)
        self.assertGreater(np.abs(m.D).max(), 0.0)

    def test_critical_speed(self):
        options = ("--from", "20", "--to", "90", "--method", "small-disturbance", "--resolution", "2", "-q")
        theirs = call_json("critical-speed", WHEELSET, *options)
        told = []
        ours = fourfoot.critical_speed(WHEELSET, 20, "90 m/s", method="small-disturbance", resolution=2, on_trial=lambda v, o: told.append(v))
        self.same(ours.data, theirs, ("parameter", "method", "critical_speed", "low", "high", "max_abs", "frequency", "trials", "reason"))
        self.assertEqual(float(ours), theirs["critical_speed"])
        self.assertEqual(told, [v for v, _ in ours.tried])

    def test_bifurcation(self):
        theirs = call_json("bifurcation", WHEELSET, "--speed", "50:20:90", "--longest", "10")
        ours = fourfoot.bifurcation(WHEELSET, speed="50:20:90", longest=10)
        self.assertEqual(len(ours.points), len(theirs["points"]))
        for a, b in zip(ours.points, theirs["points"]):
            self.same(a, b)
        self.assertEqual(len(ours.branches), len(theirs["branches"]))
        for a, b in zip(ours.branches, theirs["branches"]):
            self.same(a, b, ("hopf", "hopf_frequency", "end"))
            for x, y in zip(a["orbits"], b["orbits"]):
                self.same(x, y)

    def test_stability_map(self):
        call("stability-map", WHEELSET, "--speed", "50:20:90", "--longest", "10", "-o", "map.csv", "-q", cwd=self.folder)
        with open(self.folder / "map.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        ours = fourfoot.stability_map(WHEELSET, "50:20:90", longest=10, threads=2)
        (line,) = ours.lines
        self.assertEqual(len(line["points"]), len(rows))
        for point, row in zip(line["points"], rows):
            self.assertEqual([point["value"], point["max_abs"], point["peak_to_peak"], point["mean"]],
                             [float(row[k]) for k in ("speed", "max_abs", "peak_to_peak", "mean")])
            for key in ("v_c", "steady_up_to", "hunts_from", "diverges_from"):
                self.assertTrue(line[key] == float(row[key]) if row[key] else math.isnan(line[key]), key)

    def write_study(self):
        study = self.folder / "study.toml"
        study.write_text(f'''format = "fourfoot study 1"
scenario = "{WHEELSET}"
analysis = "run"
[[parameters]]
name = "speed"
key = "speed.v"
values = ["30", "40"]
[[measures]]
name = "largest"
channel = "wheelset/y"
what = "max-abs"
''')
        return study

    def test_sweep(self):
        study = self.write_study()
        call("sweep", study, "--set", "run.duration=1 s", "-o", "study.csv", "-q", cwd=self.folder)
        with open(self.folder / "study.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        ours = fourfoot.sweep(study, settings={"run.duration": "1 s"})
        self.assertEqual(list(ours["largest"]), [float(row["largest [m]"]) for row in rows])
        self.assertEqual(list(ours["speed"]), [row["speed [m/s]"] for row in rows])

    def test_sweep_keeps_the_runs(self):
        study, settings = self.write_study(), {"run.duration": "1 s"}
        kept = fourfoot.sweep(study, settings=settings, keep=self.folder / "runs", threads=2, progress=False)  # figures in memory
        to_file = fourfoot.sweep(study, settings=settings, file=self.folder / "py.csv", keep=self.folder / "more", progress=False)
        call("sweep", study, "--set", "run.duration=1 s", "-o", "cli.csv", "--keep", "theirs", "-q", cwd=self.folder)
        self.assertEqual((self.folder / "py.csv").read_text().replace("more/", "theirs/").splitlines()[1:],
                         (self.folder / "cli.csv").read_text().splitlines()[1:])
        for number, speed in enumerate(("30", "40")):
            s = fourfoot.load(WHEELSET).changed({"speed.v": speed, "run.duration": "1 s"})
            y = s.run(progress=False)["wheelset/y"]
            for folder in ("runs", "more", "theirs"):
                run = fourfoot.open_results(self.folder / folder / f"run-00{number + 1}.h5")
                self.assertEqual(list(run["wheelset/y"]), list(y), folder)
            self.assertEqual((kept["largest"][number], to_file["largest"][number]), (abs(y).max(),) * 2)
        (self.folder / "other").mkdir()
        (self.folder / "other" / "notes.txt").write_text("mine")
        with self.assertRaisesRegex(fourfoot.InputError, "other"):
            fourfoot.sweep(study, settings=settings, keep=self.folder / "other", progress=False)

    def test_integrators(self):
        options = ("--set", "run.duration=1 s", "--methods", "bdf,rk4", "--steps", "1 ms", "--tolerances", "1e-4")
        theirs = call_json("integrators", WHEELSET, *options)
        s = fourfoot.load(WHEELSET)
        s["run.duration"] = "1 s"
        ours = fourfoot.integrators(s, methods=["bdf", "rk4"], steps=["1 ms"], tolerances=[1e-4])
        self.assertEqual((ours.channel, ours.largest), (theirs["channel"], theirs["largest"]))
        for a, b in zip(ours.runs, theirs["runs"]):
            self.same(a, b, ("method", "error", "stable", "frequency", "steps", "rate_evaluations"))

    def test_evaluate_signal_report(self):
        s = fourfoot.example("coach-curve")
        s["run.duration"] = "6 s"
        r = s.run(self.folder / "a.h5", progress=False)
        theirs = call_json("evaluate", self.folder / "a.h5")
        for ours in (fourfoot.evaluate(r), fourfoot.evaluate(self.folder / "a.h5")):
            self.assertEqual(len(ours.figures), len(theirs["figures"]))
            for a, b in zip(ours.figures, theirs["figures"]):
                self.same(a, b)
        both = fourfoot.evaluate(r, self.folder / "a.h5", norms="nadal")
        self.assertTrue(all(row["values"][0] == row["values"][1] or math.isnan(row["values"][0]) for row in both.compared))
        channel = r.find("*/left/Y")[0]
        for ours, options in (({"filters": "low:5 Hz"}, ("--filter", "low:5 Hz")), ({"psd": 1}, ("--psd", "1 s")),
                              ({"rainflow": True}, ("--rainflow",)), ({"percentiles": [50, 99.85]}, ("--percentiles", "50,99.85")),
                              ({"resample": "5 m"}, ("--resample", "5 m"))):
            mine = fourfoot.signal(r, channel, **ours)
            table = call_json("signal", self.folder / "a.h5", "-c", channel, *options)["columns"]
            self.assertEqual(list(mine), list(table))
            for name in table:
                np.testing.assert_array_equal(mine[name], [number(x) for x in table[name]])
        fourfoot.report(r, self.folder / "r.html")
        self.assertIn("<html", (self.folder / "r.html").read_text(encoding="utf-8")[:2000].lower())
        self.assertIn("<iframe", r.view()._repr_html_())
        r.to_mat(self.folder / "r.mat", [channel])
        self.assertGreater((self.folder / "r.mat").stat().st_size, 100)

    def test_wear(self):
        models = ROOT / "models"
        (self.folder / "scenario.toml").write_text(f'''vehicle = "{models}/vehicles/hsfv1/vehicle.toml"
load_case = "laden"
[[track.horizontal]]
type = "circular-arc"
length = "500 m"
radius = "400 m"
turn = "left"
cant = "60 mm"
[speed]
v = "15 m/s"
[contact]
model = "profiles"
friction = 0.3
[wheels]
profile = "{models}/profiles/wheel_S1002.toml"
[rails]
profile = "{models}/profiles/rail_60E1.toml"
[run]
duration = "1 s"
''')
        plan = self.folder / "plan.toml"
        plan.write_text(f'''format = "fourfoot wear 1"
scenario = "scenario.toml"
wheel = "{models}/profiles/wheel_S1002.toml"
analysis = "equilibrium"
distance = "100 km"
update = "100 km"
[[cases]]
name = "curve"
share = 1
set = ["track.horizontal.1.radius=400 m"]
''')
        call("wear", plan, "-o", "theirs", "-q", cwd=self.folder)
        ours = fourfoot.wear(plan, self.folder / "ours")
        with open(self.folder / "theirs/wear.csv", encoding="utf-8") as file:
            rows = list(csv.reader(line for line in file if not line.startswith("#")))[1:]
        self.assertEqual([[str(r["wheelset"]), r["conicity"], r["depth_left"], r["volume_left"]] for r in ours.rows],
                         [[r[1], float(r[2]), float(r[3]), float(r[5])] for r in rows])

    def test_info_check_schema_new_upgrade(self):
        s = fourfoot.load(WHEELSET)
        self.assertEqual(s.info(), call_json("info", WHEELSET))
        self.assertEqual(call("check", WHEELSET).stdout, f"{WHEELSET}: {fourfoot.check(WHEELSET)}\n")
        self.assertEqual(s.check(), [])
        import json
        self.assertEqual(fourfoot.schema("scenario"), json.loads(call("schema", "scenario").stdout))
        with self.assertRaises(fourfoot.InputError):
            fourfoot.schema("scenery")
        fourfoot.new(self.folder / "ours", vehicle="bogie", track="straight")
        call("new", "theirs", "--vehicle", "bogie", "--track", "straight", cwd=self.folder)
        for file in (self.folder / "theirs").iterdir():
            self.assertEqual((self.folder / "ours" / file.name).read_text().replace("ours", "theirs"), file.read_text())
        with self.assertRaises(fourfoot.InputError):
            fourfoot.new(self.folder / "other", vehicle="ship")
        self.assertEqual(fourfoot.upgrade(self.folder / "ours/scenario.toml"), [])

    def test_options_are_refused_with_a_reason(self):
        for work in (lambda: fourfoot.eigen(WHEELSET, speed="20:0:60"), lambda: fourfoot.eigen(WHEELSET, speed=[]),
                     lambda: fourfoot.critical_speed(WHEELSET, 90, 20), lambda: fourfoot.critical_speed(WHEELSET, 20, 90, method="guess"),
                     lambda: fourfoot.critical_speed(WHEELSET, 20, 90, resolution=math.nan), lambda: fourfoot.bifurcation(WHEELSET),
                     lambda: fourfoot.stability_map(WHEELSET, "50:20:90", threads=0), lambda: fourfoot.equilibrium(WHEELSET, time="3 kg"),
                     lambda: fourfoot.equilibrium(WHEELSET, radius=1), lambda: fourfoot.evaluate(), lambda: fourfoot.evaluate("/nowhere.h5"),
                     lambda: fourfoot.signal("/nowhere.h5", "y", percentiles=[math.nan]), lambda: fourfoot.sweep("/nowhere.toml")):
            with self.assertRaises(fourfoot.InputError):
                work()
        for work in (lambda: fourfoot.equilibrium(None), lambda: fourfoot.eigen(WHEELSET, speed=[None]), lambda: fourfoot.evaluate(None),
                     lambda: fourfoot.report(None), lambda: fourfoot.load(None)):
            with self.assertRaises(TypeError):
                work()


if __name__ == "__main__":
    unittest.main()
