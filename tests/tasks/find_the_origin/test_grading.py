from __future__ import annotations

import pytest

from findorigin.common.cells import PromptKey
from findorigin.common.errors import UserError
from findorigin.tasks.base import Prompt
from findorigin.tasks.find_the_origin.grading import Chain
from findorigin.tasks.find_the_origin.prompts import connection, render
from findorigin.tasks.judging import grade_reply, grader_version
from grading_prompts import COMPOUNDS, THREE_HOPS, WORDS

KEY = PromptKey("find_the_origin")


def grade(text, status="ok", prompt=WORDS, origin="workbench"):
    return grade_reply(status, text, Prompt(prompt, origin), KEY)


# reply: (outcome, correct_paper)
TABLE = {
    "FINAL ANSWER: workbench": ("correct", True),
    "**FINAL ANSWER:** workbench": ("correct", False),
    "FINAL ANSWER: **workbench**": ("correct", False),
    'FINAL ANSWER:\n"Workbench".': ("correct", False),
    "FINAL ANSWER: `workbench` ": ("correct", False),
    "FINAL ANSWER: “workbench”": ("correct", False),
    r"FINAL ANSWER: $\boxed{\text{workbench}}$": ("correct", False),
    'FINAL ANSWER: The origin of "admire" is "workbench".': ("correct", False),
    "Step 1: dad comes from workbench. FINAL ANSWER: workbench": ("correct", True),
    "FINAL ANSWER: X … so FINAL ANSWER: workbench": ("correct", True),
    "FINAL ANSWER: workbench … wait. FINAL ANSWER: dad": ("middle", True),
    "FINAL ANSWER: workbenches": ("invented", True),
    "FINAL ANSWER: workbench or spread": ("no_answer", True),
    "<think>FINAL ANSWER: workbench</think>FINAL ANSWER: dad": ("middle", True),
    "The origin is workbench.": ("no_answer", False),
    "FINAL ANSWER: YOUR_ANSWER": ("no_answer", False),
    "FINAL ANSWER: workbench, for it leads to dad.": ("correct", True),
    "FINAL ANSWER: admire": ("destination", False),
    "FINAL ANSWER: null": ("neighbour", False),
    "FINAL ANSWER: nan": ("invented", False),
}


@pytest.mark.parametrize(("reply", "expected"), TABLE.items(), ids=TABLE)
def test_both_graders(reply, expected):
    graded = grade(reply)
    assert (graded.outcome, graded.correct_paper) == expected
    assert graded.correct is (expected[0] == "correct")


def test_truncated_reply_is_graded_if_it_declares_an_answer():
    assert grade("FINAL ANSWER: workbench\nBecause", "truncated").correct is True
    assert grade("FINAL ANSWER: dad", "truncated").outcome == "middle"


@pytest.mark.parametrize("text", [None, "", "Step 1: dad comes from workb", "<think>FINAL ANSWER: workbench"])
def test_truncated_reply_without_an_answer_is_no_answer(text):
    graded = grade(text, "truncated")
    assert (graded.answer, graded.outcome, graded.correct) == (None, "no_answer", False)


def test_word_cut_by_the_limit_is_no_answer():
    assert grade("FINAL ANSWER: workben", "truncated").outcome == "no_answer"
    assert grade("FINAL ANSWER: workben", "ok").outcome == "invented"
    assert grade("FINAL ANSWER: toolbox, as", "truncated").outcome == "invented"


@pytest.mark.parametrize("status", ["empty", "refused", "context_overflow"])
@pytest.mark.parametrize("text", [None, "FINAL ANSWER: workbench"])
def test_reply_without_answer_counts_as_wrong_for_both_graders(status, text):
    graded = grade(text, status)
    assert (graded.answer, graded.outcome, graded.correct, graded.correct_paper, graded.line_offset) == (
        None,
        "no_answer",
        False,
        False,
        None,
    )


