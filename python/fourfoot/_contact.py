"""Wheel and rail: Hertz's ellipse, creep forces by every law, contact geometry, equivalent conicity."""

import functools
import typing

import numpy as np

from . import _core
from ._arrays import Broadcast, to_array, to_number, to_scenario, to_threads

_HERTZ_UNITS = {"normal": "N", "curvature_x": "1/m", "curvature_y": "1/m", "young": "N/m^2", "poisson": "1"}
_CREEP_UNITS = {"a": "m", "b": "m", "normal": "N", "friction": "1", "nu_x": "1", "nu_y": "1", "spin": "1/m", "speed": "m/s"}


class Hertz(typing.NamedTuple):
    """The ellipse of a contact: semi-axes a (rolling direction) and b [m], approach [m], largest pressure [Pa]."""

    a: typing.Any
    b: typing.Any
    approach: typing.Any
    pressure_max: typing.Any


class Creep(typing.NamedTuple):
    """Forces on the wheel [N, N, N m] and the share of the patch that slips.

    `jacobian` (with derivatives=True) has the exact derivatives: its last two axes are the rows fx, fy, mz and the columns
    nu_x, nu_y, spin, normal, a, b, each with the other five held.
    """

    fx: typing.Any
    fy: typing.Any
    mz: typing.Any
    slip_share: typing.Any
    jacobian: typing.Any = None


def hertz(normal, curvature_x, curvature_y, young, poisson, *, threads=None):
    """Hertz's contact from load and curvatures, as `fourfoot hertz` gives it.

    Each argument is a number, a text with a unit ("80 kN") or an array; arrays broadcast. Units: N, 1/m, 1/m, N/m², 1.
    nan gives nan; a number outside its range is an InputError.
    """
    cases = Broadcast(_HERTZ_UNITS, normal=normal, curvature_x=curvature_x, curvature_y=curvature_y, young=young, poisson=poisson)
    return Hertz(*map(cases.restore, _core.hertz(cases.flat, cases.count, to_threads(threads))))


def creep_laws():
    """All tangential laws: {name: (what it is, [its own parameters])}."""
    return {name: (doc, list(keys)) for name, doc, keys in _core.list_creep_laws()}


class CreepLaw:
    """A tangential law for one steel, made once and called many times.

    `parameters` are the law's own (creep_laws() lists them): CreepLaw("polach", 82e9, 0.28, k_slip=0.4). `grid` is for
    laws with strips and cells. `name`, `shear_modulus` [N/m²] and `poisson` are those it was made with.
    """

    def __init__(self, law="fastsim", shear_modulus=82e9, poisson=0.28, *, grid=None, **parameters):
        if not isinstance(law, str):
            raise TypeError(f"law needs the name of a law, not {type(law).__name__}")
        if grid is not None:
            number = to_number("grid", grid)
            grid = int(number) if number == number and abs(number) < 1e6 else 0
            if grid != number:
                raise ValueError("grid needs a whole number")
        shear_modulus = to_number("shear_modulus", shear_modulus, "N/m^2")
        self._law = _core.make_creep_law(law, shear_modulus, to_number("poisson", poisson, "1"), grid, parameters)

    @property
    def name(self):
        return self._law.name

    @property
    def shear_modulus(self):
        return self._law.shear_modulus

    @property
    def poisson(self):
        return self._law.poisson

    def __repr__(self):
        return f"CreepLaw({self.name!r}, shear_modulus={self.shear_modulus:g}, poisson={self.poisson:g})"

    def __call__(self, a, b, normal, friction, nu_x=0.0, nu_y=0.0, spin=0.0, speed=0.0, *, derivatives=False, threads=None):
        """Forces of patches with semi-axes a, b [m] at creepages nu_x, nu_y [1] and spin [1/m]; see `creep`."""
        cases = Broadcast(_CREEP_UNITS, a=a, b=b, normal=normal, friction=friction, nu_x=nu_x, nu_y=nu_y, spin=spin, speed=speed)
        *columns, jacobian = self._law.calc(cases.flat, cases.count, bool(derivatives), to_threads(threads))
        restored = jacobian.reshape(cases.shape + (3, 6)) if derivatives else None
        return Creep(*map(cases.restore, columns), restored)


@functools.lru_cache(maxsize=32)
def _find_law(law, shear_modulus, poisson, grid, parameters):
    return CreepLaw(law, shear_modulus, poisson, grid=grid, **dict(parameters))


