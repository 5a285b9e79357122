"""NLopt's BOBYQA, which needs no derivatives, through its C interface (Debian: libnlopt0)."""
import ctypes
import ctypes.util

import numpy as np

BOBYQA = 34  # NLOPT_LN_BOBYQA of nlopt.h, 2.4.2 and later


def load_library():
    name = ctypes.util.find_library("nlopt") or "libnlopt.so.0"
    library = ctypes.CDLL(name)
    library.nlopt_create.restype = ctypes.c_void_p
    return library


def minimise(function, start, low, high, step, most):
    """Best place and value of at most `most` evaluations, and the list of all (place, value) in their order."""
    library, tried = load_library(), []
    pattern = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_uint, ctypes.POINTER(ctypes.c_double), ctypes.c_void_p, ctypes.c_void_p)

    def evaluate(n, x, gradient, data):
        place = [x[i] for i in range(n)]
        value = float(function(place))
        tried.append((place, value))
        return value

    callback = pattern(evaluate)
    n = len(start)
    vector = ctypes.c_double * n
    problem = ctypes.c_void_p(library.nlopt_create(ctypes.c_int(BOBYQA), ctypes.c_uint(n)))
    if b"BOBYQA" not in _name(library):
        raise RuntimeError("this NLopt counts its methods otherwise")
    library.nlopt_set_min_objective(problem, callback, None)
    library.nlopt_set_lower_bounds(problem, vector(*low))
    library.nlopt_set_upper_bounds(problem, vector(*high))
    library.nlopt_set_initial_step(problem, vector(*([step] * n)))
    library.nlopt_set_maxeval(problem, ctypes.c_int(most))
    library.nlopt_set_xtol_rel(problem, ctypes.c_double(1e-3))
    place, value = vector(*start), ctypes.c_double()
    library.nlopt_optimize(problem, place, ctypes.byref(value))
    library.nlopt_destroy(problem)
    best = min(tried, key=lambda pair: pair[1])
    return np.array(best[0]), best[1], tried


def _name(library):
    library.nlopt_algorithm_name.restype = ctypes.c_char_p
    return library.nlopt_algorithm_name(ctypes.c_int(BOBYQA))
