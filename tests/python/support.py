"""What the tests of the package share: the program's own answers to hold Python's against."""
import json
import os
import pathlib
import subprocess

PROGRAM = os.environ["FOURFOOT"]
ROOT = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"])
EXAMPLES = ROOT / "examples"


def call(*arguments, cwd=None, check=True):
    done = subprocess.run([PROGRAM, *map(str, arguments)], capture_output=True, text=True, cwd=cwd)
    if check and done.returncode != 0:
        raise AssertionError(f"{arguments}: {done.returncode}\n{done.stderr}")
    return done


def call_json(*arguments, cwd=None):
    return json.loads(call(*arguments, "--format", "json", cwd=cwd).stdout)
