"""Scenarios, runs and results: the numbers of the program to the bit, arrays without copies, faults as exceptions."""
import copy
import gc
import pathlib
import pickle
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import numpy as np
from support import EXAMPLES, call

import fourfoot

HUNTING = EXAMPLES / "01-hunting-wheelset/scenario.toml"


def load():
    s = fourfoot.load(HUNTING)
    s["run.duration"] = "2 s"
    return s


class Folder(unittest.TestCase):
    def setUp(self):
        self._folder = tempfile.TemporaryDirectory()
        self.addCleanup(self._folder.cleanup)
        self.folder = pathlib.Path(self._folder.name)


class Entries(unittest.TestCase):
    def test_entries_are_read_in_si_and_set_with_units(self):
        s = fourfoot.load(HUNTING)
        s["speed.v"] = "72 km/h"
        self.assertAlmostEqual(s["speed.v"], 20.0, places=12)
        s["speed.v"] = 21
        self.assertEqual(s["speed.v"], 21.0)
        self.assertEqual(s.settings, ["speed.v=72 km/h", "speed.v=21"])
        self.assertIn("speed.v", s)
        self.assertNotIn("speed.w", s)
        with self.assertRaises(KeyError):
            s["speed.w"]

    def test_a_wrong_entry_is_refused_with_the_programs_text_and_changes_nothing(self):
        s = load()
        before = s.settings
        with self.assertRaises(fourfoot.InputError) as caught:
            s["speed.w"] = 3
        error = caught.exception
        done = call("run", HUNTING, "--set", "speed.w=3", check=False)
        self.assertEqual(str(error), done.stderr)
        self.assertEqual((error.id, error.file, error.line, error.column), ("unknown-key", "--set", 1, 1))
        self.assertEqual(error.hint, 'did you mean "v"?')
        self.assertEqual(s.settings, before)

    def test_a_file_that_is_not_there(self):
        with self.assertRaises(fourfoot.InputError) as caught:
            fourfoot.load("/nowhere/scenario.toml")
        self.assertEqual(str(caught.exception), call("run", "/nowhere/scenario.toml", check=False).stderr)

    def test_values_that_no_file_can_hold(self):
        s = load()
        for value in (None, object(), {1: 2}, float("nan"), [None]):
            with self.assertRaises((TypeError, fourfoot.InputError)):
                s["speed.v"] = value
        for key in (None, 3, "", "a..b", "=", "speed.v=3"):
            with self.assertRaises((TypeError, fourfoot.InputError)):
                s[key] = 1

    def test_copies_are_their_own(self):
        s = load()
        other = s.changed({"speed.v": 30})
        self.assertEqual((s["speed.v"], other["speed.v"]), (70.0, 30.0))
        self.assertEqual(pickle.loads(pickle.dumps(other))["speed.v"], 30.0)
        self.assertEqual(copy.deepcopy(other)["speed.v"], 30.0)

    def test_dictionaries_are_checked_like_files(self):
        with self.assertRaises(fourfoot.InputError) as caught:
            fourfoot.scenario({"speed": {"v": 20, "w": 1}})
        self.assertEqual(caught.exception.file, "scenario")
        with self.assertRaises(TypeError):
            fourfoot.scenario(None)


