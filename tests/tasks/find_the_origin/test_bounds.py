import pytest

from findorigin.common.errors import UserError
from findorigin.common.tokens import count_tokens
from findorigin.tasks.find_the_origin.bounds import (
    MAX_PUZZLE_0_N_LINES,
    check_prompt_key,
    least_n_lines,
    most_n_lines,
    n_lines_for_tokens,
)
from findorigin.tasks.find_the_origin.prompts import build_prompt
from findorigin.tasks.find_the_origin.vertices import generated_chains, read_paper_chains, read_words
from prompt_key import paper_key, paper_shape, prompt_key, prompt_shape
from shared_inputs import PROJECT, SHARED, needs_shared

WORDS = read_words(PROJECT / "resources" / "words.txt")


@pytest.mark.parametrize(
    ("hops", "d", "least"),
    [(1, 0, 1), (2, 1, 2), (2, -1, 2), (2, 15, 16), (2, -15, 16), (3, 15, 31), (5, -2, 9)],
)
def test_the_shortest_prompt_holds_the_whole_chain(hops, d, least):
    assert least_n_lines(hops, d) == least


@pytest.mark.parametrize("d", [d for d in range(-15, 16) if d])
def test_the_papers_list_holds_the_same_number_of_lines_for_each_of_its_distances(d):
    assert most_n_lines(2, d, 50, 0, "paper") == MAX_PUZZLE_0_N_LINES == 3952


@pytest.mark.parametrize(("depth", "most"), [(0, 2004), (100, 2000), (50, 3952)])
def test_the_papers_list_holds_fewer_lines_where_the_target_stands_at_an_end(depth, most):
    assert most_n_lines(2, 1, depth, 0, "paper") == most


def test_no_prompt_fits_a_distance_beyond_the_list():
    assert most_n_lines(2, 2002, 50, 0, "paper") == 0


@pytest.mark.parametrize("hops", [1, 2, 3, 5, 25])
@pytest.mark.parametrize("depth", [0, 50, 100])
def test_the_bound_is_where_the_words_run_out(hops, depth):
    d = 0 if hops == 1 else 1
    most = most_n_lines(hops, d, depth, 1, "word")
    chain_of = generated_chains(1, hops, "word", WORDS)
    build_prompt(prompt_shape(hops=hops, d=d, depth=depth, n_lines=most), chain_of)
    with pytest.raises(IndexError, match="has no chain"):
        build_prompt(prompt_shape(hops=hops, d=d, depth=depth, n_lines=most + 1), chain_of)


@needs_shared
@pytest.mark.parametrize(("depth", "d"), [(0, 1), (100, 1), (0, -1), (100, -1)])
def test_the_papers_bound_at_another_depth_is_where_its_list_ends(depth, d):
    most = most_n_lines(2, d, depth, 0, "paper")
    chain_of = read_paper_chains(SHARED / "upstream" / "vertices.txt")
    build_prompt(paper_shape(d, most, depth=depth), chain_of)
    with pytest.raises(IndexError, match="has no chain"):
        build_prompt(paper_shape(d, most + 1, depth=depth), chain_of)


@pytest.mark.parametrize(
    ("word_form", "target_tokens", "hops", "depths"),
    [
        ("word", 100_000, 1, [50]),
        ("word", 100_000, 2, [0, 50, 100]),
        ("word", 100_000, 3, [0, 50, 100]),
        ("compound", 1_000_000, 1, [0, 50, 100]),
        ("compound", 1_000_000, 2, [0, 50, 100]),
        ("compound", 1_000_000, 3, [0, 50, 100]),
    ],
)
def test_each_word_form_reaches_as_far_as_promised(word_form, target_tokens, hops, depths):
    for d in [0] if hops == 1 else [1, 15, -15]:
        n_lines = n_lines_for_tokens(target_tokens, d, hops, word_form)
        for depth in depths:
            assert n_lines <= most_n_lines(hops, d, depth, 1, word_form)


@pytest.mark.parametrize("word_form", ["word", "compound"])
@pytest.mark.parametrize("hops", [1, 2, 3])
@pytest.mark.parametrize(
    ("target_tokens", "within"), [(200, 0.08), (1_000, 0.03), (10_000, 0.015), (100_000, 0.01)]
)
def test_a_length_in_tokens_is_met(target_tokens, within, hops, word_form):
    d = 0 if hops == 1 else 1
    n_lines = n_lines_for_tokens(target_tokens, d, hops, word_form)
    for puzzle in (1, 2):
        shape = prompt_shape(hops=hops, d=d, puzzle=puzzle, word_form=word_form, n_lines=n_lines)
        prompt = build_prompt(shape, generated_chains(puzzle, hops, word_form, WORDS))
        assert count_tokens(prompt.text) == pytest.approx(target_tokens, rel=within)


