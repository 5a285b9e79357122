"""fourfoot evaluate and fourfoot signal on files nobody wrote them for: measured CSV, plain HDF5, results of a run."""
import csv
import io
import json
import math

import h5py
import numpy

import support

HEADER = ("time [s],speed [km/h],w1/left/Y [kN],w1/left/Q [kN],w1/right/Y [kN],w1/right/Q [kN],"
          "floor/a_x [m/s2],floor/a_y [m/s2],floor/a_z [m/s2]")


MESSAGES = """\
error[missing-channel]: there is no channel "w1/left/Q"
  a run with contact.model = "profiles" records Y and Q of each wheel; in a measured file name the columns wheelset_1/left/Y [kN], … or rename them by --map
error[not-finite]: channel "w1/left/Q" has no number in row 8
  cut the record there, or fill the gap before it is judged
error[wrong-unit]: channel "w1/left/Q" is in "mm", which does not convert to N
  correct the header, or give the unit by --map "w1/left/Q=w1/left/Q [N]"
error[unknown-unit]: channel "w1/left/Q": unknown unit "kilonewtons per"
  it should convert to N
error[doubtful-unit]: the vertical wheel forces of "w1" have a mean of 60 N
  a wheel carries some kN: write the unit into the header, for example w1/left/Q [kN], or to --map; Q is positive down on the rail
error[too-short]: the record has 3 rows
  nothing can be judged by less than 16
error[not-signals]: "m.csv" is empty
  expected HDF5 (results of fourfoot run, or datasets as long as "time") or CSV with a header of names
error[uneven-time]: the steps of "time" are not equal: row 101 is at 0.75 s, expected 0.5 s
  filters need equal steps: resample the record first
error[bad-distance]: the vehicle does not move: the distance stays at 0 m
  a record of a standstill cannot be judged
error[bad-number]: m.csv:2: column "speed": "144.0x" is not a number
  use a point for decimals
error[wrong-count]: m.csv:402: this row has 2 cells, the header 9
error[bad-map]: --map "w1/left/Q" names no channel
  for example --map "wheelset_1/left/Q=Q11 [kN]"
error[missing-channel]: --map: the file has no channel "Q1"
  the header of a CSV file, or fourfoot export --list of a results file, shows them
error[unknown-norm]: there are no figures "en14364"
  did you mean "en14363"?
error[out-of-range]: --section must be positive
error[missing-channel]: there is neither a channel "s" nor "speed"
  name the column of the distance s [m] or of the speed [m/s], or give a constant --speed
error[missing-channel]: "en12299" needs accelerations of marked points
  a run records them for each [markers.NAME] of the vehicle; in a measured file name the columns NAME/a_y [m/s2], … or rename them by --map
error[missing-channel]: there are no accelerations of a point "roof"
  the names are those before /a_y
"""


def make_rows(seconds=30.0, rate=200.0):
    """40 m/s; sum Y is a sine of 8 kN at 2 Hz; Q = 60 kN; accelerations are sines of 0.4 and 0.6 m/s2."""
    rows = []
    for i in range(int(seconds * rate)):
        t = i / rate
        wave = math.sin(4.0 * math.pi * t)
        rows.append([t, 144.0, 5.0 * wave, 60.0, 3.0 * wave, 60.0, 0.0, 0.4 * math.sin(3.0 * math.pi * t),
                     0.6 * math.sin(10.0 * math.pi * t)])
    return rows


def make_csv(rows, header=HEADER):
    return header + "\n" + "\n".join(",".join(repr(v) for v in row) for row in rows) + "\n"


