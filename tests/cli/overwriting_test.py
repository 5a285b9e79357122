"""Nothing of the user's is lost: over all verbs that write, no input and no foreign file is overwritten, two outputs
do not share a name, and whatever fails leaves the old file. And every verb works from any folder."""
import os
import pathlib
import shutil
import signal
import subprocess
import time

import support

STUDY = """\
format = "fourfoot study 1"
scenario = "scenario.toml"
[[parameters]]
key = "speed.v"
values = [20, 30]
[[measures]]
channel = "wheelset/y"
what = "max-abs"
"""
WHEEL = support.SOURCE / "models" / "profiles"

# Each verb that writes a file: what it is called with, up to and with the option that names the file.
WRITERS = {
    "run": ["run", "scenario.toml", "-q", "-o"],
    "run --checkpoint": ["run", "scenario.toml", "-q", "-o", "new.h5", "--checkpoint"],
    "run --report": ["run", "scenario.toml", "-q", "-o", "new.h5", "--report"],
    "export": ["export", "r.h5", "-o"],
    "export mat": ["export", "r.h5", "--format", "mat", "-o"],
    "report": ["report", "r.h5", "-o"],
    "integrators": ["integrators", "scenario.toml", "--methods", "rk4", "--steps", "10 ms", "-o"],
    "eigen": ["eigen", "scenario.toml", "--speed", "10:10:20", "-p"],
    "bifurcation": ["bifurcation", "scenario.toml", "--speed", "10:10:20", "--method", "continuation", "-p"],
    "sweep": ["sweep", "study.toml", "-q", "-o"],
    "stability-map": ["stability-map", "scenario.toml", "--speed", "10:10:20", "--longest", "1", "-q", "-o"],
    "stability-map -p": ["stability-map", "scenario.toml", "--speed", "10:10:20", "--longest", "1", "-q", "-o", "new.csv", "-p"],
    "profile": ["profile", "wheel.toml", "-o"],
}
INPUTS = {"export": "r.h5", "export mat": "r.h5", "report": "r.h5", "sweep": "study.toml", "profile": "wheel.toml"}


class OverwritingTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("study.toml", STUDY)
        profile = next(p for p in sorted(WHEEL.rglob("*.toml")) if "kind" in p.read_text())
        shutil.copy(profile, self.folder / "wheel.toml")
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "run.duration=0.1").code, 0)

    def assert_nothing_changed(self, arguments, error):
        before = self.take_inventory()
        outcome = self.run_program(*arguments)
        self.assertEqual(outcome.code, 2, outcome.err)
        self.assertIn(error, outcome.err)
        self.assertEqual(self.take_inventory(), before)

    def test_an_input_is_no_output(self):
        for verb, arguments in WRITERS.items():
            name = INPUTS.get(verb, "scenario.toml")
            os.link(self.folder / name, self.folder / "hard")
            os.symlink(name, self.folder / "soft")
            for output in (name, str(self.folder / name), "./" + name, "hard", "soft"):
                with self.subTest(verb=verb, output=output):
                    self.assert_nothing_changed([*arguments, output], "error[output-is-input]")
            with self.subTest(verb=verb, forced=True):
                self.assert_nothing_changed([*arguments, name, "--force"], "error[output-is-input]")
            if name == "scenario.toml":
                with self.subTest(verb=verb, output="vehicle.toml"):
                    self.assert_nothing_changed([*arguments, "vehicle.toml"], "error[output-is-input]")
            (self.folder / "hard").unlink()
            (self.folder / "soft").unlink()
        for output in ("r.h5", "./r.h5"):
            with self.subTest(verb="plot"):
                self.assert_nothing_changed(["plot", "r.h5", "*/y", "-o", output], "error[unknown-format]")

    def test_a_foreign_file_is_not_replaced(self):
        self.write("letter", "Dear colleague,\nthe measured wear = 3 mm.\n")
        for ending in ("svg", "png", "pdf"):
            self.write("letter." + ending, "Dear colleague,\n")
            self.assert_nothing_changed(["plot", "r.h5", "*/y", "-o", "letter." + ending], "error[output-exists]")
        for verb, arguments in WRITERS.items():
            with self.subTest(verb=verb):
                self.assert_nothing_changed([*arguments, "letter"], "error[output-exists]")

    def test_force_replaces_it(self):
        self.write("letter", "Dear colleague,\n")
        outcome = self.run_program("export", "r.h5", "-o", "letter", "--force")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertTrue((self.folder / "letter").read_text().startswith("time,"))

    def test_two_outputs_of_one_name(self):
        for arguments in (["run", "scenario.toml", "-o", "x", "--checkpoint", "x"],
                          ["run", "scenario.toml", "-o", "x.html", "--report", "./x.html"],
                          ["stability-map", "scenario.toml", "--speed", "10:10:20", "-o", "x", "-p", "x"]):
            self.assert_nothing_changed(arguments, "error[output-twice]")

    def test_every_verb_says_what_is_wrong_with_the_place(self):
        self.write("closed", "")
        (self.folder / "folder").mkdir()
        for verb, arguments in WRITERS.items():
            for output, why in (("no/such/file", 'there is no folder "no/such"'), ("folder", "it is a folder")):
                with self.subTest(verb=verb, output=output):
                    before = self.take_inventory()
                    outcome = self.run_program(*arguments, output)
                    self.assertEqual(outcome.code, 2)
                    self.assertEqual(outcome.err.splitlines()[0],
                                     f'error[output-unwritable]: "{output}" cannot be written: {why}')
                    self.assertEqual(self.take_inventory(), before)

    def test_a_users_part_file_stays(self):
        for name in ("x.html.part", "x.h5.part", "x.ck.part", "x.csv.draft"):
            self.write(name, "mine")
        self.assertEqual(self.run_program("report", "r.h5", "-o", "x.html").code, 0)
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "x.h5", "--checkpoint", "x.ck").code, 0)
        self.assertEqual(self.run_program("sweep", "study.toml", "-o", "x.csv").code, 0)
        for name in ("x.html.part", "x.h5.part", "x.ck.part", "x.csv.draft"):
            self.assertEqual((self.folder / name).read_text(), "mine")
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith(".")], [])

    def test_results_survive_a_run_that_gets_nowhere(self):
        before = (self.folder / "r.h5").read_bytes()
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "integrator.method=bdf",
                                   "--set", "integrator.max_step=1e-300")
        self.assertIn(outcome.code, (2, 3))
        self.assertEqual((self.folder / "r.h5").read_bytes(), before)
        # A fault that only the results file can show: names that cannot stand beside each other.
        self.write("vehicle.toml", (self.folder / "vehicle.toml").read_text() +
                   '[markers.speed]\nbody = "wheelset"\nat = [0, 0, 0]\n')
        for verb in ("check", "run"):
            outcome = self.run_program(verb, "scenario.toml", *(["-o", "r.h5"] if verb == "run" else []))
            self.assertEqual(outcome.code, 2)
            self.assertIn("error[bad-name]", outcome.err)
        self.assertEqual((self.folder / "r.h5").read_bytes(), before)
        self.assertEqual([p.name for p in self.folder.iterdir() if p.name.startswith(".")], [])

    def test_a_failed_export_or_picture_leaves_the_old_file(self):
        for arguments, name in ((["export", "r.h5", "-o"], "x.csv"), (["plot", "r.h5", "*/y", "-o"], "x.svg"),
                                (["report", "r.h5", "-o"], "x.html"), (["eigen", "scenario.toml", "--speed", "10:10:20", "-p"], "y.svg")):
            self.assertEqual(self.run_program(*arguments, name).code, 0)
            before = self.take_inventory()
            def set_limit():
                import resource
                resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))
            outcome = self.run_program(*arguments, name, preexec_fn=set_limit)
            with self.subTest(name=name):
                self.assertEqual(outcome.code, 3, outcome.err)
                self.assertIn("could not be written (disk full?)", outcome.err)
                self.assertEqual(self.take_inventory(), before)

    def test_a_link_stays_a_link(self):
        (self.folder / "far").mkdir()
        os.symlink("far/x.csv", self.folder / "x.csv")
        self.assertEqual(self.run_program("export", "r.h5", "-o", "x.csv").code, 0)
        self.assertTrue((self.folder / "x.csv").is_symlink())
        self.assertTrue((self.folder / "far" / "x.csv").read_text().startswith("time,"))


class AnyFolderTest(support.ProgramTest):
    """Every verb that takes a file, called with relative, absolute and linked paths from elsewhere."""

    def test_every_verb_from_any_folder(self):
        self.write("study.toml", STUDY)
        self.write("track.toml", 'format = "fourfoot track 1"\nhorizontal = [{ type = "line", length = 100 }]\n')
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "run.duration=0.1").code, 0)
        verbs = [["check", "scenario.toml"], ["check", "study.toml"], ["check", "vehicle.toml"], ["check", "track.toml"],
                 ["info", "scenario.toml"], ["run", "scenario.toml", "-q", "--set", "run.duration=0.1"],
                 ["export", "r.h5"], ["report", "r.h5"], ["plot", "r.h5", "wheelset/y"], ["sweep", "study.toml", "-q"],
                 ["eigen", "scenario.toml"], ["track", "scenario.toml", "--to", "10"], ["equilibrium", "scenario.toml"]]
        elsewhere = self.folder / "a" / "b"
        elsewhere.mkdir(parents=True)
        os.symlink(self.folder, elsewhere / "linked")
        for verb, file, *more in verbs:
            for prefix in ("../../", str(self.folder) + "/", "linked/"):
                result = subprocess.run([support.PROGRAM, verb, prefix + file, *more], cwd=elsewhere, capture_output=True,
                                        text=True, timeout=support.SECONDS)
                with self.subTest(verb=verb, file=prefix + file):
                    self.assertEqual((result.returncode, result.stderr), (0, ""))
                for left in elsewhere.glob("*.csv"):
                    left.unlink()


if __name__ == "__main__":
    support.unittest.main()
