"""No call takes the interpreter down: every public function is called with None, wrong types and shapes, nan, empty and huge values,
objects that were never made, from two threads at once. Each batch runs in a process of its own, which must end by itself.

The functions are found, not listed: what the package offers is called. GOOD has arguments with which a call gets past the first check;
then one after the other is spoilt.
"""
import faulthandler
import inspect
import io
import os
import pathlib
import signal
import sys
import tempfile
import threading
import unittest
import warnings

import fourfoot
import numpy as np
from fourfoot import _core

SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
GEOMETRY = SOURCE / "examples/contact-geometry-s1002/geometry.toml"
LINE = SOURCE / "examples/10-coach-curve/scenario.toml"
WHEEL = next(f for f in sorted((SOURCE / "models").rglob("*.toml")) if 'kind = "wheel"' in f.read_text())
STEEL = {"shear_modulus": 82e9, "poisson": 0.28}
SECONDS = 300  # for one process; the machine may be busy

SCENARIO = {
    "vehicle": {"format": "fourfoot vehicle 1",
                "bodies": {"wheelset": {"type": "wheelset", "mass": 1500.0, "inertia": [800.0, 120.0, 800.0], "position": [0.0, 0.0, 0.46],
                                        "radius": 0.46, "free": ["y", "psi", "chi"]}},
                "elements": {"spring": {"type": "spring-damper", "between": ["track", "wheelset"], "at": [0.0, 1.0, 0.46],
                                        "stiffness": [5e5, 1e5, 0.0]}}},
    "speed": {"v": 20.0}, "contact": {"model": "textbook", "conicity": 0.05, "f11": 8e6, "f22": 7e6},
    "initial": {"wheelset": {"y": 1e-3}}, "run": {"duration": 0.05}, "output": {"step": 0.01},
}


class Strange:
    """Answers everything with a surprise."""

    def __len__(self):
        return -1

    def __float__(self):
        raise OSError("no float")

    def __array__(self, *_):
        return np.array([object()])

    def __fspath__(self):
        return 7

    def __str__(self):
        raise RuntimeError("no text")


BAD = [
    None, True, 0, -1, 2**70, 1e308, -1e308, float("nan"), float("inf"), 1j, "", "\0", "x" * 100000, "nan", "1e999 m", "80 kN", "\ud800", b"\xff", [], [None],
    [[1.0, 2.0], [3.0]], (1.0, "a"), {}, {"a": None}, {1: 2}, {"speed.v": "x"}, set(), object(), Strange(), len, lambda *a, **k: 1 / 0, int, np.array([]),
    np.zeros((2, 3, 4)), np.array([np.nan, 1.0]), np.array(["a"]), np.array([None, 1], dtype=object), np.full(3, 1e308), np.zeros((0, 5)),
    np.arange(10)[::-2], np.zeros(7, dtype=np.complex64), np.zeros(3, dtype="i1"), np.float32(2), range(3), iter([1, 2]), pathlib.Path("/"), pathlib.Path("none.toml"), "/dev/null",
]


def make_scenario():
    return fourfoot.scenario(SCENARIO)


# Objects of the package's classes.
MAKERS = {
    "CreepLaw": lambda: fourfoot.CreepLaw("fastsim"),
    "Irregularity": lambda: fourfoot.irregularity("spectrum", spectrum="erri-b176-low"),
    "Profile": lambda: fourfoot.profile(WHEEL),
    "Results": lambda: make_scenario().run(),
    "Scenario": make_scenario,
    "Stepping": lambda: make_scenario().start(),
    "Track": lambda: fourfoot.track(LINE),
}

