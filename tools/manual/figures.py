#!/usr/bin/env python3
"""Draws the figures of the manual to docs/figures. `figures.py --check` only says which are out of date."""
import math
import pathlib
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from suspension_figure import suspension_parts  # noqa: E402
from svg import Sheet  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/figures"


def draw_rail(f, x, y, tilt=0.0, scale=1.0):
    """A rail in section, top at (x, y), turned by tilt (radians, clockwise as seen)."""
    shape = [(-13, 0), (13, 0), (14, 6), (13, 13), (4, 17), (4, 38), (20, 43), (20, 47), (-20, 47), (-20, 43), (-4, 38), (-4, 17), (-13, 13), (-14, 6)]
    c, s = math.cos(tilt) * scale, math.sin(tilt) * scale
    f.poly([(x + c * px - s * py, y + s * px + c * py) for px, py in shape], "ink", 1.5, "fill", True)


def draw_wheel(f, x, y, side, scale=1.0, radius=150):
    """Half a wheel in section above its contact at (x, y); side 1: flange to the right (left wheel)."""
    s = side * scale
    tread = [(-34, -4), (-20, -1.5), (0, 0), (16, 1.5), (23, 8), (28, 22), (33, 26), (39, 23), (44, 10), (44, -18), (8, -30), (8, -radius), (-8, -radius), (-8, -30), (-34, -24)]
    f.poly([(x + s * px, y + scale * py) for px, py in tread], "ink", 1.5, "fill", True)


def track_frame():
    f = Sheet(860, 400, "The track frame: x forward, y left, z up; a left curve has positive curvature; cant raises the outer rail")
    f.windows = [(0, 0, 486, 400), (494, 0, 366, 400)]
    f.text(20, 26, "Plan view", 15, weight=600)
    cx, cy, r = 170, 40, 290
    turn = 62

    def at(radius, angle):
        return cx + radius * math.sin(math.radians(angle)), cy + radius * math.cos(math.radians(angle))

    for offset in (-13, 13):
        points = [(30, cy + r + offset), (cx, cy + r + offset)] + [at(r + offset, a) for a in range(0, turn + 1, 2)]
        f.poly(points, "ink", 2)
    for x in range(36, cx, 16):
        f.line(x, cy + r - 20, x, cy + r + 20, "line", 3)
    for a in [k * 3.2 for k in range(0, 20)]:
        f.line(*at(r - 20, a), *at(r + 20, a), "line", 3)
    f.poly([(30, cy + r), (cx, cy + r)] + [at(r, a) for a in range(0, turn + 1, 2)], "soft", 1.2, dash="7 4")
    a = 34
    ox, oy = at(r, a)
    tx, ty = math.cos(math.radians(a)), -math.sin(math.radians(a))
    f.line(cx, cy, ox, oy, "soft", 1, "3 4")
    f.text(cx + 72, cy + 92, "$R = 1/κ$", 15, colour="soft")
    f.circle(cx, cy, 2.5, "soft", 1, "soft")
    f.arrow(ox, oy, ox + 95 * tx, oy + 95 * ty, "a", 2.5)
    f.text(ox + 74 * tx - 6, oy + 74 * ty - 22, "$x$ forward", 15, "end", "a", halo=True)
    f.arrow(ox, oy, ox + 80 * ty, oy - 80 * tx, "b", 2.5)
    f.text(ox + 84 * ty - 8, oy - 84 * tx - 4, "$y$ left", 15, "end", colour="b")
    f.out(ox, oy, "c")
    f.text(ox + 14, oy + 20, "$z$ up", 15, colour="c")
    f.text(ox - 16, oy + 50, "$T$", 17, halo=True)
    f.arrow(40, cy + r + 42, 150, cy + r + 42, "soft", 1.5)
    f.text(95, cy + r + 60, "chainage $s$, speed $v$", 13, "middle", "soft")
    f.text(34, cy + 200, "$κ > 0$: curve to the left", 14)
    f.text(34, cy + 220, "$ψ > 0$: turned to the left", 14)
    # section
    f.line(490, 10, 490, 390, "line", 1)
    f.text(510, 26, "Section, seen in the running direction", 15, weight=600)
    tilt = 0.16
    lx, rx, mid, base = 560, 800, 680, 270
    half = (rx - lx) / 2
    left = (mid - half * math.cos(tilt), base + half * math.sin(tilt))
    right = (mid + half * math.cos(tilt), base - half * math.sin(tilt))
    for x, y in (left, right):
        draw_rail(f, x, y, -tilt, 0.8)
    f.line(*left, *right, "ink", 1.2, "5 4")
    f.line(*left, right[0] + 6, left[1], "soft", 1, "2 3")
    f.arrow(right[0] + 34, left[1], right[0] + 34, right[1], "d", 1.6, True, 7)
    f.line(right[0] + 4, right[1], right[0] + 40, right[1], "soft", 1)
    f.line(right[0] + 4, left[1], right[0] + 40, left[1], "soft", 1)
    f.text(right[0] + 54, (left[1] + right[1]) / 2 + 5, "$H$", 16, "end", "d")
    f.arc(*left, 180, 0, math.degrees(tilt), "d", 1.5)
    f.text(left[0] + 187, left[1] - 6, "$γ$", 15, colour="d")
    c, s = math.cos(tilt), math.sin(tilt)
    f.arrow(mid, base, mid - 85 * c, base + 85 * s, "b", 2.5)
    f.text(mid - 88 * c + 14, base + 88 * s - 14, "$y$", 16, "end", "b")
    f.arrow(mid, base, mid - 85 * s, base - 85 * c, "c", 2.5)
    f.text(mid - 85 * s - 10, base - 85 * c, "$z$", 16, "end", "c")
    f.into(mid, base, "a")
    f.text(mid - 4, base + 46, "$x$ into the page", 14, "middle", colour="a")
    f.text(left[0], left[1] + 68, "left rail: inner", 13, "middle", "soft")
    f.text(right[0], right[1] + 68, "right rail: outer", 13, "middle", "soft")
    f.text(510, 56, "left curve: the right rail is the outer one", 13.5)
    f.text(510, 78, "cant $H$ > 0 in files: raises the outer rail", 13.5)
    f.text(510, 100, "cant angle $γ = H / 2b$", 13.5)
    f.text(510, 122, "$2b$: distance of the contact points", 13.5)
    return f


