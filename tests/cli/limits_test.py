"""Files of up to 1 MB that ask for too much: `check` refuses them by name or does them, and takes no more than 500 MB."""
import os
import pathlib
import random
import subprocess

import support

VEHICLE, TRACK, STUDY = (f'format = "fourfoot {kind} 1"\n' for kind in ("vehicle", "track", "study"))
LINE = 'horizontal = [{ type = "line", length = 1000 }]\n'
SPECTRUM = '[[irregularity]]\ntype = "spectrum"\nspectrum = "fra-5"\nwavelength_min = 0.16\nwavelength_max = 10\nperiod = 10000\n'
SCENARIO = support.SOURCE / "examples" / "01-hunting-wheelset" / "scenario.toml"
SANITIZED = b"__asan_init" in pathlib.Path(support.PROGRAM).read_bytes()


def body(i):
    return f"[bodies.b{i}]\nmass = 1000\ninertia = [1e3, 1e3, 1e3]\nposition = [{i * 0.1}, 0, 1]\n"


def joint(i):
    return f'[joints.j{i}]\ntype = "spherical"\nbetween = ["b{i}", "b{i + 1}"]\nat = [{i * 0.1}, 0, 1]\n'


def list_files():
    rng = random.Random(1)
    many = range(60000)
    yield "unknown-key", "check", "".join(f"k{i}=1\n" for i in range(110000))
    yield "too-many", "check", VEHICLE + "".join(map(body, range(12000)))
    yield "", "check", VEHICLE + "".join(map(body, range(500)))
    yield "too-many", "check", VEHICLE + "".join(map(body, range(500))) + "".join(map(joint, range(499)))
    yield "", "check", TRACK + LINE + f'[[irregularity]]\ntype = "data"\ns = {list(many)}\nvertical = [{",".join("0.001" for _ in many)}]\n'
    yield "", "check", TRACK + "".join(f'[[horizontal]]\ntype = "circular-arc"\nlength = 50\nradius = {500 + i % 7}\nturn = "left"\njump = true\n'
                                       for i in range(10000))
    yield "track-too-long", "check", TRACK + 'horizontal = [{ type = "circular-arc", length = 9e6, radius = 8, turn = "left" }]\n'
    yield "too-many", "check", TRACK + LINE + 20 * SPECTRUM
    yield "too-many", "check", TRACK + f'[[horizontal]]\ntype = "points"\nx = {[5 * i for i in range(20000)]}\ny = {[0] * 20000}\n'
    yield "profile-gap", "profile", "".join(f"{rng.uniform(-60, 60):.3f} {rng.uniform(-30, 0):.3f}\n" for _ in range(10000))
    yield "profile-size", "check", 'kind = "wheel"\n' + "".join(
        f'[[pieces]]\ntype = "line"\nfrom = [{900 if i % 2 else -900}, 0]\nto = [{-900 if i % 2 else 900}, 0]\n' for i in range(999))
    yield "too-many", "check", STUDY + f'scenario = "{SCENARIO}"\n' + 200 * '[[parameters]]\nkey = "speed.v"\nfrom = 0\nto = 99998\nstep = 1\n'
    yield "unknown-key", "check", 'a = "' + "x" * 1000000 + '"\n'


class LimitsTest(support.ProgramTest):
    def test_files_that_ask_for_too_much(self):
        for expected, verb, text in list_files():
            name = "x.txt" if verb == "profile" else "x.toml"
            self.write(name, text)
            with self.subTest(expected + text[:60]), open(self.folder / "err", "w+") as err:
                process = subprocess.Popen([support.PROGRAM, verb, name], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                           stderr=err)
                _, status, usage = os.wait4(process.pid, 0)
                process.returncode = os.waitstatus_to_exitcode(status)
                err.seek(0)
                message = err.read(10000)
                self.assertEqual(process.returncode, 2 if expected else 0, message[:500])
                self.assertIn(f"error[{expected}]" if expected else "", message)
                if not SANITIZED:
                    self.assertLess(usage.ru_maxrss / 1024, 500.0)


if __name__ == "__main__":
    support.unittest.main()
