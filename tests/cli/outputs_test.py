"""What comes out: exports, refusals to overwrite, exit codes, tables on standard output."""
import json

import support


class OutputsTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5")
        self.assertEqual((outcome.code, outcome.err), (0, ""))
        self.assertRegex(outcome.out, r"^1 s simulated in .* s \(.* times real time\), \d+ steps\n101 rows in r.h5\n$")

    def test_export_begins_with_time(self):
        outcome = self.run_program("export", "r.h5", "-c", "wheelset/psi,*/y")
        self.assertEqual(outcome.code, 0)
        lines = outcome.out.splitlines()
        self.assertEqual(lines[0], "time,wheelset/psi,wheelset/y")
        self.assertEqual(lines[1], "0,0,0.001")
        self.assertEqual(len(lines), 102)
        self.assertEqual(lines[-1].split(",")[0], "1")

    def test_chosen_channels_alone_are_recorded(self):
        lists = []
        for more in (["--channels", "*/psi,wheelset/y"], ["--set", 'output.channels=["wheelset/y", "wheelset/psi"]']):
            outcome = self.run_program("run", "scenario.toml", "-q", "-o", "c.h5", *more)
            self.assertEqual((outcome.code, outcome.err), (0, ""))
            lists.append([line.split()[0] for line in self.run_program("export", "c.h5", "--list").out.splitlines()])
        self.assertEqual(lists, [["time", "s", "wheelset/psi", "wheelset/y"]] * 2)
        self.assertEqual(self.run_program("export", "c.h5", "-c", "wheelset/y").out,
                         self.run_program("export", "r.h5", "-c", "wheelset/y").out)
        self.assertLess((self.folder / "c.h5").stat().st_size, (self.folder / "r.h5").stat().st_size)
        self.assertEqual(self.run_program("report", "c.h5").code, 0)

    def list_channels(self, scenario, *more):
        outcome = self.run_program("run", scenario, "-q", "-o", "l.h5", "--force", "--set", "run.duration=0.01 s", *more)
        self.assertEqual(outcome.code, 0, outcome.err)
        return {line.split()[0] for line in self.run_program("export", "l.h5", "--list").out.splitlines()}

    def test_details_are_recorded_where_they_are_asked_for(self):
        coach = str(support.SOURCE / "examples" / "10-coach-curve" / "scenario.toml")
        main, whole = self.list_channels(coach), self.list_channels(coach, "--channels", "all")
        self.assertEqual(self.list_channels(coach, "--channels", "*"), whole)
        words = {name.rsplit("/", 1)[1] for name in whole - main}
        self.assertEqual(words, {"weight", "radius", "lead", "penetration", "force_x", "force_y", "force_z", "angular_velocity", "stroke_velocity",
                                 *(f"{what}_velocity_{axis}" for what in ("stroke", "angular") for axis in "xyz")})
        # A force that is recorded by its parts alone stays, and so does what tells of damage and of positions.
        self.assertLessEqual({"secondary_1_left/force_x", "traction_rod_1/force", "wheelset_1/left/patch_4/pressure", "car_body/omega_x"}, main)
        self.assertNotIn("traction_rod_1/force_x", main)
        more = self.list_channels(coach, "--channels", "main,traction_rod_1/*")
        self.assertEqual(more - main, {f"traction_rod_1/{word}" for word in ("force_x", "force_y", "force_z", "stroke_velocity")})

    def test_export_json(self):
        table = json.loads(self.run_program("export", "r.h5", "--format", "json").out)
        self.assertEqual(list(table["columns"])[:2], ["time", "s"])
        self.assertEqual(table["units"]["wheelset/y"], "m")
        self.assertEqual(len(table["columns"]["wheelset/y"]), 101)

    def test_channels_may_be_named_before_the_file(self):
        first = self.run_program("export", "-c", "wheelset/y", "r.h5")
        second = self.run_program("export", "r.h5", "-c", "wheelset/y")
        self.assertEqual((first.code, first.out), (0, second.out))

    def test_list_of_channels(self):
        outcome = self.run_program("export", "r.h5", "--list", "-c", "wheelset/y")
        self.assertEqual(outcome.out, "time        s        time\n"
                                      "wheelset/y  m        displacement of the mass centre to the left (track axes)\n")

    def test_export_of_an_unknown_channel(self):
        self.assert_refused(["export", "r.h5", "-c", "wheelset/z"],
                            'error[unknown-channel]: the results have no channel "wheelset/z"\n'
                            '  did you mean "wheelset/y"?\n')
        self.assert_refused(["export", "r.h5", "-c", "body*"],
                            'error[unknown-channel]: the results have no channel "body*"\n'
                            "  fourfoot export --list shows all\n")

    def test_ending_of_another_kind(self):
        self.assert_refused(["export", "r.h5", "-o", "r.mat"], 'error[wrong-ending]: "r.mat" is no name for an exported CSV table\n'
                                                               "  choose a name that ends with .csv, or another --format\n")
        self.assertEqual(self.run_program("export", "r.h5", "-o", "r.txt").code, 0)  # says nothing
        self.assertEqual(self.run_program("report", "r.h5", "-o", "R.HTML").code, 0)

    def test_mat_needs_a_file(self):
        self.assert_refused(["export", "r.h5", "--format", "mat"],
                            "error[missing-output]: a MAT file is not for standard output\n"
                            "  name a file with -o\n")

    def test_export_does_not_replace_what_is_no_export(self):
        for form, kind in (("csv", "CSV table"), ("json", "JSON file")):
            self.assert_refused(["export", "r.h5", "-o", "scenario.toml", "--format", form],
                                f'error[output-exists]: "scenario.toml" exists and is not an exported {kind}\n'
                                "  choose another name with -o, remove it first, or let it be replaced with --force\n")
        for _ in range(2):
            self.assertEqual(self.run_program("export", "r.h5", "-o", "r.csv").code, 0)

    def test_export_to_a_place_that_is_none(self):
        message = ('error[output-unwritable]: "no/r.{0}" cannot be written: there is no folder "no"\n'
                   "  make it first, or choose another with -o\n")
        self.assert_refused(["export", "r.h5", "-o", "no/r.csv"], message.format("csv"))
        self.assert_refused(["export", "r.h5", "--format", "mat", "-o", "no/r.mat"], message.format("mat"))

    def test_full_disk_is_told(self):
        outcome = self.run_program("export", "r.h5", "-o", "/dev/full")
        self.assertEqual((outcome.code, outcome.err), (3, 'error: "/dev/full" could not be written (disk full?)\n'))
        with open("/dev/full", "w") as full:
            result = support.subprocess.run([support.PROGRAM, "export", "r.h5"], cwd=self.folder, stdout=full,
                                            stderr=support.subprocess.PIPE, text=True)
        self.assertEqual((result.returncode, result.stderr),
                         (3, "error: standard output could not be written (disk full?)\n"))

    def test_closed_pipe_makes_no_noise(self):
        result = support.subprocess.run(f"'{support.PROGRAM}' export r.h5 | head -n 1", shell=True, cwd=self.folder,
                                        capture_output=True, text=True)
        self.assertEqual(result.stderr, "")
        self.assertTrue(result.stdout.startswith("time,s,"))

    def test_damaged_results(self):
        data = (self.folder / "r.h5").read_bytes()
        self.write("cut.h5", data[:3000])
        self.assert_refused(["export", "cut.h5"],
                            'error[not-results]: "cut.h5" is not an HDF5 file, or was damaged\n'
                            "  expected a results file written by fourfoot run\n")

    def test_results_survive_a_refused_run(self):
        before = self.take_inventory()
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "speed.v=20 kg")
        self.assertEqual(outcome.code, 2)
        self.assertEqual(self.take_inventory(), before)

    def test_results_are_replaced_by_a_new_run(self):
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "run.duration=0.5").code, 0)
        self.assertEqual(len(self.run_program("export", "r.h5").out.splitlines()), 52)

    def test_override_equals_an_edit(self):
        self.run_program("run", "scenario.toml", "-o", "a.h5", "--set", "speed.v = 90 km/h",
                         "--set", "vehicle.bodies.wheelset.inertia.1=700", "--set", "vehicle.bodies.wheelset.inertia.3=700")
        self.spoil("scenario.toml", '"20 m/s"', "25")
        self.spoil("vehicle.toml", "[800, 120, 800]", "[700, 120, 700]")
        self.run_program("run", "scenario.toml", "-o", "b.h5")
        first, second = (self.run_program("export", name).out for name in ("a.h5", "b.h5"))
        self.assertEqual(first, second)
        self.assertIn("25", first)

    def test_run_summary_as_json(self):
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--format", "json")
        summary = json.loads(outcome.out)
        self.assertEqual((summary["status"], summary["rows"], summary["time"]), ("done", 101, 1.0))

    def test_info(self):
        text = self.run_program("info", "scenario.toml").out
        self.assertIn("degrees of freedom  3\n", text)
        description = json.loads(self.run_program("info", "scenario.toml", "--format", "json").out)
        self.assertEqual(description["bodies"][0]["free"], ["y", "chi", "psi"])

    def test_schema_is_json(self):
        for kind in ("scenario", "vehicle"):
            schema = json.loads(self.run_program("schema", kind).out)
            self.assertEqual(schema["title"], "fourfoot " + kind)

    def test_help_and_version(self):
        for arguments in (["--help"], ["run", "--help"], ["--version"]):
            outcome = self.run_program(*arguments)
            self.assertEqual((outcome.code, outcome.err), (0, ""))
            self.assertIn("fourfoot", outcome.out.lower())

    def test_a_run_that_fails_keeps_its_results(self):
        # Steps far too long for the method: the motion overflows.
        outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "integrator.method=rk4",
                                   "--set", "integrator.step=0.1", "--set", "run.duration=100")
        self.assertEqual(outcome.code, 3)
        self.assertRegex(outcome.err, r"^error: the run failed at t = .*; the results so far are kept\n$")
        export = self.run_program("export", "r.h5")
        self.assertEqual((export.code, export.err), (0, "note: this run is not complete (status: failed)\n"))
        self.assertGreater(len(export.out.splitlines()), 1)


if __name__ == "__main__":
    support.unittest.main()