def body_angles():
    f = Sheet(860, 300, "Roll, pitch and yaw of a body, positive senses")
    f.windows = [(0, 0, 285, 300), (295, 0, 285, 300), (585, 0, 275, 300)]
    for x, title in ((20, "Roll $φ$ about $x$: left side up"), (310, "Pitch $χ$ about $y$: nose down"), (600, "Yaw $ψ$ about $z$: nose left")):
        f.text(x, 26, title, 15, weight=600)
    f.text(20, 46, "seen from behind", 13, colour="soft")
    f.text(310, 46, "seen from the right-hand side", 13, colour="soft")
    f.text(600, 46, "seen from above", 13, colour="soft")

    def turned(cx, cy, w, h, degrees):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return [(cx + c * x - s * y, cy + s * x + c * y) for x, y in ((-w, -h), (w, -h), (w, h), (-w, h))]

    # roll: x into the page; positive turns left (page left) up: clockwise
    cx, cy = 130, 175
    f.poly(turned(cx, cy, 62, 52, 0), "line", 1.5, "none", True, "5 4")
    f.poly(turned(cx, cy, 62, 52, 10), "ink", 1.8, "fill", True)
    f.arrow(cx, cy, cx - 108, cy, "b", 2.2)
    f.text(cx - 110, cy - 8, "$y$", 16, colour="b")
    f.arrow(cx, cy, cx, cy - 105, "c", 2.2)
    f.text(cx + 8, cy - 98, "$z$", 16, colour="c")
    f.into(cx, cy, "a")
    f.text(cx + 12, cy + 20, "$x$", 16, colour="a")
    f.arc(cx, cy, 84, 168, 118, "d", 2.2, True)
    f.text(cx - 72, cy - 64, "$φ$", 18, colour="d")
    # pitch: seen from the right, x to the right, y into the page; positive: nose down, clockwise
    cx = 430
    f.poly(turned(cx, cy, 88, 40, 0), "line", 1.5, "none", True, "5 4")
    f.poly(turned(cx, cy, 88, 40, 9), "ink", 1.8, "fill", True)
    f.arrow(cx, cy, cx + 132, cy, "a", 2.2)
    f.text(cx + 122, cy - 9, "$x$", 16, colour="a")
    f.arrow(cx, cy, cx, cy - 105, "c", 2.2)
    f.text(cx - 8, cy - 98, "$z$", 16, "end", "c")
    f.into(cx, cy, "b")
    f.text(cx - 12, cy + 20, "$y$", 16, "end", "b")
    f.arc(cx, cy, 92, 68, 22, "d", 2.2, True)
    f.text(cx + 72, cy - 70, "$χ$", 18, colour="d")
    # yaw: from above, x to the right, y up the page; positive: counter-clockwise
    cx = 720
    f.poly(turned(cx, cy, 88, 36, 0), "line", 1.5, "none", True, "5 4")
    f.poly(turned(cx, cy, 88, 36, -10), "ink", 1.8, "fill", True)
    f.arrow(cx, cy, cx + 126, cy, "a", 2.2)
    f.text(cx + 116, cy + 20, "$x$", 16, colour="a")
    f.arrow(cx, cy, cx, cy - 105, "b", 2.2)
    f.text(cx - 8, cy - 98, "$y$", 16, "end", "b")
    f.out(cx, cy, "c")
    f.text(cx - 12, cy + 20, "$z$", 16, "end", "c")
    f.arc(cx, cy, 96, 14, 62, "d", 2.2, True)
    f.text(cx + 78, cy - 66, "$ψ$", 18, colour="d")
    return f


