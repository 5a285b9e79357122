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


class UpgradeTest(support.ProgramTest):
    def read(self, name):
        return (self.folder / name).read_text()

    def test_an_old_scenario_is_told_line_by_line(self):
        self.write("s.toml", OLD)
        outcome = self.run_program("contact-geometry", "s.toml")
        self.assertEqual(outcome.code, 2)
        for now in ("wheels.profile", "rails.profile", "rails.inclination", "wheels.back_to_back", "rails.gauge"):
            self.assertIn(f"is now {now}", outcome.err)
        self.assertIn("s.toml:12:", outcome.err)
        self.assertIn("fourfoot upgrade", outcome.err)

    def test_it_is_rewritten_with_its_comments(self):
        self.write("s.toml", OLD)
        trial = self.run_program("upgrade", "--trial", "s.toml")
        self.assertEqual((trial.code, trial.err), (0, ""))
        self.assertEqual(self.read("s.toml"), OLD)
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), NEW)
        self.assertIn("nothing to change", self.run_program("upgrade", "s.toml").out)

    def test_keys_with_dots_and_tables_below_it(self):
        self.write("s.toml", 'wheel_rail.gauge = 1.432\n[wheel_rail.wheel]\nkind = "wheel"\n[[wheel_rail.wheel.pieces]]\ntype = "line"\n')
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"),
                         'rails.gauge = 1.432\n[wheels.profile]\nkind = "wheel"\n[[wheels.profile.pieces]]\ntype = "line"\n')
        self.write("study.toml", '[[parameters]]\nkey = "wheel_rail.inclination"\n')
        self.assertEqual(self.run_program("upgrade", "study.toml").code, 0)
        self.assertEqual(self.read("study.toml"), '[[parameters]]\nkey = "rails.inclination"\n')

    def test_keys_with_another_name(self):
        old = ('[speed]  # stations = none\nspeeds = [10, 20]\nstations = [0, 100]  # stations of the table\n'
               '[contact]\nmodel = "profiles"\nfriction_stations = [0, 10]\nfriction_factors = [1, 0.5]\n')
        self.write("s.toml", old)
        outcome = self.run_program("track", "s.toml")
        self.assertEqual(outcome.code, 2)
        self.assertIn('s.toml:3:1: error[old-key]: "stations" is now "chainages"', outcome.err)
        self.assertIn('s.toml:6:1: error[old-key]: "friction_stations" is now "friction_chainages"', outcome.err)
        self.assertEqual(self.run_program("upgrade", "s.toml").code, 0)
        self.assertEqual(self.read("s.toml"), old.replace("\nstations =", "\nchainages =").replace("friction_stations", "friction_chainages"))
        self.write("study.toml", '[[parameters]]\nkey = "contact.friction_stations"\n[[measures]]\nfrom_station = 3\nto_station = 4\n')
        self.assertEqual(self.run_program("upgrade", "study.toml").code, 0)
        self.assertEqual(self.read("study.toml"),
                         '[[parameters]]\nkey = "contact.friction_chainages"\n[[measures]]\nfrom_chainage = 3\nto_chainage = 4\n')

    def test_what_cannot_be_rewritten_is_left_and_told(self):
        text = 'wheel_rail = "pair.toml"\n'
        self.write("s.toml", text)
        outcome = self.run_program("upgrade", "s.toml")
        self.assertEqual(outcome.code, 2)
        self.assertIn("s.toml:1:1", outcome.err)
        self.assertEqual(self.read("s.toml"), text)


if __name__ == "__main__":
    unittest.main()
