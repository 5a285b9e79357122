"""The parts of a study's README that are made from its result files, between marks."""
import pathlib
import re
import tomllib

from . import tables

MARK = re.compile(r"(<!-- begin (?P<name>[\w-]+): generated -->\n).*?(<!-- end -->)", re.S)


def read_paper(folder):
    """What the paper states: paper.toml."""
    with (pathlib.Path(folder) / "paper.toml").open("rb") as file:
        return tomllib.load(file)


def fill(text, blocks):
    """The page with every marked block made anew; throws if the page and the blocks do not have the same names."""
    names = [match["name"] for match in MARK.finditer(text)]
    if sorted(names) != sorted(blocks):
        raise ValueError(f"the page has blocks {sorted(names)}, the study makes {sorted(blocks)}")
    return MARK.sub(lambda match: match[1] + blocks[match["name"]].rstrip() + "\n" + match[3], text)


def judge(paper, findings):
    """Statements of the paper beside what was found, in the paper's order. `findings`: id -> (what we get, whether it holds).

    Every statement of paper.toml must have a finding, or say in `unchecked` why it can have none."""
    rows = []
    for statement in paper["statements"]:
        name = statement["id"]
        if "unchecked" in statement:
            rows.append({"id": name, "where": statement["where"], "paper": statement["says"], "ours": "–",
                         "verdict": "cannot be checked", "why": statement["unchecked"]})
            continue
        ours, holds = findings.pop(name)
        rows.append({"id": name, "where": statement["where"], "paper": statement["says"], "ours": ours,
                     "verdict": "holds" if holds else "differs", "why": "" if holds else statement.get("why", "")})
    if findings:
        raise ValueError(f"findings without a statement: {sorted(findings)}")
    return rows


def show_statements(rows):
    shown = [row | {"verdict": f"**{row['verdict']}**" + (f": {row['why']}" if row["why"] else "")} for row in rows]
    return tables.markdown(shown, {"where": "where", "paper": "the paper states", "ours": "we get", "verdict": "so it"})
