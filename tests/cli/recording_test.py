"""Track as it was measured: recordings, their quality figures and spectra, exports, fits, pictures."""
import csv
import json
import math
import random
import re

import support

CHORD = {"rear": 4.0, "front": 6.0}
# The car begins well before the line and ends behind it: next to its ends the shape is a guess.
RECORDED = [0.25 * i - 600 for i in range(8801)]
STRAIGHT = 'name = "straight"\nhorizontal = [{ type = "line", length = 1000 }]\n'
CURVES = """\
name = "curves"
lengths = "plan"
horizontal = [
  { type = "line", length = 200 },
  { type = "clothoid", length = 80 },
  { type = "circular-arc", length = 150, radius = 500, turn = "left", cant = "100 mm" },
  { type = "bloss-curve", length = 90 },
  { type = "line", length = 160 },
  { type = "cosine-curve", length = 70 },
  { type = "circular-arc", length = 120, radius = 700, turn = "right", cant = "70 mm" },
  { type = "helmert-curve", length = 70 },
  { type = "line", length = 100 },
]
vertical = [
  { type = "constant-gradient", length = 250, gradient = "5 permille" },
  { type = "parabolic-arc", length = 120 },
  { type = "constant-gradient", length = 200, gradient = "-12 permille" },
  { type = "circular-arc", length = 100 },
  { type = "constant-gradient", length = 370, gradient = 0 },
]
"""


def shape(s):
    """Two waves within the band, in metres."""
    return 2e-3 * math.sin(2 * math.pi * s / 11) + 1e-3 * math.cos(2 * math.pi * s / 27)


def chord_offset(y, s, ahead=1.0):
    rear, front = CHORD["rear"], CHORD["front"]
    return y(s) - (front * y(s - ahead * rear) + rear * y(s + ahead * front)) / (rear + front)


