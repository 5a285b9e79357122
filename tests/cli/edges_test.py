"""What lies at the edges: warnings, names and signs, channels of elements, units without a space, cases with ids."""
import csv
import io
import json
import subprocess

import h5py
import numpy

import support

EXAMPLES = support.SOURCE / "examples"
MODELS = support.SOURCE / "models"
WHEELSET = EXAMPLES / "01-hunting-wheelset" / "scenario.toml"
COACH = EXAMPLES / "10-coach-curve" / "scenario.toml"
CREEP = "a,b,normal,friction,nu_x,nu_y,spin,shear_modulus,poisson"
FAR = '[track]\nhorizontal = [{ type = "line", length = 600 }]\n[[track.irregularity]]\ntype = "data"\ns = [12500, 12501, 12502]\n' + \
    "vertical = [0, 0.001, 0]\n[speed]"

# A bar and one element of each kind between a body and the track, in motion.
ELEMENTS = """\
[elements.bar]
type = "torsion"
axis = "z"
between = ["track", "wheelset"]
at = [0, 0, 0.46]
stiffness = 2e5
damping = 1e3
[elements.strut]
type = "rod"
between = ["track", "wheelset"]
at_first = [0, 2, 0.46]
at_second = [0, 1, 0.46]
stiffness = 3e5
damping = 2e3
[elements.bush]
type = "bushing"
between = ["track", "wheelset"]
at = [0, 0, 0.46]
stiffness = [0, 1e5, 0, 0, 0, 4e5]
"""


class WarningsTest(support.ProgramTest):
    def assert_warns(self, warning, *arguments):
        outcome = self.run_program(*arguments)
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn(warning, outcome.err)

    def test_irregularity_that_the_run_never_meets(self):
        self.spoil("scenario.toml", "[speed]", FAR)
        for verb in (["check"], ["info"], ["run", "-q", "-o", "r.h5"]):
            self.assert_warns("warning[irregularity-elsewhere]: the irregularity lies from s = 12500 to 12502 m, the vehicle runs from 0 "
                              "to 20 m: nothing of it is felt\n", verb[0], "scenario.toml", *verb[1:])
            self.assert_warns("adding -12500 to the data's offset puts them where the run begins", verb[0], "scenario.toml", *verb[1:])

    def test_irregularity_behind_the_end_of_the_run(self):
        self.spoil("scenario.toml", "[speed]", '[track]\nhorizontal = [{ type = "line", length = 600 }]\n[[track.irregularity]]\ntype = "spectrum"\nspectrum = "erri-b176-low"\nseed = 1\n'
                   'from = 50\nfade = 5\n[speed]')
        self.assert_warns("the irregularity lies behind s = 50 m, the vehicle runs from 0 to 20 m: nothing of it is felt\n", "check", "scenario.toml")
        self.assert_warns("a longer run.duration or a later speed.start reaches it", "check", "scenario.toml")

    def test_irregularity_under_the_run_is_no_matter(self):
        self.spoil("scenario.toml", "[speed]", FAR.replace("vertical =", "offset = -12490\nvertical ="))
        self.spoil("vehicle.toml", 'between = ["track", "wheelset"]', 'between = ["track", "wheelset"]  # held')
        self.assertNotIn("irregularity-elsewhere", self.run_program("check", "scenario.toml").err)
        self.assert_warns('warning[element-track]: "spring" goes to the track as it is designed', "check", "scenario.toml")

    def test_run_beyond_the_track(self):
        self.spoil("scenario.toml", "[speed]", '[track]\nhorizontal = [{ type = "line", length = 50 }, { type = "clothoid", length = 50 }, '
                   '{ type = "circular-arc", length = 500, radius = 600, turn = "left" }]\n[speed]\nstart = 5000')
        self.assert_warns("warning[start-elsewhere]: the vehicle runs from s = 5000 to 5020 m, the track goes from 0 to 600 m", "check",
                          "scenario.toml")

    def test_body_that_nothing_carries(self):
        self.spoil("vehicle.toml", "[elements.spring]", '[bodies.car]\nmass = "20 t"\ninertia = [1e5, 1e6, 1e6]\nposition = [0, 0, 1.5]\n'
                   '[elements.link]\ntype = "spring-damper"\nbetween = ["wheelset", "car"]\nat = [0, 1, 0.46]\nboth_sides = true\n'
                   "stiffness = [1e6, 1e6, 0]\n[elements.spring]")
        self.assert_warns('warning[not-carried]: nothing carries "car": it would fall', "check", "vehicle.toml")

    def test_shipped_files_give_no_warning(self):
        for path in sorted(EXAMPLES.glob("*/scenario.toml")) + sorted((MODELS / "tracks").glob("*.toml")):
            outcome = self.run_program("check", str(path))
            self.assertEqual((outcome.code, outcome.err), (0, ""), path)