class Runs(Folder):
    def test_numbers_are_those_of_the_program_to_the_bit(self):
        s = load()
        r = s.run()
        call("run", HUNTING, "--set", "run.duration=2 s", "-o", self.folder / "a.h5")
        file = fourfoot.open_results(self.folder / "a.h5")
        self.assertEqual(sorted(r.channels), sorted(file.channels))
        self.assertEqual(len(r), len(file))
        for name in r.channels:
            np.testing.assert_array_equal(r[name], file[name])
            self.assertEqual((r[name].unit, r[name].description), (file[name].unit, file[name].description))
        self.assertEqual(r.statistics, {k: v for k, v in file.statistics.items()})
        self.assertEqual((r.status, r.title, r.events), (file.status, file.title, file.events))

    def test_the_file_of_a_run_is_the_programs(self):
        s = load()
        r = s.run(self.folder / "p.h5", channels=["wheelset/*"])
        r.save(self.folder / "q.h5")
        call("run", HUNTING, "--set", "run.duration=2 s", "--channels", "wheelset/*", "-o", self.folder / "a.h5")
        texts = [call("export", self.folder / f, "--format", "csv").stdout for f in ("a.h5", "p.h5", "q.h5")]
        self.assertEqual(texts[0], texts[1])
        self.assertEqual(texts[0], texts[2])
        r.to_csv(self.folder / "r.csv", ["time", "wheelset/y"])
        np.testing.assert_array_equal(np.genfromtxt(self.folder / "r.csv", delimiter=",", names=True)["time"], r.time)
        report = self.folder / "r.html"
        r.report(report)
        self.assertGreater(report.stat().st_size, 1e5)

    def test_dictionaries_give_what_their_file_gives(self):
        entries = {"title": "of dictionaries", "vehicle": "hsfv1", "speed": {"v": "20 m/s"}, "run": {"duration": "1 s"},
                   "contact": {"model": "profiles", "friction": 0.3}, "wheels": {"profile": "wheel_S1002"},
                   "rails": {"profile": "rail_60E1", "inclination": 0.025}}
        s = fourfoot.scenario(entries)
        (self.folder / "scenario.toml").write_text(s.text)
        r, file = s.run(), fourfoot.load(self.folder / "scenario.toml").run()
        for name in r.channels:
            np.testing.assert_array_equal(r[name], file[name])

    def test_arrays_are_views_that_outlive_their_results(self):
        r = load().run()
        y = r["wheelset/y"]
        self.assertIs(r["wheelset/y"], y)
        self.assertFalse(y.flags.owndata)
        with self.assertRaises(ValueError):
            y[0] = 1
        expected = y.copy()
        del r
        gc.collect()
        np.testing.assert_array_equal(y, expected)
        self.assertEqual(pickle.loads(pickle.dumps(y)).unit, "m")
        self.assertIs(type(2 * y), np.ndarray)
        self.assertIsInstance(y.max(), float)
        self.assertEqual(y[3:9].unit, "m")

    def test_unknown_channels_are_named_with_what_comes_near(self):
        r = load().run()
        with self.assertRaises(KeyError) as caught:
            r["wheelset/yy"]
        self.assertIn("wheelset/y", str(caught.exception))
        with self.assertRaises(TypeError):
            r[None]

    def test_a_run_that_fails_keeps_its_results(self):
        s = fourfoot.load(HUNTING)
        s.update({"run.duration": "2 s", "integrator.method": "rk4", "integrator.step": 0.05})
        with self.assertRaises(fourfoot.RunError) as caught:
            s.run()
        done = call("run", HUNTING, *(x for t in s.settings for x in ("--set", t)), "-o", self.folder / "f.h5", check=False)
        self.assertIn(str(caught.exception), done.stderr)
        self.assertGreater(len(caught.exception.results), 0)

    def test_checkpoints_resume(self):
        s = load()
        whole = s.run(self.folder / "a.h5", checkpoint=self.folder / "a.chk", checkpoint_every="0.5 s")
        again = s.run(self.folder / "a.h5", resume=self.folder / "a.chk")
        np.testing.assert_array_equal(whole["wheelset/y"], again["wheelset/y"])

    def test_progress_is_told_and_may_end_the_run(self):
        s = fourfoot.load(HUNTING)
        s["run.duration"] = "200 s"
        seen = []

        def note(part):
            seen.append(part)
            if len(seen) > 1:
                raise ZeroDivisionError("enough")

        with self.assertRaises(ZeroDivisionError) as caught:
            s.run(progress=note)
        self.assertTrue(all(0 <= part <= 1 for part in seen))
        self.assertEqual(caught.exception.results.status, "stopped")
        with self.assertRaises(TypeError):
            fourfoot._core.run(s._source, [], "", "", "", "", "", False, 3)

    def test_ctrl_c_stops_the_run_and_keeps_it(self):
        text = ("import fourfoot, sys\n"
                f"s = fourfoot.load({str(HUNTING)!r}); s['run.duration'] = '2000 s'\n"
                "print('ready', flush=True)\n"
                "try:\n    s.run()\nexcept KeyboardInterrupt as e:\n    print(e.results.status, len(e.results) > 0, s.last_results is e.results)\n")
        child = subprocess.Popen([sys.executable, "-B", "-c", text], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "ready\n")
        time.sleep(1.0)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=60)
        self.assertEqual(out, "stopped True True\n")

    def test_two_threads_run_at_once(self):
        s = load()
        expected = s.run()["wheelset/y"]
        found = [None] * 4

        def work(i):
            found[i] = s.copy().run()["wheelset/y"]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for y in found:
            np.testing.assert_array_equal(y, expected)


    def test_threads_write_and_read_files_at_once(self):
        s = load()
        expected = s.run()["wheelset/y"]
        faults, kept = [], []

        def work(i):
            try:
                for k in range(3):
                    file = self.folder / f"{i}-{k}.h5"
                    s.copy().run(file)
                    kept.append(fourfoot.open_results(file))
                    np.testing.assert_array_equal(kept[-1]["wheelset/y"], expected)
            except BaseException as error:
                faults.append(error)

        threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(faults, [])
        for results in kept:  # also where the thread that opened it has ended
            np.testing.assert_array_equal(results["wheelset/psi"], kept[0]["wheelset/psi"])


