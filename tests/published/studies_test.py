"""Short versions of the studies: statements that hold, and those that do not, as told in their pages. Usage: studies_test.py NAME"""
import pathlib
import sys
import tempfile
import unittest

import support

RUNNER = support.load_runner()

# What each statement of a study's paper.toml comes to in the short version; those that need the long one are not here.
HOLDS = {
    "theorem": ["equal", "sizes", "labour", "mostly-zeros"],  # "transpose" compares times, which a busy machine may turn round
    "formulations": ["same-motion", "relative-unaffected", "efficiency"],
}
DIFFERS = {
    "formulations": ["absolute-biggest-errors"],
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
