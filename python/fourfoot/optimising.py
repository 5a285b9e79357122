"""Values of entries that make figures best, or a simulation like what was measured."""

import os
import tempfile

from . import _core
from .errors import InputError
from .options import count_threads, take_scenario
from .progress import shown
from .scenario import join_setting
from .tables import Optimum
from .toml_text import write_toml, write_value


def optimise(study, scenario=None, *, settings=None, file=None, folder=".", threads=None, force=False, progress=None):
    """Chooses values of entries by figures: an optimisation file, or dictionaries as it would have them.

    scenario: used instead of the scenario that the file names.
    file: a CSV file of all points, with its JSON beside it; a stopped search continues in it.
    folder: where files that dictionaries name are looked for.
    """
    if isinstance(study, dict):
        entries = dict(study)
        if scenario is not None:
            entries.setdefault("scenario", "scenario.toml")  # the name of what is given besides
        text = "\n".join(write_toml(entries)) + "\n"
        source = _core.Source.from_text(text, "optimisation", os.fspath(folder))
    else:
        source = _core.Source(os.fspath(study))
    given, changes = (None, []) if scenario is None else take_scenario(scenario)
    changes = [*changes, *(join_setting(k, v) for k, v in (settings or {}).items())]
    with shown(progress, "optimise") as function:
        return Optimum(_core.run_optimisation(source, given, changes, "" if file is None else os.fspath(file), count_threads(threads), bool(force), function))


def fit(scenario, parameters, data, *, over="time", scale=None, constraints=(), analysis=None, file=None, threads=None, force=False, progress=None,
        **options):
    """Calibrates: values of entries for which the run comes nearest to what was measured (least squares).

    parameters: {key: (low, high)}, {key: (low, high, start)}, or dictionaries as [[parameters]] has them.
    data: {channel: file}, {channel: (file, column)} or {channel: (time, values)}, in SI. over: "time", or "s" for data over the chainage.
    scale: {channel: number} by which differences are divided, its uncertainty; default: all 1, or the largest amount where arrays are given.
    options: method, evaluations, tolerance, starts, … as in an optimisation file.
    """
    if not isinstance(parameters, dict) or not parameters or not isinstance(data, dict) or not data:
        raise InputError("parameters and data are dictionaries: {key: (low, high)} and {channel: (time, values)}")
    with tempfile.TemporaryDirectory(prefix="fourfoot-fit-") as folder:
        # A search that is to go on finds the same data in the same place.
        aside = os.path.join(folder, "data") if file is None else os.path.splitext(os.path.abspath(os.fspath(file)))[0] + "-data"
        measures, objectives = [], []
        for number, (channel, given) in enumerate(data.items()):
            record, column, usual = _take_record(given, channel, over, f"{aside}-{number + 1}.csv")
            measures.append({"name": f"{channel} misfit", "channel": channel, "what": "rms-difference", "record": record, "column": column, "over": over})
            objectives.append({"figure": f"{channel} misfit", "aim": "least-squares", "scale": float((scale or {}).get(channel, usual))})
        study = {"format": "fourfoot optimisation 1", **options, "parameters": [_take_parameter(k, v) for k, v in parameters.items()],
                 "cases": [{"name": "fit", "analysis": "run", **(analysis or {}), "measures": measures}], "objectives": objectives}
        if constraints:
            study["constraints"] = list(constraints)
        return optimise(study, scenario, file=file, threads=threads, force=force, progress=progress)


def _take_parameter(key, given):
    if isinstance(given, dict):
        return {"key": key, **given} if "keys" not in given else {"name": key, **given}
    try:
        low, high, *start = given
    except TypeError:
        raise InputError(f"{key}: a parameter is (low, high), (low, high, start) or a dictionary") from None
    return {"key": key, "low": float(low), "high": float(high), **({"start": float(start[0])} if start else {})}


def _take_record(given, channel, over, file):
    """Where the data are: (file, column, usual scale); arrays are written aside."""
    if isinstance(given, (str, os.PathLike)):
        return os.path.abspath(os.fspath(given)), channel, 1.0
    try:
        first, second = given
    except (TypeError, ValueError):
        raise InputError(f"{channel}: data are a file, (file, column) or (time, values)") from None
    if isinstance(first, (str, os.PathLike)):
        return os.path.abspath(os.fspath(first)), str(second), 1.0
    at, values = [float(x) for x in first], [float(x) for x in second]
    if len(at) != len(values) or not at:
        raise InputError(f"{channel}: as many times as values, and at least one")
    with open(file, "w", encoding="utf-8") as out:
        out.write(f"{over} [{'m' if over == 's' else 's'}],value\n")
        out.writelines(f"{write_value(t)},{write_value(x)}\n" for t, x in zip(at, values))
    return file, "value", max(map(abs, values)) or 1.0
