"""The published grader: the paper's regular expression, bit for bit, with the puzzle's origin in it."""

from __future__ import annotations

import re


def matches_paper(text: str | None, origin: str) -> bool:
    """Return whether the published regular expression finds `origin` in the stored reply (None: no).

    The published check reads the whole reply, also hidden reasoning and words that merely begin with the
    origin; it is reproduced, not repaired. Escaping the origin changes nothing for words and compounds.
    """
    if text is None:
        return False
    return re.search(rf"answer[: ]*\"?{re.escape(origin)}\"?", text, re.IGNORECASE) is not None