def wheel_forces():
    f = Sheet(590, 496, "Wheel forces on the rails: Q down, Y to the left, on both rails alike")
    f.text(20, 26, "Forces of the wheels on the rails, seen in the running direction", 15, weight=600)
    lx, rx, y = 156, 400, 250
    f.line(lx - 42, y - 128, rx + 42, y - 128, "ink", 1.2, "9 4 2 4")
    for x, side in ((lx, 1), (rx, -1)):
        draw_rail(f, x, y, 0, 1.35)
        draw_wheel(f, x, y, side, 1.0, 135)
    f.box(lx + 8, y - 136, rx - lx - 16, 16, "ink", 1.5, "fill", 2)
    for x, name, sign in ((lx, "l", 1), (rx, "r", -1)):
        f.arrow(x, y + 2, x, y + 122, "a", 3, size=11)
        f.text(x + 10 * sign, y + 120, f"$Q_{name} > 0$", 17, "start" if sign > 0 else "end", "a", halo=True)
        f.arrow(x, y + 8, x - 92, y + 8, "b", 3, size=11)
        f.text(x - 98, y + 13, f"$Y_{name} > 0$", 17, "end", "b", halo=True)
    f.text(lx - 60, y - 60, "left wheel", 14, "end", "soft")
    f.text(rx + 60, y - 60, "right wheel", 14, colour="soft")
    mx = (lx + rx) / 2
    f.arrow(mx + 45, y + 64, mx - 55, y + 64, "d", 3, size=11)
    f.text(mx, y + 52, "$ΣY = Y_l + Y_r$", 17, "middle", "d")
    f.text(mx, y + 84, "on the track, to the left", 13, "middle", "soft")
    # axes
    ax, ay = 540, 116
    f.arrow(ax, ay, ax - 52, ay, "b", 2)
    f.text(ax - 56, ay + 5, "$y$", 16, "end", "b")
    f.arrow(ax, ay, ax, ay - 52, "c", 2)
    f.text(ax + 8, ay - 42, "$z$", 16, colour="c")
    f.into(ax, ay, "a")
    f.text(ax + 12, ay + 18, "$x$", 16, colour="a")
    f.text(20, 60, "axes of the track frame $T$ (they follow the cant)", 13, colour="soft")
    f.line(20, 394, 570, 394, "line", 1)
    f.text(20, 418, "Channel YQ is > 0 where the wheel presses its rail outward, on both sides.", 14)
    f.text(20, 440, "left wheel:  YQ = $+Y/Q$", 14)
    f.text(250, 440, "right wheel:  YQ = $−Y/Q$", 14)
    f.text(20, 462, "In a left curve the right wheel is the outer one.", 14)
    f.text(20, 484, "It presses its rail to the right: $Y_r$ < 0, YQ > 0.", 14)
    return f


