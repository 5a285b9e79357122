"""Short versions of the studies: statements that hold, and those that do not, as told in their pages. Usage: studies_test.py NAME"""
import pathlib
import sys
import tempfile
import unittest

import support

RUNNER = support.load_runner()
from kit import page  # noqa: E402  (found through the runner)
from kit.page import FAILS, HOLDS, PART  # noqa: E402

# What each statement of a study's paper.toml comes to in the short version; those that need the long one are not here.
EXPECTED = {
    "contact-tables": {"front-wheelsets-attack": HOLDS, "front-wheelsets-out": PART, "car-body-inside": FAILS},
    "formulations": {"same-motion": HOLDS, "relative-unaffected": HOLDS, "efficiency": HOLDS, "absolute-biggest-errors": FAILS, "errors-from-big-values": FAILS},
    "imaginary-forces": {"roll-torque-rectangle": HOLDS, "roll-torque-with-a": HOLDS, "roll-torque-effect": HOLDS, "roll-torque-order": PART,
                         "yaw-torque-shape": HOLDS, "yaw-torque-with-a": HOLDS, "yaw-torque-effect": HOLDS, "effects-accumulate": HOLDS,
                         "route-2-entry-exit": HOLDS, "route-2-displacement-sign": HOLDS, "yaw-effect-with-a": FAILS, "yaw-same-order": FAILS,
                         "route-2-displacement-strong": FAILS},
    "integration-methods": {"one-course": HOLDS, "damping-falls": FAILS, "formulas": HOLDS},
    "line-3km": {"flange": HOLDS, "slip-overshoot": PART, "forces-follow-slips": HOLDS, "lateral-smooth": HOLDS},
    "stability-maps": {"profiles": HOLDS, "small-radii-rest": PART},
    "theorem": {"equal": HOLDS, "sizes": HOLDS, "labour": HOLDS, "mostly-zeros": HOLDS},  # "transpose" compares times, which a busy machine may turn round
    "transition-curves": {"smooth-ends": HOLDS},
}


class StudyTest(unittest.TestCase):
    name = ""

    def test_statements(self):
        self.assertIn(self.name, EXPECTED, "a study without statements that are tested")
        with tempfile.TemporaryDirectory() as folder:
            results = pathlib.Path(folder) / "results"
            study = RUNNER.load(self.name)
            study.compute("small", pathlib.Path(folder) / "work", results)
            findings = study.judge(results)
        for name, verdict in EXPECTED[self.name].items():
            self.assertEqual(page.name_verdict(findings[name][1]), verdict, f"{name}: {findings[name][0]}")


if __name__ == "__main__":
    StudyTest.name = sys.argv.pop(1)
    unittest.main()
