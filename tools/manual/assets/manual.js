// Formulas: pymdownx.arithmatex marks them, KaTeX draws them.
renderMathInElement(document.body, {
  delimiters: [{left: "\\[", right: "\\]", display: true}, {left: "\\(", right: "\\)", display: false}],
  throwOnError: false,
});

// On a telephone two formulas side by side stand one below the other where both do not fit.
const narrow = matchMedia("(max-width: 600px)").matches;
if (narrow) for (const box of document.querySelectorAll("article .katex-display")) {
  const source = box.querySelector("annotation")?.textContent ?? "";
  if (box.scrollWidth <= box.clientWidth + 1 || /\\begin\{(?!p?matrix|cases)/.test(source)) continue;
  const tag = source.match(/\\tag\{[^}]*\}/)?.[0] ?? "";
  const parts = source.replace(tag, "").split(/\\qquad|\\quad/).map((part) => part.trim()).filter((part) => part !== "");
  const isWhole = (part) => [["{", "}"], ["(", ")"], ["\\begin", "\\end"], ["\\left", "\\right"]].every(([open, close]) => part.split(open).length === part.split(close).length);
  if (parts.length > 1 && parts.every(isWhole)) katex.render(`\\begin{gathered}${parts.join("\\\\[.4em]")}\\end{gathered}${tag}`, box.parentElement, { displayMode: true, throwOnError: false });
}

// A figure of several drawings shows them one below the other on a telephone: tools/manual/svg.py says where each of them is.
if (narrow) for (const whole of document.querySelectorAll("figure.ff svg[data-windows]")) {
  for (const [i, place] of whole.dataset.windows.split("; ").entries()) {
    const part = whole.cloneNode(true), [x, y, width, height] = place.split(" ").map(Number);
    part.classList.add("part");
    part.setAttribute("viewBox", place);
    part.setAttribute("width", width);
    part.setAttribute("height", height);
    part.setAttribute("aria-label", `${whole.getAttribute("aria-label")} (${i + 1})`);
    whole.before(part);
    for (const one of part.querySelectorAll("text, rect")) { // what belongs to another drawing
      const box = one.getBBox(), middle = [box.x + box.width / 2, box.y + box.height / 2];
      if (middle[0] < x || middle[0] > x + width || middle[1] < y || middle[1] > y + height) one.remove();
    }
  }
  whole.remove();
}

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

// So do options in commands; what is copied stays the same.
for (const line of document.querySelectorAll(".highlight.language-sh code > span[id^=__line]")) for (const text of [...line.childNodes]) {
  if (text.nodeType !== Node.TEXT_NODE || !/(^|\s)--?[\w-]/.test(text.data)) continue;
  text.replaceWith(...text.data.split(/(\s+)/).map((word) => {
    if (!/^--?[\w-]{1,24}$/.test(word)) return word;
    const whole = document.createElement("span");
    whole.className = "word";
    whole.textContent = word;
    return whole;
  }));
}

// Long lists and paths in code break after a comma or a slash, not inside a word or a number; what is copied stays the same.
for (const line of document.querySelectorAll(".highlight:is(.language-sh, .language-toml, .language-python, .language-c, .language-cpp) code > span[id^=__line]")) {
  if (line.textContent.length < 40 || !/[^\s]{20}/.test(line.textContent)) continue;
  const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) if (/[,/]\S/.test(walker.currentNode.data) && walker.currentNode.data.length > 12 && !walker.currentNode.parentElement.closest(".c, .c1, .cm")) texts.push(walker.currentNode);
  for (const text of texts) text.replaceWith(...text.data.split(/(?<=[,/])(?=[^\s,/])/).flatMap((part, i) => (i > 0 ? [document.createElement("wbr"), part] : [part])));
}

