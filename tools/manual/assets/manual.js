// Formulas: pymdownx.arithmatex marks them, KaTeX draws them.
renderMathInElement(document.body, {
  delimiters: [{left: "\\[", right: "\\]", display: true}, {left: "\\(", right: "\\)", display: false}],
  throwOnError: false,
});
