"""Writes landxml_line.xml: a line of every kind of element that LandXML 1.2 has and Fourfoot reads, with its points.

Independent of Fourfoot: every element is integrated by scipy (its heading from the curvature, its points from the heading; curves
over the abscissa from y'' of their definition). Coordinates and lengths are rounded to a millimetre as programs write them.
"""
import math

import numpy
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

ARC = {  # curvature over s / L
    "clothoid": lambda u: u,
    "bloss": lambda u: 3 * u**2 - 2 * u**3,
    "cosine": lambda u: (1 - math.cos(math.pi * u)) / 2,
    "sinusoid": lambda u: u - math.sin(2 * math.pi * u) / (2 * math.pi),
    "biquadratic": lambda u: 2 * u**2 if u < 0.5 else 1 - 2 * (1 - u) ** 2,
}
ABSCISSA = {  # y'' R over x / X
    "cubicParabola": lambda u: u,
    "sineHalfWave": lambda u: (1 - math.cos(math.pi * u)) / 2,
}
STA_START = 12345.678


def integrate(curvature, length):
    """End point and turn of a curve that starts at 0 along x."""
    def rate(s, q):
        return [math.cos(q[2]), math.sin(q[2]), curvature(s)]
    q = [0.0, 0.0, 0.0]
    for a, b in ((0, length / 2), (length / 2, length)):  # Helmert's curve has a corner in the middle
        q = solve_ivp(rate, (a, b), q, rtol=1e-12, atol=1e-12).y[:, -1]
    return numpy.array(q[:2]), q[2]


def over_abscissa(f, k, X):
    """Arc length, end point and turn of y'' = k f(x / X) from its flat end."""
    def rate(x, q):
        return [q[1], k * f(x / X), math.hypot(1, q[1])]
    q = solve_ivp(rate, (0, X), [0.0, 0.0, 0.0], rtol=1e-12, atol=1e-12).y[:, -1]
    return q[2], numpy.array([X, q[0]]), math.atan(q[1])


def make_leg(kind, length, k0, k1):
    if kind in ARC:
        f = ARC[kind]
        return integrate(lambda s: k0 + (k1 - k0) * f(s / length), length)
    f, k = ABSCISSA[kind], k0 if k1 == 0 else k1
    X = brentq(lambda X: over_abscissa(f, k, X)[0] - length, 0.9 * length, length)
    _, end, turn = over_abscissa(f, k, X)
    if k0 == 0:
        return end, turn
    # The mirror image: from the end back to the start, turned so that it leaves along x.
    back = -end
    c, s = math.cos(-turn), math.sin(-turn)
    away = numpy.array([c * back[0] - s * back[1], s * back[0] + c * back[1]])
    return numpy.array([-away[0], away[1]]), turn


def make_elements():
    elements, side = [], 1
    for i, (kind, R, L) in enumerate([("clothoid", 800, 120), ("bloss", 600, 100), ("cosine", 700, 90), ("sinusoid", 900, 110),
                                      ("biquadratic", 500, 100), ("cubicParabola", 650, 80), ("sineHalfWave", 750, 95)]):
        k = side / R
        elements += [("Line", 150.0003 + 37.1234 * i, 0, 0), (kind, L, 0, k), ("Curve", 180.3704 + 11.5678 * i, k, k), (kind, L, k, 0)]
        side = -side
    return elements + [("Line", 400.0004, 0, 0)]


def write_point(tag, p):
    return f"<{tag}>{p[1]:.3f} {p[0]:.3f}</{tag}>"


def write_plan(out):
    p, heading, stations = numpy.array([25496706.967, 6673718.297]), 1.234, [STA_START]
    for kind, length, k0, k1 in make_elements():
        chord, turn = (numpy.array([length, 0.0]), 0.0) if kind == "Line" else make_leg(kind if kind != "Curve" else "clothoid", length, k0, k1)
        c, s = math.cos(heading), math.sin(heading)
        end = p + [c * chord[0] - s * chord[1], s * chord[0] + c * chord[1]]
        ends = write_point("Start", p), write_point("End", end)
        rot = "ccw" if k0 + k1 > 0 else "cw"
        if kind == "Line":
            out.append(f'<Line length="{length:.3f}">{ends[0]}{ends[1]}</Line>')
        elif kind == "Curve":
            centre = p + numpy.array([-s, c]) / k0
            out.append(f'<Curve rot="{rot}" radius="{abs(1 / k0):.3f}" length="{length:.3f}">{ends[0]}{write_point("Center", centre)}{ends[1]}</Curve>')
        else:
            radii = ["INF" if k == 0 else f"{abs(1 / k):.3f}" for k in (k0, k1)]
            out.append(f'<Spiral rot="{rot}" spiType="{kind}" radiusStart="{radii[0]}" radiusEnd="{radii[1]}" length="{length:.3f}">'
                       f'{ends[0]}{write_point("PI", p + [c * 40, s * 40])}{ends[1]}</Spiral>')
        p, heading = end, heading + turn
        stations.append(stations[-1] + length)
    return stations


def main():
    out = ['<?xml version="1.0" encoding="UTF-8"?>', '<!-- made by make_landxml.py -->',
           '<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2">',
           '<Units><Metric linearUnit="meter" areaUnit="squareMeter" volumeUnit="cubicMeter"/></Units>', '<Alignments name="">',
           f'<Alignment name="line" length="0" staStart="{STA_START}">', "<CoordGeom>"]
    stations = write_plan(out)
    out.append("</CoordGeom>")
    out.append(f'<StaEquation staInternal="{STA_START + 1000:.3f}" staBack="{STA_START + 1000:.3f}" staAhead="20000.000" staIncrement="increasing"/>')
    a = STA_START
    out += ["<Profile>", '<ProfAlign name="p">', f"<PVI>{a:.3f} 100.000</PVI>", f'<ParaCurve length="300.000">{a + 700:.3f} 107.000</ParaCurve>',
            f'<CircCurve radius="20000.000" length="0">{a + 2000:.3f} 81.000</CircCurve>',
            f'<UnsymParaCurve lengthIn="100.000" lengthOut="200.000">{a + 3000:.3f} 91.000</UnsymParaCurve>',
            f"<PVI>{stations[-1]:.3f} 91.000</PVI>", "</ProfAlign>", "</Profile>"]
    out.append('<Cant name="c" gauge="1.435" rotationPoint="insideRail">')
    side = 1
    for i in range(7):
        s = stations[4 * i + 1:4 * i + 5]
        for station, cant in zip(s, (0, 100 + 5 * i, 100 + 5 * i, 0)):
            out.append(f'<CantStation station="{station:.3f}" appliedCant="{cant:.3f}" curvature="{"ccw" if side > 0 else "cw"}"/>')
        side = -side
    out += ["</Cant>", "</Alignment>", "</Alignments>", "</LandXML>"]
    with open(__file__.replace("make_landxml.py", "landxml_line.xml"), "w") as file:
        file.write("\n".join(out) + "\n")


if __name__ == "__main__":
    main()
