"""The committed pages, figures and tables are what the committed results make: nothing in them is typed."""
import pathlib
import shutil
import tempfile
import unittest

import support

RUNNER = support.load_runner()
from kit import page  # noqa: E402  (found through the runner)


class PagesTest(unittest.TestCase):
    def test_pages_follow_from_results(self):
        self.assertGreater(len(RUNNER.list_studies()), 0)
        for name in RUNNER.list_studies():
            with self.subTest(study=name), tempfile.TemporaryDirectory() as folder:
                committed, results = support.STUDIES / name / "results", pathlib.Path(folder) / "results"
                shutil.copytree(committed, results)
                blocks = RUNNER.make_blocks(name, results)
                text = (support.STUDIES / name / "README.md").read_text()
                self.assertEqual(page.fill(text, blocks), text, "run studies/run --pages")
                for path in committed.iterdir():
                    self.assertEqual((results / path.name).read_bytes(), path.read_bytes(), f"{name}/{path.name}")

    def test_every_statement_has_a_verdict(self):
        for name in RUNNER.list_studies():
            paper = page.read_paper(support.STUDIES / name)
            ids = [statement["id"] for statement in paper["statements"]]
            self.assertEqual(len(ids), len(set(ids)), name)
            for statement in paper["statements"]:
                self.assertTrue(statement["where"] and statement["says"], (name, statement["id"]))

    def test_where_we_differ_we_say_why(self):
        for name in RUNNER.list_studies():
            rows = RUNNER.load(name).tables.read(support.STUDIES / name / "results/statements.csv")
            for row in rows:
                if row["verdict"] not in (page.HOLDS, page.NOTHING):
                    self.assertTrue(row["why"], (name, row["id"]))


if __name__ == "__main__":
    unittest.main()
