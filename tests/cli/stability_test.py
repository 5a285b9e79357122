"""Equilibria, eigenvalues, limit cycles and critical speeds against independent programs; by the verbs, as users call them."""
import csv
import json
import unittest

import support

DATA = support.SOURCE / "tests" / "data"
EXAMPLES = support.SOURCE / "examples"
WHEELSET = EXAMPLES / "01-hunting-wheelset" / "scenario.toml"
COOPERRIDER = support.SOURCE / "examples" / "20-cooperrider" / "scenario.toml"

# Computed outside this project, RK4 with 0.1 ms and the same parameters: where the limit cycle of Cooperrider's bogie begins,
# where it is lost, and its amplitude [m] over speed [m/s].
HOPF, FOLD = 68.644, (66.6, 66.7)
AMPLITUDES = {72.0: 0.010608, 70.0: 0.010194, 68.0: 0.009743, 67.0: 0.009486}

CONTACT = """
[contact]
model = "textbook"
conicity = 0.10
f11 = 8e6
f22 = 7e6
f23 = 16e3
f33 = 30
gravity = true
gyroscopic = true
"""


class StabilityTest(support.ProgramTest):
    def call(self, *arguments):
        outcome = self.run_program(*[str(a) for a in arguments], "--format", "json")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return json.loads(outcome.out)

    def write_vehicle(self, name, more="", speed=50.0):
        vehicle = DATA / "stability" / f"{name}.toml"
        self.write("v.toml", f'vehicle = "{vehicle}"\n[speed]\nv = {speed}\n[run]\nduration = 1\n{CONTACT}{more}')

    # --- eigenvalues ---

    def check_eigenvalues(self, name, tolerance):
        self.write_vehicle(name)
        with open(DATA / "stability" / f"hunting_eigenvalues_{name}.csv") as file:
            rows = [[float(x) for x in row] for row in list(csv.reader(file))[1:]]
        self.assertGreater(len(rows), 5)
        worst = 0.0
        for row in rows:
            modes = self.call("eigen", "v.toml", "--set", f"speed.v={row[0]}")["points"][0]["modes"]
            ours = [complex(m["re"], s * m["im"]) for m in modes for s in (1, -1)]
            for re, im in zip(row[1::2], row[2::2]):
                wanted = complex(re, im)
                worst = max(worst, min(abs(wanted - value) for value in ours) / abs(wanted))
        self.assertLess(worst, tolerance)

    def test_eigenvalues_of_a_two_axle_vehicle(self):
        self.check_eigenvalues("twoaxle", 1e-5)

    def test_eigenvalues_of_a_four_axle_vehicle(self):
        self.check_eigenvalues("fouraxle", 1e-5)

    def test_linear_critical_speeds(self):
        with open(DATA / "hunting" / "hunting_critical_speeds.csv") as file:
            rows = [r for r in csv.DictReader(file) if "_lam" in r["model"]]
        for name in sorted({r["model"] for r in rows}):
            vehicle, conicity = name.split("_lam")
            self.write_vehicle(vehicle)
            found = self.call("eigen", "v.toml", "--speed", "5:5:115", "--set", f"contact.conicity={conicity}")
            wanted = [(float(r["Vcrit_m_s"]), float(r["freq_Hz"]), r["type"]) for r in rows if r["model"] == name]
            self.assertAlmostEqual(found["critical_speed"], wanted[0][0], delta=1e-4 * wanted[0][0])
            for speed, frequency, kind in wanted:
                nearest = min(found["crossings"], key=lambda c: abs(c["value"] - speed))
                self.assertAlmostEqual(nearest["value"], speed, delta=1e-4 * speed, msg=name)
                self.assertAlmostEqual(nearest["frequency"], frequency, delta=1e-3 * frequency)
                self.assertEqual(nearest["type"], "destabilises" if kind == "destab" else "stabilises")

    def test_mode_shapes_in_words(self):
        mode = self.call("eigen", COOPERRIDER)["points"][0]["modes"][0]
        self.assertEqual(mode["shares"][0]["amplitude"], 1.0)
        self.assertIn("front y", mode["shape"])
        self.assertLess(mode["damping"], 0.0)

    # --- steady curving ---

    def curve(self, row, scale):
        """Runs a row of the curving reference with curvature, cant, lateral acceleration, clearance and friction times `scale`."""
        more = ""
        if row["model"] != "C1_linear":
            more += f"flange_stiffness = 20e6\nflange_clearance = {0.006 * scale}\nflange_rounding = {1e-7 * scale}\n"
        if row["model"].startswith("C3"):
            more += f"saturation = true\nfriction = {0.3 * scale}\n"
        more += (f'[track]\n[[track.horizontal]]\ntype = "circular-arc"\nturn = "left"\nlength = 200\n'
                 f'radius = {float(row["R"]) / scale}\ncant = {float(row["H"]) * scale}\n')
        self.write_vehicle("fouraxle", more, float(row["V"]))
        return self.call("equilibrium", "v.toml", "--set", "speed.start=100")["channels"]

    def check_curving(self, row, scale, tolerance):
        channels = self.curve(row, scale)
        names = [(f"wheelset_{i}", f"y{i}_mm", f"psi{i}_mrad") for i in (1, 2, 3, 4)]
        names += [("bogie_1", "yb1_mm_or_mrad", "psib1_mm_or_mrad"), ("car", "yc_mm_or_mrad", "psic_mm_or_mrad")]
        size_y = max(abs(float(row[y])) for _, y, _ in names)
        size_psi = max(abs(float(row[psi])) for _, _, psi in names)
        for body, y, psi in names:
            self.assertAlmostEqual(channels[body + "/y"] * 1e3 / scale, float(row[y]), delta=tolerance * size_y, msg=body)
            self.assertAlmostEqual(channels[body + "/psi"] * 1e3 / scale, float(row[psi]), delta=tolerance * size_psi)

    def test_steady_curving(self):
        with open(DATA / "stability" / "curving_fouraxle.csv") as file:
            rows = list(csv.DictReader(file))
        for row in rows:
            # The reference is for small angles (gamma and 1 for sin and cos of the cant's angle of 0.067: 2e-3 of the acceleration).
            # Its equations are homogeneous: curvature, cant, clearance and friction times c give displacements and forces times c.
            # With c = 1e-3 the curve is so wide that they are exact.
            self.check_curving(row, 1e-3, 2e-5)
            # In the curve itself the difference is that of the small angles.
            if row["model"] != "C1_linear":
                self.check_curving(row, 1.0, 5e-3)

    # --- Cooperrider's bogie ---

    def test_hopf_point_by_eigenvalues(self):
        found = self.call("eigen", COOPERRIDER, "--speed", "60:5:80")
        self.assertAlmostEqual(found["critical_speed"], HOPF, delta=0.001)
        self.assertAlmostEqual(found["crossings"][0]["frequency"], 3.998, delta=0.001)

    def test_hopf_point_by_simulation(self):
        arguments = ("critical-speed", COOPERRIDER, "--from", "66", "--to", "71", "--method", "small-disturbance", "-q")
        found = self.call(*arguments)
        self.assertAlmostEqual(found["critical_speed"], HOPF, delta=0.05)
        self.assertIsNone(found["frequency"])  # growth was measured, no lasting motion
        told = self.run_program(*map(str, arguments)).out
        self.assertIn("(no motion was followed)", told)
        self.assertNotIn("0 Hz", told)

    def test_fold_by_falling_speed(self):
        found = self.call("critical-speed", COOPERRIDER, "--from", 60, "--to", 70, "-q", "--resolution", 0.02, "--method", "falling")
        self.assertTrue(FOLD[0] <= found["critical_speed"] <= FOLD[1], found)

    def test_critical_speed_without_being_told_where_to_look(self):
        """One command, one number with its bracket; the same by any number of threads."""
        found = self.call("critical-speed", COOPERRIDER, "-q")
        self.assertEqual(found["method"], "auto")
        self.assertTrue(found["low"] < FOLD[1] and found["high"] > FOLD[0], found)
        self.assertLessEqual(found["high"] - found["low"], 0.1)
        self.assertAlmostEqual(found["linear"], HOPF, delta=0.01)
        self.assertEqual((found["mode"], found["wheelset"]), ("bogie hunting", "front"))
        self.assertIn("frame yawed 5 mm", found["reason"])
        self.assertEqual(found["origin"]["scenario"], str(COOPERRIDER))
        self.assertEqual(found["origin"]["title"], "Hunting of Cooperrider's bogie")
        self.assertEqual(self.call("critical-speed", COOPERRIDER, "-q", "--threads", 1), found)

    def test_methods_side_by_side(self):
        """Of the wheelset, whose limit cycles begin at 66.918 m/s and whose steady running is unstable from 67.121 m/s on."""
        found = self.call("critical-speed", WHEELSET, "-q", "--method", "all", "--from", 60, "--to", 75, "--resolution", 0.2)
        methods = {m["method"]: m for m in found["methods"]}
        self.assertEqual(list(methods), ["auto", "falling", "disturbance", "small-disturbance", "axle-force", "continuation"])
        self.assertIsNone(methods["axle-force"]["critical_speed"])
        for name in ("falling", "disturbance"):  # what was tried is told, and agrees with the bracket
            tried = methods[name]["tried"]
            self.assertEqual(len(tried), methods[name]["trials"], name)
            steady = [t["value"] for t in tried if t["outcome"].startswith(("stationary", "fading"))]
            lasting = [t["value"] for t in tried if t["value"] not in steady]
            self.assertEqual((max(v for v in steady if v < min(lasting)), min(lasting)), (methods[name]["low"], methods[name]["high"]), name)
        self.assertIn("not known with this contact model", methods["axle-force"]["reason"])
        for name in ("auto", "falling", "continuation"):
            self.assertAlmostEqual(methods[name]["critical_speed"], 66.918, delta=0.2, msg=name)
        self.assertAlmostEqual(methods["small-disturbance"]["critical_speed"], 67.121, delta=0.2)
        outcome = self.run_program("critical-speed", str(WHEELSET), "-q", "--from", "75", "--to", "80")
        self.assertEqual((outcome.code, outcome.out), (3, ""))
        self.assertIn("steady running is unstable already at 75", outcome.err)

    def test_speed_at_which_a_disturbance_lasts(self):
        """The scenario's 5 mm on the front wheelset: lasts from a speed between the fold and the Hopf point."""
        found = self.call("critical-speed", COOPERRIDER, "--from", 66, "--to", 69, "-q", "--method", "disturbance", "--resolution", 0.1)
        self.assertEqual(found["method"], "disturbance")
        self.assertTrue(FOLD[1] < found["low"] < found["high"] < HOPF, found)
        self.assertLessEqual(found["high"] - found["low"], 0.1)
        self.assertEqual(found["reason"], "resolution reached")
        for speed, motion in ((found["low"], "stationary"), (found["high"], "periodic")):
            points = self.call("bifurcation", COOPERRIDER, "--speed", f"{speed}:1:{speed}", "--method", "simulation", "--direction", "up", "--starts", 1)["points"]
            self.assertEqual([p["motion"] for p in points if p["sweep"] == "start 1"], [motion])

    def test_falling_with_a_coarse_integrator(self):
        """With tolerance 1e-3 hunting lasts to 66.58 m/s, below the fold: the bracket is found again by a more exact integrator.
        The motion may also die out at the lowest speed itself."""
        for low, high, tolerance in ((66, 68.5, 1e-3), (66.5, 67.2, 1e-6)):
            found = self.call("critical-speed", COOPERRIDER, "--from", low, "--to", high, "-q", "--method", "falling", "--resolution", 0.05,
                              "--set", f"integrator.rtol={tolerance}", "--set", f"integrator.atol={tolerance}")
            self.assertLessEqual(found["high"] - found["low"], 0.05 + 1e-9)
            self.assertTrue(found["low"] < 66.657 < found["high"], found)  # the fold by continuation
            self.assertEqual("found again with a tolerance of 1e-06" in found["reason"], tolerance > 1e-5, found["reason"])

    def test_branch_by_continuation(self):
        found = self.call("bifurcation", COOPERRIDER, "--speed", "65:1:72.5", "--method", "continuation", "--check-orbits")
        self.assertEqual(found["observed"], "y of the first wheelset")
        branch = found["branches"][0]
        self.assertAlmostEqual(branch["hopf"], HOPF, delta=0.001)
        for orbit in branch["orbits"]:  # closes when run again with a tight tolerance; the wheelset that moves most is named
            self.assertLess(orbit["closing_checked"], 1e-6)
            self.assertRegex(orbit["wheelset"], "^(front|rear)/y$")
            self.assertGreater(orbit["wheelset_peak_to_peak"], 0.999 * orbit["peak_to_peak"])
        for orbit in branch["orbits"]:  # one period of it, for pictures: it closes, and reaches the amplitude
            samples = orbit["samples"]
            self.assertEqual(len(samples), 96)
            self.assertAlmostEqual(max(map(abs, samples)), orbit["max_abs"], delta=3e-3 * orbit["max_abs"])
            steps = [abs(b - a) for a, b in zip(samples, samples[1:])]
            self.assertLess(abs(samples[0] - samples[-1]), 1.05 * max(steps))
        lowest = min(branch["folds"], key=lambda f: f["value"])
        self.assertTrue(FOLD[0] <= lowest["value"] <= FOLD[1], branch["folds"])
        for speed, amplitude in AMPLITUDES.items():
            self.assertAlmostEqual(interpolate(branch["orbits"], speed) / amplitude, 1.0, delta=0.01, msg=speed)
        self.assertTrue(any(not o["stable"] for o in branch["orbits"]))

    def test_diagram_by_simulation(self):
        points = self.call("bifurcation", COOPERRIDER, "--speed", "66:1:70", "--method", "simulation")["points"]
        up = {p["value"]: p for p in points if p["sweep"] == "up"}
        down = {p["value"]: p for p in points if p["sweep"] == "down"}
        self.assertEqual([up[v]["motion"] for v in (66, 67, 68)], ["stationary"] * 3)
        self.assertEqual([up[v]["motion"] for v in (69, 70)], ["periodic"] * 2)
        self.assertEqual(down[66]["motion"], "stationary")
        for speed in (67, 68, 70):
            self.assertEqual(down[speed]["motion"], "periodic")
            self.assertAlmostEqual(down[speed]["max_abs"] / AMPLITUDES[speed], 1.0, delta=0.01)

    def test_a_branch_says_why_it_ends(self):
        """Without a Hopf point in range there is nothing to follow; hunting that goes on below the range has no critical speed in it."""
        outcome = self.run_program("bifurcation", COOPERRIDER, "--speed", "40:5:50", "--method", "continuation")
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn("no Hopf point between 40 and 50", outcome.out)
        outcome = self.run_program("critical-speed", COOPERRIDER, "--from", "68", "--to", "70", "--method", "continuation")
        self.assertEqual(outcome.code, 3, outcome.out)
        self.assertIn("goes on below 68", outcome.err)
        outcome = self.run_program("critical-speed", str(COOPERRIDER), "--from", "68", "--to", "70", "--method", "falling", "-q")
        self.assertEqual((outcome.code, outcome.out), (3, ""))
        self.assertIn("it still hunts at 68, the lowest value: begin lower", outcome.err)

    def test_a_branch_does_not_turn_back_on_itself(self):
        """One fold, whatever the range it is asked for and so its steps; multipliers say which side attracts."""
        for low, high in ((64, 70), (60, 80), (66, 71)):
            branch = self.call("bifurcation", COOPERRIDER, "--speed", f"{low}:{(high - low) / 4}:{high}", "--method", "continuation")["branches"][0]
            self.assertEqual(len(branch["folds"]), 1, (low, high))
            fold = branch["folds"][0]
            self.assertTrue(FOLD[0] <= fold["value"] <= FOLD[1], fold)
            amplitudes = [o["max_abs"] for o in branch["orbits"]]
            self.assertEqual(amplitudes, sorted(amplitudes), (low, high))
            for orbit in branch["orbits"]:
                self.assertLess(orbit["closing"], 1e-6)
                if abs(orbit["max_abs"] - fold["max_abs"]) > 1e-5:
                    self.assertEqual(orbit["stable"], orbit["max_abs"] > fold["max_abs"], orbit)

    def test_a_branch_that_leaves_another_one_is_followed(self):
        """Cooperrider's symmetric branch loses its symmetry: a second program (tests/reference/independent/symmetry_loss.py) has the point at 98.532, AUTO-07p at
        98.509 and the fold of the asymmetric branch at 98.404 m/s."""
        found = self.call("bifurcation", COOPERRIDER, "--speed", "64:8:112", "--method", "continuation", "--switch", 1)["branches"]
        self.assertEqual([(b["start"], b["parent"]) for b in found], [("hopf", None), ("branch point", 0)])
        point = next(p for p in found[0]["special_points"] if p["kind"] == "branch point")
        self.assertTrue(point["located"], point["reason"])
        self.assertLess(point["within"], 1e-3)
        self.assertAlmostEqual(point["value"], 98.532, delta=0.005)
        self.assertAlmostEqual(point["multiplier"][0], 1.0, delta=0.01)
        self.assertEqual(found[1]["start_value"], point["value"])
        self.assertAlmostEqual(found[1]["folds"][0]["value"], 98.404, delta=0.01)
        grazing = [p for p in found[0]["special_points"] if p["kind"] == "grazing"]
        self.assertEqual(len(grazing), 4)
        for p in grazing[:2]:  # the first wheelset, whose clearance is 9.1 mm
            self.assertTrue(p["located"])
            self.assertAlmostEqual(p["max_abs"], 9.1e-3, delta=1e-6)
        outcome = self.run_program("bifurcation", str(COOPERRIDER), "--speed", "64:8:112", "--method", "continuation", "--switch", "1", "-p", "b.svg")
        self.assertIn("(branch point of branch 1, ", outcome.out)
        self.assertRegex(outcome.out, r"branch point at 98\.5\d+ \(located within ")
        self.assertIn("branch point", (self.folder / "b.svg").read_text())

    # --- a wheelset's limit cycles ---

    def test_limit_cycles_of_a_wheelset(self):
        """The branch of AUTO-07p: Hopf 67.1212, fold 66.918 m/s, unstable and stable amplitudes."""
        with open(DATA / "hunting" / "hunting_limit_cycles_wheelset.csv") as file:
            rows = list(csv.DictReader(file))
        example = support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml"
        branch = self.call("bifurcation", example, "--speed", "66:1:80", "--method", "continuation")["branches"][0]
        self.assertAlmostEqual(branch["hopf"], 67.1212, delta=0.001)
        self.assertAlmostEqual(branch["folds"][0]["value"], 66.918, delta=0.01)
        checked = {True: 0, False: 0}
        for row in rows:
            speed, amplitude, period = float(row["V"]), float(row["max_y1_mm"]) * 1e-3, float(row["period_s"])
            stable = row["stability"] == "stable"
            if amplitude < 1e-3 or not 66.93 < speed < 79 or (not stable and speed > 67.1):
                continue
            # The unstable part falls by 0.025 m/s per millimetre: there speeds of equal amplitude are compared. The tail of
            # AUTO's rounded flange is a spring at rest already: its Hopf point is 2.4e-4 m/s higher than the closed form.
            if stable:
                ours = interpolate(branch["orbits"], speed, stable)
                good = ours is not None and abs(ours / amplitude - 1.0) < 1e-3
            else:
                ours = interpolate(branch["orbits"], amplitude, stable, "max_abs", "value")
                good = ours is not None and abs(ours / speed - 1.0) < 2e-5
            if ours is not None:
                self.assertTrue(good, f"{speed} {amplitude} {stable}: {ours}")
                other = interpolate(branch["orbits"], speed, stable, "value", "period")
                self.assertAlmostEqual(other / period, 1.0, delta=1e-3)
                checked[stable] += 1
        self.assertGreater(checked[True], 8)
        self.assertGreater(checked[False], 5)

    def test_limits_over_a_second_parameter(self):
        """Hopf point and fold followed over the conicity; the fold is where hunting dies out by falling speed."""
        example = support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml"
        found = self.call("bifurcation", example, "--speed", "40:5:90", "--over", "contact.conicity", "--over-values", "0.05:0.025:0.1")
        self.assertEqual(found["observed"], "y of the first wheelset")
        self.assertEqual((found["parameter"], found["second_parameter"]), ("speed.v", "contact.conicity"))
        self.assertEqual(found["origin"]["scenario"], str(example))
        self.assertEqual([round(p["second"], 9) for p in found["limits"]], [0.05, 0.075, 0.1])
        for point in found["limits"]:
            self.assertEqual(point["note"], "")
            conicity = f"contact.conicity={point['second']}"
            linear = self.call("eigen", example, "--set", conicity, "--speed", f"{point['hopf'] - 1.7}:1:{point['hopf'] + 2.3}")["critical_speed"]
            self.assertAlmostEqual(point["hopf"], linear, delta=1e-3)
            falling = self.call("critical-speed", example, "--set", conicity, "--from", point["hopf"] - 2, "--to", point["hopf"] + 1, "-q",
                                "--method", "falling", "--resolution", 0.05)["critical_speed"]
            self.assertAlmostEqual(point["fold"], falling, delta=0.2)

    def test_limits_are_given_where_they_exist(self):
        """Conicity 0.02 has no Hopf point up to 90 m/s: v_c ~ 1/sqrt(conicity), 67.121 m/s at 0.05."""
        example = support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml"
        first, second = self.call("bifurcation", example, "--speed", "40:5:90", "--over", "contact.conicity", "--over-values", "0.02:0.03:0.05")["limits"]
        self.assertIsNone(first["hopf"])
        self.assertIn("no Hopf point between 40 and 90", first["note"])
        self.assertAlmostEqual(second["hopf"], 67.121, delta=0.001)
        self.assertAlmostEqual(second["fold"], 66.914, delta=0.002)

    def test_hopf_points_on_profiles_are_the_lowest(self):
        """HSFV1: two modes lose their stability within a m/s; v_c is the lower one at each value. A fold that is not found has its reason."""
        scenario = EXAMPLES / "21-freight-map" / "scenario.toml"
        table = ("--set", "contact.geometry=table")
        found = self.call("bifurcation", scenario, *table, "--speed", "45:5:70", "--over", "contact.friction", "--over-values", "0.3:0.1:0.4")["limits"]
        for point in found:
            linear = self.call("eigen", scenario, *table, "--set", f"contact.friction={point['second']}", "--speed", "60:1:70")["critical_speed"]
            self.assertAlmostEqual(point["hopf"], linear, delta=1e-3)
            self.assertTrue(point["fold"] is not None or "simulated motions last down to" in point["note"], point)

    def test_modes_beyond_the_end_of_a_steady_running(self):
        """HSFV1 in R = 600 m: the state followed from below ends at 43.4 m/s; the one that is found from 44 to 50 m/s is another."""
        found = self.call("eigen", EXAMPLES / "21-freight-map" / "scenario.toml", "--set", "contact.geometry=table", "--radius", "600/150mm", "--speed", "42:1:47")
        self.assertEqual([point["value"] for point in found["points"]], [42, 43, 44, 45, 46, 47])
        self.assertEqual(found["lost"], [])
        self.assertEqual(len(found["jumps"]), 1)
        self.assertGreater(found["jumps"][0]["from"], 43.3)
        self.assertEqual(found["jumps"][0]["to"], 44)

    def test_a_branch_names_its_origin(self):
        found = self.call("bifurcation", COOPERRIDER, "--speed", "40:5:50", "--method", "continuation")
        self.assertEqual(found["origin"]["scenario"], str(COOPERRIDER))
        self.assertEqual(found["origin"]["title"], "Hunting of Cooperrider's bogie")
        changed = self.call("eigen", COOPERRIDER, "--set", 'title="another"')
        self.assertEqual(changed["origin"]["title"], "another")

    # --- vehicles on real profiles ---

    def test_coach_wheels_roll(self):
        """The Mk3's wheels turn in steady running: no creepage to speak of."""
        channels = self.call("equilibrium", EXAMPLES / "22-coach-map" / "scenario.toml")["channels"]
        for i in (1, 2, 3, 4):
            self.assertLess(abs(channels[f"wheelset_{i}/left/patch_1/nu_x"]), 1e-4)

    def test_branches_by_other_creep_laws(self):
        """HSFV1 by Polach's law and that of Shen, Hedrick and Elkins: through the first fold and beyond the 0.3 mm at which branches once stalled."""
        for law in ("polach", "shen-hedrick-elkins"):
            branch = self.call("bifurcation", EXAMPLES / "21-freight-map" / "scenario.toml", "--set", "contact.geometry=table", "--set", f"contact.tangential.law={law}",
                               "--speed", "50:8:74", "--method", "continuation", "--branches", 1, "--orbits", 16, "--no-simulation", "--check-orbits")["branches"][0]
            self.assertEqual(branch["end"], "the number of orbits reached its limit", law)
            self.assertGreater(len(branch["folds"]), 0, law)
            self.assertGreater(max(orbit["wheelset_peak_to_peak"] for orbit in branch["orbits"]), 7e-4, law)
            for orbit in branch["orbits"]:
                self.assertLess(orbit["closing_checked"], 1e-6, law)

    def test_a_range_without_a_hopf_point_says_what_the_eigenvalues_are(self):
        """HSFV1: v_c = 64.28 m/s lies above one range and below the other."""
        for speeds, words in (("40:5:55", r"; the least damped mode is [^;]+, growth -[0-9.e-]+ 1/s at [0-9]+$"),
                              ("66:2:72", r"; it is unstable already at 66 \([^;]*hunting[^;]*, growth [0-9.]+ 1/s\)$")):
            outcome = self.run_program("bifurcation", str(EXAMPLES / "21-freight-map" / "scenario.toml"), "--set", "contact.geometry=table", "--speed", speeds,
                                       "--method", "continuation")
            self.assertEqual((outcome.code, outcome.err), (0, ""))
            self.assertRegex(outcome.out.strip(), "^no Hopf point between .*" + words)

    def test_growth_by_eigenvalues_and_by_simulation(self):
        """On real profiles FASTSIM's forces have kinks: small enough a disturbance grows as the eigenvalues say."""
        scenario = EXAMPLES / "21-freight-map" / "scenario.toml"
        linear = self.call("eigen", scenario, "--speed", "62:2:66")["critical_speed"]
        found = self.call("critical-speed", scenario, "--from", linear - 1, "--to", linear + 1, "-q", "--method", "small-disturbance", "--resolution", 0.02)
        self.assertAlmostEqual(found["critical_speed"], linear, delta=0.05)

    def test_critical_speed_by_axle_forces(self):
        scenario = EXAMPLES / "21-freight-map" / "scenario.toml"
        found = self.call("critical-speed", scenario, "--from", 40, "--to", 72, "-q", "--method", "axle-force", "--alpha", 0.3,
                          "--resolution", 4, "--set", "run.duration=3")
        self.assertEqual(found["method"], "axle-force")
        self.assertLessEqual(found["high"] - found["low"], 4.0)
        self.assertIn("limit", found["reason"])

    def test_plots_are_drawn(self):
        self.call("eigen", COOPERRIDER, "--speed", "60:2:80", "--plot", "locus.svg")
        self.assertIn("<svg", (self.folder / "locus.svg").read_text())

    # --- what a map must not miss ---

    def read_map(self):
        lines = [line for line in (self.folder / "map.csv").read_text().splitlines() if not line.startswith("#")]
        return list(csv.DictReader(lines))

    def test_hunting_though_a_car_body_is_least_damped(self):
        """A disturbance along the least damped mode, the car body's sway, hardly moves the wheelsets."""
        text = (EXAMPLES / "22-coach-map" / "scenario.toml").read_text(encoding="utf-8")
        self.write("mb.toml", text.replace("mk3", "manchester-1").replace("../..", str(support.SOURCE)))
        found = self.call("stability-map", "mb.toml", "--set", "contact.friction=0.1", "--set", "contact.geometry=table",
                          "--speed", "80:5:80", "--direction", "down", "-q", "-o", "map.csv")
        line = found["lines"][0]
        self.assertEqual(line["hunts_from"], 80.0)
        self.assertIn(line["most"]["motion"], ("periodic", "quasi-periodic"))  # rounding decides: the bogies' phase settles slowly
        self.assertGreater(line["most"]["wheelset_peak_to_peak"], 0.009)
        self.assertEqual((found["origin"]["scenario"], found["origin"]["set"][0]), ("mb.toml", "contact.friction=0.1"))
        row = self.read_map()[0]
        self.assertLess(float(row["growth"]), 0.0)
        self.assertRegex(row["disturbance"], "bogie hunting.* 10 mm")
        self.assertIn("# scenario: mb.toml", (self.folder / "map.csv").read_text())

    def test_the_rear_bogie_hunts_while_the_first_wheelset_rests(self):
        """In R = 2000 m with 69 mm cant, on a track that gives way: y of the first wheelset, which is observed, moves by 0.04 mm."""
        text = (EXAMPLES / "22-coach-map" / "scenario.toml").read_text(encoding="utf-8")
        self.write("mb.toml", text.replace("mk3", "manchester-1").replace("../..", str(support.SOURCE)).replace('support = "rigid"\n', ""))
        line = self.call("stability-map", "mb.toml", "--set", "contact.geometry=table", "--radius", "2000/69mm", "--speed", "70:5:70",
                         "--direction", "down", "-q", "-o", "map.csv")["lines"][0]
        row = self.read_map()[0]
        self.assertNotEqual(row["motion"], "stationary")
        self.assertEqual(row["wheelset"], "wheelset_3")
        self.assertGreater(float(row["wheelset_peak_to_peak"]), 1e-3)
        self.assertLess(float(row["peak_to_peak"]), 2e-4)
        self.assertEqual(line["hunts_from"], 70.0)

    def test_overturning_is_told_as_such(self):
        """In R = 600 m with 100 mm cant the freight car overturns at 50 m/s; other speeds are still answered."""
        scenario = EXAMPLES / "21-freight-map" / "scenario.toml"
        options = ("--set", "contact.geometry=table", "--speed", "40:40:80")
        found = self.call("eigen", scenario, "--radius", "600/100mm", *options)
        self.assertEqual([p["value"] for p in found["points"]], [40.0])
        self.assertEqual([lost["value"] for lost in found["lost"]], [80.0])
        self.assertRegex(found["lost"][0]["reason"], "^overturns: steady running ends at 49[0-9.]+, where the unloaded side carries")
        line = self.call("stability-map", scenario, "--radius", "600/100mm", *options, "--direction", "up", "-q", "-o", "map.csv")["lines"][0]
        self.assertTrue(49.0 < line["overturns_from"] < 51.0, line)
        self.assertEqual([row["motion"] for row in self.read_map()], ["stationary", "overturned"])
        self.assertIn("nothing is said about hunting above", line["note"])


def interpolate(orbits, at, stable=True, over="value", what="max_abs"):
    """max |y| at a speed on the stable (or unstable) part of a branch."""
    for a, b in zip(orbits, orbits[1:]):
        low, high = sorted((a[over], b[over]))
        if low <= at <= high and a["stable"] == stable and b["stable"] == stable and high > low:
            part = (at - a[over]) / (b[over] - a[over])
            return a[what] + part * (b[what] - a[what])
    return None


if __name__ == "__main__":
    unittest.main()
