"""A scenario: a file or dictionaries, with changes; what can be asked of it."""

import copy
import os
import warnings

from . import _core
from .errors import InputError, InputWarning, RunError
from .progress import shown
from .results import Results
from .stepping import Stepping
from .toml_text import write_toml, write_value


def join_setting(key, value):
    """"key=value" as the program has it from --set."""
    if not isinstance(key, str) or not key.strip():
        raise InputError(f"a key is a text with dots between its parts, not {key!r}")
    # A text stays as it is typed, so that "60 km/h" reads as it would in the shell.
    return f"{key}={value if isinstance(value, str) else write_value(value)}"


def _find(entries, key):
    node = entries
    for part in key.split("."):
        if isinstance(node, dict) and part in node:
            node = node[part]
        elif isinstance(node, list) and part.isdigit() and 1 <= int(part) <= len(node):
            node = node[int(part) - 1]
        else:
            raise KeyError(key)
    return node


class Scenario:
    """What runs, on which line, how fast, for how long.

    Entries are read and set by their keys, with dots between the parts and lists counted from 1, as --set of the program has
    them: s["speed.v"] = "160 km/h", s["run.duration"] = 20. Reading gives SI numbers, with defaults filled in. `last_results` holds
    the results of the last run, also of one that was stopped.
    """

    def __init__(self, source, settings=()):
        if not isinstance(source, _core.Source):
            raise TypeError("make a scenario with fourfoot.load, fourfoot.example or fourfoot.scenario")
        self._source, self._settings, self._entries = source, list(settings), None
        self.last_results = None  # of the last run, also of one that was stopped
        self._load()

    def _load(self, settings=None):
        entries = _core.load_entries(self._source, self._settings if settings is None else settings)
        if settings is not None:
            self._settings = settings
        self._entries = entries

    # --- entries ---
    @property
    def entries(self):
        """All entries as dictionaries: SI numbers, defaults filled in. A copy: set entries by s[key] = value."""
        return _core.load_entries(self._source, self._settings)

    @property
    def settings(self):
        """What was set since the scenario was loaded, as "key=value"."""
        return list(self._settings)

    def __getitem__(self, key):
        if not isinstance(key, str):
            raise TypeError(f"a key is a text, not {key!r}")
        return copy.deepcopy(_find(self._entries, key))  # what is changed in it would not be set

    def __setitem__(self, key, value):
        self._load([*self._settings, join_setting(key, value)])

    def __contains__(self, key):
        try:
            self[key]
        except (KeyError, TypeError):
            return False
        return True

    def get(self, key, default=None):
        """The value of an entry, or `default` if there is none."""
        return self[key] if key in self else default

    def update(self, changes):
        """Sets several entries at once, checked together: for those that only fit each other."""
        self._load([*self._settings, *(join_setting(k, v) for k, v in dict(changes).items())])

    def changed(self, changes=None, **more):
        """A copy with these entries: s.changed({"speed.v": 50})."""
        other = self.copy()
        other.update({**(changes or {}), **more})
        return other

    def copy(self):
        """A scenario of its own with the same entries."""
        return Scenario(self._source, self._settings)

    @property
    def title(self):
        """The title in the file."""
        return self._entries.get("title", "")

    @property
    def file(self):
        """The file of the scenario; "scenario" for one that was made from dictionaries."""
        return self._source.file

    @property
    def text(self):
        """The TOML text of a scenario that was made from dictionaries; None for one that was loaded."""
        return self._source.text

    # --- what can be asked of it ---
    def check(self):
        """Reads everything it names and builds the vehicle; raises InputError. Returns the warnings."""
        return _core.check_scenario(self._source, self._settings)["warnings"]

    def info(self):
        """Bodies, coordinates, degrees of freedom, elements, wheel loads: a dictionary, SI."""
        return _core.describe_scenario(self._source, self._settings)

    def channels(self):
        """What a run can record: a list of dictionaries with name, unit, frame and description."""
        return _core.list_channels(self._source, self._settings)

    def run(self, output=None, *, channels=None, checkpoint=None, checkpoint_every=None, resume=None, report=None, force=False,
            progress=None):
        """Simulates in memory, and into the results file `output` if one is named.

        channels: patterns of what is recorded (* matches any text); None: as the scenario says.
        checkpoint, checkpoint_every, resume, report, force: as the options of `fourfoot run`.
        progress: True, False, None (where somebody looks), or a function of the part that is done.

        Raises InputError, RunError (the results so far are in its attribute `results`), and at Ctrl-C KeyboardInterrupt, with
        `results` as well.
        """
        settings = list(self._settings)
        if channels is not None:
            settings.append(join_setting("output.channels", [channels] if isinstance(channels, str) else list(channels)))
        if (resume or report) and output is None:
            raise InputError("a run that is resumed or reported needs the results file: output=…")
        every = checkpoint_every if checkpoint_every is None or isinstance(checkpoint_every, str) else repr(float(checkpoint_every))
        with shown(progress, "run") as function:
            done = _core.run(self._source, settings, _name(output), _name(checkpoint), every or "", _name(resume), _name(report),
                             bool(force), function)
        results = Results._of_run(done) if not resume else Results.open(output)
        self.last_results = results
        for warning in done.input_warnings:
            warnings.warn(warning["text"].rstrip(), InputWarning, stacklevel=2)
        if done.interrupt is not None:
            done.interrupt.results = results
            raise done.interrupt
        if done.write_fault or done.status == "failed":
            error = RunError(done.write_fault or f"the run failed at t = {done.t:.6g} s: {done.message}")
            error.results = results
            raise error
        return results

    def start(self, resume=None):
        """A run in steps of your own: sim = s.start(); sim.step_to(3.2)."""
        return Stepping(self, _core.SteppedRun(self._source, self._settings, _name(resume)))

    def __repr__(self):
        made = self.text is not None
        return f"<fourfoot.Scenario {self.title!r} of {'dictionaries' if made else self.file}, {len(self._settings)} settings>"

    def __reduce__(self):
        text = self._source.text
        folder = os.path.dirname(self._source.file)
        return _restore, (self._source.file, text, folder, self._settings)


def _restore(file, text, folder, settings):
    source = _core.Source(file) if text is None else _core.Source.from_text(text, "scenario", folder)
    return Scenario(source, settings)


def _name(file):
    return "" if file is None else os.fspath(file)


def load(file, **settings):
    """The scenario of a TOML file. Raises InputError with file, line and hint."""
    return Scenario(_core.Source(os.fspath(file)), [join_setting(k, v) for k, v in settings.items()])


def example(name):
    """One of Fourfoot's examples by its name: "coach-curve"."""
    return Scenario(_core.Source(_core.find_example(name)))


def scenario(entries, folder="."):
    """A scenario of dictionaries, as its file would be: {"vehicle": "manchester-1", "speed": {"v": "70 km/h"}, …}.

    Files that it names are looked for in `folder`. Checked like a file; lines in messages are those of `Scenario.text`.
    """
    if not isinstance(entries, dict):
        raise TypeError(f"a scenario is made of a dictionary, not {type(entries).__name__}")
    text = "\n".join(write_toml(entries)) + "\n"
    return Scenario(_core.Source.from_text(text, "scenario", os.fspath(folder)))
