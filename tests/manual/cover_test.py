"""The manual leaves nothing out: a picture of each vehicle, a symbol and an equation for each element, each term in five languages, each
comparison with a test that is there. The README stays short and leads to the signs."""
import json
import os
import pathlib
import re
import subprocess
import unittest

SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
DOCS = SOURCE / "docs"


def read(name):
    return (SOURCE / name).read_text()


class Cover(unittest.TestCase):
    def test_every_vehicle_has_its_picture(self):
        page = read("docs/vehicles.md")
        vehicles = {path.stem for path in (SOURCE / "models/vehicles").iterdir()} - {"axles"}  # parts, not vehicles
        self.assertGreater(len(vehicles), 8)
        for name in vehicles:
            self.assertIn(f"(figures/vehicle-{name}.svg)", page)
            self.assertTrue((DOCS / f"figures/vehicle-{name}.svg").exists(), name)

    def test_every_example_and_track_is_listed(self):
        page, tracks = read("examples/README.md"), read("models/tracks/README.md")
        examples = [path.name for path in (SOURCE / "examples").iterdir() if path.is_dir()]
        self.assertGreater(len(examples), 25)
        self.assertEqual([name for name in examples if f"({name}/README.md)" not in page], [])
        self.assertEqual([path.name for path in (SOURCE / "models/tracks").glob("*.toml") if f"({path.name})" not in tracks], [])
        for number in re.findall(r"\d\d", " ".join(re.findall(r"\| examples? ([\d, ]+) \|", tracks))):  # the examples that are said to use a track
            scenario = next((SOURCE / "examples").glob(f"{number}-*/scenario.toml")).read_text()
            name = re.search(r"models/tracks/([\w-]+\.toml)", scenario)[1]
            self.assertRegex(tracks, rf"\({name}\)[^\n]*\| examples? [\d, ]*{number}")

    def test_every_question_is_answered_with_a_picture(self):
        for page in ("stable", "curve", "yaw-damper", "comfort", "twist", "wear", "friction"):
            self.assertIn("](../pictures/", read(f"docs/tutorials/{page}.md"), page)

    def test_every_picture_is_shown(self):
        shown = set(re.findall(r"pictures/([\w-]+\.\w+)\)", "".join(path.read_text() for path in [SOURCE / "README.md", *DOCS.rglob("*.md"), *(SOURCE / "examples").rglob("*.md")])))
        self.assertEqual({path.name for path in (DOCS / "pictures").iterdir()} - shown, set())

    def test_every_element_has_its_symbol_and_equation(self):
        schema = json.loads(subprocess.run([os.environ["FOURFOOT"], "schema", "vehicle"], text=True, capture_output=True, check=True).stdout)
        types = set(re.findall(r'"type": \{"const": "([\w-]+)"', json.dumps(schema["properties"]["elements"]))) - {"plugin"}  # the reader's own law
        self.assertGreaterEqual(len(types), 11)
        figure, theory = read("docs/figures/elements.svg"), read("docs/theory/element.md")
        for name in types:
            self.assertIn(f">{name}<", figure)
            self.assertIn(f"`{name}`", theory)

    def test_every_term_has_five_languages(self):
        rows = [row for row in read("docs/glossary.md").split("\n## ")[0].splitlines() if row.startswith("| ")]
        self.assertGreater(len(rows), 40)
        self.assertEqual([row for row in rows if len(row.strip("|").split("|")) != 6], [])

    def test_every_comparison_has_a_picture_and_a_test(self):
        page = read("docs/verification.md")
        for section in page.split("\n## ")[1:]:
            if "| compared with |" in section:
                self.assertRegex(section, r"\(figures/oracle-[\w-]+\.svg\)", section.split("\n")[0])
        tests = set(re.findall(r"`(tests/[\w./-]+)`", page))
        self.assertGreater(len(tests), 10)
        self.assertEqual([name for name in sorted(tests) if not (SOURCE / name).exists()], [])

    def test_every_question_has_its_tutorial(self):
        nav = re.findall(r"^ +- (.+): (tutorials/[\w-]+\.md)$", read("tools/manual/mkdocs.yml"), re.M)
        self.assertGreaterEqual(len(nav), 10)
        for title, page in nav:
            self.assertEqual(read(f"docs/{page}").splitlines()[0], f"# {title}")
        self.assertEqual(sorted(page for _, page in nav), sorted(f"tutorials/{path.name}" for path in (DOCS / "tutorials").glob("*.md")))

    def test_the_readme_is_short_and_leads_on(self):
        page = read("README.md")
        self.assertLess(len(page.splitlines()), 120)
        self.assertLess(page.index("coach-curve.gif"), page.index("## Two commands"))
        for title in ("Two commands", "What you get", "How sure are we?", "How it compares", "Who it is for", "Where next"):
            self.assertIn(f"\n## {title}\n", page)
        self.assertRegex(page, r"signs of Y, Q, ΣY[^\n]*\]\(docs/signs\.md\)")


if __name__ == "__main__":
    unittest.main()
