"""Analyses that cannot answer say why and what to change: exit code 3, the reason, and no answer beside it."""
import support

EXAMPLES = support.SOURCE / "examples"
WHEELSET = EXAMPLES / "01-hunting-wheelset" / "scenario.toml"  # steady below 65 m/s, hunts above
PROFILES = EXAMPLES / "10-coach-curve" / "scenario.toml"


class RefusalsTest(support.ProgramTest):
    def assert_says(self, message, *arguments):
        outcome = self.run_program(*[str(a) for a in arguments])
        self.assertEqual((outcome.code, outcome.out), (3, ""))
        self.assertEqual(outcome.err.splitlines()[-1], "error: " + message)

    def assert_no_critical_speed(self, message, method, low, high, scenario=WHEELSET):
        self.assert_says(message, "critical-speed", scenario, "--quiet", "--method", method, "--from", low, "--to", high)

    def test_critical_speed_outside_the_speeds_given(self):
        for method, fault in (("falling", "all disturbances die out (wheelset hunting 10 mm; wheelset shifted 5 mm; wheelset yawed 5 mm; wheelset shifted 10 mm; wheelset yawed 10 mm)"), ("disturbance", "the disturbance dies out"),
                              ("small-disturbance", "a small disturbance dies out")):
            self.assert_no_critical_speed(f"at 45 {fault}: begin higher", method, 40, 45)
        self.assert_no_critical_speed("it still hunts at 70, the lowest value: begin lower", "falling", 70, 72)
        self.assert_no_critical_speed("at 80 it hunts already: begin lower", "disturbance", 80, 90)
        self.assert_no_critical_speed("at 80 a small disturbance grows: begin lower", "small-disturbance", 80, 90)
        self.assert_no_critical_speed("steady running does not begin to oscillate between these speeds", "continuation", 40, 45)

    def test_disturbance_that_is_not_there(self):
        self.spoil("scenario.toml", '[initial.wheelset]\ny = "1 mm"\n', "")
        self.assert_no_critical_speed('method "disturbance" needs an [initial] disturbance in the scenario', "disturbance",
                                      20, 90, "scenario.toml")

    def test_axle_forces_without_wheels_on_profiles(self):
        self.assert_no_critical_speed('axle forces (sum_Y) are not known with this contact model: use "profiles"',
                                      "axle-force", 40, 80)

    def test_axle_forces_of_a_run_shorter_than_the_window(self):
        self.assert_says("the run covers 40 m, less than the window of 100 m: make run.duration longer", "critical-speed",
                         PROFILES, "--quiet", "--method", "axle-force", "--from", 10, "--to", 20, "--set", "run.duration=2 s",
                         "--radius", "straight")

    def test_axle_forces_of_a_run_that_ends_with_its_track(self):
        text = PROFILES.read_text(encoding="utf-8").replace("../../models", str(support.SOURCE / "models"))
        lines = [line for line in text.splitlines() if not line.startswith("track = ")]
        self.write("short.toml", "\n".join(lines) + '\n[track]\nhorizontal = [{ type = "line", length = 40 }]\n')
        # The leading wheelset stands 10.78 m before the origin.
        self.assert_says("the run covers 29.22 m, less than the window of 100 m: make the track longer, or take run.stop_at_track_end out",
                         "critical-speed", "short.toml", "--quiet", "--method", "axle-force", "--from", 15, "--to", 20, "--set",
                         "run.duration=8 s", "--set", "run.stop_at_track_end=true")


if __name__ == "__main__":
    support.unittest.main()
