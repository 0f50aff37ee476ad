"""Make the prompts of one arrangement and d of Find the Origin.

Reads:  resources/words.txt; the paper's vertices.txt where puzzle 0 is asked for.
Writes: results/prompts/find_the_origin/{arrangement}/d{d}.parquet, one row a prompt, sorted by the key.
"""

import functools
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from findorigin.common.errors import UserError
from findorigin.common.log import log_to
from findorigin.common.tables import PROMPTS, write_rows
from findorigin.common.tokens import count_tokens
from findorigin.config.sweeps import prompt_keys
from findorigin.tasks.find_the_origin.bounds import check_prompt_key
from findorigin.tasks.find_the_origin.prompts import build_prompt
from findorigin.tasks.find_the_origin.vertices import ChainOf, generated_chains, read_paper_chains, read_words

if TYPE_CHECKING:
    from snakemake.iocontainers import snakemake


def puzzle_chains(words: Sequence[str], vertices: str | None) -> Callable[[Mapping[str, Any]], ChainOf]:
    """Return the function that gives the chains of a key's puzzle.

    `words` is the word list of the generated puzzles, `vertices` the path of the paper's list. The function
    raises UserError for puzzle 0 without that path.
    """

    @functools.cache
    def paper() -> ChainOf:
        if not vertices:
            raise UserError("puzzle 0 needs the paper's vertices.txt")
        return read_paper_chains(vertices)

    def chains_of(key: Mapping[str, Any]) -> ChainOf:
        if key["puzzle"] == 0:
            return paper()
        return generated_chains(key["puzzle"], key["hops"], key["word_form"], words)

    return chains_of


def prompt_rows(
    keys: Iterable[Mapping[str, Any]], chains_of: Callable[[Mapping[str, Any]], ChainOf]
) -> Iterator[dict[str, Any]]:
    """Yield a row of the prompts table for each key, in the order of `keys`."""
    for key in keys:
        check_prompt_key(key)
        prompt = build_prompt(key, chains_of(key))
        yield {
            **key,
            "n_tokens": count_tokens(prompt.text),
            "prompt": prompt.text,
            "prompt_sha256": hashlib.sha256(prompt.text.encode()).hexdigest(),
            "origin": prompt.origin,
            "destination": prompt.destination,
        }


def main(
    sweeps: Sequence[Mapping[str, Any]],
    arrangement: str,
    d: int,
    words: str,
    vertices: str | None,
    output: str,
) -> None:
    """Write the prompts that the normalised `sweeps` ask for at one arrangement and d."""
    keys = prompt_keys(sweeps, arrangement, d)
    write_rows(
        output, PROMPTS, prompt_rows(keys, puzzle_chains(read_words(words), vertices)), plain=("prompt",)
    )


if __name__ == "__main__":
    with log_to(snakemake.log[0]):
        main(
            sweeps=snakemake.params.sweeps,
            arrangement=snakemake.wildcards.arrangement,
            d=int(snakemake.wildcards.d),
            words=snakemake.input.words,
            vertices=snakemake.input.get("vertices"),
            output=snakemake.output[0],
        )
