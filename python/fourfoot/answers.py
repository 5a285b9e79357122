"""What functions answer about motions: steady running, modes, limit cycles."""

import math

import numpy as np

from .answer import Answer, make_axes


class Equilibrium(Answer):
    """Steady running: e["wheelset_1/left/Q"], e.state, e.method, e.residual, e.indifferent."""

    _columns = ("channel", "value", "unit", "description")

    def __init__(self, data):
        super().__init__(data)
        self._by_name = {c["name"]: (c, v) for c, v in zip(data["channels"], data["values"])}

    def __getitem__(self, name):
        return float(self._by_name[name][1])

    def __contains__(self, name):
        return name in self._by_name

    def __iter__(self):
        return iter(self._by_name)

    def __len__(self):
        return len(self._by_name)

    def _head(self):
        return f"steady running found by {self.method} in {self.iterations} iterations, accelerations left {self.residual:.2g}"

    def _rows(self):
        return [{"channel": n, "value": float(v), "unit": c["unit"], "description": c["description"]} for n, (c, v) in self._by_name.items()]


class Eigen(Answer):
    """Modes at each value: .values, .modes (a list for each value), .eigenvalues, .crossings, .critical."""

    _columns = ("re", "im", "frequency", "damping", "name", "shape")

    def __init__(self, parameter, data):
        super().__init__({"parameter": parameter, **data})

    @property
    def eigenvalues(self):
        """Complex, by value and track: each mode followed from value to value in its own column [1/s]."""
        return np.array([[mode["value"] for mode in point] for point in self.modes])

    @property
    def is_stable(self):
        """Whether no mode grows, at each value; a freedom that nothing holds is no mode."""
        return np.array([all(m["value"].real <= 1e-6 for m in point) for point in self.modes])

    def _head(self):
        text = f"{self.parameter} = {self.values[-1]:.6g}"
        if len(self.values) > 1:
            text = f"{self.parameter} from {self.values[0]:.6g} to {self.values[-1]:.6g}; modes at the last value; "
            text += "stable throughout" if self.critical is None else f"linear critical value {self.critical:.6g}"
        return text

    def _rows(self):
        return [{"re": m["value"].real, "im": m["value"].imag, **m} for m in self.modes[-1] if m["value"].imag >= 0]

    def plot(self, ax=None):
        """Root locus: frequency over real part, a line for each mode. Returns the axes."""
        ax = make_axes(ax)
        values = self.eigenvalues
        for k in range(values.shape[1]):
            ax.plot(values[:, k].real, np.abs(values[:, k].imag) / (2 * math.pi), ".-")
        ax.axvline(0.0, color="k", lw=0.5)
        ax.set_xlabel("real part [1/s]")
        ax.set_ylabel("frequency [Hz]")
        return ax


class LinearModel(Answer):
    """.A, .B, .C, .D with the names .states, .inputs, .outputs; .steady: the outputs in steady running.

    To others: scipy.signal.StateSpace(*m.matrices), control.ss(*m.matrices).
    """

    @property
    def matrices(self):
        """A, B, C, D, as other packages take them."""
        return self.A, self.B, self.C, self.D

    @property
    def eigenvalues(self):
        """Eigenvalues of A [1/s]."""
        return np.linalg.eigvals(self.A)

    def frequency_response(self, frequencies):
        """Outputs by inputs at each frequency [Hz]: complex, (frequency, output, input)."""
        frequencies = np.atleast_1d(np.asarray(frequencies, dtype=float))
        unit = np.eye(len(self.states))
        return np.array([self.C @ np.linalg.solve(2j * math.pi * f * unit - self.A, self.B) + self.D for f in frequencies])

    def _head(self):
        return f"linear model: {len(self.states)} states, {len(self.inputs)} inputs, {len(self.outputs)} outputs"

    def plot(self, frequencies=None, ax=None):
        """Amplitude of each output by each input over the frequency."""
        ax = make_axes(ax)
        frequencies = np.logspace(-1, 2, 300) if frequencies is None else np.asarray(frequencies, dtype=float)
        response = np.abs(self.frequency_response(frequencies))
        for i, output in enumerate(self.outputs):
            for k, name in enumerate(self.inputs):
                ax.loglog(frequencies, response[:, i, k], label=f"{output} by {name}")
        ax.set_xlabel("frequency [Hz]")
        ax.legend()
        return ax


class CriticalSpeed(Answer):
    """.critical_speed between .low and .high, .frequency and .max_abs of the motion there, .reason, .tried."""

    def __float__(self):
        return float(self.critical_speed)

    def _head(self):
        return (f"nonlinear critical {self.parameter} by {self.method}: {self.critical_speed:.6g}; steady running up to {self.low:.6g}, lasting motion "
                f"from {self.high:.6g} (max |y| {self.max_abs:.5g}, {self.frequency:.4g} Hz); {self.reason}; {self.trials} trials")


class Bifurcation(Answer):
    """.points (simulated motions) and .branches (limit cycles by continuation, with .folds and .orbits); .proof: what simulation says of motions below."""

    _columns = ("value", "sweep", "motion", "max_abs", "peak_to_peak", "frequency")

    def _head(self):
        return f"{self.parameter}: {len(self.points)} motions, {len(self.branches)} branches of limit cycles"

    def _rows(self):
        orbits = [{"sweep": "continuation", "motion": "stable" if o["stable"] else "unstable", **o} for b in self.branches for o in b["orbits"]]
        return [*self.points, *orbits]

    def plot(self, ax=None):
        """Amplitude over the parameter: motions as dots, branches as lines, unstable ones dashed. Returns the axes."""
        ax = make_axes(ax)
        for sweep in dict.fromkeys(p["sweep"] for p in self.points):
            rows = [p for p in self.points if p["sweep"] == sweep]
            ax.plot([p["value"] for p in rows], [p["max_abs"] for p in rows], "o", label=sweep)
        for branch in self.branches:
            for stable in (True, False):
                y = [o["max_abs"] if o["stable"] == stable else math.nan for o in branch["orbits"]]
                ax.plot([o["value"] for o in branch["orbits"]], y, "-" if stable else "--")
        ax.set_xlabel(self.parameter)
        ax.set_ylabel("max |y| [m, rad]")
        if self.points:
            ax.legend()
        return ax


class StabilityMap(Answer):
    """One line for each curve or value: .lines with points, v_c, steady_up_to, hunts_from, diverges_from, fault."""

    _columns = ("name", "v_c", "steady_up_to", "hunts_from", "diverges_from", "fault")

    def __init__(self, parameter, lines):
        super().__init__({"parameter": parameter, "lines": lines})

    def _head(self):
        return f"stability map over {self.parameter}"

    def _rows(self):
        return self.lines

    def plot(self, ax=None):
        """Critical speeds over the curves or values. Returns the axes."""
        ax = make_axes(ax)
        names = [line["name"] for line in self.lines]
        for key in ("v_c", "hunts_from", "diverges_from"):
            ax.plot(names, [line[key] for line in self.lines], "o-", label=key)
        ax.set_xlabel(self.parameter)
        ax.set_ylabel("speed [m/s]")
        ax.legend()
        return ax
