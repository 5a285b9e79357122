"""Studies: the same file from any number of threads, processes and kills; failing points do not stop them."""
import csv
import json
import os
import re
import shutil
import signal
import subprocess
import time

import support

STUDY = """\
format = "fourfoot study 1"
scenario = "scenario.toml"
[[parameters]]
key = "speed.v"
values = [10, 20, 30, 40]
[[parameters]]
key = "contact.conicity"
values = [0.05, 0.1, 0.15]
[[measures]]
channel = "wheelset/y"
what = "rms"
from = "0.5 s"
[[measures]]
name = "most"
channel = "wheelset/left/fy"
"""


class StudyTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.write("study.toml", STUDY)

    def sweep(self, *arguments, output="out.csv"):
        outcome = self.run_program("sweep", "study.toml", "-o", output, *arguments)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        return outcome.out

    def read(self, name="out.csv"):
        return (self.folder / name).read_text()

    def test_rows_and_columns(self):
        self.assertEqual(self.sweep(), "12 points in out.csv: 12 computed now, 0 were there, 0 rows failed\n")
        lines = self.read().splitlines()
        self.assertRegex(lines[0], "^# fourfoot study [0-9a-f]{64}$")
        self.assertEqual(lines[1], "speed.v [m/s],contact.conicity,wheelset/y rms [m],most [N],status,fault")
        self.assertEqual(len(lines), 14)
        self.assertTrue(lines[2].startswith("10,0.050000000000000003,"))
        self.assertEqual([p.name for p in self.folder.glob("out.csv*")], ["out.csv"])
        again = self.sweep()
        self.assertEqual(again, "12 points in out.csv: 0 computed now, 12 were there, 0 rows failed\n")

    def test_figures_are_those_of_a_run(self):
        self.sweep()
        row = self.read().splitlines()[3].split(",")
        run = self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "speed.v=10", "--set", "contact.conicity=0.1")
        self.assertEqual(run.code, 0)
        lines = self.run_program("export", "r.h5", "-c", "wheelset/y,wheelset/left/fy").out.splitlines()[1:]
        table = [[float(x) for x in line.split(",")] for line in lines]
        y = [r[1] for r in table if r[0] >= 0.5]
        self.assertAlmostEqual(float(row[2]), (sum(v * v for v in y) / len(y)) ** 0.5, delta=1e-12)
        self.assertAlmostEqual(float(row[3]), max(abs(r[2]) for r in table), delta=1e-9)

    def test_entries_that_change_together(self):
        head, measures = STUDY[:STUDY.index("[[parameters]]")], STUDY[STUDY.index("[[measures]]"):]
        both = '[[parameters]]\nname = "creep"\nkeys = ["contact.f11", "contact.f22"]\n'
        apart = '[[parameters]]\nkey = "contact.f11"\nvalues = [2e6, 3e6]\n[[parameters]]\nkey = "contact.f22"\n'
        for factors, values in (("", "[2e6, 3e6]"), ("factors = [1, 0.5]\n", "[1e6, 1.5e6]")):
            self.write("study.toml", head + both + factors + "values = [2e6, 3e6]\n" + measures)
            self.sweep("--force")
            rows = [line.split(",") for line in self.read().splitlines()[1:]]
            self.assertEqual([row[0] for row in rows], ["creep [N]", "2000000", "3000000"])
            self.write("study.toml", head.replace("scenario =", 'combine = "list"\nscenario =') + apart + f"values = {values}\n" + measures)
            self.sweep("--force")
            self.assertEqual([row[1:] for row in rows], [line.split(",")[2:] for line in self.read().splitlines()[1:]])
        self.assertNotEqual(rows[1][1:], rows[2][1:])

    def test_a_point_stops_at_the_end_of_the_track_as_a_run_does(self):
        track = '[track]\nhorizontal = [{ type = "line", length = 12 }]\n'
        scenario = support.SCENARIO.replace('duration = "1 s"', 'duration = "1 s"\nstop_at_track_end = true')
        self.write("scenario.toml", scenario + track)
        self.write("study.toml", STUDY[:STUDY.index("[[parameters]]")] + """\
[[parameters]]
key = "speed.v"
values = [20]
[[measures]]
channel = "s"
what = "max-abs"
""")
        self.sweep()
        # Rows are 10 ms apart; the wheelset comes to the end after 0.6 s.
        self.assertAlmostEqual(float(self.read().splitlines()[2].split(",")[1]), 12.0, delta=0.21)

    def test_figures_of_norms(self):
        """A sweep takes any figure of fourfoot evaluate, and finds what evaluate finds in the run's results."""
        folder = support.SOURCE / "examples/10-coach-curve"
        (self.folder / "scenario.toml").unlink()
        study = f"""\
format = "fourfoot study 1"
scenario = "{folder}/scenario.toml"
[[parameters]]
key = "contact.friction"
values = [0.2, 0.3]
[[measures]]
figure = "Y_qst"
subject = "wheelset_1/right"
zone = "very small radius"
[[measures]]
name = "worst"
figure = "Y_Q"
[[measures]]
figure = "N_MV"
[[measures]]
channel = "s"
what = "final"
[[measures]]
figure = "twist_Y_Q"
[evaluate]
section = "10 m"
"""
        self.write("study.toml", study)
        short = ["--set", "run.duration=2 s", "--set", "speed.start=150 m", "--set", "contact.geometry=table"]
        self.sweep(*short, "--threads", "2")
        rows = list(csv.reader(self.read().splitlines()[1:]))
        self.assertEqual(rows[0], ["contact.friction", "Y_qst wheelset_1/right very small radius [N]", "worst", "N_MV", "s final [m]", "twist_Y_Q",
                                   "status", "fault"])
        self.assertEqual([row[6:] for row in rows[1:]], [["done", ""]] * 2)
        run = self.run_program("run", str(folder / "scenario.toml"), "-o", "r.h5", "-q", *short)
        self.assertEqual(run.code, 0)
        page = self.run_program("evaluate", "r.h5", "--section", "10 m", "--format", "csv").out.split("\n", 1)[1]
        figures = list(csv.DictReader(page.splitlines()))
        worst = max(float(f["largest"]) for f in figures if f["figure"] == "Y_Q" and f["largest"])
        self.assertAlmostEqual(float(rows[2][2]), worst, delta=1e-9)
        guiding = [f for f in figures if (f["figure"], f["subject"], f["zone"]) == ("Y_qst", "wheelset_1/right", "very small radius")]
        self.assertAlmostEqual(float(rows[2][1]), float(guiding[0]["largest"]), delta=1e-6)
        # Norms that are judged only when named are figures like all others.
        twist = json.loads(self.run_program("evaluate", "r.h5", "--norm", "twist", "--format", "json").out)["figures"]
        self.assertAlmostEqual(float(rows[2][5]), max(f["value"] for f in twist if f["figure"] == "twist_Y_Q"), delta=1e-9)
        self.assertEqual(rows[2][3], "")  # two seconds are too short for N_MV
        for old, new, words in (('"Y_Q"', '"Y_R"', 'error[unknown-figure]: there is no figure "Y_R"'),
                                ('figure = "Y_Q"', 'figure = "Y_Q"\nchannel = "s"', "error[missing-key]: a measure is of a channel or a figure"),
                                ("[[parameters]]", 'analysis = "equilibrium"\n[[parameters]]', 'error[needs-runs]: the figure "Y_qst" needs runs')):
            self.write("study.toml", study.replace(old, new))
            for verb in ("sweep", "check"):
                self.assertIn(words, self.run_program(verb, "study.toml").err)

    def test_differences_from_a_reference_run(self):
        study = STUDY.replace('values = [0.05, 0.1, 0.15]', 'values = [0.05, 0.1]\nreference = "0.05"').replace("[10, 20, 30, 40]", "[10, 20]")
        study = study[:study.index("[[measures]]")]
        for name, more in (("all", ""), ("part", "from_chainage = 4\nto_chainage = 8\n")):
            study += f'[[measures]]\nchannel = "wheelset/y"\nname = "{name}"\nwhat = "max-difference"\n{more}'
        self.write("study.toml", study)
        self.sweep("--threads", "2")
        rows = [line.split(",") for line in self.read().splitlines()[2:]]
        self.assertEqual([float(row[2]) for row in rows if float(row[1]) == 0.05], [0.0, 0.0])
        courses = []
        for conicity in ("0.05", "0.1"):
            self.run_program("run", "scenario.toml", "-o", f"{conicity}.h5", "--set", "speed.v=20", "--set", f"contact.conicity={conicity}")
            lines = self.run_program("export", f"{conicity}.h5", "-c", "s,wheelset/y").out.splitlines()[1:]
            courses.append([[float(x) for x in line.split(",")] for line in lines])
        changes = [(a[1], abs(a[2] - b[2])) for a, b in zip(*courses)]
        self.assertAlmostEqual(float(rows[3][2]), max(change for _, change in changes), delta=1e-12)
        self.assertAlmostEqual(float(rows[3][3]), max(change for s, change in changes if 4 <= s <= 8), delta=1e-12)
        self.assertLess(float(rows[3][3]), float(rows[3][2]))

    def test_any_number_of_threads_and_shares(self):
        self.sweep("--threads", "1")
        self.sweep("--threads", "3", output="threads.csv")
        self.assertIn("so far", self.sweep("--shard", "2/2", output="shares.csv"))
        self.sweep("--shard", "1/2", output="shares.csv")
        for other in ("threads.csv", "shares.csv"):
            self.assertEqual(self.read(other), self.read(), other)

    def test_processes_of_mpi(self):
        self.assertIn(b"libmpi", subprocess.run(["ldd", support.PROGRAM], capture_output=True).stdout, "built without MPI")
        self.sweep("--threads", "1")
        command = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", support.PROGRAM, "sweep", "study.toml", "-o", "mpi.csv"]
        result = subprocess.run(command, cwd=self.folder, capture_output=True, text=True, timeout=support.SECONDS,
                                env=os.environ | {"OMPI_MCA_btl_base_warn_component_unused": "0",
                                                  "ASAN_OPTIONS": "detect_leaks=0"})  # those of Open MPI's plugins
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.read("mpi.csv"), self.read())

    def test_killed_and_resumed(self):
        self.sweep("--threads", "1")
        wanted = self.read()
        for delay in (0.02, 0.05, 0.1, 0.2):
            process = subprocess.Popen([support.PROGRAM, "sweep", "study.toml", "-o", "killed.csv", "--threads", "2"], cwd=self.folder,
                                       stdout=subprocess.DEVNULL)
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
            process.wait()
        # A row that was cut off in the middle counts as missing.
        parts = list(self.folder.glob("killed.csv.part.*"))
        for part in parts:
            part.write_text(part.read_text() + "11,40,0.1")
        self.sweep(output="killed.csv")
        self.assertEqual(self.read("killed.csv"), wanted)

    def test_failing_points_are_told(self):
        self.write("study.toml", STUDY.replace('"contact.conicity"\nvalues = [0.05, 0.1, 0.15]', '"vehicle.bodies.wheelset.mass"\nvalues = [1500, -1]'))
        self.assertEqual(self.sweep(), "8 points in out.csv: 8 computed now, 0 were there, 4 rows failed\n")
        self.assertEqual(self.read().count(",failed,"), 4)

    def test_units_of_columns(self):
        """Of entries by their schema and the law that the file chooses; texts have units of their own; angles; names with a unit stay."""
        def write(key, values):
            return f'[[parameters]]\nkey = "{key}"\n{values}\n'

        scenario = support.SOURCE / "examples/20-cooperrider/scenario.toml"
        spring = "vehicle.elements.primary_front_left"
        self.write("study.toml", f'format = "fourfoot study 1"\nscenario = "{scenario}"\nanalysis = "critical-speed"\nobserve = "frame/psi"\n'
                   '[critical_speed]\nmethod = "linear"\nfrom = 60\nto = 80\nstep = 10\n'
                   + write(spring + ".stiffness.1", "values = [3.646e6]") + write("speed.v", 'texts = ["60 km/h"]')
                   + write("run.duration", 'name = "how long [minutes]"\nvalues = [1]'))
        self.sweep()
        self.assertEqual(self.read().splitlines()[1], spring + ".stiffness.1 [N/m],speed.v,how long [minutes],critical_speed [m/s],steady_up_to [m/s],"
                         "hunts_from [m/s],max_abs [rad],frequency [Hz],status,fault")

    def test_units_of_norms_are_those_of_evaluate(self):
        folder = support.SOURCE / "examples/10-coach-curve"
        short = ["--set", "run.duration=0.5 s", "--set", "contact.geometry=table"]
        self.assertEqual(self.run_program("run", str(folder / "scenario.toml"), "-o", "r.h5", "-q", *short).code, 0)
        figures = json.loads(self.run_program("evaluate", "r.h5", "--format", "json").out)["figures"]
        units = {f["figure"]: "" if f["unit"] == "1" else f" [{f['unit']}]" for f in figures}
        self.assertGreater(len(units), 20)
        self.write("study.toml", f'format = "fourfoot study 1"\nscenario = "{folder / "scenario.toml"}"\n[[parameters]]\nkey = "contact.friction"\nvalues = [0.3]\n'
                   + "".join(f'[[measures]]\nfigure = "{name}"\n' for name in units))
        self.sweep(*short)
        self.assertEqual(self.read().splitlines()[1].split(",")[1:-2], [name + unit for name, unit in units.items()])

    def test_files_of_older_versions(self):
        """They have no units in their head: a complete one is taken as it is, one that was stopped is finished, both are drawn and reported."""
        self.sweep()
        new = self.read()
        head = new.splitlines()[1]
        old = new.replace(head, "speed.v,contact.conicity,wheelset/y rms,most,status,fault")
        self.write("out.csv", old)
        self.assertIn("12 were there", self.sweep())
        self.assertEqual(self.read(), old)
        for name, text in (("old.csv", old), ("new.csv", new)):
            self.write(name, text)
            for figure in ("most", "wheelset/y rms"):
                self.assertEqual(self.run_program("plot", name, figure, "-o", "p.svg", "--force").err, "")
            self.assertEqual(self.run_program("report", name, "-o", "r.html", "--force").code, 0)
        self.assertEqual(self.run_program("plot", "new.csv", "most [N]", "-o", "p.svg", "--force").err, "")

    def test_settle_and_eigen(self):
        self.write("study.toml", STUDY[:STUDY.index("[[measures]]")].replace('scenario =', 'analysis = "settle"\nscenario ='))
        self.sweep()
        lines = self.read().splitlines()
        self.assertEqual(lines[1].split(",")[2:], ["growth [1/s]", "frequency [Hz]", "damping", "max_abs [m]", "peak_to_peak [m]", "mean [m]", "period [s]", "motion", "status", "fault"])
        self.assertIn("stationary", lines[2])

    def map(self, *arguments, output="map.csv"):
        outcome = self.run_program("stability-map", "scenario.toml", "-o", output, *arguments)
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        lines = self.read(output).splitlines()
        notes = [line for line in lines if line.startswith("#")]
        rows = list(csv.DictReader(line for line in lines if not line.startswith("#")))
        return outcome.out, notes, rows

    def test_stability_map(self):
        out, notes, rows = self.map("--speed", "10:10:30", "--radius", "straight,2000/50 mm", "--plot", "map.svg")
        self.assertEqual(len(rows), 2 * 3 * 2)
        self.assertEqual([rows[0][k] for k in ("radius", "speed", "sweep", "motion", "cant")], ["straight", "10", "up", "stationary", ""])
        self.assertEqual([rows[-1][k] for k in ("radius", "speed", "sweep", "motion", "cant")], ["2000", "10", "down", "stationary", "0.05"])
        self.assertRegex(notes[0], "^# fourfoot study [0-9a-f]{64}$")
        self.assertTrue(any(note.startswith("# integrator: ") for note in notes))
        self.assertTrue(any("settled by test" in note for note in notes))
        self.assertIn("<svg", self.read("map.svg"))
        self.assertIn("R [m]", out)

    def test_map_of_critical_speeds(self):
        """v_c by eigenvalues and v_n by lowering the speed, of the wheelset with a known Hopf point and fold."""
        shutil.copy(support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml", self.folder / "hunting.toml")
        text = self.read("hunting.toml").replace("../../", f"{support.SOURCE}/")
        self.write("scenario.toml", text)
        _, _, rows = self.map("--speed", "66:1:69", "--radius", "straight", "--resolution", "0.02", "--longest", "60")
        row = rows[0]
        self.assertAlmostEqual(float(row["v_c"]), 67.1212, delta=0.01)
        low, high = float(row["steady_up_to"]), float(row["hunts_from"])
        self.assertLessEqual(high - low, 0.02)
        self.assertAlmostEqual(0.5 * (low + high), 66.918, delta=0.03)
        self.assertEqual(row["diverges_from"], "")

    def test_map_with_a_bad_value(self):
        out, _, rows = self.map("--speed", "10:10:20", "--parameter", "vehicle.bodies.wheelset.mass", "--values", "1500,-1")
        self.assertIn("2 points in map.csv: 2 computed now, 0 were there, 1 rows failed", out)
        self.assertEqual([row["status"] for row in rows], ["done"] * 4 + ["failed"])

    def test_a_finished_map(self):
        """It is told again only by the program that computed it from the same inputs; --force computes it anew."""
        arguments = ["--speed", "10:10:20"]
        self.assertIn("1 computed now, 0 were there", self.map(*arguments)[0])
        first = self.read("map.csv")
        self.assertIn("0 computed now, 1 were there", self.map(*arguments)[0])
        self.write("map.csv", first.replace(",stationary,", ",spoilt,"))
        self.assertIn("1 computed now, 0 were there", self.map(*arguments, "--force")[0])
        self.assertEqual(self.read("map.csv"), first)
        changed = 'error[output-exists]: "map.csv" exists and is of another study, or of this one before its inputs or the program changed'
        key = re.match("# fourfoot study ([0-9a-f]{64})", first).group(1)
        other = key[:-1] + ("0" if key[-1] != "0" else "1")  # as another program would have written
        self.write("map.csv", first.replace(key, other))
        refused = self.run_program("stability-map", "scenario.toml", "-o", "map.csv", *arguments)
        self.assertEqual((refused.code, refused.err.splitlines()[0]), (2, changed))
        self.assertIn("1 computed now", self.map(*arguments, "--force")[0])
        self.assertEqual(self.read("map.csv"), first)
        refused = self.run_program("stability-map", "scenario.toml", "-o", "map.csv", *arguments, "--set", "contact.conicity=0.1")
        self.assertEqual((refused.code, refused.err.splitlines()[0]), (2, changed))

    def test_parts_of_another_study(self):
        part = self.folder / "map.csv.part.1-1"
        part.write_text("# fourfoot study 12ab\n0,00000000,x\n")
        refused = self.run_program("stability-map", "scenario.toml", "-o", "map.csv", "--speed", "10:10:20")
        self.assertEqual((refused.code, refused.err.splitlines()[0]), (2, 'error[study-changed]: "./map.csv.part.1-1" was begun by another study, or by this one '
                                                                       "before its inputs or the program changed"))
        self.assertIn("1 computed now, 0 were there", self.map("--speed", "10:10:20", "--force")[0])
        self.assertFalse(part.exists())

    def test_each_source_changes_the_key(self):
        (self.folder / "src/jobs").mkdir(parents=True)
        shutil.copy(support.SOURCE / "src/jobs/source_checksum.h.in", self.folder / "src/jobs")
        seen = set()
        for number in ("1", "2", "2"):
            self.write("src/law.cpp", f"double calc() {{ return {number}; }}\n")
            subprocess.run(["cmake", f"-DSOURCE_DIR={self.folder}", f"-DOUTPUT={self.folder}/sum.h", "-P", support.SOURCE / "cmake/source_checksum.cmake"], check=True)
            seen.add(self.read("sum.h"))
        self.assertEqual(len(seen), 2)

    def test_a_finished_sweep_is_computed_anew(self):
        self.sweep()
        first = self.read()
        self.assertIn("12 computed now, 0 were there", self.sweep("--force"))
        self.assertEqual(self.read(), first)

    def test_map_by_any_threads(self):
        arguments = ["--speed", "10:10:30", "--radius", "straight,3000,2000/50 mm"]
        self.map(*arguments, "--threads", "1", output="one.csv")
        self.map(*arguments, "--threads", "3", output="three.csv")
        self.assertEqual(self.read("one.csv"), self.read("three.csv"))


if __name__ == "__main__":
    support.unittest.main()
