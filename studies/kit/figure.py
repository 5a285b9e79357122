"""Line plots as SVG, by hand: a few panels one under the other, a legend below each; narrow enough to be read on a telephone."""
import math
import pathlib
import re
from xml.sax.saxutils import escape

import numpy as np

COLOURS = ["#1f6fb4", "#d9541e", "#2e8b57", "#8a4fa8", "#b8860b", "#c2185b", "#4d4d4d", "#00838f"]
WIDTH, HEIGHT = 560, 250
LEFT, RIGHT, TOP, BOTTOM = 70, 14, 30, 46
LETTER, ROW = 13, 19  # height of the letters; distance of the rows of a legend
SHOWN = 680  # width on a large screen


class Panel:
    def __init__(self, title, x_label, y_label, x_range=None):
        self.title, self.x_label, self.y_label = title, x_label, y_label
        self.x_range, self.lines, self.bars = x_range, [], []

    def line(self, x, y, name="", colour=None, dashed=False, marks=False):
        """Colours are counted from 0; by default each named line has its own."""
        if colour is None:
            colour = len({line[3] for line in self.lines})
        self.lines.append((np.asarray(x, float), np.asarray(y, float), name, colour, dashed, marks))
        return self


def save(path, panels):
    parts, height = [], 0
    for panel in panels:
        parts.append(f'<g transform="translate(0 {height})">')
        parts += _draw(panel)
        legend, rows = _draw_legend(panel)
        parts += [*legend, "</g>"]
        height += HEIGHT + ROW * rows + 8
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{SHOWN}" height="{SHOWN * height / WIDTH:.0f}" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" font-size="{LETTER}">',
             f'<rect width="{WIDTH}" height="{height}" fill="white"/>', *parts, "</svg>\n"]
    path = pathlib.Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(parts))


def _ticks(low, high):
    raw = (high - low) / 4
    unit = 10.0 ** math.floor(math.log10(raw))
    step = next(unit * m for m in (1, 2, 2.5, 5, 10) if unit * m >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _range(values, given=None, margin=0.05):
    if given:
        return given
    values = np.concatenate(values)
    values = values[np.isfinite(values)]
    low, high = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    spread = (high - low) or abs(high) or 1.0
    return low - margin * spread, high + margin * spread


def _draw(panel):
    x_low, x_high = _range([line[0] for line in panel.lines], panel.x_range, 0.0)
    y_low, y_high = _range([line[1] for line in panel.lines])
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def at_x(x):
        return LEFT + (x - x_low) / (x_high - x_low) * (right - LEFT)

    def at_y(y):
        return bottom - (y - y_low) / (y_high - y_low) * (bottom - TOP)

    start = LEFT if len(panel.title) * 0.69 * LETTER < WIDTH - LEFT else 4
    size = min(LETTER, (WIDTH - 12) / (0.69 * len(panel.title)))  # long titles get smaller letters
    parts = [f'<text x="{start}" y="{TOP - 10}" font-weight="bold"' + (f' font-size="{size:.1f}"' if size < LETTER else "") + f'>{escape(panel.title)}</text>']
    for x in _ticks(x_low, x_high):
        parts.append(f'<line x1="{at_x(x):.1f}" y1="{TOP}" x2="{at_x(x):.1f}" y2="{bottom}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="{at_x(x):.1f}" y="{bottom + 16}" text-anchor="middle">{x:.6g}</text>')
    for y in _ticks(y_low, y_high):
        parts.append(f'<line x1="{LEFT}" y1="{at_y(y):.1f}" x2="{right}" y2="{at_y(y):.1f}" stroke="#e4e4e4"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{at_y(y) + 4:.1f}" text-anchor="end">{y:.6g}</text>')
    parts.append(f'<rect x="{LEFT}" y="{TOP}" width="{right - LEFT}" height="{bottom - TOP}" fill="none" stroke="#888"/>')
    parts.append(f'<text x="{(LEFT + right) / 2}" y="{bottom + 36}" text-anchor="middle">{escape(panel.x_label)}</text>')
    parts.append(f'<text transform="translate(14 {(TOP + bottom) / 2}) rotate(-90)" text-anchor="middle">{escape(panel.y_label)}</text>')
    for x, y, _, colour, dashed, marks in panel.lines:
        style = _style(colour, dashed)
        points = [(at_x(a), at_y(b)) for a, b in zip(*_thin(x, y)) if math.isfinite(b) and x_low <= a <= x_high]
        if not marks or len(points) > 1:
            parts.append(f'<polyline {style} points="' + " ".join(f"{a:.1f},{b:.1f}" for a, b in points) + '"/>')
        if marks:
            parts += [f'<circle cx="{a:.1f}" cy="{b:.1f}" r="2.5" fill="{COLOURS[colour % len(COLOURS)]}"/>' for a, b in points]
    return parts


def set_index(text):
    """v_c with its index low."""
    return re.sub(r"\b([a-z])_([a-z])\b", r'\1<tspan dy="3" font-size="10">\2</tspan>', text)


def _style(colour, dashed):
    return f'fill="none" stroke="{COLOURS[colour % len(COLOURS)]}" stroke-width="1.5"' + (' stroke-dasharray="5 3"' if dashed else "")


def _draw_legend(panel):
    """Below the plot, as many names in a row as fit; with the number of rows."""
    parts, x, row = [], LEFT, 0
    for _, _, name, colour, dashed, _ in panel.lines:
        if not name:
            continue
        width = 30 + 0.58 * LETTER * len(name) + 16
        if x > LEFT and x + width > WIDTH:
            x, row = LEFT, row + 1
        y = HEIGHT + 8 + ROW * row
        parts.append(f'<line x1="{x:.0f}" y1="{y}" x2="{x + 24:.0f}" y2="{y}" {_style(colour, dashed)}/>')
        parts.append(f'<text x="{x + 30:.0f}" y="{y + 4}">{set_index(escape(name))}</text>')
        x += width
    return parts, row + 1 if parts else 0


def _thin(x, y, most=400):
    """At most about `most` points, the extremes of each stretch among them."""
    if len(x) <= most:
        return x, y
    keep = {0, len(x) - 1}
    for part in np.array_split(np.arange(len(x)), most // 2):
        keep |= {int(part[np.nanargmin(y[part])]), int(part[np.nanargmax(y[part])])} if np.isfinite(y[part]).any() else set()
    places = sorted(keep)
    return x[places], y[places]
