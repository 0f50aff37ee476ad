"""The simulated model: what it answers follows from the prompt alone, and its accuracy from its rule."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from findorigin.common.errors import UserError
from findorigin.tasks.answering import simulated
from findorigin.tasks.find_the_origin.prompts import build_prompt
from findorigin.tasks.find_the_origin.simulated import answer, chance_right, read_puzzle
from prompt_key import prompt_shape

ALWAYS = {"half_tokens": None}


def prompt(**key):
    shape = prompt_shape(**{"n_lines": 40} | key)

    def chain_of(number):
        return tuple(f"v{step}x{number}" for step in range(shape.hops + 1))

    return build_prompt(shape, chain_of).text


@pytest.mark.parametrize(
    ("key", "hops", "d"),
    [({}, 2, 1), ({"d": -15}, 2, -15), ({"hops": 3, "d": 4}, 3, 4), ({"hops": 1, "d": 0}, 1, 0)],
)
def test_it_finds_the_target_chain(key, hops, d):
    puzzle = read_puzzle(prompt(**key))
    assert (puzzle.hops, puzzle.d) == (hops, d)
    assert puzzle.chain == [f"v{step}x0" for step in range(hops + 1)]


@pytest.mark.parametrize(
    ("easier", "harder"),
    [
        pytest.param({"n_lines": 20}, {"n_lines": 400}, id="longer"),
        pytest.param({"hops": 1, "d": 0}, {}, id="two hops"),
        pytest.param({}, {"hops": 3}, id="three hops"),
        pytest.param({}, {"d": -1}, id="reversed"),
        pytest.param({}, {"d": 15}, id="further apart"),
        pytest.param({}, {"arrangement": "shuffled"}, id="shuffled"),
        pytest.param({"depth": 0}, {"depth": 50}, id="in the midst"),
    ],
)
def test_what_makes_a_question_harder(easier, harder):
    parameters = {"half_tokens": 2000, "fall": 1.2}
    chances = [chance_right(read_puzzle(prompt(**key)), parameters) for key in (easier, harder)]
    # Each puzzle has a share of its own, which differs between numbers of hops.
    assert chances[0] > chances[1]


def test_it_is_right_as_often_as_its_rule_says():
    text = prompt(n_lines=100)
    parameters = {"half_tokens": 1500, "fall": 1.2}
    texts = [answer(text, f"digest{i}", 1, parameters)[1] for i in range(2000)]
    right = sum("v0x0" in reply for reply in texts) / 2000
    assert right == pytest.approx(chance_right(read_puzzle(text), parameters), abs=0.035)


def test_its_errors_are_of_every_kind():
    text, hopeless = prompt(), {"half_tokens": 1, "fall": 9}
    replies = [answer(text, f"digest{i}", 1, hopeless)[1].removeprefix("FINAL ANSWER: ") for i in range(300)]
    kinds = Counter(
        "middle" if r == "v1x0" else "destination" if r == "v2x0" else "invented" if r == "zzyzx" else r[:1]
        for r in replies
    )
    assert {"middle", "destination", "invented", "v", "I"} == set(kinds)


def test_the_same_question_has_the_same_answer_and_most_repeats_agree():
    text, parameters = prompt(n_lines=100), {"half_tokens": 1200, "fall": 1.2}
    pairs = [[answer(text, f"digest{i}", repeat, parameters) for repeat in (1, 2)] for i in range(300)]
    assert pairs == [
        [answer(text, f"digest{i}", repeat, parameters) for repeat in (1, 2)] for i in range(300)
    ]
    agreeing = sum(first == second for first, second in pairs) / 300
    assert 0.8 <= agreeing < 1


@pytest.mark.parametrize(("n_lines", "status"), [(4, "ok"), (900, "truncated")])
def test_a_token_limit_cuts_long_replies_and_makes_no_error(n_lines, status):
    parameters = ALWAYS | {"max_tokens": 300, "tokens_per_doubling": 50}
    replies = [answer(prompt(n_lines=n_lines), f"digest{i}", 1, parameters) for i in range(20)]
    assert {found for found, _ in replies} == {status}
    assert all(("v0x0" in text) == (status == "ok") for _, text in replies)


def test_a_steep_fall_does_not_overflow():
    assert chance_right(read_puzzle(prompt()), {"half_tokens": 1, "fall": 1e6}) < math.exp(-40)


def test_a_task_without_a_simulated_model_says_so():
    assert simulated("find_the_origin", prompt(), "digest", 1, ALWAYS)[0] == "ok"
    with pytest.raises(UserError, match="the task unlock_100 has no simulated model"):
        simulated("unlock_100", "", "digest", 1, {})
