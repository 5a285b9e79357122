"""Names of modes and roles of bodies, for the vehicles of the models folder; what the report page needs of the vehicle."""
import csv
import io
import json
import unittest

import support

EXAMPLES = support.SOURCE / "examples"


class EigenNamesTest(support.ProgramTest):
    def call(self, example, *more):
        outcome = self.run_program("eigen", str(EXAMPLES / example / "scenario.toml"), *more, "--format", "json")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return json.loads(outcome.out)

    def list_roles(self, found):
        return {body["name"]: body["role"] for body in found["vehicle"]["bodies"]}

    def test_coach_has_the_modes_of_a_coach(self):
        found = self.call("22-coach-map")
        modes = found["points"][0]["modes"]
        names = [mode["name"] for mode in modes]
        for name in ("car body lower sway", "car body upper sway", "car body bounce", "car body pitch", "car body yaw",
                     "bogie bounce, in phase", "bogie bounce, anti-phase", "bogie roll, in phase"):
            self.assertEqual(names.count(name), 1, f"{name} in {names}")
        hunting = [mode for mode in modes if mode["name"].startswith("bogie hunting") and mode["im"] > 0]
        self.assertTrue(hunting and all(1 < mode["frequency"] < 8 for mode in hunting), hunting)
        # lower sway swings slower than upper sway, and the car slower than its bogies
        frequency = {mode["name"]: mode["frequency"] for mode in modes}
        self.assertLess(frequency["car body lower sway"], frequency["car body upper sway"])
        self.assertLess(frequency["car body bounce"], frequency["bogie bounce, in phase"])

    def test_roles_follow_from_what_is_joined(self):
        roles = self.list_roles(self.call("22-coach-map"))
        self.assertEqual((roles["car_body"], roles["bogie_1"], roles["wheelset_1"]), ("car", "bogie", "wheelset"))
        roles = self.list_roles(self.call("20-cooperrider"))  # held by the track, where a car would be
        self.assertEqual(roles, {"front": "wheelset", "rear": "wheelset", "frame": "bogie"})
        roles = self.list_roles(self.call("21-freight-map"))  # two axles, no bogies
        self.assertEqual(set(roles.values()), {"car", "wheelset"})

    def test_bolsters_on_joints_are_drawn_with_their_car(self):
        wagon = support.SOURCE / "models" / "vehicles" / "freight-25t" / "vehicle.toml"
        found = self.call("22-coach-map", "--set", f'vehicle="{wagon}"')
        roles = self.list_roles(found)
        self.assertEqual({role for name, role in roles.items() if "bolster" in name or "side" in name}, {"bogie"})
        self.assertEqual(roles["car_body"], "car")
        # a pivot holds each bolster to the car body: it has no vertical freedom of its own, and goes up and down with it
        bounce = next(mode for mode in found["points"][0]["modes"] if mode["name"] == "car body bounce")
        shares = {(share["body"], share["coordinate"]): share["amplitude"] for share in bounce["shares"]}
        bolster = next(name for name in roles if "bolster" in name)
        self.assertAlmostEqual(shares[bolster, "z"], shares["car_body", "z"], delta=0.01)

    def test_cooperriders_bogie_hunts(self):
        found = self.call("20-cooperrider")
        unstable = [mode for mode in found["points"][0]["modes"] if mode["re"] > 0]
        self.assertEqual([mode["name"] for mode in unstable], ["bogie hunting"])
        self.assertIn("bogie hunting", self.run_program("eigen", str(EXAMPLES / "20-cooperrider" / "scenario.toml")).out)

    def test_many_values_hold_the_same_shapes(self):
        one = self.call("20-cooperrider", "--set", "speed.v=70")["points"][0]["modes"]
        many = self.call("20-cooperrider", "--speed", "65:5:70")
        self.assertEqual([point["value"] for point in many["points"]], [65, 70])
        # roots that do not swing come in pairs here, whose shapes any mixture is
        swinging = [mode for mode in many["points"][1]["modes"] if mode["im"] > 0]
        self.assertGreaterEqual(len(swinging), 5)
        for mode in swinging:
            same = min(one, key=lambda other: abs(other["re"] - mode["re"]) + abs(other["im"] - mode["im"]))
            self.assertEqual(mode["name"], same["name"])
            shares = {(s["body"], s["coordinate"]): s["amplitude"] for s in same["shares"]}
            for freedom, amplitude in zip(many["freedoms"], mode["amplitudes"]):
                self.assertAlmostEqual(amplitude, shares[freedom["body"], freedom["coordinate"]], delta=1e-3)

    def test_names_stand_in_the_csv(self):
        scenario = str(EXAMPLES / "20-cooperrider" / "scenario.toml")
        out = self.run_program("eigen", scenario, "--speed", "65:5:70", "--format", "csv").out
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertIn("bogie hunting", {row["name"] for row in rows})


if __name__ == "__main__":
    unittest.main()
