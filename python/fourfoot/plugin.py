"""Laws of your own in a simulation: Python functions, or C functions for speed (ctypes, numba's cfunc, a shared library).

A plug-in gets a name here, and a scenario uses it by that name:

    @fourfoot.plugin.line("soft-damper", parameters=2)
    def soft_damper(stroke, rate, t, p):
        return p[0] * math.tanh(rate / p[1])

    [elements.yaw_damper]
    type = "plugin"
    function = "soft-damper"
    parameters = [8000, 0.05]

A law must answer the same for the same arguments: it is called for trial steps and differences, in any order and from
several threads. What it has to remember are its `states`; they are integrated with the rest.

Instead of a Python function each takes a C function of the form of fourfoot/plugin.h: a ctypes function, a cfunc of
numba, or its address as a number. That is code that nothing checks: a wrong one takes Python down.
"""

import ctypes

import numpy as np

from . import _core

VERSION = _core.plugin_version
"""Of the interface in fourfoot/plugin.h."""

LAW = ctypes.CFUNCTYPE(ctypes.c_int, *[ctypes.POINTER(ctypes.c_double)] * 4, ctypes.c_void_p)
"""The C function's type for ctypes: in, parameters, out, derivatives (or NULL), context."""

_LINE, _BEARING, _CREEP, _IRREGULARITY = 1, 2, 3, 4


def _get_address(function):
    """The address of a C function, or None if it is a Python one."""
    if isinstance(function, ctypes._CFuncPtr):
        return ctypes.cast(function, ctypes.c_void_p).value or 0
    if isinstance(function, (int, np.integer)) and not isinstance(function, bool):
        return int(function)
    address = getattr(function, "address", None)  # of numba.cfunc
    return int(address) if isinstance(address, (int, np.integer)) and not isinstance(address, bool) else None


def _to_count(name, value, most):
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not 0 <= value <= most:
        raise ValueError(f"{name} needs a whole number from 0 to {most}")
    return int(value)


def _add(kind, name, function, parameters, states, inputs, outputs, adapt):
    if not isinstance(name, str) or not name:
        raise TypeError("a plug-in needs a name")
    parameters, states = _to_count("parameters", parameters, 1000), _to_count("states", states, 6)

    def add(given):
        address = _get_address(given)
        if address is not None:
            if address <= 0 or address >= 1 << 64:
                raise ValueError("that is not the address of a function")
            _core.add_pointer_plugin(kind, name, address, parameters, states, given)
        elif callable(given):
            _core.add_python_plugin(kind, name, adapt(given), inputs + states, parameters, outputs + states, states)
        else:
            raise TypeError(f"a plug-in needs a function, not {type(given).__name__}")
        return given

    return add if function is None else add(function)


def line(name, function=None, *, parameters=0, states=0):
    """A force along the line between two points, or along an axis: `pull = function(stroke, rate, t, p)`.

    Stroke [m] counts from the nominal position, longer is positive; pull [N] draws the ends together. With states:
    `pull, dz_dt = function(stroke, rate, t, p, z)`. Without `function` it is a decorator.
    """
    def adapt(law):
        if states:
            def flat(x, p):
                pull, rates = law(x[0], x[1], x[2], p, x[3:])
                return (pull, 0.0, 0.0, *rates)
        else:
            def flat(x, p):
                return law(x[0], x[1], x[2], p), 0.0, 0.0
        return flat

    return _add(_LINE, name, function, parameters, states, 3, 3, adapt)


def bearing(name, function=None, *, parameters=0, states=0):
    """Force and torque between two bodies, or track and body; a controller; a force from outside.

    `force, torque = function(d, theta, v, w, t, p)`: displacement of B's point from its nominal position [m], rotation
    vector of B [rad], velocity and angular velocity, all of B relative to A in A's axes, three numbers each; force [N]
    and torque [N m] on B, in A's axes. With states: `force, torque, dz_dt = function(d, theta, v, w, t, p, z)`.
    """
    def adapt(law):
        def flat(x, p):
            if states:
                force, torque, rates = law(x[0:3], x[3:6], x[6:9], x[9:12], x[12], p, x[13:])
            else:
                (force, torque), rates = law(x[0:3], x[3:6], x[6:9], x[9:12], x[12], p), ()
            if len(force) != 3 or len(torque) != 3:
                raise ValueError(f"the plug-in {name!r} must answer three forces and three torques")
            return (*force, *torque, 0.0, 0.0, *rates)
        return flat

    return _add(_BEARING, name, function, parameters, states, 13, 8, adapt)


def creep_law(name, function=None, *, parameters=0):
    """A tangential law: `fx, fy, mz = function(a, b, normal, friction, nu_x, nu_y, spin, speed, shear_modulus, poisson, p)`.

    Forces [N, N, N m] act on the wheel and oppose creepage. A fourth number is the share of the patch that slips. It
    takes the normal force, given a and b, only as friction times normal.
    """
    def adapt(law):
        def flat(x, p):
            answer = tuple(law(*x, p))
            return answer if len(answer) != 3 else (*answer, 0.0)
        return flat

    return _add(_CREEP, name, function, parameters, 0, 10, 4, adapt)


def irregularity(name, function=None, *, parameters=0):
    """Deviations of the rails: `alignment, vertical, gauge, cross_level = function(s, p)`, all in m."""
    def adapt(law):
        return lambda x, p: tuple(law(x[0], p))

    return _add(_IRREGULARITY, name, function, parameters, 0, 1, 4, adapt)


def remove(name):
    """Forgets a plug-in; False if there was none. Scenarios that use it already keep it."""
    return _core.remove_plugin(name)


def names():
    """Plug-ins of this process."""
    return list(_core.list_plugins())


def allow_code(is_allowed=True):
    """Whether shared libraries that scenarios name may be loaded. They are code and run with all your rights."""
    _core.allow_code(bool(is_allowed))
