"""The installed program, as people have it: no source tree, any folder."""
import os
import pathlib
import subprocess
import tempfile
import unittest

PREFIX = pathlib.Path(os.environ["FOURFOOT_PREFIX"])


class InstalledTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fourfoot-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments):
        environment = {k: v for k, v in os.environ.items() if not k.startswith("FOURFOOT")} | {"HOME": str(self.folder)}
        result = subprocess.run([PREFIX / "bin/fourfoot", *arguments], cwd=self.folder, env=environment, capture_output=True, text=True)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_runs_an_example_from_any_folder(self):
        self.run_program("run", "--example", "hunting-wheelset", "--set", "run.duration=0.1", "--quiet")
        self.assertTrue((self.folder / "results.h5").is_file())

    def test_finds_its_own_models(self):
        (self.folder / "scenario.toml").write_text('vehicle = "manchester-1"\n[speed]\nv = 10\n[run]\nduration = 1\n'
                                                   '[contact]\nmodel = "profiles"\nfriction = 0.3\n'
                                                   '[wheels]\nprofile = "wheel_S1002"\n[rails]\nprofile = "rail_60E1"\ninclination = 0.025\n')
        self.run_program("check", "scenario.toml")
        self.assertIn(str(PREFIX / "share/fourfoot/models"), self.run_program("doctor"))

    def test_every_verb_has_a_man_page(self):
        man = next(PREFIX.glob("**/man1"))
        verbs = self.run_program("complete", "").split()
        self.assertIn("run", verbs)
        for verb in (v for v in verbs if not v.startswith("-")):
            text = (man / f"fourfoot-{verb}.1").read_text()
            self.assertIn(".SH OPTIONS", text)
        self.assertIn("results file", (man / "fourfoot-run.1").read_text())

    def test_headers_lie_in_one_folder(self):
        self.assertEqual([p.name for p in (PREFIX / "include").iterdir()], ["fourfoot"])
        names = sorted(str(p.relative_to(PREFIX / "include/fourfoot")) for p in (PREFIX / "include").rglob("*.h"))
        self.assertEqual(names, ["base/channel.h", "base/error.h", "base/source_location.h", "base/version.h", "plugin.h", "simulation.h"])

    def test_completions_and_manual_are_there(self):
        for name in ("bash-completion/completions/fourfoot", "zsh/site-functions/_fourfoot", "fish/vendor_completions.d/fourfoot.fish"):
            self.assertIn("complete", (PREFIX / "share" / name).read_text())
        self.assertTrue(list(PREFIX.glob("**/guide/first-run.md")))

    def test_the_manual_as_a_site_is_there_where_it_is_built(self):
        site = pathlib.Path(os.environ["FOURFOOT_SITE"])
        built, found = (sorted(str(p.relative_to(top)) for p in top.rglob("*.html")) for top in (site, PREFIX / "share/doc/fourfoot/manual"))
        self.assertEqual(set(built) - set(found), set())


if __name__ == "__main__":
    unittest.main()
