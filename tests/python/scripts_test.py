"""The scripts of examples/python run as they stand, and print what they say they do."""
import os
import pathlib
import subprocess
import sys
import unittest

FOLDER = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"]) / "examples/python"


class Scripts(unittest.TestCase):
    def run_script(self, name):
        done = subprocess.run([sys.executable, "-B", str(FOLDER / name)], capture_output=True, text=True, timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def test_every_script_has_a_test(self):
        tested = {"contact_toolbox.py"}
        mine = {path.name for path in FOLDER.glob("*.py") if "fourfoot.plugin" in path.read_text() or "fourfoot.hertz" in path.read_text()}
        self.assertLessEqual(mine, tested)

    def test_contact_toolbox(self):
        text = self.run_script("contact_toolbox.py")
        self.assertIn("conicity at 3 mm: 0.1", text)  # S1002 on UIC60, 1:40: published values lie at 0.17 to 0.19
        self.assertIn("Kalker's slope f11 = 12.5", text)  # G c^2 C11, as the straight law: 125.0 kN / 0.01


if __name__ == "__main__":
    unittest.main()