class Stepped(Folder):
    def test_one_step_is_a_run(self):
        s = load()
        r, sim = s.run(), s.start()
        self.assertEqual(sim.step_to(2.0), "done")
        np.testing.assert_array_equal(sim.results["wheelset/y"], r["wheelset/y"])
        self.assertEqual(sim.channels["wheelset/y"], r["wheelset/y"][-1])
        self.assertEqual(len(sim.q) + len(sim.u) + len(sim.z), len(sim.state_names))

    def test_many_steps_stay_within_the_tolerance(self):
        s = load()
        r, sim = s.run(), s.start()
        for k in range(1, 21):
            sim.step_to(0.1 * k)
        y = sim.results["wheelset/y"]
        self.assertEqual(len(y), len(r))
        self.assertLess(np.abs(y - r["wheelset/y"]).max(), 1e-3 * np.abs(r["wheelset/y"]).max())

    def test_a_saved_state_goes_on_to_the_bit(self):
        s = load()
        sim = s.start()
        sim.step_to(0.7)
        sim.save(self.folder / "state")
        sim.step_to(1.5)
        other = s.start(resume=self.folder / "state")
        self.assertEqual(other.t, 0.7)
        other.step_to(1.5)
        np.testing.assert_array_equal(sim.state, other.state)

    def test_friction_changes_on_the_way(self):
        s = fourfoot.scenario({"vehicle": "hsfv1", "speed": {"v": "20 m/s"}, "run": {"duration": "1 s"}, "contact": {"model": "profiles", "friction": 0.4},
                               "wheels": {"profile": "wheel_S1002"}, "rails": {"profile": "rail_60E1", "inclination": 0.025}})
        sim = s.start()
        sim.step_to(0.2)
        before = sim.state
        sim.set_friction(0.05)
        np.testing.assert_array_equal(sim.state, before)
        sim.step_to(0.4)
        with self.assertRaises(fourfoot.InputError) as caught:
            sim.set("speed.v", 30.0)
        self.assertEqual(caught.exception.id, "state-changed")
        with self.assertRaises(fourfoot.InputError):
            sim.set_friction(-1)

    def test_what_cannot_be_is_refused(self):
        sim = load().start()
        sim.step_to(0.1)
        for t in (0.0, -1, float("nan"), float("inf")):
            with self.assertRaises(fourfoot.InputError):
                sim.step_to(t)
        for state in ([], [1.0], np.full(len(sim.state), np.nan), np.zeros((2, 2))):
            with self.assertRaises((fourfoot.InputError, ValueError)):
                sim.state = state
        with self.assertRaises(TypeError):
            sim.step_to(None)


if __name__ == "__main__":
    unittest.main()
