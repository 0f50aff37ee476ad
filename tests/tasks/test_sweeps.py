"""Sweeps of every task become pure products, and products become prompts and cells that are planned once."""

from __future__ import annotations

import json

import pytest

from config_inputs import load_config
from findorigin.common.errors import UserError
from findorigin.config.sweeps import Sweep, models_of, of_model
from findorigin.planning.cells import needs_source, planned_cells, prompt_tables, prompts_of, sweeps_of_table
from findorigin.tasks.catalog import TASKS
from shared_inputs import PROJECT

MODELS = {name: {"backend": "openai"} for name in ("small", "other", "a", "b")}


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(PROJECT)


def normalised(*sweeps, task="find_the_origin", controls=(), **section):
    """The normalised sweeps of a task: one length, one puzzle and one model unless they say otherwise."""
    basic = {"models": ["small"]} | ({"n_lines": 4, "puzzles": 1} if task == "find_the_origin" else {})
    full = [
        {key: value for key, value in {**basic, **sweep}.items() if value is not None} for sweep in sweeps
    ]
    return load_config(models=MODELS, controls=list(controls), **{task: {"sweeps": full, **section}}).sweeps


def caesar(*sweeps, **options):
    return normalised(*sweeps, task="caesar_clue", **options)


def axes_of(sweeps, *names):
    return sorted(tuple(sweep.axes[name] for name in names) for sweep in sweeps)


def keys_of(sweeps):
    return [planned.key for planned in prompts_of(sweeps)]


def test_a_sweep_becomes_sorted_products():
    (sweep,) = normalised({"d": [15, 1], "n_lines": {"start": 16, "stop": 32, "step": 16}, "puzzles": [2, 1]})
    assert sweep == Sweep(
        task="find_the_origin",
        axes={
            "arrangement": ("structured",),
            "d": (1, 15),
            "hops": (2,),
            "depth": (50,),
            "puzzle": (1, 2),
            "word_form": ("word",),
            "n_lines": (16, 32),
        },
        models=("small",),
    )
    assert Sweep.from_json(json.loads(json.dumps(sweep.as_json()))) == sweep


def test_the_order_in_which_sweeps_are_written_changes_nothing():
    one = normalised({"d": [1, 15], "models": ["a", "b"], "n_lines": 20}, {"n_lines": 8})
    assert one == normalised({"n_lines": 8}, {"models": ["b", "a"], "d": [15, 1], "n_lines": [20]})
    assert len(normalised({}, {})) == 1


def test_controls_run_over_every_sweep_and_get_no_parameters():
    parameters = {"max_tokens": 7}
    sweeps = normalised(
        {"parameters": parameters},
        {"n_lines": 8, "models": ["oracle", "refuser"], "parameters": parameters},
        controls=["oracle", "guess"],
    )
    assert sorted((sweep.models, dict(sweep.parameters)) for sweep in sweeps) == [
        (("guess", "oracle"), {}),
        (("guess", "oracle", "refuser"), {}),
        (("small",), parameters),
    ]


def test_hops_1_has_d_0_once_whatever_the_sweeps_d():
    sweeps = normalised({"hops": [1, 2, 3], "d": [1, -5], "n_lines": 20})
    assert axes_of(sweeps, "hops", "d") == [((1,), (0,)), ((2, 3), (-5, 1))]
    asked = [(cell.prompt.hops, cell.prompt.d) for cell in planned_cells(sweeps, "small")]
    assert sorted(asked) == [(1, 0), (2, -5), (2, 1), (3, -5), (3, 1)]


def test_hops_1_alone_may_say_d_0():
    assert axes_of(normalised({"hops": 1, "d": 0}), "d") == [((0,),)]


def test_puzzle_0_has_the_papers_words_and_the_others_the_sweeps():
    sweeps = normalised({"puzzles": [0, 1, 2], "word_form": "compound"})
    assert axes_of(sweeps, "puzzle", "word_form") == [((0,), ("paper",)), ((1, 2), ("compound",))]
    assert needs_source(sweeps)
    assert not needs_source(normalised({}))


