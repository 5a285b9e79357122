"""One channel of results: a numpy array that knows its name, unit and meaning."""

import numpy as np


class Channel(np.ndarray):
    """The values of a channel, read-only where they are shared with the results they come from.

    Attributes: `name`, `unit` (SI), `description`, `frame` (whose axes). What is computed from a channel is a plain array.
    """

    def __new__(cls, values, name="", unit="1", description="", frame=""):
        array = np.asarray(values).view(cls)
        array.name, array.unit, array.description, array.frame = name, unit, description, frame
        return array

    def __array_finalize__(self, other):
        for key, otherwise in (("name", ""), ("unit", "1"), ("description", ""), ("frame", "")):
            setattr(self, key, getattr(other, key, otherwise))

    def __array_wrap__(self, array, context=None, return_scalar=False):
        # The unit of a product is another one: numbers that are computed are plain.
        array = np.asarray(array)
        return array[()] if array.ndim == 0 else array

    def __reduce__(self):
        # So that a channel goes to other processes with its unit.
        return _restore, (np.asarray(self).copy(), self.name, self.unit, self.description, self.frame)


def _restore(values, name, unit, description, frame):
    return Channel(values, name, unit, description, frame)
