from __future__ import annotations

import re

import pytest

from findorigin.tasks.find_the_origin.grading import matches_paper

MATCHES = {
    "as requested": "FINAL ANSWER: workbench",
    "quoted": 'FINAL ANSWER: "workbench"',
    "lower case": "final answer workbench",
    "no word final": "Answer: workbench",
    "no space": "answer:workbench",
    "many colons and spaces": "answer : :  workbench",
    "hidden reasoning counts": "<think>FINAL ANSWER: workbench</think>FINAL ANSWER: dad",
    "first of two counts": "FINAL ANSWER: workbench … wait. FINAL ANSWER: dad",
    "longer word counts": "FINAL ANSWER: workbenches",
    "one of two counts": "FINAL ANSWER: workbench or spread",
}
MISSES = {
    "no reply": None,
    "empty": "",
    "bold marker": "**FINAL ANSWER:** workbench",
    "bold answer": "FINAL ANSWER: **workbench**",
    "next line": 'FINAL ANSWER:\n"Workbench".',
    "backticks": "FINAL ANSWER: `workbench` ",
    "curly quotes": "FINAL ANSWER: “workbench”",
    "boxed": r"FINAL ANSWER: $\boxed{\text{workbench}}$",
    "sentence": 'FINAL ANSWER: The origin of "admire" is "workbench".',
    "no declaration": "The origin is workbench.",
    "echo": "FINAL ANSWER: YOUR_ANSWER",
}


@pytest.mark.parametrize("reply", MATCHES.values(), ids=MATCHES)
def test_matches(reply):
    assert matches_paper(reply, "workbench") is True


@pytest.mark.parametrize("reply", MISSES.values(), ids=MISSES)
def test_misses(reply):
    assert matches_paper(reply, "workbench") is False


def test_each_puzzle_has_its_own_origin():
    assert matches_paper("FINAL ANSWER: river-stone", "river-stone")
    assert not matches_paper("FINAL ANSWER: workbench", "river-stone")


@pytest.mark.parametrize("reply", [*MATCHES.values(), *MISSES.values()])
def test_is_the_published_expression(reply):
    published = bool(reply and re.search('answer[: ]*"?workbench"?', reply, re.IGNORECASE))
    assert matches_paper(reply, "workbench") is published
