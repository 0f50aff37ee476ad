import csv

import bpe_openai
import pytest

from findorigin.common.tokens import count_tokens
from findorigin.tasks.find_the_origin.prompts import build_prompt
from findorigin.tasks.find_the_origin.vertices import generated_chains, read_paper_chains, read_words
from prompt_key import paper_shape, prompt_shape
from shared_inputs import PROJECT, SHARED, needs_shared


def count_whole(text):
    return len(bpe_openai.get_encoding("cl100k_base").encode_ordinary(text))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "a",
        "\n",
        "a\n",
        "a\n\nb",
        "a:\n\n\nb\n",
        "a\n  b\n\tc\r\nd",
        'x"\n"y',
        "def f():\n    return 1\n\n\n    # end  \n  \n",
        "word\u2028next\u0085more\n\u00a0x",
        "<|endoftext|>\n<|endofprompt|>",
    ],
)
def test_counting_line_by_line_equals_counting_the_whole(text):
    assert count_tokens(text) == count_whole(text)


@pytest.mark.parametrize("word_form", ["word", "compound"])
@pytest.mark.parametrize("n_lines", [2, 3, 64, 5000])
def test_a_prompts_count_is_the_sum_over_its_lines(n_lines, word_form):
    words = read_words(PROJECT / "resources" / "words.txt")
    shape = prompt_shape(n_lines=n_lines, word_form=word_form)
    text = build_prompt(shape, generated_chains(1, 2, word_form, words)).text
    assert count_tokens(text) == count_whole(text)


def test_a_text_of_any_length_is_counted():
    assert count_tokens('"one" is connected to "two"\n' * 100_000) == 100_000 * count_whole(
        '"one" is connected to "two"\n'
    )


@needs_shared
def test_long_documents_are_counted_as_a_whole():
    for path in sorted((SHARED / "upstream").glob("*/*.txt")):
        text = path.read_text(encoding="utf-8")
        assert count_tokens(text) == count_whole(text), path.name


@needs_shared
def test_the_papers_prompts_have_their_published_counts():
    chain_of = read_paper_chains(SHARED / "upstream" / "vertices.txt")
    with (SHARED / "golden" / "prompts.csv").open() as table:
        expected = {
            (int(row["d"]), int(row["n_lines"])): int(row["n_tokens"]) for row in csv.DictReader(table)
        }
    counted = {place: count_tokens(build_prompt(paper_shape(*place), chain_of).text) for place in expected}
    assert counted == expected
