"""What functions answer about studies and records: rows of figures, columns of signals."""

import csv
import itertools
import math

import numpy as np

from .answer import Answer, make_axes
from .channel import Channel
from .optional import need


class Sweep(Answer):
    """s["figure"] is an array over the points; .parameters (texts as written), .figures, .motions, .faults."""

    @property
    def _columns(self):
        return (*self.parameters, *self.figures, "fault")

    def __getitem__(self, name):
        return self.figures[name] if name in self.figures else np.array(self.parameters[name])

    def __len__(self):
        return len(self.faults)

    def _head(self):
        return f"{len(self)} points, {sum(bool(f) for f in self.faults)} failed"

    def _rows(self):
        columns = {**self.parameters, **{k: v.tolist() for k, v in self.figures.items()}, "fault": self.faults}
        return [dict(zip(columns, row)) for row in zip(*columns.values())]


class Installation(Answer):
    """Texts by name: .libraries, .cores, .cache, …"""

    _columns = ("what", "text")

    def _rows(self):
        return [{"what": k, "text": v} for k, v in self.data.items()]


class Optimum(Answer):
    """.best: {"parameters": …, "figures": …, "objective", "holds"}; .searches, .front; o["name"]: an array over all points that were tried."""

    @property
    def _columns(self):
        return ("name", *(p["name"] for p in self.parameters), *(o["figure"] for o in self.objectives), "evaluations", "reason")

    @property
    def values(self):
        """The best values: {name: value}."""
        return dict(self.best["parameters"])

    @property
    def settings(self):
        """The best values as changes of a scenario: s.changed(o.settings). Only where each parameter is one entry in SI."""
        if any(len(p["keys"]) != 1 or p["unit"] for p in self.parameters):
            raise ValueError("a parameter is several entries, or has a unit: take .values")
        return {p["keys"][0]: self.best["parameters"][p["name"]] for p in self.parameters}

    def __getitem__(self, name):
        return self.points[name]

    def __len__(self):
        return len(self.points["fault"])

    def _head(self):
        return f"{self.title or 'optimum'}: {len(self)} points" + ("" if self.best is None or self.best["holds"] else "; no choice holds all constraints")

    def _rows(self):
        return [{**s, **s["parameters"], **s["figures"]} for s in self.searches]

    def plot(self, ax=None):
        """A front: one objective over the other; else the objective over the evaluations."""
        ax = make_axes(ax)
        if self.front:
            first, second = (o["figure"] for o in self.objectives)
            good = self.points["holds"] > 0
            ax.plot(self[first][good], self[second][good], ".", color="0.7")
            ax.plot([s["figures"][first] for s in self.searches], [s["figures"][second] for s in self.searches], "o-")
            ax.set_xlabel(first)
            ax.set_ylabel(second)
        else:
            ax.plot(self["objective"], ".-")
            ax.set_xlabel("point")
            ax.set_ylabel("objective")
        return ax


class Wear(Answer):
    """.rows: wheelsets after each update; .worn[wheelset]["left"]: (y, depth) after the last."""

    _columns = ("distance", "wheelset", "conicity", "depth_left", "depth_right", "volume_left", "volume_right")

    def _head(self):
        return f"{self.title}: {1e-3 * self.distance:g} km"

    def _rows(self):
        return self.rows

    def plot(self, ax=None):
        """Equivalent conicity over the mileage, a line for each wheelset. Returns the axes."""
        ax = make_axes(ax)
        for name in dict.fromkeys(row["wheelset"] for row in self.rows):
            rows = [row for row in self.rows if row["wheelset"] == name]
            ax.plot([1e-6 * row["distance"] for row in rows], [row["conicity"] for row in rows], "o-", label=name)
        ax.set_xlabel("mileage [1000 km]")
        ax.set_ylabel("equivalent conicity")
        ax.legend()
        return ax


