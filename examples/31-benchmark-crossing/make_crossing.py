#!/usr/bin/env python3
"""Makes crossing.toml and sections/ of the cross sections of the benchmark's crossing 56E1-R245-1:9.25 that CONTACT ships.

    python3 make_crossing.py .../CONTACT/testbank/profiles/uk_crossing     # from CONTACT's files
    python3 make_crossing.py --every 2 FILE                                # of what is here, every second section

Source: github.com/eve70a/CONTACT, commit d431cdb, testbank/profiles/uk_crossing (Apache License 2.0), "data for S+C benchmark, UK crossing".
A section there is one polyline, y outward from the rail's origin and z down, in metres: wing rail, and from s = 0.119 m on nose, gap and wing rail.

What is changed: wing rail and nose become rails of their own; each is cut off where no wheel comes; points are thinned where the section is straight.
Rails are interpolated by fractions of the arc length on either side of the top, so an end must not jump from one section to the next. Where the
polyline goes on into the other route's rail, the rail ends instead with the field corner of section 21, the last one that stands alone.
"""
import math
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).parent
ORIGIN = 750.0                # of the rails' drawings from the track's middle, as CONTACT's input has it (RAILY0)
# Sections of each rail. Beyond its last one the wing rail is beside the rim of the wheel; before its first one the nose rises by 1:8 and more, below all wheels.
WING, NOSE = range(5, 84), range(56, 146)
ALONE = 21
WING_FOOT, HEAD_DEPTH = -19.0, 19.3        # how far down gauge sides are kept: height on the wing rail, depth below the nose's top
# Where the field corner begins. Wing rail: just before the plane z = y / 20 of its running surface ends, then its edge and so much.
WING_CORNER = {42: 38.0, 43: 45.0, 44: 51.0, 45: 56.0}
WING_WIDTH = 45.0
# Nose: where its top would jump to another place, and where the section goes on into the other route's rail. A wheel touches it near y = -25 there.
NOSE_CORNER = {72: -16.0, 73: -14.8, 74: -13.8, 75: -13.0, 76: -12.4, 77: -12.0, 103: 36.0, 104: 35.0, 105: 34.0, 106: 33.0, 107: 32.0, 108: 31.0,
               129: 20.0, 130: 16.5, 131: 13.0}
# How far behind the ridge between both routes it is kept from section 84 on, and up to which y.
RIDGE, RIDGE_ENDS = 31.0, {96: 24.0, 97: 18.0, 98: 13.0, 99: 9.0, 100: 6.5, 101: 5.0, 102: 4.5}
NOSE_END = {78: -4.0, 79: 0.0, 80: 5.0, 81: 10.0, 82: 14.5, 83: 19.0, 84: 23.0, 85: 27.0, 86: 31.5, 127: 31.0, 128: 28.0, 132: 20.0, 133: 25.0, 134: 29.0}
LICENCE = "CONTACT (github.com/eve70a/CONTACT, d431cdb), Apache License 2.0"


def read_points(path):
    """mm, z up."""
    return [(1e3 * float(y), -1e3 * float(z)) for y, z in (line.split() for line in path.read_text().splitlines() if line.strip())]


def read_positions(path):
    return {int(k): 1e3 * float(s) for k, s in (line.split() for line in path.read_text().splitlines() if line.strip())}


def find_crossing(points, key, value):
    """The points up to where coordinate `key` first passes `value`, that place included."""
    kept = [points[0]]
    for a, b in zip(points, points[1:]):
        if a[key] != b[key] and (a[key] - value) * (b[key] - value) <= 0.0:
            x = (value - a[key]) / (b[key] - a[key])
            return kept + [(a[0] + x * (b[0] - a[0]), a[1] + x * (b[1] - a[1]))]
        kept.append(b)
    return kept


def cut_foot(points, z):
    """What is above z on the gauge side."""
    top = max(range(len(points)), key=lambda i: points[i][1])
    return find_crossing(points[top::-1], 1, z)[::-1] + points[top + 1:]


def find_top(points):
    return max(points, key=lambda p: p[1])


