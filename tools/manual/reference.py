"""Writes the reference pages from what the program says of itself: `schema` (keys of files), `--help` (verbs and
options), the channels of results. Nothing is written down twice, and what has no sentence is a fault."""
import json
import pathlib
import re
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
KINDS = {"scenario": "a run: vehicle, track, speed, contact, duration", "vehicle": "bodies, suspension, joints, parts, load cases",
         "track": "alignment, cant, gradients, irregularities, support", "study": "one scenario, many values of its entries",
         "optimisation": "values of a scenario's entries that make figures best", "wear": "a mix of curves over which wheel profiles wear"}
ELSEWHERE = {("scenario", "vehicle"): "vehicle", ("scenario", "track"): "track"}  # keys that have a page of their own
# Runs whose results have between them every kind of channel: scenario, overrides.
RUNS = [
    ("examples/01-hunting-wheelset/scenario.toml", []),
    ("examples/11-freight-route-2/scenario.toml", ["drive.mode=wheels", "output.imaginary=true", "output.reactions=true"]),
    ("examples/10-coach-curve/scenario.toml", []),
    ("examples/26-crossing/scenario.toml", []),
    ("examples/28-sleepers/scenario.toml", []),
]


def call(program, *arguments, folder=None):
    return subprocess.run([program, *arguments], text=True, capture_output=True, check=True, cwd=folder).stdout


def cell(text):
    """One line; { … } as code, since mkdocs takes bare braces at an end for attributes; options as code, so that none breaks at a hyphen."""
    line = re.sub(r"(?<!`)\{ [^{}]+ \}", r"`\g<0>`", " ".join(str(text).split()).replace("|", "\\|"))
    parts = line.split("`")
    parts[::2] = [re.sub(r"(?<![\w-])--[a-z][\w-]*", r"`\g<0>`", part) for part in parts[::2]]
    return "`".join(parts)


def as_sentence(text):
    text = write_units(cell(text))
    start = text[:1] if re.match(r"[b-z]\b", text) else text[:1].upper()  # z = … keeps its letter
    return start + text[1:] + ("." if text and text[-1] not in ".;:" else "")


def describe_range(node):
    """number, -1e7 to 1e7; number > 0, up to 1e7; number ≥ 0."""
    least, most = (write_default(float(node[key])) if key in node else None for key in ("minimum", "maximum"))
    if "exclusiveMinimum" in node:
        return f"number > {write_default(float(node['exclusiveMinimum']))}" + (f", up to {most}" if most else "")
    if least and most:
        return f"number, {least} to {most}"
    return "number" + (f" ≥ {least}" if least else "") + (f" ≤ {most}" if most else "")


def describe_type(node):
    """What a value may be, and the limits of a number."""
    if "const" in node:
        return f"`\"{node['const']}\"`"
    if "enum" in node:
        return ", ".join(f"`\"{word}\"`" for word in node["enum"])
    if node.get("type") == "array":
        items = node.get("items", {})
        count = node.get("minItems") if node.get("minItems") == node.get("maxItems") else None
        kind = describe_type(items)
        return f"{count} × {kind}" if count else "list of " + re.sub(r"^(number|text)", r"\1s", kind)
    for option in node.get("anyOf", []):
        if option.get("type") in ("number", "integer"):
            return describe_range(option)
    return {"string": "text", "boolean": "true, false", "integer": "whole number"}.get(node.get("type"), node.get("type", "value"))


def is_table(node):
    places = [node, node.get("items", {}), *node.get("anyOf", [])]
    return any(key in where for where in places for key in ("properties", "oneOf", "$ref")) or isinstance(
        node.get("additionalProperties"), dict)


def write_default(value):
    """A default as people write it: 10, 0.28, 2.1e11, "table"."""
    if isinstance(value, float):
        return re.sub(r"e\+?(-?)0*", r"e\1", f"{value:.6g}")
    return json.dumps(value, ensure_ascii=False)


def find_anchor(name):
    """As mkdocs makes it of a heading."""
    return re.sub(r"[^\w-]", "", name).lower()


def sign(node):
    """What tells tables apart, whatever they are for."""
    return json.dumps({key: value for key, value in node.items() if key != "description"}, sort_keys=True)


