"""Writes the page of the C++ and C interface: Doxygen reads the headers that are installed below include/fourfoot, and its XML becomes
Markdown, so that the page has the manual's look and search. What is public and has no sentence is a fault."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree as tree

from reference import write_units

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SETTINGS = """
INPUT = include
RECURSIVE = YES
OUTPUT_DIRECTORY = out
STRIP_FROM_PATH = include
GENERATE_XML = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
XML_PROGRAMLISTING = NO
EXTRACT_ALL = NO
HIDE_UNDOC_MEMBERS = NO
AUTOLINK_SUPPORT = NO
QUIET = YES
WARN_IF_UNDOCUMENTED = NO
WARN_IF_DOC_ERROR = YES
"""
INTRODUCTION = """# C++ and C interface

Programs in C++ load, change and run scenarios in memory. [examples/cpp](../examples/cpp/README.md) is a complete program with its CMake file:
`find_package(fourfoot)` finds the installed library. Laws of your own need only `fourfoot/plugin.h`, which is C: [plug-ins](../guide/plugins.md).

Made by Doxygen from the headers below `include/fourfoot`. These headers are all that an installed Fourfoot shows; everything else may change.
"""
ORDER = ["simulation.h", "plugin.h"]  # what readers want first


def list_headers():
    """{name below include/fourfoot: file}, from what cmake/install.cmake installs there."""
    text, headers = (ROOT / "cmake/install.cmake").read_text(), {}
    for file in re.findall(r"install\(FILES (src/\S+\.h) DESTINATION \$\{CMAKE_INSTALL_INCLUDEDIR\}/fourfoot\)", text):
        headers[pathlib.Path(file).name] = ROOT / file
    for names, file in re.findall(r"foreach\(name ([\w ]+)\)\s*install\(FILES (src/base/\$\{name\}\.h)", text):
        for name in names.split():
            headers[f"base/{name}.h"] = ROOT / file.replace("${name}", name)
    return headers


def run_doxygen(headers, folder):
    """The XML of each compound, by its id."""
    for name, file in headers.items():
        place = folder / "include/fourfoot" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, place)
    (folder / "Doxyfile").write_text(SETTINGS)
    done = subprocess.run(["doxygen", "Doxyfile"], cwd=folder, text=True, capture_output=True, check=True)
    found = {}
    for path in (folder / "out/xml").glob("*.xml"):
        for compound in tree.parse(path).getroot().findall("compounddef"):
            found[compound.get("id")] = compound
    return found, [line for line in done.stderr.splitlines() if "warning:" in line]


def flatten(node):
    """Text of a description as Markdown; lines of a verbatim block as code."""
    if node is None:
        return ""
    text = node.text or ""
    for child in node:
        inner = flatten(child)
        if child.tag in ("computeroutput", "ref"):
            inner = f"`{inner}`" if child.tag == "computeroutput" else inner
        elif child.tag == "listitem":
            inner = f"\n- {inner.strip()}"
        elif child.tag == "verbatim":
            inner = "\n\n" + "\n".join("    " + line for line in inner.strip("\n").split("\n")) + "\n\n"
        elif child.tag in ("ndash", "mdash"):
            inner = "--" if child.tag == "ndash" else "---"  # options: --set
        elif child.tag == "para":
            inner += "\n\n"
        text += inner + (child.tail or "")
    return text


def describe(node):
    parts = [flatten(node.find(tag)).strip() for tag in ("briefdescription", "detaileddescription")]
    text = "\n\n".join(part for part in parts if part)
    text = re.sub(r"\n{3,}", "\n\n", text.replace("&zwj;", ""))
    return text[:1].upper() + text[1:]


def tidy(code):
    """Spaces as clang-format sets them."""
    code = re.sub(r"< | >", lambda m: m.group(0).strip(), " ".join(code.split()))
    code = re.sub(r" ?([&*]+) ?(?=[\w])", r"\1 ", code)
    return re.sub(r"\(\* ", "(*", code).replace("={}", " = {}").replace("=0;", " = 0;")


def sign(member):
    """The declaration as one writes it."""
    kind, name = member.get("kind"), member.findtext("name")
    start = member.find("initializer")
    start = f" {flatten(start).strip()}" if start is not None else ""
    if kind == "enum":
        values = [v.findtext("name") + (" " + flatten(v.find("initializer")) if v.find("initializer") is not None else "") for v in member.findall("enumvalue")]
        return f"enum {'class ' if member.get('strong') == 'yes' else ''}{name} {{ {', '.join(values)} }};"
    if kind == "define":
        return f"#define {name}{start}"
    words = [word for word, is_there in (("typedef", kind == "typedef"), ("static", member.get("static") == "yes"), ("explicit", member.get("explicit") == "yes"),
                                         ("virtual", member.get("virt") == "pure-virtual")) if is_there]
    rest = flatten(member.find("argsstring")) + (start if kind == "variable" else "")
    # No space after "(*" of a pointer to a function.
    return tidy(f"{' '.join(words)} {flatten(member.find('type'))} {name}{rest};").replace("(* ", "(*").strip()


class Page:
    def __init__(self, compounds):
        self.compounds, self.lines, self.faults, self.header = compounds, [INTRODUCTION], [], ""

    def need(self, what, text, always=False):
        """Each part of what users include by name has its sentence; of the rest each class."""
        if not text and (always or self.header in ORDER):
            self.faults.append(f"C++ interface: {what} has no sentence")

    def write_header(self, name, compound):
        self.header = name
        self.lines += [f"## `fourfoot/{name}`", "", describe(compound), ""]
        for inner in compound.findall("innerclass"):
            self.write_class(self.compounds[inner.get("refid")])
        spaces = [self.compounds[inner.get("refid")] for inner in compound.findall("innernamespace")]
        members = [member for place in [compound, *spaces] for member in place.iter("memberdef")
                   if member.find("location").get("file").endswith("fourfoot/" + name)]
        for member in members:
            if member.get("kind") == "define" and not flatten(member.find("initializer")):
                continue  # guards
            if flatten(member.find("type")).startswith("struct "):
                continue  # typedef of a struct that stands above
            title = member.findtext("name")
            self.write_member(member, f"### `{title}`" if f"### `{title}`" not in self.lines else None)

    def write_class(self, compound):
        name, text = compound.findtext("compoundname"), describe(compound)
        self.need(name, text, always=True)
        self.lines += [f"### `{name}`", "", text, ""]
        members = [m for m in compound.iter("memberdef") if m.get("prot") == "public"]
        fields = [m for m in members if m.get("kind") == "variable"]
        if fields:
            self.lines += ["| member | meaning |", "|---|---|"]
            for field in fields:
                meaning = describe(field).replace("\n", " ").replace("|", "\\|")
                self.need(f"{name}::{field.findtext('name')}", meaning)
                self.lines.append(f"| `{sign(field).rstrip(';')}` | {meaning} |")
            self.lines.append("")
        for member in (m for m in members if m.get("kind") != "variable" and not m.findtext("name").startswith("~")):
            self.write_member(member, None)

    def write_member(self, member, title):
        text = describe(member)
        self.need(member.findtext("name"), text)
        self.lines += [line for line in (title, "") if line is not None and title] + ["```cpp", sign(member), "```", "", text, ""]
        rows = [(v.findtext("name"), describe(v)) for v in member.findall("enumvalue") if describe(v)]
        if rows:
            self.lines += ["| value | meaning |", "|---|---|"] + [f"| `{name}` | {meaning} |" for name, meaning in rows] + [""]


def write_page(folder):
    """Writes cpp.md; returns what has no sentence."""
    headers = list_headers()
    with tempfile.TemporaryDirectory(prefix="fourfoot-api-") as work:
        compounds, warnings = run_doxygen(headers, pathlib.Path(work))
    page = Page(compounds)
    files = {c.find("location").get("file").split("fourfoot/", 1)[1]: c for c in compounds.values() if c.get("kind") == "file"}
    for name in sorted(headers, key=lambda n: (ORDER.index(n) if n in ORDER else len(ORDER), n)):
        page.write_header(name, files[name])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "cpp.md").write_text(write_units(re.sub(r"\n{3,}", "\n\n", "\n".join(page.lines))))
    return page.faults + warnings
