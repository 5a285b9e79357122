"""fourfoot integrators: who is stable, how a decay looks, what it costs; real-time figures; what a stiff case does."""
import csv
import io
import json
import math

import support

# A mass of 1500 kg on 1e5 N/m with 1e3 N s/m, free to move in y alone.
SCENARIO = """\
format = "fourfoot scenario 1"
[speed]
v = 10
[initial.mass]
y = "3 mm"
[run]
duration = "6 s"
[output]
step = "10 ms"
[vehicle.bodies.mass]
mass = 1500
inertia = [800, 120, 800]
position = [0, 0, 1]
free = ["y"]
[vehicle.elements.spring]
type = "spring-damper"
between = ["track", "mass"]
at = [0, 0, 1]
stiffness = [0, 1e5, 0]
damping = [0, 1e3, 0]
"""
DAMPING = 1e3 / (2 * math.sqrt(1e5 * 1500))
FREQUENCY = math.sqrt(1e5 / 1500 * (1 - DAMPING**2)) / (2 * math.pi)


class IntegratorsTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("decay.toml", SCENARIO)

    def study(self, *arguments):
        outcome = self.run_program("integrators", "decay.toml", "--format", "json", *arguments)
        self.assertEqual(outcome.code, 0, outcome.err)
        return json.loads(outcome.out)

    def test_reference_and_damping_of_each_method(self):
        study = self.study("-o", "plot.svg")
        self.assertEqual(study["channel"], "mass/y")
        self.assertAlmostEqual(study["largest"], 0.003, 12)
        # The turning points are refined by a parabola through samples of 10 ms.
        self.assertAlmostEqual(study["reference"]["damping_ratio"] / DAMPING, 1.0, 2)
        self.assertAlmostEqual(study["reference"]["frequency"] / FREQUENCY, 1.0, 3)
        methods = {run["method"] for run in study["runs"]}
        self.assertEqual(len(methods), 11)
        for run in study["runs"]:
            self.assertTrue(run["stable"], run)
            self.assertLess(run["error"], 0.1, run)
        (svg,) = [(self.folder / "plot.svg").read_text()]
        for name in methods:
            self.assertIn(">hht 0.1</text>" if name == "hht" else f">{name}</text>", svg)

    def test_all_methods_over_a_table_of_speeds_and_a_curve(self):
        """The acceleration jumps on the way, a clothoid begins and ends; the reference (1e-10) comes through."""
        self.write("decay.toml", SCENARIO[:SCENARIO.index("free = ")].replace("v = 10", "times = [0, 1, 2, 3]\nspeeds = [20, 20, 24, 22]") + """\
[vehicle.elements.bearing]
type = "bushing"
between = ["track", "mass"]
at = [0, 0, 1]
stiffness = [1e5, 1e5, 1e5, 1e5, 1e5, 1e5]
damping = [1e3, 1e3, 1e3, 1e3, 1e3, 1e3]
preload = [0, 0, 14715, 0, 0, 0]
[track]
horizontal = [{ type = "line", length = 30 }, { type = "clothoid", length = 20 },
  { type = "circular-arc", length = 30, radius = 300, turn = "left", cant = 0.05 }, { type = "clothoid", length = 20 }, { type = "line", length = 30 }]
""")
        study = self.study("--set", "run.duration=3.5", "--steps", "2 ms,1 ms", "--tolerances", "1e-8,1e-11")
        for run in study["runs"]:
            self.assertTrue(run["stable"], run)
            self.assertLess(run["error"], 5e-3, run)

    def test_second_order_and_hht_damps(self):
        """Halving the step quarters Newmark's error; HHT loses more amplitude the more damping it is given."""
        runs = self.study("--methods", "newmark", "--steps", "10 ms,5 ms")["runs"]
        self.assertAlmostEqual(runs[0]["error"] / runs[1]["error"], 4.0, 1)
        runs = self.study("--methods", "hht", "--steps", "20 ms", "--damping", "0,0.15,0.3")["runs"]
        self.assertEqual([run["damping"] for run in runs], [0.0, 0.15, 0.3])
        damping = [run["damping_ratio"] for run in runs]
        self.assertLess(damping[0], damping[1])
        self.assertLess(damping[1], damping[2])
        # Without --damping the scenario's own.
        (run,) = self.study("--methods", "hht", "--steps", "20 ms", "--set", "integrator.method=\"hht\"",
                            "--set", "integrator.damping=0.3")["runs"]
        self.assertEqual(run["damping_ratio"], damping[2])

    def test_an_explicit_method_beyond_its_limit_is_unstable(self):
        # Central differences are stable up to omega dt = 2, Runge-Kutta's up to 2.83: 245 ms and 346 ms here.
        runs = {run["step"]: run for run in self.study("--methods", "rk4", "--steps", "0.3 s,0.4 s",
                                                       "--set", "run.duration=60")["runs"]}
        self.assertTrue(runs[0.3]["stable"])
        self.assertFalse(runs[0.4]["stable"])
        self.assertIsNone(runs[0.4]["damping_ratio"])

    def test_csv_and_text(self):
        outcome = self.run_program("integrators", "decay.toml", "--format", "csv", "--methods", "bdf,rk4", "--steps", "1 ms",
                                   "--tolerances", "1e-6")
        rows = list(csv.DictReader(io.StringIO(outcome.out)))
        self.assertEqual([row["method"] for row in rows], ["bdf", "rk4"])
        self.assertIn(float(rows[1]["rate_evaluations"]) - 4 * 6000, range(10))  # four a step, and to begin with
        outcome = self.run_program("integrators", "decay.toml", "--methods", "rk4", "--steps", "1 ms")
        self.assertIn("mass/y: largest 0.003 m; reference 1.2984 Hz", outcome.out)

    def test_faults(self):
        self.assert_refused(["integrators", "decay.toml", "--methods", "rk5"],
                            'error[unknown-integrator]: there is no integrator "rk5"\n  did you mean "rk4"?\n')
        self.assert_refused(["integrators", "decay.toml", "-c", "mas/y"],
                            'error[unknown-channel]: there is no channel "mas/y"\n  did you mean "mass/y"?\n')
        self.assert_refused(["integrators", "decay.toml", "--steps", "-1 ms"],
                            "error[out-of-range]: --steps must be positive\n")
        self.assert_refused(["integrators", "decay.toml", "--damping", "0.4"],
                            "error[out-of-range]: --damping must be between 0 and 1/3\n")
        self.write("decay.toml", SCENARIO.replace('[initial.mass]\ny = "3 mm"\n', ""))
        self.assert_refused(["integrators", "decay.toml"],
                            "error[missing-option]: the scenario displaces nothing at the start\n"
                            "  say with --channel whose motion shall be compared\n")

    def test_real_time_figures(self):
        outcome = self.run_program("run", "decay.toml", "--format", "json", "--set", "integrator.method=\"rosenbrock\"")
        statistics = json.loads(outcome.out)["statistics"]
        self.assertGreater(statistics["step_time_mean"], 0.0)
        self.assertLessEqual(statistics["step_time_mean"], statistics["step_time_worst"])
        self.assertLessEqual(statistics["step_time_99_9"], statistics["step_time_worst"])
        outcome = self.run_program("run", "decay.toml", "--set", "integrator.method=\"rosenbrock\"")
        self.assertRegex(outcome.out, r"a step took \S+ us on average, \S+ us at worst; 99.9 % of them no more than \S+ us")
        outcome = self.run_program("run", "decay.toml", "--format", "json")
        self.assertNotIn("step_time_mean", json.loads(outcome.out)["statistics"])

    def test_an_unstable_method_is_no_derailment(self):
        # Contact resonance of the wheels on their contact springs: 100 to 200 Hz.
        scenario = str(support.SOURCE / "examples" / "10-coach-curve" / "scenario.toml")
        outcome = self.run_program("run", scenario, "--set", "run.duration=1", "--set", 'integrator.method="rk4"',
                                   "--set", 'integrator.step="10 ms"', "-o", "r.h5")
        self.assertEqual(outcome.code, 3)
        self.assertNotIn("derailment", outcome.err)
        self.assertRegex(outcome.err, r"rk4: .* at t=\S+ s; fastest mode -\d")
        self.assertRegex(outcome.err, r"rk4: the step of 0.01 s is too long for this method, the solution is unstable")

    def test_a_stiff_case_ends_with_a_clear_message(self):
        # At a creeping pace the creep forces damp a wheelset within microseconds.
        slow = ["--set", "speed.v=1e-4", "--set", "run.duration=1"]
        outcome = self.run_program("run", "scenario.toml", *slow, "--set", 'integrator.method="rk4"')
        self.assertEqual(outcome.code, 3)
        self.assertRegex(outcome.err, r"rk4: the step of \S+ s is too long for this method, the solution is unstable at t=.*fastest mode -\d")
        for method in ("dopri5", "adams"):
            outcome = self.run_program("run", "scenario.toml", *slow, "--set", f'integrator.method="{method}"',
                                       "--set", 'integrator.min_step="50 us"')
            self.assertEqual(outcome.code, 3)
            self.assertRegex(outcome.err, rf"{method}: step underflow.* at t=.*fastest mode -\d")
        self.assertEqual(self.run_program("run", "scenario.toml", *slow).code, 0)


