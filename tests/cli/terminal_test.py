"""What people see in a terminal: tables of steady running and of modes, colours of errors."""
import fcntl
import json
import os
import re
import signal
import struct
import subprocess
import termios
import unittest

import support

COACH = support.SOURCE / "examples/10-coach-curve/scenario.toml"
HUNTING = support.SOURCE / "examples/01-hunting-wheelset/scenario.toml"
BOGIE = support.SOURCE / "examples/20-cooperrider/scenario.toml"


def read_table(text, heading):
    """Rows below a heading as {name: {column: number}}; columns have names with single blanks."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if re.match(rf"{heading}\s\s", line))
    columns = re.split(r"\s{2,}", lines[at].strip())[1:]
    rows = {}
    for line in lines[at + 1:]:
        if not line:
            break
        cells = re.split(r"\s{2,}", line.strip())
        rows[cells[0]] = dict(zip(columns, (float(c) if c != "-" else None for c in cells[1:])))
    return rows


class SteadyTest(support.ProgramTest):
    def test_forces_of_each_wheel(self):
        call = ["equilibrium", str(COACH), "--radius", "300/100mm", "--speed", "70 km/h"]
        outcome = self.run_program(*call)
        self.assertEqual(outcome.code, 0, outcome.err)
        self.assertIn("speed 19.4444 m/s (70 km/h)", outcome.out)
        exact = json.loads(self.run_program(*call, "--format", "json").out)["channels"]
        wheels = read_table(outcome.out, "wheel")
        self.assertEqual(len(wheels), 8)
        for wheel, row in wheels.items():
            name = wheel.replace(" ", "/")
            self.assertEqual(list(row), ["Q [kN]", "Y [kN]", "Y/Q", "T gamma [N]", "patches"])
            for column, channel, factor in (("Q [kN]", "Q", 1e-3), ("Y [kN]", "Y", 1e-3), ("Y/Q", "YQ", 1)):
                self.assertAlmostEqual(row[column], factor * exact[f"{name}/{channel}"], delta=0.006)
        wheelsets = read_table(outcome.out, "wheelset")
        self.assertEqual(list(wheelsets), [f"wheelset_{i}" for i in range(1, 5)])
        for name, row in wheelsets.items():
            self.assertAlmostEqual(row["angle of attack [mrad]"], 1e3 * exact[f"{name}/psi"], delta=0.006)
            self.assertAlmostEqual(row["sum Y [kN]"], 1e-3 * exact[f"{name}/sum_Y"], delta=0.006)
        self.assertIn("car_body", read_table(outcome.out, "body"))
        self.assertNotIn("-0.00", outcome.out)
        self.assertNotIn("e-", outcome.out.split("\n", 1)[1])  # 0.00, not 2.8e-15

    def test_all_channels_or_some(self):
        channels = json.loads(self.run_program("equilibrium", "scenario.toml", "--format", "json").out)["channels"]
        everything = self.run_program("equilibrium", "scenario.toml", "--all").out
        for name in channels:
            self.assertRegex(everything, rf"(?m)^{re.escape(name)} ")
        some = self.run_program("equilibrium", "scenario.toml", "-c", "wheelset/y,*/psi").out
        self.assertEqual(re.findall(r"(?m)^(\S+/\S+) ", some), ["wheelset/y", "wheelset/psi"])
        outcome = self.run_program("equilibrium", "scenario.toml", "-c", "wheelset/q")
        self.assertEqual(outcome.code, 2)
        self.assertIn("error[unknown-channel]", outcome.err)

    def test_wheelsets_without_wheel_forces(self):
        out = self.run_program("equilibrium", "scenario.toml").out
        self.assertEqual(list(read_table(out, "wheelset")), ["wheelset"])
        self.assertNotRegex(out, "(?m)^wheel ")


class ModesTest(support.ProgramTest):
    def test_name_frequency_and_damping(self):
        out = self.run_program("eigen", str(BOGIE)).out
        self.assertIn("speed.v = 70 m/s (252 km/h)", out)
        self.assertRegex(out, r"(?m)^\s+f \[Hz\]\s+damping\s+growth \[1/s\]\s+mode$")
        first = out.splitlines()[2]
        self.assertRegex(first, r"bogie hunting \(grows\)$")
        modes = json.loads(self.run_program("eigen", str(BOGIE), "--format", "json").out)["points"][0]["modes"]
        frequency, damping, growth = map(float, first.split()[:3])
        self.assertAlmostEqual(frequency, modes[0]["frequency"], delta=1e-3)
        self.assertAlmostEqual(damping, modes[0]["damping"], delta=1e-4)
        self.assertAlmostEqual(growth, modes[0]["re"], delta=1e-3)
        self.assertRegex(out, r"and \d+ that do not oscillate \(--all\)")
        self.assertNotIn("frame y 1.00", out)

    def test_all(self):
        out = self.run_program("eigen", str(BOGIE), "--all").out
        self.assertIn("frame y 1.00", out)
        self.assertNotIn("--all", out)

    def test_speeds_in_both_units(self):
        out = self.run_program("eigen", str(BOGIE), "--speed", "60:10:80").out
        self.assertIn("linear critical speed [m/s]: 68.644 (247.1 km/h)", out)


class ColourTest(support.ProgramTest):
    def show(self, *arguments, **around):
        """Standard error as a terminal gets it."""
        try:
            ours, theirs = os.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminals here: {error}")  # a chroot without /dev/pts
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"} | around
        process = subprocess.Popen([support.PROGRAM, *arguments], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs,
                                   stdin=subprocess.DEVNULL, env=environment)
        os.close(theirs)
        text = support.read_terminal(ours)
        process.wait()
        return text.replace("\r\n", "\n")

    def test_errors_are_coloured_on_terminals_only(self):
        self.spoil("scenario.toml", 'v = "20 m/s"', 'v = "20 kmh"')
        plain = self.run_program("check", "scenario.toml").err
        self.assertNotIn("\x1b", plain)
        coloured = self.show("check", "scenario.toml")
        self.assertIn("\x1b[1;31merror[unknown-unit]\x1b[0m", coloured)
        self.assertRegex(coloured, "\\| +\x1b\\[36m\\^~*\x1b\\[0m")
        self.assertEqual(re.sub("\x1b\\[[0-9;]*m", "", coloured), plain)
        self.assertEqual(self.show("check", "scenario.toml", NO_COLOR="1"), plain)
        self.assertEqual(self.show("check", "scenario.toml", TERM="dumb"), plain)


class PlotTest(support.ProgramTest):
    def show(self, name):
        try:
            ours, theirs = os.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminals here: {error}")
        environment = {k: v for k, v in os.environ.items() if k != "NO_COLOR"} | {"TERM": "xterm"}
        process = subprocess.Popen([support.PROGRAM, "plot", name, "--width", "80", "--height", "40"], cwd=self.folder, stdout=theirs, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, env=environment)
        os.close(theirs)
        text = support.read_terminal(ours)
        process.wait()
        return text.replace("\r\n", "\n")

    def test_letters_where_colours_begin_again(self):
        """Six colours tell six curves; of eight, two pairs would have one colour."""
        for count in (6, 8):
            rows = "".join(f"{v},{k},{v * k},done,\n" for k in range(1, count + 1) for v in (20, 30))
            self.write("s.csv", "# fourfoot study 1\nspeed.v,k,figure,status,fault\n" + rows)
            text = self.show("s.csv")
            named = re.findall(r"^(?:([a-h])  )?\x1b\[9[1-6]mk = (\d)\x1b\[0m$", text, re.MULTILINE)
            self.assertEqual(named, [("abcdefgh"[k] if count == 8 else "", str(k + 1)) for k in range(count)])


class ProgressTest(support.ProgramTest):
    def test_the_bar_fits_the_terminal(self):
        """A line that reaches the end of its row would stay there, and each redrawing add another."""
        for columns in (100, 60, 40, 24):
            try:
                ours, theirs = os.openpty()
            except OSError as error:
                self.skipTest(f"no pseudo-terminals here: {error}")
            fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
            process = subprocess.Popen([support.PROGRAM, "run", str(HUNTING), "-o", "r.h5", "--force", "--set", "run.duration=1e6", "--set", "output.step=1"],
                                       cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs, stdin=subprocess.DEVNULL, env=os.environ | {"TERM": "xterm"})
            os.close(theirs)
            text = b""
            while text.count(b"\r") < 8:
                text += os.read(ours, 4096)
            process.send_signal(signal.SIGINT)
            support.read_terminal(ours)
            process.wait()
            lines = [re.sub("\x1b\\[K", "", line) for line in text.decode().split("\r")[1:-1]]
            self.assertTrue(all(len(line) < columns for line in lines), lines)
            self.assertTrue(all(re.search(r"\d %", line) for line in lines), lines)
            self.assertEqual(columns >= 40, all(line.startswith("[") for line in lines))

    def test_trials_come_with_an_estimate(self):
        """Of critical-speed: the time left and what is tried now, between the lines of the trials."""
        try:
            ours, theirs = os.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminals here: {error}")
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 100, 0, 0))
        process = subprocess.Popen([support.PROGRAM, "critical-speed", str(BOGIE)], cwd=self.folder, stdout=subprocess.DEVNULL, stderr=theirs,
                                   stdin=subprocess.DEVNULL, env=os.environ | {"TERM": "xterm"})
        os.close(theirs)
        text = support.read_terminal(ours)
        process.wait()
        self.assertRegex(text, r"\d %  (\d+ min )?\d+ s left, (trials|disturbances) ")
        self.assertRegex(text, r"(?m)^[^%\n]*66\.\d+: stationary")


if __name__ == "__main__":
    unittest.main()
