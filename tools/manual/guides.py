"""What the code blocks of docs/guide/ take for granted, so that they can be run: scenario.toml, results.h5 and so on, made from the
examples, with runs of a second or two. tutorials.py runs the blocks; tests/manual/pages_test.py calls both.

A page's entry is a shell script that is run in its folder first. LEFT_OUT names the lines that a test cannot or does not run, QUICKER the
numbers that it makes smaller. The ```python blocks of a page run after its commands, in one interpreter; GIVEN has what they take as known."""
import json
import re
import subprocess
import sys

# Building and packages, tested by themselves; searches of more than a few seconds, which other tests run.
LEFT_OUT = re.compile(r"^(\./dev (package|python)|sudo )|--method (all|disturbance|falling|continuation)|stability-map examples/21|report freight-map")
QUICKER = [
    (r"\./dev (?=run)", "fourfoot "),
    (r"(run (examples/10\S+|--example coach-curve|my-coach\S+))", r"\1 --set run.duration=0.1"),
    (r"--speed 64:0\.5:72", "--speed 66:4:70 --method simulation"),
    (r"--speed 20:2:80", "--speed 20:20:80"),
    (r"--speed 60:1:72 --radius \S+", "--speed 66:4:70 --radius straight"),
    (r"--over-values \S+", "--over-values 0.05:0.01:0.06"),
    (r"critical-speed scenario.toml --format json", "critical-speed examples/20-cooperrider/scenario.toml --from 60 --to 80 --resolution 0.5 --format json"),
    (r"integrators scenario.toml", "integrators scenario.toml --methods bdf,rosenbrock --tolerances 1e-4 --steps 1ms"),
    (r'--checkpoint-every "60 s"', '--checkpoint-every "0.2 s"'),
    (r"run\.gif", 'run.gif --to "0.5 s"'),
    (r"--rate 25 --width 1280", '--rate 5 --width 160 --to "1 s"'),
    (r'--from "6 s" --to "10 s" --slower 2', '--from "1 s" --to "1.5 s"'),
]

WAGON = """
cat > scenario.toml <<'EOF'
include = "examples/21-freight-map/scenario.toml"
[initial.wheelset_1]
y = "2 mm"
[run]
duration = "6 s"
[output]
step = "20 ms"
EOF
fourfoot run scenario.toml -o results.h5 -q
"""
BOGIE = "echo 'include = \"examples/20-cooperrider/scenario.toml\"' > scenario.toml\n"
STUDY = """
cat > study.toml <<'EOF'
format = "fourfoot study 1"
scenario = "scenario.toml"
analysis = "run"
[[parameters]]
name = "v"
key = "speed.v"
values = [20, 40]
[[parameters]]
name = "mu"
key = "contact.friction"
values = [0.2, 0.3]
[[measures]]
name = "sum_Y"
channel = "wheelset_1/sum_Y"
what = "max-abs"
EOF
"""


def make_optimisation(name, scenario):
    """Writes an optimisation of one parameter that ends after four evaluations."""
    return f'''
cat > {name} <<'EOF'
format = "fourfoot optimisation 1"
scenario = "{scenario}"
evaluations = 4
[[parameters]]
key = "contact.conicity"
low = 0.03
high = 0.3
start = 0.05
[[cases]]
name = "straight"
analysis = "eigen"
[[objectives]]
figure = "growth"
EOF
'''


PREPARED = {
    "contact-laws": "echo 'id,a,b,normal,friction,shear-modulus,poisson,nu-x\n1,6e-3,5e-3,80e3,0.3,82e9,0.28,0.001' > patches.csv\n",
    "evaluate": WAGON + """
cp results.h5 before.h5
fourfoot run scenario.toml -o after.h5 -q --set "speed.v=25 m/s"
fourfoot export results.h5 -c "wheelset_1/left/Q,wheelset_1/left/Y,wheelset_1/right/Q,wheelset_1/right/Y,s" | sed '1s|wheelset_1/left/Q[^,]*|Q11 [N]|' > measured.csv
""",
    "integrators": 'echo \'include = "examples/30-zilina-decay/scenario.toml"\' > scenario.toml\n',
    "install": "echo 'x,y' > line.csv; for x in 0 20 40 60 80 100; do echo $x,0 >> line.csv; done\n",
    "optimise": BOGIE + make_optimisation("study.toml", "scenario.toml"),
    "report": WAGON + STUDY + """
for name in up down before after; do cp results.h5 $name.h5; done
fourfoot bifurcation examples/20-cooperrider/scenario.toml --speed 66:4:70 --method simulation --format json > bifurcation.json
fourfoot stability-map examples/20-cooperrider/scenario.toml --speed 66:4:70 --radius straight -o map.csv -q
cat > wear.toml <<'EOF'
format = "fourfoot wear 1"
scenario = "examples/19-wheel-wear/scenario.toml"
wheel = "models/profiles/wheel_S1002.toml"
distance = "100 km"
update = "100 km"
[law]
mild = 1e-4
severe = 1e-4
hot = 1e-4
seizure = 1e-4
hardness = "2.9 GPa"
[[cases]]
name = "curve"
share = 1
set = ["run.duration=0.2 s"]
EOF
fourfoot wear wear.toml -o worn -q
""" + make_optimisation("front.toml", "examples/20-cooperrider/scenario.toml") + "fourfoot optimise front.toml -q\n",
    "stability": BOGIE,
    "track": """
cp examples/23-recording-car/* . 2>/dev/null
cat > line.toml <<'EOF'
format = "fourfoot track 1"
[[horizontal]]
type = "line"
length = "600 m"
[[horizontal]]
type = "clothoid"
length = "80 m"
[[horizontal]]
type = "circular-arc"
length = "200 m"
radius = "600 m"
turn = "left"
cant = "100 mm"
[[irregularity]]
type = "spectrum"
spectrum = "erri-b176-low"
EOF
cp line.toml track.toml
fourfoot track line.toml --export line.xml
fourfoot track line.toml --step 1 --format csv | awk -F, 'NR==1{for(i=1;i<=NF;i++)n[$i]=i} NR==1{for(k in n)if(k~/^x/)a=n[k];for(k in n)if(k~/^y/)b=n[k];print "x,y";next}{print $a","$b}' > points.csv
""",
}

