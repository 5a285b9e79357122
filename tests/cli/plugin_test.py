"""Plug-ins of a shared library: refused unless allowed, the same results as the program's own law, failures that keep results."""
import os
import shutil
import unittest

import h5py
import numpy
import support

LIBRARY = os.environ["FOURFOOT_PLUGINS"]  # examples/plugin/laws.c
OLD_LIBRARY = os.environ["FOURFOOT_OLD_PLUGINS"]  # the same, of another version

ROD = """\
[elements.rod]
type = "rod"
between = ["track", "wheelset"]
at_first = [0, -1, 0.46]
at_second = [0, 0, 0.46]
stiffness = 4e4
damping = 3e3
preload = 100
"""


class PluginTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        shutil.copy(LIBRARY, self.folder / "laws.so")
        self.plain = (self.folder / "vehicle.toml").read_text()

    def put(self, function, parameters, more="", library="laws.so"):
        plugin = ROD[:ROD.index("stiffness")].replace('"rod"', '"plugin"')
        self.write("vehicle.toml", f'{self.plain}{plugin}library = "{library}"\nfunction = "{function}"\nparameters = {parameters}\n{more}')

    def simulate(self, *arguments, code=0):
        result = self.run_program("run", "scenario.toml", "--allow-code", "--force", "-o", "out.h5", *arguments)
        self.assertEqual(result.code, code, result.err)
        with h5py.File(self.folder / "out.h5") as file:
            rows = {name: file["channels"][name][...] for name in ("wheelset/y", "wheelset/psi")}
            return rows | {"time": file["time"][...]}, result.err

    def assert_same(self, a, b, share=1e-12):
        for name, column in a.items():
            numpy.testing.assert_allclose(b[name], column, rtol=0, atol=share * numpy.abs(column).max(), err_msg=name)

    def test_code_is_not_run_unless_allowed(self):
        self.put("rod", [4e4, 3e3, 100])
        for arguments in (["run", "scenario.toml"], ["check", "scenario.toml"], ["info", "scenario.toml"]):
            result = self.run_program(*arguments)
            self.assertEqual(result.code, 2, arguments)
            self.assertIn("error[plugin-code]", result.err)
            self.assertIn("--allow-code", result.err)

    def test_who_allows_it_is_warned(self):
        self.put("rod", [4e4, 3e3, 100])
        for result in (self.run_program("check", "scenario.toml", "--allow-code"),
                       self.run_program("check", "scenario.toml", env=os.environ | {"FOURFOOT_ALLOW_CODE": "1"})):
            self.assertEqual(result.code, 0, result.err)
            self.assertIn("warning[plugin-code]", result.err)

    def test_a_rod_by_plugin_is_the_rod(self):
        self.write("vehicle.toml", self.plain + ROD)
        built_in, _ = self.simulate()
        self.put("rod", [4e4, 3e3, 100])
        self.assert_same(built_in, self.simulate()[0])

    def test_differences_instead_of_derivatives_change_results_by_the_error_control_only(self):
        self.write("vehicle.toml", self.plain + ROD)
        built_in, _ = self.simulate()
        self.put("plain-rod", [4e4, 3e3, 100])
        self.assert_same(built_in, self.simulate()[0], 1e-6)  # steps of an implicit method end elsewhere

    def test_a_controller_with_a_state(self):
        # Its force takes a constant one away in the end: the integral does what a spring cannot.
        push = ROD.replace("elements.rod", "elements.push").replace('"rod"', '"force-time"')
        push = push[:push.index("stiffness")] + "time = [0]\nforce_y = [500]\n"
        self.put("centring", [1e5, 2e4, 3e5], push)
        self.spoil("scenario.toml", 'duration = "1 s"', 'duration = "8 s"')
        rows, _ = self.simulate()
        self.assertLess(abs(rows["wheelset/y"][-1]), 2e-5)

    def test_a_failure_ends_the_run_and_keeps_the_results(self):
        self.put("failing", [0.5])
        rows, text = self.simulate(code=3)
        self.assertIn('the plug-in "failing" failed with code -7', text)
        self.assertGreater(rows["time"][-1], 0.4)
        self.assertLess(rows["time"][-1], 0.52)

    def test_irregularity(self):
        self.write("line.toml", 'format = "fourfoot track 1"\nhorizontal = [{ type = "line", length = 100 }]\n[[irregularity]]\ntype = "plugin"\n'
                   'library = "laws.so"\nfunction = "wave"\nparameters = [2e-3, 20]\nshortest_wave = 20\n')
        result = self.run_program("track", "line.toml", "--allow-code", "--step", "5", "--to", "10", "--format", "csv")
        self.assertEqual(result.code, 0, result.err)
        rows = [line.split(",") for line in result.out.splitlines()]
        alignment = [float(row[rows[0].index("alignment")]) for row in rows[1:]]
        numpy.testing.assert_allclose(alignment, [0.0, 2e-3, 0.0], atol=1e-15)

    def test_faults(self):
        faults = [(("rood", [1, 2, 3]), "error[unknown-plugin]"), (("rod", [1, 2]), "error[plugin-parameters]"), (("wave", [1, 2]), "error[plugin-kind]"),
                  (("rod", [1, 2, 3], "", "none.so"), "error[plugin-library]"), (("rod", [1, 2, 3], "", "vehicle.toml"), "error[plugin-library]"),
                  (("rod", [1, 2, 3], "", OLD_LIBRARY), "error[plugin-version]")]
        for arguments, text in faults:
            with self.subTest(text):
                self.put(*arguments)
                result = self.run_program("check", "scenario.toml", "--allow-code")
                self.assertEqual(result.code, 2)
                self.assertIn(text, result.err)
        self.write("vehicle.toml", (self.folder / "vehicle.toml").read_text().replace(f'library = "{OLD_LIBRARY}"\n', ""))
        self.assertIn("error[unknown-plugin]", self.run_program("check", "scenario.toml").err)


if __name__ == "__main__":
    unittest.main()