class ZilinaDecayTest(support.ProgramTest):
    """The comparison of examples/30-zilina-decay. Its vehicle is assumed: orders and formulas are tested, no published number."""

    def study(self, *arguments):
        scenario = support.SOURCE / "examples" / "30-zilina-decay" / "scenario.toml"
        outcome = self.run_program("integrators", str(scenario), "--format", "json", *arguments)
        self.assertEqual(outcome.code, 0, outcome.err)
        return json.loads(outcome.out)

    def test_numerical_damping_rises_with_gamma(self):
        study = self.study("--methods", "newmark,hht", "--damping", "0,0.15,0.2,0.3", "--steps", "50 ms")
        newmark, *hht = study["runs"]
        self.assertTrue(all(run["stable"] for run in study["runs"]))
        for a, b in zip(newmark["turning_points"], hht[0]["turning_points"]):
            self.assertAlmostEqual(a, b, 12)  # gamma = 0 is Newmark's method
        ratios = [run["damping_ratio"] for run in hht]
        self.assertEqual(ratios, sorted(ratios))
        self.assertEqual(len(set(ratios)), 4)
        # By far less than what the suspension damps: less than 1 % here.
        self.assertLess(ratios[3] / ratios[0], 1.01)

    def test_decrements_are_those_of_the_turning_points(self):
        for run in self.study("--methods", "bdf,park", "--steps", "10 ms", "--tolerances", "1e-6")["runs"]:
            x = run["turning_points"]
            self.assertAlmostEqual(x[0], 0.003, 9)
            self.assertTrue(all(a * b < 0 for a, b in zip(x, x[1:])), x)
            parts = {"lambda_13": math.log(x[0] / x[2]), "lambda_35": math.log(x[2] / x[4]),
                     "lambda_15": 0.5 * math.log(x[0] / x[4]), "lambda_24": math.log(x[1] / x[3])}
            for name, value in parts.items():
                self.assertAlmostEqual(run[name], value, 12)
            mean = sum(parts.values()) / 4
            self.assertAlmostEqual(run["log_decrement"], mean, 12)
            self.assertAlmostEqual(run["damping_ratio"], mean / math.hypot(2 * math.pi, mean), 12)

    def test_who_is_stable(self):
        explicit = {run["step"]: run for run in self.study("--methods", "rk4", "--steps", "1 ms,10 ms")["runs"]}
        self.assertLess(explicit[0.001]["error"], 1e-7)
        self.assertFalse(explicit[0.01]["stable"])
        self.assertIn("the step of 0.01 s is too long for this method", explicit[0.01]["message"])
        for run in self.study("--methods", "newmark,hht,generalized-alpha,park,rosenbrock", "--steps", "10 ms")["runs"]:
            self.assertTrue(run["stable"], run)
            self.assertLess(run["error"], 2e-3, run)