class CausesTest(support.ProgramTest):
    """A run that cannot begin names what is missing."""
    def assert_cause(self, cause, *settings, verb="equilibrium", example="10-coach-curve"):
        outcome = self.run_program(verb, str(EXAMPLES / example / "scenario.toml"), *[word for s in settings for word in ("--set", s)])
        self.assertEqual(outcome.code, 3)
        self.assertIn(cause, outcome.err)

    def test_gravity(self):
        self.assert_cause("without gravity nothing presses the wheels on the rails", "environment.gravity=0", example="11-freight-route-2")

    def test_friction(self):
        self.assert_cause("without friction nothing guides or drives the wheels", "contact.friction=0", example="15-two-cars")

    def test_misspelt_channels_are_told_before_steady_running_is_looked_for(self):
        """This scenario has no steady running, which the program would say if it had looked."""
        scenario = str(EXAMPLES / "11-freight-route-2" / "scenario.toml")
        for option in ("--channels", "--watch"):
            outcome = self.run_program("run", scenario, "--set", "environment.gravity=0", option, "wheelset_1/left/q")
            self.assertEqual(outcome.code, 2, outcome.err)
            self.assertIn("error[unknown-channel]", outcome.err)
            self.assertNotIn("gravity", outcome.err.replace("environment.gravity=0", ""))

    def test_drive(self):
        self.assert_cause('nothing keeps the speed, so there is no steady running: drive.mode = "pulled"', 'drive.mode="coasting"', verb="eigen")


