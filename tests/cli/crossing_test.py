"""A wheelset over the crossing of examples/26-crossing: what the spacing of the cross sections does, and other formulations."""
import importlib.util
import re
import subprocess
import sys
import unittest

import h5py
import numpy
import support

EXAMPLE = support.SOURCE / "examples/26-crossing"

# A wheelset under its share of a bogie: enough to feel the crossing, quick in every formulation.
VEHICLE = """\
format = "fourfoot vehicle 1"
[bodies.wheelset]
type = "wheelset"
mass = "1800 kg"
inertia = [1120, 112, 1120]
position = [0, 0, 0.46]
radius = "460 mm"
locked = ["x"]
[bodies.frame]
mass = "9000 kg"
inertia = [4000, 4000, 4000]
position = [0, 0, 0.6]
free = ["y", "z", "phi"]
[elements.left]
type = "spring-damper"
between = ["frame", "wheelset"]
at = [0, 1, 0.46]
stiffness = ["10 MN/m", "5 MN/m", "1.2 MN/m"]
damping = ["20 kN s/m", "20 kN s/m", "20 kN s/m"]
[elements.right]
type = "spring-damper"
between = ["frame", "wheelset"]
at = [0, -1, 0.46]
stiffness = ["10 MN/m", "5 MN/m", "1.2 MN/m"]
damping = ["20 kN s/m", "20 kN s/m", "20 kN s/m"]
"""

SCENARIO = """\
format = "fourfoot scenario 1"
vehicle = "vehicle.toml"
[speed]
v = "80 km/h"
[track]
horizontal = [{{ type = "line", length = "20 m" }}]
[contact]
model = "profiles"
friction = 0.3
[wheels]
profile = "{source}/models/profiles/wheel_S1002.toml"
[rails]
profile = "{source}/models/profiles/rail_60E1.toml"
inclination = 0.025
[[rails.panels]]
at = "8 m"
panel = "{panel}"
[run]
duration = "0.5 s"
[output]
step = "0.1 ms"
channels = ["*/Q", "*/Y", "*/rail", "wheelset/y", "wheelset/z"]
[integrator]
rtol = 1e-6
atol = 1e-6
"""


