"""Every fault in the input, with the exact message; messages.txt holds them, one section per case.

Cases are in cases/, by kind of file. A case spoils the good scenario or vehicle once (file, old text, new text), or writes
further files, then calls the program: `check scenario.toml` unless it says otherwise. After a change of wording: messages_test.py --write, then
read the difference.
"""
import pathlib
import sys

import support
from cases import CASES
from cases.spoilt import S, V

MESSAGES = pathlib.Path(__file__).with_name("messages.txt")


def read_messages():
    sections = {}
    for section in MESSAGES.read_text().split("=== ")[1:]:
        name, _, text = section.partition("\n")
        sections[name] = text
    return sections


def prepare(test, case):
    for name, text in case.get("files", {}).items():
        test.write(name, text)
    for file, old, new in case.get("spoil", []):
        test.spoil(file, old, new)


class MessagesTest(support.ProgramTest):
    def test_all_messages_are_exact(self):
        messages = read_messages()
        self.assertEqual(sorted(messages), sorted(CASES))
        for name, case in CASES.items():
            with self.subTest(name):
                self.setUp()
                prepare(self, case)
                self.assert_refused(case["arguments"], messages[name])

    def test_the_good_scenario_is_good(self):
        for file in (S, V):
            outcome = self.run_program("check", file)
            self.assertEqual((outcome.code, outcome.err), (0, ""))


def write_messages():
    test = MessagesTest()
    text = ""
    for name, case in CASES.items():
        test.setUp()
        prepare(test, case)
        text += f"=== {name}\n{test.run_program(*case['arguments']).err}"
    MESSAGES.write_text(text)


if __name__ == "__main__":
    if "--write" in sys.argv:
        write_messages()
    else:
        support.unittest.main()
