"""What goes wrong, as exceptions with the text that the program prints."""

_MOST = 20  # whoever has more faults begins with these


class InputError(ValueError):
    """The input is wrong. All that was found is in `findings`; the attributes are those of the first.

    Attributes: `id` (the kind of fault, e.g. "unknown-key"), `file`, `line`, `column` (None where unknown), `message`,
    `hint` (what was expected, or the way out), `findings` (a dict with these and `text` for each fault).
    """

    def __init__(self, findings):
        if isinstance(findings, str):
            findings = [{"message": findings, "text": "error: " + findings + "\n"}]
        self.findings = [dict(finding) for finding in findings]
        first = self.findings[0] if self.findings else {}
        for name in ("id", "file", "line", "column"):
            setattr(self, name, first.get(name))
        self.message, self.hint = first.get("message", ""), first.get("hint", "")
        texts = [finding.get("text", "") for finding in self.findings]
        text = "\n".join(texts[:_MOST])
        if len(texts) > _MOST:
            text += f"{len(texts)} errors, the first {_MOST} are shown\n"
        elif len(texts) > 1:
            text += f"{len(texts)} errors\n"
        self.text = text
        super().__init__(text)

    def __reduce__(self):
        return type(self), (self.findings,)


class RunError(RuntimeError):
    """The calculation failed: no convergence, a step that became too small, a file that could not be written.

    `results` holds the results of a run until then, or None.
    """

    results = None


class InputWarning(UserWarning):
    """The input is allowed, but probably not what was meant."""
