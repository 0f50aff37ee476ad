"""Which functions of the code a piece of a reply names."""

from __future__ import annotations

import re
from collections.abc import Iterable

DEFINED = re.compile(r"^[ \t]*(?:async )?def (\w+)", re.MULTILINE)
BLOCK = re.compile(r"```(?:(?P<language>\w*)[ \t]*\n)?(?P<content>.*?)(?:```|\Z)", re.DOTALL)
# Of blocks that only frame words.
NO_LANGUAGE = frozenset({"", "text", "txt", "plaintext", "markdown", "md"})


def defined_functions(prompt: str) -> list[str]:
    """Return the names of the functions that the code defines, each once, in its order."""
    return list(dict.fromkeys(DEFINED.findall(prompt)))


def prose_of(reply: str) -> str:
    """Return a reply with escaped underscores plain, each block of code replaced by the functions it defines.

    A block that neither names a language nor defines a function frames words, which stay.
    """

    def shown(block: re.Match[str]) -> str:
        defined = dict.fromkeys(DEFINED.findall(block["content"]))
        if block["language"] is None and "\n" not in block["content"]:
            return f"`{block['content']}`"
        if not defined and (block["language"] or "").lower() in NO_LANGUAGE:
            return block["content"]
        return " ".join(f"`{name}`" for name in defined)

    return BLOCK.sub(shown, reply.replace("\\_", "_"))


class Namer:
    """Finds names of functions in text.

    A name with an underscore inside stands for itself, also with blanks instead before `function`/`method`.
    A name that is a plain word (`fit`, `path`) counts only where it is marked as code or called a function.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._patterns = {name: re.compile(_pattern(name), re.IGNORECASE) for name in names}

    def named_in(self, text: str) -> list[str]:
        """Return the functions that the text names, in the order of their first mention."""
        places = {}
        for name, pattern in self._patterns.items():
            found = pattern.search(text)
            if found:
                places[name] = found.start()
        return sorted(places, key=places.__getitem__)


def _pattern(name: str) -> str:
    whole = rf"(?<!\w){re.escape(name)}(?!\w)"
    if "_" in name.strip("_"):
        apart = re.escape(name.strip("_")).replace("_", r"[ -]")
        return rf"{whole}|\b{apart} (?:function|method)"
    if name.startswith("_"):
        return whole
    called = re.escape(name)
    return (
        rf"[`*.]{called}(?:\(\w*\))?[`*]|(?<!\w){called}\("
        rf"|\b(?:def|function|method) {called}\b|(?<!\w){called}`? (?:function|method)"
    )
