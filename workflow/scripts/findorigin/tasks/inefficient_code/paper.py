"""The paper's own prompts: scikit-learn 1.5.0's module of coordinate descent with two slow functions put in.

The module is scikit-learn's (BSD 3-clause) and is taken from its wheel; the two functions and the question
around it are the paper's.
"""

from __future__ import annotations

import ast
import zipfile
from collections.abc import Iterator
from pathlib import Path

PUBLISHED_TOKENS = {"short": 987, "long": 26511}

PLANTED = ("is_prime", "square_sum")

MODULE = "sklearn/linear_model/_coordinate_descent.py"
LICENCE_LINES = 6
OPENING = "Consider the following code:"
QUESTION = (
    "Carefully review the code and identify any functions where optimization is possible. Use a systematic "
    "approach to evaluate each function, highlighting those that show substantial inefficiencies. Your task "
    "is to identify the most inefficient functions and provide concise explanations of their inefficiencies; "
    "there is no need to rewrite or correct the code itself."
)
# The published text has blanks at the ends of some lines; they are part of it.
IS_PRIME = """\
    \n\
    def is_prime(n):
        if n <= 1:
            return False
        for i in range(2, n):
            if n % i == 0:
                return False
        return True
"""
SQUARE_SUM = """\
    \n\
    def square_sum(my_list):
        my_sum = 0
        num = 1
        for i in range(len(my_list)):
            j = i*1/num
            c = int(j)
            a = my_list[c] ** 2
            my_sum += a
            my_sum -= a
            my_sum += a
        return my_sum    \n\
"""
AFTER_SPARSE_COEF = "        return sparse.csr_matrix(self.coef_)\n"
AFTER_GET_ESTIMATOR = "        return ElasticNet()\n"
BEFORE_COPY = "\n        # Remember if X is copied\n"

# What the short prompt keeps of two of the classes, without docstrings.
KEPT = {
    "ElasticNet": (
        "_parameter_constraints",
        "path",
        "__init__",
        "sparse_coef_",
        "is_prime",
        "_decision_function",
    ),
    "ElasticNetCV": (
        "_parameter_constraints",
        "path",
        "__init__",
        "_get_estimator",
        "square_sum",
        "_is_multitask",
        "_more_tags",
    ),
}


def long_prompt_from_wheel(wheel: Path) -> str:
    """Return the long prompt, made from the wheel of scikit-learn 1.5.0."""
    with zipfile.ZipFile(wheel) as archive:
        module = archive.read(MODULE).decode()
    code = "".join(module.splitlines(keepends=True)[LICENCE_LINES:])
    code = code.replace(BEFORE_COPY, f"        {BEFORE_COPY}", 1)
    code = code.replace(AFTER_SPARSE_COEF, AFTER_SPARSE_COEF + IS_PRIME, 1)
    code = code.replace(AFTER_GET_ESTIMATOR, AFTER_GET_ESTIMATOR + SQUARE_SUM, 1)
    return f"{OPENING}\n{code}\n{QUESTION}"


def shorter_prompt(long: str, variant: str) -> str:
    """Return the short prompt: the absolute imports and most members of two classes, without docstrings."""
    code = long.removeprefix(OPENING).removesuffix(QUESTION)
    lines = [line.rstrip() for line in code.split("\n")]
    kept: list[str] = []
    for node in ast.parse(code).body:
        if isinstance(node, ast.Import | ast.ImportFrom) and not getattr(node, "level", 0):
            kept += _lines_of(node, lines)
        elif isinstance(node, ast.ClassDef) and node.name in KEPT:
            kept += ["", lines[node.lineno - 1]]
            for member in node.body:
                if _name(member) in KEPT[node.name]:
                    kept += [] if isinstance(member, ast.AnnAssign) else [""]
                    kept += _lines_of(member, lines)
    return "\n".join([OPENING, *kept, "", QUESTION])


def _name(member: ast.stmt) -> str | None:
    if isinstance(member, ast.FunctionDef):
        return member.name
    target = member.target if isinstance(member, ast.AnnAssign) else getattr(member, "targets", [None])[0]
    return target.id if isinstance(target, ast.Name) else None


def _lines_of(node: ast.stmt, lines: list[str]) -> Iterator[str]:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(decorator.lineno for decorator in decorators)])
    left_out = range(0)
    if isinstance(node, ast.FunctionDef) and ast.get_docstring(node) is not None:
        left_out = range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    for number in range(first, (node.end_lineno or 0) + 1):
        if number not in left_out:
            yield lines[number - 1]