def contact_frame():
    f = Sheet(860, 380, "Contact axes, contact angle, creepages and creep forces")
    f.windows = [(0, 0, 446, 380), (454, 0, 406, 380)]
    f.text(20, 26, "Left wheel on its flange, seen ahead", 15, weight=600)
    x, y = 235, 205
    draw_rail(f, x - 38, y - 26, 0, 2.6)
    wheel = [(-150, -62), (-60, -34), (-10, -28), (6, -10), (24, 44), (44, 66), (70, 60), (86, 10), (86, -70), (10, -110), (10, -165), (-60, -165), (-60, -110), (-150, -100)]
    f.poly([(x + a, y + b) for a, b in wheel], "ink", 1.5, "fill", True)
    px, py = x + 4, y - 12
    gamma = math.radians(58)
    c, s = math.cos(gamma), math.sin(gamma)
    f.line(px - 96 * c, py - 96 * s, px + 80 * c, py + 80 * s, "soft", 1.2, "6 4")
    f.line(px - 118, py, px + 20, py, "soft", 1, "2 3")
    f.arc(px, py, 66, 180, 180 - 58, "d", 2)
    f.text(px - 78, py - 26, "$γ$", 18, "end", colour="d", halo=True)
    f.arrow(px, py, px + 105 * s, py - 105 * c, "c", 2.6)
    f.text(px + 105 * s + 6, py - 105 * c + 2, "$z$ normal", 15, colour="c", halo=True)
    f.arrow(px, py, px - 96 * c, py - 96 * s, "b", 2.6)
    f.text(px - 96 * c - 8, py - 96 * s + 2, "$y$", 17, "end", "b", halo=True)
    f.into(px, py, "a")
    f.text(px + 14, py + 26, "$x$", 16, colour="a", halo=True)
    f.text(20, 348, "$γ > 0$ where the contact leans to the flange, on both wheels", 14)
    f.text(20, 368, "force on the wheel:  $N$ along $z$,  $f_x$, $f_y$,  moment $m_z$", 14)
    f.line(450, 10, 450, 370, "line", 1)
    f.text(470, 26, "The patch, seen along $−z$ (from the wheel)", 15, weight=600)
    ox, oy = 640, 170
    f.ellipse(ox, oy, 105, 66, "ink", 1.8, "fill")
    f.arrow(ox, oy, ox + 170, oy, "a", 2.2)
    f.text(ox + 158, oy + 20, "$x$ rolling", 14, "middle", "a")
    f.arrow(ox, oy, ox, oy - 120, "b", 2.2)
    f.text(ox + 8, oy - 112, "$y$", 16, colour="b")
    f.out(ox, oy, "c")
    f.text(ox - 12, oy + 18, "$z$", 16, "end", "c")
    f.arrow(ox - 105, oy + 82, ox, oy + 82, "soft", 1.2, True, 7)
    f.text(ox - 52, oy + 98, "$a$", 15, "middle", "soft")
    f.arrow(ox - 122, oy, ox - 122, oy - 66, "soft", 1.2, True, 7)
    f.text(ox - 130, oy - 28, "$b$", 15, "end", "soft")
    f.arrow(ox + 12, oy - 18, ox + 72, oy - 18, "d", 3)
    f.text(ox + 40, oy - 26, "$ν_x$", 16, "middle", "d")
    f.arrow(ox - 22, oy - 6, ox - 22, oy - 52, "d", 3)
    f.text(ox - 30, oy - 34, "$ν_y$", 16, "end", "d")
    f.arc(ox, oy, 40, -70, -10, "d", 2.4, True)
    f.text(ox + 44, oy + 40, "$ν_s$", 16, "middle", "d")
    f.text(470, 300, "creepage: slip of the wheel on the rail over $V$", 14)
    f.text(470, 322, "$ν_x$ > 0: braked wheel,  then  $f_x$ < 0", 14)
    f.text(470, 344, "$ν_y$ > 0: wheel slides to the left,  then  $f_y$ < 0", 14)
    f.text(470, 366, "$ν_s = ω·z / V$  [1/m]: spin creepage", 14)
    return f


