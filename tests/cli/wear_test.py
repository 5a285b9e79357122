"""fourfoot wear: profiles that wear, runs repeated with them; resumable."""
import csv
import shutil
import tomllib

import support

SCENARIO = """\
format = "fourfoot scenario 1"
vehicle = "{source}/models/vehicles/hsfv1/vehicle.toml"
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
profile = "{source}/models/profiles/wheel_S1002.toml"
[rails]
profile = "{source}/models/profiles/rail_60E1.toml"
[run]
duration = "1 s"
[output]
step = "10 ms"
"""

PLAN = """\
format = "fourfoot wear 1"
scenario = "scenario.toml"
wheel = "{source}/models/profiles/wheel_S1002.toml"
distance = "200 km"
update = "100 km"
[law]
mild = 1e-4
severe = 1e-4
hot = 1e-4
seizure = 1e-4
hardness = "2.9 GPa"
[[cases]]
name = "curve"
share = 1
set = ["track.horizontal.1.radius=400 m"]
[[cases]]
name = "wide curve"
share = 3
set = ["track.horizontal.1.radius=2000 m"]
"""


class WearTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("scenario.toml", SCENARIO.format(source=support.SOURCE))
        self.plan = PLAN.format(source=support.SOURCE)
        self.write("plan.toml", self.plan)

    def wear(self, output, *arguments, plan="plan.toml"):
        outcome = self.run_program("wear", plan, "-o", output, "-q", *arguments)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return outcome.out

    def read(self, folder):
        lines = (self.folder / folder / "wear.csv").read_text().splitlines()
        self.assertRegex(lines[0], "^# fourfoot wear [0-9a-f]{64}$")
        return list(csv.DictReader(lines[1:]))

    def read_depth(self, folder, wheel, update="0002"):
        text = (self.folder / folder / update / f"{wheel}.toml").read_text()
        return tomllib.loads(text)["wear"]["depth"]

    def test_a_mix_of_two_curves(self):
        self.assertIn("200 km in 2 updates", self.wear("out"))
        rows = self.read("out")
        self.assertEqual([(float(r["distance [m]"]), r["wheelset"]) for r in rows],
                         [(d, w) for d in (0.0, 1e5, 2e5) for w in ("wheelset_1", "wheelset_2")])
        first, last = rows[0], rows[4]
        self.assertEqual(float(first["depth_left [m]"]), 0.0)
        self.assertGreater(float(last["depth_left [m]"]), float(rows[2]["depth_left [m]"]))
        self.assertNotEqual(first["conicity"], last["conicity"])
        # One coefficient: what Archard's law takes is k / (mu H) times the energy that the run recorded.
        energy = 1e5 * float(rows[2]["t_gamma_left [N]"])
        self.assertAlmostEqual(float(rows[2]["volume_left [m3]"]) / (1e-4 / (0.3 * 2.9e9) * energy), 1.0, delta=1e-6)
        # The profile is read as any other; what it lost is what was counted, on the tread's radius.
        self.assertEqual(self.run_program("profile", "out/0002/wheelset_1_left.toml").code, 0)
        self.assertEqual(self.read_depth("out", "wheelset_1_left"), self.read_depth("out", "wheelset_1_right"))
        self.assertGreater((self.folder / "out/wear.svg").stat().st_size, 3000)

    def test_resumed_after_a_kill(self):
        self.wear("whole")
        shutil.copytree(self.folder / "whole", self.folder / "cut")
        # A kill after the first update, with the second one's profiles half written.
        table = self.folder / "cut/wear.csv"
        table.write_text("".join(table.read_text().splitlines(keepends=True)[:6]))
        (self.folder / "cut/0002/wheelset_1_left.toml").write_text("include = ")
        self.wear("cut")
        self.assertEqual(table.read_text(), (self.folder / "whole/wear.csv").read_text())
        self.assertEqual(self.read_depth("cut", "wheelset_2_left"), self.read_depth("whole", "wheelset_2_left"))
        self.write("other.toml", self.plan.replace("share = 3", "share = 2"))
        outcome = self.run_program("wear", "other.toml", "-o", "whole", "-q")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[study-changed]", outcome.err)

    def test_a_run_wears_as_steady_running_does(self):
        """In a curve without irregularities a run from the steady state is the steady state, whatever the shares."""
        one = self.plan[:self.plan.index("[[cases]]")].replace("200 km", "100 km") + "[[cases]]\n"
        self.write("steady.toml", one)
        self.write("run.toml", one.replace('distance', 'analysis = "run"\ndistance', 1))
        self.wear("steady", plan="steady.toml")
        self.wear("run", plan="run.toml")
        steady, run = self.read("steady")[-1], self.read("run")[-1]
        for key in ("volume_left [m3]", "t_gamma_left [N]"):
            self.assertAlmostEqual(float(run[key]) / float(steady[key]), 1.0, delta=0.02, msg=key)

    def test_faults(self):
        for old, new, words in (('distance = "200 km"', 'distance = "0 km"', "error[out-of-range]"),
                                ('update = "100 km"', 'update = "1 m"', "error[too-many]"),
                                ('share = 1\n', 'share = -1\n', "error[out-of-range]"),
                                ("models/profiles/wheel_S1002.toml", "models/profiles/none.toml", "none.toml"),
                                ("mild = 1e-4", "mield = 1e-4", 'did you mean "mild"?')):
            self.write("plan.toml", self.plan.replace(old, new, 1))
            outcome = self.run_program("wear", "plan.toml", "-o", "out", "-q")
            self.assertEqual(outcome.code, 2, outcome.err)
            self.assertIn(words, outcome.err)
        self.write("plan.toml", self.plan)
        checked = self.run_program("check", "plan.toml")
        self.assertEqual((checked.code, checked.out), (0, "plan.toml: a good wear file\n"))
        self.write("plan.toml", self.plan.replace("1.radius=2000", "2.radius=2000"))
        self.assertEqual(self.run_program("check", "plan.toml").code, 2)
        self.write("plan.toml", self.plan[:self.plan.index("[law]")] + "cases = []\n")
        self.assertIn("error[no-cases]", self.run_program("wear", "plan.toml", "-o", "out").err)
        self.write("plan.toml", self.plan)
        self.write("scenario.toml", support.SCENARIO)
        self.assertIn("error[", self.run_program("wear", "plan.toml", "-o", "out", "-q").err)


if __name__ == "__main__":
    support.unittest.main()
