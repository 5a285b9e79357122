"""Short versions of the studies: statements that hold, and those that do not, as told in their pages. Usage: studies_test.py NAME"""
import pathlib
import sys
import tempfile
import unittest

import support

RUNNER = support.load_runner()

# What each statement of a study's paper.toml comes to in the short version; those that need the long one are not here.
# Not among them: "roll-torque-order" of the imaginary forces, 26 to 32 times by the version of the contact, on the edge of "about one order".
HOLDS = {
    "contact-tables": ["front-wheelsets-attack"],
    "formulations": ["same-motion", "relative-unaffected", "efficiency"],
    "imaginary-forces": ["roll-torque-rectangle", "roll-torque-with-a", "roll-torque-effect", "yaw-torque-shape", "yaw-torque-with-a",
                         "yaw-torque-effect", "effects-accumulate", "route-2-entry-exit", "route-2-displacement-sign"],
    "line-3km": ["flange", "slip-overshoot", "forces-follow-slips", "lateral-smooth", "guiding-forces"],
    "stability-maps": ["profiles"],
    "theorem": ["equal", "sizes", "labour", "mostly-zeros"],  # "transpose" compares times, which a busy machine may turn round
    "transition-curves": ["smooth-ends"],
}
DIFFERS = {
    "contact-tables": ["front-wheelsets-out", "car-body-inside"],
    "formulations": ["absolute-biggest-errors", "errors-from-big-values"],
    "imaginary-forces": ["yaw-effect-with-a", "yaw-same-order", "route-2-displacement-strong"],
}


class StudyTest(unittest.TestCase):
    name = ""

    def test_statements(self):
        self.assertIn(self.name, HOLDS, "a study without statements that are tested")
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "results"
            study = RUNNER.load(self.name)
            study.compute("small", pathlib.Path(folder) / "work", results)
            findings = study.judge(results)
        for name in HOLDS[self.name]:
            self.assertTrue(findings[name][1], f"{name}: {findings[name][0]}")
        for name in DIFFERS.get(self.name, []):
            self.assertFalse(findings[name][1], f"{name}: {findings[name][0]}")


if __name__ == "__main__":
    StudyTest.name = sys.argv.pop(1)
    unittest.main()