class CoachConvergenceTest(support.ProgramTest):
    def test_all_methods_come_to_one_trajectory(self):
        """A short piece of a coach's curve, flange on the rail: every method nears the reference as its steps shrink.
        On rigid rails: on the co-running track errors are ten times smaller, near the reference's own, and show no order."""
        scenario = support.SOURCE / "examples" / "10-coach-curve" / "scenario.toml"
        outcome = self.run_program("integrators", str(scenario), "-c", "wheelset_1/y", "--set", "speed.start=200", "--set", "track.support=rigid",
                                   "--set", "run.duration=0.02", "--set", "output.step=2 ms", "--steps", "0.5 ms,0.25 ms",
                                   "--tolerances", "1e-4,1e-6", "--format", "json")
        self.assertEqual(outcome.code, 0, outcome.err)
        errors = {}
        for run in json.loads(outcome.out)["runs"]:
            self.assertTrue(run["stable"], run)
            errors.setdefault(run["method"], []).append(run["error"])
        self.assertEqual(len(errors), 11)
        for method, (coarse, fine) in errors.items():
            self.assertLess(fine, 3e-4, method)
            if method in ("bdf", "adams", "dopri5"):
                self.assertLess(fine, coarse, method)
                self.assertLess(fine, 5e-6, method)
            elif method != "rk4":  # second order
                self.assertGreater(coarse / fine, 2.8, method)


if __name__ == "__main__":
    support.unittest.main()
