"""Normalised sweeps travel as plain JSON, sorted and each once."""

from __future__ import annotations

import json
from dataclasses import replace

from findorigin.config.sweeps import Sweep, distinct, models_of, of_model

ONE = Sweep(
    "find_the_origin",
    {"d": (1, 15), "arrangement": ("structured",), "n_lines": (None,)},
    target_tokens=(500, 1000),
    repeats=2,
    parameters={"max_tokens": 9},
    models=("a", "b"),
)
OTHER = Sweep("caesar_clue", {"variant": ("short",)}, models=("b", "c"))


def test_a_sweep_survives_json():
    assert Sweep.from_json(json.loads(json.dumps(ONE.as_json()))) == ONE


def test_the_order_of_axes_means_nothing():
    turned = replace(ONE, axes=dict(reversed(ONE.axes.items())))
    assert json.dumps(turned.as_json()) == json.dumps(ONE.as_json())
    assert distinct([turned, ONE, ONE]) == [ONE]


def test_what_is_asked_of_a_model_does_not_name_the_others():
    assert of_model([ONE, OTHER], "b") == of_model(
        [replace(OTHER, models=("b",)), replace(ONE, models=("b",))], "b"
    )
    assert of_model([ONE, OTHER], "a") == [replace(ONE, models=("a",))]
    assert of_model([ONE, OTHER], "nobody") == []


def test_the_models_of_sweeps():
    assert models_of([ONE, OTHER]) == ["a", "b", "c"]
    assert models_of([ONE, OTHER], "caesar_clue") == ["b", "c"]
