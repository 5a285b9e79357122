"""Contact, profiles and track as arrays: the same numbers as the program prints, to the last bit."""
import csv
import io
import os
import pathlib
import subprocess
import tempfile
import unittest

import fourfoot
import numpy as np

PROGRAM = os.environ["FOURFOOT"]
SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
COACH = SOURCE / "examples/10-coach-curve/scenario.toml"
STEEL = {"shear_modulus": 82e9, "poisson": 0.28}


def ask(*arguments):
    """Columns of the program's CSV; its numbers are the shortest that read back as the same double."""
    out = subprocess.run([PROGRAM, *map(str, arguments), "--format", "csv"], check=True, capture_output=True, text=True).stdout
    rows = list(csv.reader(io.StringIO(out)))
    return {name: np.array([float(row[k]) for row in rows[1:]]) for k, name in enumerate(rows[0])}


class ToolboxTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fourfoot-toolbox-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write_cases(self, **columns):
        path = self.folder / "cases.csv"
        rows = zip(*(map(repr, map(float, column)) for column in columns.values()))
        path.write_text(",".join(columns) + "\n" + "\n".join(map(",".join, rows)) + "\n")
        return path

    def assert_same(self, got, expected):
        np.testing.assert_array_equal(np.asarray(got), expected)


class Hertz(ToolboxTest):
    def test_equals_the_program(self):
        draw = np.random.default_rng(1)
        cases = {"normal": draw.uniform(1e3, 2e5, 50), "curvature_x": draw.uniform(0.5, 10, 50), "curvature_y": draw.uniform(0.5, 100, 50),
                 "young": draw.uniform(1e11, 3e11, 50), "poisson": draw.uniform(0.2, 0.4, 50)}
        expected = ask("hertz", "--cases", self.write_cases(**cases))
        for name, column in fourfoot.hertz(**cases)._asdict().items():
            self.assert_same(column, expected[name])

    def test_broadcasts_and_keeps_shapes(self):
        patch = fourfoot.hertz(np.full((4, 1), 8e4), 2.2, np.array([3.0, 4.0, 5.0]), "210 GPa", 0.28)
        self.assertEqual(patch.a.shape, (4, 3))
        one = fourfoot.hertz("80 kN", 2.2, 4.0, 210e9, 0.28)
        self.assertIsInstance(one.a, float)
        self.assertEqual(one.a, patch.a[2, 1])
        self.assertEqual(fourfoot.hertz([], 2.2, 4.0, 210e9, 0.28).b.shape, (0,))

    def test_nan_gives_nan_and_other_faults_say_where(self):
        patch = fourfoot.hertz([8e4, np.nan], 2.2, 4.0, 210e9, 0.28)
        self.assertEqual(np.isnan(patch.a).tolist(), [False, True])
        with self.assertRaises(fourfoot.InputError) as caught:
            fourfoot.hertz([8e4, -1.0], 2.2, 4.0, 210e9, 0.28)
        self.assertIn("normal[1] cannot be -1", str(caught.exception))
        with self.assertRaisesRegex(ValueError, "normal \\(2,\\), curvature_y \\(3,\\)"):
            fourfoot.hertz([1.0, 2.0], 2.2, [1.0, 2.0, 3.0], 210e9, 0.28)
        with self.assertRaisesRegex(fourfoot.InputError, "wrong-unit"):
            fourfoot.hertz("80 km", 2.2, 4.0, 210e9, 0.28)


