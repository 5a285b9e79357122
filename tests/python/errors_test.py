"""Faults come as exceptions with the text of the program and its parts as attributes."""
import pickle
import unittest

import fourfoot


class Errors(unittest.TestCase):
    def test_one_fault_gives_its_parts(self):
        error = fourfoot.InputError([{"id": "unknown-key", "file": "a.toml", "line": 3, "column": 1, "message": "m", "hint": "h", "text": "t\n"}])
        self.assertEqual((error.id, error.file, error.line, error.hint), ("unknown-key", "a.toml", 3, "h"))
        self.assertEqual(str(error), "t\n")

    def test_faults_survive_pickling(self):
        error = pickle.loads(pickle.dumps(fourfoot.InputError([{"message": "m", "text": "t\n"}] * 2)))
        self.assertEqual(str(error), "t\n\nt\n2 errors\n")


if __name__ == "__main__":
    unittest.main()
