#!/usr/bin/env python3
"""Draws the pictures of the tutorials and the gallery again, by the commands of these pages: `tools/manual/pictures.py [PROGRAM]` writes docs/pictures.

DRAWN says which file that the commands of a page write is which picture. tests/manual/pages_test.py runs the same commands and compares
the shape of what they draw with these files. Pictures of longer runs are made by hand: the gallery has their commands."""
import pathlib
import re
import shutil
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import tutorials  # noqa: E402

ROOT = tutorials.ROOT
PICTURES = ROOT / "docs/pictures"
DRAWN = {
    "tutorials/stable": {"locus.svg": "root-locus.svg", "diagram.svg": "bifurcation.svg"},
    "tutorials/curve": {"deficiency.svg": "deficiency.svg", "primary.svg": "primary-stiffness.svg"},
    "tutorials/yaw-damper": {"dampers.svg": "yaw-dampers.svg"},
    "tutorials/comfort": {"psd.svg": "comfort-spectrum.svg"},
    "tutorials/twist": {"twist.svg": "twist.svg"},
    "tutorials/wear": {"radii.svg": "wear-radius.svg"},
    "tutorials/friction": {"friction.svg": "friction.svg"},
    "gallery": {"coach-curve.svg": "coach-curve.svg", "shakedown.svg": "shakedown.svg", "hunting.svg": "hunting.svg", "switch.svg": "switch.svg", "contacts.svg": "contact-geometry-exact.svg",
                "patch.svg": "patch.svg"},
}


def read_shape(picture):
    """Size of a plot and how many parts it has: other curves, labels or units change them."""
    text = picture.read_text()
    return re.search(r'width="[^"]*" height="[^"]*"', text)[0], len(re.findall("<path", text))


def main():
    program = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/release/bin/fourfoot").resolve()
    for page, files in DRAWN.items():
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            faults = tutorials.run_page(ROOT / f"docs/{page}.md", folder, tutorials.set_up(folder, program))
            if faults:
                print("\n".join(faults))
                return 1
            for drawn, picture in files.items():
                shutil.copy(folder / drawn, PICTURES / picture)
    return 0


if __name__ == "__main__":
    sys.exit(main())