class RecordingTest(support.ProgramTest):
    def read_rows(self, *arguments):
        outcome = self.run_program("track", *arguments, "--format", "csv")
        self.assertEqual(outcome.code, 0, outcome.err)
        rows = list(csv.reader(line for line in outcome.out.splitlines() if not line.startswith("#")))
        names = [name.split(" ")[0] for name in rows[0]]
        return [dict(zip(names, map(float, row))) for row in rows[1:]]

    def write_car(self, lines, header, rows, more=""):
        self.write("car.csv", header + "\n" + "\n".join(rows) + "\n")
        self.write("line.toml", STRAIGHT + f'[[irregularity]]\ntype = "recording"\nfile = "car.csv"\n{lines}\n{more}')

    def expect_shape(self, component, factor=1.0):
        for row in self.read_rows("line.toml"):
            self.assertAlmostEqual(row[component], factor * shape(row["s"]), delta=0.03e-3)

    def test_offsets_from_an_asymmetric_chord_against_the_line(self):
        # Kilometres fall from row to row; the car's left is the line's right.
        rows = [f"{12 + s / 1000:.5f};{1e3 * chord_offset(shape, s, -1.0):.4f};{-1e3 * chord_offset(shape, s, -1.0):.4f};x"
                for s in reversed(RECORDED)]
        self.write_car('sides = "car"\nlevel = { rear = 4, front = 6 }\nalignment = { rear = 4, front = 6 }\noffset = -12000\nband = "D1+D2"\n'
                       'units = { chainage = "km" }', "km;level (mm);alignment (mm);driver", rows)
        self.expect_shape("vertical")
        self.expect_shape("alignment")
        outcome = self.run_program("check", "line.toml")
        self.assertIn('warning[columns-ignored]: "', outcome.err)
        self.assertIn("warning[recording-band]: the level over a chord of 4 m + 6 m can be restored for waves of 3 to", outcome.err)

    def test_a_dialogue_file_that_ships_and_one_key_beside_it(self):
        rows = [f"{s},{1e3 * 2 * shape(s):.4f},0" for s in RECORDED]
        self.write_car('include = "recordings/space-curve"\npositive = { level = "down" }', "s,level_left,level_right", rows)
        self.expect_shape("vertical", -1.0)
        self.expect_shape("cross_level", -2.0)

    def test_feet_and_inches(self):
        offset = lambda s: shape(s) - 0.5 * (shape(s - 9.4488) + shape(s + 9.4488))
        rows = [f"{s},{offset(s) / 0.0254:.6f},{offset(s) / 0.0254:.6f}" for s in RECORDED]
        self.write_car('include = "recordings/chord-62ft"', "s,level_left,level_right", rows)
        self.expect_shape("vertical")

    def test_quality_of_a_known_wave(self):
        # 3 mm at 10 m: in D1 wholly, in D2 hardly; standard deviation 3 / sqrt(2) mm.
        self.write("line.toml", STRAIGHT + '[[irregularity]]\ntype = "sine"\nat = -50\nlength = 10\namplitude = "3 mm"\ncount = 200\n'
                   '[[irregularity]]\ntype = "dip"\ncomponent = "vertical_left"\nat = 510\nlength = 6\namplitude = "60 mm"\n'
                   '[[irregularity]]\ntype = "ramp"\ncomponent = "gauge"\nat = 700\nlength = 20\namplitude = "40 mm"\n')
        outcome = self.run_program("track", "line.toml", "--quality", "--speed", "120 km/h", "--twist-base", "3,6 m", "--format", "json")
        self.assertEqual(outcome.code, 0, outcome.err)
        answer = json.loads(outcome.out)
        columns = answer["columns"]
        self.assertEqual(columns["from"], [0, 200, 400, 600, 800])
        self.assertAlmostEqual(columns["level_right_D1"][1], 3e-3 / math.sqrt(2), delta=0.01e-3)
        # What a Butterworth filter of order 4 lets through at 2.5 times its corner.
        self.assertAlmostEqual(columns["level_right_D2"][1], 3e-3 / math.sqrt(2) / math.sqrt(1 + 2.5 ** 8), delta=0.01e-3)
        self.assertAlmostEqual(columns["gauge_max"][4], 0.040, delta=1e-9)
        found = {defect["quantity"] for defect in answer["defects"]}
        self.assertEqual(found & {"level_left D1", "gauge_wide", "twist 3 m"}, {"level_left D1", "gauge_wide", "twist 3 m"})
        self.assertTrue(all(defect["trust"] == "unverified" for defect in answer["defects"]))
        wide = next(defect for defect in answer["defects"] if defect["quantity"] == "gauge_wide")
        self.assertEqual((wide["level"], wide["limit"]), ("immediate", 0.035))
        text = self.run_program("track", "line.toml", "--quality", "--speed", "120 km/h").out
        self.assertIn("beyond the immediate limit", text)
        self.assertIn("unverified", text)
        self.write("mine.toml", 'format = "fourfoot track limits 1"\nlimit = [{ quantity = "gauge_wide", alert = 0.001, trust = "mine" }]\n')
        answer = json.loads(self.run_program("track", "line.toml", "--quality", "--speed", "20", "--limits", "mine.toml", "--format", "json").out)
        self.assertEqual([(d["quantity"], d["level"], d["trust"]) for d in answer["defects"]], [("gauge_wide", "alert", "mine")])

    def test_spectra_are_saved_and_used_again(self):
        straight = STRAIGHT.replace("1000", "20000")
        self.write("line.toml", straight + '[[irregularity]]\ntype = "spectrum"\nspectrum = "erri-b176-low"\n')
        self.assertEqual(self.run_program("track", "line.toml", "--spectrum", "s.csv").code, 0)
        self.write("again.toml", straight + '[[irregularity]]\ntype = "spectrum"\nspectrum = "table"\nfile = "s.csv"\nseed = 5\n')
        figures = [json.loads(self.run_program("track", file, "--quality", "--format", "json").out)["columns"] for file in ("line.toml", "again.toml")]
        for name in ("level_left_D1", "alignment_right_D1", "level_left_D2"):
            given, again = (math.sqrt(sum(v * v for v in columns[name]) / len(columns[name])) for columns in figures)
            # Two realisations of 20 km: waves of D1 stand for some thousand numbers, of D2 some hundred.
            self.assertAlmostEqual(again / given, 1.0, delta=0.05)

    def test_exports_read_again_are_the_same_line(self):
        self.write("line.toml", CURVES)
        wanted = self.read_rows("line.toml", "--step", "7")
        for file in ("out.csv", "out.xml"):
            self.assertEqual(self.run_program("track", "line.toml", "--export", file).code, 0)
            rows = self.read_rows(file, "--step", "7")
            self.assertEqual(len(rows), len(wanted))
            for a, b in zip(wanted, rows):
                for name in ("x", "y", "z"):
                    self.assertAlmostEqual(a[name], b[name], delta=1e-6)
                self.assertAlmostEqual(a["cant"], b["cant"], delta=1e-6)
        self.assertEqual(self.run_program("track", "line.toml", "--export", "out.geojson", "--step", "7").code, 0)
        answer = json.loads((self.folder / "out.geojson").read_text())
        points = answer["features"][0]["geometry"]["coordinates"]
        length = answer["features"][0]["properties"]["length"]
        exact = self.read_rows("line.toml", "--step", repr(length / (len(points) - 1)))
        for row, point in zip(exact, points):
            self.assertLess(math.dist((row["x"], row["y"], row["z"]), point), 1e-6)

    def test_geojson_on_the_earth(self):
        self.write("line.toml", STRAIGHT)
        self.run_program("track", "line.toml", "--export", "out.geojson", "--origin", "48.0,11.0", "--step", "1000")
        (first, last) = json.loads((self.folder / "out.geojson").read_text())["features"][0]["geometry"]["coordinates"]
        self.assertEqual([round(v, 9) for v in first[:2]], [11.0, 48.0])
        # A kilometre to the east on the ellipsoid: a / sqrt(1 - e2 sin^2) cos(latitude) metres to a radian.
        normal = 6378137.0 / math.sqrt(1 - 0.00669437999014 * math.sin(math.radians(48)) ** 2)
        self.assertAlmostEqual(math.radians(last[0] - 11.0) * normal * math.cos(math.radians(48)), 1000.0, delta=0.01)

    def test_an_export_does_not_replace_what_it_did_not_write(self):
        self.write("line.toml", CURVES)
        self.write("mine.xml", "<LandXML/>")
        self.assertIn("error[output-exists]", self.run_program("track", "line.toml", "--export", "mine.xml").err)
        self.assertIn("error[output-is-input]", self.run_program("track", "line.toml", "--export", "line.toml").err)

    def test_a_fit_finds_the_elements_behind_rounded_points(self):
        plain = re.sub("bloss-curve|cosine-curve|helmert-curve", "clothoid", CURVES).split("vertical")[0]
        self.write("line.toml", plain)
        rows = self.read_rows("line.toml", "--step", "1")
        self.write("points.csv", "x [m],y [m]\n" + "".join(f"{row['x']:.3f},{row['y']:.3f}\n" for row in rows))
        outcome = self.run_program("track", "points.csv", "--fit", "-o", "fit.toml", "-p", "fit.svg", "--format", "json")
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn("<svg", (self.folder / "fit.svg").read_text())
        fitted = self.read_rows("fit.toml", "--step", "1")
        for a, b in zip(rows, fitted):
            self.assertLess(math.hypot(a["x"] - b["x"], a["y"] - b["y"]), 2e-3)
            # A hundredth of the sharpest curve: 55 % of it was the scatter of splines through such points.
            self.assertAlmostEqual(a["curvature"], b["curvature"], delta=0.01 / 500)
        self.assertEqual((self.folder / "fit.toml").read_text().count("[[horizontal]]"), 9)

    def test_a_fit_of_noisy_curvature(self):
        plain = re.sub("bloss-curve|cosine-curve|helmert-curve", "clothoid", CURVES).split("vertical")[0]
        self.write("line.toml", plain)
        rows = self.read_rows("line.toml", "--step", "1")
        noise = random.Random(5)
        self.write("k.csv", "chainage,curvature [1/m]\n" + "".join(f"{row['s']},{row['curvature'] + noise.gauss(0, 2e-4)}\n" for row in rows))
        outcome = self.run_program("track", "k.csv", "--fit", "-o", "fit.toml")
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertEqual((self.folder / "fit.toml").read_text().count("[[horizontal]]"), 9)
        radii = [float(text) for text in re.findall(r"\nradius = ([0-9.]+)", (self.folder / "fit.toml").read_text())]
        self.assertEqual(len(radii), 2)
        # Noise of the mean over 120 m: 2e-4 / sqrt(120) is a hundredth of 1 / 500 and of 1 / 700; three times that.
        for radius, wanted in zip(radii, (500, 700)):
            self.assertAlmostEqual(1 / radius, 1 / wanted, delta=3 * 2e-4 / math.sqrt(120))

    def test_pictures(self):
        self.write("line.toml", CURVES)
        for ending, begin in ((".svg", b"<?xml"), (".png", b"\x89PNG"), (".pdf", b"%PDF")):
            self.assertEqual(self.run_program("track", "line.toml", "-p", "line" + ending).code, 0)
            self.assertTrue((self.folder / ("line" + ending)).read_bytes().startswith(begin))

    def test_a_run_on_a_recorded_line(self):
        rows = [f"{0.5 * i},{1e3 * shape(0.5 * i):.4f}" for i in range(400)]
        self.write("car.csv", "chainage,alignment [mm]\n" + "\n".join(rows) + "\n")
        self.spoil("scenario.toml", "[speed]", '[track]\nhorizontal = [{ type = "line", length = 200 }]\n'
                   '[[track.irregularity]]\ntype = "recording"\nfile = "car.csv"\n[speed]')
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5")
        self.assertEqual(outcome.code, 0, outcome.err)

    def test_damaged_tables_are_read_or_give_errors_with_their_place(self):
        rows = [f"{0.25 * i:.2f},{1e3 * shape(0.25 * i):.3f},{0.1 * (i % 3):.1f}" for i in range(400)]
        header = "chainage [m],level_left [mm],level_right [mm]"
        table = "chainage [m],curvature [1/m],cant [mm]\n" + "".join(f"{10 * i},{0.0001 * (i % 4):.4f},{10 * (i % 4)}\n" for i in range(60))
        generator = random.Random(11)
        outcomes = {0: 0, 2: 0}
        for number in range(60):
            self.write_car("", header, rows)
            self.write("line.csv", table)
            file, good = ("car.csv", "\n".join([header, *rows]) + "\n") if number % 2 else ("line.csv", table)
            at = generator.choice(list(re.finditer(r"[0-9]+\.?[0-9]*|,|\n|\[m+\]", good)))
            self.write(file, good[:at.start()] + generator.choice(["-1", "x", "1e308", "", "0", ",", "nan", "\0", ";"]) + good[at.end():])
            outcome = self.run_program("check", "line.toml" if number % 2 else "line.csv")
            self.assertIn(outcome.code, (0, 2), outcome.err)
            outcomes[outcome.code] += 1
            if outcome.code == 2:
                self.assertRegex(outcome.err, r"(car|line)\.(csv|toml):[0-9]+:[0-9]+: error\[")
        self.assertGreater(outcomes[2], 15)


if __name__ == "__main__":
    support.unittest.main()
