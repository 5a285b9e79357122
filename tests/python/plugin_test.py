"""Laws of one's own: Python functions and C pointers give what the program's own law gives; exceptions end the run and keep results."""
import ctypes
import math
import os
import threading
import traceback
import unittest
import warnings

import fourfoot
import numpy as np

LAWS = os.environ["FOURFOOT_PLUGINS"]  # examples/plugin/laws.c
STEEL = {"shear_modulus": 82e9, "poisson": 0.28}
ROD = {"stiffness": 4e4, "damping": 3e3, "preload": 100.0}
VEHICLE = {
    "format": "fourfoot vehicle 1",
    "bodies": {"wheelset": {"type": "wheelset", "mass": 1500.0, "inertia": [800.0, 120.0, 800.0], "position": [0.0, 0.0, 0.46], "radius": 0.46,
                            "free": ["y", "psi", "chi"]}},
    "elements": {"spring": {"type": "spring-damper", "between": ["track", "wheelset"], "at": [0.0, 1.0, 0.46], "stiffness": [5e5, 1e5, 0.0]}},
}


def make_scenario(**element):
    ends = {"between": ["track", "wheelset"], "at_first": [0.0, -1.0, 0.46], "at_second": [0.0, 0.0, 0.46]}
    vehicle = VEHICLE | {"elements": VEHICLE["elements"] | {"rod": ends | element}}
    return fourfoot.scenario({
        "vehicle": vehicle, "speed": {"v": 20.0}, "contact": {"model": "textbook", "conicity": 0.05, "f11": 8e6, "f22": 7e6},
        "initial": {"wheelset": {"y": 1e-3}}, "run": {"duration": 1.0}, "output": {"step": 0.01}})


def rod(stroke, rate, t, p):
    return p[2] + p[0] * stroke + p[1] * rate


class PluginTest(unittest.TestCase):
    def setUp(self):
        context = warnings.catch_warnings()
        context.__enter__()
        self.addCleanup(context.__exit__, None, None, None)
        warnings.filterwarnings("ignore", "(?s).*nothing carries")  # a wheelset alone
        self.addCleanup(lambda: [fourfoot.plugin.remove(name) for name in fourfoot.plugin.names()])

    def assert_same(self, a, b, share):
        for name in ("wheelset/y", "wheelset/psi"):
            np.testing.assert_allclose(np.asarray(b[name]), np.asarray(a[name]), rtol=0, atol=share * np.abs(np.asarray(a[name])).max())