def test_each_arrangement_is_a_sweep_of_its_own():
    assert axes_of(normalised({"arrangement": ["structured", "shuffled"]}), "arrangement") == [
        (("shuffled",),),
        (("structured",),),
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"d": [0, 1]}, r"sweeps\[0\]\.d: 0 is not allowed with hops 2"),
        (
            {"hops": 1, "arrangement": "shuffled"},
            r"sweeps\[0\]\.arrangement: 'shuffled' is not allowed with hops 1",
        ),
        ({"n_lines": None}, r"sweeps\[0\]: has neither n_lines nor target_tokens"),
        ({"target_tokens": 500}, r"sweeps\[0\]: has both n_lines and target_tokens"),
    ],
    ids=["d 0", "shuffled hops 1", "no length", "two lengths"],
)
def test_contradictions(change, message):
    with pytest.raises(UserError, match=message):
        normalised(change)


def test_prompts_are_sorted_and_each_once():
    sweeps = normalised(
        {"n_lines": [8, 4]}, {"n_lines": [8, 12], "repeats": 3, "models": ["other"]}, {"d": 2}
    )
    assert [(key.d, key.n_lines) for key in keys_of(sweeps)] == [(1, 4), (1, 8), (1, 12), (2, 4)]


def test_target_tokens_become_lines_that_are_equal_for_all_puzzles():
    sweeps = normalised({"n_lines": None, "target_tokens": [500, 1000], "puzzles": [1, 2, 3]})
    asked = [(planned.key.n_lines, planned.target_tokens) for planned in prompts_of(sweeps)]
    assert len(asked) == 6
    assert len(set(asked)) == 2


def test_a_length_asked_for_in_lines_and_in_tokens_keeps_its_target():
    in_tokens = {"n_lines": None, "target_tokens": 500}
    (planned,) = prompts_of(normalised(in_tokens))
    assert prompts_of(normalised({"n_lines": planned.key.n_lines}, in_tokens)) == [planned]


def test_a_cell_that_several_sweeps_ask_for_is_asked_once_with_the_greater_repeats():
    sweeps = normalised({"n_lines": [8, 4], "repeats": 2}, {"n_lines": 8}, {"models": ["other"]})
    cells = planned_cells(sweeps, "small")
    assert [(cell.prompt.n_lines, cell.repeat) for cell in cells] == [(4, 1), (4, 2), (8, 1), (8, 2)]
    assert {cell.model for cell in cells} == {"small"}
    assert len(planned_cells(sweeps, "other")) == 1
    assert planned_cells(sweeps, "nobody") == []


def test_adding_one_length_plans_exactly_the_new_cells():
    before = planned_cells(normalised({"n_lines": [4, 8]}), "small")
    after = planned_cells(normalised({"n_lines": [4, 8, 12]}), "small")
    assert [cell.prompt.n_lines for cell in after if cell not in before] == [12]
    assert all(cell in after for cell in before)


def test_what_a_model_or_a_table_of_prompts_depends_on_does_not_name_the_other_models():
    alone, joined = normalised({}), normalised({"models": ["small", "other"]})
    assert of_model(alone, "small") == of_model(joined, "small")
    table = ("find_the_origin", "structured/d1")
    assert sweeps_of_table(alone, *table) == sweeps_of_table(joined, *table)
    assert keys_of(sweeps_of_table(joined, *table)) == keys_of(joined)
    assert planned_cells(of_model(joined, "small"), "small") == planned_cells(joined, "small")


def test_prompt_tables_and_models():
    sweeps = normalised(
        {"d": [-1, 1], "hops": [1, 2]}, {"arrangement": "shuffled", "d": 5, "n_lines": 9, "models": ["other"]}
    )
    folder = "results/prompts/find_the_origin"
    own = [f"{folder}/structured/d{d}.parquet" for d in (-1, 0, 1)]
    assert prompt_tables(sweeps) == [f"{folder}/shuffled/d5.parquet", *own]
    assert prompt_tables(sweeps, "small") == own
    assert models_of(sweeps) == ["other", "small"]


GENERATED = {"target_tokens": [500, 1000], "puzzles": [1, 2]}


