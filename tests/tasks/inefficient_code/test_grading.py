"""Replies to inefficient code, written by hand, and what each is worth."""

from __future__ import annotations

import pytest

from findorigin.common.cells import PromptKey
from findorigin.tasks.inefficient_code.naming import defined_functions
from findorigin.tasks.inefficient_code.task import TASK
from task_inputs import graded, prompt_of

PROMPT = """Consider the following code:
class ElasticNet:
    path = staticmethod(enet_path)

    def __init__(self, alpha=1.0):
        self.alpha = alpha

    def fit(self, X, y):
        pass

    def sparse_coef_(self):
        return sparse.csr_matrix(self.coef_)

    def is_prime(n):
        return True

    def _get_estimator(self):
        return ElasticNet()

    def square_sum(my_list):
        return 0

Carefully review the code and identify any functions where optimization is possible.
"""
KEY = PromptKey("inefficient_code", "short")

BOTH, ONE, NONE = TASK.outcomes[:-1]
P, S = "is_prime", "square_sum"
LOOK = "needs review"

# Name of the case: reply, outcome, ranks of the found ones, other functions blamed, whether to be reviewed.
CASES = {
    "a numbered list with reasons": (
        "1. `is_prime`: checks every number up to n; the square root is enough.\n"
        "2. `square_sum`: adds and subtracts the same value, which is redundant.",
        (BOTH, "1; 2", "", ""),
    ),
    "headings with reasons below": (
        "### 1. is_prime(n)\nThis function is inefficient: it tries all divisors.\n\n"
        "### 2. square_sum(my_list)\nThe index arithmetic is unnecessary.",
        (BOTH, "1; 2", "", ""),
    ),
    "one sentence of prose": (
        "The most inefficient functions are `is_prime` and `square_sum`.",
        (BOTH, "1; 2", "", ""),
    ),
    "the second one first": (
        "- **square_sum** is wasteful.\n- **is_prime** is slow.",
        (BOTH, "2; 1", "", ""),
    ),
    "a list under a heading that says it": (
        "Functions that could be optimized:\n\n1. is_prime - loops over all\n2. square_sum - odd loop",
        (BOTH, "1; 2", "", ""),
    ),
    "names alone answer the question, but look": (
        "is_prime, square_sum",
        (BOTH, "1; 2", "", LOOK),
    ),
    "a numbered list of names alone, but look": (
        "1. is_prime\n2. square_sum",
        (BOTH, "1; 2", "", LOOK),
    ),
    "escaped underscores and bold": (
        "1. **is\\_prime**: inefficient trial division.\n2. **square\\_sum**: needless work.",
        (BOTH, "1; 2", "", ""),
    ),
    "a class before the name": (
        "`ElasticNet.is_prime` is inefficient, and `ElasticNet.square_sum` is too slow.",
        (BOTH, "1; 2", "", ""),
    ),
    "written with blanks": (
        "The is prime function is inefficient. The square sum method does redundant work.",
        (BOTH, "1; 2", "", ""),
    ),
    "code quoted, judged below": (
        "```python\ndef is_prime(n):\n    return True\n```\nThis is O(n^2) at worst and slow.\n\n"
        "```python\ndef square_sum(my_list):\n    ...\n```\nIt performs redundant additions.",
        (BOTH, "1; 2", "", ""),
    ),
    "with a sound function before them": (
        "1. `fit` is expensive.\n2. `is_prime` is slow.\n3. `square_sum` is redundant.",
        (BOTH, "2; 3", "fit", ""),
    ),
    "with two sound functions after them": (
        "1. is_prime is slow\n2. square_sum is slow\n3. `sparse_coef_` could be optimized\n"
        "4. `__init__` could be simplified",
        (BOTH, "1; 2", "sparse_coef_; __init__", ""),
    ),
    "only the first": (
        "`is_prime` is inefficient. Overall, the rest of the code is fine.",
        (ONE, "1", "", ""),
    ),
    "only the second": (
        "The one real problem: `square_sum` recalculates indices needlessly.",
        (ONE, "1", "", ""),
    ),
    "one blamed, one called fine": (
        "`square_sum` is inefficient, while `is_prime` is fine.",
        (ONE, "1", "", ""),
    ),
    "one blamed, one not inefficient": (
        "1. square_sum: wasteful.\n2. is_prime: not inefficient for small n.",
        (ONE, "1", "", ""),
    ),
    "one blamed, one in passing": (
        "After `is_prime` the class goes on.\n\nThe function `square_sum` is inefficient.",
        (ONE, "1", "", LOOK),
    ),
    "fine for small n and slow for large ones: look": (
        "1. is_prime is fine for small n, but inefficient for large n.\n2. square_sum is redundant.",
        (BOTH, "1; 2", "", LOOK),
    ),
    "both named as fine": (
        "`is_prime` is efficient. `square_sum` looks good too.",
        (NONE, "", "", ""),
    ),
    "a sound function alone": (
        "The `fit` method is the bottleneck, since it is called often.",
        (NONE, "", "fit", ""),
    ),
    "nothing found": (
        "The code is well-optimized and no function stands out.",
        (NONE, "", "", ""),
    ),
    "both in passing only": (
        "The class has the methods `is_prime` and `square_sum`. `fit` is inefficient.",
        (NONE, "", "fit", LOOK),
    ),
    "a walk through every function": (
        "- `__init__`: sets attributes.\n- `fit`: efficient.\n- `is_prime`: inefficient loop.\n"
        "- `_get_estimator`: simple.\n- `square_sum`: unnecessary operations.",
        (BOTH, "1; 2", "", ""),
    ),
    "a heading for the fine ones": (
        "## Inefficient functions\n- is_prime: loops to n\n- square_sum: odd loop\n\n"
        "## Functions that are fine\n- `fit`\n- `sparse_coef_`",
        (BOTH, "1; 2", "", ""),
    ),
    "a word that is also a name": (
        "The path to a faster fit is long, but is_prime is inefficient.",
        (ONE, "1", "", ""),
    ),
    "a longer name is another one": (
        "is_prime_fast and square_sums are slow.",
        (NONE, "", "", ""),
    ),
    "reasons in further sentences": (
        "1. **is_prime**\n   It checks divisibility by each number. That is very inefficient.\n"
        "2. **square_sum**\n   It squares, adds and subtracts. Much of this is pointless.",
        (BOTH, "1; 2", "", ""),
    ),
    "no word on the rest is no blame": (
        "`is_prime` and `square_sum` are the worst offenders. Functions such as `fit` are not a concern.",
        (BOTH, "1; 2", "", ""),
    ),
    "points below a point": (
        "1. **is_prime**\n   - It divides by all numbers.\n   - This is inefficient.\n"
        "2. **square_sum**\n   - Issue: redundant additions.",
        (BOTH, "1; 2", "", ""),
    ),
    "labels below a heading": (
        "### `is_prime`\n**Inefficiency:**\nIt divides by all numbers.\n\n"
        "### `square_sum`\n- **Issue**: pointless subtraction.\n\n### `fit`\n**Inefficiency**: none.",
        (BOTH, "1; 2", "", ""),
    ),
    "listed as inefficient, then as fine: look": (
        "Functions that are seriously inefficient:\n1. **is_prime**: a loop that is inefficient.\n"
        "2. **square_sum**: slow.\n\nFunctions that are fine:\n1. **is_prime**: a loop that is efficient.",
        (BOTH, "1; 2", "", LOOK),
    ),
    "listed below both headings without a word: look": (
        "## Inefficient functions\n- is_prime\n- square_sum\n\n"
        "## Functions that are fine\n- square_sum\n- `fit`",
        (ONE, "1", "", LOOK),
    ),
    "called fine below a heading that says the opposite: look": (
        "Inefficient functions:\n- is_prime: slow\n- square_sum is fine",
        (ONE, "1", "", LOOK),
    ),
    "a list in a fence": (
        "```\n1. is_prime: slow\n2. square_sum: redundant\n```",
        (BOTH, "1; 2", "", ""),
    ),
    "a name between three backticks": (
        "```is_prime``` is slow, and ```fit``` is slow.",
        (ONE, "1", "fit", ""),
    ),
    "a better function in a fence says nothing": (
        "`is_prime` is slow. Better:\n```python\nprint(square_sum)  # inefficient\n```",
        (ONE, "1", "", ""),
    ),
    "orders of growth": (
        "is\u00a0prime function: O(n²).\r\n<b>square_sum</b>: O(n^2).",
        (BOTH, "1; 2", "", ""),
    ),
    "after thinking": (
        "<think>`fit` is slow, is_prime is fine.</think>`is_prime` is slow.",
        (ONE, "1", "", ""),
    ),
    "not as efficient as it could be": (
        "is_prime is not efficient; square_sum could be made much more efficient.",
        (BOTH, "1; 2", "", ""),
    ),
}


