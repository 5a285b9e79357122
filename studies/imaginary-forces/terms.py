"""Table 1 of [Zboinski2016] by simulation: every imaginary term of the car body, and of both wheelsets, left out in turn on seven routes."""
import pathlib

import numpy as np

from kit import page, program, tables

HERE = pathlib.Path(__file__).resolve().parent
STRAIGHT = 30.0  # m before the transition
SHARE = 0.1  # a term matters if a coordinate changes by this share of its largest value on that route ...
FLOOR = {"force": 1e3, "angle": 1e-3, "place": 1e-3}  # ... which counts as no less than 1 kN, 1 mrad, 1 mm
TERMS = [("translation", "force"), ("rotation", "force"), ("rotation", "torque"), ("centrifugal", "force"),
         ("centrifugal", "torque"), ("gyroscopic", "force"), ("gyroscopic", "torque")]
AXES = {"x": "long.", "y": "lat.", "z": "vert."}
BODIES = {"body": ["car_body"], "wheelsets": ["wheelset_1", "wheelset_2"]}
CHANNELS = {"car_body/y": "place", "car_body/z": "place", "car_body/phi": "angle", "car_body/chi": "angle", "car_body/psi": "angle",
            "wheelset_1/x": "place", "wheelset_1/y": "place", "wheelset_1/psi": "angle", "wheelset_2/y": "place", "wheelset_2/psi": "angle",
            "drive/force": "force"}
# Accelerations are as large as the empty car stands (on route I it derails from 2 m/s2 on, with its wheelsets free lengthwise).
# R [m], cant [m], length of the transition and of the arc [m], speed at the transition's begin [m/s], acceleration [m/s2]. Routes I and II
# are the paper's; the other five it does not give: ours have its radii, with ramps of 1.25 mm/m as on route II, or shortened.
ROUTES = {"route-1": (300, 0.15, 7, 45, 15, 1), "r300": (300, 0.15, 120, 60, 15, 1), "route-2": (600, 0.128, 102.4, 60, 22, 2),
          "r600-short": (600, 0.128, 15, 60, 22, 3), "r1200": (1200, 0.1, 80, 60, 30, 2), "r1200-short": (1200, 0.1, 15, 60, 30, 3),
          "r2000": (2000, 0.06, 48, 60, 36, 2)}


def list_omissions():
    """(group, kind, body, axis) of each term and the text that leaves it out."""
    omissions = {}
    for group, kind in TERMS:
        for body, members in BODIES.items():
            for axis in AXES:
                entries = [f'{{body="{member}",group="{group}",kind="{kind}",axis="{axis}"}}' for member in members]
                omissions[group, kind, body, axis] = "[" + ",".join(entries) + "]"
    return omissions


def list_sections(route):
    """Stations: all of the straight, of the transition, and the last 40 % of the arc, where it runs steadily."""
    _, _, transition, arc, _, _ = ROUTES[route]
    end = STRAIGHT + transition + arc
    return {"ST": (0.0, STRAIGHT), "TC": (STRAIGHT, STRAIGHT + transition), "CC": (end - 0.4 * arc, end)}


def write_inputs(route):
    """Scenario and study file of a route, in terms/."""
    radius, cant, transition, arc, v, a = ROUTES[route]
    folder = HERE / "terms"
    folder.mkdir(exist_ok=True)
    (folder / f"{route}-scenario.toml").write_text(f"""\
# Written by terms.py. The wheelsets are free to move lengthwise, so that forces along the track can show.
include = "../car.toml"
title = "HSFV1, empty, R = {radius} m, transition of {transition} m"
contact.geometry = "table"
vehicle.include = "../../../models/vehicles/hsfv1/vehicle.toml"
vehicle.bodies.wheelset_1.locked = []
vehicle.bodies.wheelset_2.locked = []
track.horizontal = [
  {{ type = "line", length = {STRAIGHT} }},
  {{ type = "clothoid", length = {transition} }},
  {{ type = "circular-arc", length = {arc}, radius = {radius}, turn = "left", cant = {cant} }},
]
speed.v = {v}
run.duration = {(STRAIGHT + transition + arc) / v:.3f}
output.step = "5 ms"
""")
    lines = ["# Written by terms.py: fourfoot sweep " + f"studies/imaginary-forces/terms/{route}.toml", 'format = "fourfoot study 1"',
             f'scenario = "{route}-scenario.toml"', "", "[[parameters]]", 'key = "speed"',
             f"texts = ['{{v={v}}}', '{{v={(v * v - 2 * a * STRAIGHT) ** 0.5:.4f},a={a}}}']", "", "[[parameters]]",
             'key = "imaginary.omit"', 'name = "omitted"', 'reference = "[]"', "texts = ["]
    lines += [f"  '{text}'," for text in ["[]", *list_omissions().values()]] + ["]"]
    for channel in CHANNELS:
        lines += ["", "[[measures]]", f'channel = "{channel}"', f'name = "{channel} max"']
        for section, (low, high) in list_sections(route).items():
            lines += ["", "[[measures]]", f'channel = "{channel}"', f'name = "{channel} {section}"', 'what = "max-difference"',
                      f"from_chainage = {low:g}", f"to_chainage = {high:g}"]
    (folder / f"{route}.toml").write_text("\n".join(lines) + "\n")


