// Formulas: pymdownx.arithmatex marks them, KaTeX draws them.
renderMathInElement(document.body, {
  delimiters: [{left: "\\[", right: "\\]", display: true}, {left: "\\(", right: "\\)", display: false}],
  throwOnError: false,
});

// A formula keeps the full stop or comma behind it: browsers would begin a line with it.
for (const formula of document.querySelectorAll("article span.arithmatex")) {
  const text = formula.nextSibling, mark = text?.nodeType === Node.TEXT_NODE ? text.data.match(/^[.,;:!?)\]]+/)?.[0] : null;
  const last = mark ? [...formula.querySelectorAll(".katex-html > .base")].at(-1) : null;
  if (!last) continue;
  const kept = document.createElement("span");
  kept.className = "mark";
  kept.textContent = mark;
  last.append(kept);
  text.data = text.data.slice(mark.length);
}

// Options and names in running text stay whole: --flange-angle does not break at its hyphens.
for (const code of document.querySelectorAll("article :not(pre, td) > code")) {
  if (code.childElementCount > 0 || code.closest("td, pre")) continue;
  code.replaceChildren(...code.textContent.split(/( )/).map((word) => {
    if (word.length < 2 || word.length > 28) return word;
    const whole = document.createElement("span");
    whole.className = "word";
    whole.textContent = word;
    return whole;
  }));
}

// Pictures more than three times as wide as high: manual.css.
for (const picture of document.querySelectorAll("article p > img")) {
  const tell = () => picture.parentElement.classList.toggle("broad", picture.naturalWidth > 3 * picture.naturalHeight && picture.naturalWidth > 1000);
  if (picture.complete) tell();
  else picture.addEventListener("load", tell);
}

// Paths in tables may break after a slash, long ones and on a telephone also names after a dot or underscore, so that they do not take the room of the other columns.
const narrow = matchMedia("(max-width: 600px)").matches;
for (const code of document.querySelectorAll("td code"))
  if (code.childElementCount === 0 && code.textContent.length > (narrow ? 9 : 16))
    code.replaceChildren(...code.textContent.split(narrow ? /(?<=[/_.=|])/ : code.textContent.length > 30 ? /(?<=[/_])/ : /(?<=\/)/).flatMap((part, i) => (i > 0 ? [document.createElement("wbr"), part] : [part])));

// Long names break at their spaces; a sentence in a table of many columns has room instead of a tall, narrow cell.
for (const code of document.querySelectorAll("td code")) {
  code.classList.toggle("long", code.textContent.length > 30);
  if (/^--?[\w-]{1,24}$/.test(code.textContent)) code.style.whiteSpace = "nowrap"; // options
}
for (const cell of document.querySelectorAll("article td")) {
  const letters = cell.innerText.length, columns = cell.parentElement.childElementCount;
  if (columns > 5 && letters > 120) cell.dataset.wordy = "";
  if (columns > 10) cell.closest("table").dataset.many = "";
  if (columns > 5) cell.closest("table").dataset.several = "";
  if (letters < 10) cell.style.whiteSpace = "nowrap"; // 1.1e-7 does not break at its sign
  else if (narrow && columns > 2 && letters > 30) cell.style.minWidth = "11em";
}

// A table whose headings are empty has none.
for (const head of document.querySelectorAll("article thead")) head.hidden = head.innerText.trim() === "";

// What the theme leaves out for people who use keys or listen: the search has a name, and what can be scrolled can be reached.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
const reachable = ".md-search__scrollwrap, pre > code, .md-typeset__scrollwrap, figure.ff, .katex-display, .broad";
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
