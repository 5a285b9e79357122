"""The suspension of a bogie from the side and in section, each part with a number; below, the element that describes it."""
import math

from svg import Sheet

PARTS = (("axle guidance, primary spring", "spring-damper"), ("primary damper", "damper"), ("air spring", "series-damper"), ("yaw damper", "damper"), ("traction rod", "rod"),
         ("anti-roll bar", "torsion"), ("lateral damper", "damper"), ("lateral stop", "bump-stop"))


def zigzag(f, x1, y1, x2, y2, colour, turns=5, half=9):
    """A coil spring between two points."""
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length
    lead, points = 0.14 * length, [(x1, y1)]
    step = (length - 2 * lead) / (2 * turns)
    points.append((x1 + lead * ux, y1 + lead * uy))
    for i in range(2 * turns):
        along, across = lead + step * (i + 0.5), half if i % 2 else -half
        points.append((x1 + along * ux - across * uy, y1 + along * uy + across * ux))
    f.poly(points + [(x2 - lead * ux, y2 - lead * uy), (x2, y2)], colour, 1.8)


def cylinder(f, x1, y1, x2, y2, colour, half=6):
    """A hydraulic damper between two points, the tube at the first."""
    length = math.hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / length, (y2 - y1) / length

    def at(along, across):
        return x1 + along * length * ux - across * uy, y1 + along * length * uy + across * ux

    f.line(*at(0, 0), *at(0.2, 0), colour, 2)
    f.poly([at(0.2, half), at(0.65, half), at(0.65, -half), at(0.2, -half)], colour, 1.8, "paper", True)
    f.line(*at(0.65, 0), *at(1, 0), colour, 2)
    for end in (0, 1):
        f.circle(*at(end, 0), 3, colour, 1.6, "paper")


def bellows(f, x, top, bottom, colour, half=26):
    """An air spring."""
    f.poly([(x - half + 6, top), (x + half - 6, top)], colour, 3)
    f.poly([(x - half + 8, bottom), (x + half - 8, bottom)], colour, 3)
    middle = (top + bottom) / 2
    f.ellipse(x, (top + middle) / 2 + 1, half, (middle - top) / 2, colour, 1.8, "paper")
    f.ellipse(x, (middle + bottom) / 2 - 1, half, (bottom - middle) / 2, colour, 1.8, "paper")


def mark(f, x, y, number, colour, to=None):
    if to:
        f.line(x, y, *to, colour, 1, "3 3")
    f.circle(x, y, 11, colour, 1.6, "paper")
    f.text(x, y + 5, str(number), 14, "middle", colour, 600)


def draw_side(f):
    f.text(20, 26, "Bogie from the side", 15, weight=600)
    rail, centre, front, rear = 330, 272, 406, 118
    f.line(20, rail, 505, rail, "ink", 2)
    f.box(30, 44, 465, 66, "ink", 1.6, "fill", 8)
    f.text(262, 82, "car body", 14, "middle", "soft")
    for x in (rear, front):
        f.circle(x, centre, rail - centre, "ink", 1.6, "paper")
        f.box(x - 17, centre - 14, 34, 28, "ink", 1.6, "fill", 4)
    frame = [(60, 196), (464, 196), (464, 216), (330, 216), (306, 236), (218, 236), (194, 216), (60, 216)]
    f.poly(frame, "ink", 1.6, "fill", True)
    f.text(262, 221, "frame", 13, "middle", "soft")
    for x, sense in ((rear, -1), (front, 1)):
        zigzag(f, x, 216, x, centre - 14, "a", 4, 11)
        cylinder(f, x + 42 * sense, 272, x + 42 * sense, 216, "a", 5)
        f.line(x + 17 * sense, 272, x + 42 * sense, 272, "ink", 2.4)
    bellows(f, 262, 110, 196, "b")
    f.line(440, 110, 440, 150, "ink", 2.4)
    f.line(352, 196, 352, 150, "ink", 2.4)
    cylinder(f, 352, 150, 440, 150, "b", 6)
    f.line(150, 110, 150, 254, "ink", 2.4)
    f.line(262, 236, 262, 254, "ink", 2.4)
    f.line(150, 254, 262, 254, "b", 3)
    for x in (150, 262):
        f.circle(x, 254, 4, "b", 1.8, "paper")
    mark(f, 352, 246, 1, "a", (front - 12, 240))
    mark(f, 482, 246, 2, "a", (front + 47, 246))
    mark(f, 205, 150, 3, "b", (240, 150))
    mark(f, 400, 128, 4, "b", (396, 143))
    mark(f, 206, 278, 5, "b", (206, 256))


def draw_section(f):
    f.text(540, 26, "In section", 15, weight=600)
    rail, left, right, middle = 330, 612, 808, 710
    f.box(560, 44, 300, 66, "ink", 1.6, "fill", 8)
    f.text(middle, 82, "car body", 14, "middle", "soft")
    for x, sense in ((left, 1), (right, -1)):
        f.box(x - 7, rail - 112, 14, 110, "ink", 1.6, "paper", 3)
        f.box(x + (7 if sense > 0 else -13), rail - 112, 6, 118, "ink", 1.4, "paper", 2)
        f.box(x - 14, rail - 2, 28, 10, "ink", 1.4, "fill", 2)
    f.box(left - 22, rail - 63, right - left + 44, 12, "ink", 1.6, "paper", 2)
    for x in (646, 774):  # the links of the anti-roll bar
        f.line(x, 110, x, 240, "b", 2.2)
    for x in (left - 30, middle + 34):
        f.box(x, 196, middle - 34 - (left - 30), 20, "ink", 1.6, "fill", 4)
    f.line(646, 240, 774, 240, "b", 3.2)
    for x in (664, 756):
        f.line(x, 216, x, 240, "ink", 2.4)
    for x in (left - 14, right + 14):
        bellows(f, x, 110, 196, "b", 24)
    f.box(middle - 9, 110, 18, 118, "ink", 1.6, "fill", 2)
    for sense in (-1, 1):
        zigzag(f, middle + 34 * sense, 206, middle + 15 * sense, 206, "b", 2, 5)
    f.line(758, 196, 758, 158, "ink", 2.4)
    cylinder(f, 758, 158, 719, 158, "b", 6)
    mark(f, 690, 258, 6, "b", (690, 243))
    mark(f, 740, 132, 7, "b", (740, 152))
    mark(f, 678, 168, 8, "b", (687, 200))


def suspension_parts():
    f = Sheet(880, 430, "The suspension of a bogie and the elements that describe it")
    f.windows = [(0, 0, 520, 350), (520, 0, 360, 350), (0, 350, 440, 80), (440, 350, 440, 80)]
    draw_side(f)
    draw_section(f)
    f.line(520, 10, 520, 345, "line", 1)
    f.line(20, 352, 860, 352, "line", 1)
    for i, (part, element) in enumerate(PARTS):
        x, y = 20 + 440 * (i // 4), 373 + 17 * (i % 4)
        f.text(x, y, f"{i + 1}", 13.5, colour="a" if i < 2 else "b", weight=600)
        f.text(x + 20, y, part, 13.5)
        f.text(x + 240, y, element, 13.5, colour="soft")
    return f
