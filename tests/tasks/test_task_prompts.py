"""The prompts of the tasks without d: the paper's byte for byte, the project's own as their key says."""

from __future__ import annotations

import ast
import hashlib
import re
import zipfile

import pytest

import fetch_upstream
from findorigin.common.errors import UserError
from findorigin.common.tokens import count_tokens
from findorigin.tasks import assembly
from findorigin.tasks.answering import guess
from findorigin.tasks.caesar_clue import ciphers
from findorigin.tasks.catalog import TASKS as EVERY_TASK
from findorigin.tasks.inefficient_code import functions, prompts, upstream
from findorigin.tasks.inefficient_code import paper as code_paper
from findorigin.tasks.making import build_prompt
from findorigin.tasks.unlock_100 import wording
from shared_inputs import SHARED, needs_shared
from task_inputs import TASKS, planned_prompt, prompt_of, sources

# The paper's counts of tokens, and where the same prompt lies beside the checkout.
PUBLISHED = {
    ("inefficient_code", "short"): (987, "short_prompts/inefficient_code_987.txt"),
    ("inefficient_code", "long"): (26511, "long_prompts/inefficient_code_long.txt"),
    ("caesar_clue", "short"): (214, "short_prompts/caesar_clue_214.txt"),
    ("caesar_clue", "medium"): (354, "short_prompts/caesar_clue_354.txt"),
    ("caesar_clue", "long"): (6372, "long_prompts/caesar_clue_long.txt"),
    ("unlock_100", "short"): (262, "short_prompts/unlock_100_262.txt"),
    ("unlock_100", "long"): (3478, "long_prompts/unlock_100_long.txt"),
}


@needs_shared
@pytest.mark.parametrize(("task", "variant"), PUBLISHED)
def test_a_published_prompt_is_the_papers_byte_for_byte(task, variant):
    n_tokens, file = PUBLISHED[task, variant]
    prompt = prompt_of(task, variant)
    assert prompt.encode() == (SHARED / "upstream" / file).read_bytes()
    assert count_tokens(prompt) == n_tokens


@needs_shared
@pytest.mark.parametrize("task", TASKS)
def test_the_long_prompts_have_their_digest(task):
    assert hashlib.sha256(prompt_of(task, "long").encode()).hexdigest() == EVERY_TASK[task].upstream.sha256


@pytest.mark.parametrize("task", TASKS)
def test_another_source_is_refused(task, tmp_path):
    source = tmp_path / "long.txt"
    source.write_text("Consider the following code:\n", encoding="utf-8")
    with pytest.raises(UserError, match="is not the published file: its SHA-256"):
        build_prompt(planned_prompt(task, "long"), sources(source))
    with pytest.raises(UserError, match="needs the file of the task's long prompt"):
        build_prompt(planned_prompt(task, "short"), sources(None))


@needs_shared
def test_inefficient_code_is_made_again_from_the_module_that_it_shows(tmp_path, monkeypatch):
    long = prompt_of("inefficient_code", "long")
    module = long.removeprefix(code_paper.OPENING).removesuffix(f"\n{code_paper.QUESTION}")
    for planted in (code_paper.IS_PRIME, code_paper.SQUARE_SUM):
        module = module.replace(planted, "", 1)
    module = module.replace(f"        {code_paper.BEFORE_COPY}", code_paper.BEFORE_COPY, 1)
    licence = "".join(f"# line {number}\n" for number in range(1, code_paper.LICENCE_LINES + 1))
    wheel = tmp_path / "scikit_learn.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(code_paper.MODULE, licence + module)
    monkeypatch.setattr(upstream, "fetch_wheel", lambda folder: wheel)
    with pytest.raises(UserError, match=r"what scikit-learn==1.5.0 gives is not the published file"):
        fetch_upstream.main("inefficient_code", None, str(tmp_path / "long.txt"))
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr(code_paper.MODULE, licence + module.removeprefix("\n"))
    fetch_upstream.main("inefficient_code", None, str(tmp_path / "long.txt"))
    assert (tmp_path / "long.txt").read_bytes() == long.encode()


