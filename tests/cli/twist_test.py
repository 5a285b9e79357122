"""Tests on twisted track by simulation, against the closed form of a two-axle wagon on springs."""
import json
import unittest

import support

MODELS = support.SOURCE / "models"
SCENARIO = f"""\
format = "fourfoot scenario 1"
vehicle = "{MODELS}/vehicles/hsfv1/vehicle.toml"
load_case = "empty"
[speed]
v = "20 m/s"
[contact]
model = "profiles"
friction = 0.36
[wheels]
profile = "{MODELS}/profiles/wheel_S1002.toml"
[rails]
profile = "{MODELS}/profiles/rail_60E1.toml"
inclination = 0.025
[run]
duration = "1 s"
"""


class TwistTest(support.ProgramTest):
    def test_a_wagon_on_four_springs(self):
        """Each wheelset rolls by h / (4 b), b half the distance of the contact points; springs c at l to either side turn it back:
        dQ = c l^2 h / (4 b^2)."""
        self.write("scenario.toml", SCENARIO)
        outcome = self.run_program("twist", "scenario.toml", "--format", "json", "-q")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        page = json.loads(outcome.out)
        h = 0.015 + 0.002 * 6.4
        self.assertIn("2a* = 6.4 m twisted by 27.8 mm, 2a+ = 0 m by 0 mm", page["notes"][0])
        Q0 = (9800 + 2 * 1400) * 9.81 / 4
        expected = 0.9e6 * 1.0**2 * h / (4 * 0.75**2) / Q0
        wheels = {f["subject"]: f["value"] for f in page["figures"] if f["figure"] == "rig_unloading"}
        self.assertEqual(len(wheels), 4)
        for name, value in wheels.items():  # the contact's own stiffness gives way by some per cent
            self.assertAlmostEqual(value, expected, delta=0.04 * expected, msg=name)
        quotient = [f for f in page["figures"] if f["figure"] == "rig_Y_Q"]
        self.assertEqual(len(quotient), 2)  # the outer wheel of each axle leads a running gear of its own
        self.assertEqual([f for f in page["figures"] if f["figure"] == "yaw_resistance"], [])  # no bogies

    def test_one_wheelset_cannot_be_twisted(self):
        self.assert_refused(["twist", "scenario.toml"], "error[bad-twist-test]: a vehicle with one wheelset cannot be twisted\n"
                            "  take one with two wheelsets or more\n")


if __name__ == "__main__":
    unittest.main()
