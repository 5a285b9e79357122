"""The built site: mkdocs makes it strictly, nothing leads nowhere or is fetched from elsewhere; in a browser, from disk, search finds and
formulas are drawn; every page fits its screen. Needs mkdocs and Chromium, which ./dev test installs."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["FOURFOOT"]
SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
BROWSER = shutil.which("chromium") or shutil.which("google-chrome")


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="fourfoot-site-")
        cls.site = pathlib.Path(cls.folder.name) / "manual/site"
        build = [sys.executable, "-B", str(SOURCE / "tools/manual/build"), "--program", PROGRAM, "--output", str(cls.site.parent)]
        cls.made = subprocess.run(build, text=True, capture_output=True)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_is_built_without_faults(self):
        self.assertEqual(self.made.returncode, 0, self.made.stdout + self.made.stderr)

    def test_the_front_page_links_to_the_signs(self):
        self.assertIn('href="signs.html"', (self.site / "index.html").read_text())
        self.assertIn("ΣY", (self.site / "signs.html").read_text())

    def test_in_a_browser(self):
        """Search from disk, formulas, signs by keys, contrast and structure by axe, widths, themes, print: tests/manual/in_browser.mjs."""
        command = ["node", str(SOURCE / "tests/manual/in_browser.mjs"), str(self.site), os.environ.get("FOURFOOT_PICTURES", f"{self.folder.name}/pictures")]
        done = subprocess.run(command, text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_every_page_fits(self):
        """Telephone and tablet: nothing is cut off, figures can be read in the dark, every picture has its words: all_pages.mjs."""
        done = subprocess.run(["node", str(SOURCE / "tests/manual/all_pages.mjs"), str(self.site)], text=True, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    if not shutil.which("mkdocs") or not BROWSER:
        sys.exit("no mkdocs or Chromium here; ./dev test installs them")
    unittest.main()
