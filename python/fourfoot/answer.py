"""What all answers of functions have: numbers by attribute, a text, a table in notebooks."""

import html

from .optional import need


def _show(value):
    if isinstance(value, float):
        return f"{value:.6g}"
    return str(value)


def _table(rows, columns):
    """Rows of dictionaries as aligned lines."""
    cells = [[_show(row.get(c, "")) for c in columns] for row in rows]
    widths = [max([len(c), *(len(r[i]) for r in cells)]) for i, c in enumerate(columns)]
    lines = ["  ".join(c.ljust(w) for c, w in zip(columns, widths))]
    lines += ["  ".join(c.ljust(w) for c, w in zip(row, widths)) for row in cells]
    return "\n".join(line.rstrip() for line in lines)


def _html_table(rows, columns):
    head = "".join(f"<th>{html.escape(c)}</th>" for c in columns)
    body = "".join("<tr>" + "".join(f"<td>{html.escape(_show(row.get(c, '')))}</td>" for c in columns) + "</tr>" for row in rows)
    return f"<table><tr>{head}</tr>{body}</table>"


class Answer:
    """Numbers by attribute; `data` holds all of them as dictionaries and lists, as `--format json` of the program has them."""

    _columns = ()

    def __init__(self, data):
        self.data = data

    def __getattr__(self, name):
        data = self.__dict__.get("data")
        if isinstance(data, dict) and name in data:
            return data[name]
        raise AttributeError(f"{type(self).__name__} has no {name!r}" + (f"; it has {', '.join(data)}" if isinstance(data, dict) else ""))

    def __dir__(self):
        return [*super().__dir__(), *(self.data if isinstance(self.data, dict) else ())]

    def _head(self):
        return ""

    def _rows(self):
        return []

    def __repr__(self):
        rows = self._rows()
        text = self._head()
        if rows:
            text += ("\n" if text else "") + _table(rows[:40], self._columns)
        if len(rows) > 40:
            text += f"\n… {len(rows)} rows"
        return text

    def _repr_html_(self):
        rows = self._rows()
        text = f"<p>{html.escape(self._head())}</p>" if self._head() else ""
        return text + (_html_table(rows, self._columns) if rows else "")

    def to_pandas(self):
        """The table of this answer as a DataFrame."""
        return need("pandas").DataFrame(self._rows())


def make_axes(ax):
    return ax or need("matplotlib.pyplot", "matplotlib").subplots()[1]