class EvaluateTest(support.ProgramTest):
    def evaluate(self, *arguments):
        outcome = self.run_program("evaluate", *arguments, "--format", "json")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return json.loads(outcome.out)

    def pick(self, page, figure, subject, zone=None):
        found = [f for f in page["figures"] if (f["figure"], f["subject"]) == (figure, subject) and zone in (None, f["zone"])]
        self.assertEqual(len(found), 1, f"{figure} of {subject}")
        return found[0]

    def test_a_measured_file(self):
        self.write("m.csv", make_csv(make_rows()))
        page = self.evaluate("m.csv")
        self.assertEqual(page["limits"]["file"], "built in")
        self.assertRegex(page["limits"]["sha256"], "^[0-9a-f]{64}$")
        forces = self.pick(page, "sum_Y", "w1")
        # The 2 m mean of a wave of 20 m has the gain sin(0.1 pi) / (0.1 pi).
        self.assertAlmostEqual(forces["largest"], 8000.0 * math.sin(0.1 * math.pi) / (0.1 * math.pi), delta=5.0)
        self.assertAlmostEqual(forces["limit"], 50000.0, delta=1e-6)
        self.assertEqual((forces["value"], forces["verdict"], forces["basis"]), (None, "within", "largest section"))
        self.assertEqual(forces["sections"], 4)
        self.assertEqual(forces["note"], "the estimate needs 25 sections, there are 4")
        self.assertEqual(forces["window"], "2 m mean")
        self.assertIn("low pass 20 Hz", forces["filter"])
        self.assertIn("99.85", forces["percentile"])
        self.assertEqual(self.pick(page, "N_MV", "floor")["value"], None)
        self.assertEqual(self.pick(page, "N_MV", "floor")["note"], "needs 300 s, the record has 30 s")
        # Sperling's closed form: ((100 B a)^2)^0.15 at 5 Hz.
        f, a = 5.0, 0.6
        B = 0.588 * math.sqrt((1.911 * f**2 + (0.25 * f**2)**2) / ((1 - 0.277 * f**2)**2 + (1.563 * f - 0.0368 * f**3)**2))
        self.assertAlmostEqual(self.pick(page, "Wz_z", "floor")["value"], (100 * B * a)**0.3, delta=1e-6)
        self.assertTrue(any(note.startswith("wear: not judged") for note in page["notes"]))
        self.assertTrue(any("taken as straight" in note for note in page["notes"]))

    def test_side_by_side(self):
        self.write("a.csv", make_csv(make_rows(8.0)))
        self.write("b.csv", make_csv([[*row[:3], row[3] * 1.1, *row[4:]] for row in make_rows(8.0)]))
        self.write("c.csv", make_csv([row[:6] for row in make_rows(8.0)], HEADER.rsplit(",", 3)[0]))
        page = self.evaluate("a.csv", "b.csv", "c.csv", "--section", "100 m")
        self.assertEqual(page["files"], ["a.csv", "b.csv", "c.csv"])
        load = self.pick(page, "Q", "w1/left")
        for found, expected in zip(load["values"], (60e3, 66e3, 60e3)):
            self.assertAlmostEqual(found, expected, delta=1e-3)
        self.assertAlmostEqual(load["differences"][1], 6e3, delta=1e-3)
        self.assertAlmostEqual(load["changes"][1], 0.1, delta=1e-9)
        self.assertEqual(load["verdicts"], ["within"] * 3)
        comfort = self.pick(page, "a_wz", "floor")
        self.assertEqual((comfort["values"][2], comfort["verdicts"][2]), (None, "absent"))
        text = self.run_program("evaluate", "a.csv", "b.csv", "--section", "100 m", "--norm", "en14363")
        self.assertEqual((text.code, text.err), (0, ""))
        self.assertRegex(text.out, r"Q +w1/left +straight +kN +60 +66 +6 +\+10.0  within")
        self.assertIn("limits: built in", text.out)
        table = self.run_program("evaluate", "a.csv", "b.csv", "--format", "csv").out.splitlines()
        self.assertTrue(table[1].endswith("value of a.csv,verdict of a.csv,value of b.csv,verdict of b.csv,difference of b.csv"))
        self.assertIn("file-not-found", self.run_program("evaluate", "a.csv", "none.csv").err)

    def test_every_form_says_which_limits(self):
        self.write("m.csv", make_csv(make_rows(8.0)))
        text = self.run_program("evaluate", "m.csv", "--section", "100 m")
        self.assertEqual((text.code, text.err), (0, ""))
        self.assertIn("limits: built in, after EN 14363", text.out)
        table = self.run_program("evaluate", "m.csv", "--format", "csv").out
        self.assertTrue(table.startswith("# limits: built in, sha256 "))
        rows = list(csv.DictReader(io.StringIO(table.split("\n", 1)[1])))
        self.assertEqual({row["unit"] for row in rows if row["figure"] == "Q"}, {"N"})

    def test_own_limits(self):
        self.write("m.csv", make_csv(make_rows(8.0)))
        printed = self.run_program("evaluate", "--print-limits")
        self.assertEqual((printed.code, printed.err), (0, ""))
        self.write("own.toml", printed.out.replace('offset = "10 kN"', 'offset = "-37 kN"'))
        page = self.evaluate("m.csv", "--limits", "own.toml", "--norm", "en14363")
        self.assertEqual(page["limits"]["file"], "own.toml")
        forces = self.pick(page, "sum_Y", "w1")
        self.assertAlmostEqual(forces["limit"], 3000.0, delta=1e-6)
        self.assertEqual(forces["verdict"], "exceeds")
        self.assertEqual({f["norm"] for f in page["figures"]}, {"en14363"})

    def test_estimates_by_regression(self):
        """Y grows with the speed; sections of 50 m at 15 to 30 m/s."""
        rows, s = [], 0.0
        for i in range(20000):
            v = 15.0 + 15.0 * i / 20000
            s += v / 100.0
            rows.append([i / 100.0, s, 200.0 * v, 60e3, 0.0, 60e3])
        self.write("m.csv", make_csv(rows, "time,s,w1/left/Y,w1/left/Q,w1/right/Y,w1/right/Q"))
        page = self.evaluate("m.csv", "--section", "50 m", "--norm", "en14363", "--target", "speed=126 km/h")
        figure = self.pick(page, "sum_Y", "w1")
        self.assertAlmostEqual(figure["value"], 7000.0, delta=40.0)  # 35 m/s; a section's end is 0.08 m/s faster than its mean
        self.assertIn("regression at speed = 35", figure["note"])
        for target in ("speed", "weather=5", "weather"):
            outcome = self.run_program("evaluate", "m.csv", "--target", target)
            self.assertIn("error[bad-target]", outcome.err)
            self.assertEqual(outcome.code, 2)
        limits = self.run_program("evaluate", "--print-limits").out
        self.write("own.toml", limits.replace('"65 N"', '"5 N"'))
        self.assertIn("error[bad-curve]", self.run_program("evaluate", "m.csv", "--limits", "own.toml").err)

    def test_twist_and_clearance(self):
        rows = [[t / 100.0, 3.0 * t / 100.0, -15e3, 50e3, 15e3, 20e3 if 1000 <= t < 1200 else 50e3, 0.01, -0.03] for t in range(4000)]
        self.write("m.csv", make_csv(rows, "time,s,w1/left/Y,w1/left/Q,w1/right/Y,w1/right/Q,roof/d_y,roof/d_z"))
        page = self.evaluate("m.csv", "--norm", "twist,clearance,overturning", "--wheel-load", "50 kN")
        self.assertAlmostEqual(self.pick(page, "twist_unloading", "w1/right")["value"], 0.6, delta=0.03)
        self.assertEqual(self.pick(page, "twist_Y_Q", "w1/right")["verdict"], "within")
        self.assertAlmostEqual(self.pick(page, "drop", "roof")["value"], 0.03, delta=1e-9)
        self.assertEqual(self.pick(page, "sway_left", "roof")["verdict"], "no limit")
        self.assertIn("error[missing-channel]", self.run_program("evaluate", "m.csv", "--norm", "damage").err)

    def test_other_names_and_units(self):
        rows = [[row[0], *row[2:6]] for row in make_rows(8.0)]
        self.write("m.csv", make_csv(rows, "t,Y11,Q11,Y12,Q12").replace(",", ";"))
        arguments = ["m.csv", "--speed", "144 km/h"]
        for ours, theirs in (("left/Y", "Y11"), ("left/Q", "Q11"), ("right/Y", "Y12"), ("right/Q", "Q12")):
            arguments += ["--map", f"w1/{ours}={theirs} [kN]"]
        page = self.evaluate(*arguments)
        self.assertAlmostEqual(self.pick(page, "Q", "w1/left")["largest"], 60000.0, delta=1e-3)

    def test_any_hdf5(self):
        rows = numpy.array(make_rows(12.0))
        with h5py.File(self.folder / "plain.h5", "w") as file:
            file["time"] = rows[:, 0]
            file["speed"] = rows[:, 1]
            file["speed"].attrs["units"] = "km/h"
            file["floor/a_y"] = rows[:, 7]
            file["something/of/another/length"] = rows[:5, 0]
            file["text"] = "no numbers"
        page = self.evaluate("plain.h5")
        figure = self.pick(page, "body_y_safety", "floor")
        self.assertAlmostEqual(figure["largest"], 0.4, delta=0.005)
        self.assertIn(" 40 m/s", page["notes"][0])  # the attribute's km/h
        self.assertEqual(self.pick(page, "a_v", "floor")["note"], "needs the channel floor/a_z")

    def test_a_run_in_a_curve(self):
        """A track of the results file: curvature cuts the sections, transitions give P_CT, axles are where they are."""
        rate, v, n = 200.0, 20.0, 12000
        t = numpy.arange(n) / rate
        s = numpy.arange(0.0, 1301.0)
        ramp = numpy.clip(numpy.minimum((s - 200.0) / 80.0, (900.0 - s) / 80.0), 0.0, 1.0)
        with h5py.File(self.folder / "r.h5", "w") as file:
            file["time"], file["s"] = t, v * t
            file["meta/status"] = b"done"
            for name, values in (("s", s), ("curvature", ramp / 500.0), ("roll", 0.05 * ramp)):
                file[f"track/{name}"] = values
            file["model/bodies/name"] = numpy.array([b"w"])
            file["model/bodies/x"] = numpy.array([9.0])
            in_curve = numpy.interp(v * t, s, ramp)
            at_axle = numpy.interp(v * t + 9.0, s, ramp)
            for side, Y, Q in (("left", 4e3, -10e3), ("right", 20e3, 10e3)):
                file[f"channels/w/{side}/Y"] = -Y * at_axle
                file[f"channels/w/{side}/Q"] = 60e3 + Q * at_axle
            file["channels/floor/a_y"] = 0.7 * in_curve
        page = self.evaluate("r.h5")
        self.assertIn("small radius: 5 sections of 100 m", " ".join(page["notes"]))
        for figure, subject, value in (("Y_qst", "w/right", 20e3), ("Q_qst", "w/right", 70e3), ("sum_Y", "w", 24e3),
                                       ("Y_Q", "w/right", 2.0 / 7.0), ("body_y_qst", "floor", 0.7)):
            found = self.pick(page, figure, subject, "small radius")
            self.assertAlmostEqual(found["largest"], value, delta=1e-3 * value, msg=figure)
        self.assertEqual(self.pick(page, "sum_Y", "w", "straight")["largest"], 0.0)
        # One second of the ramp of 4 s raises the acceleration by 0.175 m/s2; the cant ramp turns by 0.05 rad in 4 s.
        expected = 100.0 * (0.2854 * 0.7 + 0.2069 * 0.175 - 0.111 + (3.64 * 0.0125)**2.283)
        transition = [f for f in page["figures"] if f["figure"] == "P_CT_standing"]
        self.assertEqual(len(transition), 1)  # the way out of the curve is not judged
        self.assertAlmostEqual(transition[0]["value"], expected, delta=0.3)

        self.check_saving()
        self.check_report()

    def test_results_from_before_the_spin_had_its_name(self):
        """Up to 0.1.0 the spin creepage was the channel phi: figures are the same, and who asks for one name is told the other."""
        rows = 4000
        patch = {"N": 50e3, "nu_x": -1e-3, "nu_y": 2e-3, "fx": 3e3, "fy": -4e3, "mz": 20.0, "a": 5e-3, "b": 4e-3}
        for spin in ("spin", "phi"):
            with h5py.File(self.folder / f"{spin}.h5", "w") as file:
                file["time"], file["s"] = numpy.arange(rows) / 200.0, numpy.arange(rows) / 10.0
                file["meta/status"] = b"done"
                for name, value in (patch | {spin: -0.5}).items():
                    file[f"channels/w/left/patch_1/{name}"] = numpy.full(rows, value)
                file["channels/w/phi"] = numpy.zeros(rows)
        page = self.evaluate("phi.h5", "--norm", "damage")
        # T-gamma is 3 + 8 N by the forces and 10 N by the moment; mild wear takes 5.3 ug/m for each N of it.
        self.assertAlmostEqual(self.pick(page, "wear_rate", "w/left")["value"], 5.3 * 21.0, delta=1e-9)
        self.assertEqual(page["figures"], self.evaluate("spin.h5", "--norm", "damage")["figures"])
        for file, asked, told in (("phi.h5", "w/left/patch_1/spin", "w/left/patch_1/phi"), ("phi.h5", "*/spin", "*/phi"),
                                  ("spin.h5", "*/patch_1/phi", "*/patch_1/spin")):
            outcome = self.run_program("export", file, "-c", asked)
            self.assertEqual((outcome.code, outcome.out), (2, ""))
            self.assertIn(f'did you mean "{told}"?', outcome.err)

    def check_saving(self):
        self.assertEqual(self.run_program("evaluate", "r.h5", "--save").code, 0)
        page = self.evaluate("r.h5")  # the file is still good, and gives the same
        self.assertEqual(self.run_program("evaluate", "r.h5", "--save").code, 0)  # again, in place of the first
        with h5py.File(self.folder / "r.h5") as file:
            table = file["evaluation"]
            self.assertEqual([t.decode() for t in table["figure"][:]], [f["figure"] for f in page["figures"]])
            for value, figure in zip(table["value"][:], page["figures"]):
                self.assertEqual(None if numpy.isnan(value) else value, figure["value"])
            self.assertEqual([t.decode() for t in table["verdict"][:]], [f["verdict"] for f in page["figures"]])
            self.assertIn("EN 14363", table.attrs["edition"].decode())

    def check_report(self):
        """The report judges by itself."""
        self.assertEqual(self.run_program("report", "r.h5", "-o", "r.html").code, 0)
        text = (self.folder / "r.html").read_text()
        begin = text.index('id="fourfoot-report">') + len('id="fourfoot-report">')
        run = json.loads(text[begin:text.index("</script>", begin)])["runs"][0]
        page = self.evaluate("r.h5")
        self.assertEqual(run["evaluation"]["figures"], page["figures"])
        peaks = {(p["subject"], p["name"]): p["value"] for p in run["evaluation"]["peaks"]}
        self.assertAlmostEqual(peaks["w/right", "Q_max"], 70e3, delta=70)
        self.assertAlmostEqual(peaks["w/right", "Y_Q"], 2.0 / 7.0, delta=1e-3)

    def test_a_run_without_channels_to_judge(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)
        outcome = self.run_program("evaluate", "r.h5")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[missing-channel]", outcome.err)
        self.assertIn('contact.model = "profiles"', outcome.err)

    def test_faults(self):
        good = make_rows(2.0)
        cases = [
            (make_csv([row[:3] for row in good], "time [s],speed [km/h],w1/left/Y [kN]"), []),
            (make_csv([[*row[:3], float("nan"), *row[4:]] if i == 7 else row for i, row in enumerate(good)]), []),
            (make_csv(good, HEADER.replace("Q [kN]", "Q [mm]", 1)), []),
            (make_csv(good, HEADER.replace("Q [kN]", "Q [kilonewtons per]", 1)), []),
            (make_csv(good, HEADER.replace(" [kN]", "")), []),
            (make_csv(good[:3]), []),
            ("", []),
            (make_csv(good[:100] + good[150:]), []),
            (make_csv([[row[0], 0.0, *row[2:]] for row in good]), []),
            (make_csv(good).replace("144.0", "144.0x", 1), []),
            (make_csv(good) + "1,2\n", []),
            (make_csv(good), ["--map", "w1/left/Q"]),
            (make_csv(good), ["--map", "w1/left/Q=Q1"]),
            (make_csv(good), ["--norm", "en14364"]),
            (make_csv(good), ["--section", "0 m"]),
            (make_csv([row[:1] for row in good], "time [s]"), []),
            (make_csv([row[:2] for row in good], "time [s],speed [km/h]"), ["--norm", "en12299"]),
            (make_csv(good), ["--body", "floor,roof"]),
        ]
        said = []
        for text, arguments in cases:
            self.write("m.csv", text)
            outcome = self.run_program("evaluate", "m.csv", *arguments)
            self.assertEqual((outcome.code, outcome.out), (2, ""), outcome.err)
            said.append(outcome.err)
        self.assertEqual("".join(said), MESSAGES)
        self.write("m.csv", make_csv([row[:2] for row in good], "time [s],speed [km/h]"))
        for norm in ("en14363", "en12299", "wear", "nadal"):
            outcome = self.run_program("evaluate", "m.csv", "--norm", norm)
            self.assertIn("error[missing-channel]", outcome.err)
            self.assertEqual(outcome.code, 2)
        self.assertEqual(self.run_program("evaluate").code, 2)
        self.assertIn("error[file-not-found]", self.run_program("evaluate", "none.h5").err)
        self.assertIn("error[not-signals]", self.run_program("evaluate", ".").err)


class SignalTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("m.csv", make_csv(make_rows(20.0)))

    def read_table(self, *arguments):
        outcome = self.run_program("signal", "m.csv", *arguments)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        rows = list(csv.reader(io.StringIO(outcome.out)))
        return rows[0], [[float(cell) for cell in row] for row in rows[1:]]

    def test_filters_one_after_the_other(self):
        names, rows = self.read_table("-c", "w1/left/Y,floor/a_z", "--filter", "low:20 Hz:order=2", "--filter", "mean:2 m")
        self.assertEqual(names, ["time", "s", "w1/left/Y", "floor/a_z"])
        self.assertEqual(len(rows), 4000)
        self.assertTrue(math.isnan(rows[0][2]))  # the window is not full
        middle = max(row[2] for row in rows[1000:3000])
        # Between samples the wave is taken as straight, which costs (pi f / rate)^2 / 3; the filter costs (f / 20 Hz)^4.
        missing = 5000.0 * ((math.pi * 2.0 / 200.0)**2 / 3.0 + 0.1**4)
        self.assertAlmostEqual(middle, 5000.0 * math.sin(0.1 * math.pi) / (0.1 * math.pi) - missing, delta=0.2 * missing)

    def test_weighting_and_rms(self):
        _, rows = self.read_table("-c", "floor/a_z", "--filter", "weight:Wk", "--filter", "rms:5 s")
        # Wk is 1.039 at 5 Hz.
        self.assertAlmostEqual(rows[2500][2], 1.039 * 0.6 / math.sqrt(2.0), delta=0.005)

    def test_percentiles_spectrum_and_counting(self):
        names, rows = self.read_table("-c", "w1/*/Q", "--percentiles", "0.15,50,99.85")
        self.assertEqual(names, ["percent", "w1/left/Q", "w1/right/Q"])
        self.assertEqual([row[1] for row in rows], [60000.0] * 3)
        names, rows = self.read_table("-c", "floor/a_z", "--psd", "5 s")
        self.assertAlmostEqual(sum(row[1] for row in rows) * 0.2, 0.18, delta=1e-9)  # a^2 / 2
        _, rows = self.read_table("-c", "floor/a_z", "--psd", "5 s", "--third-octaves")
        self.assertAlmostEqual(max(row[1] for row in rows), 0.6 / math.sqrt(2.0), delta=1e-9)
        _, rows = self.read_table("-c", "floor/a_y", "--rainflow")
        self.assertEqual(sum(row[2] for row in rows if row[0] > 0.79), 29.5)  # 1.5 Hz over 20 s, from rest

    def test_resampled_to_equal_distance(self):
        names, rows = self.read_table("-c", "floor/a_z", "--resample", "0.5 m")
        self.assertEqual(names, ["s", "floor/a_z"])
        self.assertEqual([row[0] for row in rows[:3]], [0.0, 0.5, 1.0])

    def test_a_plot_of_both_curves(self):
        outcome = self.run_program("signal", "m.csv", "-c", "floor/a_z", "--filter", "low:2 Hz", "-p", "p.svg")
        self.assertEqual((outcome.code, outcome.out, outcome.err), (0, "", ""))
        self.assertGreater((self.folder / "p.svg").stat().st_size, 3000)

    def test_results_of_a_run(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--quiet").code, 0)
        outcome = self.run_program("signal", "r.h5", "-c", "wheelset/y", "--filter", "low:5 Hz", "--format", "json")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        page = json.loads(outcome.out)
        self.assertEqual(page["units"]["wheelset/y"], "m")
        self.assertEqual(len(page["columns"]["wheelset/y"]), 101)

    def test_faults(self):
        for spec, words in (("low:300 Hz", "half the sampling rate"), ("low", "one corner"), ("band:5 Hz", "two corners"),
                            ("band:9 Hz:5 Hz", "comes first"), ("low:5 Hz:order=0", "order"), ("los:5", 'did you mean "low"?'),
                            ("mean:2", "metres or seconds"), ("weight:Wx", "no weighting"), ("mean:0 m", "positive")):
            with self.subTest(spec):
                outcome = self.run_program("signal", "m.csv", "-c", "floor/a_z", "--filter", spec)
                self.assertIn("error[bad-filter]", outcome.err)
                self.assertIn(words, outcome.err)
                self.assertEqual((outcome.code, outcome.out), (2, ""))
        self.assertIn("error[bad-filter]", self.run_program("signal", "m.csv", "-c", "floor/a_z", "--psd", "60 s").err)
        self.assertIn("error[unknown-channel]", self.run_program("signal", "m.csv", "-c", "floor/b").err)
        self.assertIn("error[missing-channel]", self.run_program("signal", "m.csv", "-c", "time").err)
        self.assertIn("error[bad-arguments]", self.run_program("signal", "m.csv", "-c", "floor/*", "--rainflow").err)
        self.assertIn("error[unknown-format]", self.run_program("signal", "m.csv", "-c", "floor/a_z", "-p", "p.txt").err)


if __name__ == "__main__":
    support.unittest.main()
