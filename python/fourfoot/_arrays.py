"""Arguments that may be numbers, texts with a unit, or arrays: one shape for all, as numpy broadcasts."""

import math
import os

import numpy as np

from . import _core
from .errors import InputError


def to_array(name, value, unit=""):
    """Numbers as an array of float64. A text is a quantity: "80 kN"."""
    if isinstance(value, str):
        return np.asarray(_core.read_quantity(name, value, unit))
    if value is None:
        raise TypeError(f"{name} needs a number or an array, not None")
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise TypeError(f"{name} needs numbers, not {array.dtype}")
    return array.astype(np.float64, copy=False)


def to_number(name, value, unit=""):
    """One number."""
    array = to_array(name, value, unit)
    if array.size != 1:
        raise ValueError(f"{name} needs one number, not an array of shape {array.shape}")
    return float(array.reshape(()))


def to_path(name, value):
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{name} needs the path of a file, not {type(value).__name__}")
    return os.fsdecode(value)


def to_scenario(name, value, settings):
    """File and settings of a scenario: a path, or a Scenario that was loaded from a file, whose own settings come first."""
    source = getattr(value, "_source", None)
    if source is None or not hasattr(value, "settings"):
        return to_path(name, value), to_settings(settings)
    if value.text is not None:
        raise InputError(f"{name} needs a scenario of a file, not of dictionaries")
    own = [tuple(setting.split("=", 1)) for setting in value.settings]
    return value.file, own + to_settings(settings)


def to_settings(settings):
    """{"speed.v": "60 km/h"} as pairs of texts, as --set has them."""
    if settings is None:
        return []
    return [(str(key), value if isinstance(value, str) else to_toml(value)) for key, value in dict(settings).items()]


def to_toml(value):
    """A value as it stands in a file."""
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, str):
        return '"' + "".join(c if c >= " " and c not in '"\\\x7f' else f"\\u{ord(c):04x}" for c in value) + '"'
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{to_toml(str(k))} = {to_toml(v)}" for k, v in value.items()) + " }"
    if isinstance(value, (list, tuple, np.ndarray)):
        return "[" + ", ".join(to_toml(v) for v in value) + "]"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, os.PathLike):
        return to_toml(os.fspath(value))
    if isinstance(value, (float, np.floating)):
        number = float(value)
        return repr(number) if math.isfinite(number) else ("nan" if math.isnan(number) else "inf" if number > 0 else "-inf")
    raise TypeError(f"{type(value).__name__} cannot stand in a file")


class Broadcast:
    """Named arguments with one common shape; `flat` has, in their order, arrays of one number or of `count`."""

    def __init__(self, units, **values):
        arrays = [to_array(name, value, units.get(name, "")) for name, value in values.items()]
        try:
            self.shape = np.broadcast_shapes(*(array.shape for array in arrays))
        except ValueError:
            shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(values, arrays) if array.shape)
            raise ValueError(f"these shapes do not go together: {shapes}") from None
        self.count = math.prod(self.shape)
        self.flat = [
            array.reshape(1) if array.size == 1 else np.ascontiguousarray(np.broadcast_to(array, self.shape)).reshape(-1)
            for array in arrays
        ]

    def restore(self, array, more=()):
        """A column of `count` in the common shape; a plain number if all arguments were numbers."""
        array = array.reshape(self.shape + tuple(more))
        return float(array) if array.shape == () else array

    def restore_all(self, columns):
        """The same of every column, by its name."""
        return {name: self.restore(column) for name, column in columns.items()}


def to_threads(threads):
    if threads is None:
        return 0
    if isinstance(threads, bool) or not isinstance(threads, (int, np.integer)) or not 1 <= threads <= 1024:
        raise InputError("threads needs a whole number from 1 to 1024, or None for all processors")
    return int(threads)
