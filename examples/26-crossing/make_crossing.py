#!/usr/bin/env python3
"""Writes crossing.toml: the crossing of a 60E1 turnout 1:15, through route, by cross sections.

    python3 make_crossing.py [SPACING_MM [FILE]]

Where the numbers come from. 60E1 and 1:15 are those of the turnout 60E1-760-1:15 of the switches and crossings benchmark [Bezin2021],
whose cross sections are not part of this repository; the head is that of EN 13674-1 (models/profiles/rail_60E1.toml). The distances of check
rail, wing rail and nose lie within what European railways use (EN 13232-9, Annex C: nose protection 1391 to 1397 mm, free wheel passage at the nose
1356 mm at most). The TSI Infrastructure (EU 1299/2014) has its limits in 4.2.8.6; its text was not at hand, so the values given as "TSI" below are
UNVERIFIED. ALL ELSE IS ASSUMED: see the constants below.

Axes: s along the through route from the theoretical point, where the running edges of both routes meet; y outward from the track's middle;
z up from the rail tops. The crossing is on the left, the check rail on the right.
"""
import math
import pathlib
import sys

RATE = 15.0              # crossing 1:RATE [Bezin2021]
GAUGE = 1435.0           # mm
INCLINATION = 1 / 40     # assumed: as the line; many turnouts have upright rails
FLANGEWAY = 44.0         # between wing rail and nose, assumed (TSI: 38 at least); 1394 - 44 = 1350 is the free wheel passage at the nose
BEND = 300.0             # length over which the wing rail bends at the throat, assumed
NOSE_BEGIN = 12.0        # width at which the nose begins, assumed
NOSE_DROP = 1.0          # how much lower than the head of a full rail its top is machined there, assumed
NOSE_FULL = 45.0         # width from which it is not lowered any more, assumed
WING_LIFT = 2.0          # by which the wing rail rises while the wheel is led off its edge, assumed
WING_RISE = (-500.0, 250.0)  # s from and to which it rises, assumed
NOSE_PROTECTION = 1394.0  # running edge of the nose to working face of the check rail (EN 13232-9: 1391 to 1397; TSI: 1392 at least)
CHECK_HALF = 1500.0      # length of the check rail's straight part before and behind the nose, assumed
CHECK_FLARE = (500.0, 40.0)  # length and depth of its flared ends, assumed
CHECK_TOP = 20.0         # above the rail tops, assumed (TSI: 70 at most)

# Arcs of the 60E1 head from the gauge side: centre y, z (up), radius, from y, to y. EN 13674-1.
ARCS = [(-23.0160304, -14.949147, 13.0, -35.9998108, -26.0265), (-7.50053333, -80.1278963, 80.0, -26.0265, -10.228),
        (0.0, -300.0, 300.0, -10.228, 10.228), (7.50053333, -80.1278963, 80.0, 10.228, 26.0265),
        (23.0160304, -14.949147, 13.0, 26.0265, 35.9998108)]
GAUGE_SIDE = ((-36.8848129, -32.0), (-35.9998108, -14.299958))
HALF_HEAD, HEAD_DEPTH, BOTTOM = 35.9998108, -14.299958, -32.0


def on_arc(arc, y):
    return y, arc[1] + math.sqrt(arc[2] ** 2 - (y - arc[0]) ** 2)


def list_pieces(width):
    """The 60E1 head cut off `width` from its gauge face: lines and arcs, tangent to each other; upright."""
    radius = min(13.0, 0.3 * width)
    y_flank = -HALF_HEAD + min(width, 2 * HALF_HEAD)
    # Flank 1:20 through (y_flank, HEAD_DEPTH), outward downwards; its inward normal.
    norm = math.hypot(20.0, 1.0)
    ny, nz = -20.0 / norm, -1.0 / norm
    for arc in ARCS:
        # The rounding's centre: radius inside the flank, R - radius from the arc's centre.
        py, pz = y_flank + radius * ny, HEAD_DEPTH + radius * nz
        ty, tz = -1.0 / norm, 20.0 / norm  # up along the flank
        dy, dz = py - arc[0], pz - arc[1]
        half, rest = dy * ty + dz * tz, dy * dy + dz * dz - (arc[2] - radius) ** 2
        if arc[2] == radius and arc is ARCS[-1]:  # the head itself
            return [("line", *GAUGE_SIDE)] + [("arc", on_arc(a, a[3]), on_arc(a, a[4]), a) for a in ARCS] + [
                ("line", on_arc(ARCS[-1], ARCS[-1][4]), (-GAUGE_SIDE[0][0], BOTTOM))]
        if half * half < rest or arc[2] <= radius:
            continue
        along = -half + math.sqrt(half * half - rest)
        cy, cz = py + along * ty, pz + along * tz
        way = arc[2] / math.hypot(cy - arc[0], cz - arc[1])
        touch = (arc[0] + way * (cy - arc[0]), arc[1] + way * (cz - arc[1]))
        if not arc[3] < touch[0] <= arc[4]:
            continue
        k = ARCS.index(arc)
        flank = (cy - radius * ny, cz - radius * nz)
        pieces = [("line", *GAUGE_SIDE)] + [("arc", on_arc(a, a[3]), on_arc(a, a[4]), a) for a in ARCS[:k]]
        pieces += [("arc", on_arc(arc, arc[3]), touch, arc), ("arc", touch, flank, (cy, cz, radius))]
        return pieces + [("line", flank, (flank[0] + (flank[1] - BOTTOM) / 20.0, BOTTOM))]
    raise ValueError(f"no rounding fits a nose of {width} mm")


