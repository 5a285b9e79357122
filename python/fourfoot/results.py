"""Results of a run, in memory or in a file."""

import fnmatch
import html
import os
import tempfile

import numpy as np

from . import _core
from .channel import Channel
from .errors import InputError
from .optional import need


class Results:
    """Channels over time. r["wheelset_1/y"] is a numpy array with .unit and .description; nothing is copied.

    len(r) is the number of rows; `r.channels` lists names; r.find("*/y") lists those that match a pattern. `file` is the name of the
    results file, None for results in memory.
    """

    def __init__(self, source, file=None, run=None):
        self._source, self._run, self.file = source, run, file
        rows = source.channels if len(source) or run is None else []
        self._channels = {row["name"]: row for row in rows}
        self._order = {name: i for i, name in enumerate(self._channels)}
        self._kept = {}

    @classmethod
    def _of_run(cls, run):
        return cls(run, run=run)

    @classmethod
    def open(cls, file):
        """A results file (HDF5), also one that a run is writing. Columns are read when they are first used."""
        name = os.fspath(file)
        return cls(_core.ResultsFile(name), file=name)

    # --- channels ---
    @property
    def channels(self):
        """Names of all channels."""
        return list(self._channels)

    def describe(self, name):
        """Name, unit, frame and description of a channel."""
        return dict(self._channels[self._check(name)])

    def find(self, pattern):
        """Names that match: * stands for any text."""
        return [name for name in self._channels if fnmatch.fnmatchcase(name, pattern)]

    def _check(self, name):
        if not isinstance(name, str):
            raise TypeError(f"a channel is asked for by its name, not {name!r}")
        if name in self._channels:
            return name
        closest = _core.find_closest_channel(name, self.channels)
        raise KeyError(f"there is no channel {name!r}" + (f"; did you mean {closest!r}?" if closest else ""))

    def __getitem__(self, name):
        row = self._channels[self._check(name)]
        if name not in self._kept:
            values = self._run.read(self._order[name]) if self._run is not None else self._source.read(name)
            self._kept[name] = Channel(values, row["name"], row["unit"], row["description"], row["frame"])
        return self._kept[name]

    def __contains__(self, name):
        return name in self._channels

    def __iter__(self):
        return iter(self._channels)

    def keys(self):
        """Names of the channels, as of a dictionary."""
        return self._channels.keys()

    def __len__(self):
        return len(self._source)

    @property
    def time(self):
        return self["time"]

    # --- how it went ---
    @property
    def title(self):
        """The title of the scenario."""
        return self._run.title if self._run is not None else self._source.read_meta("title")

    @property
    def status(self):
        """"done", "done with warnings", "stopped" or "failed"."""
        return self._run.status if self._run is not None else self._source.read_meta("status")

    @property
    def message(self):
        """Why the run ended, if it did not reach its end."""
        return self._run.message if self._run is not None else self._source.read_meta("message")

    @property
    def warnings(self):
        """Warnings of a run that has ended: wheels that lift, are overloaded or vibrate."""
        if self._run is not None:
            return list(self._run.warnings)
        return [line for line in self._source.read_meta("warnings").splitlines() if line]

    @property
    def statistics(self):
        """Steps, right-hand sides, …"""
        if self._run is not None:
            return dict(self._run.statistics)
        begin = "statistics/"
        return {k[len(begin):]: v for k, v in self._source.read_numbers().items() if k.startswith(begin)}

    @property
    def wall_time(self):
        """How long the computer took [s]."""
        return self._run.wall_time if self._run is not None else self._source.read_numbers().get("wall_time", float("nan"))

    @property
    def events(self):
        """What happened: dictionaries with time, s, name and what."""
        if self._run is not None:
            return list(self._run.events)
        table = self._source.read_table("events")
        columns = {key: list(values) for key, values in table.items()}
        return [dict(zip(columns, row)) for row in zip(*columns.values())]

    @property
    def inputs(self):
        """The texts of all files that the run was made of, by name."""
        return dict(self._run.inputs if self._run is not None else self._source.read_inputs())

    # --- to others ---
    def save(self, file, force=False):
        """Writes the results file (HDF5) that the program would have written."""
        if self._run is None:
            raise InputError(f"these results are in {self.file!r} already: copy that file")
        self._run.save(os.fspath(file), bool(force))

    def _choose(self, channels):
        if channels is None:
            return self.channels
        names = []
        for pattern in [channels] if isinstance(channels, str) else channels:
            found = [pattern] if pattern in self._channels else self.find(pattern)
            names += found or [self._check(pattern)]
        return list(dict.fromkeys(names))

    def to_dict(self, channels=None):
        """Channels that match the patterns, as plain arrays by name."""
        return {name: np.asarray(self[name]) for name in self._choose(channels)}

    def to_pandas(self, channels=None):
        """A DataFrame over time; units and descriptions in .attrs."""
        pandas = need("pandas")
        names = [name for name in self._choose(channels) if name != "time"]
        frame = pandas.DataFrame({name: np.asarray(self[name]) for name in names}, index=pandas.Index(np.asarray(self.time), name="time"))
        frame.attrs["units"] = {name: self._channels[name]["unit"] for name in names}
        frame.attrs["descriptions"] = {name: self._channels[name]["description"] for name in names}
        return frame

    def to_xarray(self, channels=None):
        """A Dataset over time, each variable with its unit and description."""
        xarray = need("xarray")
        names = [name for name in self._choose(channels) if name != "time"]
        rows = {name: ("time", np.asarray(self[name]), {"units": self._channels[name]["unit"], "long_name": self._channels[name]["description"]})
                for name in names}
        return xarray.Dataset(rows, coords={"time": ("time", np.asarray(self.time), {"units": "s"})}, attrs={"title": self.title})

    def to_csv(self, file, channels=None):
        """Names in the first line; every number reads back to the same value."""
        names = self._choose(channels)
        with open(file, "w", encoding="utf-8") as out:
            out.write(",".join(names) + "\n")
            for row in zip(*(self[name].tolist() for name in names)):
                out.write(",".join(map(repr, row)) + "\n")

    def to_mat(self, file, channels=None, force=False):
        """A MATLAB file, as `fourfoot export --format mat` writes it."""
        names = self._choose(channels)
        _core.write_mat(os.fspath(file), [(name, self._channels[name]["unit"], np.asarray(self[name])) for name in names], bool(force))

    # --- to look at ---
    def plot(self, *channels, over="time", ax=None):
        """Draws channels with matplotlib; returns the axes."""
        plt = need("matplotlib.pyplot", "matplotlib")
        ax = ax or plt.subplots()[1]
        names = self._choose(list(channels) or None)
        for name in names:
            if name != over:
                ax.plot(self[over], self[name], label=f"{name} [{self._channels[name]['unit']}]")
        ax.set_xlabel(f"{over} [{self._channels[over]['unit']}]")
        ax.set_title(self.title)
        ax.legend()
        return ax

    def report(self, file, force=False):
        """One self-contained page (HTML): summary, plots, 3-D, inputs."""
        if self.file is not None:
            return _core.write_report([self.file], os.fspath(file), bool(force))
        with tempfile.TemporaryDirectory() as folder:
            kept = os.path.join(folder, "results.h5")
            self.save(kept)
            _core.write_report([kept], os.fspath(file), bool(force))

    def view(self, height=600):
        """The report page with its 3-D view, as an object that a notebook shows in its cell."""
        with tempfile.TemporaryDirectory() as folder:
            page = os.path.join(folder, "report.html")
            self.report(page)
            with open(page, encoding="utf-8") as text:
                return Page(text.read(), height)

    def __repr__(self):
        where = f" of {self.file}" if self.file else ""
        end = f", to {self.time[-1]:.6g} s" if len(self) and "time" in self._channels else ""
        return f"<fourfoot.Results {self.title!r}{where}: {len(self)} rows of {len(self._channels)} channels{end}, {self.status}>"

    def _repr_html_(self):
        rows = "".join(f"<tr><td>{html.escape(c['name'])}</td><td>{html.escape(c['unit'])}</td><td>{html.escape(c['description'])}</td></tr>"
                       for c in self._channels.values())
        return (f"<b>{html.escape(self.title)}</b><br>{html.escape(repr(self))}<details><summary>channels</summary>"
                f"<table><tr><th>name</th><th>unit</th><th>description</th></tr>{rows}</table></details>")


class Page:
    """A page of HTML that a notebook shows in a frame of its own."""

    def __init__(self, text, height):
        self.text, self.height = text, int(height)

    def _repr_html_(self):
        return f'<iframe srcdoc="{html.escape(self.text)}" width="100%" height="{self.height}" frameborder="0"></iframe>'

    def __repr__(self):
        return f"<fourfoot page of {len(self.text)} characters; a notebook shows it>"
