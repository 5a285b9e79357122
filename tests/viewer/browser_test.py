"""browser_test.py NAME: runs viewer/test/NAME.test.mjs with node and a browser."""
import os
import pathlib
import shutil
import subprocess
import sys

VIEWER = pathlib.Path(os.environ["FOURFOOT_SOURCE_DIR"]) / "viewer"
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]


def find_missing():
    if shutil.which("node") is None:
        return "node"
    if not any(shutil.which(name) for name in BROWSERS) and "CHROMIUM" not in os.environ:
        return "chromium"
    if not (VIEWER / "node_modules" / "playwright-core").is_dir():
        return "viewer/node_modules"
    return None


missing = find_missing()
if missing:
    sys.exit(f"no {missing} here; ./dev test installs what the browser tests need")
sys.exit(subprocess.run(["node", "--test", f"test/{sys.argv[1]}.test.mjs"], cwd=VIEWER).returncode)
