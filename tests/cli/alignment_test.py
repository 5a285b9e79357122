"""Lines that somebody else describes: tables, by all verbs; what is ignored is told, what is wrong has its place."""
import random
import re
import shutil

import support

TABLE = """\
Station [km];Radius (m);turn;Superelevation [mm];slope (permille);operator
12,000;;;0;5;A
12,100;;;0;5;A
12,180;400;right;120;5;B
12,330;400;right;120;5;B
12,410;;;0;5;B
12,500;;;0;5;B
"""
TRACK = '[track]\nalignment = "line.csv"\n[speed]'


class AlignmentTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("line.csv", TABLE)

    def read_rows(self, *arguments):
        outcome = self.run_program("track", *arguments, "--format", "csv", "--step", "10")
        self.assertEqual(outcome.code, 0, outcome.err)
        lines = [line for line in outcome.out.splitlines() if not line.startswith("#")]
        names = [name.split(" ")[0] for name in lines[0].split(",")]
        return [dict(zip(names, map(float, line.split(",")))) for line in lines[1:]], outcome.err

    def test_every_verb_reads_it(self):
        self.spoil("scenario.toml", "[speed]", TRACK)
        self.assertEqual(self.run_program("check", "scenario.toml").code, 0)
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5")
        self.assertEqual(outcome.code, 0, outcome.err)
        rows, err = self.read_rows("scenario.toml")
        self.assertIn('warning[columns-ignored]: "', err)
        self.assertIn('ignored columns: "operator"', err)
        self.assertAlmostEqual(rows[25]["curvature"], -1 / 400, 7)
        self.assertAlmostEqual(rows[25]["cant"], -0.120, 9)  # the left rail is the outer one
        self.assertAlmostEqual(rows[-1]["z"], 0.005 * rows[-1]["s"], 3)

    def test_a_track_file_and_the_table_alone_are_the_same_line(self):
        self.write("line.toml", 'alignment = "line.csv"\n')
        named, _ = self.read_rows("line.toml")
        alone, _ = self.read_rows("line.csv")
        self.assertEqual(len(named), 51)
        for a, b in zip(named, alone):
            self.assertEqual([a[k] for k in ("s", "x", "y", "z", "cant")], [b[k] for k in ("s", "x", "y", "z", "cant")])
        for file in ("line.toml", "line.csv"):
            self.assertIn("a good track file", self.run_program("check", file).out)
        self.spoil("scenario.toml", "[speed]", "[speed]\nstart = 0")
        chosen, _ = self.read_rows("scenario.toml", "--set", "track=line.csv")
        self.assertEqual([row["y"] for row in chosen], [row["y"] for row in alone])

    def test_columns_with_names_of_their_own(self):
        self.write("line.csv", "weg,kruemmung [1/km]\n0,0\n50,0\n90,2\n200,2\n")
        self.write("line.toml", '[alignment]\nfile = "line.csv"\npositive = "right"\n'
                   'columns = { chainage = "weg", curvature = "kruemmung" }\n')
        rows, err = self.read_rows("line.toml")
        self.assertEqual(err, "")
        self.assertAlmostEqual(rows[15]["curvature"], -0.002, 12)

    def test_elements_of_the_file_hold_instead(self):
        self.write("line.toml", 'alignment = "line.csv"\nvertical = [{ type = "constant-gradient", length = 10, gradient = 0 }]\n')
        rows, _ = self.read_rows("line.toml")
        self.assertEqual(rows[-1]["z"], 0)

    def test_landxml_by_every_verb(self):
        shutil.copy(support.SOURCE / "tests/data/track/landxml_line.xml", self.folder / "line.xml")
        rows, err = self.read_rows("line.xml", "--to", "1000")
        self.assertEqual(err, "")
        self.assertAlmostEqual(rows[0]["x"], 0, 2)
        self.assertAlmostEqual(rows[35]["curvature"], 1 / 800, 6)
        self.assertIn("a good track file", self.run_program("check", "line.xml").out)
        self.spoil("scenario.toml", "[speed]", '[track.alignment]\nfile = "line.xml"\ncoordinates = "file"\n[speed]')
        rows, _ = self.read_rows("scenario.toml", "--to", "100")
        self.assertAlmostEqual(rows[0]["x"], 25496706.967, 2)
        self.assertAlmostEqual(rows[0]["y"], 6673718.297, 2)
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5").code, 0)

    def test_ifc(self):
        text = (support.SOURCE / "tests/fuzz/corpus/check_fuzz/alignment_ifc").read_text().split("\n", 1)[1]
        self.write("line.ifc", text)
        rows, err = self.read_rows("line.ifc")
        self.assertEqual(err, "")
        self.assertAlmostEqual(rows[10]["cant"], 0.1, 6)
        self.write("line.ifc", text.replace("VIENNESEBEND", "SPAGHETTI", 1))
        outcome = self.run_program("check", "line.ifc")
        self.assertEqual(outcome.code, 2)
        self.assertIn("line.ifc:14:", outcome.err)
        self.assertIn("error[alignment-element]: a horizontal segment of type .SPAGHETTI. is not read here", outcome.err)

    def test_damaged_files_give_errors_with_their_place(self):
        good = (support.SOURCE / "tests/data/track/landxml_line.xml").read_text()
        self.write("line.xml", good)
        generator = random.Random(7)
        numbers = list(re.finditer(r"[0-9]+\.[0-9]+", good))
        for _ in range(30):
            at = generator.choice(numbers)
            self.write("line.xml", good[:at.start()] + generator.choice(["-1", "x", "1e308", "", "0"]) + good[at.end():])
            outcome = self.run_program("check", "line.xml")
            self.assertIn(outcome.code, (0, 2), outcome.err)
            self.assertNotIn("internal error", outcome.err)
            if outcome.code == 2:
                self.assertRegex(outcome.err, r"line\.xml:[0-9]+:[0-9]+: error\[")


if __name__ == "__main__":
    support.unittest.main()
