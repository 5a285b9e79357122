"""All eigenvalues of a coach on coned wheels, against those that a second program (cone_eigenvalues.py) found."""
import csv
import os
import pathlib
import subprocess
import unittest

HERE = pathlib.Path(__file__).resolve().parent


class ConeEigenvalues(unittest.TestCase):
    def test_all_of_them(self):
        expected = {}
        for row in csv.DictReader(x for x in (HERE / "cone_eigenvalues.csv").open() if not x.startswith("#")):
            expected.setdefault(row["speed"], []).append(complex(float(row["re"]), float(row["im"])))
        self.assertEqual(len(expected), 3)
        for speed, values in expected.items():
            out = subprocess.run([os.environ["FOURFOOT"], "eigen", HERE / "cones/scenario.toml", "--set", f"speed.v={speed}",
                                  "--format", "csv"], check=True, capture_output=True, text=True).stdout
            found = [complex(float(r["re"]), float(r["im"])) for r in csv.DictReader(out.splitlines())]
            found = [x for x in found if x.imag >= 0]
            found += [x for x in found if 0 < x.imag < 1e-9 * abs(x)]  # two real ones that differ from a pair in the last bits
            self.assertEqual(len(found), len(values))
            for x in found:  # each has its own, and no two the same
                nearest = min(values, key=lambda v: abs(v - x))
                values.remove(nearest)
                self.assertLess(abs(nearest - x), 1e-4 * abs(x), f"{speed} m/s: {x} for {nearest}")


if __name__ == "__main__":
    unittest.main()
