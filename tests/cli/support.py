"""Runs the program in a folder of its own with a good scenario that each test spoils in one place."""
import os
import pathlib
import re
import subprocess
import tempfile
import unittest

PROGRAM = os.environ["FOURFOOT"]
SOURCE = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
SANITIZED = b"__asan_init" in pathlib.Path(PROGRAM).read_bytes()
SECONDS = float(os.environ.get("FOURFOOT_TEST_SECONDS", 600)) / 5  # for one call of the program

SCENARIO = """\
format = "fourfoot scenario 1"
vehicle = "vehicle.toml"
[speed]
v = "20 m/s"
[contact]
model = "textbook"
conicity = 0.05
f11 = "8 MN"
f22 = "7 MN"
[initial.wheelset]
y = "1 mm"
[run]
duration = "1 s"
[output]
step = "10 ms"
"""

VEHICLE = """\
format = "fourfoot vehicle 1"
[bodies.wheelset]
type = "wheelset"
mass = "1500 kg"
inertia = [800, 120, 800]
position = [0, 0, 0.46]
radius = "460 mm"
free = ["y", "psi", "chi"]
[elements.spring]
type = "spring-damper"
between = ["track", "wheelset"]
at = [0, 1, 0.46]
stiffness = ["0.5 MN/m", "0.1 MN/m", 0]
"""


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


def read_terminal(end):
    """All that is written to the other end of a pseudo-terminal, until it is closed."""
    text = b""
    while True:
        try:
            piece = os.read(end, 65536)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(end)
    return text.decode(errors="replace")


class ProgramTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="fourfoot-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.write("scenario.toml", SCENARIO)
        self.write("vehicle.toml", VEHICLE)

    def write(self, name, text):
        data = text if isinstance(text, bytes) else text.encode()
        (self.folder / name).write_bytes(data)

    def spoil(self, name, old, new):
        text = (self.folder / name).read_text()
        self.assertEqual(text.count(old), 1, f"{old!r} must stand once in {name}")
        self.write(name, text.replace(old, new))

    def run_program(self, *arguments, **options):
        if "preexec_fn" in options:  # limits are for the program, not for the counters of ./dev coverage; what they cut off is thrown away
            counters = tempfile.TemporaryDirectory()
            self.addCleanup(counters.cleanup)
            options["env"] = options.get("env", os.environ) | {"GCOV_PREFIX": counters.name}
        result = subprocess.run([PROGRAM, *arguments], cwd=self.folder, stdin=subprocess.DEVNULL,
                                capture_output=True, text=True, errors="replace", timeout=SECONDS, **options)
        return Outcome(result.returncode, result.stdout, re.sub(r"(?m)^(profiling|libgcov profiling error):.*\n", "", result.stderr))

    def assert_refused(self, arguments, message):
        """Exit code 2, exactly this on standard error, nothing on standard output, nothing changed on disk."""
        before = self.take_inventory()
        outcome = self.run_program(*arguments)
        self.assertEqual(outcome.err, message)
        self.assertEqual(outcome.out, "")
        self.assertEqual(outcome.code, 2)
        self.assertEqual(self.take_inventory(), before)

    def take_inventory(self):
        files = [p for p in sorted(self.folder.rglob("*")) if p.is_file()]
        return [(str(p), p.stat().st_mtime_ns, p.read_bytes()) for p in files]
