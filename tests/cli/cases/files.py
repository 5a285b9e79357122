"""Names, contradictions, the text of files, include, --set."""
from .spoilt import S, V, call, override, spoil

CASES = {
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
}
