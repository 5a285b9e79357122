"""Lines that somebody else describes: tables, by all verbs; what is ignored is told, what is wrong has its place."""
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


if __name__ == "__main__":
    support.unittest.main()