def creepages():
    f = Sheet(860, 290, "What makes creepage: braking, yaw, and the contact angle")
    f.windows = [(0, 0, 300, 290), (300, 0, 290, 290), (590, 0, 270, 290)]
    f.text(20, 26, "Braked wheel: $ν_x$ > 0", 15, weight=600)
    f.line(30, 220, 260, 220, "ink", 2.5)
    f.circle(140, 140, 80, "ink", 1.8, "fill")
    f.circle(140, 140, 3, "ink", 1, "ink")
    f.arrow(140, 140, 245, 140, "a", 2.4)
    f.text(226, 130, "$V$", 16, colour="a")
    f.arc(140, 140, 50, 130, 50, "c", 2.2, True)
    f.text(140, 106, "$ω$", 16, "middle", "c")
    f.arrow(140, 208, 188, 208, "d", 3)
    f.text(192, 204, "$ν_x$", 16, colour="d")
    f.arrow(140, 233, 76, 233, "b", 3)
    f.text(66, 240, "$f_x$", 16, "end", "b")
    f.text(20, 274, "$ν_x = (V − ω r) / V$", 15)
    f.text(310, 26, "Yawed wheelset, rolling along $x$", 15, weight=600)
    for y in (80, 200):
        f.line(310, y, 560, y, "ink", 2.5)
    a = math.radians(-11)
    c, s = math.cos(a), math.sin(a)

    def turn(x, y):
        return 420 + c * x - s * y, 140 + s * x + c * y

    f.poly([turn(-4, -78), turn(4, -78), turn(4, 78), turn(-4, 78)], "ink", 1.5, "fill", True)
    for yy in (-60, 60):
        f.poly([turn(-36, yy - 7), turn(36, yy - 7), turn(36, yy + 7), turn(-36, yy + 7)], "ink", 1.5, "fill", True)
    f.arrow(420, 140, 545, 140, "a", 2.4)
    f.text(530, 160, "$V$", 16, colour="a")
    f.line(420, 140, *turn(110, 0), "soft", 1.2, "5 4")
    f.arc(420, 140, 96, 0, 11, "d", 2, True)
    f.text(522, 118, "$ψ$", 16, colour="d")
    px, py = turn(0, 60)
    f.arrow(px - 14, py, px - 14, py + 42, "d", 3)
    f.text(px - 20, py + 44, "$ν_y$ < 0", 15, "end", "d")
    f.arrow(px + 8, py, px + 8, py - 46, "b", 3)
    f.text(px + 14, py - 28, "$f_y$ > 0", 15, "start", "b")
    f.text(310, 274, "$ν_y = (v_y / V − ψ) / \\cos γ$".replace("\\cos", "cos"), 15)
    f.text(600, 26, "Coned wheel: spin creepage", 15, weight=600)
    draw_rail(f, 730, 214, 0.0, 0.62)
    f.poly([(690, 206), (770, 220), (770, 78), (690, 92)], "ink", 1.8, "fill", True)
    f.line(640, 149, 820, 149, "soft", 1.2, "9 4 2 4")
    f.arrow(760, 149, 640, 149, "c", 2.4)
    f.text(646, 140, "$ω$ along $y$", 14, colour="c")
    n = math.radians(80)
    f.line(676, 203.5, 800, 225, "soft", 1, "3 3")
    f.arrow(730, 213, 730 + 70 * math.cos(n), 213 - 70 * math.sin(n), "d", 2.4)
    f.text(748, 176, "$z$", 16, colour="d")
    f.text(600, 46, "left wheel, seen in the running direction", 12, colour="soft")
    f.text(600, 274, "left: $ν_s ≈ −$sin$γ / r$,  right: $+$", 15)
    return f


