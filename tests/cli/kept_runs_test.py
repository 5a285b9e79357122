"""sweep --keep: each point's results file, by threads, shares, kills and a second call; nothing else is overwritten; report --runs."""
import os
import re
import signal
import subprocess
import time

import support

STUDY = """\
format = "fourfoot study 1"
scenario = "scenario.toml"
[[parameters]]
key = "speed.v"
values = [10, 20, 30]
[[parameters]]
key = "contact.conicity"
values = [0.05, 0.1]
[[measures]]
channel = "wheelset/y"
what = "rms"
"""


class KeptRunsTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("study.toml", STUDY)

    def sweep(self, *arguments, code=0):
        outcome = self.run_program("sweep", "study.toml", "-o", "out.csv", "-q", *arguments)
        self.assertEqual(outcome.code, code, outcome.err)
        return outcome

    def list_runs(self, folder="runs"):
        return sorted(p.name for p in (self.folder / folder).glob("*.h5"))

    def export(self, file):
        outcome = self.run_program("export", file)
        self.assertEqual(outcome.code, 0, outcome.err)
        return outcome.out

    def test_kept_runs_are_runs(self):
        self.sweep("--keep", "runs")
        self.assertEqual(self.list_runs(), [f"run-00{i}.h5" for i in range(1, 7)])
        rows = [line.split(",") for line in (self.folder / "out.csv").read_text().splitlines()[1:]]
        self.assertEqual(rows[0][-3:], ["results", "status", "fault"])
        self.assertEqual(rows[4][-3:], ["runs/run-004.h5", "done", ""])
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "speed.v=20", "--set", "contact.conicity=0.1").code, 0)
        self.assertEqual(self.export("runs/run-004.h5"), self.export("r.h5"))
        self.assertEqual(self.run_program("check", "runs/run-004.h5").code, 0)
        # What went in is in it: the report of the run shows its overrides.
        self.assertEqual(self.run_program("report", "runs/run-004.h5", "-o", "r.html").code, 0)
        page = (self.folder / "r.html").read_text()
        self.assertRegex(page, r'"overrides":"speed.v=20\\ncontact.conicity=0.1')
        self.assertIn("type = \\\"wheelset\\\"", page)

    def test_the_figures_do_not_change(self):
        self.sweep("--keep", "runs")
        kept = (self.folder / "out.csv").read_text().splitlines()[1:]
        self.sweep("--force")
        plain = (self.folder / "out.csv").read_text().splitlines()[1:]
        self.assertEqual([re.sub(r",(results|runs/run-00\d\.h5),", ",", line) for line in kept], plain)

    def test_threads_shares_and_a_second_call(self):
        self.sweep("--keep", "one", "--threads", "1")
        wanted = [self.export(f"one/{name}") for name in self.list_runs("one")]
        (self.folder / "out.csv").unlink()
        self.sweep("--keep", "shares", "--shard", "2/2")
        self.assertEqual(self.list_runs("shares"), ["run-002.h5", "run-004.h5", "run-006.h5"])
        times = [(self.folder / "shares" / name).stat().st_mtime_ns for name in self.list_runs("shares")]
        self.sweep("--keep", "shares", "--shard", "1/2", "--threads", "3")
        self.assertEqual([self.export(f"shares/{name}") for name in self.list_runs("shares")], wanted)
        self.sweep("--keep", "shares")  # all is there
        self.assertEqual([(self.folder / "shares" / name).stat().st_mtime_ns for name in ("run-002.h5", "run-004.h5", "run-006.h5")], times)

    def test_killed_and_resumed(self):
        self.sweep("--keep", "one")
        wanted = [self.export(f"one/{name}") for name in self.list_runs("one")]
        (self.folder / "out.csv").unlink()
        for end in (signal.SIGKILL, signal.SIGINT):
            process = subprocess.Popen([support.PROGRAM, "sweep", "study.toml", "-o", "out.csv", "-q", "--keep", "runs", "--threads", "2"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            until = time.monotonic() + 20
            while process.poll() is None and not list((self.folder / "runs").glob("*.h5")) and time.monotonic() < until:
                time.sleep(0.002)
            process.send_signal(end)
            process.wait()
        for draft in (self.folder / "runs").glob(".*"):  # a draft of the killed process is removed when it is an hour old
            os.utime(draft, times=(time.time() - 7200, time.time() - 7200))
        self.sweep("--keep", "runs")
        self.assertEqual(self.list_runs(), self.list_runs("one"))
        self.assertEqual([self.export(f"runs/{name}") for name in self.list_runs()], wanted)
        self.assertEqual([p.name for p in (self.folder / "runs").glob(".*")], [])

    def test_a_run_that_fails_is_kept_and_told(self):
        self.write("vehicle.toml", support.VEHICLE + "allow_negative = true\n")
        self.write("study.toml", STUDY.split("[[parameters]]")[0] + """\
[[parameters]]
key = "vehicle.elements.spring.stiffness.2"
values = [1e5, -1e8]
[[measures]]
channel = "wheelset/y"
""")
        self.sweep("--keep", "runs")
        rows = (self.folder / "out.csv").read_text().splitlines()
        self.assertRegex(rows[-2], "runs/run-001.h5,done,$")
        self.assertIn("runs/run-002.h5,failed,ended at t = ", rows[-1])
        self.assertGreater(len(self.export("runs/run-002.h5").splitlines()), 2)

    def test_what_is_not_its_own_is_left_alone(self):
        (self.folder / "runs").mkdir()
        self.write("runs/run-001.h5", "mine")
        refused = self.sweep("--keep", "runs", code=2)
        self.assertIn('error[study-changed]: "runs" holds other files', refused.err)
        self.assertEqual((self.folder / "runs/run-001.h5").read_text(), "mine")
        self.sweep("--keep", "runs", "--force")
        self.assertEqual(len(self.list_runs()), 6)
        # A changed study does not mix its runs with the old ones.
        self.assertIn("error[study-changed]", self.sweep("--keep", "runs", "--set", "run.duration=0.5", code=2).err)
        self.assertIn("is no folder", self.sweep("--keep", "study.toml", code=2).err)
        self.write("study.toml", STUDY.replace("[[parameters]]", 'analysis = "eigen"\n[[parameters]]', 1).split("[[measures]]")[0])
        self.assertIn("error[needs-runs]: --keep needs runs", self.sweep("--keep", "other", code=2).err)
        self.assertFalse((self.folder / "other").exists())

    def test_room_is_asked_for_first(self):
        outcome = self.run_program("sweep", "study.toml", "-o", "out.csv", "--keep", "runs")
        self.assertRegex(outcome.err, r'note: 6 runs are kept in "runs", about 0\.\d MB together')
        (self.folder / "out.csv").unlink()
        self.write("study.toml", STUDY.replace("values = [10, 20, 30]", "from = 10\nto = 30\nstep = 0.001"))  # 4e4 runs of 1e8 rows
        refused = self.sweep("--keep", "huge", "--set", "run.duration=1e5", "--set", "output.step=1.1e-3", code=2)
        self.assertRegex(refused.err, r'error\[output-unwritable\]: "huge" has no room for the runs: they take about \d+\.\d GB, \d+\.\d GB are free')

    def test_pages_of_the_runs(self):
        self.sweep("--keep", "data/runs")
        (self.folder / "pages").mkdir()
        plain = self.run_program("report", "out.csv", "-o", "pages/study.html")
        self.assertEqual(plain.code, 0, plain.err)
        self.assertIn('"results":"../data/runs/run-001.h5"', (self.folder / "pages/study.html").read_text())
        self.assertNotIn('"page":"../', (self.folder / "pages/study.html").read_text())
        self.assertEqual(self.run_program("report", "out.csv", "-o", "pages/study.html", "--runs").code, 0)
        self.assertIn('"page":"../data/runs/run-006.html"', (self.folder / "pages/study.html").read_text())
        self.assertTrue((self.folder / "data/runs/run-006.html").exists())
        os.remove(self.folder / "data/runs/run-002.h5")  # no longer there: no link
        self.assertEqual(self.run_program("report", "out.csv", "-o", "pages/study.html").code, 0)
        self.assertNotIn("run-002.h5\"", (self.folder / "pages/study.html").read_text().replace("data/runs/run-002.h5\",\"done", ""))
        self.sweep("--force")
        self.assertIn("no run of these studies was kept", self.run_program("report", "out.csv", "--runs").err)


if __name__ == "__main__":
    support.unittest.main()
