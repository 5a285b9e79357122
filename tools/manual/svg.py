"""A sheet to draw on: SVG whose colours are variables, so that one file suits light and dark pages."""
import math
import re

LIGHT = "--ink:#1d2733;--soft:#6b7785;--line:#b3bcc6;--paper:#ffffff;--fill:#e9eef3;--a:#1b6ca8;--b:#c2410c;--c:#3f7d20;--d:#7b4b94"
DARK = "--ink:#e6ebf1;--soft:#9aa7b5;--line:#566270;--paper:#1f232b;--fill:#333b47;--a:#6cb6f0;--b:#ff9466;--c:#93cf6f;--d:#cf9fe6"
SANS = "system-ui,'Segoe UI',Helvetica,Arial,sans-serif"
SERIF = "'Latin Modern Math','STIX Two Text',Cambria,Georgia,'Times New Roman',serif"


def number(value):
    return f"{value:.2f}".rstrip("0").rstrip(".")


def points_of(points):
    return " ".join(f"{number(x)},{number(y)}" for x, y in points)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Sheet:
    def __init__(self, width, height, title):
        self.width, self.height, self.title, self.parts = width, height, title, []
        self.windows = []  # (x, y, width, height): a telephone shows these parts of the sheet one below the other (assets/manual.js)

    def add(self, text):
        self.parts.append(text)

    def stroke(self, colour, width, dash, fill="none"):
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        return f'style="fill:{fill if fill == "none" else f"var(--{fill})"};stroke:var(--{colour})" stroke-width="{number(width)}"{dashes}'

    def line(self, x1, y1, x2, y2, colour="ink", width=1.5, dash=""):
        self.add(f'<path d="M{number(x1)} {number(y1)}L{number(x2)} {number(y2)}" {self.stroke(colour, width, dash)} stroke-linecap="round"/>')

    def poly(self, points, colour="ink", width=1.5, fill="none", close=False, dash=""):
        tag = "polygon" if close else "polyline"
        self.add(f'<{tag} points="{points_of(points)}" {self.stroke(colour, width, dash, fill)} stroke-linejoin="round" stroke-linecap="round"/>')

    def circle(self, x, y, r, colour="ink", width=1.5, fill="none", dash=""):
        self.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(r)}" {self.stroke(colour, width, dash, fill)}/>')

    def ellipse(self, x, y, rx, ry, colour="ink", width=1.5, fill="none"):
        self.add(f'<ellipse cx="{number(x)}" cy="{number(y)}" rx="{number(rx)}" ry="{number(ry)}" {self.stroke(colour, width, "", fill)}/>')

    def box(self, x, y, w, h, colour="ink", width=1.5, fill="fill", r=6):
        self.add(f'<rect x="{number(x)}" y="{number(y)}" width="{number(w)}" height="{number(h)}" rx="{number(r)}" {self.stroke(colour, width, "", fill)}/>')

    def head(self, x, y, angle, colour, size=9):
        a, b = angle + 2.72, angle - 2.72
        tip = [(x, y), (x + size * math.cos(a), y + size * math.sin(a)), (x + size * math.cos(b), y + size * math.sin(b))]
        self.add(f'<polygon points="{points_of(tip)}" style="fill:var(--{colour})"/>')

    def arrow(self, x1, y1, x2, y2, colour="ink", width=2.0, both=False, size=9):
        angle = math.atan2(y2 - y1, x2 - x1)
        inset = 0.7 * size
        start = (x1 + inset * math.cos(angle), y1 + inset * math.sin(angle)) if both else (x1, y1)
        self.line(*start, x2 - inset * math.cos(angle), y2 - inset * math.sin(angle), colour, width)
        self.head(x2, y2, angle, colour, size)
        if both:
            self.head(x1, y1, angle + math.pi, colour, size)

    def arc(self, x, y, r, start, end, colour="ink", width=1.5, arrow=False, dash=""):
        """Angles in degrees, counter-clockwise as seen, from the right."""
        count = max(8, int(abs(end - start) / 4))
        points = []
        for i in range(count + 1):
            a = math.radians(start + (end - start) * i / count)
            points.append((x + r * math.cos(a), y - r * math.sin(a)))
        self.poly(points, colour, width, dash=dash)
        if arrow:
            a = math.radians(end)
            sense = 1 if end > start else -1
            self.head(*points[-1], math.atan2(-math.cos(a) * sense, -math.sin(a) * sense), colour, 8)

    def into(self, x, y, colour="ink", r=7):
        self.circle(x, y, r, colour, 1.5, "paper")
        d = r * 0.7
        self.line(x - d, y - d, x + d, y + d, colour)
        self.line(x - d, y + d, x + d, y - d, colour)

    def out(self, x, y, colour="ink", r=7):
        self.circle(x, y, r, colour, 1.5, "paper")
        self.add(f'<circle cx="{number(x)}" cy="{number(y)}" r="2" style="fill:var(--{colour})"/>')

    def text(self, x, y, text, size=14, anchor="start", colour="ink", weight=400, halo=False):
        """$…$ is a formula: italic, _ and ^ set the next letter or {group} low or high."""
        spans = []
        for piece in re.split(r"(\$[^$]*\$)", text):
            if piece.startswith("$"):
                spans.append(self.formula(piece[1:-1], size))
            elif piece:
                spans.append(f"<tspan>{escape(piece)}</tspan>")
        back = ' paint-order="stroke" stroke-width="4"' if halo else ""
        shade = ";stroke:var(--paper)" if halo else ""
        self.add(f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}" font-weight="{weight}" '
                 f'font-family="{SANS}" xml:space="preserve" style="fill:var(--{colour}){shade}"{back}>{"".join(spans)}</text>')

    def formula(self, text, size):
        spans, drop = [], 0.0
        for mark, group, letter, plain in re.findall(r"([_^])(?:\{([^}]*)\}|(.))|([^_^]+)", text):
            shift = {"_": 0.25, "^": -0.4, "": 0.0}[mark] * size
            small = f' font-size="{number(0.72 * size)}"' if mark else ""
            content = plain or group or letter
            dy = f' dy="{number(shift - drop)}"' if shift != drop else ""
            spans.append(f'<tspan{dy}{small} font-family="{SERIF}" font-style="italic">{escape(content)}</tspan>')
            drop = shift
        if drop:
            spans.append(f'<tspan dy="{number(-drop)}">\u200b</tspan>')
        return "".join(spans)

    def render(self):
        style = f"<style>svg.ff{{{LIGHT}}}@media (prefers-color-scheme:dark){{svg.ff{{{DARK}}}}}</style>"
        windows = f' data-windows="{"; ".join(" ".join(number(part) for part in window) for window in self.windows)}"' if self.windows else ""
        return (f'<svg xmlns="http://www.w3.org/2000/svg" class="ff"{windows} viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}" '
                f'role="img" aria-label="{escape(self.title)}">{style}<title>{escape(self.title)}</title>\n' + "\n".join(self.parts) + "\n</svg>\n")
