"""Make words.txt, the list that the generated puzzles (1 and up) take their vertices from.

Reads the English frequency list of wordfreq, a spelling dictionary (Debian's wamerican-small, made from
SCOWL) that drops names and misspellings, and better-profanity's list of words to leave out. Writes the
28,000 most frequent words that are left, in alphabetical order, one a line. The same versions give the
same file, byte for byte; README.md names them and says how to run this.
"""

from __future__ import annotations

import argparse
import importlib.resources
import re
from pathlib import Path

from wordfreq import top_n_list

N_WORDS = 28_000
WORD = re.compile(r"[a-z]{3,12}")

# The prompt's own wording, and words that a model may use instead of an answer.
PROMPT_STEMS = re.compile(
    r"(origin|answer|connect|interconnect|visuali|scenario|vert(ex|ic)|edge|consider|meaning|semantic"
    r"|format|final|careful|unknown|undetermin).*"
)
PROMPT_WORDS = re.compile(
    r"several|words?|below|are|for|example|this|the|can|these|and|like|using|use|logic|following|list|where|each"
    r"|simply|name|with|other|your|task|find|work|step|must|none|null|nan|nothing|cannot|not|yes|true|false"
)

# Not offensive as such for the most part, but words that some models decline to speak about.
TOUCHY = re.compile(
    r".*(abort|assault|behead|bigot|bisexual|bosom|breast|bugger|buttock|castrat|circumcis|cocaine|corpse|crippl"
    r"|decapitat|enslav|excre|fascis|feces|fetish|freak|genital|genocid|groin|gyps[iy]|heathen|holocaust|homicid"
    r"|homophob|idiot|imbecil|incest|lesbian|massacr|menstru|midget|molest|moron|murder|nazi|negro|nudity"
    r"|obscen|pervers|pervert|pornogra|prostitut|racis|savage|seducti|sexis|sexual|slaver|snot$|stupid|suicid"
    r"|terror|tortur|urinat|vagina|virginity).*|(lynch|sex|maim|mutilat|strangl|spank|slaving|naked).*"
    r"|(condom|infidel|harem|slag|rapist|killing)s?|pans(y|ies)|rapes"
)
ENDINGS = ("", "s", "es", "d", "ed", "ing", "er", "ers", "y")


def dictionary_words(path: Path) -> set[str]:
    """Return the entries of a spelling dictionary that are 3 to 12 lower-case ASCII letters."""
    return {word for word in path.read_text(encoding="utf-8").split() if WORD.fullmatch(word)}


def offensive_words() -> set[str]:
    """Return better-profanity's words and their plain inflections (`kill` brings `kills`, `killing`, …)."""
    listed = importlib.resources.files("better_profanity") / "profanity_wordlist.txt"
    stems = {word for word in listed.read_text(encoding="utf-8").split() if WORD.fullmatch(word)}
    doubled = {stem + stem[-1] for stem in stems if stem[-1] not in "aeiou"}
    inflected = {stem + ending for stem in stems | doubled for ending in ENDINGS if len(stem) > 3}
    return stems | inflected


def common_words(dictionary: set[str], offensive: set[str], n_words: int) -> list[str]:
    """Return the `n_words` most frequent usable words, alphabetically; ValueError if there are too few."""
    usable = [
        word
        for word in top_n_list("en", 300_000, wordlist="best")
        if word in dictionary
        and word not in offensive
        and not PROMPT_WORDS.fullmatch(word)
        and not PROMPT_STEMS.fullmatch(word)
        and not TOUCHY.fullmatch(word)
    ]
    if len(usable) < n_words:
        raise ValueError(f"only {len(usable)} usable words; {n_words} are needed")
    return sorted(usable[:n_words])


def main() -> None:
    """Read the command line, write the list."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--dictionary", type=Path, default=Path("/usr/share/dict/american-english-small"), metavar="FILE"
    )
    parser.add_argument("--output", type=Path, default=Path(__file__).with_name("words.txt"), metavar="FILE")
    arguments = parser.parse_args()
    words = common_words(dictionary_words(arguments.dictionary), offensive_words(), N_WORDS)
    arguments.output.write_text("".join(f"{word}\n" for word in words), encoding="ascii")


if __name__ == "__main__":
    main()
