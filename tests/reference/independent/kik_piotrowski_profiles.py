"""Writes kik_piotrowski_profiles.csv: Kik's and Piotrowski's contact of shipped profiles, from the profiles on, by somebody who had not read the program.

The wheel is let down on the rail until it touches; the separation f(y) of the two is taken along the normal of that point, across its tangent. Along, it is
x^2 / 2R with R = rolling radius / cos(angle). With the pressure P sqrt(a(y)^2 - x^2) on strips of half length a(y), the deflection at (0, y) is
  (1 - nu^2) / (pi E) 2 P int 2 r (K - E) dy',  r^2 = a^2 + (y - y')^2,  K, E of the modulus a / r               (both bodies, equal steel)
`published` (Kik and Piotrowski 1996, Piotrowski and Kik 2008): a^2 = 2 R (0.55 delta - f); x is stretched and y shrunk, area kept, to Hertz's length : width
for the curvatures that length and width of this region belong to; the deflection at the touching point is delta.
`stated` (docs/theory/contact-laws.md): f taken from the level 0.55 r delta, a^2 = 2 R (level - f) / r^2, r by depth and width of the whole overlap; the deflection is
delta - f in the mean with the weight (level - f)^4. Columns: pair, y of the wheel to the field [m], delta [m], height z of touching [m], contact angle, then of both
forms normal force [N], area [m2], largest pressure [Pa], centre of pressure on the wheel [m]. Run by hand (a minute): needs numpy and scipy.
"""
import csv
import pathlib
import tomllib

import numpy as np
from scipy.interpolate import CubicSpline
from scipy.optimize import brentq
from scipy.special import ellipe, ellipkm1

PROFILES = pathlib.Path(__file__).resolve().parents[3] / "models" / "profiles"
YOUNG, POISSON, SHARE = 210e9, 0.28, 0.55
RADIUS, TAPE = 0.46, 0.75
DELTAS = [20e-6, 40e-6, 60e-6, 80e-6, 100e-6, 130e-6, 160e-6]
PLACES = {"1:40": [-0.004, -0.003, -0.002, -0.0005, 0.0, 0.0005, 0.002, 0.003, 0.004], "1:20": [-0.003, 0.0, 0.003], "B": [-0.002, 0.002]}


def read_pieces(name):
    """y to the field, z down [m], every 10 um."""
    points = []
    for piece in tomllib.loads((PROFILES / name).read_text())["pieces"]:
        if piece["type"] == "polynomial":
            y = np.arange(piece["from"], piece["to"], 0.01)
            points.append(np.column_stack([y, np.polyval(piece["c"][::-1], y)]))
            continue
        begin, end = np.array(piece["from"]), np.array(piece["to"])
        share = np.linspace(0, 1, max(8, int(np.hypot(*(end - begin)) / 0.01)), endpoint=False)
        if piece["type"] == "arc":
            centre = np.array(piece["centre"])
            first, last = (np.arctan2(*(p - centre)[::-1]) for p in (begin, end))
            angle = first + ((last - first + np.pi) % (2 * np.pi) - np.pi) * share
            points.append(centre + np.hypot(*(begin - centre)) * np.column_stack([np.cos(angle), np.sin(angle)]))
        else:
            points.append(begin + (end - begin) * share[:, None])
    return np.concatenate(points).T * 1e-3


def read_points(name):
    table = np.loadtxt(PROFILES / "en15302" / name, delimiter=",", comments="#", skiprows=2)
    return table[:, 0] * 1e-3, -table[:, 1] * 1e-3


def lay(y, z, inclination, gauge=1.435, height=0.014):
    """Leaning inward, running edge `height` below the top at half the gauge."""
    turn = np.arctan(inclination)
    y, z = np.cos(turn) * y + np.sin(turn) * z, -np.sin(turn) * y + np.cos(turn) * z
    top = np.argmin(z)
    edge = np.interp(z[top] + height, z[:top][::-1], y[:top][::-1])
    return y - edge + gauge / 2, z - z[top]


def make_height(y, z, first):
    """z over y, from the sample `first` on, as far as y grows."""
    grows = np.concatenate([[True], np.diff(np.maximum.accumulate(y[first:])) > 1e-9])
    return CubicSpline(y[first:][grows], z[first:][grows])


def touch(wheel, rail, place):
    over = make_height(wheel[0] + TAPE + place, wheel[1], np.argmax(wheel[1]))
    under = make_height(*rail, np.argmin(rail[0]))
    y = np.linspace(max(under.x[0], over.x[0]) + 2e-4, min(under.x[-1], 0.79) - 2e-4, 40001)
    i = np.argmin(under(y) - over(y))
    at = brentq(lambda q: under(q, 1) - over(q, 1), y[i - 1], y[i + 1])
    angle = np.arctan(-under(at, 1))
    along, normal = np.array([np.cos(angle), -np.sin(angle)]), np.array([np.sin(angle), np.cos(angle)])
    q = np.linspace(max(at - 0.045, under.x[0] + 1e-4, over.x[0]), min(at + 0.04, under.x[-1] - 1e-4, over.x[-1]), 34001)
    ends = []
    for height, lift in ((over, under(at) - over(at)), (under, 0.0)):
        points = np.column_stack([q - at, height(q) + lift - under(at)])
        grows = np.diff(points @ along) > 0
        first = np.max(np.where(~grows)[0], initial=-1) + 1  # the flange's flank is left out
        ends.append(CubicSpline(points[first:] @ along, points[first:] @ normal))
    s = np.linspace(-0.03, 0.03, 24001)
    s = s[(s > max(e.x[0] for e in ends)) & (s < min(e.x[-1] for e in ends))]
    return dict(s=s, gap=ends[1](s) - ends[0](s), angle=angle, R=(RADIUS + over(at)) / np.cos(angle), y=at - TAPE - place, z=float(over(at) - under(at)))


