"""Exact theory of one patch, against what a second program (exact_contact.py) found."""
import csv
import math
import os
import pathlib
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent
NORMAL, FRICTION = 80e3, 0.3


class ExactContact(unittest.TestCase):
    def test_forces_and_moment(self):
        rows = list(csv.DictReader((HERE / "exact_contact.csv").open()))
        self.assertEqual(len(rows), 5)
        for row in rows:
            out = subprocess.run([os.environ["FOURFOOT"], "creep", "--law", "exact", "--grid", "20", "--normal", str(NORMAL), "--friction", str(FRICTION),
                                  "--shear-modulus", "82e9", "--poisson", "0.28", "--a", row["a"], "--b", row["b"], "--nu-x", row["nu_x"],
                                  "--nu-y", row["nu_y"], "--spin", row["spin"], "--format", "csv"], check=True, capture_output=True, text=True).stdout
            found = next(csv.DictReader(out.splitlines()))
            bound = FRICTION * NORMAL
            for name, unit in (("fx", bound), ("fy", bound), ("mz", bound * math.sqrt(float(row["a"]) * float(row["b"])))):
                self.assertLess(abs(float(found[name]) - float(row[name])), 1e-3 * unit, f"{name} of {row}")


if __name__ == "__main__":
    unittest.main()