PATCH = {"a": 6e-3, "b": 4e-3, "normal": 8e4, "friction": 0.3}
GOOD = {
    "hertz": {"normal": 8e4, "curvature_x": 2.0, "curvature_y": 3.0, "young": 2e11, "poisson": 0.3},
    "creep": {"law": "polach", **PATCH, **STEEL, "k_slip": 0.5}, "CreepLaw": {"law": "polach", "k_slip": 0.5}, "CreepLaw.__call__": PATCH,
    "contact_geometry": {"scenario": GEOMETRY, "y": [0.0]}, "conicity": {"scenario": GEOMETRY, "amplitude": [2e-4], "reach": 0.0},
    "profile": {"file": WHEEL}, "track": {"file": LINE}, "spectrum": {"name": "fra-4", "wavenumber": 1.0},
    "irregularity": {"type": "sine", "at": 1.0, "amplitude": 1e-3, "length": 3.0},
    "Profile.at": {"s": 0.01}, "Profile.at_y": {"y": 0.0}, "Profile.wear": {"y": [0.0, 0.01], "depth": [1e-4, 0.0]}, "Track.frame": {"s": 1.0, "v": 2.0, "a": 0.0},
    "Track.table": {"start": 0.0, "end": 10.0, "step": 5.0},
    "plugin.line": {"name": "a", "function": len}, "plugin.bearing": {"name": "b", "function": len}, "plugin.creep_law": {"name": "c", "function": len},
    "plugin.irregularity": {"name": "d", "function": len}, "plugin.remove": {"name": "a"},
    "Scenario.run": {"progress": False}, "Stepping.step_to": {"t": 0.02},
}
# Too long with good arguments for what a thousand calls may take; they are called with bad ones in place of the scenario.
SCENARIO_LAST = {"bifurcation", "stability_map", "sweep", "wear", "integrators", "optimise", "fit"}


# Those that write pages and files, or search contacts, take a tenth of a second each: every fifth of the bad values must do.
HEAVY = {"conicity", "contact_geometry", "critical_speed", "report", "Results.report", "Results.save", "Results.plot", "Results.view", "Results.evaluate", "Scenario.run",
         "Scenario.start", "Stepping.step", "Stepping.step_to"}
# A run goes on for as long as it is told: no huge times here.
ENDLESS = {"Stepping.step", "Stepping.step_to"}


def list_targets():
    """Names of all public functions, methods, and the extension module's own."""
    names = [name for name in fourfoot.__all__ if name != "plugin"]
    names += [f"plugin.{n}" for n in ("line", "bearing", "creep_law", "irregularity", "remove", "names", "allow_code")]
    for kind in MAKERS:
        cls = getattr(fourfoot, kind)
        names += [f"{kind}.{n}" for n, v in inspect.getmembers(cls) if callable(v) and (not n.startswith("_") or n in ("__call__", "__getitem__", "__setitem__"))]
    names += [f"_core.{n}" for n, v in inspect.getmembers(_core) if callable(v) and not n.startswith("_")]
    return names


def find_target(name):
    first, _, rest = name.partition(".")
    if first in MAKERS and rest:
        return getattr(MAKERS[first](), rest)
    found = _core if first == "_core" else getattr(fourfoot, first)
    return getattr(found, rest) if rest else found


def call(function, /, *args, **kwargs):
    try:
        result = function(*args, **kwargs)
        repr(result)
        if inspect.isgenerator(result) or hasattr(result, "__next__"):
            next(iter(result), None)
    except SystemError as error:  # the interpreter's own words for a fault of ours
        raise AssertionError(f"{function}: {error}") from error
    except (Exception, KeyboardInterrupt):
        pass


def list_parameters(function):
    try:
        return [p for p in inspect.signature(function).parameters.values() if p.kind not in (p.VAR_POSITIONAL, p.VAR_KEYWORD)]
    except (TypeError, ValueError):
        return []


def call_spoilt(name):
    function = find_target(name)
    parameters = list_parameters(function)
    good = dict(GOOD.get(name, {}))
    if not good and any(p.name == "scenario" for p in parameters) and name not in SCENARIO_LAST:
        good = {"scenario": make_scenario()}
    call(function)
    values = BAD[::5] if name in HEAVY else BAD
    if name in ENDLESS:
        values = [bad for bad in values if not (isinstance(bad, (int, float)) and bad > 1.0)]
    for number, bad in enumerate(values):
        for count in range(1, 9 if name.startswith("_core.") else 4):
            call(function, *[bad] * count)
        for parameter in parameters:
            # Anything is true or false: such calls do the whole work, so some of them must do.
            if not isinstance(parameter.default, bool) or number % 8 == 0:
                call(function, **{**good, parameter.name: bad})
        for key in good:
            call(function, **{**good, key: bad})
        call(function, **good, no_such_argument=bad)


