"""Every kind of fault has an id, and every id a test of its message.

Collects the ids from the sources and looks for each in the exact messages of this folder (`error[id]`), or, where the
program checks a fault away before a library function could meet it, in a GoogleTest program ("id") or in a test of the Python package.
"""
import re
import unittest

import support

PATTERNS = [
    r'Finding\{\s*"([a-z-]+)"',
    r'push_back\(\s*\{\s*"([a-z-]+)"\s*,(?!\s*")',
    r'InputError\(\s*\{\s*"([a-z-]+)"',
    r'make_file_error\(\s*"([a-z-]+)"',
]


def collect_ids():
    ids = {}
    for folder in ("src", "cli"):
        for path in sorted((support.SOURCE / folder).rglob("*.cpp")) + sorted((support.SOURCE / folder).rglob("*.h")):
            for pattern in PATTERNS:
                for name in re.findall(pattern, path.read_text()):
                    ids.setdefault(name, path.relative_to(support.SOURCE))
    return ids


class IdsTest(unittest.TestCase):
    def test_the_search_finds_ids(self):
        self.assertTrue({"unknown-key", "syntax", "file-not-found", "bad-name", "output-exists"} <= set(collect_ids()))

    def test_every_id_has_a_test(self):
        here = support.SOURCE / "tests"
        texts = [p.read_text() for p in sorted((here / "cli").glob("*")) if p.suffix in (".py", ".txt") and p.name != "ids_test.py"]
        shown = "\n".join(texts)
        units = "\n".join(p.read_text() for p in [*sorted(here.rglob("*_test.cpp")), *sorted((here / "python").glob("*_test.py"))])
        missing = [f"{name} ({path})" for name, path in collect_ids().items()
                   if f"error[{name}]" not in shown and f"warning[{name}]" not in shown and f'"{name}"' not in units and f"error[{name}]" not in units]
        self.assertEqual(missing, [])


if __name__ == "__main__":
    unittest.main()
