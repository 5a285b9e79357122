"""The results file as others read it: h5py, and Octave where it is installed."""
import hashlib
import subprocess

import h5py

import support


class ResultsTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "speed.v=25")
        self.assertEqual(self.outcome.code, 0)

    def test_layout(self):
        with h5py.File(self.folder / "r.h5") as file:
            self.assertEqual(sorted(file), ["channels", "meta", "model", "s", "time", "track"])
            self.assertEqual(file["time"].shape, (101,))
            self.assertEqual(file["s"][-1], 25.0)
            names = []
            file["channels"].visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
            for name in names:
                data = file["channels"][name]
                self.assertEqual(data.shape, (101,), name)
                self.assertEqual(sorted(data.attrs), ["description", "frame", "unit"], name)
                self.assertNotEqual(data.attrs["unit"].decode(), "", name)
                self.assertNotEqual(data.attrs["description"].decode(), "", name)
            for name in ("wheelset/y", "wheelset/psi", "wheelset/left/nu_x", "spring/force_y"):
                self.assertIn(name, names)
            self.assertEqual(file["channels/wheelset/y"].attrs["unit"], b"m")

    def test_meta(self):
        with h5py.File(self.folder / "r.h5") as file:
            meta = file["meta"]
            self.assertEqual(meta["format"][()], b"fourfoot results 1")
            self.assertEqual(meta["status"][()], b"done")
            self.assertEqual(meta["overrides"][()], b"speed.v=25\n")
            self.assertRegex(meta["created"][()].decode(), r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")
            self.assertGreater(meta["wall_time"][()], 0.0)
            self.assertGreater(meta["statistics/steps"][()], 10)

    def test_what_a_picture_needs(self):
        with h5py.File(self.folder / "r.h5") as file:
            bodies, track = file["model/bodies"], file["track"]
            self.assertEqual(bodies.attrs["vehicle"].decode(), file["meta/run"].attrs["vehicle"].decode())
            self.assertEqual((bodies["name"][0], bodies["kind"][0]), (b"wheelset", b"wheelset"))
            self.assertEqual((bodies["z"][0], bodies["radius"][0], bodies["mass"][0]), (0.46, 0.46, 1500.0))
            elements = file["model/elements"]
            self.assertEqual((elements["first"][0], elements["second"][0]), (b"track", b"wheelset"))
            self.assertEqual([elements[f"second_{axis}"][0] for axis in "xyz"], [0.0, 1.0, 0.46])
            s = track["s"][:]
            self.assertTrue(s[0] <= 0.0 and s[-1] >= 25.0 and (s[1:] > s[:-1]).all())
            for name in ("x", "y", "z", "heading", "gradient", "roll", "curvature", "cant"):
                self.assertEqual(track[name].shape, s.shape)
            self.assertEqual(abs(track["x"][:] - s).max(), 0.0)
            self.assertAlmostEqual(track.attrs["gauge"], 1.435)
            self.assertEqual(file["meta/run"].attrs["integrator"], b"bdf")

    def test_inputs_are_kept_verbatim(self):
        with h5py.File(self.folder / "r.h5") as file:
            inputs = file["meta/inputs"]
            self.assertEqual(sorted(inputs), ["file_1", "file_2"])
            for entry, name in (("file_1", "scenario.toml"), ("file_2", "vehicle.toml")):
                text = (self.folder / name).read_bytes()
                self.assertEqual(inputs[entry].attrs["name"].decode(), name)
                self.assertEqual(inputs[entry][()], text)
                self.assertEqual(inputs[entry].attrs["sha256"].decode(), hashlib.sha256(text).hexdigest())

    def test_octave_reads_results_and_exports(self):
        # Letters beyond ASCII in an input must not keep it from the numbers.
        self.write("scenario.toml", "# Räder\n" + (self.folder / "scenario.toml").read_text())
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "speed.v=25").code, 0)
        self.run_program("export", "r.h5", "--format", "mat", "-o", "r.mat")
        script = ("r = load('-hdf5', 'r.h5'); m = load('r.mat');"
                  "printf('%d %.17g %.17g %s', numel(r.time), r.channels.wheelset.y(2), m.wheelset_y(2), r.meta.status);")
        result = subprocess.run(["octave-cli", "--norc", "--eval", script], cwd=self.folder, capture_output=True, text=True)
        self.assertNotIn("HDF5", result.stderr)
        rows, first, second, status = result.stdout.split()
        self.assertEqual(status, "done")
        self.assertEqual(rows, "101")
        self.assertEqual(first, second)

    def test_scipy_reads_the_mat_export(self):
        import scipy.io
        self.assertEqual(self.run_program("export", "r.h5", "--format", "mat", "-o", "r.mat").code, 0)
        mat = scipy.io.loadmat(self.folder / "r.mat")
        with h5py.File(self.folder / "r.h5") as file:
            self.assertTrue((mat["wheelset_left_nu_x"][:, 0] == file["channels/wheelset/left/nu_x"][:]).all())
            self.assertTrue((mat["time"][:, 0] == file["time"][:]).all())


if __name__ == "__main__":
    support.unittest.main()
