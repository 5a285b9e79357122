"""Copies docs/ and the files it links to into one tree, with the links turned to suit: docs/X becomes X, everything
else of the repository keeps its path. Files that are not Markdown become pages that show them."""
import os
import pathlib
import re
import unicodedata

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LINK = re.compile(r"(!?)\[((?:[^\]\[]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
CITATION = re.compile(r"\[([A-Z][A-Za-z0-9-]+)((?:,[^\]]*)?)\](?!\()")
SHOWN = {".toml": "toml", ".py": "python", ".cpp": "cpp", ".h": "cpp", ".bib": "text", ".csv": "text"}
PICTURES = {".svg", ".png"}


def keep_woff2(css):
    return re.sub(r',url\([^)]*\.(?:woff|ttf)\) format\("(?:woff|truetype)"\)', "", css)


def split_code(text):
    """Pieces of the text, each with whether it is code, which is left alone."""
    pieces, last = [], 0
    for match in re.finditer(r"^ *```.*?^ *```|^    [^\n]*$", text, re.M | re.S):
        pieces += [(text[last:match.start()], False), (match.group(0), True)]
        last = match.end()
    return pieces + [(text[last:], False)]


class Stage:
    def __init__(self, target, keys):
        self.keys, self.target, self.faults, self.done, self.queue = keys, target, [], set(), []

    def place(self, path):
        """Where a file of the repository goes: its path in the site's sources."""
        inside = path.relative_to(ROOT)
        if inside.parts[0] == "docs":
            inside = inside.relative_to("docs")
        if path.suffix in SHOWN:
            inside = inside.with_name(inside.name + ".md")
        return inside

    def want(self, path):
        if path not in self.done:
            self.done.add(path)
            self.queue.append(path)
        return self.place(path)

    def resolve(self, page, target):
        """The file that a link means; None after a fault."""
        path = pathlib.Path(os.path.normpath(page.parent / target))
        if path.is_dir():
            path = path / "README.md" if (path / "README.md").exists() else path
        generated = path.relative_to(ROOT).parts[:2] == ("docs", "reference") or path.name == "references.md"
        if not path.exists() and not (generated and (self.target / path.relative_to(ROOT / "docs")).exists()):
            self.faults.append(f"{page.relative_to(ROOT)}: there is no {target}")
            return None
        return path

    def turn_link(self, page, match):
        picture, text, target = match.groups()
        if re.match(r"[a-z]+:", target) or target.startswith("#"):
            return match.group(0)
        target, _, anchor = target.partition("#")
        path = self.resolve(page, target)
        if path is None:
            return match.group(0)
        if picture and path.suffix == ".svg" and 'class="ff"' in path.read_text()[:400]:  # drawn in the colours of the page
            return show_figure(path, text)
        if path.is_dir():
            place = self.list_folder(path)
        elif path.exists():
            place = self.want(path)
        else:
            place = path.relative_to(ROOT / "docs")
        away = os.path.relpath(place, self.place(page).parent)
        return f"{picture}[{text}]({away}{'#' + anchor if anchor else ''})"

    def list_folder(self, folder):
        place = folder.relative_to(ROOT) / "README.md"
        if folder not in self.done:
            self.done.add(folder)
            rows = [f"- [{file.name}]({self.want(file).name})" for file in sorted(folder.iterdir()) if file.suffix in SHOWN]
            self.write(place, f"# {folder.relative_to(ROOT)}\n\n" + "\n".join(rows) + "\n")
        return place

    def turn_text(self, page, text):
        def cite(match):
            if match.group(1) not in self.keys:
                return match.group(0)
            away = os.path.relpath("theory/references.md", self.place(page).parent)
            return f"[\\[{match.group(1)}{match.group(2)}\\]]({away}#{match.group(1).lower()})"

        pieces = []
        for piece, is_code in split_code(text):
            if not is_code:
                piece = LINK.sub(lambda match: self.turn_link(page, match), piece)
                piece = CITATION.sub(cite, piece)
            pieces.append(piece)
        return "".join(pieces)

    def write(self, place, text):
        file = self.target / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def copy(self, path):
        place = self.place(path)
        if path.suffix == ".md":
            self.write(place, self.turn_text(path, path.read_text()))
        elif path.suffix == ".py" and path.read_text().startswith("# %% [markdown]"):
            self.write(place, show_cells(path.read_text()) + f"\nThis page is the script `{path.relative_to(ROOT)}`.\n")
        elif path.suffix in SHOWN:
            self.write(place, f"# {path.relative_to(ROOT)}\n\n```{SHOWN[path.suffix]}\n{path.read_text()}\n```\n")
        else:
            (self.target / place).parent.mkdir(parents=True, exist_ok=True)
            (self.target / place).write_bytes(path.read_bytes())


def show_cells(script):
    """A script with cells as a page: text as text, code as code."""
    parts = []
    for cell in re.split(r"^# %%", script, flags=re.M)[1:]:
        kind, _, body = cell.partition("\n")
        is_text = "[markdown]" in kind
        parts.append(re.sub(r"^# ?", "", body, flags=re.M).strip() if is_text else f"```python\n{body.strip()}\n```")
    return "\n\n".join(parts) + "\n"


def show_figure(path, caption):
    svg = re.sub(r"^<\?xml.*?\?>\s*|<style>.*?</style>", "", path.read_text(), flags=re.S)
    return f'<figure class="ff">{svg.strip()}<figcaption>{caption}</figcaption></figure>'


ACCENTS = {"'": "\u0301", "`": "\u0300", '"': "\u0308", "^": "\u0302", "~": "\u0303", "=": "\u0304", ".": "\u0307", "c": "\u0327", "v": "\u030c", "u": "\u0306", "H": "\u030b", "k": "\u0328"}
LETTERS = {"ss": "ß", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "aa": "å", "AA": "Å", "ae": "æ", "AE": "Æ", "i": "ı"}


def read_tex(text):
    """Accents, letters and dashes of BibTeX as characters: {\\'e} is é."""
    def join(match):
        letter = "i" if match.group(2) == "\\i" else match.group(2)
        return unicodedata.normalize("NFC", letter + ACCENTS[match.group(1)])

    text = re.sub(r"\\(['`\"^~=.])\s*\{?(\\i|[A-Za-z])\}?", join, text)
    text = re.sub(r"\\([cvuHk])(?:\{|\s+)([A-Za-z])\}?", join, text)
    text = re.sub(r"\\(ss|aa|AA|ae|AE|o|O|l|L|i)(?![A-Za-z])\s*", lambda match: LETTERS[match.group(1)], text)
    return re.sub(r"[{}\\]", "", text.replace("--", "–").replace("~", " "))


def read_entries(text):
    """(key, fields) of each entry of a .bib file; values may hold braces."""
    for start in re.finditer(r"^@\w+\{([^,\s]+),", text, re.M):
        fields, at = {}, start.end()
        while name := re.compile(r"\s*(\w+)\s*=\s*\{").match(text, at):
            depth, end = 1, name.end()
            while depth:
                depth += {"{": 1, "}": -1}.get(text[end], 0)
                end += 1
            fields[name.group(1)] = read_tex(" ".join(text[name.end():end - 1].split()))
            at = end + (text[end:end + 1] == ",")
        yield start.group(1), fields


def list_people(text):
    """Kik, W. and Piotrowski, J. and others: W. Kik, J. Piotrowski et al."""
    people = [" ".join(reversed(person.split(", ", 1))) for person in text.split(" and ")]
    return re.sub(r", others$", " et al.", ", ".join(people))


def write_reference(fields):
    """People: title. Journal 46(2), 27–48 (2008). Note. doi."""
    people = list_people(fields.get("author", fields.get("editor", "")))
    house = ". ".join(fields[name] for name in ("journal", "booktitle", "publisher", "organization", "institution", "school", "howpublished") if name in fields)
    volume = fields.get("volume", "") + (f"({fields['number']})" if "number" in fields and "volume" in fields else "")
    source = f"{house} {volume}".strip() + (f", {fields['pages']}" if "pages" in fields else "")
    title = (f"{people}: " if people else "") + f"*{fields['title'].rstrip('.')}*" + (f". {source.rstrip('.')}" if source else "") + (f" ({fields['year']})" if "year" in fields else "")
    rest = [fields.get("note", "").rstrip("."), f"doi {fields['doi']}" if "doi" in fields else ""]
    return ". ".join(part for part in [title, *rest] if part) + "."


def find_twice(entries):
    """Works that stand twice, under one key or two."""
    keys, titles, faults = set(), {}, []
    for key, fields in entries:
        other = titles.setdefault(re.sub(r"\W", "", fields["title"]).lower(), key)
        if key in keys or other != key:
            faults.append(f"references: {key} stands twice" + (f", also as {other}" if other != key else ""))
        keys.add(key)
    return faults


def write_references(target):
    """All .bib files as one page, an anchor for each key; returns the keys and what is wrong."""
    entries = [entry for file in sorted((ROOT / "docs/theory/references").glob("*.bib")) for entry in read_entries(file.read_text())]
    lines = ["# References", ""]
    for key, fields in sorted(entries, key=lambda entry: entry[0].lower()):
        lines += [f'<a id="{key.lower()}"></a>**{key}** · {write_reference(fields)}', ""]
    (target / "theory").mkdir(parents=True, exist_ok=True)
    (target / "theory/references.md").write_text("\n".join(lines))
    return {key for key, _ in entries}, find_twice(entries)


def stage(target):
    """Fills the folder; returns what is wrong."""
    keys, faults = write_references(target)
    work = Stage(target, keys)
    for path in sorted((ROOT / "docs").rglob("*.md")) + [ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md"]:
        work.want(path)
    while work.queue:
        work.copy(work.queue.pop())
    return faults + work.faults
