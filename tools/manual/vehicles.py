#!/usr/bin/env python3
"""Draws each vehicle of models/ as a short run describes it: bodies, wheelsets, suspension elements, from the side and
from above, to docs/figures/vehicle-*.svg. Needs the program and h5py.

    tools/manual/vehicles.py [PROGRAM]
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import h5py  # noqa: E402
from svg import Sheet  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
EXAMPLES = {"hunting-wheelset": "01-hunting-wheelset", "cooperrider": "20-cooperrider", "manchester-1": "10-coach-curve", "two-coaches": "15-two-cars",
            "crh380a": "10-coach-curve", "freight-25t": "14-twist", "hsfv1": "21-freight-map", "mk3": "22-coach-map",
            "ml95": "12-metro-curve-165", "zilina-34": "30-zilina-decay", "bobo-84t": "16-locomotive"}


def read_table(group):
    def clean(value):
        return value.decode() if isinstance(value, bytes) else float(value)

    columns = {name: [clean(v) for v in data[:]] for name, data in group.items()}
    return [dict(zip(columns, row)) for row in zip(*columns.values())]


def read_model(program, name, example):
    other = ROOT / f"models/vehicles/{name}/vehicle.toml"
    sets = ["--set", f"vehicle={other}"] if name == "crh380a" else []  # no example of its own
    if name == "ml95":  # its example runs the load case "low", whose car body does not look like one
        position = tomllib.loads(other.read_text())["bodies"]["car_body"]["position"]
        sets = ["--set", f"vehicle.load_cases.low.bodies.car_body.position={position}"]
    with tempfile.TemporaryDirectory() as folder:
        results = f"{folder}/r.h5"
        subprocess.run([program, "run", str(ROOT / "examples" / example / "scenario.toml"), "-q", "-o", results, "--set", "run.duration=0.001",
                        "--set", "run.start=nominal", *sets], check=True, capture_output=True)
        with h5py.File(results) as file:
            model = file["model"]
            bodies = [b for b in read_table(model["bodies"]) if b["kind"] != "track"]
            elements = read_table(model["elements"]) if "elements" in model and len(model["elements"]) else []
            return model["bodies"].attrs.get("vehicle", b""), bodies, elements


def colour_of(element, kinds):
    ends = {kinds.get(element["first"], "track"), kinds.get(element["second"], "track")}
    if "track" in ends:
        return "soft"
    if "wheelset" in ends:
        return "a"
    return "d" if kinds["car"] == 2 and ends == {"car"} else "b"


class View:
    """Maps x (and y or z) of the vehicle to the sheet; forward is to the right."""

    def __init__(self, sheet, bodies, elements, axis, top, height, low, high):
        xs = [b["x"] for b in bodies] + [e[end + "_x"] for e in elements for end in ("first", "second")]
        left, right = min(xs) - 1.6, max(xs) + 1.6
        self.middle = (left + right) / 2
        self.sheet, self.axis, self.low, self.span = sheet, axis, low, high - low
        self.scale = min((sheet.width - 60) / (right - left), height / (high - low))
        self.fit(top, self.scale)

    def fit(self, top, scale):
        """Puts the view below `top` in this scale; returns its lower edge. Long vehicles are drawn smaller and need less height."""
        height, self.scale = scale * self.span, scale
        self.x0 = self.sheet.width / 2 - scale * self.middle
        self.y0 = top + height + self.scale * self.low
        return top + height

    def at(self, x, other):
        return self.x0 + self.scale * x, self.y0 - self.scale * other


def reach(body, elements, pad, cars):
    """How far along the body its elements attach; what couples cars does not count."""
    own = [e for e in elements if not {e["first"], e["second"]} <= cars]
    xs = [e[end + "_x"] for e in own for end in ("first", "second") if e[end] == body["name"]]
    return (min([body["x"], *xs]) - pad, max([body["x"], *xs]) + pad)


def draw_bodies(view, bodies, elements, cars):
    f, above = view.sheet, view.axis == "y"
    order = sorted(bodies, key=lambda b: -b["mass"])
    for body in order:
        if body["kind"] == "wheelset":
            continue
        is_car = body["name"] in cars
        low, high = reach(body, elements, 1.4 if is_car else 0.45, cars)
        half = (1.35 if is_car else 1.15) if above else (min(0.75, body["z"] - 0.5) if is_car else 0.14)
        centre = 0.0 if above else body["z"]
        if body["mass"] < 100 and not is_car:
            half = 0.1
        x1, y1 = view.at(low, centre + half)
        x2, y2 = view.at(high, centre - half)
        f.box(x1, y1, x2 - x1, y2 - y1, "ink" if is_car else "c", 1.6, "fill" if not above or not is_car else "none", 8 if is_car else 4)
    for body in bodies:
        if body["kind"] != "wheelset":
            continue
        r = view.scale * body["radius"]
        x, z = view.at(body["x"], body["z"])
        if not above:
            f.circle(x, z, r, "ink", 1.8, "paper")
            f.circle(x, z, 2, "ink", 1, "ink")
            continue
        x1, y1 = view.at(body["x"] - 0.08, 1.0)
        x2, y2 = view.at(body["x"] + 0.08, -1.0)
        f.box(x1, y1, x2 - x1, y2 - y1, "ink", 1.2, "paper", 1)
        for side in (0.75, -0.75):
            x1, y1 = view.at(body["x"] - body["radius"], side + 0.07)
            x2, y2 = view.at(body["x"] + body["radius"], side - 0.07)
            f.box(x1, y1, x2 - x1, y2 - y1, "ink", 1.4, "paper", 1)


def draw_elements(view, bodies, elements, kinds):
    f = view.sheet
    cars = {name for name, kind in kinds.items() if kind == "car"}
    for element in elements:
        colour = colour_of(element, kinds)
        for end in ("first", "second") if {element["first"], element["second"]} <= cars else ():  # from the coupler to the end of its car
            low, high = reach(next(b for b in bodies if b["name"] == element[end]), elements, 1.4, cars)
            x, height = element[end + "_x"], element[end + "_" + view.axis]
            f.line(*view.at(x, height), *view.at(min(max(x, low), high), height), "ink", 1.2)
        x1, y1 = view.at(element["first_x"], element["first_" + view.axis])
        x2, y2 = view.at(element["second_x"], element["second_" + view.axis])
        f.line(x1, y1, x2, y2, colour, 2.6)
        for x, y in ((x1, y1), (x2, y2)):
            f.circle(x, y, 3.2, colour, 1.2, colour)


def draw(name, title, bodies, elements):
    heavy = max(b["mass"] for b in bodies)
    others = [b for b in bodies if b["kind"] != "wheelset"]
    cars = {b["name"] for b in others if b["mass"] > 0.4 * heavy and b["z"] > 1.0}
    kinds = {b["name"]: ("wheelset" if b["kind"] == "wheelset" else "car" if b["name"] in cars else "frame") for b in bodies}
    kinds["car"] = len(cars)
    groups = group_links(bodies, elements)
    deepest = max([len(words) for _, words in groups] + [1])
    f = Sheet(860, 100, f"{title}: bodies and suspension elements, from the side and from above")
    f.text(20, 26, title, 17, weight=600)
    f.text(840, 26, "forward →", 16, "end", "soft")
    top = max([b["z"] for b in bodies]) + 0.9
    side = View(f, bodies, elements, "z", 44, 150, 0.0, top)
    above = View(f, bodies, elements, "y", 44, 130, -1.5, 1.5)
    scale = min(side.scale, above.scale)  # both views alike, one below the other
    ground = side.fit(44, scale)
    x1, y1 = side.at(-1000, 0)
    f.line(20, y1, 840, y1, "ink", 2.2)
    draw_bodies(side, bodies, elements, cars)
    draw_elements(side, bodies, elements, kinds)
    legend = above.fit(ground + 24, scale) + 30
    for rail in (0.75, -0.75):
        y = above.at(0, rail)[1]
        f.line(20, y, 840, y, "line", 1.6)
    draw_bodies(above, bodies, elements, cars)
    draw_elements(above, bodies, elements, kinds)
    x = 20
    for colour, word in (("a", "primary"), ("b", "secondary"), ("d", "between cars"), ("soft", "to the track")):
        if any(colour_of(e, kinds) == colour for e in elements):
            f.line(x, legend, x + 22, legend, colour, 3)
            f.text(x + 28, legend + 5, word, 16)
            x += 145
    f.text(840, legend + 5, f"bodies: {len(bodies)}, elements: {len(elements)}", 16, "end", "soft")
    draw_links(f, bodies, groups, kinds, legend + 56, 15 * deepest)
    f.height = int(f.last + 40)
    f.windows = [(0, 0, 860, legend + 14), (f.middle, legend + 40, 860 - f.middle, f.height - legend - 40)]
    return f


def group_links(bodies, elements):
    """For each pair of bodies its elements' names, left and right together."""
    pairs = {}
    for e in elements:
        pair = pairs.setdefault((e["first"], e["second"]), {})
        words = re.sub(r"_(left|right)$", "", e["name"])
        for body in sorted((b["name"] for b in bodies), key=len, reverse=True):
            words = words.removeprefix(body + "_")
        words = re.sub(r"_(\d|front|rear)(?=_|$)", "", re.sub(r"^car_\d_", "", words)).replace("_", " ")
        pair[words] = pair.get(words, 0) + 1
    return [(pair, [w + (f" × {n}" if n > 1 else "") for w, n in words.items()]) for pair, words in pairs.items()]


