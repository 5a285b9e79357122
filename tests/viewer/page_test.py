"""The page in viewer/dist is the one that its sources make, small, and calls nobody."""
import hashlib
import os
import pathlib
import re
import unittest

VIEWER = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"]) / "viewer"
PAGE = (VIEWER / "dist" / "report.html").read_text()


def hash_sources():
    """As viewer/build.mjs does."""
    files = [p for p in (VIEWER / "src").rglob("*") if p.is_file()] + [VIEWER / "build.mjs", VIEWER / "package-lock.json"]
    digest = hashlib.sha256()
    for name in sorted(p.relative_to(VIEWER).as_posix() for p in files):
        digest.update(name.encode() + b"\0" + (VIEWER / name).read_bytes() + b"\0")
    return digest.hexdigest()


class PageTest(unittest.TestCase):
    def test_is_made_from_these_sources(self):
        stated = re.search(r"page sources sha256:([0-9a-f]{64})", PAGE).group(1)
        self.assertEqual(stated, hash_sources(), "viewer/ changed: run ./dev viewer and commit viewer/dist/report.html")

    def test_is_small(self):
        self.assertLess(len(PAGE), 3_000_000)

    def test_has_one_place_for_data(self):
        self.assertEqual(PAGE.count("<!--fourfoot-data-->"), 1)

    def test_allows_no_connection(self):
        self.assertRegex(PAGE, r"Content-Security-Policy\" content=\"default-src 'none';")
        self.assertNotRegex(PAGE, r"<(script|link|img)[^>]+(src|href)=")

    def test_packages_name_no_registry(self):
        self.assertNotIn("resolved", (VIEWER / "package-lock.json").read_text())


if __name__ == "__main__":
    unittest.main()
