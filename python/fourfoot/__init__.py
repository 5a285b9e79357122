"""Fourfoot: railway vehicle dynamics, open to the last equation."""

from ._core import commit as __commit__
from ._core import version as __version__
from .errors import InputError, RunError

__all__ = ["InputError", "RunError"]