def data_flow():
    f = Sheet(860, 330, "The way the data goes: files, descriptions, model, system, results")
    f.windows = [(0, 20, 510, 230), (510, 60, 350, 245)]

    def stage(x, y, w, title, *lines, colour="ink"):
        f.box(x, y, w, 34 + 17 * len(lines), colour)
        f.text(x + w / 2, y + 23, title, 15 if len(title) < 13 else 13.5, "middle", weight=600)
        for i, line in enumerate(lines):
            f.text(x + w / 2, y + 42 + 17 * i, line, 12.5, "middle", "soft")

    for i, name in enumerate(("scenario.toml", "vehicle.toml", "track.toml", "profiles")):
        f.box(16, 36 + 44 * i, 118, 32, "a", 1.5, "paper")
        f.text(75, 57 + 44 * i, name, 13.5, "middle", "a")
    f.arrow(140, 118, 176, 118)
    stage(180, 76, 140, "Description", "checked, SI units,", "knows its lines")
    f.arrow(324, 118, 356, 118)
    stage(360, 76, 130, "Model, System", "never change,", "shared by threads")
    f.arrow(494, 118, 526, 118)
    stage(530, 76, 130, "State", "t, q, u, z:", "what is integrated")
    f.arrow(664, 118, 696, 118)
    stage(700, 76, 144, "Channels", "name, unit, axes,", "one sentence each")
    stage(530, 196, 130, "Workspace", "one per thread")
    f.arrow(580, 148, 580, 192, size=7)
    f.arrow(610, 192, 610, 148, size=7)
    f.arrow(772, 148, 772, 192)
    stage(700, 196, 144, "results.h5", "with all inputs", colour="a")
    f.arrow(772, 248, 772, 274, "soft", 1.5)
    f.text(844, 292, "report, plot, export, Python, MATLAB", 13, "end")
    f.arrow(425, 148, 425, 192)
    f.text(425, 212, "equilibrium, eigen,", 13, "middle")
    f.text(425, 230, "critical-speed, bifurcation", 13, "middle")
    f.text(250, 172, "faults are reported", 12.5, "middle", "soft")
    f.text(250, 188, "with file, line and caret", 12.5, "middle", "soft")
    return f


def spring(f, x1, x2, y, colour="ink", turns=5, height=9):
    lead = 10
    points = [(x1, y), (x1 + lead, y)]
    step = (x2 - x1 - 2 * lead) / (2 * turns)
    for i in range(2 * turns):
        points.append((x1 + lead + step * (i + 0.5), y + (height if i % 2 else -height)))
    f.poly(points + [(x2 - lead, y), (x2, y)], colour, 1.6)


def dashpot(f, x1, x2, y, colour="ink", height=10):
    mid = (x1 + x2) / 2
    f.line(x1, y, mid - 12, y, colour)
    f.poly([(mid + 14, y - height), (mid - 12, y - height), (mid - 12, y + height), (mid + 14, y + height)], colour)
    f.line(mid + 2, y - height + 3, mid + 2, y + height - 3, colour, 2.5)
    f.line(mid + 2, y, x2, y, colour)