def call_unmade(kind):
    """Objects whose constructor never ran, and those whose parts are gone."""
    for cls in (getattr(fourfoot, kind, None), getattr(_core, {"Track": "Line"}.get(kind, kind), None)):
        if not inspect.isclass(cls):
            continue
        made = []
        call(lambda: made.append(cls.__new__(cls)))
        for empty in made:
            for member in dir(empty):
                if member in ("__class__", "__reduce__", "__reduce_ex__", "__init_subclass__", "__subclasshook__", "__dir__", "__sizeof__"):
                    continue
                part = []
                call(lambda: part.append(getattr(empty, member)))
                for value in part:
                    if callable(value):
                        for bad in (None, 1.0, "x", np.zeros(3)):
                            call(value, bad)
                        call(value)
    if kind in MAKERS:
        keeper = MAKERS[kind]()
        parts = [getattr(keeper, n, None) for n in dir(keeper) if not n.startswith("__")]
        del keeper  # what it gave away must live on
        for part in parts:
            call(lambda: repr(part))
            call(lambda: part())


def work(name):
    os.chdir(tempfile.mkdtemp(prefix="fourfoot-robust-"))
    warnings.simplefilter("ignore")
    words = os.fdopen(os.dup(1), "w")  # 1 itself may be closed by a function that takes it as a file
    sys.stdout = sys.stderr = io.StringIO()
    faults = []

    def loop():
        try:
            (call_unmade if name.startswith("unmade ") else call_spoilt)(name.removeprefix("unmade "))
        except BaseException as error:  # calls swallow what they may raise: this is a fault of theirs, or of the search
            faults.append(repr(error))

    threads = [threading.Thread(target=loop) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(*faults, sep="\n", file=words, flush=True)
    os._exit(1 if faults else 0)


def call_in_child(name, folder, work=work):
    """Exit code, or minus the signal, and what it wrote. A copy of this process, since starting Python anew takes longer than most calls."""
    log = pathlib.Path(folder) / "log"
    child = os.fork()
    if child == 0:
        try:
            words = os.open(log, os.O_WRONLY | os.O_CREAT)
            os.dup2(words, 1)
            os.dup2(words, 2)
            os.environ |= {"TMPDIR": folder, "HOME": folder}
            tempfile.tempdir = folder
            faulthandler.enable(words)
            signal.alarm(SECONDS)
            work(name)
        except BaseException as error:
            os.write(words, repr(error).encode())
        os._exit(1)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return code, log.read_text(errors="replace")


class Robustness(unittest.TestCase):
    def test_the_search_finds_the_functions(self):
        self.assertTrue({"hertz", "creep", "track", "Profile.at", "plugin.line", "Scenario.run", "_core.hertz"} <= set(list_targets()))

    def test_no_object_is_made_without_its_constructor(self):
        """What C++ never constructed would be read from memory that nobody wrote."""
        classes = [c for _, c in inspect.getmembers(_core, inspect.isclass) if not issubclass(c, BaseException)]
        self.assertGreater(len(classes), 5)
        for cls in classes:
            derived = type("Derived", (cls,), {})
            for work in (lambda: cls.__new__(cls), lambda: object.__new__(cls), lambda: derived.__new__(derived),
                         lambda: cls.__mro__[1].__new__(cls)):
                with self.assertRaises(TypeError):
                    work()
        _core.Source("somewhere.toml")  # by calling it goes

    def test_no_call_takes_the_interpreter_down(self):
        for name in list_targets() + [f"unmade {kind}" for kind in sorted(MAKERS)]:
            with self.subTest(name), tempfile.TemporaryDirectory(prefix="fourfoot-robust-") as folder:
                code, said = call_in_child(name, folder)
                self.assertEqual(code, 0, said[-6000:])

    def test_a_call_that_takes_the_interpreter_down_is_found(self):
        with tempfile.TemporaryDirectory(prefix="fourfoot-robust-") as folder:
            code, said = call_in_child("nothing of this name", folder)
            self.assertNotEqual(code, 0)
            code, said = call_in_child("_core.hertz", folder, lambda _: os.kill(os.getpid(), signal.SIGSEGV))
            self.assertEqual(code, -signal.SIGSEGV)
            self.assertIn("Segmentation fault", said)


if __name__ == "__main__":
    unittest.main()
