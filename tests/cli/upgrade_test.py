"""Files of older versions, and the verb that rewrites them."""
import unittest

import support

OLD = """\
# A scenario of 0.1.0.
vehicle = "vehicle.toml"

[contact]
model = "profiles"

# which profiles
[wheel_rail]
wheel = "wheel_S1002"   # new
# as laid
rail = "rail_60E1"
inclination = 0.025
back_to_back = "1360 mm"
gauge = "1435 mm"

[run]
duration = 1
"""

NEW = """\
# A scenario of 0.1.0.
vehicle = "vehicle.toml"

[contact]
model = "profiles"

# which profiles
[wheels]
profile = "wheel_S1002"   # new
back_to_back = "1360 mm"

[rails]
# as laid
profile = "rail_60E1"
inclination = 0.025
gauge = "1435 mm"

[run]
duration = 1
"""


VEHICLE = support.SOURCE / "models/vehicles/manchester-1/vehicle.toml"
FRICTION_OLD = f"""\
vehicle = "{VEHICLE}"
speed = {{ v = 20 }}
run = {{ duration = 1 }}
[contact]
model = "profiles"
friction = 0.4  # dry
# a wet cutting
friction_chainages = [ 0, 10, "12 m",  # leaves
  30, 40, 45]
friction_factors = [1, 1, 0.25, 0.25, 1, 0.5]
friction_flange = 0.2
[wheels]
profile = "{support.SOURCE}/models/profiles/wheel_S1002.toml"
[rails]
profile = "{support.SOURCE}/models/profiles/rail_60E1.toml"
"""
FRICTION_NEW = FRICTION_OLD.replace('friction_chainages = [ 0, 10, "12 m",  # leaves\n  30, 40, 45]\nfriction_factors = [1, 1, 0.25, 0.25, 1, 0.5]\n', "# leaves\n") + """
[[rails.sections]]
from = 11
to = 35
blend = 2
friction = 0.1
friction_flange = 0.05

[[rails.sections]]
from = 35
to = 42.5
blend = 10
friction = 0.4
friction_flange = 0.2

[[rails.sections]]
from = 42.5
blend = 5
friction = 0.2
friction_flange = 0.1
"""