def creep(law="fastsim", *, a, b, normal, friction, shear_modulus, poisson, nu_x=0.0, nu_y=0.0, spin=0.0, speed=0.0, grid=None,
          derivatives=False, threads=None, **parameters):
    """Creep forces of one or many patches by any law, as `fourfoot creep` gives them.

    Numbers, texts with a unit or arrays that broadcast; law, steel (shear_modulus [N/m²], poisson) and grid are one for
    the call. Creepages are those of the wheel, forces act on the wheel. `derivatives=True` adds their exact derivatives.
    nan gives nan; a number outside its range is an InputError. Large calls use all processors, or `threads`.
    """
    shear_modulus, poisson = to_number("shear_modulus", shear_modulus, "N/m^2"), to_number("poisson", poisson, "1")
    try:
        if law == "plugin":  # whose name may mean another function tomorrow
            raise TypeError
        made = _find_law(law, shear_modulus, poisson, grid, tuple(sorted(parameters.items())))
    except TypeError:  # or something that cannot be a key: the constructor says what is wrong with it
        made = CreepLaw(law, shear_modulus, poisson, grid=grid, **parameters)
    return made(a, b, normal, friction, nu_x, nu_y, spin, speed, derivatives=derivatives, threads=threads)


class Table(dict):
    """Columns by name; also as attributes: table.y is table["y"]."""

    def __getattr__(self, name):
        try:
            return self[name]
        except KeyError:
            raise AttributeError(f"no column {name!r}; there are {', '.join(self)}") from None

    def __repr__(self):
        rows = len(next(iter(self.values()))) if self else 0
        return f"<{rows} rows: {', '.join(self)}>"


def _read_wheel_rail(scenario, settings, wheelset, at):
    file, settings = to_scenario("scenario", scenario, settings)
    return _core.read_wheel_rail(file, settings, "" if wheelset is None else str(wheelset), to_number("at", at, "m"))


def contact_geometry(scenario, y=None, *, load=None, yaw=0.0, gauge_variation=0.0, roll=True, wheelset=None, at=0.0, set=None):
    """Contact of a scenario's wheelset on its rails over lateral positions y [m], as `fourfoot contact-geometry` gives it.

    Without `load`: rigid contact, one row for each y (rolling radii r_l, r_r, their difference, contact angles, height,
    roll, number of patches), nan where the wheels do not touch both rails. With `load` [N] for each wheel: one row for
    each patch, with its forces, area and position; `side` is 1 on the left. Default for y: -8 mm to 8 mm in half millimetres.
    """
    y = np.array([-8e-3 + i * 0.5e-3 for i in range(33)]) if y is None else np.atleast_1d(to_array("y", y, "m"))
    if y.ndim != 1:
        raise ValueError(f"y needs one row of numbers, not shape {y.shape}")
    pair = _read_wheel_rail(scenario, set, wheelset, at)
    yaw, gauge_variation = to_number("yaw", yaw, "rad"), to_number("gauge_variation", gauge_variation, "m")
    if load is not None:
        return Table(pair.survey_load(y, to_number("load", load, "N"), yaw, gauge_variation, bool(roll)))
    return Table({"y": y, **pair.survey(y, yaw, gauge_variation, bool(roll))})


def conicity(scenario, amplitude=None, *, yaw=0.0, gauge_variation=0.0, roll=True, wheelset=None, at=0.0, reach=8e-3, set=None):
    """Equivalent conicity over amplitudes [m], as `fourfoot contact-geometry --conicity` gives it.

    Columns: conicity (by the wavelength of Klingel's motion), conicity_harmonic, conicity_regression, wavelength; nan
    beyond what the profiles reach. `roll=False` keeps the axle level, as the reference values of EN 15302 do.
    Default: 1 mm to 6 mm in half millimetres.
    """
    wanted = [1e-3 + i * 0.5e-3 for i in range(11)] if amplitude is None else amplitude
    wanted = np.atleast_1d(to_array("amplitude", wanted, "m"))
    if wanted.ndim != 1:
        raise ValueError(f"amplitude needs one row of numbers, not shape {wanted.shape}")
    pair = _read_wheel_rail(scenario, set, wheelset, at)
    found = pair.survey_conicity(wanted, to_number("reach", reach, "m"), to_number("yaw", yaw, "rad"),
                                 to_number("gauge_variation", gauge_variation, "m"), bool(roll))
    return Table({"amplitude": wanted, **found})
