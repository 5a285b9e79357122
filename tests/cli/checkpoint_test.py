"""A run that was stopped goes on from its checkpoint and gives, bit for bit, what it would have given at one go."""
import json
import signal
import subprocess
import time

import h5py
import numpy

import support

# Corners of a cant ramp on the way: frames pass them, and checkpoints fall between and on them.
TRACK = """
[[track.horizontal]]
type = "line"
length = 10
[[track.horizontal]]
type = "clothoid"
length = 7
[[track.horizontal]]
type = "circular-arc"
length = 60
radius = 300
turn = "left"
cant = 0.15
"""
METHODS = ["bdf", "adams", "rk4", "dopri5", "central-difference", "newmark", "hht", "generalized-alpha", "park", "rosenbrock", "linear-bdf2"]


class CheckpointTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("scenario.toml", support.SCENARIO + TRACK)

    def read(self, name):
        """All channels of a results file."""
        values = {}
        with h5py.File(self.folder / name) as file:
            file.visititems(lambda path, item: values.update({path: item[:]}) if getattr(item, "shape", ()) else None)
        return values

    def assert_same(self, a, b):
        first, second = self.read(a), self.read(b)
        self.assertEqual(sorted(first), sorted(second))
        for name, values in first.items():
            has_nan = values.dtype.kind == "f"  # a body without a wheel has no radius
            self.assertTrue(numpy.array_equal(values, second[name], equal_nan=has_nan), f"{name} of {a} and {b}")

    def test_resumed_equals_uninterrupted_with_every_method(self):
        for method in METHODS:
            with self.subTest(method=method):
                options = ["--set", f'integrator.method="{method}"', "-q"]
                outcome = self.run_program("run", "scenario.toml", "-o", "whole.h5", *options,
                                           "--checkpoint", "whole.json", "--checkpoint-every", "0.25 s")
                self.assertEqual(outcome.code, 0, outcome.err)
                # The last checkpoint (0.75 s) of a finished run: the rows behind it are made again.
                outcome = self.run_program("run", "scenario.toml", "-o", "whole.h5", *options, "--resume", "whole.json")
                self.assertEqual(outcome.code, 0, outcome.err)
                outcome = self.run_program("run", "scenario.toml", "-o", "again.h5", *options,
                                           "--checkpoint", "again.json", "--checkpoint-every", "0.25 s")
                self.assertEqual(outcome.code, 0, outcome.err)
                self.assert_same("whole.h5", "again.h5")

    def test_a_checkpoint_on_a_corner_and_in_other_formulations(self):
        # The wheelset is on the corner at s = 10 m after 0.5 s.
        contact = support.SCENARIO[support.SCENARIO.index("[contact]"):support.SCENARIO.index("[initial")]
        self.write("scenario.toml", support.SCENARIO.replace(contact, '[contact]\nmodel = "none"\n') + TRACK)
        for formulation in ("kane", "inertial", "track-frame"):
            with self.subTest(formulation=formulation):
                options = ["--set", f'formulation="{formulation}"', "-q"]
                every = ["--checkpoint-every", "0.5 s"]
                for name in ("whole", "again"):
                    outcome = self.run_program("run", "scenario.toml", "-o", f"{name}.h5", *options, "--checkpoint",
                                               f"{name}.json", *every)
                    self.assertEqual(outcome.code, 0, outcome.err)
                self.assertEqual(json.loads((self.folder / "whole.json").read_text())["time"], 0.5)
                outcome = self.run_program("run", "scenario.toml", "-o", "whole.h5", *options, "--resume", "whole.json")
                self.assertEqual(outcome.code, 0, outcome.err)
                self.assert_same("whole.h5", "again.h5")

    def test_a_killed_run_goes_on(self):
        long = ["--set", "run.duration=120", "--set", "output.step=1 ms", "-q"]
        every = ["--checkpoint-every", "10 s"]
        process = subprocess.Popen([support.PROGRAM, "run", "scenario.toml", "-o", "killed.h5", *long, "--checkpoint", "k.json",
                                    *every], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 100
        while not (self.folder / "k.json").exists():
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.005)
        process.send_signal(signal.SIGKILL)
        process.wait()
        t = json.loads((self.folder / "k.json").read_text())["time"]
        self.assertLess(t, 110.0, "the run must have been killed on its way")
        outcome = self.run_program("run", "scenario.toml", "-o", "killed.h5", *long, "--resume", "k.json")
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "whole.h5", *long, "--checkpoint", "w.json",
                                          *every).code, 0)
        self.assert_same("killed.h5", "whole.h5")
        with h5py.File(self.folder / "killed.h5") as file:
            self.assertEqual(file["meta/status"][()], b"done")
            self.assertTrue(file["meta/resumed"][()].decode().startswith(f"{t:.17g} s, "))

    def test_real_profiles(self):
        """A coach in its curve, flanges on the rail, irregular track: killed and interrupted."""
        scenario = str(support.SOURCE / "examples" / "10-coach-curve" / "scenario.toml")
        for method, sent in (("bdf", signal.SIGKILL), ("rosenbrock", signal.SIGINT)):
            with self.subTest(method=method):
                options = ["--set", f'integrator.method="{method}"', "--set", "speed.start=160", "--set", "run.duration=1.5", "-q"]
                make = [support.PROGRAM, "run", scenario, *options, "--checkpoint-every", "0.2 s"]
                for name in ("k.json", "w.json"):
                    (self.folder / name).unlink(missing_ok=True)
                process = subprocess.Popen([*make, "-o", "killed.h5", "--checkpoint", "k.json"], cwd=self.folder,
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                deadline = time.monotonic() + 100
                while not (self.folder / "k.json").exists():
                    self.assertLess(time.monotonic(), deadline)
                    time.sleep(0.005)
                process.send_signal(sent)
                process.wait()
                self.assertLess(json.loads((self.folder / "k.json").read_text())["time"], 1.35, "must have been on its way")
                outcome = self.run_program("run", scenario, *options, "-o", "killed.h5", "--resume", "k.json")
                self.assertEqual(outcome.code, 0, outcome.err)
                outcome = self.run_program(*make[1:], "-o", "whole.h5", "--checkpoint", "w.json")
                self.assertEqual(outcome.code, 0, outcome.err)
                self.assert_same("killed.h5", "whole.h5")

    def test_what_does_not_belong_together_is_refused(self):
        make = ["run", "scenario.toml", "-q", "-o", "r.h5", "--checkpoint", "c.json"]
        self.assertEqual(self.run_program(*make).code, 0)
        self.assert_refused(["run", "scenario.toml", "-o", "r.h5", "--resume", "c.json", "--set", "speed.v=25"],
                            'error[checkpoint-mismatch]: "c.json" is of a run with other input files or --set\n'
                            "  resume with the files and the --set that the run began with\n")
        self.assert_refused(["run", "scenario.toml", "-o", "none.h5", "--resume", "c.json"],
                            'error[results-mismatch]: the run cannot go on in "none.h5": it is not there\n'
                            "  name with -o the results file that the run began\n")
        self.assert_refused(["run", "scenario.toml", "-o", "r.h5", "--resume", "scenario.toml"],
                            'error[not-checkpoint]: "scenario.toml" is not a checkpoint\n'
                            "  expected a file written by fourfoot run --checkpoint\n")
        self.assert_refused(["run", "scenario.toml", "-o", "n.h5", "--checkpoint", "scenario.toml"],
                            'error[output-is-input]: "scenario.toml" is read here and cannot be written as well\n'
                            "  choose another name with --checkpoint\n")
        self.assert_refused(["run", "scenario.toml", "-o", "n.h5", "--checkpoint", "nowhere/c.json"],
                            'error[output-unwritable]: "nowhere/c.json" cannot be written: there is no folder "nowhere"\n'
                            "  make it first, or choose another with --checkpoint\n")
        self.assert_refused(["run", "scenario.toml", "-o", "n.h5", "--checkpoint", "n.json", "--checkpoint-every", "0 s"],
                            "error[out-of-range]: --checkpoint-every must be positive\n")


if __name__ == "__main__":
    support.unittest.main()