def test_generated_prompts_are_lengths_times_puzzles_times_depths():
    cells = planned_cells(caesar(GENERATED | {"depth": [0, 100], "repeats": 2}), "small")
    keys = {(cell.prompt.variant, cell.prompt.puzzle, cell.prompt.depth, cell.repeat) for cell in cells}
    assert len(cells) == 2 * 2 * 2 * 2
    assert keys == {
        (f"generated-{tokens}", puzzle, depth, repeat)
        for tokens in (500, 1000)
        for puzzle in (1, 2)
        for depth in (0, 100)
        for repeat in (1, 2)
    }


def test_a_published_variant_has_no_length_puzzle_or_depth():
    sweeps = caesar({"variants": ["short"]})
    (planned,) = prompts_of(sweeps)
    assert (planned.key.variant, planned.target_tokens) == ("short", None)
    assert {planned.key.axis(name) for name in ("depth", "puzzle", "d", "hops", "n_lines", "word_form")} == {
        None
    }
    assert needs_source(sweeps)


def test_ids_are_readable_and_unique():
    sweeps = caesar(GENERATED, {"variants": ["short", "long"], "repeats": 3})
    ids = [cell.id for cell in planned_cells(sweeps, "small")]
    assert len(set(ids)) == len(ids) == 4 + 6
    assert "small/caesar_clue/short/repeat3" in ids
    assert "small/caesar_clue/generated-500/depth50/puzzle1/repeat1" in ids


def test_each_variant_and_length_has_its_table():
    sweeps = caesar(GENERATED, {"variants": ["long"]})
    assert prompt_tables(sweeps, "small") == [
        "results/prompts/caesar_clue/generated-1000.parquet",
        "results/prompts/caesar_clue/generated-500.parquet",
        "results/prompts/caesar_clue/long.parquet",
    ]
    generated = prompts_of(sweeps_of_table(sweeps, "caesar_clue", "generated-500"))
    assert [(planned.key.puzzle, planned.target_tokens) for planned in generated] == [(1, 500), (2, 500)]
    assert sweeps_of_table(sweeps, "unlock_100", "long") == []


def test_prompts_depend_on_neither_model_nor_repeat_nor_settings():
    other = caesar(GENERATED | {"models": ["other"], "repeats": 9, "parameters": {"max_tokens": 5}})
    table = ("caesar_clue", "generated-500")
    assert sweeps_of_table(caesar(GENERATED), *table) == sweeps_of_table(other, *table)


def test_a_generated_prompt_needs_a_length():
    with pytest.raises(UserError, match=r"^caesar_clue\.sweeps\[1\]\.target_tokens: is missing"):
        caesar(GENERATED, {})


@pytest.mark.parametrize(
    ("task", "section", "sweep", "expected"),
    [
        ("caesar_clue", {}, {}, {"temperature": 0.7, "max_tokens": 4096}),
        ("caesar_clue", {"max_tokens": 100}, {}, {"temperature": 0.7, "max_tokens": 100}),
        ("caesar_clue", {"max_tokens": 100}, {"max_tokens": 7}, {"temperature": 0.7, "max_tokens": 7}),
        ("inefficient_code", {}, {}, {"temperature": 0, "max_tokens": 4095}),
        ("unlock_100", {}, {}, {}),
        ("unlock_100", {}, {"max_tokens": 7}, {"max_tokens": 7}),
    ],
)
def test_the_papers_settings_unless_given(task, section, sweep, expected):
    (asked,) = normalised(GENERATED | {"parameters": sweep}, task=task, parameters=section)
    assert asked.parameters == expected


def test_one_model_has_one_setting_for_a_task():
    other = GENERATED | {"parameters": {"max_tokens": 9}}
    with pytest.raises(UserError, match=r"^caesar_clue\.sweeps: model 'small' has parameters .* in another"):
        caesar(GENERATED, other)
    assert caesar(GENERATED, other | {"models": ["other"]})


def test_only_one_task_has_a_begun_answer():
    assert [name for name, task in TASKS.items() if task.begins_answer] == ["find_the_origin"]