class KeyPage:
    def __init__(self, kind, schema):
        self.kind, self.root, self.lines, self.faults, self.keys = kind, schema, [], [], 0
        self.found, self.homes = {}, {}  # names of the tables that are alike; the one whose section lists their keys

    def write(self):
        self.table("", self.root, 2)  # finds tables that are alike, and what has no sentence
        self.homes = {alike: min(names, key=lambda name: (name.count("."), len(name))) for alike, names in self.found.items() if len(alike) > 600}
        keys, faults = self.keys, list(self.faults)
        self.lines = [f"# Keys of {'an' if self.kind[0] in 'aeiou' else 'a'} {self.kind} file", "", f"{as_sentence(KINDS[self.kind])} Made from `fourfoot schema {self.kind}`. "
                      f"How the keys work together: [{self.kind} file](../formats/{self.kind}.md).", "",
                      "A number is SI, or text with a unit such as `\"160 km/h\"`. The unit stands in brackets. "
                      "`include` is allowed in every table.", ""]
        self.table("", self.root, 2)
        self.keys, self.faults = keys, faults
        return "\n".join(self.lines) + "\n"

    def rows(self, path, properties, required):
        if path:  # said once, at the top
            properties = {key: node for key, node in properties.items() if key != "include"}
        if not properties:
            return
        self.lines += ["| key | value | default | meaning |", "|---|---|---|---|"]
        for key, node in properties.items():
            self.keys += 1
            doc = node.get("description", "")
            if not doc and "const" not in node and "$ref" not in node:
                self.faults.append(f"{self.kind}: {path}{'.' if path else ''}{key} has no sentence")
            if "const" in node:
                doc = doc or "chooses this kind"
            default = "required" if key in required else write_default(node["default"]) if "default" in node else ""
            value = "one or more files" if key == "include" else self.refer(path, key, node) if is_table(node) else describe_type(node)
            self.lines.append(f"| `{key}` | {value} | {cell(default)} | {write_units(cell(doc))} |")
        self.lines.append("")

    def refer(self, path, key, node):
        if (self.kind, f"{path}{key}") in ELSEWHERE:
            return f"file or table: [keys]({ELSEWHERE[self.kind, key]}.md)"
        name = f"{path}.{key}" if path else key
        word = "tables" if node.get("type") == "array" else "table"
        return word if self.is_left_out(path, key) else f"[{word}](#{find_anchor(name)})"

    def is_left_out(self, path, key):
        """Tables without a section of their own: those of parts are a vehicle file's again."""
        return path.startswith("parts") or path.count(".") > 4 or (key == "load_cases" and not path)

    def table(self, path, node, depth):
        """A table, one of several kinds, a dictionary of tables, or a list of them."""
        node = self.root["$defs"][node["$ref"].split("/")[-1]] if "$ref" in node else node
        if node.get("type") == "array":
            return self.table(path, node["items"], depth)
        if isinstance(node.get("additionalProperties"), dict) and is_table(node):
            return self.table(path + ".NAME", node["additionalProperties"], depth)
        variants = node.get("oneOf") or [o for o in node.get("anyOf", []) if "properties" in o]
        if len(variants) > 1:
            return self.variants(path, variants, depth)
        node = variants[0] if variants else node
        self.rows(path, node.get("properties", {}), node.get("required", []))
        self.below(path, node.get("properties", {}), depth)

    def below(self, path, properties, depth):
        for key, child in properties.items():
            if not is_table(child) or (self.kind, f"{path}{key}") in ELSEWHERE or self.is_left_out(path, key):
                continue
            name = f"{path}.{key}" if path else key
            self.lines += [f"{'#' * min(depth, 6)} `{name}`", "", as_sentence(child.get("description", "")), ""]
            self.found.setdefault(sign(child), []).append(name)
            home = self.homes.get(sign(child), name)
            if home == name:
                self.table(name, child, depth + 1)
            else:
                self.lines += [f"Keys as in [`{home}`](#{find_anchor(home)}).", ""]

    def variants(self, path, variants, depth):
        shared = {k: p for k, p in variants[0].get("properties", {}).items()
                  if "const" not in p and all(v.get("properties", {}).get(k) == p for v in variants)}
        if shared.keys() - {"include"}:
            self.lines += ["Keys of every kind:", ""]
            self.rows(path, shared, variants[0].get("required", []))
        listed = {}  # keys of a kind, and the first kind that has them
        for variant in variants:
            properties = {k: p for k, p in variant.get("properties", {}).items() if k not in shared}
            choice = next((f"{k} = \"{p['const']}\"" for k, p in properties.items() if "const" in p), "in place")
            doc = variant.get("description", "")
            if not doc:
                self.faults.append(f"{self.kind}: {path} with {choice} has no sentence")
            self.lines += [f"{'#' * min(depth, 6)} `{path}` with `{choice}`", "", as_sentence(doc), ""]
            own = {k: p for k, p in properties.items() if "const" not in p}
            first = listed.setdefault(json.dumps([own, sorted(variant.get("required", []))]), choice)
            if len(own) > 3 and first != choice:
                self.lines += [f"Keys as with `{first}`.", ""]
                continue
            self.rows(path, own, variant.get("required", []))
            self.below(path, own, depth + 1)


