"""What results and answers look like: texts, tables, pictures, other packages' tables, progress."""
import importlib.util
import io
import sys
import types
import unittest
from unittest import mock

import numpy as np
from support import EXAMPLES

import fourfoot
from fourfoot.progress import Progress, shown

WHEELSET = EXAMPLES / "01-hunting-wheelset/scenario.toml"


def run():
    s = fourfoot.load(WHEELSET)
    s["run.duration"] = "1 s"
    return s.run(progress=False)


class Looks(unittest.TestCase):
    def test_everything_prints_itself(self):
        s, r = fourfoot.load(WHEELSET), run()
        self.assertIn("Hunting", repr(s))
        self.assertIn("201 rows", repr(r))
        self.assertIn("wheelset/y", r._repr_html_())
        answers = [fourfoot.equilibrium(s), fourfoot.eigen(s), fourfoot.eigen(s, speed=[20, 30]),
                   fourfoot.signal(r, "wheelset/y"), fourfoot.integrators(s.changed({"run.duration": 1}), methods="bdf", tolerances=[1e-4])]
        for answer in answers:
            self.assertGreater(len(repr(answer)), 20)
            self.assertIn("<", answer._repr_html_())
            with self.assertRaises(AttributeError):
                answer.nothing

    def needs(self, package, work, check):
        """Works where the package is installed; else says what is missing."""
        if importlib.util.find_spec(package):
            check(work())
        else:
            with self.assertRaises(ImportError) as caught:
                work()
            self.assertIn(package, str(caught.exception))

    def test_tables_of_others(self):
        r = run()

        def check_frame(frame):
            np.testing.assert_array_equal(frame["wheelset/y"].to_numpy(), r["wheelset/y"])
            np.testing.assert_array_equal(frame.index.to_numpy(), r.time)
            self.assertEqual(frame.attrs["units"]["wheelset/y"], "m")

        def check_dataset(data):
            np.testing.assert_array_equal(data["wheelset/y"].values, r["wheelset/y"])
            self.assertEqual(data["wheelset/y"].attrs["units"], "m")

        self.needs("pandas", lambda: r.to_pandas("wheelset/*"), check_frame)
        self.needs("xarray", lambda: r.to_xarray("wheelset/*"), check_dataset)
        self.needs("pandas", lambda: fourfoot.equilibrium(WHEELSET).to_pandas(), lambda frame: self.assertIn("value", frame))

    def test_pictures(self):
        r = run()
        if importlib.util.find_spec("matplotlib"):
            import matplotlib
            matplotlib.use("Agg")
        self.needs("matplotlib", lambda: r.plot("wheelset/y"), lambda ax: self.assertEqual(len(ax.lines), 1))
        self.needs("matplotlib", lambda: fourfoot.eigen(WHEELSET, speed=[20, 30]).plot(), lambda ax: self.assertGreater(len(ax.lines), 2))
        self.needs("matplotlib", lambda: fourfoot.signal(r, "wheelset/y").plot(), lambda ax: self.assertGreater(len(ax.lines), 0))


class ProgressTest(unittest.TestCase):
    def test_a_terminal_gets_a_bar_that_goes_away(self):
        out = io.StringIO()
        out.isatty = lambda: True
        with mock.patch.object(sys, "stderr", out):
            self.assertTrue(Progress.is_wanted())
            with shown(None, "run") as bar:
                bar._begin -= 10
                bar(0.25)
        self.assertIn(" 25 % 30 s left", out.getvalue())
        self.assertTrue(out.getvalue().endswith("\r\033[K"))

    def test_a_file_gets_nothing(self):
        with mock.patch.object(sys, "stderr", io.StringIO()):
            with shown(None) as bar:
                self.assertIsNone(bar)

    def test_a_notebook_gets_a_line_that_is_written_over(self):
        seen = []

        class Handle:
            def update(self, html):
                seen.append(("update", html))

        def display(html, display_id):
            seen.append(("new", html))
            return Handle()

        shell = type("ZMQInteractiveShell", (), {})()
        python = types.ModuleType("IPython")
        python.get_ipython = lambda: shell
        shows = types.ModuleType("IPython.display")
        shows.display, shows.HTML = display, lambda text: text
        with mock.patch.dict(sys.modules, {"IPython": python, "IPython.display": shows}):
            with shown(None, "run") as bar:
                bar._begin -= 10
                bar(0.5)
                bar(0.75)
        self.assertEqual([kind for kind, _ in seen], ["new", "update", "update"])
        self.assertIn("75 %", seen[1][1])


if __name__ == "__main__":
    unittest.main()