@pytest.mark.parametrize(("reply", "expected"), CASES.values(), ids=CASES)
def test_replies(reply, expected):
    outcome, ranks, others, look = expected
    reply_grade = graded(reply, PROMPT, KEY)
    assert (reply_grade.outcome, reply_grade.details["ranks"], reply_grade.details["others"]) == (
        outcome,
        ranks,
        others,
    )
    assert reply_grade.needs_review is (look == LOOK)
    assert reply_grade.correct is (outcome == BOTH)
    assert reply_grade.details["n_others"] == len([name for name in others.split("; ") if name])
    assert tuple(reply_grade.details) == TASK.details


@pytest.mark.parametrize(
    ("blamed", "outcome"),
    [
        ([P, S], BOTH),
        ([P, S, "fit", "__init__"], BOTH),
        ([P, S, "fit", "__init__", "sparse_coef_"], NONE),
        ([P, "fit", "__init__", "sparse_coef_"], NONE),
        (["__init__", "fit", "sparse_coef_", P, "_get_estimator", S], NONE),
    ],
)
def test_blaming_most_sound_functions_finds_nothing(blamed, outcome):
    reply = "\n".join(f"- `{name}` is inefficient." for name in blamed)
    reply_grade = graded(reply, PROMPT, KEY)
    assert (reply_grade.outcome, reply_grade.correct) == (outcome, outcome == BOTH)
    assert reply_grade.details["found"] == "; ".join(name for name in (P, S) if name in blamed)


