"""Wheel and rail profiles: read, evaluate, wear, draw."""

import typing

import numpy as np

from . import _core
from ._arrays import Broadcast, to_array, to_number, to_path
from ._contact import Table

_UNITS = {"mm": 1e-3, "m": 1.0}


class ProfilePoint(typing.NamedTuple):
    """Points of a profile: y to the field side, z up [m]; slope dz/dy; angle [rad]; curvature [1/m]."""

    y: typing.Any
    z: typing.Any
    slope: typing.Any
    angle: typing.Any
    curvature: typing.Any


class Profile:
    """A wheel's or rail's cross section as a smooth curve, from the gauge side to the field side.

    `kind`, `name`, `length` [m], `repairs` (what the reader changed or noticed), `joints` (arc lengths where the
    curvature may jump), `tolerance`, `rms_residual`, `max_residual` of the smoothing [m].
    """

    def __init__(self, core):
        if not isinstance(core, _core.Profile):
            raise TypeError("a Profile is made by fourfoot.profile(file)")
        self._core = core
        self.kind, self.name, self.length = core.kind, core.name, core.length
        self.repairs, self.joints = core.repairs, np.array(core.joints)
        self.tolerance, self.rms_residual, self.max_residual = core.tolerance, core.rms_residual, core.max_residual

    def __repr__(self):
        return f"<{self.kind} profile{' ' + self.name if self.name else ''}, {1e3 * self.length:.1f} mm>"

    def at(self, s):
        """The curve at arc lengths s [m]; nan outside 0 to length."""
        cases = Broadcast({"s": "m"}, s=s)
        return ProfilePoint(**cases.restore_all(self._core.calc_at(cases.flat[0])))

    def at_y(self, y):
        """The running surface at lateral positions y [m]; nan where the profile does not reach."""
        cases = Broadcast({"y": "m"}, y=y)
        return ProfilePoint(**cases.restore_all(self._core.calc_at_y(cases.flat[0])))

    def table(self, step="2 mm"):
        """Rows along the curve, as `fourfoot profile` prints them."""
        step = to_number("step", step, "m")
        if not step >= 1e-6:
            raise ValueError("step must be at least 1 um")
        count = max(1, int(np.floor(self.length / step + 1e-9)))
        s = np.minimum(np.arange(count + 1) * step, self.length)
        return Table({"s": s, **self.at(s)._asdict()})

    def wear(self, y, depth):
        """The profile without this much material along its normal: depth [m] at positions y [m], linear between them."""
        y, depth = np.atleast_1d(to_array("y", y, "m")), np.atleast_1d(to_array("depth", depth, "m"))
        if y.ndim != 1 or y.shape != depth.shape:
            raise ValueError(f"y and depth need two rows of one length, not shapes {y.shape} and {depth.shape}")
        return Profile(self._core.wear(y.tolist(), depth.tolist()))

    def plot(self, axes=None, **style):
        """Draws it with matplotlib, in mm, and returns the axes."""
        import matplotlib.pyplot

        axes = axes if axes is not None else matplotlib.pyplot.gca()
        points = self.at(np.linspace(0.0, self.length, 2000))
        axes.plot(1e3 * points.y, 1e3 * points.z, **{"label": self.name or self.kind, **style})
        axes.set_aspect("equal")
        axes.set_xlabel("y [mm]")
        axes.set_ylabel("z [mm]")
        return axes

    def _repr_svg_(self):
        points = self.at(np.linspace(0.0, self.length, 1000))
        y, z = 1e3 * (points.y - points.y.min()) + 5, 1e3 * (points.z.max() - points.z) + 5
        path = "M" + " L".join(f"{a:.3f},{b:.3f}" for a, b in zip(y, z))
        width, height = y.max() + 5, z.max() + 5
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{4 * width:.0f}" viewBox="0 0 {width:.2f} {height:.2f}">'
                f'<path d="{path}" fill="none" stroke="currentColor" stroke-width="0.4"/></svg>')


def profile(file, kind=None, unit=None, smoothing=None, tape_circle=None):
    """A profile from a file: TOML, .prw, .prr, .whl, .ban or two columns, as `fourfoot profile` reads it.

    `kind` ("wheel", "rail") and `unit` ("mm", "m") where a point file does not tell; `smoothing`: root mean square that
    its points may be missed by [m]; `tape_circle`: y of the tape circle in the file [m].
    """
    if unit is not None and unit not in _UNITS:
        raise ValueError(f'unit needs "mm" or "m", not {unit!r}')
    if kind is not None and not isinstance(kind, str):
        raise TypeError('kind needs "wheel" or "rail"')
    lengths = [None if value is None else to_number(name, value, "m")
               for name, value in (("smoothing", smoothing), ("tape_circle", tape_circle))]
    return Profile(_core.read_profile(to_path("file", file), kind or "", _UNITS.get(unit), *lengths))