GIVEN = {
    "optimise": """
s = fourfoot.scenario({
    "vehicle": {"format": "fourfoot vehicle 1",
                "bodies": {"box": {"mass": 2000.0, "inertia": [1000.0, 1000.0, 1000.0], "position": [0.0, 0.0, 1.0], "free": ["z"]}},
                "elements": {"spring": {"type": "spring-damper", "between": ["track", "box"], "at": [0.0, 0.0, 1.0],
                                        "stiffness": [0.0, 0.0, 8e5], "damping": [0.0, 0.0, 1.6e4]}}},
    "speed": {"v": 10.0}, "initial": {"box": {"z": "5 mm"}}, "run": {"duration": "0.2 s"}, "output": {"step": "5 ms"}})
time, height = s.run(progress=False)["time"], s.last_results["box/z"]
""",
    "python": """
import pathlib
pathlib.Path("scenario.toml").write_text('include = "examples/10-coach-curve/scenario.toml"\\n[run]\\nduration = "0.02 s"\\n')
""",
    "toolbox": """
import pathlib
import numpy as np
pathlib.Path("scenario.toml").write_text('include = "examples/10-coach-curve/scenario.toml"\\n')
pathlib.Path("s1002.toml").write_text('include = "models/profiles/wheel_S1002.toml"\\n')
normal, curvature_x, curvature_y, young, poisson = np.array([60e3, 80e3]), 1 / 0.46, 1 / 0.3, 210e9, 0.28
nu, amplitudes, wavenumber = np.linspace(0.0, 5e-3, 4), np.array([2e-3, 3e-3]), np.array([0.1, 1.0])
y, s, depth, v, a = np.linspace(-3e-3, 3e-3, 5), np.array([10.0, 20.0]), np.full(5, 1e-5), 20.0, 0.0
""",
}
# Whole blocks that are sketches, and numbers that the test makes smaller.
SKETCHES = re.compile(r"numba\.cfunc")
QUICKER_PYTHON = [(r'"duration": "10 s"', '"duration": "0.02 s"'), (r"step_to\(3\.2\)", "step_to(0.01)"), (r"step\(0\.5\)", "step(0.005)")]

# Runs blocks [page, line, code] of its standard input in one namespace. Where matplotlib is not installed, pictures go nowhere.
RUNNER = """
import importlib.util, json, math, sys, traceback, unittest.mock
if importlib.util.find_spec("matplotlib"):
    import matplotlib
    matplotlib.use("Agg")
else:
    pyplot = unittest.mock.MagicMock()
    pyplot.subplots.return_value = (unittest.mock.MagicMock(), unittest.mock.MagicMock())
    sys.modules["matplotlib"] = unittest.mock.MagicMock(pyplot=pyplot)
    sys.modules["matplotlib.pyplot"] = pyplot
import fourfoot
names = {"fourfoot": fourfoot, "math": math, "__name__": "page"}
for page, line, code in json.load(sys.stdin):
    try:
        exec(compile("\\n" * line + code, page, "exec"), names)
    except Exception:
        sys.exit(f"{page}:{line}: a Python block fails\\n{traceback.format_exc()[-2000:]}")
"""


def list_python(page):
    """The page's blocks that can be run: [page, line, code]."""
    text, blocks = page.read_text(), []
    for match in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
        code = match[1]
        for given, quicker in QUICKER_PYTHON:
            code = re.sub(given, quicker, code)
        if not SKETCHES.search(code):
            blocks.append([page.name, text.count("\n", 0, match.start()) + 1, code])
    return blocks


def run_python(page, folder, around):
    """Faults of the page's Python blocks."""
    blocks = list_python(page)
    if not blocks:
        return []
    given = [[f"{page.name} (given)", 0, GIVEN[page.stem]]] if page.stem in GIVEN else []
    done = subprocess.run([sys.executable, "-B", "-c", RUNNER], input=json.dumps(given + blocks), cwd=folder, text=True, capture_output=True, env=around)
    return [] if done.returncode == 0 else [done.stderr]


def prepare(page, folder, around):
    """Makes the files that the page's blocks name; says what is wrong, or nothing."""
    script = PREPARED.get(page.stem, "")
    done = subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, text=True, capture_output=True, env=around)
    return [] if done.returncode == 0 else [f"{page.name}: its files cannot be made\n{done.stderr[-2000:]}"]


def make_runnable(code):
    """The block as it is run; continued lines belong together."""
    lines = [line for line in code.replace("\\\n", "\0").split("\n") if not LEFT_OUT.search(line)]
    text = "\n".join(lines).replace("\0", "\\\n")
    for given, quicker in QUICKER:
        text = re.sub(given, quicker, text)
    return text
