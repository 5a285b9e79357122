"""The parts of a study's README that are made from its result files, between marks."""
import pathlib
import re
import tomllib

from . import tables

HOLDS, PART, FAILS, NOTHING = "holds", "holds in part", "does not hold", "nothing stated"
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


def name_verdict(holds):
    """True: the statement holds as it is worded; PART: a part of it does; False: it does not, with our vehicle."""
    return holds if isinstance(holds, str) else HOLDS if holds else FAILS


def judge(paper, findings):
    """Statements of the paper beside what was found, in the paper's order. `findings`: id -> (what we get, True, PART or False).

    Every statement of paper.toml must have a finding, or say in `unchecked` why it can have none. `nothing_stated`: the paper shows a figure and
    states nothing that could fail; ours stands beside it without a verdict. `judged_by`: the measure that is ours, not the paper's."""
    rows = []
    for statement in paper["statements"]:
        name = statement["id"]
        row = {"id": name, "where": statement["where"], "paper": statement["says"], "ours": "–", "verdict": "cannot be checked",
               "why": statement.get("unchecked", ""), "judged_by": statement.get("judged_by", "")}
        if "unchecked" not in statement:
            row["ours"], holds = findings.pop(name)
            row["verdict"] = NOTHING if statement.get("nothing_stated") else name_verdict(holds)
            row["why"] = statement.get("why", "") if row["verdict"] in (PART, FAILS) else ""
        rows.append(row)
    if findings:
        raise ValueError(f"findings without a statement: {sorted(findings)}")
    return rows


def write_statements(folder, results, findings):
    """Judges the findings by the paper.toml of a study's folder, into results/statements.csv."""
    rows = judge(read_paper(folder), findings)
    tables.write(results / "statements.csv", rows)
    return rows


def show_statements(rows):
    shown = [row | {"verdict": f"**{row['verdict']}**" + (f": {row['why']}" if row["why"] else ""), "judged_by": row["judged_by"] or "–"} for row in rows]
    return tables.markdown(shown, {"where": "where", "paper": "the paper states", "ours": "our result", "judged_by": "criterion (ours)", "verdict": "verdict"})


def show_made(results):
    """Which program made the results, and what that cost."""
    made = tables.read(pathlib.Path(results) / "made.csv")[0]
    return f"Computed with {made['program']} in {made['processor']:.0f} s of processor time."
