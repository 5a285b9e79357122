"""Writes the reference page of the Python package: names, signatures and types from __init__.pyi and the modules, sentences from the
docstrings. The files are read, not imported, so that the page needs no built package. What is public and has no sentence is a fault."""
import ast
import pathlib
import re

from reference import write_units

PACKAGE = pathlib.Path(__file__).resolve().parent.parent.parent / "python/fourfoot"
INTRODUCTION = """# Python interface

Everything that `import fourfoot` offers: functions first, then the objects that they return. The [guide](../guide/python.md) and the page on
[contact and track](../guide/toolbox.md) show how to use it.

A number is SI; a text may have a unit: `"160 km/h"`. Functions return the same numbers as the program. Objects have the attributes that stand
after a dot in their description.

Made from the docstrings of the package. Types of arguments:
"""
EXPRESSION = re.compile(  # "car_body/F_y", {"v": 20}, s["speed.v"], sim.step_to(3.2), .branches, sim.q, --format json, state_names
    r'''(?<![\w./`-])("[^"\s]*[/_*][^"\s]*"|\{(?:[^{}]|\{[^{}]*\})*\}|\.?\w+(?:\.\w+)*(?:\[[^\]\s]+\]|\((?! )[^()]*\))+(?:\.\w+)*|\.[A-Za-z]\w*|(?!e\.g)[a-z]+\.[a-z]\w*|--[a-z][\w-]*|[a-z]+_\w+)(?![\w`])''')
SECTIONS = {
    "Scenarios and runs": ["load", "example", "scenario", "new", "Scenario", "Stepping"],
    "Results": ["open_results", "Results", "Channel"],
    "Stability and steady states": ["equilibrium", "eigen", "linearise", "critical_speed", "bifurcation", "stability_map", "integrators"],
    "Studies": ["sweep", "optimise", "fit", "wear"],
    "Evaluation and files": ["evaluate", "twist", "signal", "report", "check", "doctor", "schema", "upgrade"],
    "Contact": ["profile", "Profile", "contact_geometry", "conicity", "hertz", "creep", "creep_laws", "CreepLaw"],
    "Track": ["track", "Track", "irregularity", "Irregularity", "spectrum", "spectrum_names"],
    "Errors": ["InputError", "RunError", "InputWarning"],
}


def read(name):
    return ast.parse((PACKAGE / name).read_text())


def list_definitions(module):
    return {node.name: node for node in module.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}


def list_sources():
    """Public names of the package: (their definition in a module, the one with types in __init__.pyi or None)."""
    typed, found = list_definitions(read("__init__.pyi")), {}
    for node in read("__init__.py").body:
        if isinstance(node, ast.ImportFrom) and node.module and node.module != "_core":
            there = list_definitions(read(f"{node.module}.py"))
            found.update({alias.name: (there[alias.name], typed.get(alias.name)) for alias in node.names})
    found["open_results"] = (list_definitions(found["Results"][0])["open"], typed["open_results"])
    return found


def escape(text):
    """Expressions and names become code; outside of it signs that Markdown would take for its own lose that meaning."""
    text = "".join(part if part.startswith("`") else EXPRESSION.sub(r"`\g<0>`", part) for part in re.split(r"(`[^`]*`)", text))
    return "".join(part if part.startswith("`") else re.sub(r"([*_\[\]<])", r"\\\1", part) for part in re.split(r"(`[^`]*`)", text))


def as_markdown(docstring):
    """Paragraphs; lines "name: meaning" as a list; indented lines as code."""
    lines = []
    for line in docstring.split("\n"):
        head = re.match(r"((?:\w+, )*\w+): (?=\S)", line)
        if line.startswith("    "):
            lines.append(line)
        elif head and re.match("[a-z]", line) and (not lines or lines[-1] == "" or lines[-1].startswith(("- ", "  "))):
            lines += ["- " + ", ".join(f"`{n}`" for n in head[1].split(", ")) + ": " + escape(line[head.end():])]
        else:
            lines.append(("  " if lines and lines[-1].startswith(("- ", "  ")) and line else "") + escape(line))
    return "\n".join(lines)


def shorten(annotation):
    return ast.unparse(annotation).replace("typing.", "").replace("np.ndarray[Any, np.dtype[np.float64]]", "array").replace("Floats", "array")


def show_type(annotation):
    """`str` or `None`: a bar would begin another cell of a table."""
    return "" if annotation is None else " or ".join(f"`{part}`" for part in shorten(annotation).split(" | "))


