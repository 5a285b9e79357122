"""Files that somebody else made, damaged by chance or on purpose: a message and exit code 2, never a signal, nothing
of the user's other files in what comes out."""
import json
import os
import random
import shutil
import subprocess
import sys

import h5py
import numpy

import support

READERS = (["report", "x.h5", "-o", "x.html"], ["export", "x.h5"], ["plot", "x.h5", "*/y"])


class ForeignFilesTest(support.ProgramTest):
    def setUp(self):
        super().setUp()
        self.assertEqual(self.run_program("run", "scenario.toml", "-o", "r.h5", "--set", "run.duration=0.1").code, 0)
        self.write("secret.txt", "the key to my house " * 100)

    def spoil_results(self, change):
        shutil.copy(self.folder / "r.h5", self.folder / "x.h5")
        with h5py.File(self.folder / "x.h5", "r+") as file:
            change(file)

    def assert_safe(self, why=None, readers=READERS):
        for arguments in readers:
            outcome = self.run_program(*arguments)
            with self.subTest(arguments=arguments):
                self.assertIn(outcome.code, (0, 2), outcome.err)
                self.assertNotIn("internal error", outcome.err)
                shown = outcome.out + outcome.err
                if (self.folder / "x.html").exists():
                    shown += (self.folder / "x.html").read_text(errors="replace")
                self.assertNotIn("key to my house", shown)
                if why is not None:
                    self.assertEqual(outcome.code, 2)
                    self.assertIn("error[not-results]", outcome.err)
                    self.assertIn(why, outcome.err)
            (self.folder / "x.html").unlink(missing_ok=True)

    def test_array_attributes_where_a_number_is_expected(self):
        def change(file):
            file["track"].attrs["gauge"] = numpy.arange(5000.0) % 7
            file["meta/run"].attrs["vehicle"] = numpy.array([b"a" * 1000] * 50)
            file["track"].attrs["length"] = numpy.ones((3, 4, 5))
        self.spoil_results(change)
        self.assert_safe()

    def test_array_texts_where_one_is_expected(self):
        def change(file):
            for name in ("title", "status", "version"):
                del file["meta"][name]
                file["meta"][name] = numpy.array([b"x" * 64] * 100_000)
            del file["meta/inputs/file_1"]
            file["meta/inputs/file_1"] = numpy.array([[b"ab", b"cd"], [b"ef", b"gh"]])
        self.spoil_results(change)
        self.assert_safe()

    def test_texts_of_variable_length(self):
        def change(file):
            del file["meta/title"]
            file["meta/title"] = "a text of variable length"
            file["track"].attrs["name"] = "another"
        self.spoil_results(change)
        self.assert_safe()

    def test_more_values_than_the_file_has_room_for(self):
        for rows, kind in ((2**61, "f8"), (2**40, "f8"), (10**9, "S1000")):
            def change(file, rows=rows, kind=kind):
                file["channels"].create_dataset("huge", shape=(rows,), chunks=(1024,), dtype=kind)
                file["track"].create_dataset("huge", shape=(rows,), chunks=(1024,), dtype=kind)
            self.spoil_results(change)
            self.assert_safe("than it has room for")

    def test_one_channel_under_many_names(self):
        def change(file):
            file["channels"].create_dataset("many/a", data=numpy.zeros(2_000_000))
            for i in range(100):
                file[f"channels/many/b{i}"] = file["channels/many/a"]
        self.spoil_results(change)
        self.assert_safe("claims more values than it has room for")

    def test_values_of_another_file_are_not_read(self):
        def store_outside(file, path):
            del file[path]
            plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            plist.set_external(str(self.folder / "secret.txt").encode(), 0, 800)
            is_text = path.startswith("meta")
            space = h5py.h5s.create(h5py.h5s.SCALAR) if is_text else h5py.h5s.create_simple((100,))
            kind = h5py.h5t.C_S1.copy() if is_text else h5py.h5t.IEEE_F64LE
            if is_text:
                kind.set_size(800)
            h5py.h5d.create(file.id, path.encode(), kind, space, dcpl=plist)
        for path in ("meta/title", "meta/message", "meta/inputs/file_1", "channels/wheelset/y"):
            self.spoil_results(lambda file, path=path: store_outside(file, path))
            readers = READERS[:1] if path.startswith("meta") else READERS
            self.assert_safe("names another file", readers)

    def test_virtual_data_sets_are_not_read(self):
        with h5py.File(self.folder / "other.h5", "w") as other:
            other["a"] = numpy.arange(11.0)
        def change(file):
            del file["channels/wheelset/y"]
            layout = h5py.VirtualLayout(shape=(11,), dtype="f8")
            layout[:] = h5py.VirtualSource(str(self.folder / "other.h5"), "a", shape=(11,))
            file.create_virtual_dataset("channels/wheelset/y", layout)
        self.spoil_results(change)
        self.assert_safe("names another file")

    def test_links_are_not_followed(self):
        with h5py.File(self.folder / "other.h5", "w") as other:
            other["a"] = numpy.arange(11.0)
            other["t"] = numpy.bytes_("the key to my house")
        for link in (h5py.ExternalLink("other.h5", "/a"), h5py.SoftLink("/time")):
            def change(file, link=link):
                del file["channels/wheelset/y"]
                file["channels/wheelset/y"] = link
            self.spoil_results(change)
            self.assert_safe("which is not followed")
        def change_title(file):
            del file["meta/title"]
            file["meta/title"] = h5py.ExternalLink("other.h5", "/t")
        self.spoil_results(change_title)
        self.assert_safe("which is not followed", READERS[:1])

    def test_unknown_filters_are_not_loaded(self):
        def change(file):
            del file["channels/wheelset/y"]
            plist = h5py.h5p.create(h5py.h5p.DATASET_CREATE)
            plist.set_chunk((11,))
            plist.set_filter(h5py.h5z.FILTER_NBIT)
            h5py.h5d.create(file.id, b"channels/wheelset/y", h5py.h5t.IEEE_F64LE, h5py.h5s.create_simple((11,)), dcpl=plist)
        self.spoil_results(change)
        self.assert_safe("packed by an unknown filter")

    def test_packed_by_hdf5_itself_is_read(self):
        def change(file):
            values = file["channels/wheelset/y"][:]
            del file["channels/wheelset/y"]
            file.create_dataset("channels/wheelset/y", data=values, compression="gzip", shuffle=True, fletcher32=True)
        self.spoil_results(change)
        self.assertEqual(self.run_program("export", "x.h5", "-c", "wheelset/y").out,
                         self.run_program("export", "r.h5", "-c", "wheelset/y").out)

    def test_channels_that_are_none(self):
        for value in ("text", numpy.zeros((3, 3)), numpy.array([1 + 2j] * 11)):
            def change(file, value=value):
                del file["channels/wheelset/y"]
                file["channels/wheelset/y"] = value
            self.spoil_results(change)
            self.assert_safe("is no row of numbers")

    def test_groups_without_end(self):
        def change(file):
            group = file["channels"]
            for _ in range(40):
                group = group.create_group("a")
        self.spoil_results(change)
        self.assert_safe("groups more than 16 deep")
        def link_back(file):
            file["channels/back"] = file["channels"]
        self.spoil_results(link_back)
        self.assert_safe("groups more than 16 deep")

    def test_damage_by_chance(self):
        # A fixed seed; tools/damage does the same by the million.
        chance = random.Random(27)
        whole = (self.folder / "r.h5").read_bytes()
        for _ in range(60):
            data = bytearray(whole)
            for _ in range(chance.choice((1, 2, 8))):
                data[chance.randrange(min(len(data), 60_000))] = chance.randrange(256)
            self.write("x.h5", bytes(data[:chance.choice((len(data), len(data), chance.randrange(len(data))))]))
            self.assert_safe(readers=READERS[:1])

    def test_what_is_no_file_on_a_disk(self):
        os.mkfifo(self.folder / "pipe")
        for name in ("pipe", "/dev/zero"):
            outcome = self.run_program("export", name)
            self.assertEqual((outcome.code, outcome.err),
                             (2, f'error[not-results]: "{name}" is not a file on a disk\n'
                                 "  expected a results file written by fourfoot run\n"))

    def test_json_nested_without_end(self):
        self.write("deep.json", '{"points": ' + "[" * 1_000_000)
        self.write("deep2.json", '{"points": [{"value": 1, "modes": ' + "[" * 100_000 + "]" * 100_000 + "}]}")
        for name in ("deep.json", "deep2.json"):
            outcome = self.run_program("report", name, "-o", "x.html")
            self.assertEqual(outcome.code, 2)
            self.assertIn("error[not-results]", outcome.err)
            outcome = self.run_program("run", "scenario.toml", "-o", "r.h5", "--resume", name)
            self.assertEqual(outcome.code, 2)
            self.assertIn("error[not-checkpoint]", outcome.err)