def load_generator():
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("make_crossing", EXAMPLE / "make_crossing.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class CrossingTest(support.ProgramTest):
    def run_over(self, spacing, *more):
        panel = f"crossing_{spacing}.toml"
        generator = load_generator()
        sys.argv[1:] = [str(spacing), str(self.folder / panel)]
        generator.main()
        self.write("vehicle.toml", VEHICLE)
        self.write("scenario.toml", SCENARIO.format(source=support.SOURCE, panel=panel))
        outcome = self.run_program("run", "scenario.toml", "--quiet", "-o", "run.h5", *more)
        self.assertEqual(outcome.code, 0, outcome.err)
        with h5py.File(self.folder / "run.h5") as file:
            return {name: numpy.array(file["channels"][name]) for name in ("wheelset/left/Q", "wheelset/right/Q", "wheelset/left/Y", "wheelset/z")}

    def test_spacing_of_the_sections_hardly_matters(self):
        coarse, fine = self.run_over(50.0), self.run_over(25.0)
        peaks = [run["wheelset/left/Q"].max() for run in (coarse, fine)]
        static = fine["wheelset/left/Q"][0]
        self.assertGreater(peaks[1], 1.2 * static)  # the crossing is felt ...
        self.assertLess(abs(peaks[0] / peaks[1] - 1.0), 0.05)  # ... the same

    def test_other_formulations_agree(self):
        kane = self.run_over(50.0)
        inertial = self.run_over(50.0, "--set", 'formulation="inertial"')
        for name, value in kane.items():
            scale = numpy.abs(value).max()
            self.assertLess(numpy.abs(value - inertial[name]).max(), 2e-4 * scale, name)  # a hundred times the integrator's tolerance

    def test_results_hold_the_rails_and_tell_which_one_carries(self):
        """By the panel's file: the theoretical point at 8 m, wing rail from -1.5 m to 1.3 m, nose from 0.18 m to 1.48 m."""
        self.run_over(50.0)
        with h5py.File(self.folder / "run.h5") as file:
            rails = [{"name": g.attrs["name"].decode(), "side": g.attrs["side"].decode(), "kind": g.attrs["kind"].decode(), "points": int(g.attrs["points"]),
                      **{c: numpy.array(g[c]) for c in "syz"}} for _, g in sorted(file["rails"].items(), key=lambda item: int(item[0]))]
            carries = numpy.array(file["channels/wheelset/left/rail"])
            other = numpy.array(file["channels/wheelset/right/rail"])
            sentence = file["channels/wheelset/left/rail"].attrs["description"].decode()
            s = numpy.array(file["s"])
        self.assertEqual([(r["name"], r["side"], r["kind"]) for r in rails], [("rail", "left", "plain")] * 2 + [
            ("rail", "right", "plain"), ("wing rail", "left", "panel"), ("nose", "left", "panel"), ("check rail", "right", "check")])
        for rail in rails:
            self.assertEqual(len(rail["s"]) % rail["points"], 0)
            self.assertTrue(all(rail["y"] > 0) if rail["side"] == "left" else all(rail["y"] < 0), rail["name"])
            for section in rail["s"].reshape(-1, rail["points"]):
                self.assertEqual(numpy.ptp(section), 0.0)
        before, after, _, wing, nose, check = rails
        for rail, begin, end in ((wing, 6.5, 9.3), (nose, 8.18, 9.48), (check, 6.0, 10.0)):
            self.assertAlmostEqual(rail["s"].min(), begin, delta=1e-3)
            self.assertAlmostEqual(rail["s"].max(), end, delta=1e-3)
        self.assertAlmostEqual(before["s"].max(), 6.5, delta=1e-3)  # the panel's rails stand in place of the line's own
        self.assertAlmostEqual(after["s"].min(), 9.48, delta=1e-3)
        for mine, theirs, at in ((wing, before, 0), (nose, after, -1)):  # and join them
            for c in "yz":
                sections = mine[c].reshape(-1, mine["points"]), theirs[c].reshape(-1, theirs["points"])
                numpy.testing.assert_allclose(sections[0][at], sections[1][at], atol=1e-6)
        self.assertIn("1 wing rail, 2 nose", sentence)
        self.assertTrue(all(other == 0))
        self.assertTrue(all(carries[s < 6.45] == 0) and all(carries[(s > 6.55) & (s < 8.15)] == 1) and all(carries[s > 9.53] == 0))
        over = s[1:][numpy.diff(carries) == 1][-1]
        self.assertTrue(8.18 < over < 9.0, over)
        self.assertTrue(all(carries[(s > over) & (s < 9.43)] == 2))

    def test_picture_of_the_line_shows_the_sections(self):
        self.run_over(50.0)
        heights = []
        for name in ("with", "without"):
            self.assertEqual(self.run_program("track", "scenario.toml", "-p", name + ".svg").code, 0)
            heights.append(float(re.search(r'viewBox="0 0 [0-9.]+ ([0-9.]+)"', (self.folder / (name + ".svg")).read_text())[1]))
            text = (self.folder / "scenario.toml").read_text()
            self.write("scenario.toml", re.sub(r"\[\[rails.panels\]\]\nat.*\npanel.*\n", "", text))
        self.assertGreater(heights[0], heights[1] + 300)

    def test_met_from_the_other_end_it_is_on_the_other_side(self):
        self.run_over(50.0)
        text = (self.folder / "scenario.toml").read_text()
        self.write("scenario.toml", text.replace('at = "8 m"', 'at = "8 m"\nreversed = true'))
        outcome = self.run_program("run", "scenario.toml", "--quiet", "-o", "run.h5")
        self.assertEqual(outcome.code, 0, outcome.err)
        with h5py.File(self.folder / "run.h5") as file:
            left, right = (numpy.array(file["channels"][f"wheelset/{side}/Q"]) for side in ("left", "right"))
        self.assertGreater(numpy.ptp(right), 2.0 * numpy.ptp(left))

    def test_check_rail_keeps_the_wheelset_off_the_nose(self):
        """In a curve to the right the wheelset runs on the left, where the crossing is; its check rail holds the right wheel."""
        line, curve = '{ type = "line", length = "20 m" }', '{ type = "circular-arc", length = "20 m", radius = "400 m", turn = "right", cant = "130 mm" }'
        y = {}
        for checked in (True, False):
            panel = self.folder / "crossing_50.0.toml"
            self.run_over(50.0)
            if not checked:
                panel.write_text(panel.read_text().split("[[check_rails]]")[0])
            self.write("scenario.toml", SCENARIO.format(source=support.SOURCE, panel=panel.name).replace(line, curve))
            outcome = self.run_program("run", "scenario.toml", "--quiet", "-o", "run.h5")
            self.assertEqual(outcome.code, 0, outcome.err)
            with h5py.File(self.folder / "run.h5") as file:
                s, shift = numpy.array(file["s"]) - 8.0, numpy.array(file["channels"]["wheelset/y"])
            y[checked] = shift[(s > 0.2) & (s < 0.5)].max()
        # 3.5 mm of clearance, and what brackets and track give.
        self.assertLess(y[True], 4.0e-3)
        self.assertGreater(y[False], 5.0e-3)


class SwitchTest(support.ProgramTest):
    def test_a_blade_of_many_sections_is_met_like_one_of_few(self):
        """Diverging route: the flange of the leading wheelset meets the thin blade. Joints of 130 sections once made a step of the surface."""
        example = support.SOURCE / "examples/29-diverging"
        made = subprocess.run([sys.executable, "-B", support.SOURCE / "examples/27-switch/make_switch.py", "62.5", self.folder])
        self.assertEqual(made.returncode, 0)
        peaks = []
        for panel in (example / "diverging.toml", self.folder / "diverging.toml"):
            text = (example / "track.toml").read_text().replace('"diverging.toml"', f'"{panel}"').replace("../..", str(support.SOURCE))
            self.write("track.toml", text)
            outcome = self.run_program("run", example / "scenario.toml", "--quiet", "-o", "run.h5", "--force", "--set", f"track={self.folder}/track.toml",
                                       "--set", "run.duration=1.15 s")
            self.assertEqual(outcome.code, 0, outcome.err)
            with h5py.File(self.folder / "run.h5") as file:
                peaks.append([numpy.abs(numpy.array(file[f"channels/wheelset_1/right/{name}"])).max() for name in ("Q", "Y")])
        self.assertGreater(peaks[0][1], 30e3)  # the flange is there
        numpy.testing.assert_allclose(peaks[0], peaks[1], rtol=0.05)


if __name__ == "__main__":
    unittest.main()
