"""The table of docs/guide/failures.md: signals, full devices, folders that are closed or gone, two writers."""
import os
import pwd
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

import h5py

import support

LONG = ["--set", "run.duration=100000", "--set", "output.step=1 ms"]
STUDY = """\
format = "fourfoot study 1"
scenario = "scenario.toml"
[[parameters]]
key = "speed.v"
from = 10
to = 30
step = 0.001
[[measures]]
channel = "wheelset/y"
what = "max-abs"
"""


class FailuresTest(support.ProgramTest):
    def start(self, *arguments, **options):
        process = subprocess.Popen([support.PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, **options)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        return process

    def wait_for(self, condition, process):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertIsNone(process.poll(), "it must not end by itself")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.02)

    def start_long_run(self, *more):
        (self.folder / "r.h5").unlink(missing_ok=True)
        process = self.start("run", "scenario.toml", "-o", "r.h5", *LONG, *more)
        file = self.folder / "r.h5"
        self.wait_for(lambda: file.exists() and file.stat().st_size > 1_000_000, process)
        return process

    def test_signals_that_ask(self):
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.start_long_run()
            process.send_signal(ending)
            out, err = process.communicate(timeout=support.SECONDS)
            self.assertEqual(process.returncode, 130)
            self.assertRegex(err, r"^stopped at t = [0-9.e-]+ s.*; the results so far are kept\n$")
            with h5py.File(self.folder / "r.h5") as file:
                self.assertEqual(file["meta/status"][()], b"stopped")
        self.write("study.toml", STUDY)
        for ending in (signal.SIGINT, signal.SIGHUP):
            part = self.folder / "study.csv.part.1-1"
            part.unlink(missing_ok=True)
            process = self.start("sweep", "study.toml", "-q", "--threads", "1")
            self.wait_for(lambda: part.exists() and part.stat().st_size > 300, process)
            process.send_signal(ending)
            out, err = process.communicate(timeout=support.SECONDS)
            self.assertEqual((process.returncode, err), (130, ""))
            self.assertIn("the same command goes on where it stopped", out)

    def test_closed_pipe(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5").code, 0)
        reading, writing = os.pipe()
        os.close(reading)
        for arguments in (["export", "r.h5"], ["run", "scenario.toml", "-q", "-o", "n.h5"], ["schema", "scenario"]):
            process = subprocess.run([support.PROGRAM, *arguments], cwd=self.folder, stdout=writing,
                                     stderr=subprocess.PIPE, text=True)
            self.assertEqual((process.returncode, process.stderr), (-signal.SIGPIPE, ""))
        os.close(writing)
        self.assertEqual(self.run_program("export", "n.h5").code, 0)

    def test_full_standard_output(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5").code, 0)
        for arguments in (["export", "r.h5"], ["schema", "scenario"], ["info", "scenario.toml"], ["plot", "r.h5", "*/y"],
                          ["run", "scenario.toml", "-q", "-o", "n.h5"], ["eigen", "scenario.toml"]):
            with open("/dev/full", "w") as full:
                result = subprocess.run([support.PROGRAM, *arguments], cwd=self.folder, stdout=full,
                                        stderr=subprocess.PIPE, text=True)
            with self.subTest(arguments=arguments):
                self.assertEqual((result.returncode, result.stderr),
                                 (3, "error: standard output could not be written (disk full?)\n"))

    def test_full_disk_of_a_study(self):
        self.write("study.toml", STUDY)
        def set_limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))
        outcome = self.run_program("sweep", "study.toml", "-q", "--threads", "1", preexec_fn=set_limit)
        self.assertEqual(outcome.code, 3)
        self.assertIn("cannot be written (disk full?)", outcome.err)
        self.assertGreater((self.folder / "study.csv.part.1-1").stat().st_size, 300)

    def test_closed_folder(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5").code, 0)
        closed = self.folder / "closed"
        closed.mkdir()
        shutil.copy(self.folder / "r.h5", closed / "old.h5")
        os.chmod(closed, 0o555)
        self.addCleanup(os.chmod, closed, 0o755)
        options = {}
        if os.geteuid() == 0:  # nothing is closed to root
            nobody = pwd.getpwnam("nobody")
            os.chmod(self.folder, 0o755)
            options = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        for arguments in (["run", "scenario.toml", "-q", "-o", "closed/n.h5"], ["run", "scenario.toml", "-q", "-o", "closed/old.h5"],
                          ["export", "r.h5", "-o", "closed/n.csv"], ["report", "r.h5", "-o", "closed/n.html"],
                          ["plot", "r.h5", "*/y", "-o", "closed/n.svg"]):
            outcome = self.run_program(*arguments, env={**os.environ, "HOME": "/nonexistent"}, **options)
            with self.subTest(arguments=arguments):
                self.assertEqual(outcome.code, 2, outcome.err)
                self.assertRegex(outcome.err, r'^error\[output-unwritable\]: "closed/.*" cannot be written: .*read-only\n')
        self.assertEqual([p.name for p in closed.iterdir()], ["old.h5"])

    def test_folder_that_is_removed(self):
        (self.folder / "sub").mkdir()
        process = self.start("run", "scenario.toml", "-o", "sub/r.h5", *LONG)
        file = self.folder / "sub" / "r.h5"
        self.wait_for(lambda: file.exists() and file.stat().st_size > 1_000_000, process)
        shutil.rmtree(self.folder / "sub")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=support.SECONDS)
        self.assertEqual((process.returncode, err),
                         (3, 'error: the results file "sub/r.h5" was removed while the run wrote it\n'))

    def test_two_writers_and_readers_of_a_run(self):
        process = self.start_long_run()
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5")
        self.assertEqual((outcome.code, outcome.err),
                         (2, 'error[output-busy]: a run is writing "r.h5"\n'
                             "  wait for it, or choose another name with -o\n"))
        for arguments in (["export", "r.h5", "-c", "wheelset/y"], ["plot", "r.h5", "wheelset/y"]):
            outcome = self.run_program(*arguments)
            self.assertEqual((outcome.code, outcome.err), (0, "note: a run is writing this file; these are its rows so far\n"))
        outcome = self.run_program("report", "r.h5", "-o", "x.html")
        self.assertEqual((outcome.code, outcome.err), (0, 'note: a run is writing "r.h5"; these are its rows so far\n'))
        self.assertIsNone(process.poll())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=support.SECONDS)
        self.assertEqual(process.returncode, 130)

    def test_old_results_survive_a_kill_at_the_start(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5").code, 0)
        old = (self.folder / "r.h5").read_bytes()
        for delay in (0.0, 0.01, 0.03):
            process = self.start("run", "scenario.toml", "-o", "r.h5", "--set", "integrator.method=rk4",
                                 "--set", "integrator.step=1e-6", "--set", "output.step=1")
            time.sleep(delay)
            process.kill()
            process.communicate()
            self.assertEqual((self.folder / "r.h5").read_bytes(), old)

    def test_divergence_is_a_failure(self):
        hunting = str(support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml")
        settings = ["--set", "integrator.method=rk4", "--set", "integrator.step=50 ms"]
        outcome = self.run_program("run", hunting, "-q", "-o", "r.h5", *settings)
        self.assertEqual(outcome.code, 3)
        self.assertRegex(outcome.err, r"^error: the run failed at t = .*: rk4: the step of 0.05 s is too long for this method, "
                                      r"the solution is unstable .*; the results so far are kept\n$")
        rows = self.run_program("export", "r.h5", "-c", "wheelset/y").out.splitlines()[1:]
        self.assertGreater(len(rows), 2)
        self.assertTrue(all(abs(float(row.split(",")[1])) <= 10.0 for row in rows))
        self.write("study.toml", STUDY.replace('"scenario.toml"', f'"{hunting}"').replace("step = 0.001", "step = 20"))
        self.assertEqual(self.run_program("sweep", "study.toml", "-q", *settings).code, 0)
        rows = (self.folder / "study.csv").read_text().splitlines()[2:]
        self.assertTrue(all("failed" in row and "is too long for this method" in row for row in rows), rows)


if __name__ == "__main__":
    support.unittest.main()