@pytest.mark.parametrize("status", [None, "error", "unavailable", "wrong_model"])
def test_cell_without_final_reply_is_never_graded(status):
    assert grade("FINAL ANSWER: workbench", status) is None


def test_version_is_that_of_the_grades_made_before_other_tasks_had_graders():
    assert grader_version("find_the_origin") == "1"


def test_a_reply_that_only_thinks_is_no_answer_but_for_the_papers_grader():
    graded = grade("<think>FINAL ANSWER: workbench</think>")
    assert (graded.outcome, graded.correct_paper, graded.mentions_origin) == ("no_answer", True, False)


def test_what_was_declared_is_kept():
    assert grade("So:\nFINAL ANSWER: **workbench** or dad").details == {"declared_part": '"workbench" or dad'}
    assert grade("No idea.").details == {"declared_part": None}


def test_unknown_status_is_an_error():
    with pytest.raises(ValueError, match="unknown status 'fine'"):
        grade("FINAL ANSWER: workbench", "fine")


@pytest.mark.parametrize(
    ("reply", "mentioned"),
    [
        ("The origin is Workbench.", True),
        ('"workbench"-->"dad"', True),
        ("workbench-->dad", True),
        ("It is _workbench_.", True),
        ("The workbench's chain", True),
        ("FINAL ANSWER: dad", False),
        ("Two workbenches", False),
        ("<think>workbench</think>dad", False),
        ("", False),
    ],
)
def test_mentions_origin_as_a_whole_visible_word(reply, mentioned):
    assert grade(reply).mentions_origin is mentioned


def test_part_of_a_compound_is_no_mention():
    prompt = render([connection("stone", "dad"), connection("dad", "admire")], 2, "admire")
    assert grade("river-stone", prompt=prompt, origin="stone").mentions_origin is False
    assert grade("river-stone", prompt=COMPOUNDS, origin="river-stone").mentions_origin is True


def test_every_vertex_between_is_a_middle():
    assert Chain(THREE_HOPS, "one", "four").middle == {"two", "three"}
    assert grade("FINAL ANSWER: three", prompt=THREE_HOPS, origin="one").outcome == "middle"


def test_one_hop_has_no_middle():
    prompt = render([connection("one", "two"), connection("three", "four")], 1, "two")
    assert Chain(prompt, "one", "two").middle == frozenset()
    assert grade("FINAL ANSWER: three", prompt=prompt, origin="one").outcome == "neighbour"


def test_worked_example_is_not_listed():
    assert grade("FINAL ANSWER: X", prompt=THREE_HOPS, origin="one").outcome == "invented"


def test_prompt_without_the_chain_is_an_error():
    with pytest.raises(UserError, match="no chain from 'one' to 'admire'"):
        grade("FINAL ANSWER: one", prompt=WORDS, origin="one")


@pytest.mark.parametrize(
    ("answer", "offset"),
    [
        ("for", -1),  # the origin of the chain before
        ("his", 1),  # the origin of the chain behind
        ("can", 2),  # a middle stands on the line that it starts, not on that which it ends
        ("null", 4),
        ("spread", 4),  # the end of a chain stands on the line that it ends
        ("final", 5),
    ],
)
def test_neighbour_has_its_line_offset(answer, offset):
    graded = grade(f"FINAL ANSWER: {answer}")
    assert (graded.outcome, graded.line_offset) == ("neighbour", offset)


@pytest.mark.parametrize("answer", ["workbench", "dad", "admire", "toolbox", "YOUR_ANSWER"])
def test_other_outcomes_have_no_line_offset(answer):
    assert grade(f"FINAL ANSWER: {answer}").line_offset is None


def test_of_two_lines_the_nearest_counts_and_then_the_upper():
    lines = [("b", "c"), ("y", "z"), ("o", "m"), ("m", "e"), ("b", "f"), ("y", "z")]
    chain = Chain(render([connection(*pair) for pair in lines], 2, "e"), "o", "e")
    assert chain.line_offset("y") == -1
    assert chain.line_offset("b") == -2
