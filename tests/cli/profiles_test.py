"""Vehicles on real profiles, described by someone who has only read the formats: braking to standstill, coasting, other gauges,
wheels from points, half axles."""
import json
import signal
import subprocess
import time

import support

def make_axle(number, x):
    return f"""\
[bodies.wheelset_{number}]
type = "wheelset"
mass = 1500
inertia = [800, 120, 800]
position = [{x}, 0, 0.46]
radius = 0.46
"""


def make_suspension(name, axle, x):
    return f"""\
[elements.{name}]
type = "spring-damper"
between = ["car_body", "{axle}"]
at = [{x}, 1, 0.46]
both_sides = true
stiffness = ["4 MN/m", "3 MN/m", "1 MN/m"]
damping = ["5 kN s/m", "10 kN s/m", "20 kN s/m"]
"""


CAR_BODY = """\
[bodies.car_body]
mass = "30 t"
inertia = [15000, 60000, 60000]
position = [0, 0, 1.7]
"""
VEHICLE = CAR_BODY + make_axle(1, 3) + make_axle(2, -3) + make_suspension("front", "wheelset_1", 3) + make_suspension("rear", "wheelset_2", -3)

SCENARIO = f"""\
vehicle = "car.toml"
[speed]
v = 20
[contact]
model = "profiles"
[wheels]
profile = "{support.SOURCE}/models/profiles/wheel_S1002.toml"
[rails]
profile = "{support.SOURCE}/models/profiles/rail_60E1.toml"
[run]
duration = 2
"""

CURVE = """\
[track]
[[track.horizontal]]
type = "circular-arc"
length = 100
radius = 300
turn = "left"
cant = "100 mm"
"""


class OnProfiles(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("car.toml", VEHICLE)
        self.write("line.toml", SCENARIO)

    def read(self, results, *channels):
        outcome = self.run_program("export", results, "--format", "json", "-c", ",".join(channels))
        self.assertEqual(outcome.code, 0, outcome.err)
        return json.loads(outcome.out)["columns"]

    def test_wheels_do_not_skid_when_braked_to_a_stand(self):
        """Nothing but its own inertia turns the wheelset: J a / r^2 of both wheels together."""
        outcome = self.run_program("run", "line.toml", "-o", "r.h5", "--set", "speed.a=-1", "--set", "run.duration=22")
        self.assertEqual(outcome.code, 0, outcome.err)
        columns = self.read("r.h5", "speed", "wheelset_1/left/patch_1/fx")
        rolling = [fx for v, fx in zip(columns["speed"], columns["wheelset_1/left/patch_1/fx"]) if 0.5 < v <= 10]
        self.assertEqual(len(rolling), 1900)
        for fx in rolling:
            self.assertAlmostEqual(fx, 120 * 1.0 / 0.46**2 / 2, delta=5)

    def test_a_coasting_vehicle_starts_as_if_pulled(self):
        outcome = self.run_program("run", "line.toml", "-o", "r.h5", "--set", "drive.mode=coasting")
        self.assertEqual(outcome.code, 0, outcome.err)
        columns = self.read("r.h5", "car_body/v_x", "wheelset_1/left/Q")
        self.assertLess(columns["car_body/v_x"][-1], 0)
        self.assertGreater(columns["car_body/v_x"][-1], -0.01)
        for q in columns["wheelset_1/left/Q"]:
            self.assertAlmostEqual(q, 33000 * 9.81 / 4, delta=10)

    def test_cant_is_measured_over_the_gauge_of_the_rails(self):
        self.write("line.toml", SCENARIO + CURVE)
        for gauge, base in ((1.435, 1.5), (1.0, 1.065), (1.668, 1.733)):
            outcome = self.run_program("track", "line.toml", "--set", f"rails.gauge={gauge}", "--set", f"wheels.back_to_back={gauge - 0.075}", "--from", "50", "--to", "50", "--format", "json")
            self.assertAlmostEqual(json.loads(outcome.out)["columns"]["phi"][0], -0.1 / base, places=12)

    def test_a_wheel_may_be_given_by_its_points(self):
        points = json.loads(self.run_program("profile", f"{support.SOURCE}/models/profiles/wheel_S1002.toml", "--step", "0.5 mm", "--format", "json").out)
        rows = zip(points["columns"]["y"], points["columns"]["z"])
        self.write("wheel.txt", "".join(f"{1e3 * y:.5f} {1e3 * z:.5f}\n" for y, z in rows))
        conicities = []
        for settings in ((), ("--set", "wheels.profile=wheel.txt")):
            outcome = self.run_program("contact-geometry", "line.toml", "--conicity", "--amplitude", "3 mm:1 mm:4 mm", "--format", "json", *settings)
            self.assertEqual(outcome.code, 0, outcome.err)
            conicities.append(json.loads(outcome.out)["columns"]["conicity"])
        for exact, measured in zip(*conicities):
            self.assertAlmostEqual(exact, measured, delta=0.01 * exact)

    def test_half_an_axle_has_one_flange(self):
        axle = f"{support.SOURCE}/models/vehicles/axles/independent-wheels.toml"
        self.write("car.toml", CAR_BODY + f'[parts.front]\ninclude = "{axle}"\nat = [3, 0, 0]\n[parts.rear]\ninclude = "{axle}"\nat = [-3, 0, 0]\n' +
                   make_suspension("front", "front_axle", 3) + make_suspension("rear", "rear_axle", -3))
        outcome = self.run_program("run", "line.toml", "-o", "r.h5", "--format", "json", "--set", "initial.car_body.v_y=0.6")
        self.assertEqual(outcome.code, 0, outcome.err)
        touched = {event["name"] for event in json.loads(outcome.out)["events"]}
        self.assertIn("front_wheel_left/left/flange", touched)
        self.assertEqual({name for name in touched if "wheel_left/right" in name or "wheel_right/left" in name}, set())

    def test_ctrl_c_ends_any_verb_with_130(self):
        for verb in (("eigen", "--speed", "5:0.001:80"), ("bifurcation", "--speed", "5:0.5:80"), ("critical-speed", "--from", "5", "--to", "80")):
            process = subprocess.Popen([support.PROGRAM, verb[0], "line.toml", *verb[1:]], cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.PIPE, text=True)
            time.sleep(0.7)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=60)
            self.assertEqual((process.returncode, err.splitlines()[-1]), (130, "stopped"))

    def test_ctrl_c_keeps_the_points_of_a_bifurcation_diagram(self):
        process = subprocess.Popen([support.PROGRAM, "bifurcation", f"{support.SOURCE}/examples/01-hunting-wheelset/scenario.toml", "--speed", "1:0.001:60",
                                    "--method", "simulation", "--format", "csv"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, err.splitlines()[-1]), (130, "stopped"))
        rows = out.splitlines()
        self.assertGreater(len(rows), 5, out)
        self.assertEqual(rows[1].split(",")[:3], ["1", "up", "stationary"])
        self.assertNotIn("diverged", out)


if __name__ == "__main__":
    support.unittest.main()