def cut_field(points, depth):
    """What is less than `depth` below the top on the field side."""
    top = points.index(find_top(points))
    return points[:top] + find_crossing(points[top:], 1, points[top][1] - depth)


def find_plane_end(points):
    return max(y for y, z in points if abs(z - y / 20.0) < 0.02)


def add_corner(points, y, alone):
    """Ends at y with the field corner of the section that stands alone."""
    begin = find_plane_end(alone)
    kept = find_crossing(points, 0, y)
    corner = find_crossing(alone[::-1], 0, begin)[::-1]
    return kept + [(p[0] + kept[-1][0] - corner[0][0], p[1] + kept[-1][1] - corner[0][1]) for p in corner[1:]]


def thin(points):
    """Eight points a radian of an arc, 3 mm at most; nearer beside a change of curvature. The top stays."""
    wanted = []
    for i, p in enumerate(points):
        a, b = points[max(0, i - 1)], points[min(len(points) - 1, i + 1)]
        turn = math.remainder(math.atan2(b[1] - p[1], b[0] - p[0]) - math.atan2(p[1] - a[1], p[0] - a[0]), 2 * math.pi) if a != p != b else 0.0
        wanted.append(min(3.0, max(0.4, 0.5 * math.dist(a, b) / max(abs(turn), 1e-9) * 0.12)))
    for order in (range(1, len(points)), range(len(points) - 2, -1, -1)):
        for i in order:
            k = i - 1 if order.step > 0 else i + 1
            wanted[i] = min(wanted[i], wanted[k] + 0.25 * math.dist(points[i], points[k]))
    kept, way, top = [points[0]], 0.0, points.index(find_top(points))
    for i in range(1, len(points) - 1):
        way += math.dist(points[i], points[i - 1])
        if way >= wanted[i] or i == top:
            kept.append(points[i])
            way = 0.0
    if math.dist(kept[-1], points[-1]) < 0.2:
        kept.pop()
    return kept + [points[-1]]


def split_rails(points):
    """Nose and wing rail, parted by the bottom of the gap; a section without gap is one rail."""
    low = [i for i, p in enumerate(points[1:-1], 1) if p[1] < -45.0]
    return (points[:low[0]], points[low[-1]:]) if low else (points, points)


def make_wing(k, points, alone):
    """Its guide: the running edge, 14 mm below the rail tops."""
    points = cut_foot(points, WING_FOOT)
    edge = find_crossing(points, 1, -14.0)[-1][0]
    if k > ALONE:
        points = add_corner(points, WING_CORNER.get(k, 31.4 + 0.16 * (k - ALONE) if k < 42 else edge + WING_WIDTH), alone)
    return edge, 0.0, points


def make_nose(k, points, alone):
    """Its guide: the height of its top."""
    top = find_top(points)
    if k in NOSE_CORNER:
        points = add_corner(points, NOSE_CORNER[k], alone)
    elif k in NOSE_END:
        points = find_crossing(points, 0, NOSE_END[k])
    elif k <= 102:
        points = cut_field(points, min(12.0, max(6.5, 70.0 - k)))
        points = find_crossing(points, 0, top[0] + (RIDGE if k < 96 else RIDGE_ENDS[k]))
    elif k <= 116:
        points = cut_field(points, 3.0)
    height = find_top(points)[1]
    return 0.0, height, cut_foot(points, height - HEAD_DEPTH)


def write_profile(name, points):
    rows = "".join(f"{y:.5f} {-z:.5f}\n" for y, z in points)
    (HERE / "sections" / name).write_text(f"! {LICENCE}, testbank/profiles/uk_crossing\nheader.begin\ntype = 0\nheader.end\nspline.begin\nunits.len.f = 1000\npoint.begin\n{rows}point.end\nspline.end\n")


