#!/usr/bin/env python3
"""Counts the instructions of a run, part by part, by valgrind's callgrind: the same on any machine, whatever else it does.

    bench/instructions/count.py PROGRAM                    the main example and others, a table each
    bench/instructions/count.py PROGRAM --against OTHER    two programs side by side
    bench/instructions/count.py COMMIT --against COMMIT    builds both (build/count/COMMIT) and compares them
    bench/instructions/count.py PROGRAM --growth           1, 2, 4, 8 coaches: what each costs of the first
    bench/instructions/count.py PROGRAM --lines            lines of 1, 10, 100 km: what a step costs
    bench/instructions/count.py PROGRAM --channels         10 to 1000 channels: what a row costs
    bench/instructions/count.py PROGRAM --axle-boxes       a coach with eight axle boxes as bodies beside one without
    bench/instructions/count.py PROGRAM --real-time        a step of linear-bdf2 with 1 ms: curve, begin of the run, irregular straight

The cache of contact tables is warmed by a first run that is not counted. Options of the scenario go through: --set key=value.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAIN = "examples/10-coach-curve/scenario.toml"
CASES = [(MAIN, []), (MAIN, ["contact.geometry=online"]), ("examples/01-hunting-wheelset/scenario.toml", []),
         ("examples/11-freight-route-2/scenario.toml", [])]

# name of the part, the function whose calls it is (with all that they call), indent
PARTS = [("whole program", None), ("start-up and end", "rest"), ("steps, output and events", "fourfoot::integrate::drive"),
         ("  steps", "fourfoot::integrate::Integrator::step"), ("  rows of output", "fourfoot::system::System::record"),
         ("  events", "fourfoot::integrate::EventFinder::find_next"),
         ("all rates", "fourfoot::system::System::calc_rate"), ("all Jacobians", "fourfoot::system::System::calc_jacobian"),
         ("geometry of all wheels", "fourfoot::contact::WheelContact::find"),
         ("suspension elements", "fourfoot::system::Suspension::add_forces"),
         ("factors", "fourfoot::integrate::SparseLu::compute"), ("solutions", "fourfoot::integrate::SparseLu::solve"),
         ("creating the results", "fourfoot::results::ResultsWriter::ResultsWriter"),
         ("writing rows", "fourfoot::results::ResultsWriter::Impl::write_rows"), ("closing the results", "fourfoot::results::ResultsWriter::~ResultsWriter"), ("reading the scenario", "fourfoot::input::read_scenario_file"),
         ("building the system", "fourfoot::scenario::build_system"), ("initial state", "fourfoot::analysis::calc_initial_state")]


class Profile:
    """What callgrind wrote: instructions with all that a function calls, and how often it was called."""

    def __init__(self, path):
        self.own = collections.Counter()
        self.below = collections.Counter()
        self.calls = collections.Counter()
        names, function, callee, pending = {}, None, None, None
        self.total = 0

        def resolve(text):
            match = re.match(r"\((\d+)\)(?: (.*))?", text)
            if match.group(2):
                names[match.group(1)] = match.group(2)
            return names[match.group(1)]

        for line in open(path, errors="replace"):
            if line.startswith("fn="):
                function = resolve(line[3:].strip())
            elif line.startswith("cfn="):
                callee = resolve(line[4:].strip())
            elif line.startswith("calls="):
                pending = int(line[6:].split()[0])
            elif line[0] in "0123456789+-*" and function:
                cost = int(line.split()[1]) if len(line.split()) > 1 else 0
                if pending is None:
                    self.own[function] += cost
                    self.total += cost
                else:
                    self.below[function] += cost if callee != function else 0
                    self.calls[callee] += pending
                    pending = None

    def find(self, prefix):
        """Instructions and calls of the functions of this name, all overloads; calls of itself are in it once."""
        hits = [f for f in set(self.own) | set(self.below) if f.startswith(prefix + "(") and "'" not in f]
        return sum(self.own[f] + self.below[f] for f in hits), sum(self.calls[f] for f in hits)


def build(what):
    """The program of a commit, or the program itself."""
    if os.path.exists(what):
        return os.path.abspath(what)
    tree = ROOT / "build" / "count" / what
    if not tree.exists():
        subprocess.run(["git", "-C", ROOT, "worktree", "add", "--detach", tree, what], check=True)
    subprocess.run(["cmake", "--preset", "release"], cwd=tree, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", "build/release", "--target", "fourfoot"], cwd=tree, check=True)
    return str(tree / "build" / "release" / "bin" / "fourfoot")


def count(program, scenario, settings):
    """A run of the scenario under callgrind, and its statistics."""
    command = [program, "run", str(ROOT / scenario)]
    for setting in settings:
        command += ["--set", setting]
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(os.environ, XDG_CACHE_HOME=os.environ.get("XDG_CACHE_HOME", folder))
        output = os.path.join(folder, "run.h5")
        subprocess.run(command + ["-o", output], check=True, env=environment, stdout=subprocess.DEVNULL)
        trace = os.path.join(folder, "callgrind.out")
        subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={trace}"] + command + ["-o", output, "--force"], check=True,
                       env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return Profile(trace)


def tell(profile):
    """Rows of the table: part, instructions, calls."""
    rows = []
    for name, prefix in PARTS:
        if prefix is None:
            cost, calls = profile.total, 1
        elif prefix == "rest":
            cost, calls = profile.total - profile.find("fourfoot::integrate::drive")[0], 1
        else:
            cost, calls = profile.find(prefix)
        rows.append((name, cost, calls))
    return rows


def show(title, first, second=None):
    print(f"\n{title}\n")
    print("| part | calls | M instructions | each, k |" + (" calls before | M before | factor |" if second else ""))
    print("|---|---|---|---|" + ("---|---|---|" if second else ""))
    for i, (name, cost, calls) in enumerate(first):
        if not cost:
            continue
        line = f"| {name} | {calls} | {cost / 1e6:.1f} | {cost / 1e3 / max(calls, 1):.1f} |"
        if second:
            _, before, calls_before = second[i]
            line += f" {calls_before} | {before / 1e6:.1f} | {before / cost:.2f} |"
        print(line)
    sys.stdout.flush()


def write_train(folder, cars):
    """A scenario with so many coupled coaches on a straight with irregularities."""
    coach = ROOT / "models" / "vehicles" / "manchester-1" / "vehicle.toml"
    lines = ['format = "fourfoot vehicle 1"', f'name = "{cars} coaches"']
    for i in range(cars):
        lines += [f"[parts.car_{i + 1}]", f'include = "{coach}"', f"at = [{13.2 * (cars - 1) - 26.4 * i}, 0, 0]"]
    for i in range(1, cars):
        lines += [f"[elements.coupler_{i}]", 'type = "rod"', f'between = ["car_{i}_car_body", "car_{i + 1}_car_body"]',
                  "at_first = [0.5, 0, 1.05]", "at_second = [-0.5, 0, 1.05]", 'stiffness = "10 MN/m"', 'damping = "100 kN s/m"']
    (folder / f"train-{cars}-vehicle.toml").write_text("\n".join(lines) + "\n")
    text = (ROOT / "examples" / "13-coach-straight-160" / "scenario.toml").read_text()
    text = re.sub(r'^vehicle = .*$', f'vehicle = "train-{cars}-vehicle.toml"', text, flags=re.M).replace("../../", f"{ROOT}/")
    path = folder / f"train-{cars}.toml"
    path.write_text(text)
    return path


def write_axle_boxes(folder):
    """The main example with eight axle boxes as bodies on revolute joints, held in pitch by a spring to the bogie (assumed values)."""
    source = ROOT / "models" / "vehicles" / "manchester-1"
    bogie = (source / "bogie.toml").read_text()
    lines = []
    for axle, x in (("front", 1.28), ("rear", -1.28)):
        for side, y in (("left", 1.0), ("right", -1.0)):
            box, at = f"box_{axle}_{side}", f"at = [{x}, {y}, 0.46]"
            lines += [f"[bodies.{box}]", "mass = 60", "inertia = [2, 3, 2]", f"position = [{x}, {y}, 0.46]",
                      f"[joints.bearing_{axle}_{side}]", 'type = "revolute"', f'between = ["{axle}", "{box}"]', at, "axis = [0, 1, 0]",
                      f"[elements.arm_{axle}_{side}]", 'type = "torsion"', 'axis = "y"', f'between = ["frame", "{box}"]', at, 'stiffness = "50 kN m/rad"']
            for element in ("primary", "primary_damper"):
                entry = re.search(rf"^\[elements\.{element}_{axle}\]\n(.*?)(?=^\[|\Z)", bogie, re.M | re.S).group(1)
                entry = re.sub(r"^at = .*$", at, entry, flags=re.M).replace("both_sides = true\n", "").replace(f'"{axle}"', f'"{box}"')
                lines += [f"[elements.{element}_{axle}_{side}]", entry.strip()]
    bogie = re.sub(r"^# --- primary.*", "", bogie, flags=re.M | re.S)
    (folder / "bogie.toml").write_text(bogie + "\n".join(lines) + "\n")
    (folder / "vehicle.toml").write_text((source / "vehicle.toml").read_text())
    text = (ROOT / "examples" / "10-coach-curve" / "scenario.toml").read_text()
    text = re.sub(r'^vehicle = .*$', 'vehicle = "vehicle.toml"', text, flags=re.M).replace("../../", f"{ROOT}/")
    path = folder / "axle-boxes.toml"
    path.write_text(text)
    return path


def show_axle_boxes(program, settings):
    """A coach with eight axle boxes beside the coach without."""
    print("\n| coach | M instructions, whole | of the one without boxes | steps, output and events | of it | steps |\n|---|---|---|---|---|---|")
    one = None
    for name in ("without", "with axle boxes"):
        with tempfile.TemporaryDirectory() as folder:
            path = write_axle_boxes(pathlib.Path(folder)) if one else ROOT / "examples" / "10-coach-curve" / "scenario.toml"
            profile = count(program, path, ["run.duration=2 s"] + settings)
        cost, _ = profile.find("fourfoot::integrate::drive")
        steps = profile.find("fourfoot::integrate::Integrator::step")[1]
        one = one or (profile.total, cost)
        print(f"| {name} | {profile.total / 1e6:.0f} | {profile.total / one[0]:.2f} | {cost / 1e6:.0f} | {cost / one[1]:.2f} | {steps} |")
        sys.stdout.flush()


STRAIGHT = ('{horizontal = [{type = "line", length = 600}], irregularity = [{type = "spectrum", spectrum = "erri-b176-low", seed = 1, '
            'from = 20, fade = 20}]}')
PIECES = [("curve", ["speed.start=200"]), ("begin of the run", ["speed.start=0"]),
          ("straight with irregularities", ["track=" + STRAIGHT, "speed.start=100"])]
RATE, DUE, FACTORS = "fourfoot::system::System::calc_rate", "fourfoot::integrate::StagedJacobian::renew", "fourfoot::integrate::SparseLu::"


def show_real_time(program, settings):
    """A step of the main example in real time: the difference of runs of 0.2 and 0.5 s."""
    print("\n| piece | k instructions a step, with events and a row every 100 ms | step alone | rate | update of the Jacobian | solution | wheels searched, % |")
    print("|---|---|---|---|---|---|---|")
    for name, piece in PIECES:
        short, long = (count(program, MAIN, [f"run.duration={duration}", "output.step=0.1", "integrator.method=linear-bdf2", "integrator.step=0.001"]
                             + piece + settings) for duration in (0.2, 0.5))
        row = [(long.total - short.total) / 300e3]
        for prefix in ("fourfoot::integrate::Integrator::step", RATE, DUE, FACTORS + "solve"):
            row.append((long.find(prefix)[0] - short.find(prefix)[0]) / 300e3)
        searched = (long.find("fourfoot::contact::find_guided")[1] - short.find("fourfoot::contact::find_guided")[1]) / 24.0
        print("| " + name + " | " + " | ".join(f"{value:.1f}" for value in row + [searched]) + " |")
        sys.stdout.flush()


def show_growth(program, settings):
    """Coaches in a row."""
    print("\n| coaches | M instructions, whole | of one | steps, output and events | of one | steps |\n|---|---|---|---|---|---|")
    one = None
    for cars in (1, 2, 4, 8):
        with tempfile.TemporaryDirectory() as folder:
            path = write_train(pathlib.Path(folder), cars)
            profile = count(program, path, ["run.duration=1 s", "speed.start=300 m"] + settings)
        cost, _ = profile.find("fourfoot::integrate::drive")
        steps = profile.find("fourfoot::integrate::Integrator::step")[1]
        one = one or (profile.total, cost)
        print(f"| {cars} | {profile.total / 1e6:.0f} | {profile.total / one[0]:.2f} | {cost / 1e6:.0f} | {cost / one[1]:.2f} | {steps} |")
        sys.stdout.flush()


def write_line(folder, length):
    """The main example's coach on a line of so many kilometres with a curve in each; it starts in the middle."""
    lines = ['format = "fourfoot track 1"', f'name = "{length} km"']
    for _ in range(length):
        for piece in ('type = "line"\nlength = "300 m"', 'type = "clothoid"\nlength = "100 m"',
                      'type = "circular-arc"\nlength = "400 m"\nradius = "1000 m"\nturn = "left"\ncant = "50 mm"',
                      'type = "clothoid"\nlength = "100 m"', 'type = "line"\nlength = "100 m"'):
            lines += ["[[horizontal]]", piece]
    lines += ["[[irregularity]]", 'type = "spectrum"', 'spectrum = "erri-b176-low"', "seed = 1"]
    (folder / "line.toml").write_text("\n".join(lines) + "\n")
    text = (ROOT / MAIN).read_text()
    text = re.sub(r'^track = .*$', 'track = "line.toml"', text, flags=re.M).replace("../../", f"{ROOT}/")
    path = folder / "scenario.toml"
    path.write_text(text)
    return path