def find_region(c, level):
    """The overlap about the touching point, ends between samples."""
    inside = level - c["gap"] > 0
    middle = np.argmin(np.abs(c["s"]))
    assert not inside[0] and not inside[-1]
    first = middle - np.argmin(inside[:middle + 1][::-1]) + 1
    last = middle + np.argmin(inside[middle:]) - 1
    s, f = c["s"], level - c["gap"]
    cut = lambda i, j: s[i] + (s[j] - s[i]) * f[i] / (f[i] - f[j])
    return cut(first, first - 1), cut(last, last + 1)


def find_hertz(ratio):
    """Length : width of Hertz's ellipse where that of equal gaps is `ratio`, sqrt(cy / cx)."""
    t = (np.arange(600) + 0.5) / 600 * np.pi / 2
    w = np.tan(t) ** 2

    def curvatures(a2):  # the semi-axes' product is 1
        weight = 1 / np.cos(t) ** 2 / np.sqrt((a2 + w) * (1 / a2 + w))
        return (weight / (1 / a2 + w)).sum() / (weight / (a2 + w)).sum()

    return np.exp(brentq(lambda log: np.log(curvatures(np.exp(log)) / ratio**2), -5, 5))


def sink(y, a, h, at):
    """int int sqrt(a^2 - x^2) / distance from (0, at)."""
    e = y - at
    r = np.hypot(a, e)
    out = 2 * r * (ellipkm1(np.maximum((e / r) ** 2, 1e-20)) - ellipe(1 - (e / r) ** 2))
    near = np.abs(e) < 3 * h  # the logarithm: mean over the strip
    fine = (np.arange(200) + 0.5) / 200 - 0.5
    e = e[near][:, None] + fine * h
    r = np.hypot(a[near][:, None], e)
    out[near] = np.mean(2 * r * (ellipkm1(np.maximum((e / r) ** 2, 1e-20)) - ellipe(1 - (e / r) ** 2)), axis=1)
    return out.sum() * h


def load(c, y, a, h, P):
    P *= np.pi * YOUNG / (2 * (1 - POISSON**2))
    weight = a**2
    centre = (weight * y).sum() / weight.sum()
    return [P * np.pi / 2 * weight.sum() * h, 2 * a.sum() * h, P * a.max(), c["y"] + centre * np.cos(c["angle"])]


def solve_published(c, delta, count=600):
    low, high = find_region(c, SHARE * delta)
    h = (high - low) / count
    y = low + (np.arange(count) + 0.5) * h
    a = np.sqrt(2 * c["R"] * np.maximum(SHARE * delta - np.interp(y, c["s"], c["gap"]), 0))
    ratio = 2 * np.sqrt(2 * c["R"] * SHARE * delta) / (high - low)
    scale = np.sqrt(find_hertz(ratio) / ratio)
    y, h, a = y / scale, h / scale, a * scale
    return load(c, y, a, h, delta / sink(y, a, h, 0.0))


def solve_stated(c, delta, count=240):
    low, high = find_region(c, delta)
    ratio = 2 * np.sqrt(2 * c["R"] * delta) / (high - low)
    r = ratio / find_hertz(ratio)
    level = SHARE * r * delta
    low, high = find_region(c, level)
    h = (high - low) / count
    y = low + (np.arange(count) + 0.5) * h
    gap = np.interp(y, c["s"], c["gap"])
    f = np.maximum(level - gap, 0)
    a = np.sqrt(2 * c["R"] * f) / r
    found = np.array([sink(y, a, h, at) for at in y])
    return load(c, y, a, h, (f**4 * (delta - gap)).sum() / (f**4 * found).sum())


def main():
    wheel, rail = read_pieces("wheel_S1002.toml"), read_pieces("rail_60E1.toml")
    table = read_points("SUIC519A.csv")
    pairs = {"1:40": (wheel, lay(*rail, 0.025)), "1:20": (wheel, lay(*rail, 0.05)), "B": (read_points("RUIC519B.csv"), (table[0] + TAPE, table[1]))}
    with open(pathlib.Path(__file__).with_name("kik_piotrowski_profiles.csv"), "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        names = [f"{what}_{form}" for form in ("published", "stated") for what in ("normal", "area", "pressure", "y")]
        writer.writerow(["pair", "place", "delta", "z", "angle", *names])
        for pair, places in PLACES.items():
            for place in places:
                c = touch(*pairs[pair], place)
                for delta in DELTAS:
                    row = [c["z"], c["angle"], *solve_published(c, delta), *solve_stated(c, delta)]
                    writer.writerow([pair, place, delta, *(f"{v:.6g}" for v in row)])


if __name__ == "__main__":
    main()
