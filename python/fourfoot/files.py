"""Records and files: figures of norms, filters, the report page, checks."""

import json
import os
import tempfile

from . import _core
from .errors import InputError
from .options import check_choice, list_texts, read_number, read_positive, take_scenario, write_option
from .results import Results
from .scenario import join_setting, load
from .tables import Comparison, Evaluation, Installation, Signal


def evaluate(*records, norms=None, bodies=None, bogies=None, map=None, limits=None, speed=None, wheel_load=None, bogie_mass=None, section=None,
             flange_angle=None, friction=None, target=None):
    """Figures of norms, comfort, wear and fatigue, with limits. Of results, or files (HDF5, CSV); two or more: side by side."""
    if not records:
        raise InputError("no record is given to evaluate")
    units = {"speed": ("m/s", speed), "wheel_load": ("N", wheel_load), "bogie_mass": ("kg", bogie_mass), "section": ("m", section),
             "flange_angle": ("rad", flange_angle), "friction": ("1", friction)}
    numbers = {name: read_positive(name, value, unit) for name, (unit, value) in units.items() if value is not None}
    goals = {name: read_number("target", value, {"speed": "m/s", "curvature": "1/m"}.get(name, "m")) for name, value in (target or {}).items()}
    for name in goals:
        check_choice("target", name, _core.list_influences())
    with _as_files(records) as files:
        found = _core.evaluate_files(files, list_texts(norms), list_texts(bodies), list_texts(bogies), _renames(map), os.fspath(limits or ""), numbers, goals)
    if len(files) == 1:
        return Evaluation(found["evaluations"][0], found["limits"])
    return Comparison(found, [str(f) for f in records])


def twist(scenario, *, limits=None):
    """Safety on twisted track by simulated tests: a rig that twists the standing vehicle, a flat curve, yaw resistance of the bogies."""
    source, settings = take_scenario(scenario)
    found = _core.run_twist_test(source, settings, os.fspath(limits or ""))
    return Evaluation(found, found["limits"])


def signal(record, channels, *, filters=(), resample=None, psd=None, third_octaves=False, rainflow=False, percentiles=None, map=None,
           speed=None, limits=None):
    """Channels of results or of a file, filtered ("low:20 Hz", "mean:2 m", "weight:Wb"), resampled, as spectra, counted."""
    if sum(bool(x) for x in (psd, rainflow, percentiles is not None)) > 1:
        raise InputError("one of psd, rainflow and percentiles at a time")
    points = [] if percentiles is None else [float(p) for p in percentiles]
    if not all(0 <= p <= 100 for p in points):  # also what is no number
        raise InputError("percentiles are from 0 to 100")
    segment = "" if psd is None else psd if isinstance(psd, str) else f"{float(psd)!r} s"
    with _as_files([record]) as files:
        return Signal(_core.process_signals(files[0], list_texts(channels), _renames(map), list_texts(filters), resample or "", segment, bool(third_octaves),
                                            bool(rainflow), points, "" if speed is None else write_option("speed", speed), os.fspath(limits or "")))


def report(records, file="report.html", *, force=False):
    """One self-contained page (HTML) of one or several results: summary, plots, 3-D, inputs."""
    with _as_files([records] if isinstance(records, (str, os.PathLike, Results)) else records) as files:
        _core.write_report(files, os.fspath(file), bool(force))


def check(file, **settings):
    """Reads a file of any kind with all that it names: "a good scenario file". Raises InputError."""
    return _core.check_file(os.fspath(file), [join_setting(k, v) for k, v in settings.items()])["verdict"]


def doctor():
    """Version, compiler, libraries, cores, where models and the cache are: what `fourfoot doctor` says of this machine."""
    return Installation(dict(_core.describe_installation()))


def schema(kind):
    """JSON Schema of a kind of file: scenario, vehicle, track, study, optimisation, wear."""
    return json.loads(_core.make_schema(kind))


def new(name, *, vehicle="coach", track="curve"):
    """Makes a small commented folder that runs, and loads its scenario. track: "curve", "straight", ("csv", file)."""
    return load(_core.make_new_folder(os.fspath(name), vehicle, list_texts(track)))


def upgrade(file, *, trial=False):
    """Rewrites a file of an older version as it is written now; returns (line, before, after) of what changed."""
    return _core.upgrade(os.fspath(file), bool(trial))


def _renames(given):
    if given is None:
        return []
    return [f"{ours}={theirs}" for ours, theirs in given.items()] if isinstance(given, dict) else list_texts(given)


class _as_files:
    """Names of files that hold these records; results in memory are written aside."""

    def __init__(self, records):
        self._records, self._folder = list(records), None

    def __enter__(self):
        files = []
        for i, record in enumerate(self._records):
            if isinstance(record, Results) and record.file is None:
                self._folder = self._folder or tempfile.TemporaryDirectory()
                files.append(os.path.join(self._folder.name, f"{i + 1}.h5"))
                record.save(files[-1])
            else:
                files.append(record.file if isinstance(record, Results) else os.fspath(record))
        return files

    def __exit__(self, *_):
        if self._folder:
            self._folder.cleanup()
