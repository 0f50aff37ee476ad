from collections import Counter

import pytest

from engine_inputs import Run, chain_of
from findorigin.backends import control
from findorigin.tasks.find_the_origin.prompts import render


def lines(*pairs):
    return [f'"{start}" is connected to "{end}"' for start, end in pairs]


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
    assert control.oracle(render(lines(*pairs), 2, asked)) == origin


def test_a_guess_is_a_vertex_that_starts_a_chain_and_stays_the_same():
    prompt = render(lines(*[pair for i in range(8) for pair in (chain_of(i)[:2], chain_of(i)[1:])]), 2, "z")
    drawn = Counter(control.guess(prompt, "digest", repeat) for repeat in range(1, 401))
    assert set(drawn) == {f"origin{i}" for i in range(8)}
    assert min(drawn.values()) > 20
    assert control.guess(prompt, "digest", 1) == control.guess(prompt, "digest", 1)


def test_the_oracle_through_store_and_table(tmp_path):
    run = Run(tmp_path)
    settings = {
        "backend": "control",
        "id": "oracle",
        "connect": control.connect,
        "identify": control.identify,
    }
    rows = run.ask((2, 4, 8), repeats=2, **settings)
    assert [row["text"] for row in rows] == ["FINAL ANSWER: origin0"] * 6
    assert run.ask((2, 4, 8), repeats=2, **settings) == rows
    assert "0 questions missing" in run.log