def show_lines(program, settings):
    """Lines of growing length."""
    print("\n| line, km | M instructions, start-up and end | steps, output and events | steps | each, k |\n|---|---|---|---|---|")
    for length in (1, 10, 100):
        with tempfile.TemporaryDirectory() as folder:
            path = write_line(pathlib.Path(folder), length)
            start = 1000 * (length // 2) + 20
            profile = count(program, path, ["run.duration=1 s", f"speed.start={start} m"] + settings)
        cost, _ = profile.find("fourfoot::integrate::drive")
        steps = profile.find("fourfoot::integrate::Integrator::step")[1]
        print(f"| {length} | {(profile.total - cost) / 1e6:.0f} | {cost / 1e6:.0f} | {steps} | {cost / 1e3 / max(steps, 1):.0f} |")
        sys.stdout.flush()


def show_channels(program, settings):
    """The main example with more and more channels."""
    print("\n| channels | M instructions, whole | rows of output | each, k | writing rows |\n|---|---|---|---|---|")
    for names in ('["wheelset_1/*/Q", "wheelset_1/*/Y"]', '["*/Q", "*/Y", "car_body/*"]', '["main"]', '["all"]'):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "scenario.toml"
            text = (ROOT / MAIN).read_text().replace("../../", f"{ROOT}/")
            path.write_text(re.sub(r"^\[output\]$", f"[output]\nchannels = {names}", text, flags=re.M))
            profile = count(program, path, ["run.duration=1 s"] + settings)
            subprocess.run([program, "run", str(path), "--set", "run.duration=10 ms", "-o", f"{folder}/r.h5", "-q"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
            listed = subprocess.run([program, "export", f"{folder}/r.h5", "--list"], capture_output=True, text=True, check=True)
        rows, calls = profile.find("fourfoot::system::System::record")
        written, _ = profile.find("fourfoot::results::ResultsWriter::Impl::write_rows")
        print(f"| {len(listed.stdout.splitlines())} | {profile.total / 1e6:.0f} | {rows / 1e6:.1f} | {rows / 1e3 / max(calls, 1):.0f} | {written / 1e6:.1f} |")
        sys.stdout.flush()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="a fourfoot program, or a commit")
    parser.add_argument("--against", help="another one")
    parser.add_argument("--set", action="append", default=[], help="key=value of every scenario")
    parser.add_argument("--case", help="only this scenario")
    parser.add_argument("--growth", action="store_true", help="how the cost grows with the number of coaches")
    parser.add_argument("--lines", action="store_true", help="how the cost grows with the length of the line")
    parser.add_argument("--channels", action="store_true", help="how the cost grows with the number of channels")
    parser.add_argument("--axle-boxes", action="store_true", help="what eight axle boxes as bodies cost")
    parser.add_argument("--real-time", action="store_true", help="what a step in real time costs")
    options = parser.parse_args()
    program = build(options.program)
    if options.growth:
        return show_growth(program, options.set)
    if options.lines:
        return show_lines(program, options.set)
    if options.channels:
        return show_channels(program, options.set)
    if options.real_time:
        return show_real_time(program, options.set)
    if options.axle_boxes:
        return show_axle_boxes(program, options.set)
    other = build(options.against) if options.against else None
    for scenario, settings in [(options.case, [])] if options.case else CASES:
        settings = settings + options.set
        show(" ".join([scenario] + settings), tell(count(program, scenario, settings)),
             tell(count(other, scenario, settings)) if other else None)


if __name__ == "__main__":
    main()