def find_levels(bodies, groups, kinds):
    """The row of each body: cars on top, wheelsets at the bottom, the others by how many links they are from a car."""
    levels = {b["name"]: 0 for b in bodies if kinds[b["name"]] == "car"}
    others = [b["name"] for b in bodies if kinds[b["name"]] == "frame"]
    for _ in others:
        for pair, _ in groups:
            for near, far in (pair, pair[::-1]):
                if near in levels and far in others and far not in levels:
                    levels[far] = levels[near] + 1
    for name in others:
        levels.setdefault(name, 1 if levels else 0)
    last = max(levels.values(), default=-1) + 1
    levels.update({b["name"]: last for b in bodies if kinds[b["name"]] == "wheelset"})
    return levels


def place_bodies(bodies, levels, top, step, span):
    places = {}
    for level in sorted(set(levels.values())):
        row = sorted((b for b in bodies if levels[b["name"]] == level), key=lambda b: (b["x"], -b["y"]))
        for i, body in enumerate(row):
            places[body["name"]] = (20 + span * (i + 0.5) / len(row), top + step * level)
    return places


def place_labels(groups, places, kinds):
    """(x, y, width, words, colour) of the elements' names: beside the line where the last of them stands, once for connections alike."""
    labels = []
    for (first, second), words in groups:
        a, b = places.get(first), places.get(second)
        if a is None or b is None or words in [label[3] for label in labels]:
            continue
        x, y = (a[0] + b[0]) / 2, (a[1] + b[1]) / 2 - 7 * (len(words) - 1) + 4
        width = 6.6 * max(len(word) for word in words)
        if a[1] == b[1]:
            x -= width / 2
        else:
            along = (y + 14 * (len(words) - 1) + 4 - a[1]) / (b[1] - a[1])
            x = max(x, a[0] + along * (b[0] - a[0])) + 12
        labels.append((x, y, width, words, colour_of({"first": first, "second": second}, kinds)))
    return labels