class CheckpointsTest(support.ProgramTest):
    def run_stopped(self, name, *more):
        """A run of 2 s with a checkpoint at 1 s, as if it had been killed after that."""
        arguments = ["run", "scenario.toml", "-o", name + ".h5", "--set", "run.duration=2", "--checkpoint", name + ".ck",
                     "--checkpoint-every", "1 s", *more]
        self.assertEqual(self.run_program(*arguments).code, 0)

    def resume(self, results, checkpoint):
        return self.run_program("run", "scenario.toml", "-o", results, "--set", "run.duration=2", "--resume", checkpoint)

    def test_results_of_another_run_are_not_spliced(self):
        self.run_stopped("a")
        self.run_stopped("b")
        before = self.take_inventory()
        outcome = self.resume("b.h5", "a.ck")
        self.assertEqual((outcome.code, outcome.err),
                         (2, 'error[results-mismatch]: the run cannot go on in "b.h5": another run wrote it\n'
                             "  name with -o the results file that the run began\n"))
        self.assertEqual(self.take_inventory(), before)
        self.assertEqual(self.resume("a.h5", "a.ck").code, 0)

    def test_every_flipped_byte_of_a_checkpoint_is_found(self):
        self.run_stopped("a")
        whole = (self.folder / "a.ck").read_bytes()
        before = (self.folder / "a.h5").read_bytes()
        good = json.loads(whole)
        chance = random.Random(4)
        for at in chance.sample(range(len(whole)), 60):
            data = bytearray(whole)
            data[at] ^= 1 << chance.randrange(7)
            try:
                if json.loads(data) == good:
                    continue  # white space
            except ValueError:
                pass
            self.write("x.ck", bytes(data))
            outcome = self.resume("a.h5", "x.ck")
            self.assertEqual(outcome.code, 2, (at, outcome.err))
        self.assertEqual((self.folder / "a.h5").read_bytes(), before)

    def test_damaged_results_are_not_resumed(self):
        self.run_stopped("a")
        data = (self.folder / "a.h5").read_bytes()
        self.write("a.h5", data[:5000])
        outcome = self.resume("a.h5", "a.ck")
        self.assertEqual(outcome.code, 2)
        self.assertEqual((self.folder / "a.h5").read_bytes(), data[:5000])

    def test_too_many_checkpoints(self):
        self.assert_refused(["run", "scenario.toml", "--checkpoint", "c", "--checkpoint-every", "1e-9"],
                            "error[out-of-range]: the run would have 1e+09 checkpoints\n"
                            "  at most 100000; choose a longer --checkpoint-every\n")


if __name__ == "__main__":
    support.unittest.main()
