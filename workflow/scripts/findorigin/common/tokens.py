"""Token counts as the paper gives them: OpenAI's cl100k_base vocabulary, offline."""

from __future__ import annotations

import functools
import re

import bpe_openai

# cl100k_base never joins text across the end of a line when the next line begins with something visible.
SAFE_END_OF_LINE = re.compile(r"\n(?=\S)")


@functools.cache
def _cl100k() -> bpe_openai.Encoding:
    return bpe_openai.get_encoding("cl100k_base")


@functools.lru_cache(maxsize=2**16)
def _count(piece: str) -> int:
    return len(_cl100k().encode_ordinary(piece))


def count_tokens(text: str) -> int:
    """Return the number of cl100k_base tokens in `text`; special tokens' names count as plain text.

    Counts line by line and remembers the lines, which prompts of one puzzle share; the sum equals the
    count of the whole, and there is no limit on its length.
    """
    *lines, last = SAFE_END_OF_LINE.split(text)
    return sum(_count(f"{line}\n") for line in lines) + _count(last)
