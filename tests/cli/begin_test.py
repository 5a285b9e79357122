"""Beginning: new, help, doctor, completions, models and examples found by name."""
import os
import pathlib
import resource
import shutil
import subprocess

import support

MODELS = support.SOURCE / "models/vehicles"
NAMED = support.SCENARIO.replace("vehicle.toml", "{}").replace('[initial.wheelset]\ny = "1 mm"\n', "")


def limit_file_size():
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


class BeginTest(support.ProgramTest):
    def test_new_folders_run(self):
        for vehicle, track in (("coach", "curve"), ("two-axle", "straight"), ("locomotive", "curve"), ("bogie", "straight")):
            outcome = self.run_program("new", vehicle, "--vehicle", vehicle, "--track", track)
            self.assertEqual((outcome.code, outcome.err), (0, ""))
            self.assertIn(f"fourfoot run {vehicle}/scenario.toml", outcome.out)
            outcome = self.run_program("run", f"{vehicle}/scenario.toml", "--set", "run.duration=0.05", "-o", "new.h5")
            self.assertEqual(outcome.code, 0, outcome.err)

    def test_new_takes_a_surveyed_line(self):
        self.write("line.csv", "x,y\n" + "".join(f"{10 * i},{1e-4 * i ** 3}\n" for i in range(40)))
        self.assertEqual(self.run_program("new", "survey", "--track", "csv", "line.csv").code, 0)
        self.assertEqual(self.run_program("check", "survey/scenario.toml").code, 0)

    def test_new_overwrites_nothing(self):
        (self.folder / "mine").mkdir()
        self.assert_refused(["new", "mine"], 'error[bad-arguments]: "mine" is there already\n  choose another name\n')
        self.assert_refused(["new", "other", "--track", "cvs"], 'error[bad-arguments]: --track cannot be "cvs"\n'
                                                                "  expected one of: curve, straight, csv FILE\n")
        self.assertFalse((self.folder / "other").exists())

    def test_new_leaves_no_half_folder_on_a_full_disk(self):
        before = self.take_inventory()
        outcome = self.run_program("new", "coach", preexec_fn=limit_file_size)
        self.assertEqual(outcome.code, 3, outcome.err)
        self.assertIn("could not be written (disk full?)", outcome.err)
        self.assertEqual(self.take_inventory(), before)
        self.assertFalse((self.folder / "coach").exists())

    def test_a_failed_man_page_leaves_the_old_one(self):
        self.assertEqual(self.run_program("man", "pages").code, 0)
        before = self.take_inventory()
        outcome = self.run_program("man", "pages", preexec_fn=limit_file_size)
        self.assertEqual(outcome.code, 3, outcome.err)
        self.assertIn("could not be written (disk full?)", outcome.err)
        self.assertEqual(self.take_inventory(), before)
        self.assert_refused(["man", "scenario.toml"], 'error[output-unwritable]: "scenario.toml" cannot be made: Not a directory\n')

    def test_models_by_name(self):
        self.write("s.toml", NAMED.format("manchester-1"))
        self.assertEqual(self.run_program("check", "s.toml").code, 0)
        shutil.copytree(MODELS / "mk3", self.folder / "own/vehicles/mine")
        self.write("s.toml", NAMED.format("mine"))
        self.assertEqual(self.run_program("check", "s.toml", env=os.environ | {"FOURFOOT_PATH": "nowhere:own"}).code, 0)
        self.assertEqual(self.run_program("check", "s.toml").code, 2)

    def test_next_to_the_file_comes_first(self):
        self.write("manchester-1.toml", support.VEHICLE)
        self.write("s.toml", NAMED.format("manchester-1"))
        self.assertNotIn("car_body", self.run_program("info", "s.toml").out)

    def test_unknown_model(self):
        self.write("s.toml", NAMED.format("manchester-2"))
        self.assert_refused(["check", "s.toml"],
                            's.toml:2:11: error[file-not-found]: there is no vehicle "manchester-2", neither here nor among the models\n'
                            '  2 | vehicle = "manchester-2"\n'
                            "    |           ^~~~~~~~~~~~~~\n"
                            '  did you mean "manchester-1"?\n')

    def test_examples_by_name(self):
        self.assertEqual(self.run_program("run", "--example", "hunting-wheelset", "--set", "run.duration=0.1").code, 0)
        self.assert_refused(["run", "--example", "coach-curv"], 'error[file-not-found]: there is no example "coach-curv"\n'
                                                                '  did you mean "coach-curve"?\n')
        self.assert_refused(["info", "scenario.toml", "--example", "coach-curve"],
                            "error[bad-arguments]: --example excludes scenario\n  add --help to see what it takes\n")

    def test_help_of_a_verb(self):
        self.assertEqual(self.run_program("help", "run").out, self.run_program("run", "--help").out)
        self.assertEqual(self.run_program("help").out, self.run_program("--help").out)
        self.assert_refused(["conicity"], 'error[bad-arguments]: there is no verb "conicity"\n'
                                          '  see "fourfoot contact-geometry --help": rolling radii, contact angles, patches, equivalent conicity\n')
        self.assert_refused(["help", "rnu"], 'error[bad-arguments]: there is no verb "rnu"\n  did you mean "run"?\n')

    def test_doctor_names_what_there_is(self):
        out = self.run_program("doctor", env=os.environ | {"FOURFOOT_CACHE": str(self.folder)}).out
        self.assertEqual([line.split()[0] for line in out.splitlines()],
                         ["fourfoot", "compiler", "libraries", "cores", "models", "path", "cache", "MPI", "terminal"])
        self.assertIn(f"{self.folder} (2 files", out)