def parse_help(text):
    """Purpose, usage, and rows (option, meaning) of a help text of CLI11."""
    lines = text.strip("\n").split("\n")
    rows, section = [], ""
    for line in lines[1:]:
        if re.match(r"^[A-Z]\w+:$", line):
            section = line[:-1]
        elif line.startswith("  ") and not line.startswith("    ") and section:
            head = line[2:30]  # meanings stand in column 31, or on the next line
            fits = line[29:30] == " " and head.count("[") == head.count("]") and not head.endswith(" in ")
            rows.append([section, line[2:30].strip() if fits else line.strip(), line[30:].strip() if fits else ""])
        elif line.startswith("    ") and rows:
            rows[-1][2] = (rows[-1][2] + " " + line.strip()).strip()
    return lines[0].strip(), rows


def read_option(head):
    """Names, value, default, remark of what help says: --rate INT:INT in [1 - 50]=15, files TEXT ... REQUIRED, --a TEXT Needs: --b."""
    head, *relations = re.split(r" (?=Needs:|Excludes:)", head)
    remark = "".join(f"; {'with' if words.startswith('Needs') else 'not with'} " + ", ".join(f"`{word}`" for word in words.split()[1:]) for words in relations)
    head, required = re.subn(r" REQUIRED$", "", head)
    head, several = re.subn(r" \.\.\.$", "", head)
    names, _, value = head.partition(" ")
    kind, _, default = re.sub(r"^(INT|FLOAT):\1 in ", r"\1 in ", value).partition("=")
    limits = re.match(r"(INT|FLOAT) in \[(\S+) - (\S+)\]$", kind)
    choice = re.match(r"TEXT:\{(.*)\}$", kind)
    if limits:
        kind = f"{'whole number' if limits[1] == 'INT' else 'number'}, {limits[2]} to {limits[3]}"
    elif choice:
        kind = ", ".join(f"`{word}`" for word in choice[1].split(","))
    else:
        kind = {"TEXT": "text", "INT": "whole number", "FLOAT": "number", "": ""}.get(kind, f"`{kind}`")
    return names.replace(",", "`, `"), "several × " + kind if several else kind, "required" if required else default, remark


FILES = re.compile(r"\b(files?|SVG|CSV|HDF5|HTML|TOML)\b|\.(svg|png|gif|xml|prw)\b")
FOLDERS = re.compile(r"^folder\b|\bfolder (to|for)\b")
WORDS = {"--example": "name of an example", "--law": "name", "--origin": "two numbers", "--shard": "`i/n`", "--parameter": "key", "--over": "key", "--observe": "coordinate",
         "--filter": "`NAME:…`", "--seat": "`FLOOR:PAN:BACK`", "--target": "`KEY=VALUE`", "--map": "`CHANNEL=COLUMN`", "--norm": "list of names", "--methods": "list of names", "--body": "list of names", "--bogie": "list of names",
         "--wheelset": "name", "--track": "name", "--watch": "list of channels", "--radius": "radius or radius/cant; `straight`", "--spectrum": "file", "--twist-base": "list of numbers", "--checkpoint": "file", "--resume": "file", "--report": "file"}
NUMBERS = {"--speed", "--from", "--to", "--friction", "--poisson", "--nu-x", "--nu-y", "--load", "--smoothing", "--tape-circle", "--resolution", "--chord", "--grid", "--section", "--wheel-load", "--bogie-mass",
           "--flange-angle", "--checkpoint-every", "--resample", "--psd", "--longest"}