class UpgradeTest(support.ProgramTest):
    def read(self, name):
        return (self.folder / name).read_text()

    def test_an_old_scenario_is_told_line_by_line(self):
        self.write("s.toml", OLD)
        outcome = self.run_program("contact-geometry", "s.toml")
        self.assertEqual(outcome.code, 2)
        for now in ("wheels.profile", "rails.profile", "rails.inclination", "wheels.back_to_back", "rails.gauge"):
            self.assertIn(f"is now {now}", outcome.err)
        for line in (9, 11, 12, 13, 14):  # each key at its own line, file names of profiles, too
            self.assertIn(f"s.toml:{line}:", outcome.err)
        self.assertIn("fourfoot upgrade", outcome.err)

    def test_it_is_rewritten_with_its_comments(self):
        self.write("s.toml", OLD)
        trial = self.run_program("upgrade", "--trial", "s.toml")
        self.assertEqual((trial.code, trial.err), (0, ""))
        self.assertEqual(self.read("s.toml"), OLD)
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), NEW)
        self.assertIn("nothing to change", self.run_program("upgrade", "s.toml").out)

    def test_channels_that_were_renamed(self):
        self.write("s.toml", '[output]\nchannels = ["*/patch_*/phi", "wheelset/left/phi", "left/phi"]  # a/left/phi\n')
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), '[output]\nchannels = ["*/patch_*/spin", "wheelset/left/spin", "left/phi"]  # a/left/phi\n')

    def test_keys_with_dots_and_tables_below_it(self):
        self.write("s.toml", 'wheel_rail.gauge = 1.432\n[wheel_rail.wheel]\nkind = "wheel"\n[[wheel_rail.wheel.pieces]]\ntype = "line"\n')
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"),
                         'rails.gauge = 1.432\n[wheels.profile]\nkind = "wheel"\n[[wheels.profile.pieces]]\ntype = "line"\n')
        self.write("study.toml", '[[parameters]]\nkey = "wheel_rail.inclination"\n')
        self.assertEqual(self.run_program("upgrade", "study.toml").code, 0)
        self.assertEqual(self.read("study.toml"), '[[parameters]]\nkey = "rails.inclination"\n')

    def test_keys_with_another_name(self):
        old = '[speed]  # stations = none\nspeeds = [10, 20]\nstations = [0, 100]  # stations of the table\n'
        self.write("s.toml", old)
        outcome = self.run_program("track", "s.toml")
        self.assertEqual(outcome.code, 2)
        self.assertIn('s.toml:3:1: error[old-key]: "stations" is now "chainages"', outcome.err)
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), old.replace("\nstations =", "\nchainages ="))
        self.write("study.toml", '[[parameters]]\nkey = "speed.stations"\n[[measures]]\nfrom_station = 3\nto_station = 4\n')
        self.assertEqual(self.run_program("upgrade", "study.toml").code, 0)
        self.assertEqual(self.read("study.toml"),
                         '[[parameters]]\nkey = "speed.chainages"\n[[measures]]\nfrom_chainage = 3\nto_chainage = 4\n')

    def test_friction_along_the_line_becomes_sections_of_the_rails(self):
        self.write("s.toml", FRICTION_OLD)
        outcome = self.run_program("check", "s.toml")
        self.assertEqual(outcome.code, 2)
        self.assertIn("s.toml:8:22: error[old-key]: contact.friction_chainages is now from, to, blend and friction of [[rails.sections]]", outcome.err)
        self.assertIn("s.toml:10:20: error[old-key]: contact.friction_factors", outcome.err)
        for line in ("[[rails.sections]]", "from = 11", "to = 35", "blend = 2", "friction = 0.1"):
            self.assertIn(f"    {line}\n", outcome.err)
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), FRICTION_NEW)
        self.assertIn("nothing to change", self.run_program("upgrade", "s.toml").out)
        outcome = self.run_program("check", "s.toml")
        self.assertEqual((outcome.code, outcome.err), (0, ""))

    def test_friction_that_begins_with_another_factor(self):
        self.write("s.toml", '[contact]\nfriction_stations = [0, 10]\nfriction_factors = [0.5, 1]\n')
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), '[contact]\nfriction = 0.15\n\n[[rails.sections]]\nfrom = 5\nblend = 10\nfriction = 0.3\n')

    def test_friction_that_a_text_alone_does_not_tell_is_left(self):
        for more in ("[[rails.sections]]\nfrom = 3\n", "[rails]\nfriction = 0.2\n"):
            text = "[contact]\nfriction_chainages = [0, 10]\nfriction_factors = [1, 0.5]\n" + more
            self.write("s.toml", text)
            outcome = self.run_program("upgrade", "s.toml")
            self.assertEqual(outcome.code, 2)
            self.assertIn("rails have", outcome.err)
            self.assertEqual(self.read("s.toml"), text)
        for text, why in (('include = "b.toml"\n[contact]\nfriction_chainages = [0]\nfriction_factors = [1]\n', "in another file"),
                          ("contact = { friction_chainages = [0], friction_factors = [1] }\n", "inline table"),
                          ("[contact]\nfriction_chainages = [3, 1]\nfriction_factors = [1, 1]\n", "must rise")):
            self.write("s.toml", text)
            outcome = self.run_program("upgrade", "s.toml")
            self.assertEqual(outcome.code, 2)
            self.assertIn(why, outcome.err)

    def test_lines_of_any_length(self):
        for begin in ("[", "[a] # ", "x = 1 # wheel_rail.", "wheel_rail."):
            text = begin + 400000 * "a" + "\n[speed]\nstations = [0]\n"
            self.write("s.toml", text)
            self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
            self.assertEqual(self.read("s.toml"), text.replace("stations", "chainages"))

    def test_what_cannot_be_rewritten_is_left_and_told(self):
        text = 'wheel_rail = "pair.toml"\n'
        self.write("s.toml", text)
        outcome = self.run_program("upgrade", "s.toml")
        self.assertEqual(outcome.code, 2)
        self.assertIn("s.toml:1:1", outcome.err)
        self.assertEqual(self.read("s.toml"), text)


if __name__ == "__main__":
    unittest.main()