def is_same(points, others):
    """Whether two polylines are nowhere more than 1 um apart."""
    def calc_distance(p, a, b):
        way = (b[0] - a[0], b[1] - a[1])
        x = ((p[0] - a[0]) * way[0] + (p[1] - a[1]) * way[1]) / (way[0] ** 2 + way[1] ** 2)
        x = min(1.0, max(0.0, x))
        return math.dist(p, (a[0] + x * way[0], a[1] + x * way[1]))
    ends = max(math.dist(points[i], others[i]) for i in (0, -1))
    return ends < 1e-3 and all(min(calc_distance(p, a, b) for a, b in zip(others, others[1:])) < 1e-3 for p in points)


def format_rail(name, sections, match=""):
    """Sections: number, s, guide and points. A shape that stays the same is written once."""
    yield f'[[lines]]\nname = "{name}"\nside = "right"\n{match}'
    before = None
    for k, s, (y, z, points) in sections:
        shape = [(p[0] - y, p[1] - z) for p in points]
        text = f'[[lines.sections]]\ns = "{s:.2f} mm"\ny = "{ORIGIN + y:.4f} mm"\nz = "{z:.4f} mm"\n'
        if before is None or not is_same(shape, before):
            file = f"{name.split()[0]}_{k}.prr"
            write_profile(file, thin(shape))
            text += f'profile = "sections/{file}"\n'
            before = shape
        yield text


def format_check_rail(folder):
    """Working face 9.5 mm below its top: as far as the plane back of the wheel reaches below the rail tops."""
    s, y = [], []
    for k, place in read_positions(folder / "SectionPositionCheckRail_Thr.txt").items():
        points = read_points(folder / f"CheckRail_Thr_{k}.txt")
        top = points.index(find_top(points))
        s.append(place)
        y.append(ORIGIN + find_crossing(points[top:], 1, -9.5)[-1][0])
    return f"""[[check_rails]]
side = "left"
s = {[f'{v:.0f} mm' for v in s]}
y = {[f'{v:.3f} mm' for v in y]}
top = "0 mm"
stiffness = "50 MN/m"       # of its brackets, assumed
"""


def convert(folder):
    for old in (HERE / "sections").glob("*.prr"):
        old.unlink()
    where = read_positions(folder / "SectionPositionCrossing.txt")
    rails = {k: split_rails(read_points(folder / f"Crossing_{k}.txt")) for k in where}
    alone = cut_field(rails[ALONE][0], 6.5)
    write_profile("rail_56E1.prr", read_points(folder / "OppositeStockRail_1.txt"))
    text = ['# Made by make_crossing.py. s = 0 as in the source, the nose begins at 119 mm.\nname = "56E1-R245-1:9.25, crossing of the S&C benchmark"\n'
            f'source = "{LICENCE}; wing rail and nose parted and trimmed"\n',
            *format_rail("wing rail", [(k, where[k], make_wing(k, rails[k][1], alone)) for k in WING]),
            *format_rail("nose", [(k, where[k], make_nose(k, rails[k][0], alone)) for k in NOSE], 'match = "angle"\n'), format_check_rail(folder)]
    (HERE / "crossing.toml").write_text("\n".join(text))


def write_every(step, file):
    """Of the panel that is here each `step`th section of both rails, first and last included; for a study of their spacing."""
    parts = re.split(r"(?=\[\[)", (HERE / "crossing.toml").read_text())
    kept, count, profile = [], 0, None
    for i, part in enumerate(parts):
        if part.startswith("[[lines]]"):
            count = 0
        if not part.startswith("[[lines.sections]]"):
            kept.append(part)
            continue
        found = re.search(r'profile = "(.*)"\n', part)
        profile = found[1] if found else profile
        is_last = not parts[i + 1].startswith("[[lines.sections]]")
        if count % step == 0 or is_last:
            kept.append(re.sub(r"\nprofile = .*\n", "\n", part).rstrip() + f'\nprofile = "{HERE.resolve() / profile}"\n\n')
        count += 1
    pathlib.Path(file).write_text("".join(kept))


if __name__ == "__main__":
    if sys.argv[1] == "--every":
        write_every(int(sys.argv[2]), sys.argv[3])
    else:
        convert(pathlib.Path(sys.argv[1]))
