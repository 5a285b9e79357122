"""The manual without mkdocs: tutorials run, figures are up to date, every key, verb and channel is described, links resolve."""
import math
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.environ["FOURFOOT"]
SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
sys.path.insert(0, str(SOURCE / "tools/manual"))
import api  # noqa: E402
import figures  # noqa: E402
import guides  # noqa: E402
import pictures  # noqa: E402
import python_api  # noqa: E402
import reference  # noqa: E402
import stage  # noqa: E402
import tutorials  # noqa: E402


class Pages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        made = tempfile.TemporaryDirectory(prefix="fourfoot-manual-cache-")
        cls.addClassCleanup(made.cleanup)
        cls.cache = pathlib.Path(made.name) / "tables"  # of contact tables, for all pages: each pair of profiles is searched once
        cls.source = pathlib.Path(made.name) / "source"  # of the site: reference pages are written once
        cls.missing = reference.write_pages(PROGRAM, cls.source / "reference")
        cls.mute = api.write_page(cls.source / "reference") + python_api.write_page(cls.source / "reference")

    def folder(self):
        made = tempfile.TemporaryDirectory(prefix="fourfoot-manual-")
        self.addCleanup(made.cleanup)
        return pathlib.Path(made.name)

    def test_commands_of_the_tutorials_run(self):
        pages = sorted((SOURCE / "docs/tutorials").glob("*.md"))
        self.assertGreaterEqual(len(pages), 5)
        for page in pages + [SOURCE / "docs/signs.md", SOURCE / "docs/gallery.md"]:
            with self.subTest(page.name):
                folder = self.folder()
                self.assertEqual(tutorials.run_page(page, folder, tutorials.set_up(folder, PROGRAM, self.cache)), [])
                for drawn, picture in pictures.DRAWN.get(str(page.relative_to(SOURCE / "docs").with_suffix("")), {}).items():  # the picture of the page is what its commands draw
                    self.assertEqual(pictures.read_shape(folder / drawn), pictures.read_shape(pictures.PICTURES / picture), f"{picture}: run tools/manual/pictures.py")

    def test_commands_of_the_guides_run(self):
        count, blocks = 0, 0
        for page in sorted((SOURCE / "docs/guide").glob("*.md")):
            with self.subTest(page.name):
                folder = self.folder()
                around = tutorials.set_up(folder, PROGRAM, self.cache)
                self.assertEqual(guides.prepare(page, folder, around), [])
                self.assertEqual(tutorials.run_page(page, folder, around, make_runnable=guides.make_runnable), [])
                count += len(re.findall(r"^fourfoot ", "".join(guides.make_runnable(code) for code in re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.M | re.S)), re.M))
                self.assertEqual(guides.run_python(page, folder, around), [])
                blocks += len(guides.list_python(page))
        self.assertGreaterEqual(count, 55)  # commands
        self.assertGreaterEqual(blocks, 10)  # of Python

    def test_a_command_of_a_guide_that_fails_is_found(self):
        folder = self.folder()
        (folder / "page.md").write_text("```sh\nfourfoot check nothing.toml\n```\n")
        faults = tutorials.run_page(folder / "page.md", folder, tutorials.set_up(folder, PROGRAM), make_runnable=guides.make_runnable)
        self.assertEqual(len(faults), 1)
        self.assertIn("page.md:1: exit code 2", faults[0])
        (folder / "page.md").write_text("A page.\n\n```python\nfourfoot.doctor()\nfourfoot.no_such_verb()\n```\n")
        faults = guides.run_python(folder / "page.md", folder, {**os.environ})
        self.assertEqual(len(faults), 1)
        self.assertIn("page.md:3: a Python block fails", faults[0])
        self.assertIn("line 5", faults[0])

    def test_every_key_verb_and_channel_has_a_sentence_and_every_link_its_page(self):
        source = self.source
        self.assertEqual(self.missing, [])
        self.assertEqual(self.mute, [])
        self.assertEqual(stage.stage(source), [])
        keys = (source / "reference/scenario.md").read_text()
        self.assertIn("| `friction` |", keys)
        self.assertIn("`contact.tangential` with `law = \"fastsim\"`", keys)
        channels = (source / "reference/channels.md").read_text()
        for name in ("WHEELSET/SIDE/Q", "WHEELSET/sum_Y", "WHEELSET/SIDE/patch_N/nu_x", "BODY/psi", "drive/force", "MARKER/a_x", "WHEELSET/SIDE/rail", "SLEEPER/SIDE/seat"):
            self.assertIn(f"`{name}`", channels)

    def test_every_kind_of_schema_has_its_page(self):
        out = subprocess.run([PROGRAM, "schema", "--help"], text=True, capture_output=True, check=True).stdout
        kinds = re.search(r"kind TEXT:\{([a-z,]+)\}", out)[1].split(",")
        self.assertEqual(sorted(reference.KINDS), sorted(kinds))

    def test_every_channel_of_every_example_has_a_sentence_and_a_row(self):
        folder = self.folder()
        page = (self.source / "reference/channels.md").read_text()
        for scenario in sorted((SOURCE / "examples").glob("*/scenario.toml")):
            results = folder / "r.h5"
            call = [PROGRAM, "run", str(scenario), "-q", "-o", str(results), "--set", "run.duration=0.001", "--set", "run.start=nominal"]
            subprocess.run(call, text=True, capture_output=True)  # some cannot start from the nominal position: their first row counts
            listed = subprocess.run([PROGRAM, "export", str(results), "--list"], text=True, capture_output=True, check=True).stdout
            for line in listed.splitlines():
                name, *rest = re.split(r"\s{2,}", line.strip(), maxsplit=2)
                self.assertEqual(len(rest), 2, f"{scenario.parent.name}: {line}")
                general = reference.generalise(name)
                stem = re.sub(r"_[xyz]$", "_", general)
                self.assertIn(f"`{stem}", page, f"{scenario.parent.name}: {name}")

    def test_the_public_headers_are_described(self):
        self.assertEqual(sorted(api.list_headers()), ["base/channel.h", "base/error.h", "base/source_location.h", "base/version.h", "plugin.h", "simulation.h"])
        page = (self.source / "reference/cpp.md").read_text()
        for wanted in ("### `fourfoot::Simulation`", "Simulation& set(const std::string& key, double value);", "### `fourfoot_plugin`", "as --set of the"):
            self.assertIn(wanted, page)

    def test_a_function_without_a_sentence_is_found(self):
        folder = self.folder()
        (folder / "simulation.h").write_text("/// A class.\nclass Mute {\n public:\n  /// Said.\n  int said();\n  int unsaid();\n};\n")
        compounds, _ = api.run_doxygen({"simulation.h": folder / "simulation.h"}, folder)
        page = api.Page(compounds)
        page.write_header("simulation.h", next(c for c in compounds.values() if c.get("kind") == "file"))
        self.assertEqual(page.faults, ["C++ interface: unsaid has no sentence"])

    def test_the_python_package_is_described(self):
        page = (self.source / "reference/python.md").read_text()
        import fourfoot  # what it offers is what the page describes
        for name in set(fourfoot.__all__) - {"plugin"}:
            self.assertIn(f"### `{name}`\n", page)
        for wanted in ("Scenario.set", "fourfoot.critical_speed(\n    scenario: Scenario | File,", "-> Answer", "plugin.bearing(name", "| `is_stable` |"):
            self.assertEqual(wanted in page, wanted != "Scenario.set", wanted)

    def test_a_python_method_without_a_sentence_is_found(self):
        page = python_api.Page()
        page.write_class("Mute", python_api.ast.parse('class Mute:\n    """It."""\n    def said(self): "Says."\n    def unsaid(self): pass\n').body[0], None)
        self.assertEqual(page.faults, ["Python interface: Mute.unsaid has no sentence"])

    def test_a_key_without_a_sentence_is_found(self):
        page = reference.KeyPage("study", {"properties": {"mute": {"type": "string"}, "said": {"type": "string", "description": "yes"}}})
        page.write()
        self.assertEqual(page.faults, ["study: mute has no sentence"])

    def test_braces_and_symbols_survive(self):
        self.assertEqual(reference.cell('names: { level = "a | b" }'), 'names: `{ level = "a \\| b" }`')
        self.assertEqual(reference.cell("only with --allow-code, as `run --set a=1`"), "only with `--allow-code`, as `run --set a=1`")
        self.assertEqual(reference.as_sentence("z = sum c[k]"), "z = sum c[k].")
        self.assertEqual(reference.as_sentence("a law of your own"), "A law of your own.")

    def test_options_are_read_from_help(self):
        _, rows = reference.parse_help("a verb\n\nOptions:\n  --exaggerate FLOAT:FLOAT in [0 - 1000]=10\n" + 30 * " " + "factor\n  --format TEXT:{text,json}=text\n" + 30 * " " + "form\n")
        self.assertEqual([row[1:] for row in rows], [["--exaggerate FLOAT:FLOAT in [0 - 1000]=10", "factor"], ["--format TEXT:{text,json}=text", "form"]])
        self.assertEqual(reference.read_option(rows[0][1]), ("--exaggerate", "number, 0 to 1000", "10", ""))
        self.assertEqual(reference.read_option(rows[1][1]), ("--format", "`text`, `json`", "text", ""))
        self.assertEqual(reference.read_option("files TEXT ... REQUIRED"), ("files", "several × text", "required", ""))
        self.assertEqual(reference.read_option("-s,--save TEXT Needs: --a Excludes: --b"), ("-s`, `--save", "text", "", "; with `--a`; not with `--b`"))

    def test_values_of_options_are_named(self):
        for names, kind, default, meaning, wanted in (
                ("--young", "text", "", "Young's modulus of both bodies [N/m^2]", "number [N/m²]"), ("--set", "text", "", "override an entry: key=value", "`KEY=VALUE`"),
                ("-c`, `--channels", "several × text", "", "channels, separated by commas", "list of channels"), ("results", "several × text", "required", "results files (HDF5)", "one or more files"),
                ("--speed", "text", "", "speeds from:step:to, or one", "number, or `from:step:to`"), ("-o`, `--output", "text", "", "SVG file of the map", "file"), ("--grid", "whole number", "", "x", "whole number")):
            self.assertEqual(reference.say_value(names, kind, default, meaning), wanted, names)
        self.assertNotIn("| text |", re.sub(r"`text`[^|]*\| text \|", "", (self.source / "reference/commands.md").read_text()).replace("| text | required | folder", ""))
        self.assertEqual(reference.write_units("damping [N s/m], in m2 [kg m2] [1] [m/s^2]"), "damping [N s/m], in m2 [kg m²] [1] [m/s²]")

    def test_tables_alike_are_listed_once(self):
        keys = {f"key_{i}": {"type": "string", "description": f"a long sentence of key {i}"} for i in range(20)}
        page = reference.KeyPage("study", {"properties": {name: {"description": name, "properties": keys} for name in ("left", "right")}})
        text = page.write()
        self.assertEqual(text.count("`key_7`"), 1)
        self.assertIn("Keys as in [`left`](#left).", text)
        self.assertEqual((page.keys, page.faults), (42, []))

    def test_references_have_their_accents(self):
        for given, wanted in ((r"Zboi{\'n}ski", "Zboiński"), (r"Jos\'e", "José"), (r"{\`a} vapeur", "à vapeur"), (r"P{\aa}lsson", "Pålsson"), (r'{\"U}ber', "Über"), (r"N{\o}rsett", "Nørsett"), ("89--107", "89–107")):
            self.assertEqual(stage.read_tex(given), wanted)

    def test_references_stand_once_and_read_as_in_journals(self):
        keys, faults = stage.write_references(self.folder())
        self.assertGreater(len(keys), 90)
        self.assertEqual(faults, [])
        kik = {"author": "Kik, W. and Piotrowski, J. and others", "title": "A Method", "journal": "Wear", "volume": "46", "pages": "27–48", "year": "2008"}
        self.assertEqual(stage.write_reference(kik), "W. Kik, J. Piotrowski et al.: *A Method*. Wear 46, 27–48 (2008).")
        self.assertEqual(stage.write_reference({"title": "EN 1", "author": "CEN", "year": "2016", "note": "not seen"}), "CEN: *EN 1* (2016). not seen.")
        self.assertEqual(stage.find_twice([("A1", {"title": "A method"}), ("B1", {"title": "A Method."})]), ["references: B1 stands twice, also as A1"])
        self.assertEqual(stage.find_twice([("A1", {"title": "One"}), ("A1", {"title": "Two"})]), ["references: A1 stands twice"])

    def test_signs_are_as_the_page_says(self):
        """In a left curve the leading wheelset runs at the outer, right rail and presses it to the right."""
        scenario = str(SOURCE / "examples/10-coach-curve/scenario.toml")
        call = [PROGRAM, "equilibrium", scenario, "--radius", "300/100mm", "--speed", "70 km/h", "--set", "contact.friction=0.3", "--format", "csv"]
        rows = [line.split(",") for line in subprocess.run(call, text=True, capture_output=True, check=True).stdout.splitlines()]
        found = {row[0]: float(row[2]) for row in rows[1:]}
        for name, sign in (("y", -1), ("psi", -1), ("right/Y", -1), ("right/YQ", 1), ("left/Y", 1), ("left/YQ", 1), ("sum_Y", -1), ("right/Q", 1), ("left/Q", 1)):
            self.assertGreater(sign * found[f"wheelset_1/{name}"], 0, name)
        self.assertAlmostEqual(found["wheelset_1/sum_Y"], found["wheelset_1/left/Y"] + found["wheelset_1/right/Y"], delta=1e-6)
        for side in ("left", "right"):  # creep forces oppose creepage; angle > 0 on the flange side
            for creepage, force in (("nu_x", "fx"), ("nu_y", "fy")):
                patch = f"wheelset_1/{side}/patch_1/"
                self.assertLess(found[patch + creepage] * found[patch + force], 0)
            self.assertGreater(found[f"wheelset_1/{side}/patch_1/angle"], 0)
        self.assertGreater(found["wheelset_1/right/patch_1/spin"], 0)
        self.assertLess(found["wheelset_1/left/patch_1/spin"], 0)
        for wheel, side in (("wheelset_1/left", 1), ("wheelset_1/right", -1)):  # Y and Q are sums over the patches
            patches = [[found[f"{wheel}/patch_{i}/{name}"] for name in ("N", "fy", "angle")] for i in (1, 2, 3, 4)]
            patches = [(n, fy, angle) for n, fy, angle in patches if n > 0]
            self.assertAlmostEqual(sum(n * math.cos(a) + side * fy * math.sin(a) for n, fy, a in patches) / found[f"{wheel}/Q"], 1, 6)
            self.assertAlmostEqual(sum(side * n * math.sin(a) - fy * math.cos(a) for n, fy, a in patches) / found[f"{wheel}/Y"], 1, 6)

    def test_figures_are_what_their_script_draws(self):
        for name, draw in figures.FIGURES.items():
            self.assertEqual((SOURCE / f"docs/figures/{name}.svg").read_text(), draw().render(), f"{name}: run tools/manual/figures.py")


if __name__ == "__main__":
    unittest.main()
