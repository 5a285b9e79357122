"""What the functions answer: objects that hold numbers, print themselves, and draw themselves with matplotlib."""

import html
import math

import numpy as np

from .channel import Channel
from .optional import need


def _show(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def _table(rows, columns):
    """Rows of dictionaries as aligned lines."""
    cells = [[_show(row.get(c, "")) for c in columns] for row in rows]
    widths = [max([len(c), *(len(r[i]) for r in cells)]) for i, c in enumerate(columns)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(columns, widths))]
    lines += ["  ".join(c.ljust(w) for c, w in zip(row, widths)) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def _html_table(rows, columns):
    head = "".join(f"<th>{html.escape(c)}</th>" for c in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(_show(row.get(c, '')))}</td>" for c in columns) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


class Answer:
    """Numbers by attribute; `data` holds all of them as dictionaries and lists, as --format json of the program has them."""

    _columns = ()

    def __init__(self, data):
        self.data = data

    def __getattr__(self, name):
        data = self.__dict__.get("data")
        if isinstance(data, dict) and name in data:
            return data[name]
        raise AttributeError(f"{type(self).__name__} has no {name!r}" + (f"; it has {', '.join(data)}" if isinstance(data, dict) else ""))

    def __dir__(self):
        return [*super().__dir__(), *(self.data if isinstance(self.data, dict) else ())]

    def _head(self):
        return ""

    def _rows(self):
        return []

    def __repr__(self):
        rows = self._rows()
        text = self._head()
        if rows:
            text += ("\n" if text else "") + _table(rows[:40], self._columns)
        if len(rows) > 40:
            text += f"\n… {len(rows)} rows"
        return text

    def _repr_html_(self):
        rows = self._rows()
        text = f"<p>{html.escape(self._head())}</p>" if self._head() else ""
        return text + (_html_table(rows, self._columns) if rows else "")

    def to_pandas(self):
        return need("pandas").DataFrame(self._rows())


def _axes(ax):
    return ax or need("matplotlib.pyplot", "matplotlib").subplots()[1]


class Equilibrium(Answer):
    """Steady running: e["wheelset_1/left/Q"], e.state, e.method, e.residual, e.indifferent."""

    _columns = ("channel", "value", "unit", "description")

    def __init__(self, data):
        super().__init__(data)
        self._by_name = {c["name"]: (c, v) for c, v in zip(data["channels"], data["values"])}

    def __getitem__(self, name):
        return float(self._by_name[name][1])

    def __contains__(self, name):
        return name in self._by_name

    def __iter__(self):
        return iter(self._by_name)

    def __len__(self):
        return len(self._by_name)

    def _head(self):
        return f"steady running found by {self.method} in {self.iterations} iterations, accelerations left {self.residual:.2g}"

    def _rows(self):
        return [{"channel": n, "value": float(v), "unit": c["unit"], "description": c["description"]} for n, (c, v) in self._by_name.items()]


class Eigen(Answer):
    """Modes at each value: .values, .modes (a list for each value), .eigenvalues, .crossings, .critical."""

    _columns = ("re", "im", "frequency", "damping", "name", "shape")

    def __init__(self, parameter, data):
        super().__init__({"parameter": parameter, **data})

    @property
    def eigenvalues(self):
        """Complex, by value and track: each mode followed from value to value in its own column [1/s]."""
        return np.array([[mode["value"] for mode in point] for point in self.modes])

    @property
    def is_stable(self):
        """Whether no mode grows, at each value; a freedom that nothing holds is no mode."""
        return np.array([all(m["value"].real <= 1e-6 for m in point) for point in self.modes])

    def _head(self):
        text = f"{self.parameter} = {self.values[-1]:.6g}"
        if len(self.values) > 1:
            text = f"{self.parameter} from {self.values[0]:.6g} to {self.values[-1]:.6g}; modes at the last value; "
            text += "stable throughout" if self.critical is None else f"linear critical value {self.critical:.6g}"
        return text

    def _rows(self):
        return [{"re": m["value"].real, "im": m["value"].imag, **m} for m in self.modes[-1] if m["value"].imag >= 0]

    def plot(self, ax=None):
        ax = _axes(ax)
        values = self.eigenvalues
        for k in range(values.shape[1]):
            ax.plot(values[:, k].real, np.abs(values[:, k].imag) / (2 * math.pi), ".-")
        ax.axvline(0.0, color="k", lw=0.5)
        ax.set_xlabel("real part [1/s]")
        ax.set_ylabel("frequency [Hz]")
        return ax


class CriticalSpeed(Answer):
    """.critical_speed between .low and .high, .frequency and .max_abs of the motion there, .reason, .tried."""

    def __float__(self):
        return float(self.critical_speed)

    def _head(self):
        return (f"nonlinear critical {self.parameter} by {self.method}: {self.critical_speed:.6g}; steady running up to {self.low:.6g}, lasting motion "
                f"from {self.high:.6g} (max |y| {self.max_abs:.5g}, {self.frequency:.4g} Hz); {self.reason}; {self.trials} trials")


class Bifurcation(Answer):
    """.points (simulated motions) and .branches (limit cycles by continuation, with .folds and .orbits)."""

    _columns = ("value", "sweep", "motion", "max_abs", "peak_to_peak", "frequency")

    def _head(self):
        return f"{self.parameter}: {len(self.points)} motions, {len(self.branches)} branches of limit cycles"

    def _rows(self):
        orbits = [{"sweep": "continuation", "motion": "stable" if o["stable"] else "unstable", **o} for b in self.branches for o in b["orbits"]]
        return [*self.points, *orbits]

    def plot(self, ax=None):
        ax = _axes(ax)
        for sweep in dict.fromkeys(p["sweep"] for p in self.points):
            rows = [p for p in self.points if p["sweep"] == sweep]
            ax.plot([p["value"] for p in rows], [p["max_abs"] for p in rows], "o", label=sweep)
        for branch in self.branches:
            for stable in (True, False):
                y = [o["max_abs"] if o["stable"] == stable else math.nan for o in branch["orbits"]]
                ax.plot([o["value"] for o in branch["orbits"]], y, "-" if stable else "--")
        ax.set_xlabel(self.parameter)
        ax.set_ylabel("max |y| [m, rad]")
        if self.points:
            ax.legend()
        return ax


class StabilityMap(Answer):
    """One line for each curve or value: .lines with points, v_c, steady_up_to, hunts_from, diverges_from, fault."""

    _columns = ("name", "v_c", "steady_up_to", "hunts_from", "diverges_from", "fault")

    def __init__(self, parameter, lines):
        super().__init__({"parameter": parameter, "lines": lines})

    def _head(self):
        return f"stability map over {self.parameter}"

    def _rows(self):
        return self.lines

    def plot(self, ax=None):
        ax = _axes(ax)
        names = [line["name"] for line in self.lines]
        for key in ("v_c", "hunts_from", "diverges_from"):
            ax.plot(names, [line[key] for line in self.lines], "o-", label=key)
        ax.set_xlabel(self.parameter)
        ax.set_ylabel("speed [m/s]")
        ax.legend()
        return ax


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
        ax = _axes(ax)
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
        ax = _axes(ax)
        first, *others = self.names
        for name in others:
            ax.plot(self[first], self[name], label=f"{name} [{self.units[name]}]")
        ax.set_xlabel(f"{first} [{self.units[first]}]")
        ax.legend()
        return ax
