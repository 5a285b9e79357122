#!/usr/bin/env python3
"""Writes switch.toml and ../29-diverging/diverging.toml: the switch of a 60E1 turnout of 760 m radius by cross sections, as its two routes meet it.

    python3 make_switch.py [SPACING_MM [FOLDER]]

Where the numbers come from. 60E1 and R = 760 m are those of the turnout 60E1-760-1:15 of the switches and crossings benchmark [Bezin2021],
whose cross sections are not part of this repository. ALL ELSE IS ASSUMED: see the constants below. Heads are cut as in ../26-crossing/make_crossing.py.

Axes: s along the through route from where the diverging route begins to curve; y outward from the track's middle; z up from the rail tops. The
turnout goes off to the left. On the through route the left stock rail follows the diverging route, and the straight blade takes the left wheel over. On the
diverging route, whose axes turn with it, the right stock rail goes straight on, and the curved blade takes the right wheel over: the same
sections on the other side, to the square of the angle between the routes (0.01 at the blade's end).
"""
import importlib.util
import pathlib
import sys

sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("make_crossing", pathlib.Path(__file__).resolve().parent.parent / "26-crossing/make_crossing.py")
HEAD = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(HEAD)

RADIUS = 760e3           # mm [Bezin2021]; tangent to the through route at s = 0, assumed
BLADE_TIP = 4.0          # width at which the blade begins, assumed
TIP_DROP = 7.0           # how much lower than the same slice of a full head its top is there: 15 mm below the rail tops, assumed
BLADE_BEGIN = 12.0       # width from which it carries; thinner, only a flange reaches it: assumed
BLADE_DROP = 3.0         # how much lower it is there, assumed
BLADE_FULL = 40.0        # width from which it is not lowered any more, assumed
BEGIN = -500.0           # of the stock rail in the panel


def calc_width(s):
    """Of the blade: as far as the stock rail has gone off."""
    return 0.5 * max(0.0, s) ** 2 / RADIUS


def find_s(width):
    return (2.0 * RADIUS * width) ** 0.5


def calc_drop(s):
    if calc_width(s) < BLADE_BEGIN:
        x = (calc_width(s) - BLADE_TIP) / (BLADE_BEGIN - BLADE_TIP)
        return -TIP_DROP + x * (TIP_DROP - BLADE_DROP)
    x = (calc_width(s) - BLADE_BEGIN) / (BLADE_FULL - BLADE_BEGIN)
    return -BLADE_DROP * (1.0 - min(1.0, max(0.0, x))) ** 2


def format_lines(spacing, side, blade_begin):
    whole = find_s(2 * HEAD.HALF_HEAD)
    yield f'[[lines]]\nname = "stock rail"\nside = "{side}"\n'
    for k, s in enumerate(HEAD.list_places(BEGIN, whole + 1500.0, spacing)):
        yield HEAD.format_section(s, HEAD.ORIGIN + calc_width(s), 0.0, None if k else HEAD.FULL, HEAD.TOP)
    yield f'[[lines]]\nname = "blade"\nside = "{side}"\n'
    for s in HEAD.list_places(find_s(blade_begin), whole, spacing) + [whole + 2000.0]:
        pieces = HEAD.list_pieces(calc_width(s))
        top = HEAD.find_top(pieces)
        yield HEAD.format_section(s, HEAD.ORIGIN, top - HEAD.TOP + calc_drop(s), pieces, top)


def main():
    spacing = float(sys.argv[1]) if len(sys.argv) > 1 else 250.0
    here = pathlib.Path(__file__).resolve().parent
    for name, route, side, begin in (("switch", "through", "left", BLADE_BEGIN), ("diverging", "diverging", "right", BLADE_TIP)):
        folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else here if name == "switch" else here.parent / "29-diverging"
        text = [f"# Made by make_switch.py, sections every {spacing:g} mm. s = 0: begin of the curve. What is assumed is said there.\n"
                f'name = "60E1 switch R 760 m, {route} route"\nsource = "head EN 13674-1, radius after Bezin2021, all else assumed"\n',
                *format_lines(spacing, side, begin)]
        (folder / f"{name}.toml").write_text("\n".join(text))


if __name__ == "__main__":
    main()