// The head of a table keeps its colour where a comment stands behind it.
for (const bracket of document.querySelectorAll(".highlight.language-toml code > span[id^=__line] > span.p:first-child"))
  if (/^\[\[?[\w.-]+\]\]?\s+#/.test(bracket.parentElement.textContent)) for (const part of bracket.parentElement.querySelectorAll(":scope > .n, :scope > .p")) part.className = "k";

// Plots of the program that stand side by side in one picture (each 560 wide) stand in rows of two on a large screen, else and on paper one below the other.
function splitPlots(picture) {
  const plots = picture.naturalWidth / 560;
  if (!/\.svg$/.test(picture.src) || plots < 3 || plots % 1 !== 0) return false;
  const box = document.createElement("span"), alt = picture.alt;
  box.className = "plots";
  picture.before(box);
  for (let i = 0; i < plots; i++) {
    const plot = document.createElement("span"), whole = i > 0 ? picture.cloneNode() : picture;
    whole.alt = `${alt}, part ${i + 1}`;
    whole.style = `width: ${100 * plots}%; margin-left: ${-100 * i}%`;
    plot.append(whole);
    box.append(plot);
  }
  return true;
}

// Several plots side by side are more than three times as wide as high; on a telephone every plot is too wide but those of the studies, which are drawn for it: manual.css.
for (const picture of document.querySelectorAll("article p > img")) {
  const tell = () => {
    if (!narrow && splitPlots(picture)) return;
    const shape = picture.naturalWidth / picture.naturalHeight, box = picture.parentElement;
    const isPlot = /\.svg$/.test(picture.src);
    box.classList.toggle("broad", (shape > 3 && picture.naturalWidth > Math.max(1000, 1.9 * document.querySelector("article").clientWidth)) || (narrow && isPlot && !/\/results\/[\w-]+\.svg$/.test(picture.src)));
    box.style.setProperty("--least", shape > 3 ? "1260px" : shape > 2 ? "720px" : "620px");
  };
  if (picture.complete) tell();
  else picture.addEventListener("load", tell);
}

// A comment behind code stands above it where both do not fit one line, on a telephone close behind it where they do; what is copied stays the same. In the
// middle of a command or call it stands below its line.
{
  const behind = [...document.querySelectorAll(".highlight code > span[id^=__line] > :is(.c, .c1, .cm)")].filter((comment) => {
    const gap = comment.previousSibling;
    return gap && (gap.previousSibling || /\S/.test(gap.textContent));
  });
  const draw = (comment) => { comment.previousSibling.textContent = comment.previousSibling.textContent.replace(/ {3,}$/, "  "); };
  if (narrow) behind.forEach(draw);
  // So does the remark in a line that is a comment as a whole: "# key = value     # what it does".
  for (const comment of narrow ? document.querySelectorAll(".highlight code > span[id^=__line] > .c1:first-child") : []) {
    const parts = comment.textContent.match(/^(# \S.*?\S) {2,}(# .*)$/);
    if (!parts) continue;
    const remark = document.createElement("span");
    remark.className = "behind";
    remark.textContent = parts[2];
    comment.replaceChildren(`${parts[1]}  `, remark);
  }
  const isLong = behind.map((comment) => comment.parentElement.offsetHeight > 1.6 * comment.offsetHeight || comment.getClientRects().length > 1 || comment.offsetTop > comment.parentElement.offsetTop + 6);
  // On a large screen all of a block, where many of it are too long: some below and some behind are hard to read.
  const share = (comment) => { const own = behind.map((one, i) => [one.closest("pre"), isLong[i]]).filter(([pre]) => pre === comment.closest("pre")); return own.filter(([, long]) => long).length / own.length; };
  const isBelow = behind.map((comment, i) => isLong[i] || (!narrow && share(comment) > 0.3));
  behind.forEach((comment, i) => {
    if (!isBelow[i]) return;
    const line = comment.parentElement;
    draw(comment);
    comment.classList.add("behind");
    if (/[\\,([{]$/.test(line.previousElementSibling?.textContent.trimEnd() ?? "")) return;
    const code = document.createElement("span");
    while (line.firstChild !== comment) code.append(line.firstChild);
    line.prepend(code);
    line.classList.add("above");
  });
}

// Long blocks of code may break across printed pages: manual.css.
for (const block of document.querySelectorAll("article pre")) if (block.textContent.split("\n").length > 24) block.dataset.long = "";

// Paths in tables may break after a slash, long ones and on a telephone also names after a dot or underscore, so that they do not take the room of the other columns.
for (const code of document.querySelectorAll("td code"))
  if (code.childElementCount === 0 && code.textContent.length > (narrow ? 9 : 16))
    code.replaceChildren(...code.textContent.split(narrow ? /(?<=[/_.=|])/ : code.textContent.length > 30 ? /(?<=[/_])/ : /(?<=\/)/).flatMap((part, i) => (i > 0 ? [document.createElement("wbr"), part] : [part])));

// Long names break at their spaces; a sentence in a table of many columns has room instead of a tall, narrow cell.
for (const code of document.querySelectorAll("td code")) {
  code.classList.toggle("long", code.textContent.length > 30);
  if (/^--?[\w-]{1,24}$/.test(code.textContent)) code.style.whiteSpace = "nowrap"; // options
}
// On a telephone a table of words that is wider than the screen becomes a list: each row a paragraph, each cell a line with the heading of its column.
// KaTeX writes a formula twice, and its source: only what is drawn goes into the heading.
const read = (head) => {
  const copy = head.cloneNode(true);
  for (const hidden of copy.querySelectorAll(".katex-mathml")) hidden.remove();
  return copy.textContent.trim();
};
// So does a table of statements, the paper's beside ours, on every screen: five columns of sentences.
for (const table of document.querySelectorAll("article table")) {
  const heads = [...table.querySelectorAll("thead th")].map(read);
  if (!narrow && !(heads.length === 5 && heads[0] === "where")) continue;
  const cells = [...table.querySelectorAll("tbody td:not(:first-child)")];
  const words = cells.filter((cell) => /\p{L}{4}/u.test(cell.textContent)).length;
  const isWide = table.scrollWidth > table.clientWidth || cells.some((cell) => cell.textContent.length > (heads.length > 3 ? 40 : 120)) || (heads.length > 3 && /^(key|argument|channel)$/.test(heads[0]));
  const isTall = heads.length === 2 && cells.some((cell) => cell.textContent.length > 160);
  if (!isTall && (heads.length < 3 || !isWide || words < cells.length / 3)) continue;
  table.dataset.list = "";
  table.setAttribute("role", "table"); // what a table of blocks would lose for people who listen
  for (const [part, role] of [["thead, tbody", "rowgroup"], ["tr", "row"], ["th", "columnheader"], ["td", "cell"]]) for (const one of table.querySelectorAll(part)) one.setAttribute("role", role);
  for (const row of table.querySelectorAll("tbody tr")) for (const [i, cell] of [...row.children].entries()) {
    if (i === 0 && cell.textContent.trim() === "") cell.innerHTML = row.previousElementSibling?.firstElementChild.innerHTML ?? ""; // the entry above goes on
    if (i > 0 && heads[i] && !/^(meaning|does|what)$/.test(heads[i])) cell.dataset.head = `${heads[i]}: `;
    if (cell.textContent.trim().length < 26) cell.dataset.short = "";
  }
}
// A sentence that explains a key has more room than the key.
if (!narrow) for (const table of document.querySelectorAll("article table")) {
  const heads = [...table.querySelectorAll("thead th")].map(read), at = heads.indexOf("meaning");
  if (heads.length === 4 && at > 0 && at < 3) for (const row of table.querySelectorAll("tbody tr")) if (row.children[at]?.innerText.length > 40) row.children[at].style.minWidth = "19em";
}
for (const cell of document.querySelectorAll("article td")) {
  if (cell.closest("[data-list]")) continue;
  const letters = cell.innerText.length, columns = cell.parentElement.childElementCount;
  if (columns > 5 && letters > 120) cell.dataset.wordy = "";
  if (columns > 10) cell.closest("table").dataset.many = "";
  if (columns > 5) cell.closest("table").dataset.several = "";
  const isNumber = letters < 18 && /\d/.test(cell.innerText) && !/\p{L}{4}/u.test(cell.innerText);
  const isName = narrow && columns > 3 && cell === cell.parentElement.firstElementChild && letters < 20; // "hht, gamma = 0.15"
  if (letters < 10 || isNumber || isName) cell.style.whiteSpace = "nowrap"; // 1.1e-7 does not break at its sign, "50.97 and 51.00" not at all
  else if (narrow && columns > 3 && letters > 30) cell.style.minWidth = letters > 90 ? "22em" : "11em"; // or a row is taller than the screen
}

// Many columns that are still wider than the page get smaller letters.
if (!narrow) for (const table of document.querySelectorAll("article table[data-many]"))
  if (Math.max(table.offsetWidth, table.scrollWidth) > document.querySelector("article").clientWidth) table.dataset.tight = "";

// Numbers do not break at the sign of their exponent, or between minus and digits, and ranges stay whole: -1e7 to 1e7.
{
  const walker = document.createTreeWalker(document.querySelector("article") ?? document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) if (/(\de|\s)-\d|\d to -?\d/.test(walker.currentNode.data) && !walker.currentNode.parentElement.closest("pre, code, .katex, svg, .word")) texts.push(walker.currentNode);
  for (const text of texts) text.replaceWith(...text.data.split(/(-?\d[\d.]*(?:e-?\d+)? to -?\d[\d.]*(?:e-?\d+)?|(?:\d[\d.]*e|(?<=\s))-\d[\d.]*(?:e-?\d+)?)/).map((part, i) => {
    if (i % 2 === 0) return part;
    const whole = document.createElement("span");
    whole.className = "word";
    whole.textContent = part;
    return whole;
  }));
}

// A title that is a path breaks behind a slash or an underscore.
for (const title of document.querySelectorAll("article h1")) {
  const text = title.firstChild;
  if (text?.nodeType === Node.TEXT_NODE && /^\S+\/\S+$/.test(text.data.trim())) text.replaceWith(...text.data.split(/(?<=[/_])/).flatMap((part, i) => (i > 0 ? [document.createElement("wbr"), part] : [part])));
}

// A table whose headings are empty has none.
for (const head of document.querySelectorAll("article thead")) head.hidden = head.innerText.trim() === "";

// What the theme leaves out for people who use keys or listen: the search has a name, and what can be scrolled can be reached.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");
const reachable = ".md-search__scrollwrap, pre > code, .md-typeset__scrollwrap, figure.ff, .katex-display, .broad";
function reach() {
  for (const box of document.querySelectorAll(reachable)) {
    const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight || box.matches(".md-search__scrollwrap");
    box.classList.toggle("scrolls", box.scrollWidth > box.clientWidth + 1);
    if (!box.onscroll) box.onscroll = () => box.classList.toggle("at-end", box.scrollLeft + box.clientWidth > box.scrollWidth - 8);
    if (scrolls) box.tabIndex = 0;
    else if (box.tabIndex === 0) box.removeAttribute("tabindex");
  }
}
// The list of pages shows the present page, which stands far below its upper edge in most chapters; the theme gives it its height late.
for (const list of document.querySelectorAll(".md-sidebar--primary .md-sidebar__scrollwrap")) {
  const link = [...list.querySelectorAll("a.md-nav__link--active")].at(-1);
  const height = new ResizeObserver(() => {
    if (!link || list.scrollHeight <= list.clientHeight || link.offsetHeight === 0) return;
    const [shown, place] = [list.getBoundingClientRect(), link.getBoundingClientRect()];
    if (place.bottom > shown.bottom || place.top < shown.top) list.scrollTop += place.top - shown.top - list.clientHeight / 2;
    height.disconnect();
  });
  height.observe(list);
}

reach();
addEventListener("load", reach);
addEventListener("resize", reach);
new MutationObserver(reach).observe(document.querySelector("article") ?? document.body, {childList: true, subtree: true}); // tables are wrapped late