class NamesTest(support.ProgramTest):
    def test_track_frame_rolls_as_bodies_do_and_gradients_are_slopes(self):
        self.spoil("scenario.toml", "[speed]", '[track]\nhorizontal = [{ type = "circular-arc", length = 500, radius = 600, turn = "left", cant = 0.1 }]\n'
                   'vertical = [{ type = "constant-gradient", length = 500, gradient = 0.3 }]\n[speed]')
        rows = list(csv.DictReader(io.StringIO(self.run_program("track", "scenario.toml", "--format", "csv", "--from", "100", "--to", "100").out)))
        self.assertNotIn("roll", rows[0])
        # A left curve raises the right rail: about x forward that is a negative turn.
        self.assertAlmostEqual(float(rows[0]["phi"]), -0.1 / 1.5, delta=1e-12)
        self.assertAlmostEqual(float(rows[0]["gradient"]), 0.3, delta=1e-12)

    def test_what_is_not_known_has_no_sign(self):
        """A braked vehicle never reaches these chainages."""
        out = self.run_program("track", "scenario.toml", "--set", "speed.a=-1", "--from", "300", "--to", "310", "--format", "csv").out
        self.assertIn(",nan,", out)
        self.assertNotIn("-nan", out)

    def test_one_speed_has_no_critical_speed(self):
        for speed in ("80", "80:1:80"):
            out = json.loads(self.run_program("eigen", str(WHEELSET), "--speed", speed, "--format", "json").out)
            self.assertIsNone(out["critical_speed"])
            self.assertIsNone(out["critical_value"])
        self.assertIn("unstable: a mode grows", self.run_program("eigen", str(WHEELSET), "--speed", "80").out)

    def test_equilibrium_sweep_gives_the_figure_asked_for(self):
        self.write("study.toml", f'scenario = "{COACH}"\nanalysis = "equilibrium"\n[[parameters]]\nkey = "speed.v"\nvalues = [15]\n'
                   '[[measures]]\nchannel = "wheelset_1/right/Y"\nname = "largest"\n'
                   '[[measures]]\nchannel = "wheelset_1/right/Y"\nwhat = "mean"\nname = "signed"\n')
        outcome = self.run_program("sweep", "study.toml", "-q", "-o", "out.csv", "--set", "track=../x", "--set", 'track={ horizontal = '
                                   '[{ type = "circular-arc", length = 9, radius = 600, turn = "left" }] }')
        self.assertEqual(outcome.code, 0, outcome.err)
        lines = [line for line in (self.folder / "out.csv").read_text().splitlines() if not line.startswith("#")]
        row = next(csv.DictReader(lines))
        self.assertLess(float(row["signed [N]"]), 0.0)
        self.assertEqual(float(row["largest [N]"]), -float(row["signed [N]"]))

    def test_close_names(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-q", "-o", "r.h5").code, 0)
        self.assertIn('did you mean "wheelset/v_y"?', self.run_program("export", "r.h5", "-c", "wheelset/vy").err)
        self.assertIn('did you mean "wheelset/left/nu_x"?', self.run_program("export", "r.h5", "-c", "wheelset/nu_x").err)
        self.spoil("scenario.toml", 'y = "1 mm"', "vy = 0.1")
        self.assertIn('did you mean "v_y"?', self.run_program("check", "scenario.toml").err)


class ElementsTest(support.ProgramTest):
    def test_elements_record_motion_and_effort(self):
        self.write("vehicle.toml", support.VEHICLE + ELEMENTS)
        self.assertEqual(self.run_program("run", "scenario.toml", "-q", "-o", "r.h5", "--channels", "all").code, 0)
        with h5py.File(self.folder / "r.h5") as file:
            get = lambda name: file["channels/" + name][:]
            self.assertNotIn("bar/force_x", file["channels"])
            angle, rate = get("bar/angle"), get("bar/angular_velocity")
            numpy.testing.assert_allclose(angle, get("wheelset/psi"), atol=1e-9)
            numpy.testing.assert_allclose(get("bar/torque"), -(2e5 * angle + 1e3 * rate), rtol=1e-9, atol=1e-9)
            # The rod lies along -y from the track's point to the body's: longer where the wheelset moves right.
            stroke = get("strut/stroke")
            self.assertLess(numpy.corrcoef(stroke, get("wheelset/y"))[0, 1], -0.99)
            numpy.testing.assert_allclose(get("strut/force"), 3e5 * stroke + 2e3 * get("strut/stroke_velocity"), rtol=1e-9, atol=1e-6)
            force = numpy.sqrt(sum(get(f"strut/force_{c}") ** 2 for c in "xyz"))
            numpy.testing.assert_allclose(force, abs(get("strut/force")), rtol=1e-9, atol=1e-9)
            numpy.testing.assert_allclose(get("bush/torque_z"), -4e5 * get("bush/angle_z"), rtol=1e-9, atol=1e-9)
            numpy.testing.assert_allclose(get("spring/force_y"), -1e5 * get("spring/stroke_y"), rtol=1e-9, atol=1e-9)
            self.assertGreater(abs(get("spring/stroke_velocity_y")).max(), 0.0)
            self.assertEqual(file["channels/wheelset/omega_z"].attrs["frame"], b"body without spin")


class UnitsTest(support.ProgramTest):
    def test_units_without_a_space(self):
        self.spoil("vehicle.toml", "stiffness =", 'damping = ["20 kNs/m", "20 kN s/m", "0.02 MNs/m"]\nstiffness =')
        self.write("vehicle.toml", (self.folder / "vehicle.toml").read_text() +
                   ELEMENTS.replace("2e5", '"0.2 MNm/rad"').replace("1e3", '"1 kNms/rad"'))
        outcome = self.run_program("check", "scenario.toml")
        self.assertEqual((outcome.code, outcome.err), (0, ""))

    def test_one_quantity_instead_of_a_range(self):
        outcome = self.run_program("contact-geometry", str(EXAMPLES / "contact-geometry-s1002" / "geometry.toml"), "--conicity", "--amplitude",
                                   "3 mm", "--format", "csv")
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertEqual(len(outcome.out.splitlines()), 2)

    def test_negative_stiffness_that_is_meant(self):
        self.spoil("vehicle.toml", '"0.1 MN/m"', '"-0.1 MN/m"')
        self.spoil("vehicle.toml", "stiffness =", "allow_negative = true\nstiffness =")
        outcome = self.run_program("check", "scenario.toml")
        self.assertEqual((outcome.code, outcome.err), (0, ""))


class CasesTest(support.ProgramTest):
    ROW = "6 mm,4 mm,80 kN,0.3,0.001,0,0,82 GPa,0.28"

    def test_own_columns_are_put_out_again(self):
        self.write("c.csv", f"id,{CREEP},remark\nfirst,{self.ROW},dry\n2,{self.ROW},wet\n")
        outcome = self.run_program("creep", "--law", "polach", "--cases", "c.csv", "--format", "csv")
        self.assertEqual(outcome.code, 0, outcome.err)
        rows = list(csv.DictReader(io.StringIO(outcome.out)))
        self.assertEqual([(r["id"], r["remark"]) for r in rows], [("first", "dry"), ("2", "wet")])
        rows = json.loads(self.run_program("creep", "--law", "polach", "--cases", "c.csv", "--format", "json").out)
        self.assertEqual(rows[1]["remark"], "wet")

    def test_a_misspelt_column_is_not_a_remark(self):
        self.write("c.csv", f"{CREEP.replace('friction', 'frction')}\n{self.ROW}\n")
        self.assertIn('did you mean "friction"?', self.run_program("creep", "--law", "polach", "--cases", "c.csv").err)

    def test_standard_input(self):
        result = subprocess.run([support.PROGRAM, "creep", "--law", "polach", "--cases", "-", "--format", "csv"], cwd=self.folder, text=True,
                                input=f"{CREEP}\n{self.ROW}\n", capture_output=True, timeout=support.SECONDS)
        self.assertEqual((result.returncode, len(result.stdout.splitlines())), (0, 2), result.stderr)


class FilesTest(support.ProgramTest):
    def test_check_tells_what_a_results_file_is(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-q", "-o", "r.h5").code, 0)
        outcome = self.run_program("check", "r.h5")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertRegex(outcome.out, r"^r.h5: a results file, 101 rows of \d+ channels, status: done\n$")

    def test_geometry_alone_is_a_good_file(self):
        outcome = self.run_program("check", str(EXAMPLES / "contact-geometry-s1002" / "geometry.toml"))
        self.assertEqual((outcome.code, outcome.err), (0, ""))

    def test_a_file_that_only_includes_is_what_it_includes(self):
        self.write("line.toml", 'format = "fourfoot track 1"\nhorizontal = [{ type = "line", length = 100 }]\n')
        self.write("bare.toml", 'horizontal = [{ type = "line", length = 100 }]\n')
        for included, kind in (("line.toml", "track"), ("bare.toml", "track"), ("vehicle.toml", "vehicle"), ("scenario.toml", "scenario")):
            self.write("only.toml", f'include = "{included}"\n')
            outcome = self.run_program("check", "only.toml")
            with self.subTest(included=included):
                self.assertEqual((outcome.code, outcome.out, outcome.err), (0, f"only.toml: a good {kind} file\n", ""))

    def test_tape_circle_of_points_in_a_scenario(self):
        from cases.spoilt import FROM_THE_BACK
        self.write("w.txt", FROM_THE_BACK)
        geometry = f'[rails]\nprofile = "{MODELS}/profiles/rail_60E1.toml"\n[wheels]\nradius = 0.46\n'
        self.write("g.toml", geometry + 'profile = "w.txt"\ntape_circle = "70 mm"\n')
        hint = self.run_program("check", "g.toml").err
        self.assertIn('wheels.profile = { kind = "wheel", points = "FILE", tape_circle_y = "70 mm" }', hint)
        self.write("g.toml", geometry + 'profile = { kind = "wheel", points = "w.txt", tape_circle_y = "70 mm" }\n')
        outcome = self.run_program("check", "g.toml")
        self.assertEqual((outcome.code, outcome.err), (0, ""))

    def test_plot_into_a_folder_that_is_not_there(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-q", "-o", "r.h5").code, 0)
        for ending in ("svg", "png"):
            err = self.run_program("plot", "r.h5", "wheelset/y", "-o", f"no/p.{ending}").err
            self.assertIn("folder", err)
            self.assertNotIn("disk full", err)


if __name__ == "__main__":
    support.unittest.main()
