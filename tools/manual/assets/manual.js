// Formulas: pymdownx.arithmatex marks them, KaTeX draws them.
renderMathInElement(document.body, {
  delimiters: [{left: "\\[", right: "\\]", display: true}, {left: "\\(", right: "\\)", display: false}],
  throwOnError: false,
});

// Paths in tables may break after a slash, so that they do not take the room of the other columns.
for (const code of document.querySelectorAll("td code"))
  if (code.childElementCount === 0 && code.textContent.includes("/") && code.textContent.length > 16)
    code.replaceChildren(...code.textContent.split(/(?<=\/)/).flatMap((part, i) => (i > 0 ? [document.createElement("wbr"), part] : [part])));

// What the theme leaves out for people who use keys or listen: the search has a name, and what can be scrolled can be reached.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
const reachable = ".md-search__scrollwrap, pre > code, .md-typeset__scrollwrap, figure.ff, .katex-display";
function reach() {
  for (const box of document.querySelectorAll(reachable)) {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight || box.matches(".md-search__scrollwrap");
    if (scrolls) box.tabIndex = 0;
    else if (box.tabIndex === 0) box.removeAttribute("tabindex");
  }
}
reach();
addEventListener("load", reach);
addEventListener("resize", reach);
new MutationObserver(reach).observe(document.querySelector("article") ?? document.body, {childList: true, subtree: true}); // tables are wrapped late
