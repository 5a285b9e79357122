"""What functions answer about studies and records: rows of figures, columns of signals."""

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


class Wear(Answer):
    """.rows: wheelsets after each update; .worn[wheelset]["left"]: (y, depth) after the last."""

    _columns = ("distance", "wheelset", "conicity", "depth_left", "depth_right", "volume_left", "volume_right")

    def _head(self):
        return f"{self.title}: {1e-3 * self.distance:g} km"

    def _rows(self):
        return self.rows

    def plot(self, ax=None):
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
        return need("pandas").DataFrame({n: np.asarray(v) for n, v in self.columns.items()}).set_index(self.names[0])

    def plot(self, ax=None):
        ax = make_axes(ax)
        first, *others = self.names
        for name in others:
            ax.plot(self[first], self[name], label=f"{name} [{self.units[name]}]")
        ax.set_xlabel(f"{first} [{self.units[first]}]")
        ax.legend()
        return ax
