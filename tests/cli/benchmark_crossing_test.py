"""The crossing of the S&C benchmark (examples/31-benchmark-crossing): spacing of its sections, formulations, what its generator keeps."""
import subprocess
import sys
import unittest

import h5py
import numpy
import support

EXAMPLE = support.SOURCE / "examples/31-benchmark-crossing"


class BenchmarkCrossingTest(support.ProgramTest):
    def run_over(self, panel=EXAMPLE / "crossing.toml", *more):
        """The first wheelset from 2.2 m before the source's zero to 0.8 m behind it."""
        text = (EXAMPLE / "track.toml").read_text().replace('"crossing.toml"', f'"{panel}"').replace('"sections/', f'"{EXAMPLE}/sections/')
        self.write("track.toml", text)
        outcome = self.run_program("run", EXAMPLE / "scenario.toml", "--quiet", "-o", "run.h5", "--force", "--set", f"track={self.folder}/track.toml",
                                   "--set", "speed.start=32", "--set", "run.duration=0.11", "--set", "output.step=0.1 ms", *more)
        self.assertEqual(outcome.code, 0, outcome.err)
        with h5py.File(self.folder / "run.h5") as file:
            values = {name: numpy.array(file["channels/wheelset_1/right/" + name]) for name in ("Q", "Y")}
            values["s"] = numpy.array(file["s"]) + 10.78 - 45.0
        self.assertLess(values["s"][0], -2.0)
        self.assertGreater(values["s"][-1], 0.7)
        return values

    def test_every_second_section_gives_the_same_peaks(self):
        made = subprocess.run([sys.executable, "-B", EXAMPLE / "make_crossing.py", "--every", "2", self.folder / "half.toml"])
        self.assertEqual(made.returncode, 0)
        whole, half = (EXAMPLE / "crossing.toml").read_text(), (self.folder / "half.toml").read_text()
        count = whole.count("[[lines.sections]]")
        self.assertTrue(0 <= half.count("[[lines.sections]]") - count / 2 <= 2)
        full, coarse = self.run_over(), self.run_over(self.folder / "half.toml")
        peaks = [run["Q"].max() for run in (full, coarse)]
        self.assertGreater(peaks[0], 100e3)
        self.assertLess(abs(peaks[1] / peaks[0] - 1.0), 0.05)
        # Over the nose 20 mm between sections become 40 mm where the wheel meets it: twice what is asked of the whole.
        nose = [run["Q"][run["s"] > 0.2].max() for run in (full, coarse)]
        self.assertGreater(nose[0], 90e3)
        self.assertLess(abs(nose[1] / nose[0] - 1.0), 0.10)

    def test_other_formulations_agree(self):
        tight = ("--set", "integrator.rtol=1e-6", "--set", "integrator.atol=1e-6")
        kane = self.run_over(EXAMPLE / "crossing.toml", *tight)
        inertial = self.run_over(EXAMPLE / "crossing.toml", *tight, "--set", "formulation=inertial")
        for name in ("Q", "Y"):
            self.assertLess(numpy.abs(kane[name] - inertial[name]).max(), 5e-4 * kane["Q"].max(), name)  # measured 1.1e-4


if __name__ == "__main__":
    unittest.main()
