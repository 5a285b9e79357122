"""Packages that are used where they are installed."""

import importlib


def need(module, package=None):
    try:
        return importlib.import_module(module)
    except ImportError as error:
        name = package or module
        raise ImportError(f"this needs {name}, which is not installed (Debian: python3-{name}; pip install {name})") from error
