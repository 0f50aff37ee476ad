import re

import pytest

from findorigin.tasks.find_the_origin.bounds import N_WORDS
from findorigin.tasks.find_the_origin.prompts import render
from findorigin.tasks.find_the_origin.vertices import read_words
from shared_inputs import PROJECT

WORDS = read_words(PROJECT / "resources" / "words.txt")


def test_the_list_is_as_long_as_the_bounds_take_it_to_be():
    assert len(WORDS) == N_WORDS


def test_words_are_distinct_and_in_alphabetical_order():
    assert sorted(set(WORDS)) == WORDS


def test_words_are_3_to_12_lower_case_letters():
    assert [word for word in WORDS if not re.fullmatch("[a-z]{3,12}", word)] == []


def test_no_word_is_one_of_the_prompts_own():
    wording = set(re.findall("[a-z]+", render([], 2, "x").lower()))
    assert wording & set(WORDS) == set()


@pytest.mark.parametrize(
    "word", ["none", "null", "nan", "unknown", "nothing", "origins", "vertices", "paris"]
)
def test_words_that_could_pass_for_no_answer_or_a_name_are_left_out(word):
    assert word not in WORDS
