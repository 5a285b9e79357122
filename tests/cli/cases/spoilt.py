"""How a case spoils the good scenario and vehicle, and files that several kinds of cases begin with."""
import support

S, V = "scenario.toml", "vehicle.toml"


def spoil(file, old, new, arguments=None):
    return {"spoil": [(file, old, new)], "arguments": arguments or ["check", S]}


def law(type_and_axis, parameters):
    return {"arguments": ["check", S], "spoil": [(V, 'type = "spring-damper"', type_and_axis),
                                                 (V, 'stiffness = ["0.5 MN/m", "0.1 MN/m", 0]', parameters)]}


def track(element):
    return spoil(S, "[speed]", f"[track]\nhorizontal = [{element}]\n[speed]")


def alignment(table, lines=""):
    return spoil(S, "[speed]", f"[track]\nalignment = 'line.csv'\n{lines}\n[speed]") | {"files": {"line.csv": table}}


def irregularity(lines):
    return spoil(S, "[speed]", f"[track]\nhorizontal = [{{ type = 'line', length = 99 }}]\n[[track.irregularity]]\n{lines}\n[speed]")


def recording(lines="", rows=range(0, 120), header="chainage,level [mm]", row="{s},{v}"):
    table = header + "\n" + "".join(row.format(s=s, v=s % 7) + "\n" for s in rows)
    return irregularity(f"type = 'recording'\nfile = 'car.csv'\n{lines}") | {"files": {"car.csv": table}}


def override(*settings):
    return {"arguments": ["run", S] + [word for setting in settings for word in ("--set", setting)]}


def call(*arguments, **files):
    return {"arguments": list(arguments), "files": {name.replace("_toml", ".toml"): text for name, text in files.items()}}


JOINT = '[joints.hinge]\ntype = "spherical"\nbetween = ["track", "second"]\nat = [0, 0, 0.46]\n'
RELATION = '[relations.held]\nterms = [{ body = "wheelset", speed = "v_y", coefficient = 1 }]\n'

STUDY = """\
scenario = "scenario.toml"
[[parameters]]
key = "speed.v"
values = [20, 30]
[[measures]]
channel = "wheelset/y"
"""

RECORD = STUDY + 'what = "rms-difference"\nrecord = "m.csv"\ncolumn = "y"\n'

OPTIMISATION = """\
scenario = "scenario.toml"
[[parameters]]
key = "contact.conicity"
low = 0.02
high = 0.2
[[cases]]
analysis = "eigen"
[[objectives]]
figure = "growth"
"""


def optimise(old, new):
    assert old in OPTIMISATION, old
    return {"arguments": ["check", "study.toml"], "files": {"study.toml": OPTIMISATION.replace(old, new)}}


PROFILES = f"""\
vehicle = "vehicle.toml"
[speed]
v = 20
[run]
duration = 1
[contact]
model = "profiles"
friction = 0.3
[wheels]
profile = "{support.SOURCE}/models/profiles/wheel_S1002.toml"
[rails]
profile = "{support.SOURCE}/models/profiles/rail_60E1.toml"
"""

RAIL = f'profile = "{support.SOURCE}/models/profiles/rail_60E1.toml"'
PLAIN_SECTION = f"edge = 0.7175\n{RAIL}\ninclination = 0.025\n"


def panel(*sections, more="", rest=PROFILES):
    """One rail of a panel with these cross sections."""
    lines = "".join(f"[[rails.panels.panel.lines.sections]]\n{section}\n" for section in sections)
    return call("check", "p.toml", p_toml=rest + f'[[rails.panels]]\nat = 50\n[[rails.panels.panel.lines]]\nname = "wing"\nside = "left"\n{lines}{more}')


IRREGULAR = '[track]\n[[track.horizontal]]\ntype = "line"\nlength = 100\n[[track.irregularity]]\n'
IRREGULARITY = IRREGULAR + 'type = "data"\ns = {chainages}\nvertical = [{largest}, ' + ", ".join(["0"] * 21) + "]\n[speed]"

# A wheel whose y counts from the flange back.
FROM_THE_BACK = "0 -9\n0.5 -16\n4 -23\n9 -27\n14 -28\n20 -27\n26 -22\n29 -15\n31 -10\n35 -5\n42 -2\n50 -1\n60 -0.3\n70 0\n" + \
    "80 0.3\n90 0.6\n100 0.9\n110 1.5\n120 2\n130 2.5\n"