class Creep(ToolboxTest):
    def make_cases(self, count):
        draw = np.random.default_rng(2)
        return {"a": draw.uniform(1e-3, 9e-3, count), "b": draw.uniform(1e-3, 9e-3, count), "normal": draw.uniform(0, 1e5, count),
                "friction": draw.uniform(0.05, 0.6, count), "nu_x": draw.normal(0, 3e-3, count), "nu_y": draw.normal(0, 3e-3, count),
                "spin": draw.normal(0, 0.3, count), "speed": draw.uniform(0, 60, count)}

    def test_every_law_equals_the_program(self):
        for law in fourfoot.creep_laws():
            cases = self.make_cases(3 if law == "exact" else 40)
            steel = {name: np.full(len(cases["a"]), value) for name, value in STEEL.items()}
            expected = ask("creep", "--law", law, "--cases", self.write_cases(**cases, **steel))
            found = fourfoot.creep(law, **cases, **STEEL)
            with self.subTest(law):
                for name in ("fx", "fy", "mz", "slip_share"):
                    self.assert_same(getattr(found, name), expected[name])

    def test_parameters_and_grid_equal_the_program(self):
        cases = self.make_cases(20)
        path = self.write_cases(**cases, **{name: np.full(20, value) for name, value in STEEL.items()})
        expected = ask("creep", "--law", "polach", "--cases", path, "--set", "k_slip=0.4", "--set", "friction_ratio=0.5")
        self.assert_same(fourfoot.creep("polach", **cases, **STEEL, k_slip=0.4, friction_ratio=0.5).fx, expected["fx"])
        expected = ask("creep", "--law", "fastsim", "--cases", path, "--grid", "21")
        self.assert_same(fourfoot.creep("fastsim", **cases, **STEEL, grid=21).mz, expected["mz"])

    def test_threads_and_derivatives_do_not_change_the_force(self):
        cases = self.make_cases(5000)
        one, many = (fourfoot.creep("fastsim", **cases, **STEEL, threads=n) for n in (1, 2))
        self.assert_same(one.fx, many.fx)
        with_derivatives = fourfoot.creep("fastsim", **cases, **STEEL, derivatives=True)
        # Other operations lead to them, so round-off differs: some 100 sums of numbers below mu N.
        np.testing.assert_allclose(with_derivatives.fx, one.fx, rtol=1e-12, atol=1e-12 * 6e4)
        self.assertEqual(with_derivatives.jacobian.shape, (5000, 3, 6))

    def test_derivatives_are_those_of_the_force(self):
        cases = {name: column[:20] for name, column in self.make_cases(40).items()} | {"normal": np.full(20, 8e4)}
        columns = ("nu_x", "nu_y", "spin", "normal", "a", "b")
        for law in ("polach", "shen-hedrick-elkins", "kalker-linear"):  # smooth; others have corners at single cells
            jacobian = fourfoot.creep(law, **cases, **STEEL, derivatives=True).jacobian
            for k, name in enumerate(columns):
                # Central differences: error h^2 of the third derivative, and round-off eps/h.
                h = 1e-5 * np.abs(cases[name])
                up, down = (fourfoot.creep(law, **(cases | {name: cases[name] + sign * h}), **STEEL) for sign in (1, -1))
                for row, force in enumerate(("fx", "fy", "mz")):
                    difference = (getattr(up, force) - getattr(down, force)) / (2 * h)
                    scale = np.abs(getattr(up, force)).max() / np.abs(cases[name]).min()
                    np.testing.assert_allclose(jacobian[:, row, k], difference, rtol=1e-4, atol=1e-6 * scale)

    def test_exact_theory_takes_its_parameters(self):
        case = {"a": 6e-3, "b": 5e-3, "normal": 80e3, "friction": 0.3, "nu_x": 3e-3, "speed": 20.0, "grid": 12}
        plain, falling, unlike = (fourfoot.creep("exact", **case, **STEEL, **more) for more in ({}, {"friction_ratio": 0.4}, {"dundurs": 0.2}))
        self.assertEqual(fourfoot.creep_laws()["exact"][1], ["friction_ratio", "friction_decay", "dundurs"])
        self.assertLess(abs(falling.fx), 0.99 * abs(plain.fx))
        self.assertGreater(abs(falling.fx), 0.9 * abs(plain.fx))
        self.assertNotAlmostEqual(unlike.fx, plain.fx, delta=10.0)

    def test_faults(self):
        good = {name: column[:1] for name, column in self.make_cases(1).items()}
        for faulty, text in (({"law": "fastsm"}, 'did you mean "fastsim"'), ({"law": "polach", "grid": 10}, "has no grid"),
                             ({"law": "polach", "k_slp": 1}, 'did you mean "k_slip"'), ({"law": "polach", "k_slip": 3.0}, "k_slip cannot be 3"),
                             ({"law": "exact", "derivatives": True}, "no derivatives"), ({"shear_modulus": -1.0}, "shear_modulus")):
            with self.subTest(faulty), self.assertRaisesRegex(fourfoot.InputError, text):
                fourfoot.creep(**(good | STEEL | faulty))


class Geometry(ToolboxTest):
    scenario = SOURCE / "examples/contact-geometry-s1002/geometry.toml"

    def test_characteristic_equals_the_program(self):
        y = np.array([-10e-3 + i * 0.5e-3 for i in range(41)])
        expected = ask("contact-geometry", self.scenario, "--y", "-10 mm:0.5 mm:10 mm", "--yaw", "0.01")
        found = fourfoot.contact_geometry(self.scenario, y, yaw=0.01)
        answered = ~np.isnan(found.r_l)
        self.assert_same(found.y, y)
        for name, column in expected.items():
            self.assert_same(found[name][answered], column)

    def test_load_equals_the_program(self):
        y = np.array([-8e-3 + i * 2e-3 for i in range(9)])
        expected = ask("contact-geometry", self.scenario, "--y", "-8 mm:2 mm:8 mm", "--load", "80 kN")
        found = fourfoot.contact_geometry(self.scenario, y, load="80 kN")
        for name, column in expected.items():
            self.assert_same(found[name], column)

    def test_conicity_equals_the_program(self):
        expected = ask("contact-geometry", self.scenario, "--conicity", "--no-roll")
        for name, column in expected.items():
            self.assert_same(fourfoot.conicity(self.scenario, roll=False)[name], column)

    def test_settings_reach_the_file(self):
        narrow = fourfoot.conicity(self.scenario, [3e-3], gauge_variation=-2e-3).conicity
        self.assertNotEqual(narrow[0], fourfoot.conicity(self.scenario, [3e-3]).conicity[0])
        self.assertEqual(fourfoot.contact_geometry(self.scenario, []).y.shape, (0,))


