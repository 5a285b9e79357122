"""Values and dictionaries as the text of a TOML file."""

import numbers
import os
import re

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def write_text(text):
    out = ['"']
    for c in text:
        if c in '"\\':
            out.append("\\" + c)
        elif ord(c) < 32 or ord(c) == 127:
            out.append(f"\\u{ord(c):04x}")
        else:
            out.append(c)
    return "".join(out) + '"'


def write_key(key):
    if not isinstance(key, str):
        raise TypeError(f"a key is a text, not {key!r}")
    return key if _BARE.match(key) else write_text(key)


def write_value(value):
    """One value, a dictionary as an inline table. Numbers to the last digit."""
    if isinstance(value, bool) or type(value).__name__ == "bool_":
        return "true" if value else "false"
    if isinstance(value, str):
        return write_text(value)
    if isinstance(value, os.PathLike):
        return write_text(os.fspath(value))
    if isinstance(value, numbers.Integral):
        return str(int(value))
    if isinstance(value, numbers.Real):
        return repr(float(value))
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{write_key(k)} = {write_value(v)}" for k, v in value.items()) + " }" if value else "{}"
    if hasattr(value, "tolist"):
        return write_value(value.tolist())
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(write_value(v) for v in value) + "]"
    raise TypeError(f"{value!r} cannot be written to a file: give a number, a text, a list or a dictionary")


def _is_table(value):
    return isinstance(value, dict)


def _is_tables(value):
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(_is_table(v) for v in value)


def write_toml(table, path=()):
    """The lines of a table: its values first, then the tables in it, each below its own heading."""
    lines = []
    for key, value in table.items():
        if not _is_table(value) and not _is_tables(value):
            lines.append(f"{write_key(key)} = {write_value(value)}")
    for key, value in table.items():
        name = ".".join(write_key(k) for k in (*path, key))
        if _is_table(value):
            lines += ["", f"[{name}]"] + write_toml(value, (*path, key))
        elif _is_tables(value):
            for one in value:
                lines += ["", f"[[{name}]]"] + write_toml(one, (*path, key))
    return lines
