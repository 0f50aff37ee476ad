import csv
import hashlib
import re

import pytest

from findorigin.tasks.find_the_origin.prompts import (
    build_prompt,
    listed_lines,
    parse_connections,
    question_word,
    render,
)
from findorigin.tasks.find_the_origin.vertices import generated_chains, read_paper_chains, read_words
from prompt_key import paper_shape, prompt_shape
from shared_inputs import PROJECT, SHARED, needs_shared

WORDS = read_words(PROJECT / "resources" / "words.txt")


def numbered(hops):
    """Return chains whose vertices name their chain and place: `5.0`, `5.1`, …"""
    return lambda number: tuple(f"{number}.{place}" for place in range(hops + 1))


def listed(**changes):
    shape = prompt_shape(**changes)
    lines = listed_lines(shape, numbered(shape.hops))
    return [line.replace(" is connected to ", ">").replace('"', "") for line in lines]


def generated_prompt(**changes):
    shape = prompt_shape(**changes)
    return build_prompt(shape, generated_chains(shape.puzzle, shape.hops, shape.word_form, WORDS))


def marked(prompt):
    return {mark.name: prompt.text[mark.start : mark.end] for mark in prompt.marks}


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.fixture(scope="module")
def paper():
    return read_paper_chains(SHARED / "upstream" / "vertices.txt")


@needs_shared
def test_every_prompt_of_the_paper_is_the_published_one(paper):
    with (SHARED / "golden" / "prompts.csv").open() as table:
        expected = {(int(row["d"]), int(row["n_lines"])): row["sha256"] for row in csv.DictReader(table)}
    made = {place: sha256(build_prompt(paper_shape(*place), paper).text) for place in expected}
    assert len(made) == 1192
    assert made == expected


@needs_shared
def test_whole_prompts_are_the_published_ones_byte_for_byte(paper):
    paths = sorted((SHARED / "golden").glob("prompt_*.txt"))
    assert len(paths) == 7
    for path in paths:
        d, n_lines = map(int, re.fullmatch(r"prompt_d(-?\d+)_n(\d+)", path.stem).groups())
        prompt = build_prompt(paper_shape(d, n_lines), paper)
        assert prompt.text.encode() == path.read_bytes()
        assert prompt.answer == "workbench"
        assert marked(prompt) == {
            "connection 1": '"workbench" is connected to "dad"',
            "connection 2": '"dad" is connected to "admire"',
            "question": "admire",
        }


@pytest.mark.parametrize(
    ("shape", "lines"),
    [
        ({"d": 1, "n_lines": 4}, ["-1.1>-1.2", "0.0>0.1", "0.1>0.2", "1.0>1.1"]),
        ({"d": -1, "n_lines": 4}, ["-1.0>-1.1", "0.1>0.2", "0.0>0.1", "1.1>1.2"]),
        ({"d": 2, "n_lines": 4}, ["-1.0>-1.1", "0.0>0.1", "-1.1>-1.2", "0.1>0.2"]),
        ({"d": 1, "n_lines": 4, "depth": 0}, ["0.0>0.1", "0.1>0.2", "1.0>1.1", "1.1>1.2"]),
        ({"d": 1, "n_lines": 4, "depth": 100}, ["-1.0>-1.1", "-1.1>-1.2", "0.0>0.1", "0.1>0.2"]),
        ({"hops": 1, "d": 0, "n_lines": 3}, ["-1.0>-1.1", "0.0>0.1", "1.0>1.1"]),
        ({"hops": 1, "d": 0, "n_lines": 1}, ["0.0>0.1"]),
        ({"hops": 3, "d": 1, "n_lines": 5}, ["-1.2>-1.3", "0.0>0.1", "0.1>0.2", "0.2>0.3", "1.0>1.1"]),
        ({"hops": 3, "d": -1, "n_lines": 4}, ["-1.0>-1.1", "0.2>0.3", "0.1>0.2", "0.0>0.1"]),
        (
            {"hops": 3, "d": 2, "n_lines": 6},
            ["-1.0>-1.1", "0.0>0.1", "-1.1>-1.2", "0.1>0.2", "-1.2>-1.3", "0.2>0.3"],
        ),
    ],
)
def test_the_lines_listed(shape, lines):
    assert listed(**shape) == lines


@pytest.mark.parametrize(
    ("hops", "example"),
    [
        (1, '"Y" is connected to "Z"\nIn this scenario, the origin of "Z" is "Y".'),
        (
            3,
            '"W" is connected to "X"\n"X" is connected to "Y"\n"Y" is connected to "Z"\n'
            'In this scenario, the origin of "Z" is "W".',
        ),
    ],
)
def test_the_worked_example_has_as_many_hops(hops, example):
    assert example in render([], hops, "admire")


@pytest.mark.parametrize(
    ("hops", "path"), [(1, '"Y"-->"Z"'), (3, '"W"-->"X"-->"Y"-->"Z"'), (25, '"A"-->"B"-->"C"-->')]
)
def test_the_worked_example_is_drawn_as_a_path(hops, path):
    assert f"like this:\n{path}" in render([], hops, "admire")


@pytest.mark.parametrize("hops", [2, 3])
@pytest.mark.parametrize("d", [1, -1, 5, -5])
def test_shuffling_keeps_the_window_and_the_targets_lines(hops, d):
    shape = {"hops": hops, "d": d, "n_lines": 40, "depth": 30}
    structured, shuffled = listed(**shape), listed(**shape, arrangement="shuffled")
    target = [f"0.{step}>0.{step + 1}" for step in range(hops)]
    assert sorted(shuffled) == sorted(structured)
    assert shuffled != structured
    assert [shuffled.index(line) for line in target] == [structured.index(line) for line in target]


