"""What a run costs from Python against the program, and with a plug-in against the program's own law, in instructions (valgrind's callgrind), so that
it can be measured on a busy machine.

    FOURFOOT=build/release/bin/fourfoot PYTHONPATH=build/release/python python3 bench/python/run_cost.py [LAWS.so]

From Python: the difference of a script that runs a scenario twice and one that runs it once, so that starting the interpreter and importing numpy
(told apart) do not count. From the program: the whole process. Both read the files, run, and write a results file.
LAWS.so: examples/plugin/laws.c, compiled; then four rods by the C interface are held against four of the program's own.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
COACH = ROOT / "examples/10-coach-curve/scenario.toml"
SECONDS, GEOMETRY = "3 s", "online"

SCRIPT = """\
import warnings
import fourfoot
warnings.simplefilter("ignore")
s = fourfoot.load({scenario!r})
s.update({{"run.duration": {seconds!r}, "contact.geometry": {geometry!r}}})
for i in range({times}):
    s.run(f"r{{i}}.h5", progress=False)
"""

RODS = """\
format = "fourfoot scenario 1"
[vehicle]
format = "fourfoot vehicle 1"
[vehicle.bodies.wheelset]
type = "wheelset"
mass = 1500
inertia = [800, 120, 800]
position = [0, 0, 0.46]
radius = 0.46
free = ["y", "psi", "chi"]
{rods}
[speed]
v = 20
[contact]
model = "textbook"
conicity = 0.05
f11 = 8e6
f22 = 7e6
[initial.wheelset]
y = 1e-3
[run]
duration = "60 s"
[output]
step = "10 ms"
"""


def count(command, folder):
    """Instructions of a process."""
    for old in folder.glob("*.h5"):
        old.unlink()
    out = folder / "counts"
    done = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={out}", *map(str, command)], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr)
    return int(next(line.split()[1] for line in out.read_text().splitlines() if line.startswith(("summary:", "totals:"))))


def write_rods(folder, name, kind):
    rods = "".join(f'[vehicle.elements.rod_{i}]\nbetween = ["track", "wheelset"]\nat_first = [{x}, {y}, 0.46]\nat_second = [0, 0, 0.46]\n{kind}\n'
                   for i, (x, y) in enumerate(((0.0, -1.0), (0.0, 1.0), (-1.0, 0.5), (1.0, 0.5))))
    (folder / name).write_text(RODS.format(rods=rods))


def main():
    program = os.path.abspath(os.environ["FOURFOOT"])
    with tempfile.TemporaryDirectory(prefix="fourfoot-cost-") as name:
        folder = pathlib.Path(name)
        own = count([program, "run", COACH, "--set", f"run.duration={SECONDS}", "--set", f"contact.geometry={GEOMETRY}", "-q", "-o", "r.h5"], folder)
        scripts = []
        for times in (0, 1, 2):
            (folder / "s.py").write_text(SCRIPT.format(scenario=str(COACH), seconds=SECONDS, geometry=GEOMETRY, times=times))
            scripts.append(count([sys.executable, "s.py"], folder))
        ours = scripts[2] - scripts[1]
        print(f"coach, {SECONDS}, {GEOMETRY}: program {own / 1e6:.1f} M, Python {ours / 1e6:.1f} M a run ({100 * (ours / own - 1):+.2f} %); "
              f"import and load once {scripts[0] / 1e6:.1f} M", flush=True)
        if len(sys.argv) > 1:
            write_rods(folder, "own.toml", 'type = "rod"\nstiffness = 1e5\ndamping = 2e3\npreload = 0')
            write_rods(folder, "plugin.toml", 'type = "plugin"\nfunction = "rod"\nparameters = [1e5, 2e3, 0]\n' f'library = "{os.path.abspath(sys.argv[1])}"')
            base = count([program, "run", "own.toml", "-q", "-o", "a.h5"], folder)
            other = count([program, "run", "plugin.toml", "-q", "-o", "b.h5", "--allow-code"], folder)
            print(f"wheelset with four rods, 60 s: own {base / 1e6:.1f} M, plug-in {other / 1e6:.1f} M ({100 * (other / base - 1):+.2f} %)")


if __name__ == "__main__":
    main()
