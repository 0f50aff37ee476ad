from collections import Counter

import pytest

from findorigin.tasks.answering import guess, oracle
from findorigin.tasks.find_the_origin.prompts import connection, render

TASK = "find_the_origin"


def asking(pairs, asked):
    return render([connection(*pair) for pair in pairs], 2, asked)


@pytest.mark.parametrize(
    ("pairs", "asked", "origin"),
    [
        ([("a", "b"), ("b", "c")], "c", "a"),
        ([("b", "c"), ("x", "y"), ("a", "b")], "c", "a"),
        ([("a", "b")], "b", "a"),
        ([("a", "b"), ("b", "c"), ("c", "e")], "e", "a"),
        ([("X", "Y"), ("Y", "Z")], "Z", "X"),
    ],
)
def test_the_oracle_follows_the_chain_to_its_start(pairs, asked, origin):
    assert oracle(TASK, asking(pairs, asked)) == f"FINAL ANSWER: {origin}"


def test_a_guess_is_a_vertex_that_starts_a_chain_and_stays_the_same():
    chains = [(f"a{i}", f"b{i}", f"c{i}") for i in range(8)]
    prompt = asking([pair for a, b, c in chains for pair in ((a, b), (b, c))], "c0")
    drawn = Counter(guess(TASK, prompt, draw) for draw in range(400))
    assert drawn == {f"FINAL ANSWER: a{i}": 50 for i in range(8)}
