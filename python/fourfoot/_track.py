"""The line: position, curvature, cant, the moving frame, irregularities and their spectra."""

import os
import typing

import numpy as np

from . import _core
from ._arrays import Broadcast, to_number, to_scenario, to_toml
from ._contact import Table


class Geometry(typing.NamedTuple):
    """Of the centre line: heading [rad], gradient [1], phi [rad] (> 0: left rail raised), curvature [1/m], cant [m]."""

    heading: typing.Any
    gradient: typing.Any
    phi: typing.Any
    curvature: typing.Any
    cant: typing.Any


class Frame(typing.NamedTuple):
    """The track frame that travels along: position [m], angular velocity, angular acceleration, acceleration of its
    origin; the last axis is x, y, z."""

    position: typing.Any
    omega: typing.Any
    epsilon: typing.Any
    a_o: typing.Any


class Travel(typing.NamedTuple):
    """When chainages are passed, and how fast: t [s], v [m/s], a [m/s2]; nan where they never are."""

    t: typing.Any
    v: typing.Any
    a: typing.Any


class Deviation(typing.NamedTuple):
    """Of the rails [m], with its first [1] and second derivative [1/m] along the track."""

    value: typing.Any
    d1: typing.Any
    d2: typing.Any


class Deviations(typing.NamedTuple):
    """Of the rails from their ideal position: means alignment and vertical, differences gauge and cross_level."""

    alignment: Deviation
    vertical: Deviation
    gauge: Deviation
    cross_level: Deviation


def _make_deviations(columns):
    return Deviations(**{name: Deviation(columns[name], columns[name + "_d1"], columns[name + "_d2"]) for name in Deviations._fields})


class Track:
    """A line of a track, scenario or alignment file. s is the chainage along the centre line [m]: number or array.

    `name`, `length` [m], `gauge` [m], `contact_distance` [m], `joints` (where one element ends and the next begins),
    `kinks` (where the frame's motion jumps), `warnings`.
    """

    def __init__(self, core):
        if not isinstance(core, _core.Line):
            raise TypeError("a Track is made by fourfoot.track(file)")
        self._core = core
        self.name, self.length, self.gauge, self.contact_distance = core.name, core.length, core.gauge, core.contact_distance
        self.joints, self.kinks, self.warnings = np.array(core.joints), np.array(core.kinks), core.warnings
        self.has_irregularity, self.shortest_wave = core.has_irregularity, core.shortest_wave

    def __repr__(self):
        return f"<track{' ' + self.name if self.name else ''}, {self.length:g} m>"

    def geometry(self, s):
        """Heading, gradient, roll, curvature and cant at s."""
        cases = Broadcast({"s": "m"}, s=s)
        return Geometry(**cases.restore_all(self._core.calc_geometry(cases.flat[0])))

    def position(self, s):
        """x, y, z of the centre line [m], as the last axis."""
        return self.frame(s).position

    def curvature(self, s):
        """Curvature at s [1/m]; positive in a curve to the left."""
        return self.geometry(s).curvature

    def cant(self, s):
        """Cant at s [m]; positive where the right rail is raised."""
        return self.geometry(s).cant

    def frame(self, s, v=0.0, a=0.0):
        """The frame at s with speed v [m/s] and acceleration a [m/s2]."""
        cases = Broadcast({"s": "m", "v": "m/s", "a": "m/s2"}, s=s, v=v, a=a)
        s, v, a = (np.ascontiguousarray(np.broadcast_to(x, cases.count)) for x in cases.flat)
        columns = {name: column.reshape(cases.shape) for name, column in self._core.calc_frame(s, v, a).items()}
        return Frame(**{name: np.stack([columns[f"{name}_{axis}"] for axis in "xyz"], axis=-1) for name in Frame._fields})

    def travel(self, s):
        """The motion that the scenario prescribes, at s; a track file has none."""
        cases = Broadcast({"s": "m"}, s=s)
        return Travel(**cases.restore_all(self._core.calc_travel(cases.flat[0])))

    def irregularity(self, s):
        """The sum of all irregularities at s, with derivatives."""
        cases = Broadcast({"s": "m"}, s=s)
        return _make_deviations(cases.restore_all(self._core.calc_irregularity(cases.flat[0])))

    def table(self, start=0.0, end=None, step=1.0):
        """All columns of `fourfoot track` from start to end (default: the track's) in steps [m]."""
        start, step = to_number("start", start, "m"), to_number("step", step, "m")
        end = self.length if end is None else to_number("end", end, "m")
        if not (step > 0.0 and end >= start and (end - start) / step < 1e7):
            raise ValueError("the range contains no chainages, or too many")
        s = start + np.arange(int(np.floor((end - start) / step * (1.0 + 1e-12))) + 1) * step
        travel, geometry, rails = self.travel(s), self.geometry(s), self.irregularity(s)
        frame = self.frame(s, travel.v, travel.a)
        table = Table({"s": s, "t": travel.t, "v": travel.v})
        table.update(zip("xyz", frame.position.T))
        table.update(geometry._asdict())
        for name in ("omega", "epsilon", "ao"):
            vectors = getattr(frame, "a_o" if name == "ao" else name)
            table.update((f"{name}_{axis}", column) for axis, column in zip("xyz", vectors.T))
        table.update((name, deviation.value) for name, deviation in rails._asdict().items())
        return table


def track(file, set=None):
    """The line of a scenario, track or alignment file (TOML, LandXML, IFC, CSV), as `fourfoot track` reads it, or of a Scenario.

    `set` overrides entries: {"horizontal.2.length": "120 m"}.
    """
    return Track(_core.read_line(*to_scenario("file", file, set)))


class Irregularity:
    """One kind of irregularity with its parameters; irregularity.at(s) gives Deviations."""

    def __init__(self, core):
        if not isinstance(core, _core.Irregularity):
            raise TypeError("an Irregularity is made by fourfoot.irregularity(type, ...)")
        self._core = core
        self.shortest_wave, self.corners = core.shortest_wave, np.array(core.corners)

    def at(self, s):
        """Deviations of the rails at s, with their derivatives."""
        cases = Broadcast({"s": "m"}, s=s)
        return _make_deviations(cases.restore_all(self._core.calc(cases.flat[0])))


def irregularity(type, **parameters):
    """An irregularity by the keys of a track file: irregularity("spectrum", spectrum="erri-b176-low", seed=3)."""
    if not isinstance(type, str):
        raise TypeError("type needs the name of a kind of irregularity")
    keys = {"type": type, **parameters}
    text = "".join(f"{to_toml(str(key))} = {to_toml(value)}\n" for key, value in keys.items())
    return Irregularity(_core.make_irregularity(text, os.getcwd()))


def spectrum_names():
    """Spectra known by name."""
    return list(_core.list_spectra())


def spectrum(name, wavenumber):
    """One-sided power spectral densities [m2/(rad/m)] over the angular wavenumber 2 pi / wavelength [rad/m].

    A Table with alignment, vertical, gauge and cross_level; zero where the named set has none, nan at or below zero.
    """
    if not isinstance(name, str):
        raise TypeError("name needs the name of a spectrum")
    cases = Broadcast({"wavenumber": "rad/m"}, wavenumber=wavenumber)
    rows = [cases.restore(row) for row in _core.calc_spectra(name, cases.flat[0])]
    return Table(zip(("alignment", "vertical", "gauge", "cross_level"), rows))
