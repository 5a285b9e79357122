"""Reads the built site: links and anchors must lead somewhere, and nothing may be fetched from elsewhere."""
import html.parser
import json
import os
import re
import shutil
import subprocess
import urllib.parse

FETCHING = {("script", "src"), ("img", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data"), ("use", "href"), ("image", "href")}
IMPORT = re.compile(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)|@import\s+['\"]?((?:https?:)?//[^'\"]+)")


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.ids, self.links, self.fetched, self.formulas, self.in_formula = set(), [], [], [], False

    def handle_data(self, data):
        if self.in_formula:
            self.formulas.append(data.strip())
            self.in_formula = False

    def handle_starttag(self, tag, attributes):
        self.in_formula = ("class", "arithmatex") in attributes
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.ids.add(value)
            if (tag, name) in FETCHING and value:
                self.fetched.append(value)
            elif tag == "a" and name == "href" and value:
                self.links.append(value)


def read_pages(site):
    pages = {}
    for path in site.rglob("*.html"):
        page = Page()
        page.feed(path.read_text())
        pages[path] = page
    return pages


TYPESET = """
const katex = require(process.argv[1]);
for (const [page, formula] of JSON.parse(require("fs").readFileSync(0))) {
  try { katex.renderToString(formula.slice(2, -2), {throwOnError: true, strict: "ignore", displayMode: formula.startsWith("\\\\[")}); } catch (e) { console.log(page + ": " + e.message); }
}"""


def check_formulas(site, pages):
    """Formulas that KaTeX cannot read; where node is missing, browsers show them in red."""
    if not shutil.which("node"):
        return []
    formulas = [(str(path.relative_to(site)), formula) for path, page in pages.items() for formula in page.formulas]
    done = subprocess.run(["node", "-e", TYPESET, str(site / "assets/katex/katex.min.js")], input=json.dumps(formulas), text=True,
                          capture_output=True, check=True)
    return done.stdout.splitlines()


def find_faults(site):
    pages, faults = read_pages(site), []
    for path, page in pages.items():
        for link in page.fetched + page.links:
            parts = urllib.parse.urlsplit(link)
            if parts.scheme or parts.netloc:
                if link in page.fetched and parts.scheme != "data":
                    faults.append(f"{path.relative_to(site)}: fetches {link}")
                continue
            if path.name == "404.html":  # made for the root of a server
                continue
            goal = path if not parts.path else path.parent / urllib.parse.unquote(parts.path)
            goal = type(path)(os.path.normpath(goal))
            if goal.is_dir():
                goal = goal / "index.html"
            if not goal.exists():
                faults.append(f"{path.relative_to(site)}: there is no {link}")
            elif parts.fragment and goal in pages and urllib.parse.unquote(parts.fragment) not in pages[goal].ids:
                faults.append(f"{path.relative_to(site)}: there is no {link}")
    faults += check_formulas(site, pages)
    for style in site.rglob("*.css"):
        for match in IMPORT.finditer(style.read_text()):
            faults.append(f"{style.relative_to(site)}: fetches {match.group(1) or match.group(2)}")
    return faults
