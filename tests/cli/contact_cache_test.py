"""The cache of contact tables makes runs quicker and nothing else: cold, warm, half filled, damaged or not to be written, results are the same to the bit."""
import os
import unittest

import h5py
import support

COACH = str(support.SOURCE / "examples" / "10-coach-curve" / "scenario.toml")


class ContactCacheTest(support.ProgramTest):
    def run_coach(self, cache, start="130 m", duration="1 s"):
        environment = os.environ | {"FOURFOOT_CACHE": str(self.folder / cache)}
        outcome = self.run_program("run", COACH, "-o", "r.h5", "-q", "--set", f"speed.start={start}", "--set", f"run.duration={duration}", env=environment)
        self.assertEqual(outcome.code, 0, outcome.err)
        values = {}
        with h5py.File(self.folder / "r.h5") as file:
            file["channels"].visititems(lambda name, item: values.update({name: item[()].tobytes()}) if isinstance(item, h5py.Dataset) else None)
        self.assertGreater(len(values), 100)
        return values

    def list_cache(self, cache):
        return sorted((self.folder / cache).iterdir())

    def test_results_do_not_depend_on_the_cache(self):
        cold = self.run_coach("cache")
        self.assertEqual(len(self.list_cache("cache")), 1)
        file = self.list_cache("cache")[0]
        kept = file.read_bytes()
        self.assertTrue(self.run_coach("cache") == cold, "warm")
        self.assertEqual(file.read_bytes(), kept, "a run that learns nothing leaves the cache as it is")

        self.run_coach("half", start="20 m", duration="0.3 s")  # another place of the line: other nodes, and some of the same
        half = self.list_cache("half")[0].read_bytes()
        self.assertLess(len(half), len(kept))
        self.assertTrue(self.run_coach("half") == cold, "half filled")
        self.assertGreater(len(self.list_cache("half")[0].read_bytes()), len(half), "what was learnt is added")

        file.write_bytes(kept[:len(kept) // 2])
        self.assertTrue(self.run_coach("cache") == cold, "damaged")
        self.assertEqual(file.read_bytes(), kept, "and mended")

        self.write("in-the-way", "a file where the folder should be")
        self.assertTrue(self.run_coach("in-the-way") == cold, "no cache")


if __name__ == "__main__":
    unittest.main()