class CompletionTest(support.ProgramTest):
    def complete(self, *words):
        return self.run_program("complete", "--", *words).out.split()

    def test_verbs_options_values_and_channels(self):
        self.assertEqual(self.complete("ru"), ["run"])
        self.assertEqual(self.complete("help", "exp"), ["export"])
        self.assertEqual(self.complete("run", "--che"), ["--checkpoint", "--checkpoint-every"])
        self.assertEqual(self.complete("run", "scenario.toml", "--format", ""), ["text", "json"])
        self.assertEqual(self.complete("run", ""), [":files"])
        self.run_program("run", "scenario.toml", "-o", "r.h5")
        self.assertEqual(self.complete("export", "r.h5", "-c", "wheelset/y"), ["wheelset/y"])
        self.assertEqual(self.complete("plot", "r.h5", "wheelset/ps"), ["wheelset/psi"])
        self.assertEqual(self.complete("plot", "scenario.toml", ""), [])

    def test_in_bash(self):
        script = (f'PATH={pathlib.Path(support.PROGRAM).parent}:$PATH; source <(fourfoot completions bash); COMP_WORDS=(fourfoot run scen); '
                  'COMP_CWORD=2; _fourfoot; echo "${COMPREPLY[*]}"; COMP_WORDS=(fourfoot inf); COMP_CWORD=1; _fourfoot; echo "${COMPREPLY[*]}"')
        result = subprocess.run(["bash", "-c", script], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(result.stdout, "scenario.toml\ninfo\n", result.stderr)

    def test_a_name_in_a_foreign_file_is_not_run(self):
        name = "$(touch run-by-the-shell)"
        self.write("vehicle.toml", support.VEHICLE.replace("bodies.wheelset", f'bodies."{name}"').replace('"wheelset"]', f'"{name}"]'))
        self.spoil("scenario.toml", "[initial.wheelset]", f'[initial."{name}"]')
        self.assertEqual(self.run_program("run", "scenario.toml", "-q", "-o", "r 1.h5").code, 0)
        path = f"PATH={pathlib.Path(support.PROGRAM).parent}:$PATH; "
        script = (path + 'source <(fourfoot completions bash); COMP_WORDS=(fourfoot plot "r\\ 1.h5" ""); COMP_CWORD=3; _fourfoot; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        shells = [(["bash", "-c", script], "\\$\\(touch\\ run-by-the-shell\\)/psi")]
        if shutil.which("fish"):
            script = (f"set -p PATH {pathlib.Path(support.PROGRAM).parent}; fourfoot completions fish | source; "
                      "complete -C 'fourfoot plot \"r 1.h5\" '")
            shells.append((["fish", "-c", script], f"{name}/psi"))
        for shell, expected in shells:
            result = subprocess.run(shell, cwd=self.folder, capture_output=True, text=True)
            with self.subTest(shell=shell[0]):
                self.assertIn(expected, result.stdout.splitlines(), result.stderr)
                self.assertFalse((self.folder / "run-by-the-shell").exists())


if __name__ == "__main__":
    support.unittest.main()
