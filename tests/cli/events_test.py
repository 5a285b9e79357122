"""What happens during a run is located and told: flanges, stops, the end of the track, derailment."""
import json
import math

import h5py

import support

# A mass on a spring, let go at 20 mm, and a stop 5 mm beyond the middle: x = 20 mm cos(w t) until it is met.
STOP = """\
format = "fourfoot scenario 1"
[speed]
v = 10
[initial.mass]
y = "20 mm"
[run]
duration = "0.5 s"
[output]
step = "100 ms"
[vehicle.bodies.mass]
mass = 1000
inertia = [800, 120, 800]
position = [0, 0, 1]
free = ["y"]
[vehicle.elements.spring]
type = "spring-damper"
between = ["track", "mass"]
at = [0, 0, 1]
stiffness = [0, 1e5, 0]
[vehicle.elements.buffer]
type = "bump-stop"
between = ["track", "mass"]
at = [0, 0, 1]
axis = "y"
gap_in = "5 mm"
gap_out = "1 m"
stiffness = 1e6
width = 0
"""
PIECEWISE = """\
type = "piecewise"
between = ["track", "mass"]
at = [0, 0, 1]
axis = "y"
displacement = [-0.015, -0.005, 0.5]
spring_force = [-1e4, 0, 0]
"""


class EventsTest(support.ProgramTest):
    def run_json(self, scenario, *arguments, code=0):
        outcome = self.run_program("run", scenario, "-o", "r.h5", "--format", "json", *arguments)
        self.assertEqual(outcome.code, code, outcome.err)
        return json.loads(outcome.out)

    def test_a_stop_is_located_within_a_step(self):
        self.write("stop.toml", STOP)
        begin = STOP.index('type = "bump-stop"')
        self.write("piecewise.toml", STOP[:begin] + PIECEWISE)
        w = math.sqrt(1e5 / 1000)
        meets = math.acos(-0.25) / w
        # Behind the stop's corner m x'' = -(k + k') x' - k 5 mm, a part of a sine; it leaves with its speed reversed.
        speed, w2, c = 0.02 * w * math.sin(w * meets), math.sqrt(1.1e6 / 1000), 5e-3 / 11
        leaves = meets + (math.pi - 2 * math.atan2(c * w2, speed)) / w2
        for scenario in ("stop.toml", "piecewise.toml"):
            for method in ("bdf", "adams", "dopri5", "rk4"):
                with self.subTest(scenario=scenario, method=method):
                    events = self.run_json(scenario, "--set", f'integrator.method="{method}"')["events"]
                    self.assertEqual([e["name"] for e in events[:2]], ["buffer/stop", "buffer/stop"])
                    self.assertEqual([e["what"] for e in events[:2]], ["begins", "ends"])
                    self.assertAlmostEqual(events[0]["time"], meets, 5)
                    self.assertAlmostEqual(events[1]["time"], leaves, 4)
                    self.assertAlmostEqual(events[0]["s"], 10 * events[0]["time"], 9)

    def test_flanges_of_a_hunting_wheelset(self):
        scenario = str(support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml")
        events = self.run_json(scenario)["events"]
        self.assertGreater(len(events), 10)
        with h5py.File(self.folder / "r.h5") as file:
            stored = file["events"]
            self.assertEqual([float(t) for t in stored["time"]], [e["time"] for e in events])
            self.assertEqual([n.decode() for n in stored["name"]], [e["name"] for e in events])
            t, y = file["time"][:], file["channels/wheelset/y"][:]
        for event in events:
            self.assertIn(event["name"], ("wheelset/left/flange", "wheelset/right/flange"))
            k = int(event["time"] / 0.005)  # crosses 8 mm between these rows
            side = 1 if "left" in event["name"] else -1
            before, after = side * y[k] - 8e-3, side * y[k + 1] - 8e-3
            self.assertLess(before * after, 0.0, (event, t[k]))
            self.assertEqual(event["what"], "begins" if before < 0 else "ends")
        outcome = self.run_program("run", scenario, "-o", "r.h5", "-q")
        self.assertIn(f"{len(events)} events:\n", outcome.out)
        self.assertIn("wheelset/left/flange begins\n", outcome.out)

    def test_flanges_on_profiles(self):
        """S1002 on 60E1, 1435 mm gauge: the flange takes over a little beyond 5 mm; the leading outer wheel in a curve does."""
        scenario = str(support.SOURCE / "examples" / "10-coach-curve" / "scenario.toml")
        run = self.run_json(scenario, "--set", "speed.start=80", "--set", "run.duration=4", "--set", "output.step=1 ms")
        with h5py.File(self.folder / "r.h5") as file:
            t, y = file["time"][:], file["channels/wheelset_1/y"][:]
        first = [e for e in run["events"] if e["name"] == "wheelset_1/right/flange"][0]
        self.assertEqual(first["what"], "begins")
        k = int(first["time"] / 1e-3)
        self.assertGreater(-y[k], 4e-3)
        self.assertLess(-y[k], 8e-3)

    def test_end_of_track(self):
        self.write("scenario.toml", support.SCENARIO + "[[track.horizontal]]\ntype = \"line\"\nlength = 15\n")
        run = self.run_json("scenario.toml")
        self.assertEqual(run["time"], 1.0)  # the track goes on
        (event,) = run["events"]
        self.assertEqual((event["name"], event["what"]), ("track", "ends"))
        self.assertAlmostEqual(event["time"], 0.75, 12)
        run = self.run_json("scenario.toml", "--set", "run.stop_at_track_end=true")
        self.assertAlmostEqual(run["time"], 0.75, 12)
        self.assertEqual(run["status"], "done")
        self.assertEqual(run["message"], "the end of the track was reached")
        self.assertEqual(run["rows"], 76)
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "run.stop_at_track_end=true")
        self.assertIn("the end of the track was reached\n", outcome.out)


if __name__ == "__main__":
    support.unittest.main()
