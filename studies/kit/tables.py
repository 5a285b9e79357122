"""Result tables: CSV files, and Markdown made of them."""
import csv
import math
import pathlib
import re


def write(path, rows):
    """Rows (dicts with the same keys) to CSV; numbers with six digits, which is more than they are worth."""
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        for row in rows:
            writer.writerow({key: _text(value) for key, value in row.items()})


def read(path):
    """Rows of a CSV file; what reads as a number is one."""
    with open(path, newline="") as file:
        return [{key: _value(value) for key, value in row.items()} for row in csv.DictReader(file)]


def _text(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.6g}" if isinstance(value, float) else value


def _value(text):
    try:
        return float(text)
    except ValueError:
        return text


def show(value, digits=3):
    """A cell for people."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        text = "–" if math.isnan(value) else f"{value:.{digits}g}"
        if "e+" in text and abs(value) < 1e7:
            return f"{float(text):.0f}"  # 3240, not 3.24e3
        return text.replace("e-0", "e-").replace("e+0", "e")
    return polish(str(value).replace("|", "\\|"))


def polish(text):
    """As the manual writes it: 5 %, 57530 instead of 5.753e+04, critical speeds with their index."""
    text = re.sub(r"\b\d(?:\.\d+)?e\+0[1-6]\b", lambda number: f"{float(number[0]):.0f}", text).replace("^2", "²")
    return re.sub(r"(?<![\w$`])v_([cns])(?!\w)", r"$v_\1$", re.sub(r"(?<=\d)%", " %", text))


def markdown(rows, columns=None, digits=3):
    """A Markdown table; `columns` maps keys to headings."""
    columns = columns or {key: key for key in rows[0]}
    lines = ["| " + " | ".join(polish(str(head)) for head in columns.values()) + " |", "|" + "---|" * len(columns)]
    lines += ["| " + " | ".join(show(row[key], digits) for key in columns) + " |" for row in rows]
    return "\n".join(lines)
