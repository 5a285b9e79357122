"""Runs the commands of Markdown pages in a folder of their own, as a reader would.

A ```toml block whose first line is "# NAME.toml", or a ```c block that begins "/* NAME.c */", is written to that file. A ```sh block must
succeed; compilers find the headers of an installed Fourfoot. A ```text block after it
holds lines that its output must contain; numbers may differ in their last digit. `<!-- slow -->` before a block leaves it out."""
import os
import pathlib
import re
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BLOCK = re.compile(r"(<!-- slow -->\s*\n)?^```(\w+)\n(.*?)^```$", re.M | re.S)
NUMBER = re.compile(r"-?\d+\.?\d*(?:e[+-]?\d+)?")


def matches(line, found):
    """The same words, and numbers that agree to one in a thousand."""
    if NUMBER.sub("#", line).split() != NUMBER.sub("#", found).split():
        return False
    pairs = zip(NUMBER.findall(line), NUMBER.findall(found))
    return all(abs(float(a) - float(b)) <= 1e-3 * abs(float(b)) for a, b in pairs)


def set_up(folder, program, cache=None):
    """A folder as a reader has it; returns its environment."""
    for name in ("examples", "models"):
        if not (folder / name).exists():
            (folder / name).symlink_to(ROOT / name)
    path = os.pathsep.join([str(pathlib.Path(program).parent), os.environ["PATH"]])
    headers = folder / "include/fourfoot"
    headers.mkdir(parents=True)
    shutil.copy(ROOT / "src/base/plugin.h", headers)
    return {**os.environ, "PATH": path, "FOURFOOT_CACHE": str(cache or folder / "cache"), "CPATH": str(headers.parent)}


def run_page(page, folder, around, slow=False, make_runnable=lambda code: code):
    """Faults of one page, each with its line."""
    text, faults, output = page.read_text(), [], None
    for match in BLOCK.finditer(text):
        is_slow, kind, code = match.groups()
        line = text.count("\n", 0, match.start(2)) + 1
        if is_slow and not slow:
            continue
        name = re.match(r"(?:# |/\* )([\w.-]+\.(?:toml|c))(?: \*/)?\n", code)
        if kind in ("toml", "c") and name:
            (folder / name.group(1)).write_text(code)
        elif kind == "sh":
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", make_runnable(code)], cwd=folder, text=True, capture_output=True, env=around)
            output = done.stdout + done.stderr
            if done.returncode != 0:
                faults.append(f"{page.name}:{line}: exit code {done.returncode}\n{output[-2000:]}")
        elif kind == "text" and output is not None:
            for wanted in code.splitlines():
                if not any(matches(wanted, found) for found in output.splitlines()):
                    faults.append(f"{page.name}:{line}: the output has no line \"{wanted}\"")
            output = None
    return faults
