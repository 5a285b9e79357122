#!/usr/bin/env python3
"""Draws docs/pictures/crossing.svg from results of examples/26-crossing: crossing.py RESULTS

Above: cross sections of wing rail and nose along the crossing. Below: load of the leading left wheel on both.
"""
import importlib.util
import pathlib
import sys

import h5py
import numpy

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools/manual"))
from svg import Sheet  # noqa: E402

AT, WHEEL = 45.0, "wheelset_1/left"
FROM, TO = -0.9, 1.5


def load_panel():
    spec = importlib.util.spec_from_file_location("make_crossing", ROOT / "examples/26-crossing/make_crossing.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read_loads(path):
    """s of the wheelset from the theoretical point; load on the wing rail and on the nose."""
    panel = load_panel()
    with h5py.File(path) as file:
        get = lambda name: numpy.array(file["channels"][f"{WHEEL}/{name}"])  # noqa: E731
        s = numpy.array(file["s"]) + float(panel_offset(file)) - AT
        wing, nose = numpy.zeros_like(s), numpy.zeros_like(s)
        edge = numpy.array([panel.calc_wing_edge(1e3 * x) * 1e-3 for x in s])
        for k in range(1, 5):
            load, y = get(f"patch_{k}/N"), get(f"patch_{k}/y_rail")
            on_wing = y > edge - 1e-3
            wing += numpy.where(on_wing, load, 0.0)
            nose += numpy.where(on_wing, 0.0, load)
        return s, wing, nose, get("Q")


def panel_offset(file):
    """How far the wheelset is before the origin of the vehicle."""
    return 9.5 + 1.28  # half pivot distance and half wheelbase of manchester-1


def draw_sections(f, panel, left, top, width):
    places = [-600.0, -300.0, 0.0, 250.0, 330.0, 450.0, 700.0, 1000.0]
    for k, s in enumerate(places):
        x0, y0 = left + (k + 0.5) * width / len(places), top

        def put(pieces, origin, height, colour):
            points = [panel.tilt(p) for p in panel.list_points(pieces, 12)]
            scale = 0.55
            f.poly([(x0 + scale * (y + origin - 775.0), y0 - scale * (z - panel.TOP + height)) for y, z in points], colour, 1.6)

        if panel.calc_wing_edge(s) < 810.0:  # the wheel's rim
            put(panel.FULL, panel.ORIGIN + panel.calc_wing_edge(s) - 0.5 * panel.GAUGE, panel.calc_wing_lift(s), "a")
        if s >= panel.NOSE_BEGIN * panel.RATE:
            put(panel.list_pieces(panel.calc_nose_width(s)), panel.ORIGIN, panel.calc_nose_drop(s), "b")
        f.text(x0, y0 + 42, f"{s:.0f} mm", 11, "middle", "soft")


def main():
    panel = load_panel()
    s, wing, nose, total = read_loads(sys.argv[1])
    keep = (s >= FROM) & (s <= TO)
    s, wing, nose, total = s[keep], wing[keep], nose[keep], total[keep]
    f = Sheet(860, 430, "Wheel load over a crossing: on the wing rail, on the nose, and together")
    f.text(20, 24, "Cross sections, s from the theoretical point", 13, weight=600)
    draw_sections(f, panel, 20, 60, 820)
    left, right, top, bottom = 60, 840, 150, 390
    most = 20.0 * numpy.ceil(total.max() / 20e3)
    x = lambda v: left + (v - FROM) / (TO - FROM) * (right - left)  # noqa: E731
    y = lambda v: bottom - v / most * (bottom - top)  # noqa: E731
    f.text(20, 132, "Leading left wheel at 80 km/h, kN", 13, weight=600)
    for value in numpy.arange(0.0, most + 1.0, 20.0):
        f.line(left, y(value), right, y(value), "line", 0.7)
        f.text(left - 8, y(value) + 4, f"{value:.0f}", 11, "end", "soft")
    for value in numpy.arange(-0.75, TO + 0.01, 0.25):
        f.line(x(value), bottom, x(value), bottom + 4, "line", 1.0)
        f.text(x(value), bottom + 18, f"{value:g} m", 11, "middle", "soft")
    for values, colour, wide, dash in ((wing, "a", 2.4, ""), (nose, "b", 2.4, ""), (total, "ink", 1.2, "2 5")):  # Q as dots on the rail that carries it
        step = max(1, len(s) // 700)
        f.poly([(x(a), y(1e-3 * b)) for a, b in zip(s[::step], values[::step])], colour, wide, dash=dash)
    f.text(left + 40, top + 14, "wing rail", 12, "start", "a")
    f.text(left + 120, top + 14, "nose", 12, "start", "b")
    f.text(left + 170, top + 14, "Q: their sum, dotted", 12)
    (ROOT / "docs/pictures/crossing.svg").write_text(f.render())


if __name__ == "__main__":
    main()