class Integrators(Answer):
    """.reference, and .runs: one for each method with its step or tolerance."""

    _columns = ("method", "step", "tolerance", "stable", "error", "frequency", "damping_ratio", "rate_evaluations", "wall_time")

    def _head(self):
        return f"{self.channel}: largest {self.largest:.4g} {self.unit}; reference {self.reference['frequency']:.5g} Hz"

    def _rows(self):
        return self.runs


class Evaluation(Answer):
    """.figures: dictionaries with norm, figure, subject, zone, value, largest, limit, verdict, …; .find(figure="sum_Y")."""

    _columns = ("norm", "figure", "subject", "zone", "value", "largest", "limit", "unit", "verdict")

    def __init__(self, data, limits):
        super().__init__({**data, "limits": limits})

    def find(self, **wanted):
        """Figures whose entries are these."""
        return [f for f in self.figures if all(f.get(key) == value for key, value in wanted.items())]

    def _head(self):
        over = sum(f["verdict"] == "exceeds" for f in self.figures)
        judged = sum(f["verdict"] in ("within", "exceeds") for f in self.figures)
        return f"{over} of {judged} figures with a limit exceed it"

    def _rows(self):
        return self.figures


class Comparison(Answer):
    """Several records side by side: .compared, and .evaluations of each."""

    def __init__(self, data, names):
        limits = data["limits"]
        super().__init__({"compared": data["compared"], "evaluations": [Evaluation(e, limits) for e in data["evaluations"]], "names": names})

    @property
    def _columns(self):
        return ("norm", "figure", "subject", "zone", "unit", *self.names)

    def _rows(self):
        return [{**row, **dict(zip(self.names, row["values"]))} for row in self.compared]


class Signal(Answer):
    """Columns by name, the first of them over which the others are: s["wheelset_1/y"], s.names, s.units."""

    def __init__(self, data):
        super().__init__({"columns": {n: Channel(v, n, data["units"][n]) for n, v in data["columns"].items()}, "units": data["units"]})

    @property
    def names(self):
        """Names of the columns."""
        return list(self.columns)

    def __getitem__(self, name):
        return self.columns[name]

    def __contains__(self, name):
        return name in self.columns

    def __iter__(self):
        return iter(self.columns)

    def _head(self):
        first = self.names[0]
        return f"{len(self.columns[first])} rows over {first}: " + ", ".join(f"{n} [{self.units[n]}]" for n in self.names[1:])

    def to_pandas(self):
        """The columns as a DataFrame over the first one."""
        return need("pandas").DataFrame({n: np.asarray(v) for n, v in self.columns.items()}).set_index(self.names[0])

    def plot(self, ax=None):
        """All columns over the first one. Returns the axes."""
        ax = make_axes(ax)
        first, *others = self.names
        for name in others:
            ax.plot(self[first], self[name], label=f"{name} [{self.units[name]}]")
        ax.set_xlabel(f"{first} [{self.units[first]}]")
        ax.legend()
        return ax


_LIMITS = ("v_c", "steady_up_to", "hunts_from", "diverges_from")
_FIGURES = ("max_abs", "peak_to_peak", "mean", "period", "growth", "wheelset_peak_to_peak")


def read_map_lines(file):
    """The lines of a stability map that was written."""

    def number(text):
        return float(text) if text else math.nan

    def make_point(row):
        return {"value": number(row["speed"]), "sweep": row["sweep"], "motion": row["motion"], "reason": row["fault"],
                "wheelset": row["wheelset"], "disturbance": row["disturbance"], **{k: number(row[k]) for k in _FIGURES}}

    with open(file, encoding="utf-8", newline="") as text:
        rows = list(csv.DictReader(line for line in text if not line.startswith("#")))
    name = next(iter(rows[0])) if rows else "radius"
    lines = []
    for value, group in itertools.groupby(rows, lambda row: row[name]):
        group = list(group)
        is_good = group[0]["status"] == "done"
        lines.append({"name": value, "points": [make_point(row) for row in group] if is_good else [], **{k: number(group[0][k]) for k in _LIMITS},
                      "fault": "" if is_good else group[0]["fault"]})
    return lines
