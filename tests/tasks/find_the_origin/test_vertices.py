import pytest

from findorigin.common.errors import UserError
from findorigin.tasks.find_the_origin.vertices import generated_chains, read_paper_chains, read_words
from shared_inputs import SHARED, needs_shared

WORDS = [f"{a}{b}{c}" for a in "bdfg" for b in "aeiou" for c in "klmnp"]


def dealt(n_chains):
    """Return the numbers of the first chains to be dealt: 0, 1, -1, 2, -2, …"""
    return [turn // 2 + 1 if turn % 2 else -turn // 2 for turn in range(n_chains)]


@needs_shared
def test_chain_0_of_the_papers_list_is_its_target():
    chain_of = read_paper_chains(SHARED / "upstream" / "vertices.txt")
    assert chain_of(0) == ("workbench", "dad", "admire")
    assert chain_of(-999) == ("gasoline", "cattle", "ages")


@needs_shared
def test_the_papers_list_ends_after_2001_chains():
    chain_of = read_paper_chains(SHARED / "upstream" / "vertices.txt")
    assert len({vertex for number in range(-999, 1002) for vertex in chain_of(number)}) == 6003
    for number in (-1000, 1002):
        with pytest.raises(IndexError, match=f"no chain {number}"):
            chain_of(number)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "not a list\n",
        '"a" is connected to "b"\n"b" is connected to "c"\n',
        '"a" is connected to "b"\n' * 4002,
    ],
)
def test_another_file_than_the_papers_list_is_refused(text, tmp_path):
    path = tmp_path / "vertices.txt"
    path.write_text(text)
    with pytest.raises(UserError, match=r"vertices.txt: not the paper's list of 4002 connections"):
        read_paper_chains(path)


def test_words_are_read_one_a_line(tmp_path):
    path = tmp_path / "words.txt"
    path.write_text("apple\nriver\n")
    assert read_words(path) == ["apple", "river"]


@pytest.mark.parametrize("hops", [1, 2, 3, 9])
def test_a_word_list_deals_every_word_once(hops):
    chain_of = generated_chains(1, hops, "word", WORDS)
    n_chains = len(WORDS) // (hops + 1)
    vertices = [vertex for number in dealt(n_chains) for vertex in chain_of(number)]
    assert len(vertices) == len(set(vertices)) == n_chains * (hops + 1)
    assert set(vertices) <= set(WORDS)


def test_beyond_the_last_chain_there_is_none():
    chain_of = generated_chains(1, 2, "word", WORDS)
    last, beyond = dealt(34)[-2:]
    chain_of(last)
    with pytest.raises(IndexError, match=f"puzzle 1 has no chain {beyond}"):
        chain_of(beyond)


def test_all_compounds_of_a_list_are_distinct_pairs_of_different_words():
    chain_of = generated_chains(1, 2, "compound", WORDS)
    vertices = [vertex for number in dealt(100 * 99 // 3) for vertex in chain_of(number)]
    assert len(vertices) == len(set(vertices)) == 9900
    pairs = [vertex.split("-") for vertex in vertices]
    assert all(first != second and {first, second} <= set(WORDS) for first, second in pairs)


def test_a_chain_is_the_same_alone_and_after_others():
    after_others = generated_chains(3, 2, "word", WORDS)
    for number in (7, -4, 0):
        after_others(number)
    assert after_others(5) == generated_chains(3, 2, "word", WORDS)(5)


@pytest.mark.parametrize("other", [(2, 2, "word"), (1, 3, "word"), (1, 2, "compound")])
def test_puzzle_hops_and_word_form_each_choose_other_words(other):
    assert generated_chains(*other, WORDS)(0)[:3] != generated_chains(1, 2, "word", WORDS)(0)


def test_the_words_of_a_puzzle_stay_those_they_were():
    assert generated_chains(1, 2, "word", WORDS)(0) == ("gap", "gul", "fep")
    assert generated_chains(1, 2, "word", WORDS)(-1) == ("fak", "bop", "dok")
    assert generated_chains(1, 2, "compound", WORDS)(0) == ("bup-bap", "bil-gup", "bap-dik")
