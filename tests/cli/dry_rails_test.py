"""Dry rails: wheels stay on them by default, in pieces of the examples that are worst; and where they do not, the run says so."""
import json
import unittest

import support

EXAMPLES = support.SOURCE / "examples"
TABLE = ("--set", "contact.geometry=table")

# Example, where its hardest piece begins [m] and how long it takes [s].
PIECES = {
    "10-coach-curve": (130, 4),
    "11-freight-route-2": (60, 1),
    "12-metro-curve-165": (65, 2.5),
    "13-coach-straight-160": (40, 2),
    "14-twist": (95, 4),
    "15-two-cars": (130, 1.5),
}


class DryRailsTest(support.ProgramTest):
    def load(self, scenario, *options):
        outcome = self.run_program("info", scenario, "--format", "json", *options)
        self.assertEqual(outcome.code, 0, outcome.err)
        return {f"{w['name']}/{side}/Q": w[side] for w in json.loads(outcome.out)["wheelsets"] for side in ("left", "right")}

    def run_piece(self, example, start, duration, *options):
        scenario = str(EXAMPLES / example / "scenario.toml")
        options = ("--set", f"speed.start={start}", "--set", f"run.duration={duration}", *options)
        outcome = self.run_program("run", scenario, "-o", "r.h5", "--format", "json", "--quiet", *options)
        self.assertEqual(outcome.code, 0, outcome.err)
        exported = self.run_program("export", "r.h5", "-c", "*/Q", "--format", "json")
        self.assertEqual(exported.code, 0, exported.err)
        columns = json.loads(exported.out)["columns"]
        shares = {}
        for name, static in self.load(scenario, *options).items():
            loads = columns[name]
            rest = loads[len(loads) // 10:]  # after the start, which begins on rough rails as if they were smooth
            shares[name] = (min(rest) / static, max(rest) / static)
        return json.loads(outcome.out), shares

    def test_a_wagon_in_a_tight_curve_has_a_steady_state(self):
        """Bolsters on centre plates, dry friction, a wheel at its flange: pseudo-transient steps need more damping there."""
        for geometry in ("table", "online"):
            outcome = self.run_program("equilibrium", support.SOURCE / "examples/14-twist/scenario.toml", "--set", "speed.start=60 m",
                                       "--set", f"contact.geometry={geometry}", "--format", "json")
            self.assertEqual(outcome.code, 0, outcome.err)

    def test_examples_keep_their_wheels_on_dry_rails(self):
        for example, (start, duration) in PIECES.items():
            for friction in (0.5, 0.6):
                summary, shares = self.run_piece(example, start, duration, "--set", f"contact.friction={friction}", *TABLE)
                warned = {warning.split()[0] for warning in summary["warnings"]}
                for name, (low, high) in shares.items():
                    if name[:-2] in warned:
                        continue
                    self.assertGreater(low, 0.3, (example, friction, name))
                    self.assertLess(high, 2.0, (example, friction, name))

    def test_a_locomotive_keeps_its_driven_wheels_on_them(self):
        summary, shares = self.run_piece("16-locomotive", 120, 3)
        self.assertEqual((summary["status"], summary["warnings"]), ("done", []))
        self.assertGreater(min(low for low, _ in shares.values()), 0.3)
        self.assertLess(max(high for _, high in shares.values()), 2.0)

    def test_rails_that_do_not_give_are_told_of(self):
        """The run of the defect: the leading outer wheel of the coach, friction 0.6."""
        summary, shares = self.run_piece("10-coach-curve", 160, 1, "--set", "contact.friction=0.6", "--set", "track.support=rigid", *TABLE)
        self.assertEqual(summary["status"], "done with warnings")
        vibration = [w for w in summary["warnings"] if w.startswith("wheelset_1/right vibrates on its contact spring")]
        self.assertEqual(len(vibration), 1, summary["warnings"])
        for words in ("Hz", "from s = ", "cause: friction"):
            self.assertIn(words, vibration[0])
        self.assertGreater(shares["wheelset_1/right/Q"][1], 2.0)
        self.assertTrue(any(w.startswith("wheelset_1/right is overloaded: Q up to") for w in summary["warnings"]))
        named = {event["name"] for event in summary["events"]}
        self.assertIn("wheelset_1/right/vibration", named)
        self.assertIn("wheelset_1/right/overload", named)
        text = self.run_program("report", "r.h5", "-o", "r.html")
        self.assertEqual(text.code, 0, text.err)
        self.assertEqual(self.run_program("export", "r.h5", "-c", "s").err, "")  # the run is complete

    def test_a_wheel_that_lifts_is_told_of(self):
        """A dip of one rail that a wheelset cannot follow."""
        dip = '{horizontal = [{type = "line", length = 100}], irregularity = [{type = "twist", at = 20, length = 0.4, amplitude = 0.03}]}'
        scenario = str(EXAMPLES / "13-coach-straight-160" / "scenario.toml")
        outcome = self.run_program("run", scenario, "-o", "r.h5", "--format", "json", "--quiet", "--set", f"track={dip}", "--set", "run.duration=0.6", *TABLE)
        summary = json.loads(outcome.out)
        self.assertIn("lift", {event["name"].rsplit("/", 1)[1] for event in summary["events"] if "/" in event["name"]})
        lifts = [w for w in summary["warnings"] if " leaves its rail: off its rail for " in w]
        self.assertTrue(lifts, summary["warnings"])
        self.assertIn("s = ", lifts[0])


if __name__ == "__main__":
    unittest.main()
