"""Runs that end before their time keep what they have: killed, stopped by Ctrl-C, or out of disk."""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import time

import h5py
import numpy

import support

LONG = ["--set", "run.duration=200", "--set", "output.step=1 ms"]  # longer ones take longer chunks from the disk
CHUNK = 1024


class RobustnessTest(support.ProgramTest):
    def start_long_run(self):
        """Starts a run and waits until it has flushed some chunks."""
        (self.folder / "r.h5").unlink(missing_ok=True)
        process = subprocess.Popen([support.PROGRAM, "run", "scenario.toml", "-o", "r.h5", *LONG], cwd=self.folder,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        file = self.folder / "r.h5"
        deadline = time.monotonic() + 60
        while not (file.exists() and file.stat().st_size > 3_500_000):
            self.assertIsNone(process.poll(), "the run must not end by itself")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)
        return process

    def read_status(self):
        with h5py.File(self.folder / "r.h5") as file:
            return file["meta/status"][()].decode()

    def test_killed_run_keeps_all_flushed_chunks(self):
        for _ in range(5):
            process = self.start_long_run()
            process.send_signal(signal.SIGKILL)
            process.communicate()
            with h5py.File(self.folder / "r.h5") as file:
                self.assertEqual(file["meta/status"][()], b"running")
                # A chunk that was being flushed when the signal came may lack values: nan, never a wrong number.
                names = ["time", "channels/wheelset/left/spin", "channels/wheelset/right/spin", "channels/wheelset/y"]
                values = [file[name][:] for name in names]
                whole = min(len(v) for v in values)
                self.assertEqual(whole % CHUNK, 0)
                rows = min(int(numpy.sum(~numpy.isnan(v[:whole]))) for v in values)
                self.assertIn(rows, (whole, whole - CHUNK))
                self.assertGreaterEqual(rows, 4 * CHUNK)
                self.assertTrue(numpy.allclose(values[0][:rows], 0.001 * numpy.arange(rows), atol=1e-9))
                self.assertTrue(numpy.all(values[1][:rows] == values[2][:rows]))
            export = self.run_program("export", "r.h5", "-c", "wheelset/y")
            self.assertEqual(export.err, "note: this run is not complete (status: running)\n")
            self.assertIn(len(export.out.splitlines()), (rows + 1, rows + 1 - CHUNK))

    def test_memory_does_not_grow_with_the_length_of_a_run(self):
        if support.SANITIZED:  # what is freed is kept for a while, to find who uses it still
            return
        largest = []
        for duration in (2, 120):
            command = [support.PROGRAM, "run", "scenario.toml", "-q", "-o", "r.h5", "--set", f"run.duration={duration}",
                       "--set", "output.step=1 ms", "--set", "output.reactions=true"]
            process = subprocess.Popen(command, cwd=self.folder, stdout=subprocess.DEVNULL)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            largest.append(usage.ru_maxrss)  # [KiB]
        self.assertGreater((self.folder / "r.h5").stat().st_size, 20_000_000)
        self.assertLess(largest[1] - largest[0], 8_000)

    def test_interrupted_run_keeps_everything(self):
        for ending in (signal.SIGINT, signal.SIGTERM):
            process = self.start_long_run()
            process.send_signal(ending)
            out, err = process.communicate(timeout=support.SECONDS)
            self.assertEqual(process.returncode, 130)
            self.assertRegex(err, r"^stopped at t = [0-9.]+ s.*; the results so far are kept\n$")
            self.assertEqual(self.read_status(), "stopped")
            rows = int(out.splitlines()[1].split()[0])
            with h5py.File(self.folder / "r.h5") as file:
                self.assertEqual(len(file["time"]), rows)
                self.assertIn("steps", file["meta/statistics"])

    def run_limited(self, limit):
        def set_limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
        return self.run_program("run", "scenario.toml", "-o", "r.h5", *LONG, preexec_fn=set_limit)

    def test_disk_that_fills_up_keeps_the_rows_before(self):
        # A limit on the size of files fails the same writes as a full disk.
        outcome = self.run_limited(5_000_000)
        self.assertEqual(outcome.code, 3)
        self.assertRegex(outcome.err, r'could not be written further \(disk full\?\); \d+ rows are kept')
        self.assertEqual(self.read_status(), "failed")
        rows = int(outcome.out.splitlines()[1].split()[0])
        self.assertGreater(rows, 4 * CHUNK)
        self.assertEqual(len(self.run_program("export", "r.h5", "-c", "s").out.splitlines()), rows + 1)

    def test_disk_without_room_for_the_start(self):
        outcome = self.run_limited(30_000)
        self.assertEqual(outcome.code, 2)
        self.assertEqual(outcome.err, 'error[output-unwritable]: results cannot be written to "r.h5": the disk is full\n'
                                      "  choose another disk with -o\n")
        self.assertFalse((self.folder / "r.h5").exists())

    def test_run_too_large_for_the_disk_is_refused_before_it_starts(self):
        # The largest run there is needs 45 GB with all channels; a disk in memory is mostly smaller than that.
        folder = next((f for f in (str(self.folder), "/dev/shm") if shutil.disk_usage(f).free < 40e9), None)
        self.assertIsNotNone(folder, "every disk here takes the largest run there is: nothing to try it on")
        file = pathlib.Path(tempfile.mktemp(suffix=".h5", dir=folder))
        outcome = self.run_program("run", "scenario.toml", "-o", str(file), "--set", "run.duration=99999",
                                   "--set", "output.step=1 ms", "--set", "output.reactions=true",
                                   "--set", "output.imaginary=true")
        self.assertRegex(outcome.err, r'^error\[output-unwritable\]: results cannot be written to ".*": '
                                      r"the run needs about \d+ MB, the disk has \d+ MB left\n"
                                      r"  record fewer channels \(--channels\) or less often \(output.step\), or choose another disk "
                                      r"with -o\n$")
        self.assertEqual(outcome.code, 2)
        self.assertFalse(file.exists())


if __name__ == "__main__":
    support.unittest.main()
