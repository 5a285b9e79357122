"""Rails on sleepers against a second program: the infinite beam by its own wave solution, held by springs at the sleepers.

A beam EI w'''' + rho I w^2 w'' - m w^2 w = load that nothing holds answers a force at x = 0 by waves G(x) = A e^(a|x|) + B e^(b|x|). A
sleeper at x_j pulls back with Z(w) w(x_j), so w(x) = G(x - x_0) - sum_j G(x - x_j) Z w(x_j): one linear equation per sleeper, no
elements, no ring. 161 sleepers are as good as all of them.
"""
import csv
import io
import unittest

import numpy as np

import support

SPACING, RAIL, STEEL = 0.6, 60.64, 7850 / 2.1e11
VERTICAL, LATERAL = 6.62e6, 1.07e6

TRACK = """\
format = "fourfoot track 1"
[[horizontal]]
type = "line"
length = 100
[support]
model = "discrete"
"""


def calc_waves(w, bending, x, shear=np.inf):
    """Of the free beam. With a finite shear stiffness it is Timoshenko's."""
    inertia = STEEL * bending
    # EI w'''' + (rho I + m EI / kGA) w^2 w'' - m w^2 (1 - rho I w^2 / kGA) w = load (1 - rho I w^2 / kGA) - EI / kGA load''
    roots = np.roots([bending, (inertia + RAIL * bending / shear) * w**2, -RAIL * w**2 * (1 - inertia * w**2 / shear) * (1 - 1e-9j)])
    decay = []
    for root in np.sqrt(roots.astype(complex)):
        leaves = root.real < 0 if abs(root.real) > 1e-6 * abs(root) else root.imag < 0
        decay.append(root if leaves else -root)
    a, b = decay
    x = np.abs(x)

    def respond(k, other):
        strength = (1 - inertia * w**2 / shear) - k * k * bending / shear
        return strength * np.exp(k * x) / (2 * bending * k * (k * k - other * other))
    return respond(a, b) + respond(b, a)


def calc_receptance(f, bending, hold, place, shear=np.inf):
    w = 2 * np.pi * f
    sleepers = SPACING * np.arange(-80, 81)
    between = calc_waves(w, bending, sleepers[:, None] - sleepers[None, :], shear)
    direct = calc_waves(w, bending, sleepers - place, shear)
    moved = np.linalg.solve(np.eye(len(sleepers)) + between * hold(w), direct)
    return calc_waves(w, bending, 0.0, shear) - direct @ (hold(w) * moved)


def hold_up(w):
    pad, bed = 65e6 + 75e3j * w, 49.6e6 + 20.4e3j * w - 125.5 * w * w
    return pad * bed / (pad + bed)


def hold_both(w):
    pad, bed = 15e6 + 50e3j * w, 40e6 + 100e3j * w - 251 * w * w
    return pad * bed / (2 * pad + bed)


def hold_apart(w):
    return 15e6 + 50e3j * w


class ReceptanceTest(support.ProgramTest):
    def read(self, track=TRACK):
        self.write("track.toml", track)
        outcome = self.run_program("track", "track.toml", "--receptance", "--format", "csv")
        self.assertEqual(outcome.code, 0, outcome.err)
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(io.StringIO(outcome.out))]
        self.assertEqual([row["f"] for row in rows], list(range(5, 301, 5)))
        return rows

    def test_it_is_that_of_an_endless_beam_on_sleepers(self):
        for row in self.read()[::6]:
            f = row["f"]
            for place, name in ((0.0, "sleeper"), (0.3, "between")):
                vertical = calc_receptance(f, VERTICAL, hold_up, place)
                lateral = 0.5 * sum(calc_receptance(f, LATERAL, hold, place) for hold in (hold_both, hold_apart))
                for axis, exact, bending in (("z", vertical, VERTICAL), ("y", lateral, LATERAL)):
                    # the ring, and elements of 0.3 m: (k l)^4 / 720 of the free rail's frequency squared
                    bound = 1e-3 + 2 / 720 * RAIL * (2 * np.pi * f)**2 / bending * 0.3**4
                    got = row[f"{axis}_{name}"] * np.exp(1j * row[f"{axis}_{name}_phase"])
                    self.assertLess(abs(got - exact), bound * abs(exact), (f, axis, name))

    def test_what_shear_would_change_is_what_the_manual_says(self):
        """The rail of the program has no shear: kGA = 0.4 * 7.69e-3 m2 * 81 GPa [assumed, of 60E1]."""
        shear = 0.4 * 7.69e-3 * 81e9
        for f, told in ((5, 0.044), (100, 0.016), (200, 0.076), (300, 0.083)):
            plain = calc_receptance(f, VERTICAL, hold_up, 0.0)
            change = abs(calc_receptance(f, VERTICAL, hold_up, 0.0, shear)) / abs(plain) - 1
            self.assertAlmostEqual(change, told, delta=0.001, msg=f)

    def test_keys_of_one_model_beside_the_other_are_refused(self):
        for text, message in (
                (TRACK + 'vertical = { mass = 50, stiffness = 8e7, damping = 1e5 }\n', "has no co-running masses"),
                (TRACK.replace('model = "discrete"', "pads = {}"), "pads belongs to a track on sleepers"),
                (TRACK + "elements = 9\n", "elements"),
                (TRACK.replace('model = "discrete"', ""), "which this track has not")):
            self.write("track.toml", text)
            outcome = self.run_program("track", "track.toml", "--receptance")
            self.assertEqual(outcome.code, 2, text)
            self.assertIn(message, outcome.err)


if __name__ == "__main__":
    unittest.main()
