"""What pip calls to build the package (PEP 517): configures and builds with CMake, and packs what CMake installs into a wheel.

Only the standard library is used. The build folder is build/wheel, so that a second `pip install .` compiles only what changed.
"""
import base64
import hashlib
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


def get_version():
    return re.search(r"project\(fourfoot VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text()).group(1)


def get_tag():
    tag = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{tag}-{tag}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def get_requires_for_build_wheel(config_settings=None):
    """pybind11 by pip where the system has none."""
    found = any((pathlib.Path(folder) / "pybind11/pybind11.h").exists() for folder in ("/usr/include", "/usr/local/include"))
    return [] if found else ["pybind11>=2.10"]


def _write_metadata(folder):
    info = folder / f"fourfoot-{get_version()}.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"""Metadata-Version: 2.1
Name: fourfoot
Version: {get_version()}
Summary: Open simulator of railway vehicle dynamics
Requires-Python: >=3.9
Requires-Dist: numpy>=1.19
""")
    (info / "WHEEL").write_text(f"Wheel-Version: 1.0\nGenerator: fourfoot\nRoot-Is-Purelib: false\nTag: {get_tag()}\n")
    return info.name


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    return _write_metadata(pathlib.Path(metadata_directory))


def _run(*command):
    subprocess.run([str(word) for word in command], check=True, cwd=ROOT)


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = pathlib.Path(os.environ.get("FOURFOOT_WHEEL_BUILD", ROOT / "build/wheel"))
    _run("cmake", "-S", ROOT, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DFOURFOOT_PYTHON_PACKAGE=ON", "-DFOURFOOT_WHEEL=ON",
         "-DFOURFOOT_PYTHON_DIR=.", f"-DPython_EXECUTABLE={sys.executable}")
    _run("cmake", "--build", build, "--target", "fourfoot_core", "--parallel", os.cpu_count() or 1)
    name = f"fourfoot-{get_version()}-{get_tag()}.whl"
    with tempfile.TemporaryDirectory() as name_of_folder:
        folder = pathlib.Path(name_of_folder)
        _run("cmake", "--install", build, "--component", "python", "--prefix", folder)
        info = _write_metadata(folder)
        record = []
        with zipfile.ZipFile(pathlib.Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
            for file in sorted(path for path in folder.rglob("*") if path.is_file()):
                data, inside = file.read_bytes(), file.relative_to(folder).as_posix()
                digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
                record.append(f"{inside},sha256={digest},{len(data)}")
                wheel.writestr(inside, data)
            record.append(f"{info}/RECORD,,")
            wheel.writestr(f"{info}/RECORD", "\n".join(record) + "\n")
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The sources as git has them."""
    name = f"fourfoot-{get_version()}"
    target = pathlib.Path(sdist_directory) / f"{name}.tar.gz"
    _run("git", "archive", "--format=tar.gz", f"--prefix={name}/", "-o", target, "HEAD")
    return target.name
