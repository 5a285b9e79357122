"""The command line and what it writes."""
import support

from .spoilt import PROFILES, S, STUDY, V, call, spoil

CASES = {
    # many at once
    "out-of-range position in millimetres": spoil(V, "at = [0, 1, 0.46]", "at = [0, 1000, 460]"),
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
    "output-unwritable a folder for no files": call("run", S, "-o", "/proc/results.h5"),
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
}