def sign(name, node):
    """The call as one writes it: s.run(output=None, *, channels=None, …) -> Results; one argument a line where it is long."""
    given, words = node.args, []
    for argument, start in zip(given.posonlyargs + given.args, [None] * (len(given.args) - len(given.defaults)) + given.defaults):
        words.append((argument, start, ""))
    if given.vararg or given.kwonlyargs:
        words.append((given.vararg, None, "*"))
    words += [(argument, start, "") for argument, start in zip(given.kwonlyargs, given.kw_defaults)]
    words += [(given.kwarg, None, "**")] if given.kwarg else []
    parts = []
    for argument, start, stars in words:
        if argument is not None and argument.arg in ("self", "cls"):
            continue
        text = stars + (argument.arg if argument is not None else "")
        text += f": {shorten(argument.annotation)}" if argument is not None and argument.annotation is not None else ""
        equals = " = " if ":" in text else "="
        parts.append(text + (f"{equals}{ast.unparse(start)}".replace("'", '"') if start is not None else ""))
    end = f" -> {shorten(node.returns)}" if node.returns is not None else ""
    short = f"{name}({', '.join(parts)}){end}"
    return short if len(short) < 90 else name + "(\n    " + ",\n    ".join(parts) + "\n)" + end


class Page:
    def __init__(self):
        self.lines, self.faults = [INTRODUCTION], []

    def describe(self, name, node, said=""):
        """Its docstring; a name that the class explains in its own needs none."""
        text = ast.get_docstring(node) or ""
        if not text and not re.search(rf"\b{name.rpartition('.')[2]}\b", said):
            self.faults.append(f"Python interface: {name} has no sentence")
        return as_markdown(text)

    def write_function(self, name, node, typed, title=""):
        self.lines += [*([f"### `{title}`", ""] if title else []), "```python", sign(name, typed or node), "```", "", self.describe(name, node), ""]

    def write_class(self, name, node, typed):
        said = ast.get_docstring(node) or ""
        self.lines += [f"### `{name}`", "", self.describe(name, node), ""]
        types = {n.target.id: n.annotation for n in (typed.body if typed else []) if isinstance(n, ast.AnnAssign)}
        members = [n for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("_")]
        properties = [n for n in members if any(isinstance(d, ast.Name) and d.id == "property" for d in n.decorator_list)]
        rows = []
        for member in properties:
            kind = types.pop(member.name, member.returns)
            rows.append((member.name, kind, " ".join(self.describe(f"{name}.{member.name}", member, said).split())))
        for left in types:
            if not re.search(rf"\b{left}\b", said):
                self.faults.append(f"Python interface: {name}.{left} has no sentence")
        rows = [row for row in rows if row[2]]
        if rows:
            has_types = any(show_type(kind) for _, kind, _ in rows)
            self.lines += ["| attribute | type | meaning |", "|---|---|---|"] if has_types else ["| attribute | meaning |", "|---|---|"]
            self.lines += [f"| `{n}` | {show_type(kind)} | {text} |" if has_types else f"| `{n}` | {text} |" for n, kind, text in rows] + [""]
        there = list_definitions(typed) if typed else {}
        for member in members:
            if member not in properties and not any(isinstance(d, ast.Attribute) for d in member.decorator_list):
                self.write_function(f"{'Results' if name == 'Results' and member.name == 'open' else name}.{member.name}", member, there.get(member.name))

    def write(self, name, node, typed):
        if isinstance(node, ast.ClassDef):
            self.write_class(name, node, typed)
        else:
            self.write_function(f"fourfoot.{name}", node, typed, name)


def list_types():
    """What stands for the types of arguments in __init__.pyi, with its comment."""
    rows = re.findall(r"^(\w+) = Union\[.*\]  # (.+)$", (PACKAGE / "__init__.pyi").read_text(), re.M)
    return ["| type | is |", "|---|---|"] + [f"| `{name}` | {escape(meaning)} |" for name, meaning in rows] + [""]


def list_answers():
    """Classes of what functions return, in the order of the files."""
    modules = [list_definitions(read(f"{name}.py")) for name in ("answer", "answers", "tables", "_contact", "_profile", "_track")]
    placed = {name for names in SECTIONS.values() for name in names}
    return {name: node for found in modules for name, node in found.items() if isinstance(node, ast.ClassDef) and name not in placed}


def write_page(folder):
    """Writes python.md; returns what has no sentence or no section."""
    page, sources = Page(), list_sources()
    page.lines += list_types()
    for title, names in SECTIONS.items():
        page.lines += [f"## {title}", ""]
        for name in names:
            page.write(name, *sources[name])
    page.lines += ["## What functions return", ""]
    for name, node in list_answers().items():
        page.write_class(name, node, None)
    page.lines += ["## Laws of your own: `fourfoot.plugin`", "", as_markdown(ast.get_docstring(read("plugin.py"))), ""]
    for name, node in list_definitions(read("plugin.py")).items():
        if not name.startswith("_"):
            page.write_function(f"plugin.{name}", node, None, f"plugin.{name}")
    placed = {name for names in SECTIONS.values() for name in names}
    page.faults += [f"Python interface: {name} stands in no section" for name in sorted(set(sources) - placed)]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "python.md").write_text(write_units(re.sub(r"\n{3,}", "\n\n", "\n".join(page.lines))) + "\n")
    return page.faults
