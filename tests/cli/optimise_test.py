"""Optimisation: optima that are known in closed form, parameters found again in a record, the same files after any kill and on any
number of threads, and a way out where NLopt is missing."""
import csv
import json
import math
import signal
import subprocess
import time
import unittest

import support

MASS, STIFFNESS, DAMPING = 2000.0, 8e5, 1.6e4
OMEGA = math.sqrt(STIFFNESS / MASS)
VEHICLE = f"""\
format = "fourfoot vehicle 1"
[bodies.box]
mass = {MASS}
inertia = [1000, 1000, 1000]
position = [0, 0, 1]
free = ["z"]
[elements.spring]
type = "spring-damper"
between = ["track", "box"]
at = [0, 0, 1]
stiffness = [0, 0, {STIFFNESS}]
damping = [0, 0, {DAMPING}]
"""
SCENARIO = """\
format = "fourfoot scenario 1"
vehicle = "vehicle.toml"
[speed]
v = 10
[initial.box]
z = "5 mm"
[run]
duration = "1 s"
[output]
step = "10 ms"
"""
K, C = "vehicle.elements.spring.stiffness.3", "vehicle.elements.spring.damping.3"
HEAD = 'format = "fourfoot optimisation 1"\nscenario = "scenario.toml"\n'
EIGEN = '[[cases]]\nname = "modes"\nanalysis = "eigen"\n'


def parameter(key, name, low, high, more=""):
    return f'[[parameters]]\nkey = "{key}"\nname = "{name}"\nlow = {low}\nhigh = {high}\n{more}\n'


FREQUENCY = (HEAD + "tolerance = 1e-6\n" + parameter(K, "k", 1e5, 5e6, 'scale = "log"') + EIGEN
             + '[[objectives]]\nfigure = "frequency"\naim = "least-squares"\ntarget = 4\n')
DECAY = (HEAD + "tolerance = 1e-6\n" + parameter(C, "c", 100, 4e4) + EIGEN
         + '[[objectives]]\nfigure = "growth"\n[[constraints]]\nfigure = "damping"\nat_most = 0.2\n')
FRONT = (HEAD + "tolerance = 1e-5\n" + parameter(C, "c", 1e3, 2e4) + EIGEN
         + '[[objectives]]\nfigure = "growth"\n[[objectives]]\nfigure = "damping"\n[pareto]\npoints = 5\n')
FIT = (HEAD + "tolerance = 1e-5\n" + parameter(K, "k", 3e5, 2e6, "start = 5e5") + parameter(C, "c", 2e3, 6e4, "start = 4e4")
       + '[[cases]]\nmeasures = [{ name = "misfit", channel = "box/z", what = "rms-difference", record = "measured.csv", column = "height [mm]" }]\n'
       + '[[objectives]]\nfigure = "misfit"\naim = "least-squares"\nscale = 1e-3\n')


HAS_NLOPT = "NLopt none" not in subprocess.run([support.PROGRAM, "doctor"], capture_output=True, text=True).stdout


