"""Fourfoot: railway vehicle dynamics, open to the last equation.

    import fourfoot
    s = fourfoot.load("scenario.toml")
    s["speed.v"] = "160 km/h"
    r = s.run()
    r["wheelset_1/y"]            # a numpy array with .unit and .description

Everything that the program `fourfoot` does, in this process, by the same calls. Guide: docs/guide/python.md.
"""

from ._core import commit as __commit__
from ._core import version as __version__
from . import plugin
from ._contact import CreepLaw, conicity, contact_geometry, creep, creep_laws, hertz
from ._profile import Profile, profile
from ._track import Irregularity, Track, irregularity, spectrum, spectrum_names, track
from .channel import Channel
from .errors import InputError, InputWarning, RunError
from .files import check, doctor, evaluate, new, report, schema, signal, twist, upgrade
from .optimising import fit, optimise
from .results import Results
from .scenario import Scenario, example, load, scenario
from .stepping import Stepping
from .verbs import bifurcation, critical_speed, eigen, equilibrium, integrators, linearise, stability_map, sweep, wear

open_results = Results.open

__all__ = [
    "Channel", "CreepLaw", "InputError", "InputWarning", "Irregularity", "Profile", "Results", "RunError", "Scenario", "Stepping", "Track",
    "bifurcation", "check", "conicity", "contact_geometry", "creep", "creep_laws", "critical_speed", "doctor", "eigen", "equilibrium", "evaluate",
    "example", "fit", "hertz", "integrators", "irregularity", "linearise", "load", "new", "open_results", "optimise", "plugin", "profile", "report", "scenario",
    "schema", "signal", "spectrum", "spectrum_names", "stability_map", "sweep", "track", "twist", "upgrade", "wear",
]
