"""Writes discrete_track.csv: rails on sleepers by a second program, from the beam's equation, by somebody who had not read the first one.

Each rail: EI w'''' + m w.. - rho I w..'' = loads, rho I = EI 7850 / 2.1e11; at every multiple of d a pad on a rigid sleeper on ballast. Nothing is
divided into elements and no ring is used.

`receptance`: harmonic load at rest, w = sum of sines of a simply supported beam of 120 bays (the ends are 36 m away); pads, sleepers and ballast are one
dynamic stiffness Z under each bay's end, found from a linear system for their forces. Sideways one rail is loaded: half the sum of both rails pushed alike
(half a sleeper, half its ballast under each) and against each other (the sleeper stays).

`moving`: a load e^{iwt} at x = vt on the endless track. At the frequency s the load is the wave e^{-ikx} / v, k = (s - w) / v, so sleeper forces differ by
e^{-ikd} from one to the next and their sum over all sleepers is a sum over k + 2 pi j / d (Poisson):
  W0 = 1 / (v D(k) (1 + Z S)),  S = 1/d sum_j 1/D(k + 2 pi j/d),  D(q) = EI q^4 - (m + rho I q^2) s^2        displacement above the sleeper at 0
  w(vt, t) = e^{iwt} sum_j e^{-2 pi i j v t/d} 1/(2 pi) int [j = 0]/(v D(k)) - Z W0 / (d D(k + 2 pi j/d)) ds
Rows `vertical n l`: w_n of a load F_l, both harmonics of 2 pi v / d; `slope`: mean of dw/dx under a constant load, vertical, or lateral and pushing the two rails apart;
`seat t l`: force on the sleeper at 0 at the time t
of the harmonic l of a load that is above it at t = 0. Run by hand (some seconds): needs numpy.
"""
import csv
import pathlib

import numpy as np

TRACK = dict(d=0.7, m=54.77, EI_z=4.91e6, EI_y=0.88e6, pad_z=(120e6, 60e3), pad_y=(25e6, 400e3), sleeper=320.0, ballast_z=(60e6, 90e3), ballast_y=(30e6, 60e3))
SPEED = 25.0
HARMONICS = 3


def in_series(pad, ballast, mass, s):
    top, bed = pad[0] + 1j * s * pad[1], ballast[0] + 1j * s * ballast[1] - s * s * mass
    return top * bed / (top + bed)


def find_receptance(bending, stiffness, at, w, bays=120, terms=3600):
    d, m = TRACK["d"], TRACK["m"]
    q = np.arange(1, terms + 1) * np.pi / (bays * d)
    gain = 2 / (bays * d) / (bending * q**4 - (m + bending * 7850 / 2.1e11 * q**2) * w * w)
    seats, load = np.sin(np.outer(np.arange(1, bays) * d, q)), np.sin(q * (bays // 2 + at) * d)
    between = (seats * gain) @ load
    force = np.linalg.solve(np.eye(bays - 1) / stiffness + (seats * gain) @ seats.T, between)
    return (load * gain) @ load - between @ force


def find_receptances(f):
    t, w = TRACK, 2 * np.pi * f
    up = in_series(t["pad_z"], t["ballast_z"], t["sleeper"] / 2, w)
    alike = in_series(t["pad_y"], [0.5 * v for v in t["ballast_y"]], t["sleeper"] / 2, w)
    apart = t["pad_y"][0] + 1j * w * t["pad_y"][1]
    z = [find_receptance(t["EI_z"], up, at, w) for at in (0.0, 0.5)]
    y = [0.5 * sum(find_receptance(t["EI_y"], k, at, w) for k in (alike, apart)) for at in (0.0, 0.5)]
    return z + y


def move(bending, stiffness, w, most=60.0, step=0.004, shifts=60):
    """s, D of all shifts, Z and W0 over the frequencies."""
    d, m, v = TRACK["d"], TRACK["m"], SPEED
    k = np.arange(-most, most, step) + step / 2
    s = w + k * v
    q = k + 2 * np.pi / d * np.arange(-shifts, shifts + 1)[:, None]
    inverse = 1 / (bending * q**4 - (m + bending * 7850 / 2.1e11 * q**2) * s * s)
    z = stiffness(s)
    return s, k, inverse, z, inverse[shifts] / v / (1 + z * inverse.sum(0) / d), step * v / (2 * np.pi)


def vertical(s):
    return in_series(TRACK["pad_z"], TRACK["ballast_z"], TRACK["sleeper"] / 2, s)


def sideways_apart(s):
    return TRACK["pad_y"][0] + 1j * s * TRACK["pad_y"][1]


def under_load(bending, stiffness, w, jumps, by_x=False):
    s, k, inverse, z, w0, ds = move(bending, stiffness, w)
    middle = inverse.shape[0] // 2
    out = []
    for j in jumps:
        part = -z * w0 / TRACK["d"] * inverse[middle + j] + (inverse[middle] / SPEED if j == 0 else 0.0)
        if by_x:
            part = part * -1j * (k + 2 * np.pi * j / TRACK["d"])
        out.append(part.sum() * ds)
    return out


def main():
    rows = []
    for f in (5, 20, 45, 70, 100, 140, 200, 300):
        for name, value in zip(("z_sleeper", "z_between", "y_sleeper", "y_between"), find_receptances(f)):
            rows.append([name, f, "", value.real, value.imag])
    omega = 2 * np.pi * SPEED / TRACK["d"]
    order = range(-HARMONICS, HARMONICS + 1)
    for l in order:
        for n, value in zip(order, under_load(TRACK["EI_z"], vertical, l * omega, [l - n for n in order])):
            rows.append(["vertical", n, l, value.real, value.imag])
    rows.append(["slope", "y", "", under_load(TRACK["EI_y"], sideways_apart, 0.0, [0], True)[0].real, 0.0])
    rows.append(["slope", "z", "", under_load(TRACK["EI_z"], vertical, 0.0, [0], True)[0].real, 0.0])
    for l in range(HARMONICS + 1):
        s, _, _, z, w0, ds = move(TRACK["EI_z"], vertical, l * omega)
        for t in np.arange(-0.1, 0.1001, 0.01):
            value = (np.exp(1j * s * t) * z * w0).sum() * ds
            rows.append(["seat", f"{t:.2f}", l, value.real, value.imag])
    with open(pathlib.Path(__file__).with_name("discrete_track.csv"), "w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(["what", "a", "b", "real", "imaginary"])
        writer.writerows([*r[:3], f"{r[3]:.8g}", f"{r[4]:.8g}"] for r in rows)


if __name__ == "__main__":
    main()