class Profiles(ToolboxTest):
    def test_table_equals_the_program(self):
        for file in sorted((SOURCE / "models").rglob("*.toml")):
            if "pieces" not in file.read_text():
                continue
            expected = ask("profile", file)
            profile = fourfoot.profile(file)
            with self.subTest(file.name):
                for name, column in profile.table().items():
                    self.assert_same(column, expected[name])

    def test_evaluates_by_y_and_wears(self):
        file = next(f for f in sorted((SOURCE / "models").rglob("*.toml")) if 'kind = "wheel"' in f.read_text())
        wheel = fourfoot.profile(file)
        points = wheel.at_y([0.0, 0.01, 9.0])
        self.assertAlmostEqual(points.z[0], 0.0, delta=1e-9)  # the tape circle is the origin
        self.assertTrue(np.isnan(points.z[2]))
        # What wear takes along the normal is seen vertically as depth / cos(angle); the curve is smoothed to 1e-7 m.
        worn = wheel.wear([-0.02, 0.02], [1e-3, 1e-3]).at_y(0.0)
        self.assertAlmostEqual(worn.z, 1e-3 / np.cos(points.angle[0]), delta=2e-6)
        self.assertIn("<path", wheel._repr_svg_())
        self.assertTrue(np.isnan(wheel.at([-1.0, 1e9, np.nan]).y).all())


class Lines(ToolboxTest):
    def test_table_equals_the_program(self):
        for file in (COACH, SOURCE / "examples/05-line-3km/scenario.toml", SOURCE / "examples/18-locomotive-line/scenario.toml"):
            expected = ask("track", file, "--step", "7.3")
            with self.subTest(file.parent.name):
                table = fourfoot.track(file).table(step=7.3)
                self.assertEqual(list(table), list(expected))
                for name, column in expected.items():
                    self.assert_same(table[name] + 0.0, column + 0.0)

    def test_a_loaded_scenario_serves_as_its_file(self):
        scenario = fourfoot.load(COACH)
        scenario["speed.v"] = 10.0
        self.assertEqual(fourfoot.track(scenario).travel(20.0).v, 10.0)
        self.assertEqual(fourfoot.track(COACH, {"speed.v": 12.0}).travel(20.0).v, 12.0)

    def test_shapes_and_derivatives(self):
        line = fourfoot.track(COACH)
        s = np.linspace(0, line.length, 12).reshape(3, 4)
        self.assertEqual(line.position(s).shape, (3, 4, 3))
        self.assertEqual(line.curvature(s).shape, (3, 4))
        self.assertIsInstance(line.cant(10.0), float)
        self.assertTrue(np.isnan(line.curvature(np.nan)))
        h = 1e-3
        for name in ("alignment", "vertical", "gauge", "cross_level"):
            up, here, down = (getattr(line.irregularity(s + x), name) for x in (h, 0.0, -h))
            # Waves of 3 m and more: third derivatives are below (2 pi / 3)^3 of some mm.
            np.testing.assert_allclose(here.d1, (up.value - down.value) / (2 * h), atol=1e-6)
            np.testing.assert_allclose(here.d2, (up.d1 - down.d1) / (2 * h), atol=1e-5)

    def test_irregularity_by_its_keys(self):
        wave = fourfoot.irregularity("sine", at=100.0, amplitude="5 mm", length=20, count=3, component="alignment")
        self.assertAlmostEqual(wave.at(125.0).alignment.value, 5e-3, places=12)
        self.assertEqual(wave.at(125.0).gauge.value, 0.0)
        with self.assertRaisesRegex(fourfoot.InputError, "amplitude"):
            fourfoot.irregularity("sine", at=100.0, length=20)
        with self.assertRaisesRegex(fourfoot.InputError, "type"):
            fourfoot.irregularity("wave")

    def test_random_track_has_its_spectrum(self):
        random = fourfoot.irregularity("spectrum", spectrum="erri-b176-high", seed=7, period=4096.0, wavelength_min=4.0, wavelength_max=64.0)
        s = np.arange(0.0, 4096.0, 0.5)
        rows = np.abs(np.fft.rfft(random.at(s).vertical.value)) ** 2
        wavenumber = 2 * np.pi * np.fft.rfftfreq(len(s), 0.5)
        inside = (wavenumber > 2 * np.pi / 60) & (wavenumber < 2 * np.pi / 4.2)
        density = 2 * rows / len(s) ** 2 / (wavenumber[1] - wavenumber[0])
        # Amplitudes are not random, and the joining quintics are off by 1e-5 of the shortest wave.
        np.testing.assert_allclose(density[inside], fourfoot.spectrum("erri-b176-high", wavenumber[inside]).vertical, rtol=1e-3)
        self.assertIn("fra-4", fourfoot.spectrum_names())


if __name__ == "__main__":
    unittest.main()