def test_a_wheel_that_pip_cannot_get_names_the_way_out(tmp_path, monkeypatch):
    monkeypatch.setattr(upstream, "PACKAGE", "./no-such-wheel")
    with pytest.raises(UserError, match=r"pip can't download .*upstream_folder") as caught:
        upstream.fetch_wheel(tmp_path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("target_tokens", [300, 1000, 4000, 20000])
def test_a_generated_prompt_is_nearly_as_long_as_asked(task, target_tokens):
    n_tokens = count_tokens(prompt_of(task, target_tokens=target_tokens))
    assert target_tokens - 100 < n_tokens <= target_tokens


@pytest.mark.parametrize("task", TASKS)
def test_a_prompt_depends_on_its_key_alone(task):
    assert prompt_of(task) == prompt_of(task)
    assert len({prompt_of(task, puzzle=puzzle) for puzzle in range(1, 13)}) == 12
    assert len({prompt_of(task, depth=depth, target_tokens=2000) for depth in (0, 50, 100)}) == 3


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize(("target_tokens", "allowed"), [(20, r"\d+ or more"), (10**6, r"up to about \d+")])
def test_an_impossible_length_names_the_bound(task, target_tokens, allowed):
    with pytest.raises(
        UserError, match=rf"target_tokens: {target_tokens} is not allowed; allowed: {allowed}"
    ):
        prompt_of(task, target_tokens=target_tokens)


PLANTED = {
    "inefficient_code": lambda puzzle: list(functions.planted_functions(puzzle).values()),
    "caesar_clue": lambda puzzle: [ciphers.secret_of(puzzle).clue, ciphers.secret_of(puzzle).ciphertext],
    "unlock_100": lambda puzzle: [f"{wording.planted_sentence(puzzle)} {wording.WORTH}"],
}


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("puzzle", [1, 2, 7])
def test_the_planted_part_is_the_same_at_every_length(task, puzzle):
    for target_tokens in (500, 3000, 9000):
        prompt = prompt_of(task, puzzle=puzzle, target_tokens=target_tokens)
        assert [prompt.count(part) for part in PLANTED[task](puzzle)] == [1] * len(PLANTED[task](puzzle))


@pytest.mark.parametrize("task", TASKS)
def test_depth_is_where_the_planted_part_stands(task):
    places = []
    for depth in (0, 25, 50, 75, 100):
        prompt = prompt_of(task, depth=depth, target_tokens=8000)
        places.append(100 * prompt.index(PLANTED[task](1)[0]) / len(prompt))
    assert places == pytest.approx([0, 25, 50, 75, 100], abs=5)


@pytest.mark.parametrize("task", TASKS)
def test_a_long_prompt_repeats_no_paragraph(task):
    paragraphs = prompt_of(task, target_tokens=20000).split("\n\n")
    assert len(set(paragraphs)) == len(paragraphs)


@pytest.mark.parametrize("puzzle", range(1, 11))
def test_generated_code_is_python_with_two_planted_functions(puzzle):
    prompt = prompt_of("inefficient_code", puzzle=puzzle, target_tokens=3000)
    module = ast.parse(prompt.removeprefix(prompts.OPENING).removesuffix(prompts.QUESTION))
    defined = [node.name for node in module.body if isinstance(node, ast.FunctionDef)]
    planted = list(functions.planted_functions(puzzle))
    assert len(set(defined)) == len(defined) > 20
    assert [name for name in defined if name in planted] == planted
    assert defined.index(planted[1]) - defined.index(planted[0]) == 2


def test_every_function_of_the_lists_runs():
    names = {"n": "invoice", "p": "invoices"}
    scope: dict = {}
    exec(functions.HEADER + "".join(code.format(**names) for code in functions.SOUND), scope)
    exec("".join(code.format(**names) for code in functions.SLOW), scope)
    assert scope["smoothed_invoices"]([1, 2, 3, 4], 2) == [1.5, 2.5, 3.5]
    assert scope["invoice_label"]({"id": 7, "name": "tea"}) == "00007 tea"
    assert scope["position_of_invoice"]([1, 3, 5], 3) == 1
    assert scope["repeated_invoices"]("aba") and not scope["repeated_invoices"]("abc")
    assert [scope["invoice_count_after"](n) for n in range(7)] == [0, 1, 1, 2, 3, 5, 8]
    assert scope["is_prime_invoice"](7) and not scope["is_prime_invoice"](9)
    assert scope["ordered_invoices"]([3, 1, 2]) == [1, 2, 3]
    assert scope["invoice_balances"]([1, 2, 3]) == [1, 3, 6]
    assert scope["invoices_in_both"]("abc", "cbx") == ["b", "c"]
    assert scope["invoice_volume"](2, 3, 4) == 24
    assert scope["widest_invoice_gap"]([1, 9, 4]) == 8
    assert scope["invoice_word_counts"]("a b a") == {"a": 2, "b": 1}
    assert scope["invoice_overview"]([{"name": "a"}, {"name": "b"}]) == "a\nb\n"


def test_planted_pairs_differ():
    pairs = {tuple(functions.planted_functions(puzzle)) for puzzle in range(1, 91)}
    assert len(pairs) == 90


@pytest.mark.parametrize("task", TASKS)
@pytest.mark.parametrize("puzzle", range(1, 14))
def test_guesses_differ_and_stay_the_same(task, puzzle):
    prompt = prompt_of(task, puzzle=puzzle)
    guesses = [guess(task, prompt, draw) for draw in range(5)]
    assert guesses == [guess(task, prompt, draw) for draw in range(5)]
    assert len(set(guesses)) > 1


def test_order_by_seed_alone():
    assert assembly.shuffled("abcdef", "seed", 1) == assembly.shuffled("abcdef", "seed", 1)
    assert sorted(assembly.shuffled("abcdef", "seed", 1)) == list("abcdef")
    assert len({tuple(assembly.shuffled("abcdef", "seed", puzzle)) for puzzle in range(20)}) > 15


@pytest.mark.parametrize(
    ("depth", "text"), [(0, "XaYbcd"), (50, "abXcYd"), (100, "abcdXY"), (75, "abcXdY"), (25, "aXbYcd")]
)
def test_planted_parts_have_one_part_between_them(depth, text):
    assert "".join(assembly.with_planted("abcd", "XY", depth)) == text


def test_prose_has_whole_sentences():
    for task in ("caesar_clue", "unlock_100"):
        text = prompt_of(task, target_tokens=20000)
        assert not re.search(r"[{}]|\.\.|  | ,|\ba [aeiou]", text)
