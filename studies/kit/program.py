"""Runs the built program, and reads what it writes."""
import csv
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess

import h5py
import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[2]
THREADS = int(os.environ.get("STUDY_THREADS", "2"))  # of a sweep or map; results do not depend on it
PROGRAM = os.environ.get("FOURFOOT", str(ROOT / "build/release/bin/fourfoot"))


class RunFailed(Exception):
    """The program ended with another code than 0; `code` is that, `text` what it said."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code, self.text = code, text


def call(*arguments):
    """Standard output of `fourfoot ARGUMENTS`."""
    command = [PROGRAM, *map(str, arguments)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise RunFailed(result.returncode, " ".join(command) + "\n" + result.stderr)
    return result.stdout


def identify():
    """Version and commit the program tells, and the first digits of its file's hash: two builds of one commit can differ in what was not committed."""
    return {"program": call("--version").strip(), "file": "sha256 " + hashlib.sha256(pathlib.Path(PROGRAM).read_bytes()).hexdigest()[:12]}


def list_settings(settings):
    """--set options of a dict of entries."""
    options = []
    for key, value in (settings or {}).items():
        options += ["--set", f"{key}={value}"]
    return options


class Results:
    """A results file: `results["car_body/y"]`, `results.time`, `results.s`."""

    def __init__(self, path):
        with h5py.File(path, "r") as file:
            self.channels = {}
            file["channels"].visititems(self._keep)
            self.time, self.s = file["time"][:], file["s"][:]
            self.statistics = {name: float(node[()]) for name, node in file["meta/statistics"].items()}
            self.status = _plain(file["meta/status"][()])
        self.fault, self.cpu = "", float("nan")

    def _keep(self, name, node):
        if isinstance(node, h5py.Dataset):
            self.channels[name] = node[:]

    def __getitem__(self, name):
        return self.channels[name]

    def between(self, low, high):
        """Which rows have their chainage there."""
        return (self.s >= low) & (self.s <= high)


def _plain(value):
    return value.decode() if isinstance(value, bytes) else value


def processor_time():
    """Of all programs run so far, without what the kernel did for them [s]."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime


def simulate(scenario, output, settings=None, may_fail=False):
    """Results of `fourfoot run`. With `may_fail` a run that ends early (derailment) gives what there is, and its fault.
    `cpu` of the results: processor time of the whole program, start and writing included, without what the kernel did for it [s]."""
    pathlib.Path(output).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(output).unlink(missing_ok=True)
    fault, before = "", processor_time()
    try:
        call("run", scenario, "--quiet", "-o", output, *list_settings(settings))
    except RunFailed as failure:
        if not may_fail or failure.code != 3:
            raise
        fault = failure.text.split("error: the run failed ")[-1].split(";")[0]
    results = Results(output)
    results.fault, results.cpu = fault, processor_time() - before
    return results


def sweep(study, output, settings=None, options=()):
    """Rows of `fourfoot sweep`, one dict each, numbers as numbers. Goes on where it was stopped."""
    pathlib.Path(output).parent.mkdir(parents=True, exist_ok=True)
    call("sweep", study, "-o", output, "--quiet", *list_settings(settings), *options)
    return read_rows(output)


def map_stability(scenario, output, settings, *options):
    """Rows of `fourfoot stability-map`. Goes on where it was stopped."""
    pathlib.Path(output).parent.mkdir(parents=True, exist_ok=True)
    call("stability-map", scenario, "-o", output, "--quiet", *list_settings(settings), *options)
    return read_rows(output)


def read_rows(path):
    """Rows of a CSV file of the program, one dict each, numbers as numbers; without the remarks before its heading and the units in it."""
    with open(path, newline="") as file:
        return [{re.sub(r" \[[^]]*\]$", "", key): _number(value) for key, value in row.items()} for row in csv.DictReader(line for line in file if not line.startswith("#"))]


def ask(*arguments):
    """What a verb says with --format json."""
    return json.loads(call(*arguments, "--format", "json"))


def _number(text):
    try:
        return float(text)
    except (TypeError, ValueError):
        return text if text != "" else float("nan")


def largest(values):
    return float(np.max(np.abs(values))) if len(values) else float("nan")
