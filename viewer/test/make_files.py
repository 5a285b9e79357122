"""Results files that the program does not write by itself, for the browser tests.

make_files.py numbers RESULTS CHANNEL…      prints the channels as JSON
make_files.py hostile RESULTS OUTPUT        names that would be markup if anyone took them for it
make_files.py profiles RESULTS OUTPUT       wheel and rail outlines and contact patches of the wheelset
"""
import json
import shutil
import sys

import h5py
import numpy as np

HOSTILE = '<script>window.hacked = 1<\u2044script><img src=x onerror="window.hacked = 1">'


def add_channel(file, name, values, unit="N", description="made for the test"):
    data = file.create_dataset("channels/" + name, data=np.asarray(values, dtype=float))
    for key, text in (("unit", unit), ("frame", "track"), ("description", description)):
        data.attrs[key] = np.bytes_(text.encode())


def numbers(results, channels):
    with h5py.File(results) as file:
        read = {name: file[name if name in ("time", "s") else "channels/" + name][:].tolist() for name in channels}
    json.dump(read, sys.stdout)


def replace_text(file, path, text):
    del file[path]
    data = text.encode()
    file.create_dataset(path, data=np.bytes_(data), dtype=f"S{len(data)}")


def hostile(results, output):
    shutil.copy(results, output)
    with h5py.File(output, "r+") as file:
        rows = len(file["time"])
        replace_text(file, "meta/title", HOSTILE + " </script><script>window.hacked = 2</script>")
        add_channel(file, HOSTILE, np.sin(np.arange(rows) / 50.0), unit='</script><b>"', description=HOSTILE)
        add_channel(file, "long_" + "x" * 400, np.cos(np.arange(rows) / 50.0))
        add_channel(file, "\u96ea\u5c71/\u7d4c\u8def \U0001f682 \u0627\u0644\u0639\u0631\u0628\u064a\u0629/y", np.ones(rows))
        add_channel(file, "holes", np.where(np.arange(rows) % 7 == 0, np.nan, 1.0))
        add_channel(file, "huge", np.full(rows, 1e300))
        file["meta/inputs/file_1"].attrs["name"] = np.bytes_(b"</script><script>window.hacked = 3</script>.toml")


def profiles(results, output):
    shutil.copy(results, output)
    with h5py.File(output, "r+") as file:
        t = file["time"][:]
        y = file["channels/wheelset/y"][:]
        for side, sign in (("left", 1.0), ("right", -1.0)):
            across = np.linspace(-0.036, 0.036, 73)
            rail = file.create_group(f"profiles/wheelset/{side}/rail")
            rail["y"] = sign * (0.75 + across)
            rail["z"] = -across**2 / (2 * 0.3) - 300 * np.maximum(0.0, np.abs(across) - 0.025) ** 2
            wheel = file.create_group(f"profiles/wheelset/{side}/wheel")
            along = np.linspace(-0.07, 0.06, 131)
            wheel["y"] = sign * (0.75 + along)
            wheel["z"] = -0.46 + along * 0.05 - 0.03 * (1 - np.tanh((along + 0.042) / 0.004)) / 2
            patch = f"wheelset/{side}/patch_1/"
            add_channel(file, patch + "N", 60e3 + 8e3 * sign * np.sin(2 * np.pi * t))
            add_channel(file, patch + "y_rail", sign * 0.75 + 0.5 * y, "m")
            add_channel(file, patch + "b", np.full_like(t, 0.005), "m")
            add_channel(file, patch + "angle", np.full_like(t, 0.025), "rad")
            add_channel(file, f"wheelset/{side}/Q", 60e3 + 8e3 * sign * np.sin(2 * np.pi * t))
            add_channel(file, f"wheelset/{side}/Y", 5e3 * np.sin(2 * np.pi * t))
            add_channel(file, f"wheelset/{side}/YQ", 5e3 * np.sin(2 * np.pi * t) / 60e3, "1")


if __name__ == "__main__":
    if sys.argv[1] == "numbers":
        numbers(sys.argv[2], sys.argv[3:])
    else:
        {"hostile": hostile, "profiles": profiles}[sys.argv[1]](sys.argv[2], sys.argv[3])