class Elements(PluginTest):
    def run_plugin(self, **more):
        return make_scenario(type="plugin", function="mine", parameters=list(ROD.values()), **more).run()

    def test_a_python_rod_is_the_rod(self):
        fourfoot.plugin.line("mine", rod, parameters=3)
        # The implicit method's Jacobian comes from differences: steps end elsewhere, within the error control.
        self.assert_same(make_scenario(type="rod", **ROD).run(), self.run_plugin(), 1e-6)

    def test_a_c_pointer_is_the_rod_to_round_off(self):
        built_in = make_scenario(type="rod", **ROD).run()

        @fourfoot.plugin.LAW
        def law(x, p, out, derivatives, context):
            out[0] = p[2] + p[0] * x[0] + p[1] * x[1]
            if derivatives:
                derivatives[0], derivatives[1] = p[0], p[1]
            return 0

        fourfoot.plugin.line("mine", law, parameters=3)
        self.assert_same(built_in, self.run_plugin(), 1e-12)
        fourfoot.plugin.line("mine", ctypes.cast(law, ctypes.c_void_p).value, parameters=3)  # its address, as of numba's cfunc
        self.assert_same(built_in, self.run_plugin(), 1e-12)

    def test_a_library_named_in_the_scenario(self):
        element = {"type": "plugin", "library": LAWS, "function": "rod", "parameters": list(ROD.values())}
        with self.assertRaisesRegex(fourfoot.InputError, "plugin-code"):
            make_scenario(**element).run()
        fourfoot.plugin.allow_code()
        self.addCleanup(fourfoot.plugin.allow_code, False)
        with self.assertWarnsRegex(fourfoot.InputWarning, "is code"):
            results = make_scenario(**element).run()
        self.assert_same(make_scenario(type="rod", **ROD).run(), results, 1e-12)

    def test_states_are_integrated(self):
        # A spring in series with a damper, as the program's element "damper" with a straight curve has it.
        @fourfoot.plugin.line("mine", parameters=2, states=1)
        def maxwell(stroke, rate, t, p, z):
            pull = p[0] * (stroke - z[0])
            return pull, [pull / p[1]]

        own = make_scenario(type="plugin", function="mine", parameters=[3e5, 2e4], axis="y").run()
        built_in = make_scenario(type="damper", series_stiffness=3e5, velocity=[-1.0, 0.0, 1.0], damper_force=[-2e4, 0.0, 2e4], axis="y").run()
        self.assert_same(built_in, own, 1e-6)

    def test_force_and_torque_between_bodies(self):
        @fourfoot.plugin.bearing("mine", parameters=3)
        def spring(d, theta, v, w, t, p):
            return (0.0, -p[0] * d[1] - p[1] * v[1], 0.0), (0.0, 0.0, -p[2] * theta[2])

        own = make_scenario(type="plugin", function="mine", parameters=[4e4, 3e3, 1e5]).run()
        built_in = make_scenario(type="bushing", stiffness=[0, 4e4, 0, 0, 0, 1e5], damping=[0, 3e3, 0, 0, 0, 0]).run()
        self.assert_same(built_in, own, 1e-6)

    def test_an_exception_ends_the_run_with_its_traceback_and_keeps_results(self):
        @fourfoot.plugin.line("mine", parameters=3)
        def breaks(stroke, rate, t, p):
            if t > 0.5:
                raise LookupError("no such damper")
            return rod(stroke, rate, t, p)

        try:
            self.run_plugin()
            self.fail("no exception")
        except LookupError as error:  # assertRaises would take the traceback off
            caught, text = error, traceback.format_exc()
        self.assertIn("no such damper", text)
        self.assertRegex(text, "plugin_test.py.*in breaks")
        time = np.asarray(caught.results["time"])
        self.assertTrue(0.4 < time[-1] < 0.52, time[-1])
        fourfoot.plugin.line("mine", rod, parameters=3)  # and the next run is none the worse
        self.assertEqual(self.run_plugin()["wheelset/y"].shape, (101,))

    def test_an_exception_of_an_analysis_or_a_step_is_raised_too(self):
        def breaks(stroke, rate, t, p):
            raise ZeroDivisionError("always")

        fourfoot.plugin.line("mine", breaks, parameters=3)
        scenario = make_scenario(type="plugin", function="mine", parameters=[1.0, 2.0, 3.0])
        for call in (scenario.check, scenario.run, lambda: fourfoot.eigen(scenario), lambda: scenario.start().step_to(0.1)):
            with self.assertRaises(ZeroDivisionError):
                call()

    def test_wrong_answers_are_said(self):
        for answer, error in ((None, TypeError), ("text", TypeError), ((1.0, 2.0), TypeError), (1j, TypeError)):
            fourfoot.plugin.line("mine", lambda *_, answer=answer: answer, parameters=3)
            with self.subTest(answer), self.assertRaises(error):
                self.run_plugin()
        fourfoot.plugin.line("mine", lambda *_: math.nan, parameters=3)
        with self.assertRaisesRegex(fourfoot.RunError, "no finite number"):
            self.run_plugin()

    def test_two_runs_at_once(self):
        fourfoot.plugin.line("mine", rod, parameters=3)
        results = []
        threads = [threading.Thread(target=lambda: results.append(self.run_plugin())) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assert_same(results[0], results[1], 0.0)


class OtherLaws(PluginTest):
    def test_a_creep_law(self):
        def saturated(a, b, normal, friction, nu_x, nu_y, spin, speed, shear_modulus, poisson, p):
            fx, fy = -p[0] * shear_modulus * a * b * nu_x, -p[0] * shear_modulus * a * b * nu_y
            size, most = math.hypot(fx, fy), friction * normal
            factor = most * math.tanh(size / most) / size if size else 1.0
            return factor * fx, factor * fy, 0.0

        fourfoot.plugin.creep_law("mine", saturated, parameters=1)
        nu = np.linspace(-1e-2, 1e-2, 21)
        patch = {"a": 6e-3, "b": 4e-3, "normal": 8e4, "friction": 0.3, "nu_x": nu, "nu_y": 1e-3}
        own = fourfoot.creep("plugin", **patch, **STEEL, function="mine", parameters=[4.0], derivatives=True)
        expected = [saturated(6e-3, 4e-3, 8e4, 0.3, x, 1e-3, 0.0, 0.0, 82e9, 0.28, (4.0,)) for x in nu]
        np.testing.assert_array_equal(own.fx, [e[0] for e in expected])
        # At rest the law is straight: dfx/dnu_x = -p G a b, but for 1 mm/m of lateral creepage.
        steep = fourfoot.creep("plugin", **(patch | {"nu_x": 0.0, "nu_y": 0.0}), **STEEL, function="mine", parameters=[4.0], derivatives=True)
        # Differences over 1e-9 bend with (slope h / mu N)^2 / 3, and round-off is 1e-16 mu N / h.
        self.assertAlmostEqual(steep.jacobian[0, 0] / (-4.0 * 82e9 * 6e-3 * 4e-3), 1.0, places=6)
        fourfoot.plugin.allow_code()
        self.addCleanup(fourfoot.plugin.allow_code, False)
        in_c = fourfoot.creep("plugin", **patch, **STEEL, library=LAWS, function="tanh-creep", parameters=[4.0, 4.0])
        np.testing.assert_allclose(in_c.fx, own.fx, rtol=1e-14)

    def test_an_irregularity(self):
        @fourfoot.plugin.irregularity("mine", parameters=2)
        def wave(s, p):
            return p[0] * math.sin(2 * math.pi * s / p[1]), 0.0, 0.0, 0.0

        found = fourfoot.irregularity("plugin", function="mine", parameters=[2e-3, 20.0], shortest_wave=20.0).at(np.linspace(0, 40, 9))
        k = 2 * math.pi / 20
        s = np.linspace(0, 40, 9)
        np.testing.assert_array_equal(found.alignment.value, [wave(x, (2e-3, 20.0))[0] for x in s])
        # Differences over h = 20 mm: errors (k h)^2 / 6 and (k h)^2 / 12.
        np.testing.assert_allclose(found.alignment.d1, 2e-3 * k * np.cos(k * s), atol=2e-3 * k * (k * 0.02) ** 2)
        np.testing.assert_allclose(found.alignment.d2, -2e-3 * k * k * np.sin(k * s), atol=2e-3 * k * k * (k * 0.02) ** 2)

    def test_faults(self):
        for call, error in ((lambda: fourfoot.plugin.line(None, rod), TypeError), (lambda: fourfoot.plugin.line("mine", 0), ValueError),
                            (lambda: fourfoot.plugin.line("mine", "rod"), TypeError), (lambda: fourfoot.plugin.line("mine", rod, states=7), ValueError),
                            (lambda: fourfoot.plugin.line("mine", rod, parameters=-1), ValueError), (lambda: fourfoot.creep(
                                "plugin", a=1e-3, b=1e-3, normal=1.0, friction=0.3, **STEEL, function="none"), fourfoot.InputError)):
            with self.assertRaises(error):
                call()
        self.assertFalse(fourfoot.plugin.remove("none"))


if __name__ == "__main__":
    unittest.main()
