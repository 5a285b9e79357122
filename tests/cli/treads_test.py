"""Contact by constraints from the command line: degrees of freedom of the papers' models, lift-off."""
import json
import unittest

import h5py

import support

VEHICLES = support.SOURCE / "models" / "vehicles"
BUMPS = ("{horizontal = [{type = 'line', length = 200}], irregularity = [" + ", ".join(
    f"{{type = 'sine', component = 'vertical_{side}', at = 5, amplitude = 0.004, length = 1, count = 20}}"
    for side in ("left", "right")) + "]}").replace("'", '"')


class TreadsTest(support.ProgramTest):
    def describe(self, name, *more):
        outcome = self.run_program("info", str(VEHICLES / name / "scenario.toml"), "--format", "json", *more)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return json.loads(outcome.out)

    def test_degrees_of_freedom_of_the_papers_models(self):
        for name, count, *rails in (("hsfv1", 18), ("mk3", 38), ("zilina-34", 34, "--set", "track.support=rigid")):
            self.assertEqual(self.describe(name)["degrees_of_freedom"], count, name)
            elastic = self.describe(name, "--set", 'contact.normal="elastic"', *rails)
            wheelsets = len(elastic["wheelsets"])
            self.assertEqual(elastic["degrees_of_freedom"], count + 2 * wheelsets, name)

    def test_wheelsets_are_held_in_height_and_roll(self):
        bodies = {b["name"]: b for b in self.describe("mk3")["bodies"]}
        for i in (1, 2, 3, 4):
            self.assertEqual(bodies[f"wheelset_{i}"]["held"], ["z", "phi"])
            self.assertEqual(bodies[f"wheelset_{i}"]["free"], ["y", "chi", "psi"])
        self.assertEqual(bodies["car_body"]["held"], [])

    def test_a_tread_that_would_have_to_pull_ends_the_run(self):
        outcome = self.run_program("run", str(VEHICLES / "hsfv1" / "scenario.toml"), "--set", f"track={BUMPS}", "--set", "load_case=\"empty\"",
                                   "--set", "speed.v=30", "--set", "run.duration=1", "-q", "-o", "out.h5")
        self.assertEqual(outcome.code, 3)
        self.assertIn("lift-off: wheelset_1/", outcome.err)
        with h5py.File(self.folder / "out.h5") as file:
            names = [name.decode() for name, what in zip(file["events/name"], file["events/what"]) if what == b"lift-off"]
        self.assertRegex(names[0], "^wheelset_1/(left|right)$")


if __name__ == "__main__":
    unittest.main()
