"""The pictures of docs/verification.md: drawn again they are the same, and the differences in them are as small as the page says."""
import os
import pathlib
import re
import sys
import unittest

PROGRAM = os.environ["FOURFOOT"]
SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools/manual"))
from oracles import Oracles  # noqa: E402

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Worst differences; the last digits of a run depend on the compiler.
LIMITS = {"formulations [N]": 2.0, "front": 1e-6, "radius difference [mm]": 2e-3, "fastsim [% of mu N]": 13.0, "fastrip [% of mu N]": 6.0, "exact-table [% of mu N]": 2.0,
          "Hopf [m/s]": 5e-4, "order of newmark": 0.1, "order of rosenbrock": 0.1, "order of rk4": 0.1}


def compare(was, now):
    """The largest change of a number [px]; None where anything else changed."""
    if NUMBER.sub("#", was) != NUMBER.sub("#", now):
        return None
    return max(abs(float(a) - float(b)) for a, b in zip(NUMBER.findall(was), NUMBER.findall(now)))


class OraclesTest(unittest.TestCase):
    def test_pictures_are_what_the_program_computes(self):
        oracles = Oracles(PROGRAM)
        self.addCleanup(oracles.folder.cleanup)
        for name, draw in Oracles.FIGURES.items():
            with self.subTest(name):
                now = draw(oracles).render()
                was = (SOURCE / f"docs/figures/oracle-{name}.svg").read_text()
                if name == "mechanics":  # its second half shows rounding and error control
                    now, was = (re.sub(r"<polyline [^>]*var\(--d\)[^>]*>", "", text) for text in (now, was))
                change = compare(was, now)
                self.assertIsNotNone(change, f"{name}: run tools/manual/oracles.py")
                self.assertLess(change, 2.0, f"{name}: run tools/manual/oracles.py")
                self.assertIn(f"figures/oracle-{name}.svg", (SOURCE / "docs/verification.md").read_text())
        for name, limit in LIMITS.items():
            self.assertLess(oracles.worst[name], limit, name)

    def test_every_part_of_the_page_has_a_picture(self):
        parts = re.split(r"^## ", (SOURCE / "docs/verification.md").read_text(), flags=re.M)[1:]
        bare = [part.split("\n")[0] for part in parts if "| test |" in part and "figures/oracle-" not in part]
        self.assertEqual(bare, [])

    def test_a_changed_picture_is_found(self):
        self.assertIsNone(compare('<a x="1"/>', '<b x="1"/>'))
        self.assertEqual(compare('<a x="1"/>', '<a x="4"/>'), 3.0)


if __name__ == "__main__":
    unittest.main()
