"""Plots in the terminal and to files, and reports, of the built program."""
import re

import support


class PlotTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)

    def test_in_the_terminal(self):
        outcome = self.run_program("plot", "r.h5", "wheelset/y", "wheelset/psi", "--width", "80", "--height", "16")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        lines = outcome.out.splitlines()
        self.assertEqual(len(lines), 2 * 16)
        self.assertTrue(all(len(line) <= 80 for line in lines))
        self.assertIn("wheelset/y [mm]", lines)
        self.assertIn("time [s]", outcome.out)
        self.assertRegex(outcome.out, "[\u2801-\u28ff]{2}")
        # The wheelset starts at 1 mm: the scale must reach it.
        labels = [float(m.group(1)) for line in lines[1:13] if (m := re.match(r" *(-?[0-9.]+) \u2524", line))]
        self.assertGreaterEqual(max(labels), 1.0)

    def test_over_distance_and_part_of_it(self):
        outcome = self.run_program("plot", "r.h5", "wheelset/y", "--over", "s", "--from", "5 m", "--to", "10 m")
        self.assertIn("s [m]", outcome.out)
        axis = outcome.out.splitlines()[-2].split()
        self.assertEqual((axis[0], axis[-1]), ("5", "10"))

    def test_to_files(self):
        for ending, begin in (("svg", b"<?xml"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
            name = f"p.{ending}"
            outcome = self.run_program("plot", "r.h5", "wheelset/y", "*/fx", "-o", name)
            self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "", ""))
            data = (self.folder / name).read_bytes()
            self.assertTrue(data.startswith(begin), name)
            self.assertGreater(len(data), 3000)

    def test_faults(self):
        self.assert_refused(["plot", "r.h5", "wheelset/z"],
                            'error[unknown-channel]: the results have no channel "wheelset/z"\n'
                            '  did you mean "wheelset/y"?\n')
        self.assert_refused(["plot", "r.h5", "wheelset/y", "--from", "5 s"],
                            "error[no-rows]: there is nothing to draw: no row in this range\n")


class ReportTest(support.ProgramTest):
    def test_run_writes_a_report_too(self):
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet", "--report", "r.html")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.run_program("report", "r.h5", "-o", "again.html")
        pages = [(self.folder / name).read_text() for name in ("r.html", "again.html")]
        self.assertEqual(pages[0], pages[1])
        self.assertLess(len(pages[0]), 3_000_000)

    def test_an_old_report_survives_a_fault(self):
        self.write("report.html", "old")
        self.assertEqual(self.run_program("report", "scenario.toml").code, 2)
        self.assertEqual((self.folder / "report.html").read_text(), "old")
        self.assertFalse((self.folder / "report.html.part").exists())

    def test_a_folder_that_is_none(self):
        self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet")
        outcome = self.run_program("report", "r.h5", "-o", "no/such/r.html")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[output-unwritable]", outcome.err)


if __name__ == "__main__":
    support.unittest.main()