def say_value(names, kind, default, meaning):
    """What an option takes, where its help says only that it is text: a number with its unit, several numbers, a file, a key."""
    if kind not in ("text", "several × text"):
        return kind.replace("several × number", "list of numbers")
    name, is_list = names.split("`")[-1], kind != "text"
    unit = re.search(r"\[([^\]]+)\]$", meaning)
    if "key=value" in meaning:
        return "`KEY=VALUE`"
    if "from:step:to" in meaning:
        return "number, or `from:step:to`"
    if "a,b,c" in meaning:
        return "list of values"
    if name == "--over" and "horizontal axis" in meaning:
        return "`time`, `s` or a channel"
    if name in WORDS and not unit:
        return WORDS[name]
    if name in ("--channels", "--channel"):
        return "list of channels" if is_list else "channel"
    if unit and "=" not in unit[0] or name in NUMBERS or re.match(r"-?\d[\d.e-]*( \S+)?$", default):
        return f"number [{write_unit(unit[1])}]" if unit else "number"
    if is_list and not re.match(r"-", name):
        return "one or more files" if FILES.search(meaning) else "several × text"
    if is_list:
        return "list of numbers"
    return "folder" if FOLDERS.search(meaning) else "file" if FILES.search(meaning) or FILES.search(default) else kind


def write_unit(unit):
    """m/s2, N/m^3, kg m2 as people write them: m/s², N/m³, kg m²."""
    return re.sub(r"(?<![A-Za-z])(m|mm|s|rad)\^?([234])(?!\w)", lambda part: part[1] + {"2": "²", "3": "³", "4": "⁴"}[part[2]], unit)


def write_units(text):
    """The same for the units in brackets of a sentence, and for powers in its formulas."""
    text = re.sub(r"(?<=[a-z)])\^([23])(?!\w)", lambda power: "²" if power[1] == "2" else "³", text)
    text = re.sub(r"\bpi\b", "π", text).replace("+-", "±")
    return re.sub(r"\[([^\]\d][^\]]*)\]", lambda unit: f"[{write_unit(unit[1])}]", text)


def write_commands(program):
    about, rows = parse_help(call(program, "--help"))
    verbs = {head: meaning for section, head, meaning in rows if section == "Subcommands"}
    lines, faults = ["# Commands", "", "`fourfoot VERB [options] FILE`. Made from `fourfoot VERB --help`. A number may have a unit, such as `\"80 km/h\"`; without one it is SI. Lists have commas between their entries; `*` in the name of a channel matches any text.", "",
                     "Exit codes: 0 done; 1 a fault of the program; 2 the input is wrong; 3 the run failed, results until then are kept; 130 stopped by Ctrl-C.", "",
                     "| verb | does |", "|---|---|"], []
    for section, head, meaning in rows:
        if section == "Subcommands":
            lines.append(f"| [`{head}`](#{head}) | {cell(meaning)} |")
            if not meaning:
                faults.append(f"verb {head} has no sentence")
    lines.append("")
    for verb, meaning in verbs.items():
        purpose, options = parse_help(call(program, verb, "--help"))
        if purpose == about:  # help answers with the help of the program
            purpose, options = meaning, []
        lines += [f"## {verb}", "", purpose[:1].upper() + purpose[1:] + ".", ""]
        options = [row for row in options if row[1] != "-h,--help" and row[0] != "Subcommands"]  # said above
        lines += ["| argument | value | default | meaning |", "|---|---|---|---|"] if options else ["No options."]
        for _, head, meaning in options:
            names, value, default, remark = read_option(head)
            value = say_value(names, value, default, meaning)
            meaning = re.sub(r" \[[^\]]+\]$", "", meaning) if value.startswith("number [") else meaning
            lines.append(f"| `{names}` | {value} | {cell(default)} | {cell(meaning)}{remark} |")
            if not meaning:
                faults.append(f"{verb} {head} has no sentence")
        lines.append("")
    return "\n".join(lines), faults