def draw_links(f, bodies, groups, kinds, top, room):
    """Who is connected with whom, and by what."""
    f.line(20, top - 38, 840, top - 38, "line", 1)
    f.text(20, top - 20, "Connections", 13, colour="soft")
    top += 14
    levels = find_levels(bodies, groups, kinds)
    for span in range(820, 600, -20):  # room at the right, or names would stand on lines
        places = place_bodies(bodies, levels, top, 55 + room, span)
        labels = place_labels(groups, places, kinds)
        if all(x + width <= 850 for x, _, width, _, _ in labels):
            break
    f.last = max(y for _, y in places.values())
    cars = sorted(x for x, y in places.values() if y == top)
    f.middle = int(cars[0] - 75 if len(cars) == 1 else sum(cars[-2:]) / 2)  # what is on the right of it is one running gear, or one vehicle
    for (first, second), words in groups:
        colour = colour_of({"first": first, "second": second}, kinds)
        a, b = places.get(first), places.get(second)
        if a is None or b is None:  # held by the track frame
            x, y = b or a
            f.line(x, y, x, y - 30, colour, 2.5)
            f.text(x + 8, y - 20, ", ".join(words) + " (track)", 11.5, "start", colour, halo=True)
        else:
            f.line(*a, *b, colour, 2.5)
    for x, y, _, words, colour in labels:
        for i, word in enumerate(words):
            f.text(x, y + 14 * i, word, 11.5, "start", colour, halo=True)
    for name, (x, y) in places.items():
        half = min(62, 0.47 * span / max(1, sum(1 for p in places.values() if p[1] == y)))
        f.box(x - half, y - 13, 2 * half, 26, "ink", 1.5, "fill", 4)
        part = re.match(r"car_\d+_", name)
        lines = [name] if 3.2 * half / len(name) > 9.5 or not part else [part[0][:-1], name[part.end():]]
        for i, line in enumerate(lines):
            f.text(x, y + 4 + 11 * i - (5 if len(lines) > 1 else 0), line, min(12 if len(lines) == 1 else 10.5, round(3.6 * half / len(line), 1)), "middle")


def main():
    program = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "build/release/bin/fourfoot")
    for name, example in EXAMPLES.items():
        title, bodies, elements = read_model(program, name, example)
        title = title.decode() if isinstance(title, bytes) else str(title)
        (ROOT / f"docs/figures/vehicle-{name}.svg").write_text(draw(name, title or name, bodies, elements).render())
    return 0


if __name__ == "__main__":
    sys.exit(main())