@unittest.skipUnless(HAS_NLOPT, "built without NLopt")
class OptimiseTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("scenario.toml", SCENARIO)
        self.write("vehicle.toml", VEHICLE)

    def optimise(self, text, *arguments, output="out.csv"):
        self.write("study.toml", text)
        outcome = self.run_program("optimise", "study.toml", "-o", output, "-q", *arguments)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return json.loads((self.folder / output).with_suffix(".json").read_text())

    def rows(self, name="out.csv"):
        with open(self.folder / name, encoding="utf-8") as file:
            return list(csv.DictReader(line for line in file if not line.startswith("#")))

    def test_a_spring_for_a_frequency(self):
        """sqrt(1 - zeta^2) omega / 2 pi = 4 Hz: k = (2 pi 4)^2 m + (c / 2 m)^2 m."""
        best = self.optimise(FREQUENCY)["best"]
        k = (8 * math.pi) ** 2 * MASS + DAMPING ** 2 / (4 * MASS)
        self.assertAlmostEqual(best["parameters"]["k"] / k, 1.0, delta=1e-4)
        self.assertAlmostEqual(best["figures"]["frequency"], 4.0, delta=1e-3)
        self.assertEqual(best["method"], "cobyla")

    def test_the_fastest_decay_that_a_limit_allows(self):
        """growth = - c / 2 m falls with c, zeta = c / 2 sqrt(k m) reaches 0.2."""
        best = self.optimise(DECAY)["best"]
        c = 0.4 * math.sqrt(STIFFNESS * MASS)
        self.assertTrue(best["holds"])
        self.assertAlmostEqual(best["parameters"]["c"] / c, 1.0, delta=1e-4)
        self.assertAlmostEqual(best["figures"]["growth"], -c / (2 * MASS), delta=1e-3)

    def test_a_front_is_a_line_that_is_known(self):
        for method in ("epsilon", "weights"):
            found = self.optimise(FRONT + f'method = "{method}"\n', output=method + ".csv")
            self.assertEqual([s["name"] for s in found["searches"]], [f"front {i}" for i in range(1, 6)])
            for point in found["searches"]:
                self.assertAlmostEqual(point["figures"]["damping"], -point["figures"]["growth"] / OMEGA, delta=1e-6)
            if method == "epsilon":  # evenly spaced between the ends
                damping = [s["figures"]["damping"] for s in found["searches"]]
                steps = [a - b for a, b in zip(damping, damping[1:])]
                self.assertLess(max(steps) - min(steps), 1e-3 * damping[0])
            rows = self.rows(method + ".csv")
            self.assertTrue(all(row["front"] == "1" for row in rows))  # each trades one for the other

    def measure(self):
        """A record of the vehicle as it is, in millimetres, at times that are not those of the rows."""
        self.run_program("run", "scenario.toml", "-o", "r.h5", "-q", "--set", "output.step=4 ms")
        lines = self.run_program("export", "r.h5", "-c", "box/z").out.splitlines()[1:]
        rows = [[float(x) for x in line.split(",")] for line in lines]
        self.write("measured.csv", "time [s],height\n" + "".join(f"{t!r},{1e3 * z!r}\n" for t, z in rows))

    def test_known_parameters_are_found_again(self):
        """Linear interpolation between rows 10 ms apart is off by (omega dt)^2 / 8 = 0.5 % of the amplitude at most."""
        self.measure()
        best = self.optimise(FIT)["best"]
        self.assertAlmostEqual(best["parameters"]["k"] / STIFFNESS, 1.0, delta=5e-3)
        self.assertAlmostEqual(best["parameters"]["c"] / DAMPING, 1.0, delta=2e-2)
        best = self.optimise(FIT, "--set", "output.step=4 ms", output="same.csv")["best"]  # rows where the record has them
        self.assertAlmostEqual(best["parameters"]["k"] / STIFFNESS, 1.0, delta=2e-4)
        self.assertAlmostEqual(best["parameters"]["c"] / DAMPING, 1.0, delta=2e-3)

    def test_a_sweep_takes_differences_from_a_record_as_well(self):
        self.measure()
        self.write("study.toml", f'scenario = "scenario.toml"\n[[parameters]]\nkey = "{K}"\nvalues = [4e5, 8e5]\n'
                   '[[measures]]\nchannel = "box/z"\nwhat = "max-difference"\nrecord = "measured.csv"\ncolumn = "height [mm]"\n')
        outcome = self.run_program("sweep", "study.toml", "-o", "s.csv", "-q", "--set", "output.step=4 ms")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        far, near = (float(row["box/z max-difference [m]"]) for row in self.rows("s.csv"))
        self.assertLess(near, 1e-9)  # digits of the record
        self.assertGreater(far, 1e-3)

    def test_the_same_on_any_number_of_threads(self):
        for text in (FIT, FRONT, FIT + "starts = 3\n", FIT.replace("tolerance", 'method = "crs2"\nevaluations = 60\ntolerance'),
                     DECAY.replace("tolerance", 'method = "slsqp"\ntolerance')):
            self.measure()
            if "starts" in text:
                text = text.replace("starts = 3\n", "").replace("tolerance", "starts = 3\ntolerance")
            files = []
            for threads in ("1", "3"):
                self.optimise(text, "--threads", threads, output=f"t{threads}.csv")
                files.append([(self.folder / f"t{threads}{end}").read_bytes() for end in (".csv", ".json")])
                (self.folder / f"t{threads}.csv").unlink()
            self.assertEqual(*files)

    def test_a_killed_search_goes_on_and_gives_the_same(self):
        self.measure()
        self.optimise(FIT, output="whole.csv")
        wanted = [(self.folder / f"whole{end}").read_bytes() for end in (".csv", ".json")]
        kills = 0
        for kill in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
            process = subprocess.Popen([support.PROGRAM, "optimise", "study.toml", "-o", "out.csv", "-q", "--threads", "1"], cwd=self.folder,
                                       stdout=subprocess.PIPE, text=True)
            part = self.folder / "out.csv.part.1-1"
            before = part.stat().st_size if part.exists() else 0
            while process.poll() is None and (not part.exists() or part.stat().st_size < before + 300):
                time.sleep(0.002)
            if process.poll() is None:
                process.send_signal(kill)
                kills += 1
            out, _ = process.communicate()
            if kill == signal.SIGINT and process.returncode == 130:
                self.assertIn("the same command goes on where it stopped", out)
        self.assertGreater(kills, 0)
        outcome = self.run_program("optimise", "study.toml", "-o", "out.csv", "-q")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertEqual([(self.folder / f"out{end}").read_bytes() for end in (".csv", ".json")], wanted)
        self.assertEqual([p.name for p in self.folder.glob("out.csv.part*")], [])
        again = self.run_program("optimise", "study.toml", "-o", "out.csv", "-q").out
        self.assertIn("0 points computed now", again)

    def test_a_changed_study_is_refused_and_a_table_is_printed(self):
        self.optimise(DECAY)
        self.write("study.toml", DECAY.replace("0.2", "0.3"))
        outcome = self.run_program("optimise", "study.toml", "-o", "out.csv", "-q")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[output-exists]", outcome.err)
        out = self.run_program("optimise", "study.toml", "-o", "other.csv", "-q").out
        self.assertIn("parameter", out)
        self.assertIn("found to 1e-06 of the ranges", out)

    def test_a_start_that_fails_says_why(self):
        self.write("study.toml", FREQUENCY.replace(K, "speed.v").replace('low = 100000.0', "low = 1e-9").replace("[[cases]]", '[[cases]]\nset = ["run.duration=-1"]'))
        outcome = self.run_program("optimise", "study.toml", "-q")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[", outcome.err)

    def shorten(self, example, *changes):
        """An example's study with fewer evaluations."""
        folder = support.SOURCE / "examples" / example
        text = (folder / "study.toml").read_text(encoding="utf-8").replace('scenario = "scenario.toml"', f'scenario = "{folder}/scenario.toml"')
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        return text

    def test_the_example_of_a_transition_gets_better(self):
        found = self.optimise(self.shorten("24-best-transition", ("evaluations = 40", "evaluations = 8")))
        start = self.rows()[0]
        self.assertEqual((float(start["p1"]), float(start["p2"])), (0.0, 0.0))
        self.assertLess(found["best"]["figures"]["wheel load"], 0.985 * float(start["wheel load"]))
        self.assertTrue(found["best"]["holds"])
        self.assertLessEqual(found["best"]["figures"]["discomfort"], 8.7 * (1 + 1e-5))

    def test_the_example_of_a_front_trades_curving_for_speed(self):
        found = self.optimise(self.shorten("25-conicity-front", ("points = 7", "points = 3"), ("tolerance = 0.003", "tolerance = 0.02")))
        force, speed = ([s["figures"][name] for s in found["searches"]] for name in ("creep force", "critical_speed"))
        self.assertEqual((sorted(force), sorted(speed)), (force, speed))
        # Ends where steep treads and soft guidance, and the opposite, must lead: at the bounds.
        first, last = (found["searches"][i]["parameters"] for i in (0, -1))
        self.assertEqual([round(first["conicity"], 6), round(first["guidance"], 6)], [0.3, 0.5])
        self.assertEqual([round(last["conicity"], 6), round(last["guidance"], 6)], [0.03, 10.0])
        # Between them the limit on the second objective is reached: half of the way.
        self.assertAlmostEqual(speed[1], 0.5 * (speed[0] + speed[2]), delta=0.03 * speed[1])
        self.assertLess(force[1], 0.5 * (force[0] + force[2]))  # better than a straight line between the ends

    def test_check_and_schema_know_the_file(self):
        self.write("study.toml", DECAY)
        self.assertEqual(self.run_program("check", "study.toml").out, "study.toml: a good optimisation file\n")
        schema = json.loads(self.run_program("schema", "optimisation").out)
        self.assertIn("objectives", schema["properties"])


@unittest.skipIf(HAS_NLOPT, "built with NLopt")
class NoNloptTest(support.ProgramTest):
    def test_without_nlopt_it_says_so(self):
        self.write("study.toml", DECAY)
        outcome = self.run_program("optimise", "study.toml")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[no-nlopt]", outcome.err)
        self.assertIn("libnlopt-dev", outcome.err)


if __name__ == "__main__":
    unittest.main()