def list_channels(program):
    """(name, unit, meaning, axes) of all channels of the runs."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, (scenario, overrides) in enumerate(RUNS):
            results = f"{folder}/{number}.h5"
            sets = [word for entry in ["run.duration=0.01", 'output.channels=["all"]', *overrides] for word in ("--set", entry)]
            call(program, "run", str(ROOT / scenario), "-q", "-o", results, *sets)
            for row in call(program, "export", results, "--list").splitlines():
                name, unit, meaning = re.split(r"\s{2,}", row.strip(), maxsplit=2) if re.search(r"\S\s{2,}\S+.*\s{2,}\S", row) else (row.split()[0], "", "")
                axes = re.search(r" \(([\w ]+) axes\)$", meaning)
                found[name] = (unit, meaning[:axes.start()] if axes else meaning, axes.group(1) if axes else "")
    return found


def generalise(name):
    """wheelset_3/left/patch_2/nu_x -> WHEELSET/SIDE/patch_N/nu_x; other owners by what they are."""
    owner, _, rest = name.partition("/")
    if not rest:
        return name
    rest = re.sub(r"^(left|right)/", "SIDE/", rest)
    rest = re.sub(r"patch_\d", "patch_N", rest)
    rest = re.sub(r"imaginary/\w+/", "imaginary/GROUP/", rest)
    if owner == "drive":
        return name
    if re.match(r"sleeper_\d+$", owner):
        return "SLEEPER/" + rest
    if "SIDE" in rest or rest in ("sum_Y", "flange_force"):
        return "WHEELSET/" + rest
    if re.match(r"[ad]_[xyz]$", rest):
        return "MARKER/" + rest
    if re.match(r"(force|torque|stroke|stroke_velocity|angle|angular_velocity)(_[xyz])?$", rest):
        return "ELEMENT/" + rest
    return "BODY/" + rest


def join_axes(rows):
    """force_x, force_y, force_z of one meaning in one row."""
    joined = {}
    for name, value in rows:
        stem = re.sub(r"_[xyz]$", "", name)
        joined.setdefault((stem, value), []).append(name)
    return [(names[0] + "".join(f"`, `_{name[-1]}" for name in names[1:]), value) for (_, value), names in joined.items()]


def write_channels(program):
    groups, faults = {}, []
    for name, (unit, meaning, axes) in list_channels(program).items():
        if not meaning:
            faults.append(f"channel {name} has no sentence")
        if "/imaginary/" in name:  # GROUP is one of four
            meaning = re.sub(r", \w+$", " of the GROUP: translation, rotation, centrifugal, gyroscopic", meaning)
        general = generalise(name)
        if general == "WHEELSET/SIDE/rail":  # which rails there are depends on the panel
            meaning = re.sub(r", 1 .*", ", 1, 2, … the rails of the panel in the order of its file", meaning)
        if "/SIDE/" in general:
            meaning = re.sub(r"\b(left|right) rail\b", "rail", meaning)
        groups.setdefault(general, (unit, meaning, axes))
    lines = ["# Channels", "", "Results have these channels, under the names of the vehicle's own bodies and elements "
             "(`wheelset_1/left/Q`, `car_body/y`). `fourfoot export results.h5 --list` prints those of one run; which are recorded: [`output.channels`](../formats/results.md). Signs: [axes and signs](../signs.md).", "",
             "Made from the channels of short runs of the examples.", ""]
    titles = {"": "The run", "BODY": "Bodies (wheelsets are bodies, too)", "WHEELSET": "Wheelsets: contact of wheel and rail",
              "SLEEPER": "Sleepers (`support.model = \"discrete\"`), such as `sleeper_12`", "ELEMENT": "Suspension elements", "MARKER": "Markers", "drive": "Drive"}
    for owner, title in titles.items():
        rows = join_axes([(n, v) for n, v in sorted(groups.items()) if (n.split("/")[0] if "/" in n else "") == owner])
        lines += [f"## {title}", "", "| channel | unit | axes | meaning |", "|---|---|---|---|"]
        lines += [f"| `{n}` | {write_unit(u)} | {a} | {cell(m)} |" for n, (u, m, a) in rows] + [""]
    return "\n".join(lines), faults


def write_pages(program, folder):
    """Writes all pages; returns what has no sentence."""
    folder.mkdir(parents=True, exist_ok=True)
    faults = []
    for kind in KINDS:
        page = KeyPage(kind, json.loads(call(program, "schema", kind)))
        (folder / f"{kind}.md").write_text(page.write())
        faults += page.faults
    for name, write in (("commands", write_commands), ("channels", write_channels)):
        text, found = write(program)
        (folder / f"{name}.md").write_text(text + "\n")
        faults += found
    return faults
