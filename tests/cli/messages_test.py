"""Every fault in the input, with the exact message; messages.txt holds them, one section per case.

A case spoils the good scenario or vehicle in one place (file, old text, new text), or writes further files, then calls
the program: `check scenario.toml` unless it says otherwise. After a change of wording: messages_test.py --write, then
read the difference.
"""
import pathlib
import sys

import support

MESSAGES = pathlib.Path(__file__).with_name("messages.txt")
S, V = "scenario.toml", "vehicle.toml"
RUN = ["run", S]


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

CASES = {
    # keys
    "unknown-key": spoil(S, "vehicle =", 'titel = "x"\nvehicle ='),
    "unknown-key misspelt table": spoil(S, "[speed]", "[sped]"),
    "unknown-key without a close one": spoil(S, "model =", "colour = 3\nmodel ="),
    "unknown-key in the vehicle": spoil(V, "mass =", "weight ="),
    "unknown-key of another law": spoil(V, "stiffness =", "stifness ="),
    "missing-key in a table": spoil(S, 'duration = "1 s"', ""),
    "missing-key in the file": spoil(S, 'vehicle = "vehicle.toml"', ""),
    "missing-key empty file": call("check", "empty.toml", empty_toml=""),
    "missing-key wheelset without radius": spoil(V, 'radius = "460 mm"', ""),
    "missing-key no contact": spoil(S, support.SCENARIO[support.SCENARIO.index("[contact]"):support.SCENARIO.index("[initial")], ""),
    "missing-key profiles": call("check", "p.toml", p_toml=PROFILES[:PROFILES.index("[wheels]")]),
    "friction-angles": call("check", "p.toml", p_toml=PROFILES.replace("friction = 0.3", "friction_angles = [0.8, 0.6]")),
    "contradiction friction falls twice": call("check", "p.toml", p_toml=PROFILES.replace("friction = 0.3", "friction_ratio = 0.4\ntangential = { law = \"polach\", friction_ratio = 0.5 }")),
    "old-key friction": call("check", "p.toml", p_toml=PROFILES.replace("friction = 0.3", "friction_chainages = [0, 10]\nfriction_factors = [1, 0.5]")),
    "contradiction wheel radius": call("check", "p.toml", p_toml=PROFILES.replace("[wheels]", "[wheels]\nradius = 0.5")),
    "old-key": call("check", "p.toml", p_toml=PROFILES.replace("[wheels]", "[wheel_rail]\ngauge = 1.435\n[wheels]")),
    "unknown-name wheelset": call("check", "p.toml", p_toml=PROFILES + "[wheels.each.wheelset_9]\nback_to_back = 1.36\n"),
    "rail-sections overlap": call("check", "p.toml", p_toml=PROFILES + "[[rails.sections]]\nfrom = 10\nto = 50\n[[rails.sections]]\nfrom = 40\n"),
    "rail-sections short": call("check", "p.toml", p_toml=PROFILES + "[[rails.sections]]\nfrom = 10\nto = 15\n"),
    "rail-sections near": call("check", "p.toml", p_toml=PROFILES + "[[rails.sections]]\nfrom = 10\nto = 50\n[[rails.sections]]\nfrom = 52\n"),
    "support-sections overlap": call("check", "p.toml", p_toml=PROFILES + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 100\n[[track.support.sections]]\nfrom = 10\nto = 50\n[[track.support.sections]]\nfrom = 40\n"),
    "support-sections blends": call("check", "p.toml", p_toml=PROFILES + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 100\n[[track.support.sections]]\nfrom = 10\nto = 20\n[[track.support.sections]]\nfrom = 20\nblend = 30\n"),
    "support-sections gap": call("check", "p.toml", p_toml=PROFILES + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 100\n[[track.support.sections]]\nfrom = 10\nvertical = { stiffness = 1e9, gap = 0.001 }\n"),
    "support-too-long": call("check", "p.toml", p_toml=PROFILES + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 100\n[track.support]\nmodel = \"discrete\"\nfree_length = 200\nelements = 8\n"),
    "contradiction sleepers and masses": call("check", "p.toml", p_toml=PROFILES + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 100\n[track.support]\nmodel = \"discrete\"\nvertical = { mass = 50, stiffness = 8e7, damping = 1e5 }\n"),
    "contradiction sleepers under rigid treads": call("check", "p.toml", p_toml=PROFILES.replace("friction = 0.3", 'normal = "constraint"') + "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 100\n[track.support]\nmodel = \"discrete\"\n"),
    "rail-sections as drawn": call("check", "p.toml", p_toml=PROFILES + "origin = 0.75\n[[rails.sections]]\nfrom = 10\n"),
    "rail-sections rigid treads": call("check", "p.toml", p_toml=PROFILES.replace("friction = 0.3", 'normal = "constraint"') + "[[rails.sections]]\nfrom = 10\nblend = 0\ninclination = 0.05\n"),
    "rail-panel one section": panel("s = 0\n" + PLAIN_SECTION),
    "rail-panel no profile": panel("s = 0\nedge = 0.7175", "s = 1\nedge = 0.7175"),
    "rail-panel lies twice": panel("s = 0\ny = 0.75\n" + PLAIN_SECTION, "s = 1\nedge = 0.7175"),
    "rail-panel lies by both": panel("s = 0\n" + PLAIN_SECTION, "s = 1\ny = 0.75"),
    "rail-panel order": panel("s = 1\n" + PLAIN_SECTION, "s = 0\nedge = 0.7175"),
    "rail-panel end": panel("s = 0\n" + PLAIN_SECTION, "s = 1\nedge = 0.72"),
    "rail-panel shapes": panel("s = 0\n" + PLAIN_SECTION, f"s = 1\nedge = 0.7175\nprofile = {{ pieces = [{{ type = 'arc', from = [-15, -1], to = [15, -1], radius = 113, centre = [0, -113] }}] }}"),
    "rail-panel check rail": panel("s = 0\n" + PLAIN_SECTION, "s = 1\nedge = 0.7175", more="[[rails.panels.panel.check_rails]]\nside = \"right\"\ns = [0, 1]\ny = [0.6, 0.6, 0.6]\n"),
    "rail-panel rigid treads": panel("s = 0\n" + PLAIN_SECTION, "s = 1\nedge = 0.7175", rest=PROFILES.replace("friction = 0.3", 'normal = "constraint"')),
    "unknown-name driven body": call("check", "p.toml", p_toml=PROFILES + '[drive]\nmode = "pulled"\nbody = "car"\n'),
    "contradiction rigid support with masses": call("check", "p.toml", p_toml=PROFILES + '[track]\n[[track.horizontal]]\ntype = "line"\nlength = 9\n[track.support]\nmodel = "rigid"\nlateral = { mass = 1, stiffness = 1, damping = 1 }\n'),
    "contradiction omitted terms": spoil(S, "[speed]", '[[imaginary.omit]]\ngroup = "gyroscopic"\n[speed]', ["check", S, "--set", 'formulation="inertial"']),
    "contradiction rigid treads": call("check", "p.toml", p_toml='formulation = "inertial"\n' + PROFILES.replace("friction = 0.3", 'normal = "constraint"')),
    "missing-key creep coefficient": spoil(S, 'f11 = "8 MN"', ""),
    "missing-key element without a place": spoil(V, "at = [0, 1, 0.46]", ""),
    "missing-key no bodies": call("check", "v.toml", v_toml='format = "fourfoot vehicle 1"\n[bodies]\n'),
    # types
    "wrong-type text for a flag": spoil(S, "conicity = 0.05", 'conicity = 0.05\nsaturation = "yes"'),
    "wrong-type array for a number": spoil(S, 'v = "20 m/s"', "v = [20]"),
    "wrong-type number for text": spoil(S, 'model = "textbook"', "model = 1"),
    "wrong-type number for a table": {"arguments": ["check", S],
        "spoil": [(S, '[output]\nstep = "10 ms"\n', ""), (S, "[speed]", "output = 3\n[speed]")]},
    "wrong-type number for a file": spoil(S, '"vehicle.toml"', "3"),
    "wrong-type text without a number": spoil(S, '"20 m/s"', '"fast"'),
    "wrong-type nan in quotes": spoil(S, '"20 m/s"', '"nan m/s"'),
    "wrong-type number for names": spoil(V, 'free = ["y", "psi", "chi"]', "free = [1]"),
    "wrong-type date": spoil(S, '"8 MN"', "1979-05-27"),
    "wrong-type number for named tables": {"spoil": [(S, "[initial.wheelset]", "[initial]"), (S, 'y = "1 mm"', "wheelset = 3")],
                                           "arguments": ["check", S]},
    "wrong-type fraction for a whole number": spoil(S, "[run]", "[integrator]\nmax_order = 2.5\n[run]"),
    "wrong-type include": spoil(S, "[speed]", "include = 3\n[speed]"),
    "wrong-count": spoil(V, "[800, 120, 800]", "[800, 120]"),
    # units and ranges
    "wrong-unit": spoil(S, '"20 m/s"', '"20 kg"'),
    "wrong-unit of a plain number": spoil(S, "0.05", '"5 mm"'),
    "wrong-unit none": spoil(S, '"20 m/s"', '"20"'),
    "wrong-unit in an array": spoil(V, '"0.1 MN/m"', '"0.1 MN"'),
    "unknown-unit": spoil(S, '"20 m/s"', '"20 kmh"'),
    "unknown-unit decimal comma": spoil(S, '"20 m/s"', '"20,5 m/s"'),
    "unknown-unit space in a number": spoil(V, '"1500 kg"', '"1 500 kg"'),
    "out-of-range negative mass": spoil(V, '"1500 kg"', '"-1500 kg"'),
    "out-of-range zero radius": spoil(V, '"460 mm"', "0"),
    "out-of-range at most": spoil(S, "conicity", "poisson = 0.7\nconicity"),
    "out-of-range inertia": spoil(V, "[800, 120, 800]", "[800, -120, 800]"),
    "out-of-range order": spoil(S, "[run]", "[integrator]\nmax_order = 7\n[run]"),
    "out-of-range whole number": spoil(S, "[run]", "[integrator]\nmax_order = 99999999999\n[run]"),
    "out-of-range too many rows": {"arguments": ["check", S], "spoil": [(S, '"1 s"', "1e5"), (S, '"10 ms"', "1e-4")]},
    "out-of-range mass beyond a train": spoil(V, '"1500 kg"', "1e15"),
    "out-of-range rtol": override("integrator.rtol=10"),
    "out-of-range rtol small": override("integrator.rtol=1e-300"),
    "out-of-range atol": override("integrator.atol=1e300"),
    "out-of-range start": override("speed.start=1e9"),
    "out-of-range angle": override("initial.wheelset.phi=1e9"),
    "out-of-range heading": spoil(S, "[speed]", "[track]\nstart = { heading = 1e308 }\nhorizontal = [{ type = 'line', length = 9 }]\n[speed]"),
    "out-of-range wheelset beside the track": spoil(V, "position = [0, 0, 0.46]", "position = [0, 5, 0.46]"),
    "out-of-range negative stiffness": spoil(V, '"0.5 MN/m"', '"-0.5 MN/m"'),
    "out-of-range negative damping": spoil(V, "stiffness =", "damping = [0, -1, 0]\nstiffness ="),
    "contradiction steps": override("integrator.min_step=0.5", "integrator.max_step=0.1"),
    "negative spring force": law('type = "piecewise"\naxis = "y"', "displacement = [-1, 0, 1]\nspring_force = [1, 0, -1]"),
    "negative damper force": law('type = "piecewise"\naxis = "y"', "velocity = [-1, 0, 1]\ndamper_force = [1, 0, 1]"),
    "negative bushing": law('type = "bushing"', f"stiffness = {[-1 if i == 0 else 1 if i % 7 == 0 else 0 for i in range(36)]}"),
    "too-many points of a study": call("check", "study.toml", study_toml=STUDY.replace("values = [20, 30]", "from = 0\nto = 9000\nstep = 1")
                                       + '[[parameters]]\nkey = "contact.f11"\nfrom = 0\nto = 9000\nstep = 1\n'),
    "too-many coefficients": call("check", "w.toml", w_toml='kind = "wheel"\n[[pieces]]\ntype = "polynomial"\nfrom = 0\nto = 9\nc = ['
                                  + ", ".join(["0"] * 21) + "]\n"),
    "files-too-large": {"arguments": ["check", "big.toml"], "files": {"big.toml": "include = [" + ", ".join(['"long.toml"'] * 9) + "]\n",
                                                                     "long.toml": "# " + "x" * 1000000 + "\n"}},
    "profile-many-points": call("profile", "w.txt", **{"w.txt": "".join(f"{i / 100} 0\n" for i in range(10001))}),
    "profile-size piece": call("check", "w.toml", w_toml='kind = "wheel"\nunit = "m"\n[[pieces]]\ntype = "line"\nfrom = [-26, 0]\nto = [36.9, 0]\n'),
    "out-of-range piece": call("check", "w.toml", w_toml='kind = "wheel"\n[[pieces]]\ntype = "line"\nfrom = [-26000000, 0]\nto = [36.9, 32000000]\n'),
    "profile-pieces-gap polynomial": call("check", "w.toml", w_toml='kind = "wheel"\n[[pieces]]\ntype = "polynomial"\nfrom = -60\nto = 60\nc = ['
                                          + ", ".join(["1"] * 16) + "]\n"),
    "not-carried": {"arguments": ["check", "p.toml"], "files": {"p.toml": PROFILES}, "spoil": [
        (V, "[elements.spring]", '[bodies.car]\nmass = "20 t"\ninertia = [1e5, 1e6, 1e6]\nposition = [0, 0, 1.5]\n[elements.car_spring]\n'
         'type = "spring-damper"\nbetween = ["wheelset", "car"]\nat = [0, 1, 0.46]\nboth_sides = true\nstiffness = [1e6, 1e6, 0]\n[elements.spring]')]},
    "not-finite nan": spoil(S, "0.05", "nan"),
    "not-finite inf": spoil(V, '"1500 kg"', "inf"),
    "not-finite after conversion": spoil(V, '"1500 kg"', '"1e308 t"'),
    # choices and names
    "bad-choice model": spoil(S, '"textbook"', '"texbook"'),
    "bad-choice element type": spoil(V, '"spring-damper"', '"spring"'),
    "bad-choice method": spoil(S, "[run]", '[integrator]\nmethod = "bfd"\n[run]'),
    "bad-choice coordinate": spoil(V, '"psi"', '"yaw"'),
    "wrong-format": call("run", V),
    "unknown-name initial": spoil(S, "[initial.wheelset]", "[initial.weelset]"),
    "unknown-name element end": spoil(V, '["track", "wheelset"]', '["trak", "wheelset"]'),
    "unknown-name track second": spoil(V, '["track", "wheelset"]', '["wheelset", "track"]'),
    "unknown-name override": override("vehicle.bodies.weelset.mass=3"),
    "bad-name slash": {"spoil": [(V, "[bodies.wheelset]", '[bodies."a/b"]'), (V, '["track", "wheelset"]', '["track", "a/b"]'),
                                 (S, "[initial.wheelset]", '[initial."a/b"]')], "arguments": ["check", S]},
    "bad-name track": {"spoil": [(V, "[bodies.wheelset]", "[bodies.track]")], "arguments": ["check", V]},
    "bad-element": spoil(V, '["track", "wheelset"]', '["wheelset", "wheelset"]'),
    # contradictions
    "contradiction creep": spoil(S, 'f11 = "8 MN"', 'creep = "kalker"'),
    "contradiction free and locked": spoil(V, "free =", 'locked = ["x"]\nfree ='),
    "contradiction at": spoil(V, "at = [0, 1, 0.46]", "at_first = [0, 1, 0.4]\nat = [0, 1, 0.46]"),
    "contradiction initial of a locked coordinate": spoil(S, 'y = "1 mm"', 'z = "1 mm"'),
    "inertia of no body": spoil(V, "[800, 120, 800]", "[800, 1800, 800]"),
    "inertia of a wheelset": spoil(V, "[800, 120, 800]", "[800, 120, 900]"),
    # the text of the file
    "syntax unit without quotes": spoil(S, '"20 m/s"', "20 m/s"),
    "syntax key twice": spoil(S, 'f11 = "8 MN"', 'f11 = "8 MN"\nf11 = 3'),
    "syntax not UTF-8": call("check", "x.toml", x_toml=b'a = "\xe9"\n'),
    "syntax control characters": call("check", "x.toml", x_toml=b"\x00\x01\x02\n"),
    "syntax brackets too deep": call("check", "x.toml", x_toml="a = " + "[" * 40),
    "syntax keys too deep": call("check", "x.toml", x_toml="\n[" + ".".join("a" * 40) + "]\n"),
    "syntax after umlaut and tab": call("check", "x.toml", x_toml='\ta = "ü" b\n'),
    # files
    "file-not-found": call("check", "nothing.toml"),
    "file-not-found named in a file": spoil(S, '"vehicle.toml"', '"vehicel.toml"'),
    "file-not-found named by --set": override("vehicle=vehicel.toml"),
    "file-not-found include": spoil(S, "[speed]", 'include = "base.toml"\n[speed]'),
    "file-not-found results": call("export", "results.h5"),
    "file-unreadable folder": call("check", "."),
    "file-unreadable endless": call("check", "/dev/zero"),
    "cyclic-include itself": call("check", "a.toml", a_toml='include = "a.toml"\n'),
    "cyclic-include in a ring": call("check", "a.toml", a_toml='include = "b.toml"\n', b_toml='# b\ninclude = "a.toml"\n'),
    "wrong-format scenario as its own vehicle": spoil(S, '"vehicle.toml"', '"scenario.toml"'),
    "cyclic-include too many": {"arguments": ["check", "f0.toml"], "files": {
        f"f{i}.toml": f'include = "f{i + 1}.toml"\n' for i in range(40)}},
    # overrides
    "bad-override without =": override("speed"),
    "bad-override without key": override("=3"),
    "bad-override empty part": override("speed..v=3"),
    "bad-override below a value": override("speed.v.x=3"),
    "bad-override beyond an array": override("vehicle.bodies.wheelset.inertia.4=3"),
    "override unknown key": override("speed.w=3"),
    "override wrong unit": override("speed.v=60 kg"),
    "override out of range": override("vehicle.bodies.wheelset.mass=-3"),
    # suspension laws
    "curve of unequal length": law('type = "piecewise"\naxis = "y"', "displacement = [0, 1]\nspring_force = [0, 1, 2]"),
    "curve that falls": law('type = "piecewise"\naxis = "y"', "displacement = [1, 0]\nspring_force = [0, 1]"),
    "curve by halves": law('type = "piecewise"\naxis = "y"', "displacement = [1, 0]"),
    "element-line": law('type = "friction"', "force = 1e3\nstiffness = 1e6"),
    "matrix that is not symmetric": law('type = "bushing"', f"stiffness = {[int(i == 1) for i in range(36)]}"),
    "matrix of the wrong size": law('type = "bushing"', "stiffness = [1, 2, 3]"),
    "curve antisymmetric from below": law('type = "piecewise"\naxis = "y"', "antisymmetric = true\ndisplacement = [-1, 1]\nspring_force = [0, 1]"),
    "curve of a damper that falls": law('type = "damper"\naxis = "y"', "series_stiffness = 1e6\nvelocity = [-1, 0, 1]\ndamper_force = [-5, 0, -1]"),
    "curve of a damper twice": law('type = "damper"\naxis = "y"', "series_stiffness = 1e6\ndamping = 1e3\nvelocity = [0, 1]\ndamper_force = [0, 1]"),
    "bad-element shaft without a wheelset": {"arguments": ["check", V], "spoil": [
        (V, 'type = "wheelset"\n', ""), (V, 'type = "spring-damper"', 'type = "shaft"'),
        (V, 'stiffness = ["0.5 MN/m", "0.1 MN/m", 0]', "stiffness = 1e6")]},
    "out-of-range both sides on the right": spoil(V, "at = [0, 1, 0.46]", "at = [0, -1, 0.46]\nboth_sides = true"),
    # wheels, markers, parts, load cases
    "bad-choice wheels": spoil(V, 'radius = "460 mm"', 'radius = "460 mm"\nwheels = ["lef"]'),
    "contradiction wheels of a body": spoil(V, 'type = "wheelset"', 'wheels = ["left"]'),
    "contradiction no wheels": spoil(V, 'radius = "460 mm"', 'radius = "460 mm"\nwheels = []'),
    "unknown-name marker": spoil(V, "[elements.spring]", '[markers.box]\nbody = "weelset"\nat = [0, 0, 0]\n[elements.spring]'),
    "bad-name part": call("check", "v.toml", v_toml='[parts."a/b"]\ninclude = "vehicle.toml"\n'),
    "bad-choice mirror": call("check", "v.toml", v_toml='[parts.a]\ninclude = "vehicle.toml"\nmirror = "z"\n'),
    "file-not-found part": call("check", "v.toml", v_toml='[parts.a]\ninclude = "vehicel.toml"\n'),
    "cyclic-include part": call("check", "v.toml", v_toml='[parts.a]\ninclude = "v.toml"\n'),
    "unknown-key in a part's file": {"arguments": ["check", "v.toml"], "files": {"v.toml": '[parts.a]\ninclude = "vehicle.toml"\n'},
                                     "spoil": [(V, "mass =", "weight =")]},
    "unknown-name in a part's file": {"arguments": ["check", "v.toml"], "files": {"v.toml": '[parts.a]\ninclude = "vehicle.toml"\n'},
                                      "spoil": [(V, '["track", "wheelset"]', '["track", "weelset"]')]},
    "duplicate-name bodies": call("check", "v.toml", v_toml='[parts.a]\ninclude = "vehicle.toml"\nbodies.wheelset.name = "one"\n'
                                  '[parts.b]\ninclude = "vehicle.toml"\nbodies.wheelset.name = "one"\n'),
    "duplicate-name elements": call("check", "v.toml", v_toml='[parts.a]\ninclude = "vehicle.toml"\n[elements.a_spring]\ntype = "rod"\n'
                                    'between = ["track", "a_wheelset"]\nat_first = [0, 0, 0]\nat_second = [1, 0, 0]\nstiffness = 1\n'),
    "unknown-name load case of none": spoil(S, "vehicle =", 'load_case = "laden"\nvehicle ='),
    "unknown-name load case": {"arguments": ["check", S], "spoil": [(S, "vehicle =", 'load_case = "ladne"\nvehicle ='),
                               (V, "[elements.spring]", "[load_cases.laden.bodies.wheelset]\nmass = 3\n[elements.spring]")]},
    "unknown-key in a load case": spoil(V, "[elements.spring]", "[load_cases.laden.bodies.wheelset]\nweight = 3\n[elements.spring]"),
    "wrong-type load cases": spoil(V, "[elements.spring]", "[load_cases]\nladen = 3\n[elements.spring]"),
    # joints and relations
    "joint to an unknown body": spoil(V, "[elements.spring]", JOINT.replace("second", "weelset") + "[elements.spring]"),
    "joint between one body": spoil(V, "[elements.spring]", JOINT.replace("track", "wheelset").replace("second", "wheelset") + "[elements.spring]"),
    "joint without a direction": spoil(V, "[elements.spring]", JOINT.replace("second", "wheelset") + "axis = [0, 0, 0]\n[elements.spring]"),
    "joint without a place": spoil(V, "[elements.spring]", JOINT.replace("second", "wheelset").replace("at = [0, 0, 0.46]\n", "") + "[elements.spring]"),
    "redundant-constraints": spoil(V, "[elements.spring]", RELATION + RELATION.replace("held", "again") + "[elements.spring]"),
    "contradictory-constraints": spoil(V, "[elements.spring]", RELATION + RELATION.replace("held", "other") + "value = 1\n[elements.spring]"),
    "relation with an unknown body": spoil(V, "[elements.spring]", RELATION.replace('body = "wheelset"', 'body = "axle"') + "[elements.spring]"),
    # line and speed
    "speed-table and a speed": spoil(S, 'v = "20 m/s"', "v = 20\nspeeds = [1, 2]\ntimes = [0, 1]"),
    "speed-table of nothing": spoil(S, 'v = "20 m/s"', "speeds = [1, 2]"),
    "track-gauge": spoil(S, "[speed]", "[track]\ngauge = 1.435\ncontact_distance = 0.5\n[[track.horizontal]]\ntype = \"line\"\nlength = 10\n[speed]"),
    "speed-table that stands": spoil(S, 'v = "20 m/s"', "speeds = [1, 0, 0]\nchainages = [0, 10, 20]"),
    "speed-table that ends before the start": spoil(S, 'v = "20 m/s"', "start = 50\nspeeds = [1, 0]\nchainages = [0, 10]"),
    "missing-key speed": spoil(S, 'v = "20 m/s"', ""),
    "track-polynomial without a degree": track("{ type = 'polynomial', length = 10 }"),
    "track-polynomial of even degree": track("{ type = 'polynomial', length = 10, degree = 6 }"),
    "missing-key side of a curve": track("{ type = 'clothoid', length = 10, radius_end = 300 }"),
    "irregularity-spectrum waves": irregularity("type = 'spectrum'\nspectrum = 'coefficients'\nvertical = { numerator = [1], denominator = [1] }\nwavelength_min = 5\nwavelength_max = 4"),
    "irregularity-spectrum period": irregularity("type = 'spectrum'\nspectrum = 'coefficients'\nvertical = { numerator = [1], denominator = [1] }\nperiod = 100"),
    "irregularity-spectrum too fine": irregularity("type = 'spectrum'\nspectrum = 'coefficients'\nvertical = { numerator = [1], denominator = [1] }\nwavelength_min = 1e-3"),
    "irregularity-spectrum negative": irregularity("type = 'spectrum'\nspectrum = 'coefficients'\nvertical = { numerator = [-1], denominator = [1] }"),
    "irregularity-data of one chainage": irregularity("type = 'data'\ns = [0]\nvertical = [1e-3]"),
    "irregularity-data of unequal length": irregularity("type = 'data'\ns = [0, 1, 2]\nvertical = [1e-3, 2e-3]"),
    "irregularity-data without a deviation": irregularity("type = 'data'\ns = [0, 1]"),
    "recording-elsewhere": recording(rows=range(12500, 12620)),
    "recording-jump": recording(rows=[*range(0, 60), *range(200, 260)]),
    "recording-rows of too few": recording(rows=range(5)),
    "recording-rows that go back": recording(rows=[*range(0, 60), 58, *range(60, 120)], row="{s}.00,{v}"),
    "recording-rows at one chainage": recording(rows=[5] * 40),
    "recording-sides": recording(rows=range(119, -1, -1)),
    "recording-hole": recording(header="chainage;level (mm)", row="{s};{v}", rows=range(0, 120)) | {"files": {"car.csv": "chainage;level\n" + "".join(f"{s};{'' if 20 < s < 50 else 0.001}\n" for s in range(120))}},
    "recording-size": recording(header="chainage,level"),
    "recording-columns": recording(header="chainage,level_left [mm]"),
    "recording-instrument": recording("level = { chord = 10, cut = 70 }"),
    "recording-wavelengths": recording("wavelengths = [70, 3]"),
    "missing-column of a recording": recording(header="way,level [mm]"),
    "too-many samples of a recording": recording(rows=range(0, 4000000, 40000), lines="step = 0.01\njumps = 'continue'"),
    "wrong-unit of a recording": recording("units = { chainage = 'kg' }"),
    "spectrum-table without rows": irregularity("type = 'spectrum'\nspectrum = 'table'\nfile = 's.csv'") | {"files": {"s.csv": "Omega,vertical\n"}},
    "spectrum-table that falls": irregularity("type = 'spectrum'\nspectrum = 'table'\nfile = 's.csv'") | {"files": {"s.csv": "Omega,vertical\n1,1e-6\n0.5,1e-6\n"}},
    "spectrum-table below zero": irregularity("type = 'spectrum'\nspectrum = 'table'\nfile = 's.csv'") | {"files": {"s.csv": "Omega,vertical\n1,1e-6\n2,-1e-6\n"}},
    "missing-key file of a spectrum": irregularity("type = 'spectrum'\nspectrum = 'table'"),
    "export-element": {"arguments": ["track", "t.toml", "--export", "t.xml"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }, { type = 'polynomial', degree = 5, length = 50, radius_end = 500, turn_end = 'left' }]\n"}},
    "bad-arguments ending of an export": {"arguments": ["track", "t.toml", "--export", "t.dwg"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }]\n"}},
    "bad-arguments origin": {"arguments": ["track", "t.toml", "--export", "t.geojson", "--origin", "100"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }]\n"}},
    "bad-arguments spectrum of a short line": {"arguments": ["track", "t.toml", "--spectrum", "s.csv"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }]\n"}},
    "bad-arguments quality of nothing": {"arguments": ["track", "t.toml", "--quality", "--from", "9"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }]\n"}},
    "out-of-range section": {"arguments": ["track", "t.toml", "--quality", "--section", "1"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }]\n"}},
    "out-of-range twist base": {"arguments": ["track", "t.toml", "--quality", "--twist-base", "1 km"], "files": {"t.toml": "horizontal = [{ type = 'line', length = 9 }]\n"}},
    "fit-columns": {"arguments": ["track", "p.csv", "--fit"], "files": {"p.csv": "x,z\n0,0\n"}},
    "fit-failed": {"arguments": ["track", "p.csv", "--fit"], "files": {"p.csv": "x,y\n0,0\n1,0\n"}},
    "irregularity-rounding": irregularity("type = 'ramp'\ncomponent = 'vertical'\nat = 5\namplitude = 1e-3\nlength = 1\nrounding = 0.6"),
    "track-too-long": spoil(S, "[speed]", "[track]\n[[track.horizontal]]\ntype = \"line\"\nlength = 6e6\n[[track.horizontal]]\ntype = \"line\"\nlength = 6e6\n[speed]"),
    "missing-key of a track without elements": spoil(S, "[speed]", "[track]\nname = 'x'\n[speed]"),
    "contradiction of alignment and elements": alignment("s,k\n0,0\n9,0\n", "horizontal = [{ type = 'line', length = 9 }]"),
    "alignment-chainage": alignment("s,k\n0,0\n9,0\n5,0\n20,0\n"),
    "alignment-chainage of one row": alignment("s,k\n0,0\n"),
    "missing-column of curvature": alignment("s,cant\n0,0\n9,0\n"),
    "missing-column of chainage": alignment("meter,curvature\n0,0\n9,0\n"),
    "missing-key of versines": alignment("s,versine\n0,0\n9,0\n"),
    "track-cant-side of a table": alignment("s,k,cant [mm]\n0,0,20\n9,0,20\n"),
    "track-radius of a table": alignment("s,radius\n0,3\n9,3\n"),
    "file-not-found of an alignment": spoil(S, "[speed]", "[track]\nalignment = 'nothing.csv'\n[speed]"),
    "track-too-long windings": track("{ type = 'circular-arc', length = 9e6, radius = 8, turn = 'left' }"),
    "irregularity-data gap": spoil(S, "[speed]", IRREGULARITY.format(chainages=list(range(20)) + [60, 61], largest=0.001)),
    "irregularity-data in metres": spoil(S, "[speed]", IRREGULARITY.format(chainages=list(range(22)), largest=3)),
    "irregularity-data falls": spoil(S, "[speed]", IRREGULARITY.format(chainages=[1, 0] + list(range(2, 22)), largest=0.001)),
    "irregularity-spectrum ends first": spoil(S, "[speed]", IRREGULAR + 'type = "spectrum"\nspectrum = "fra-5"\nfrom = 20\nto = 10\n[speed]'),
    "contradiction gauge": call("check", "p.toml", p_toml=PROFILES.replace("[wheels]", "[wheels]\nback_to_back = 0.925") + 'gauge = 1.0\n[track]\ngauge = 1.435\n[[track.horizontal]]\ntype = "line"\nlength = 9\n'),
    "contradiction wheels too wide": call("check", "p.toml", p_toml=PROFILES + "gauge = 1.3\n"),
    "contradiction gauge in millimetres": call("check", "p.toml", p_toml=PROFILES + "gauge = 1435\n"),
    "out-of-range modulus": call("check", "p.toml", "--set", "contact.young=210", p_toml=PROFILES),
    "profile-number decimal commas": call("profile", "w.txt", **{"w.txt": FROM_THE_BACK.replace("0 -9\n", "0,0 -9,5\n", 1)}),
    "contradiction diameter": call("check", "p.toml", "--set", "vehicle.bodies.wheelset.radius=0.92", p_toml=PROFILES),
    "profile-no-tape-circle on the flange": call("profile", "w.txt", **{"w.txt": FROM_THE_BACK}),
    "profile-kind points": call("check", "p.toml", "--set", "rails.profile=w.txt", **{"p_toml": PROFILES, "w.txt": FROM_THE_BACK}),
    # many at once
    "out-of-range place in millimetres": spoil(V, "at = [0, 1, 0.46]", "at = [0, 1000, 460]"),
    "several errors": {"spoil": [(S, '"20 m/s"', '"20 kg"'), (S, "0.05", "true"), (V, '"1500 kg"', "0")],
                       "arguments": ["check", S]},
    "more errors than one wants to read": call("check", "x.toml", x_toml="\n".join(f"key_{i} = 0" for i in range(30)) + "\n"),
    # the command line
    "bad-arguments none": call(),
    "bad-arguments verb": call("chekc", S),
    "bad-arguments no file": call("check"),
    "bad-arguments option": call("check", S, "--sett", "a=1"),
    "bad-arguments another file": call("check", S, V),
    "bad-arguments format": call("info", S, "--format", "xml"),
    "bad-arguments schema": call("schema", "veihcle"),
    "out-of-range yaw": call("contact-geometry", S, "--yaw", "0.3"),
    "out-of-range load": call("contact-geometry", "p.toml", "--load", "-1 kN", p_toml=PROFILES),
    "out-of-range amplitude": call("contact-geometry", "p.toml", "--conicity", "--amplitude", "0:1 mm:3 mm", p_toml=PROFILES),
    "out-of-range radius of a curve": call("eigen", S, "--radius", "10"),
    "out-of-range step along a profile": call("profile", f"{support.SOURCE}/models/profiles/rail_60E1.toml", "--step", "1e-9"),
    "bad-arguments too many chainages": call("track", S, "--step", "1e-9"),
    "no-cases": {"arguments": ["hertz", "--cases", "cases.csv"], "files": {"cases.csv": "normal\n"}},
    "bad-range speeds": call("eigen", S, "--speed", "20:5"),
    "bad-range critical speed": call("critical-speed", S, "--from", "50", "--to", "20"),
    "wrong-unit of an option": call("track", S, "--from", "5 s"),
    "not-a-setting": call("creep", "--law", "fastsim", "--a", "5 mm", "--b", "5 mm", "--normal", "80 kN", "--nu-x", "0.001",
                          "--nu-y", "0", "--spin", "0", "--friction", "0.3", "--shear-modulus", "82 GPa", "--poisson", "0.28", "--set", "grid"),
    # outputs
    "output-unwritable no folder": call("run", S, "-o", "no/results.h5"),
    "output-unwritable below a file": call("run", S, "-o", "scenario.toml/results.h5"),
    "output-unwritable a folder": call("run", S, "-o", "."),
    "output-unwritable a place for no files": call("run", S, "-o", "/proc/results.h5"),
    "output-unwritable a device": call("run", S, "-o", "/dev/full"),
    "output-exists": call("run", S, "-o", "letter", letter="Dear colleague,\n"),
    "output-is-input": call("run", S, "-o", V),
    "output-twice": call("run", S, "-o", "x", "--checkpoint", "./x"),
    "unknown-channel recorded": call("check", S, "--set", 'output.channels=["wheelset/y", "wheelset/q"]'),
    "unknown-channel option": call("run", S, "--channels", "weelset/y"),
    "bad-name element": spoil(V, "[elements.spring]", '[elements."."]'),
    "bad-name marker": spoil(V, "[elements.spring]", '[markers.speed]\nbody = "wheelset"\nat = [0, 0, 0]\n[elements.spring]'),
    "bad-start above the rails": {"arguments": ["run", "p.toml"], "files": {"p.toml": PROFILES + '[initial.wheelset]\nz = "50 mm"\n'},
                                  "spoil": [(V, '["y", "psi", "chi"]', '["y", "z", "phi", "psi", "chi"]')]},
    "bad-start beyond the end": spoil(S, "[run]", '[track]\nhorizontal = [{ type = "line", length = 99 }]\n[run]\nstop_at_track_end = true', ["run", S, "--set", "speed.start=200"]),
    "too-many values of a study": call("check", "study.toml", study_toml=STUDY + "".join(
        f'[[parameters]]\nkey = "contact.{key}"\nfrom = 1\nto = 100000\nstep = 1\n' for key in ("f11", "f22", "conicity", "half_distance"))),
    "unreadable-file cases folder": call("hertz", "--cases", "."),
    "unreadable-file cases without end": call("hertz", "--cases", "/dev/zero"),
    "not-results": call("export", S),
    "not-results folder": call("export", "."),
    # studies
    "no-reference": call("sweep", "study.toml", study_toml=STUDY + 'what = "max-difference"\n'),
    "no-difference": call("sweep", "study.toml", study_toml=STUDY + 'record = "m.csv"\n'),
    "not-ascending record": call("sweep", "study.toml", study_toml=RECORD) | {"files": {"study.toml": RECORD, "m.csv": "time [s],y [m]\n0,0\n1,0\n1,0\n"}},
    "no-rows": call("sweep", "study.toml") | {"files": {"study.toml": RECORD, "m.csv": "time [s],y [m]\n0,nan\n"}},
    "missing-channel record": call("sweep", "study.toml") | {"files": {"study.toml": RECORD, "m.csv": "time [s],x [m]\n0,0\n"}},
    "unknown-unit record": call("sweep", "study.toml") | {"files": {"study.toml": RECORD, "m.csv": "time [s],y [K]\n0,0\n"}},
    "needs-runs record": call("sweep", "study.toml", study_toml='analysis = "equilibrium"\n' + RECORD),
    "bad-range study speeds": call("sweep", "study.toml", study_toml='analysis = "critical-speed"\ncritical_speed = { from = 30, to = 20 }\n' + STUDY),
    # optimisation
    "unknown-figure optimisation": optimise('figure = "growth"', 'figure = "grwth"'),
    "bad-range optimisation": optimise("high = 0.2", "high = 0.01"),
    "bad-range optimisation log": optimise("low = 0.02", 'low = -1\nscale = "log"'),
    "out-of-range optimisation": optimise("high = 0.2", "high = 0.2\nstart = 0.5"),
    "missing-key optimisation": optimise('key = "contact.conicity"\n', ""),
    "missing-key optimisation limit": optimise("[[objectives]]", '[[constraints]]\nfigure = "growth"\n[[objectives]]'),
    "list-length optimisation": optimise("low = 0.02", "factors = [1, 2]\nlow = 0.02"),
    "duplicate-name optimisation": optimise('key = "contact.conicity"', 'key = "contact.conicity"\nname = "growth"'),
    "wrong-count front": optimise("[[objectives]]", "[pareto]\npoints = 5\n[[objectives]]"),
    "wrong-method one": optimise("[[parameters]]", 'method = "bobyqa"\n[[parameters]]'),
    "wrong-method constraints": optimise("[[parameters]]", 'method = "crs2"\n[[constraints]]\nfigure = "growth"\nat_most = 1\n[[parameters]]'),
    "no-reference optimisation": optimise('analysis = "eigen"', 'measures = [{ channel = "wheelset/y", what = "rms-difference" }]'),
    "unknown-key optimisation entry": optimise("contact.conicity", "contact.conicty"),
    "wrong-unit optimisation": optimise("[[cases]]", '[[parameters]]\nkey = "contact.conicity"\nname = "twice"\nunit = "m"\nlow = 0\nhigh = 1\n[[cases]]'),
    "no-values backwards": call("check", "study.toml", study_toml=STUDY.replace("values = [20, 30]", "from = 30\nto = 20\nstep = 1")),
    "no-values too many": call("check", "study.toml", study_toml=STUDY.replace("values = [20, 30]", "from = 20\nto = 30\nstep = 1e-9")),
    "no-values": call("sweep", "study.toml", study_toml=STUDY.replace("values = [20, 30]\n", "")),
    "list-length": call("sweep", "study.toml", study_toml='combine = "list"\n' + STUDY + '[[parameters]]\nkey = "contact.f11"\nvalues = [1e6]\n'),
    "missing-key study without measures": call("sweep", "study.toml", study_toml=STUDY[:STUDY.index("[[measures]]")]),
    "missing-key study without speeds": call("sweep", "study.toml", study_toml='analysis = "critical-speed"\n' + STUDY),
    "unknown-channel of a measure": call("sweep", "study.toml", study_toml=STUDY.replace("wheelset/y", "wheelset/z")),
    "unknown-channel observed": call("critical-speed", S, "--from", "20", "--to", "30", "--observe", "wheelset/z"),
    "bad-shard": call("sweep", "study.toml", "--shard", "3/2", study_toml=STUDY),
    "study-changed": {"arguments": ["sweep", "study.toml"], "files": {"study.toml": STUDY, "study.csv.part.1-1": "# fourfoot study of old\n0,1\n"}},
    "output-exists study": {"arguments": ["sweep", "study.toml"], "files": {"study.toml": STUDY, "study.csv": "1,2\n"}},
    "not-results for a report": call("report", S),
    "not-results JSON of something else": {"arguments": ["report", "x.json"], "files": {"x.json": "{}"}},
    "file-not-found report": call("report", "results.h5"),
    "output-exists report": call("report", "r.h5", "-o", V),
    "output-exists report of a run": call("run", S, "--report", "letter", letter="Dear colleague,\n"),
    "unknown-format of a plot": call("plot", S, "wheelset/y", "-o", "plot.bmp"),
    "output-unwritable plot": call("plot", S, "wheelset/y", "-o", "no/plot.svg"),
}


def read_messages():
    sections = {}
    for section in MESSAGES.read_text().split("=== ")[1:]:
        name, _, text = section.partition("\n")
        sections[name] = text
    return sections


def prepare(test, case):
    for name, text in case.get("files", {}).items():
        test.write(name, text)
    for file, old, new in case.get("spoil", []):
        test.spoil(file, old, new)


class MessagesTest(support.ProgramTest):
    def test_all_messages_are_exact(self):
        messages = read_messages()
        self.assertEqual(sorted(messages), sorted(CASES))
        for name, case in CASES.items():
            with self.subTest(name):
                self.setUp()
                prepare(self, case)
                self.assert_refused(case["arguments"], messages[name])

    def test_the_good_scenario_is_good(self):
        for file in (S, V):
            outcome = self.run_program("check", file)
            self.assertEqual((outcome.code, outcome.err), (0, ""))


def write_messages():
    test = MessagesTest()
    text = ""
    for name, case in CASES.items():
        test.setUp()
        prepare(test, case)
        text += f"=== {name}\n{test.run_program(*case['arguments']).err}"
    MESSAGES.write_text(text)


if __name__ == "__main__":
    if "--write" in sys.argv:
        write_messages()
    else:
        support.unittest.main()
