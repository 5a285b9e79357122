"""A run in steps: it stops at given times and can be read and changed there."""

import os
import types

from .channel import Channel
from .toml_text import write_value


class Stepping:
    """sim = scenario.start(); sim.step_to(3.2); sim.q, sim.u, sim.channels["car_body/y"]; sim.set_friction(0.1); …

    The integrator restarts at each stop. Many small steps therefore cost more than one run, and differ from it by its tolerance.
    """

    def __init__(self, scenario, run):
        self._scenario, self._run = scenario, run

    @property
    def t(self):
        """The time now [s]."""
        return self._run.t

    def step_to(self, t):
        """Simulates to time t [s]. Returns "done", or "stopped" where the track ends before."""
        return self._run.step_to(float(t))

    def step(self, dt):
        """Simulates dt further [s]."""
        return self._run.step_to(self._run.t + float(dt))

    @property
    def q(self):
        """Coordinates of the bodies relative to their track frames."""
        return self._run.parts[0]

    @property
    def u(self):
        """Velocities that belong to `q`."""
        return self._run.parts[1]

    @property
    def z(self):
        """Own states of suspension elements, contacts and controllers."""
        return self._run.parts[2]

    @property
    def state(self):
        """All states, named by `state_names`; may be set to others of the same number."""
        return self._run.state

    @state.setter
    def state(self, values):
        self._run.set_state(values)

    @property
    def state_names(self):
        """Names of the states, in the order of `state`."""
        return self._run.state_names

    @property
    def channels(self):
        """All channels now, by name: SI numbers."""
        return types.MappingProxyType(self._run.channels)

    @property
    def results(self):
        """Rows so far, by channel, as arrays."""
        rows = self._run.rows
        return {c["name"]: Channel(rows[c["name"]], c["name"], c["unit"], c["description"], c["frame"]) for c in self._run.channel_list}

    def set(self, key, value):
        """Another value of an entry of the scenario from now on; the state stays. Raises InputError if it then has other states."""
        self._run.set(f"{key}={value if isinstance(value, str) else write_value(value)}")

    def __setitem__(self, key, value):
        self.set(key, value)

    def set_friction(self, friction):
        """Another friction coefficient of all wheels from now on."""
        self.set("contact.friction", friction if isinstance(friction, str) else float(friction))

    def save(self, file):
        """Saves the state to a file. scenario.start(resume=file) continues from it, with the settings that this run has now."""
        self._run.save(os.fspath(file))

    def __repr__(self):
        return f"<fourfoot.Stepping {self._scenario.title!r} at t = {self.t:.6g} s>"
