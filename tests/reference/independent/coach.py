"""A coach written down a second time, from the data sheet and textbooks: bodies in an inertial frame, suspension, Hertz, Kalker.

Nothing here is taken from the program. Bodies move in an inertial frame N; a track frame serves only to read the program's coordinates.
x forward, y left, z up; R_TB = Rz(psi) Ry(chi) Rx(phi) for a body, R_TS = Rz(psi) Rx(phi) for the axes of a wheelset that do not spin.
"""
import numpy as np

GRAVITY = 9.81

# mass, (Jx, Jy, Jz), position of the mass centre
BODIES = {"car_body": (32000.0, (56800.0, 1970000.0, 1970000.0), (0.0, 0.0, 1.8))}
for number, x in ((1, 9.5), (2, -9.5)):
    BODIES[f"bogie_{number}"] = (2615.0, (1722.0, 1476.0, 3067.0), (x, 0.0, 0.6))
for number, x in enumerate((10.78, 8.22, -8.22, -10.78), 1):
    BODIES[f"wheelset_{number}"] = (1813.0, (1120.0, 112.0, 1120.0), (x, 0.0, 0.46))

STOP = (np.array([0, 25, 30, 35, 40, 45, 50, 55, 60, 65]) * 1e-3,
        np.array([0, 0, 600, 1760, 3730, 6870, 11580, 17170, 29200, 230000.0]))


def is_wheelset(name):
    return name.startswith("wheelset")


def rot_x(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def rot_y(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def rot_z(a):
    c, s = np.cos(a), np.sin(a)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])


def rotation_vector(R):
    a = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]]) / 2
    s = np.linalg.norm(a)
    return a * (np.arctan2(s, (np.trace(R) - 1) / 2) / s) if s > 1e-300 else a


class Element:
    """`first`, `second`: bodies; `at`, `to`: attachments on them in vehicle coordinates."""

    def __init__(self, name, kind, first, second, at, to=None, **data):
        self.name, self.kind, self.first, self.second, self.data = name, kind, first, second, data
        self.at, self.to = np.array(at, float), np.array(at if to is None else to, float)

    def measure(self, bodies):
        """Stretch and its rate in the first body's axes, from the nominal position; the second end's place."""
        A, B = bodies[self.first], bodies[self.second]
        pa = A["P"] + A["R"] @ (self.at - A["p0"])
        pb = B["P"] + B["R"] @ (self.to - B["p0"])
        d = A["R"].T @ (pb - pa) - (self.to - self.at)
        v = A["R"].T @ (B["V"] + np.cross(B["Wc"], pb - B["P"]) - A["V"] - np.cross(A["Wc"], pb - A["P"]))
        return d, v, pa, pb

    def calc(self, bodies, pull=0.0):
        """Force and torque on the second body in the first one's axes, and where. `pull` of a damper in its mounts is a state."""
        A, B, data = bodies[self.first], bodies[self.second], self.data
        d, v, pa, pb = self.measure(bodies)
        F, M = np.zeros(3), np.zeros(3)
        if self.kind == "spring":
            F = np.array([0, 0, data["preload"]]) - data["K"] * d - data["C"] * v
        elif self.kind == "bushing":
            F = np.array([0, 0, data["preload"]]) - data["K"] * d
            M = -data["bend"] * rotation_vector(A["R"].T @ B["R"])
        elif self.kind == "damper":
            F[data["axis"]] = -pull
        elif self.kind == "torsion":
            M[0] = -data["k"] * rotation_vector(A["R"].T @ B["R"])[0]
        elif self.kind == "stop":
            F[1] = -np.sign(d[1]) * np.interp(abs(d[1]), *STOP)
        elif self.kind == "rod":
            line = pb - pa
            length = np.linalg.norm(line)
            u = line / length
            rate = (B["V"] + np.cross(B["Wc"], pb - B["P"]) - A["V"] - np.cross(A["Wc"], pa - A["P"])) @ u
            F = A["R"].T @ (-(data["k"] * (length - np.linalg.norm(self.to - self.at)) + data["c"] * rate) * u)
        return F, M, pb


def make_elements():
    on_spring, on_axlebox = 32000 * GRAVITY / 4, (32000 / 2 + 2615) * GRAVITY / 4
    elements = []

    def pair(name, kind, first, second, at, **data):
        for sign, side in ((1, "left"), (-1, "right")):
            elements.append(Element(f"{name}_{side}", kind, first, second, (at[0], sign * at[1], at[2]), **data))

    for b, x in ((1, 9.5), (2, -9.5)):
        bogie, car = f"bogie_{b}", "car_body"
        for w, place, dx in ((2 * b - 1, "front", 1.28), (2 * b, "rear", -1.28)):
            at = (x + dx, 1.0, 0.46)
            pair(f"{bogie}_primary_{place}", "spring", bogie, f"wheelset_{w}", at, K=np.array([31391e3, 3884e3, 1220e3]),
                 C=np.array([15e3, 2e3, 0]), preload=-on_axlebox)
            pair(f"{bogie}_primary_damper_{place}", "damper", bogie, f"wheelset_{w}", at, axis=2, c=4e3, k=1e6)
        at = (x, 1.0, 0.8275)
        pair(f"secondary_{b}", "bushing", bogie, car, at, K=np.array([160e3, 160e3, 430e3]), bend=np.array([10.5e3, 10.5e3, 0]),
             preload=on_spring)
        pair(f"secondary_vertical_damper_{b}", "damper", bogie, car, at, axis=2, c=20e3, k=6e6)
        pair(f"secondary_lateral_damper_{b}", "damper", bogie, car, at, axis=1, c=32e3, k=6e6)
        elements.append(Element(f"anti_roll_bar_{b}", "torsion", bogie, car, (x, 0, 0.6), k=940e3))
        elements.append(Element(f"lateral_stop_{b}", "stop", bogie, car, (x, 0, 0.65)))
        elements.append(Element(f"traction_rod_{b}", "rod", bogie, car, (x, 0, 0.6), (x - np.sign(x), 0, 0.6), k=5e6, c=25e3))
    return elements


ELEMENTS = make_elements()


def collect(bodies, pulls):
    """Weight and suspension on every body, in N: forces, moments about the mass centres. An axlebox passes on no moment about the axle."""
    F = {b: np.array([0, 0, -x["m"] * GRAVITY]) for b, x in bodies.items()}
    M = {b: np.zeros(3) for b in bodies}
    for e in ELEMENTS:
        f, m, place = e.calc(bodies, pulls.get(e.name, 0.0))
        R = bodies[e.first]["R"]
        for name, sign in ((e.first, -1), (e.second, 1)):
            X = bodies[name]
            moment = sign * (R @ m + np.cross(place - X["P"], R @ f))
            if is_wheelset(name):
                t = X["R"].T @ moment
                moment = X["R"] @ np.array([t[0], 0, t[2] + t[1] * np.tan(X["phi"])])
            F[name] += sign * R @ f
            M[name] += moment
    return F, M
