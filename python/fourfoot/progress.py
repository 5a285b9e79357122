"""How far a calculation is: a bar in terminals, a line that is written over in notebooks, nothing in files."""

import sys
import time


def _find_notebook():
    """A function that shows a text and writes it over later, where a notebook shows what we print, else None."""
    if "IPython" not in sys.modules:
        return None
    try:
        from IPython import get_ipython
        from IPython.display import HTML, display
    except ImportError:
        return None
    shell = get_ipython()
    if shell is None or "ZMQ" not in type(shell).__name__:
        return None

    def show(text, handle):
        if handle is None:
            return display(HTML(text), display_id=True)
        handle.update(HTML(text))
        return handle

    return show


class Progress:
    """Called with the part that is done, 0 to 1."""

    def __init__(self, what=""):
        self._what, self._begin, self._handle, self._drawn = what, time.monotonic(), None, False
        self._notebook = _find_notebook()

    @staticmethod
    def is_wanted():
        return _find_notebook() is not None or (sys.stderr is not None and sys.stderr.isatty())

    def __call__(self, part):
        spent = time.monotonic() - self._begin
        if spent < 0.5:  # what is done at once is not worth a bar
            return
        part = min(max(part, 0.0), 1.0)
        left = f"{spent * (1 - part) / part:.0f} s left" if part > 0 else ""
        self._drawn = True
        if self._notebook:
            text = f"<progress value='{part:.4f}' max='1'></progress> {self._what} {100 * part:.0f} % {left}"
            self._handle = self._notebook(text, self._handle)
        else:
            bar = "#" * int(30 * part)
            sys.stderr.write(f"\r{self._what} [{bar:<30}] {100 * part:3.0f} % {left}\033[K")
            sys.stderr.flush()

    def clear(self):
        if not self._drawn:
            return
        if self._notebook:
            self._handle = self._notebook("", self._handle)
        else:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


class shown:
    """with shown(progress, "run") as function: …  `progress`: True, False, None (where somebody looks), or a function."""

    def __init__(self, progress, what=""):
        self._bar = None
        if callable(progress):
            self._function = progress
        elif progress or (progress is None and Progress.is_wanted()):
            self._function = self._bar = Progress(what)
        else:
            self._function = None

    def __enter__(self):
        return self._function

    def __exit__(self, *_):
        if self._bar:
            self._bar.clear()