def collect(route, rows):
    """Effect of each omission by section: the largest change of any coordinate, as a share of what it reaches."""
    omissions = [None, *list_omissions()]
    collected = []
    for index, row in enumerate(rows):
        motion, which = divmod(index, len(omissions))
        if which == 0:
            scales = {channel: max(abs(row[channel + " max"]), FLOOR[kind]) for channel, kind in CHANNELS.items()}
            continue
        group, kind, body, axis = omissions[which]
        entry = {"route": route, "speed": ("const.", "var.")[motion], "group": group, "kind": kind, "body": body, "axis": axis}
        for section in ("ST", "TC", "CC"):
            # a run that derails has no rows in later sections: what it did before counts
            shares = {channel: float(np.nan_to_num(row[f"{channel} {section}"])) / scales[channel] for channel in CHANNELS}
            most = max(shares, key=shares.get)
            entry |= {section: shares[most], f"{section} most": most}
        collected.append(entry | {"status": row["status"]})
    return collected


def compute(size, work, results):
    collected = []
    for route in ROUTES:
        write_inputs(route)
        if size == "full":
            rows = program.sweep(HERE / f"terms/{route}.toml", work / f"{route}.csv", options=["--threads", str(program.THREADS)])
            collected += collect(route, rows)
    if collected:
        tables.write(results / "terms.csv", collected)


def summarise(rows, group, kind):
    """A row of the paper's table, ours: what matters where, by the threshold."""
    mine = [row for row in rows if (row["group"], row["kind"]) == (group, kind)]
    matters = [(row, section) for row in mine for section in ("ST", "TC", "CC") if row[section] >= SHARE]
    effects = [(max(row["ST"], row["TC"], row["CC"]), row) for row in mine]
    most, where = max(effects, key=lambda pair: pair[0])

    def keep(order, found):
        return ", ".join(name for name in order if name in found) or "–"

    return {"group": group, "kind": kind, "important": "yes" if matters else "no",
            "sections": keep(["ST", "CC", "TC"], {section for _, section in matters}),
            "directions": keep(AXES.values(), {AXES[row["axis"]] for row, _ in matters}),
            "speed": keep(["const.", "var."], {row["speed"] for row, _ in matters}),
            "elements": keep(BODIES, {row["body"] for row, _ in matters}),
            "most": most, "where": f"{where['body']}, {AXES[where['axis']]}, {where['route']}, {where['speed']}"}


CELLS = ("important", "sections", "directions", "speed", "elements")


def judge_vertical(rows):
    """The centrifugal force of the car body across the track plane, and the body's vertical displacement."""
    shares = [row[section] for row in rows if (row["group"], row["kind"], row["body"], row["axis"]) == ("centrifugal", "force", "body", "z")
              for section in ("ST", "TC", "CC") if row[f"{section} most"] == "car_body/z"]
    return f"z of the car body changes by up to {max(shares, default=0.0):.0%} of its largest value", max(shares, default=0.0) >= SHARE


def judge(results):
    if not (results / "terms.csv").exists():
        return {}
    rows = tables.read(results / "terms.csv")
    paper = page.read_paper(HERE)["table_1"]
    findings = {"vertical-component": judge_vertical(rows)}
    for entry in paper:
        ours = summarise(rows, entry["group"], entry["kind"])
        same = [cell for cell in CELLS if ours[cell] == entry[cell]]
        findings[f"table-1-{entry['group']}-{entry['kind']}"] = (
            f"most: {ours['most']:.0%} ({ours['where']}); {len(same)} of {len(CELLS)} cells alike",
            False if ours["important"] != entry["important"] else True if len(same) == len(CELLS) else page.PART)
    return findings


def render(results):
    rows = tables.read(results / "terms.csv")
    cells = []
    for entry in page.read_paper(HERE)["table_1"]:
        ours = summarise(rows, entry["group"], entry["kind"])
        cells.append({"term": f"{entry['group']} {entry['kind']}", "whose": "paper"} | {cell: entry[cell] for cell in CELLS} | {"most": ""})
        cells.append({"term": "", "whose": "ours"} | {cell: ours[cell] if ours[cell] == entry[cell] else f"**{ours[cell]}**" for cell in CELLS}
                     | {"most": f"{ours['most']:.2g}: {ours['where']}"})
    ranked = sorted(rows, key=lambda row: -max(row["ST"], row["TC"], row["CC"]))
    seen, ranking = set(), []
    for row in ranked:
        name = (row["group"], row["kind"], row["axis"], row["body"])
        if name in seen:
            continue
        seen.add(name)
        section = max(("ST", "TC", "CC"), key=lambda section: row[section])
        ranking.append({"rank": len(ranking) + 1, "term": " ".join(name[:3]), "body": row["body"], "effect": row[section],
                        "coordinate": row[section + " most"], "section": section, "route": row["route"], "speed": row["speed"]})
    tables.write(results / "ranking.csv", ranking)
    return {"table-1": tables.markdown(cells, {"term": "term", "whose": "", "important": "important", "sections": "sections",
                                               "directions": "directions", "speed": "speed", "elements": "elements",
                                               "most": "largest effect, and where"}),
            "ranking": tables.markdown([row for row in ranking if row["effect"] >= 0.01])}
