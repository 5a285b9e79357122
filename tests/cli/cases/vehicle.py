"""Vehicle files: suspension laws, wheels, markers, parts, load cases, joints."""
from .spoilt import JOINT, RELATION, S, V, call, law, spoil

CASES = {
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
    "joint without a position": spoil(V, "[elements.spring]", JOINT.replace("second", "wheelset").replace("at = [0, 0, 0.46]\n", "") + "[elements.spring]"),
    "redundant-constraints": spoil(V, "[elements.spring]", RELATION + RELATION.replace("held", "again") + "[elements.spring]"),
    "contradictory-constraints": spoil(V, "[elements.spring]", RELATION + RELATION.replace("held", "other") + "value = 1\n[elements.spring]"),
    "relation with an unknown body": spoil(V, "[elements.spring]", RELATION.replace('body = "wheelset"', 'body = "axle"') + "[elements.spring]"),
}