@needs_shared
@pytest.mark.parametrize("target_tokens", [200, 1_000, 10_000, 40_000])
def test_a_length_in_tokens_is_met_on_the_papers_list(target_tokens):
    chain_of = read_paper_chains(SHARED / "upstream" / "vertices.txt")
    n_lines = n_lines_for_tokens(target_tokens, 1, 2, "paper")
    text = build_prompt(paper_shape(1, n_lines), chain_of).text
    assert count_tokens(text) == pytest.approx(target_tokens, rel=0.03)


def test_a_target_below_the_bare_question_gives_no_lines():
    assert n_lines_for_tokens(50, 1, 2, "word") == 0


@pytest.mark.parametrize(
    "key",
    [
        prompt_key(),
        prompt_key(d=-15, n_lines=16),
        prompt_key(hops=1, d=0, n_lines=1),
        prompt_key(hops=3, d=15, n_lines=31),
        prompt_key(depth=0),
        prompt_key(depth=100),
        prompt_key(arrangement="shuffled"),
        prompt_key(word_form="compound", n_lines=60_000),
        paper_key(15, 3952),
        paper_key(1, 944, arrangement="shuffled"),
    ],
)
def test_a_possible_key_passes(key):
    check_prompt_key(key)


@pytest.mark.parametrize(
    ("key", "message"),
    [
        (prompt_key(d=8), "n_lines 8: hops 2 with d 8 needs at least 9 lines"),
        (prompt_key(hops=3, d=-4), "n_lines 8: hops 3 with d -4 needs at least 9 lines"),
        (prompt_key(n_lines=0), "n_lines 0: hops 2 with d 1 needs at least 2 lines"),
        (prompt_key(n_lines=20_000), "n_lines 20000: .* at most 18666 lines; word_form compound holds more"),
        (prompt_key(n_lines=20_000, depth=0), "depth 0 holds at most 9334 lines"),
        (paper_key(15, 3953), "n_lines 3953: puzzle 0 .* holds at most 3952 lines$"),
        (paper_key(2002, 3000), "puzzle 0 .* d 2002 .* holds at most 0 lines$"),
        (prompt_key(d=0), "d 0: only hops 1 has no distance"),
        (prompt_key(hops=1, d=5), "d 5: hops 1 has no distance"),
        (paper_key(1, 10, hops=3), "hops 3: puzzle 0, the paper's list, has hops 2 only"),
        (prompt_key(hops=0), "hops 0: must be 1 to 25"),
        (prompt_key(hops=26, n_lines=100), "hops 26: must be 1 to 25"),
        (prompt_key(hops=1, d=0, arrangement="shuffled"), "arrangement shuffled: not with hops 1"),
        (prompt_key(depth=-1), "depth -1: must be 0 to 100"),
        (prompt_key(depth=101), "depth 101: must be 0 to 100"),
        (prompt_key(puzzle=-1), "puzzle -1: must be 0"),
        (prompt_key(word_form="paper"), "word_form paper: puzzle 1 has word or compound"),
        (prompt_key(word_form="verb"), "word_form verb: puzzle 1 has word or compound"),
        (prompt_key(puzzle=0), "word_form word: puzzle 0 has paper"),
    ],
)
def test_an_impossible_key_is_refused_in_one_line_that_names_the_bound(key, message):
    with pytest.raises(UserError, match=message) as caught:
        check_prompt_key(key)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("key", "target_tokens", "message"),
    [
        (
            prompt_key(n_lines=n_lines_for_tokens(1_000_000, 1, 2, "word")),
            1_000_000,
            r"target_tokens 1000000 \(n_lines \d+\): .* at most 18666 lines, about 208\d+ tokens",
        ),
        (
            prompt_key(d=15, n_lines=7),
            200,
            r"target_tokens 200 \(n_lines 7\): .* needs at least 16 lines, about 303 tokens",
        ),
    ],
)
def test_a_length_asked_for_in_tokens_is_named_in_tokens(key, target_tokens, message):
    with pytest.raises(UserError, match=message):
        check_prompt_key(key, target_tokens)