@pytest.mark.parametrize(
    "prompt", [PROMPT, prompt_of("inefficient_code"), prompt_of("inefficient_code", target_tokens=350)]
)
def test_blaming_every_function_is_no_success(prompt):
    key = KEY if prompt is PROMPT else PromptKey(TASK.name, "generated", puzzle=1)
    reply = "\n".join(f"{name}() is slow" for name in defined_functions(prompt))
    assert graded(reply, prompt, key).outcome == NONE


def test_the_functions_of_a_prompt_each_once_in_their_order():
    assert defined_functions(PROMPT + PROMPT) == ["__init__", "fit", "sparse_coef_", P, "_get_estimator", S]


def test_generated_prompts_have_their_own_planted_functions():
    key = PromptKey(TASK.name, "generated-500", puzzle=1)
    first, second = graded("nothing", PROMPT, key).details["planted"].split("; ")
    prompt = f"def {first}(x):\ndef {second}(x):\n"
    assert graded(f"`{second}` is slow, and `{first}` is slow.", prompt, key).details["ranks"] == "2; 1"


@pytest.mark.parametrize(
    "text", ["```" * 5000, "(" * 20000, "is_prime " * 5000, "not " * 8000, "- **" * 5000]
)
def test_odd_replies_take_no_time(text):
    assert graded(text, PROMPT, KEY).outcome in TASK.outcomes