def elements():
    rows = [
        ("spring-damper", "$F = P − K (d − d_0) − C v$", "per axis $x, y, z$ of the first body"),
        ("piecewise", "$F = −(f_s(x) + f_d(v)) n$", "curves by points, linear between"),
        ("rod", "$F = −(P + k (l − l_0) + c v) n$", "along the line of its two points"),
        ("bushing", "$(F, M) = P − K (d − d_0, θ) − C (v, w)$", "6 × 6 matrices"),
        ("series-damper", "$F = P − k_p x − k (x − z)$,  $c z' = k (x − z)$", "per axis; $z$: own state"),
        ("damper", "$F = −k (x − z) n$,  $f_d(z') = k (x − z)$", "damper in series with its mounts"),
        ("torsion", "$M = −(k θ_n + c w_n) n$", "anti-roll bar"),
        ("shaft", "$M = −(k z + c w_y) e_y$,  $z' = w_y$", "turns with the axle"),
        ("bump-stop", "$F = −(k p + k_3 p^3 + c\u2009b v) n$", "$p$: compression of the stop; $b$: 0 to 1 over the width"),
        ("friction", "$F = −k z n$,  $z' = v − |v| k z / F_c$", "Dahl: Coulomb with a stiffness"),
        ("force-time", "$F(t), M(t)$", "given over time"),
    ]
    height = 58
    f = Sheet(960, 40 + height * len(rows), "Suspension elements: symbols and equations")
    f.text(20, 24, "A: first body", 13, colour="soft")
    f.text(212, 24, "B: second body;  $F$ and $M$ act on B,  the opposite acts on A", 13, colour="soft")
    for i, (name, law, note) in enumerate(rows):
        y = 62 + height * i
        f.line(20, y + 29, 940, y + 29, "line", 0.8)
        for x in (28, 192):
            f.line(x, y - 18, x, y + 18, "ink", 2.5)
        draw_symbol(f, name, 28, 192, y)
        f.text(232, y + 5, name, 15, weight=600)
        f.text(368, y + 5, law, 16)
        f.text(940, y + 5, note, 13, "end", "soft")
    return f


def draw_symbol(f, name, a, b, y):
    m = (a + b) / 2
    if name in ("spring-damper", "bushing"):
        spring(f, a, b, y - 9, height=7)
        dashpot(f, a, b, y + 10, height=7)
        if name == "bushing":
            f.arc(m, y, 24, 150, 30, "d", 1.6, True)
    elif name == "piecewise":
        f.line(a, y, m - 26, y)
        f.box(m - 26, y - 16, 52, 32, "ink", 1.5, "paper", 2)
        f.poly([(m - 20, y + 12), (m - 8, y + 3), (m + 8, y - 3), (m + 20, y - 12)], "d", 2)
        f.line(m + 26, y, b, y)
    elif name == "rod":
        f.line(a + 5, y, m - 24, y, width=3)
        spring(f, m - 30, m + 30, y, height=6, turns=3)
        f.line(m + 24, y, b - 5, y, width=3)
        for x in (a + 5, b - 5):
            f.circle(x, y, 4, fill="paper")
    elif name == "series-damper":
        spring(f, a, b, y - 10, height=6)
        spring(f, a, m, y + 10, height=6, turns=3)
        dashpot(f, m, b, y + 10, height=7)
        f.circle(m, y + 10, 3, "d", 1, "d")
    elif name == "damper":
        spring(f, a, m, y, height=7, turns=3)
        dashpot(f, m, b, y, height=9)
        f.circle(m, y, 3, "d", 1, "d")
    elif name == "torsion":
        f.line(a, y, b, y, width=3)
        for x, sense in ((m - 30, 1), (m + 30, -1)):
            f.arc(x, y, 14, 150 if sense > 0 else 30, 30 if sense > 0 else 150, "d", 1.8, True)
    elif name == "shaft":
        f.box(a, y - 5, b - a, 10, r=0)
        f.arc(m, y, 17, 140, 40, "d", 1.8, True)
    elif name == "bump-stop":
        f.line(a, y, a + 50, y)
        f.line(a + 50, y - 10, a + 50, y + 10, width=3)
        spring(f, m + 12, b, y, height=8, turns=3)
        f.line(m + 12, y - 10, m + 12, y + 10, width=3)
        f.arrow(a + 52, y + 15, m + 10, y + 15, "d", 1.2, True, 6)
    elif name == "friction":
        spring(f, a, m - 6, y, height=7, turns=3)
        f.line(m - 6, y - 8, m - 6, y + 2)
        f.box(m - 6, y - 7, 34, 9, r=0)
        f.line(m - 14, y + 5, m + 44, y + 5, width=2.5)
        f.line(m + 44, y + 5, m + 44, y)
        f.line(m + 44, y, b, y)
    elif name == "force-time":
        f.arrow(a + 20, y, b - 4, y, "d", 3)
        f.text(m, y - 8, "$F(t)$", 14, "middle", "d")


