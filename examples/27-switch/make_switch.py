#!/usr/bin/env python3
"""Writes switch.toml: the switch of a 60E1 turnout of 760 m radius, through route, by cross sections.

    python3 make_switch.py [SPACING_MM [FILE]]

Where the numbers come from. 60E1 and R = 760 m are those of the turnout 60E1-760-1:15 of the switches and crossings benchmark [Bezin2021],
whose cross sections are not part of this repository. ALL ELSE IS ASSUMED: see the constants below. Heads are cut as in ../26-crossing/make_crossing.py.

Axes: s along the through route from where the diverging route begins to curve; y outward from the track's middle; z up from the rail tops. The
turnout goes off to the left: the left stock rail follows the diverging route, and the straight blade takes the wheel over.
"""
import importlib.util
import pathlib
import sys

sys.dont_write_bytecode = True
SPEC = importlib.util.spec_from_file_location("make_crossing", pathlib.Path(__file__).resolve().parent.parent / "26-crossing/make_crossing.py")
HEAD = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(HEAD)

RADIUS = 760e3           # mm [Bezin2021]; tangent to the through route at s = 0, assumed
BLADE_BEGIN = 12.0       # width from which the blade is described; thinner, it is lower than a wheel reaches: assumed
BLADE_DROP = 3.0         # how much lower than the head of a full rail its top is machined there, assumed
BLADE_FULL = 40.0        # width from which it is not lowered any more, assumed
BEGIN = -500.0           # of the stock rail in the panel


def calc_width(s):
    """Of the blade: as far as the stock rail has gone off."""
    return 0.5 * max(0.0, s) ** 2 / RADIUS


def find_s(width):
    return (2.0 * RADIUS * width) ** 0.5


def calc_drop(s):
    x = (calc_width(s) - BLADE_BEGIN) / (BLADE_FULL - BLADE_BEGIN)
    return -BLADE_DROP * (1.0 - min(1.0, max(0.0, x))) ** 2


def format_lines(spacing):
    whole = find_s(2 * HEAD.HALF_HEAD)
    yield '[[lines]]\nname = "stock rail"\nside = "left"\n'
    for k, s in enumerate(HEAD.list_places(BEGIN, whole + 1500.0, spacing)):
        yield HEAD.format_section(s, HEAD.ORIGIN + calc_width(s), 0.0, None if k else HEAD.FULL, HEAD.TOP)
    yield '[[lines]]\nname = "blade"\nside = "left"\n'
    for s in HEAD.list_places(find_s(BLADE_BEGIN), whole, spacing) + [whole + 2000.0]:
        pieces = HEAD.list_pieces(calc_width(s))
        top = HEAD.find_top(pieces)
        yield HEAD.format_section(s, HEAD.ORIGIN, top - HEAD.TOP + calc_drop(s), pieces, top)


def main():
    spacing = float(sys.argv[1]) if len(sys.argv) > 1 else 250.0
    name = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).with_name("switch.toml"))
    text = [f"# Made by make_switch.py, sections every {spacing:g} mm. s = 0: begin of the curve. What is assumed is said there.\n"
            'name = "60E1 switch R 760 m"\nsource = "head EN 13674-1, radius after Bezin2021, all else assumed"\n', *format_lines(spacing)]
    name.write_text("\n".join(text))


if __name__ == "__main__":
    main()
