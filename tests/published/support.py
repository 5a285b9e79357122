"""Loads the studies of the source tree."""
import importlib.machinery
import importlib.util
import os
import pathlib
import sys

ROOT = pathlib.Path(os.environ.get("FOURFOOT_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
STUDIES = ROOT / "studies"


def load_runner():
    sys.path.insert(0, str(STUDIES))
    loader = importlib.machinery.SourceFileLoader("run_studies", str(STUDIES / "run"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_studies", loader))
    loader.exec_module(module)
    return module