def test_shuffled_lines_stand_in_the_order_of_their_digest():
    key = prompt_shape(puzzle=3, n_lines=30, d=4, depth=20, arrangement="shuffled")
    lines = [line for line in listed_lines(key, numbered(2)) if not line.startswith('"0.')]
    assert lines == sorted(lines, key=lambda line: sha256(f"3 4 30 20 2 {line}"))


@pytest.mark.parametrize("n_lines", [2, 3])
def test_there_is_nothing_to_shuffle_in_three_lines(n_lines):
    assert generated_prompt(n_lines=n_lines, arrangement="shuffled") == generated_prompt(n_lines=n_lines)


@pytest.mark.parametrize(("hops", "d"), [(1, 0), (2, -1), (3, 4), (5, -3)])
@pytest.mark.parametrize("arrangement", ["structured", "shuffled"])
def test_marks_are_the_targets_lines_and_the_questions_vertex(hops, d, arrangement):
    if hops == 1 and arrangement == "shuffled":
        pytest.skip("hops 1 is structured only")
    shape = prompt_shape(hops=hops, d=d, n_lines=40, arrangement=arrangement)
    found = marked(build_prompt(shape, numbered(hops)))
    assert found.pop("question") == f"0.{hops}"
    assert list(found.values()) == [f'"0.{step}" is connected to "0.{step + 1}"' for step in range(hops)]


@pytest.mark.parametrize(
    ("changes", "digest"),
    [
        ({}, "3cb8035a1c8c5162eecdfb85ffd22e1734eea26e0eb65f25213da17dfc71e995"),
        ({"puzzle": 2}, "99e32b040d1a90b8f2027f9816bcadc62fef3a22b7fd003d4b6654eff5e15b6c"),
        ({"d": -15, "n_lines": 64}, "c526193dcd2b649ee58361871b2e3c7bfc65f21f1b4396aaf8130d5f98099c6a"),
        ({"hops": 1, "d": 0}, "7195bfcddb19fe5e6a43e5e02cc2f2fdd0bbb6c1a2a4996d3c2ba7c10737f901"),
        (
            {"hops": 3, "d": 5, "n_lines": 64},
            "c62235b9364c231e8e89f59adaba8a2911177bc1ab88b1b63c328aaff9a86bae",
        ),
        (
            {"hops": 3, "d": -5, "n_lines": 64, "depth": 0},
            "99be8f3173a52a50bc3b4b7893de91f4c335b9970a3c43110e09d5234b9a5c85",
        ),
        (
            {"word_form": "compound", "n_lines": 64},
            "f397c4634d6715352a1b7b3e138a516f87a2cb7eaaa362968d2a875f76e48a81",
        ),
        (
            {"arrangement": "shuffled", "n_lines": 64},
            "fa0c2c2546be0d5ced7aab629bbbcf61a0d4d84413155c6258efb789f8a26a79",
        ),
        (
            {"arrangement": "shuffled", "n_lines": 64, "hops": 3, "d": -5, "depth": 75},
            "c311e65a97a2acb4537caa5fd65bbf70c853ca73ca1b73db36adf78503ae309f",
        ),
    ],
)
def test_prompts_stay_what_they_were(changes, digest):
    assert sha256(generated_prompt(**changes).text) == digest


@needs_shared
@pytest.mark.parametrize(
    ("d", "n_lines", "digest"),
    [
        (1, 100, "042c24a8e0aab9fe57632b219277ec0483a882107e00c452257e0651fe0c4d86"),
        (-15, 944, "e257a6af228e55bd3a2143d0fbf259cb1ce8b051a783dcb8a8836a3f1ce1415d"),
    ],
)
def test_shuffled_prompts_of_the_papers_list_stay_what_they_were(d, n_lines, digest, paper):
    assert sha256(build_prompt(paper_shape(d, n_lines, arrangement="shuffled"), paper).text) == digest


@pytest.mark.parametrize(("hops", "d", "n_lines"), [(2, 15, 100_000), (1, 0, 10_000), (3, -7, 10_000)])
def test_a_longer_prompt_never_changes_a_shorter_one(hops, d, n_lines):
    shape = {"hops": hops, "d": d, "word_form": "compound"}
    chain_of = generated_chains(1, hops, "compound", WORDS)
    long = listed_lines(prompt_shape(**shape, n_lines=n_lines), chain_of)
    short = listed_lines(prompt_shape(**shape, n_lines=100), chain_of)
    assert short == listed_lines(
        prompt_shape(**shape, n_lines=100), generated_chains(1, hops, "compound", WORDS)
    )
    start = long.index(short[0])
    assert long[start : start + 100] == short


@pytest.mark.parametrize("word_form", ["word", "compound"])
@pytest.mark.parametrize(("hops", "d"), [(1, 0), (2, 1), (2, -15), (3, 4), (5, -3)])
def test_a_prompt_reads_back_to_its_connections_and_its_question(hops, d, word_form):
    prompt = generated_prompt(hops=hops, d=d, n_lines=50, word_form=word_form)
    connections = parse_connections(prompt.text)
    assert len(connections) == 50
    before = {end: start for start, end in connections}
    vertex = question_word(prompt.text)
    for _ in range(hops):
        vertex = before[vertex]
    assert vertex == prompt.answer
    assert vertex not in before


def test_another_text_has_no_connections_and_no_question():
    with pytest.raises(ValueError, match="substring not found"):
        parse_connections('"a" is connected to "b"')
    with pytest.raises(ValueError, match="asks for no origin"):
        question_word("What is the origin?")