def transitions():
    f = Sheet(860, 320, "Shapes of transition curves: curvature and its slope over the length")
    f.windows = [(0, 0, 430, 320), (430, 0, 430, 320)]
    shapes = [("clothoid", "ink", lambda u: u), ("helmert-curve", "a", lambda u: 2 * u * u if u < 0.5 else 1 - 2 * (1 - u) ** 2),
              ("bloss-curve", "b", lambda u: 3 * u ** 2 - 2 * u ** 3), ("sine-curve", "c", lambda u: u - math.sin(2 * math.pi * u) / (2 * math.pi)),
              ("polynomial, degree 7", "d", lambda u: 35 * u ** 4 - 84 * u ** 5 + 70 * u ** 6 - 20 * u ** 7)]
    for left, title, top in ((60, "$f(u)$: curvature and cant", 1.0), (480, "$f'(u)$: how fast they change", 2.3)):
        f.text(left, 26, title, 15, weight=600)
        f.line(left, 270, left + 300, 270, "soft")
        f.line(left, 270, left, 50, "soft")
        f.text(left + 300, 290, "$u = s / L$", 14, "end", "soft")
        for tick in ([0, 1] if top == 1.0 else [0, 1, 2]):
            y = 270 - 210 * tick / top
            f.line(left - 4, y, left, y, "soft")
            f.text(left - 8, y + 5, str(tick), 13, "end", "soft")
    for name, colour, shape in shapes:
        us = [i / 100 for i in range(101)]
        f.poly([(60 + 300 * u, 270 - 210 * shape(u)) for u in us], colour, 2)
        e = 1e-5
        slope = [(480 + 300 * u, 270 - 210 / 2.3 * (shape(min(1, u + e)) - shape(max(0, u - e))) / (min(1, u + e) - max(0, u - e))) for u in us]
        if name == "clothoid":
            slope = [(480, 270)] + slope + [(780, 270)]
        f.poly(slope, colour, 2)
    for i, (name, colour, _) in enumerate(shapes):
        f.line(228, 168 + 20 * i, 252, 168 + 20 * i, colour, 3)
        f.text(260, 173 + 20 * i, name, 13)
    return f


FIGURES = {"track-frame": track_frame, "body-angles": body_angles, "wheel-forces": wheel_forces, "contact-frame": contact_frame,
           "creepages": creepages, "data-flow": data_flow, "elements": elements, "transitions": transitions, "suspension-parts": suspension_parts}


def main():
    FOLDER.mkdir(exist_ok=True)
    stale = []
    for name, draw in FIGURES.items():
        path, text = FOLDER / f"{name}.svg", draw().render()
        if not path.exists() or path.read_text() != text:
            stale.append(path.name)
            if "--check" not in sys.argv:
                path.write_text(text)
    if "--check" in sys.argv and stale:
        print("out of date, run tools/manual/figures.py: " + ", ".join(stale))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