def tilt(point, angle=math.atan(INCLINATION)):
    y, z = point
    return y * math.cos(angle) - z * math.sin(angle), y * math.sin(angle) + z * math.cos(angle)


def list_points(pieces, count=200):
    for kind, begin, end, *arc in pieces:
        for i in range(count + 1):
            x = i / count
            if kind == "line":
                yield begin[0] + x * (end[0] - begin[0]), begin[1] + x * (end[1] - begin[1])
                continue
            cy, cz, radius = arc[0][:3]
            a, b = (math.atan2(p[1] - cz, p[0] - cy) for p in (begin, end))
            yield cy + radius * math.cos(a + x * (b - a)), cz + radius * math.sin(a + x * (b - a))


def find_top(pieces):
    """Height of the tilted head: an arc's crest, if the arc has it, or an end."""
    highest = -math.inf
    for _, begin, end, *arc in pieces:
        (y0, z0), (y1, z1) = tilt(begin), tilt(end)
        highest = max(highest, z0, z1)
        if arc:
            cy, cz = tilt(arc[0][:2])
            if y0 < cy < y1:
                highest = max(highest, cz + arc[0][2])
    return highest


FULL = list_pieces(2 * HALF_HEAD)
TOP = find_top(FULL)
# Running edge 14 mm below the top; what the origin of the head has to be for it to lie at half the gauge.
CORNER = tilt(ARCS[0][:2])
EDGE = CORNER[0] - math.sqrt(ARCS[0][2] ** 2 - (TOP - 14.0 - CORNER[1]) ** 2)
ORIGIN = 0.5 * GAUGE - EDGE


def calc_nose_width(s):
    return s / RATE


def calc_nose_drop(s):
    """Machined off the top, a smooth ramp to nothing."""
    x = (calc_nose_width(s) - NOSE_BEGIN) / (NOSE_FULL - NOSE_BEGIN)
    x = min(1.0, max(0.0, x))
    return -NOSE_DROP * (1.0 - x) ** 2


def calc_wing_edge(s):
    """Straight to the throat, then parallel to the diverging route's edge; bent over BEND."""
    throat = -FLANGEWAY * RATE
    x = s - throat + 0.5 * BEND
    if x <= 0.0:
        return 0.5 * GAUGE
    if x < BEND:
        return 0.5 * GAUGE + 0.5 * x * x / (BEND * RATE)
    return 0.5 * GAUGE + (s - throat) / RATE


def calc_wing_lift(s):
    x = min(1.0, max(0.0, (s - WING_RISE[0]) / (WING_RISE[1] - WING_RISE[0])))
    return WING_LIFT * x * x * (3.0 - 2.0 * x)


def format_piece(piece, top):
    kind, begin, end, *arc = piece
    ends = [f"[{y:.7f}, {z - top:.7f}]" for y, z in map(tilt, (begin, end))]
    text = f'{{type = "{kind}", from = {ends[0]}, to = {ends[1]}'
    if arc:
        y, z = tilt(arc[0][:2])
        text += f", radius = {arc[0][2]}, centre = [{y:.7f}, {z - top:.7f}]"
    return text + "}"


def format_section(s, y, z, pieces=None, top=0.0):
    lines = ["[[lines.sections]]", f's = "{s:.3f} mm"', f'y = "{y:.6f} mm"', f'z = "{z:.6f} mm"']
    if pieces:
        inside = ",\n  ".join(format_piece(p, top) for p in pieces)
        lines.append(f"profile.pieces = [\n  {inside}]")
    return "\n".join(lines) + "\n"


def list_places(begin, end, spacing):
    count = max(1, round((end - begin) / spacing))
    return [begin + (end - begin) * i / count for i in range(count + 1)]


def format_lines(spacing):
    # Once the wing rail is beyond the wheel's rim it is out of reach.
    yield '[[lines]]\nname = "wing rail"\nside = "left"\n'
    for k, s in enumerate(list_places(-1500.0, 1300.0, spacing)):
        y = ORIGIN + calc_wing_edge(s) - 0.5 * GAUGE
        yield format_section(s, y, calc_wing_lift(s), None if k else FULL, TOP)
    yield '[[lines]]\nname = "nose"\nside = "left"\n'
    whole = 2 * HALF_HEAD * RATE
    for s in list_places(NOSE_BEGIN * RATE, whole, spacing) + [whole + 400.0]:
        pieces = list_pieces(calc_nose_width(s))
        top = find_top(pieces)
        yield format_section(s, ORIGIN, top - TOP + calc_nose_drop(s), pieces, top)


def format_check_rail():
    face = NOSE_PROTECTION - 0.5 * GAUGE
    s, y = [-CHECK_HALF - CHECK_FLARE[0], -CHECK_HALF, CHECK_HALF, CHECK_HALF + CHECK_FLARE[0]], [face] * 4
    y[0] = y[3] = face - CHECK_FLARE[1]
    return f"""[[check_rails]]
side = "right"
s = {[f'{v} mm' for v in s]}
y = {[f'{v} mm' for v in y]}
top = "{CHECK_TOP} mm"
stiffness = "50 MN/m"       # of its brackets, assumed
"""


def main():
    spacing = float(sys.argv[1]) if len(sys.argv) > 1 else 50.0
    name = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).with_name("crossing.toml"))
    text = [f"# Made by make_crossing.py, sections every {spacing:g} mm. s = 0: theoretical point. What is assumed is said there.\n"
            'name = "60E1 crossing 1:15"\nsource = "head EN 13674-1, rate 1:15 after Bezin2021, all else assumed"\n',
            *format_lines(spacing), format_check_rail()]
    name.write_text("\n".join(text))


if __name__ == "__main__":
    main()
