"""What a configuration asks of the tasks without d, and with which settings."""

from __future__ import annotations

import pytest
import yaml

from findorigin.common.cells import cell_id
from findorigin.common.errors import UserError
from findorigin.config.schema_checks import fill_defaults
from findorigin.config.sweeps import (
    normalise_task_sweeps,
    planned_cells,
    planned_models,
    prompt_files,
    prompt_keys,
    prompt_keys_of_table,
    sweeps_of_model,
    sweeps_of_prompt_table,
)
from findorigin.config.task_sweeps import parameters_by_task, task_entries
from findorigin.planning.task_entry import entries_by_task, entry_of_task
from findorigin.tasks.loading import controls_of, grading_of, prompts_of
from module_closure import SCRIPTS
from shared_inputs import PROJECT
from task_inputs import CONFIG_SCHEMA, TASKS

SCHEMA = yaml.safe_load(CONFIG_SCHEMA.read_text(encoding="utf-8"))
EVERY_TASK = sorted(task_entries(SCHEMA))


def normalised(added=("oracle",), **sections):
    config = fill_defaults(SCHEMA, sections)
    return normalise_task_sweeps(config, TASKS, ["guess", "oracle", "refuser"], list(added))


def caesar(*sweeps, **section):
    return normalised(caesar_clue={"sweeps": list(sweeps), **section})


GENERATED = {"target_tokens": [500, 1000], "puzzles": [1, 2], "models": ["tested"]}


def test_generated_prompts_are_lengths_times_puzzles_times_depths():
    keys = planned_cells(caesar(GENERATED | {"depth": [0, 100], "repeats": 2}), "tested")
    assert len(keys) == 2 * 2 * 2 * 2
    assert {(key["variant"], key["puzzle"], key["depth"], key["repeat"]) for key in keys} == {
        (f"generated-{tokens}", puzzle, depth, repeat)
        for tokens in (500, 1000)
        for puzzle in (1, 2)
        for depth in (0, 100)
        for repeat in (1, 2)
    }


def test_a_published_variant_has_no_length_puzzle_or_depth():
    (key,) = planned_cells(caesar({"variants": ["short"], "models": ["tested"]}), "tested")
    assert key["variant"] == "short"
    assert {key[name] for name in ("depth", "puzzle", "d", "hops", "n_lines", "word_form")} == {None}


def test_ids_are_readable_and_unique():
    sweeps = caesar(GENERATED, {"variants": ["short", "long"], "models": ["tested"], "repeats": 3})
    ids = [cell_id(cell) for cell in planned_cells(sweeps, "tested")]
    assert len(set(ids)) == len(ids) == 4 + 6
    assert "tested/caesar_clue/short/repeat3" in ids
    assert "tested/caesar_clue/generated-500/depth50/puzzle1/repeat1" in ids


def test_each_variant_and_length_has_its_table():
    sweeps = caesar(GENERATED, {"variants": ["long"], "models": ["tested"]})
    assert prompt_files(sweeps, "tested") == [
        "results/prompts/caesar_clue/generated-1000.parquet",
        "results/prompts/caesar_clue/generated-500.parquet",
        "results/prompts/caesar_clue/long.parquet",
    ]
    assert [key["puzzle"] for key in prompt_keys_of_table(sweeps, "caesar_clue", "generated-500")] == [1, 2]
    assert [key["target_tokens"] for key in prompt_keys_of_table(sweeps, "caesar_clue", "long")] == [None]
    assert prompt_keys_of_table(sweeps, "unlock_100", "long") == []
    assert prompt_keys(sweeps, "structured", 1) == []


def test_prompts_depend_on_neither_model_nor_repeat_nor_settings():
    one = caesar(GENERATED)
    other = caesar(GENERATED | {"models": ["other"], "repeats": 9, "parameters": {"max_tokens": 5}})
    assert sweeps_of_prompt_table(one, "caesar_clue", "generated-500") == sweeps_of_prompt_table(
        other, "caesar_clue", "generated-500"
    )


def test_a_generated_prompt_needs_a_length():
    with pytest.raises(UserError, match=r"^caesar_clue\.sweeps\[1\]\.target_tokens: is missing"):
        caesar(GENERATED, {"models": ["tested"]})


def test_the_papers_settings_unless_given():
    sweeps = normalised(
        caesar_clue={"sweeps": [GENERATED], "parameters": {"max_tokens": 100}},
        inefficient_code={"sweeps": [GENERATED]},
        unlock_100={"sweeps": [GENERATED | {"parameters": {"max_tokens": 7}}]},
    )
    assert parameters_by_task(sweeps_of_model(sweeps, "tested")) == {
        "caesar_clue": {"temperature": 0.7, "max_tokens": 100},
        "inefficient_code": {"temperature": 0, "max_tokens": 4095},
        "unlock_100": {"max_tokens": 7},
    }


def test_controls_get_no_settings_and_run_beside_every_model():
    sweeps = caesar(GENERATED | {"models": ["tested", "refuser"]})
    assert planned_models(sweeps) == ["oracle", "refuser", "tested"]
    assert parameters_by_task(sweeps_of_model(sweeps, "oracle")) == {"caesar_clue": {}}
    assert parameters_by_task(sweeps_of_model(sweeps, "refuser")) == {"caesar_clue": {}}


def test_one_model_has_one_setting_for_a_task():
    other = GENERATED | {"parameters": {"max_tokens": 9}}
    with pytest.raises(UserError, match=r"^caesar_clue\.sweeps: model 'tested' has parameters .* in another"):
        caesar(GENERATED, other)
    caesar(GENERATED, other | {"models": ["other"]})


ENTRY = {"assistant_prefill": "FINAL ANSWER: ", "label": "Tested"}
SETTINGS = {"temperature": 0.7, "max_tokens": 4096}


@pytest.mark.parametrize(
    ("own", "sent"),
    [
        ({"temperature": 0, "max_tokens": 256}, {"temperature": 0.7, "max_tokens": 4096}),
        ({"max_completion_tokens": 9}, {"max_completion_tokens": 4096}),
        (
            {"temperature": None, "max_output_tokens": 9},
            {"temperature": None, "max_output_tokens": 4096},
        ),
        (
            {"max_tokens": None, "max_completion_tokens": 9, "reasoning_effort": "low"},
            {"max_tokens": None, "max_completion_tokens": 4096, "reasoning_effort": "low"},
        ),
        ({"temperature": 1}, {"temperature": 0.7}),
    ],
)
def test_a_setting_goes_under_the_models_own_name_and_never_where_it_sends_none(own, sent):
    asked = entry_of_task(ENTRY | {"parameters": own}, "caesar_clue", SETTINGS)
    assert asked["parameters"] == sent


def test_the_begun_answer_belongs_to_find_the_origin():
    entry = ENTRY | {"parameters": {"temperature": 0, "max_tokens": 8}}
    entries = entries_by_task(entry, {"caesar_clue": SETTINGS})
    assert entries["find_the_origin"] == entry
    assert entries["caesar_clue"]["assistant_prefill"] is None
    assert entry["parameters"] == {"temperature": 0, "max_tokens": 8}


def test_every_folder_of_a_task_has_its_entry_in_the_schema():
    folders = {path.parent.name for path in (SCRIPTS / "findorigin" / "tasks").glob("*/prompts.py")}
    assert folders == set(EVERY_TASK) >= set(TASKS)


@pytest.mark.parametrize("task", EVERY_TASK)
def test_the_schema_names_every_module_of_a_task(task):
    files = {path.stem for path in (SCRIPTS / "findorigin" / "tasks" / task).glob("*.py")}
    assert set(task_entries(SCHEMA)[task].modules) | {"__init__"} == files


@pytest.mark.parametrize("task", EVERY_TASK)
def test_a_task_has_what_the_workflow_asks_of_it(task):
    assert callable(prompts_of(task).build)
    grading = grading_of(task)
    assert callable(grading.grade) and grading.VERSION and "no_answer" not in grading.OUTCOMES
    assert len(set(grading.OUTCOMES)) == len(grading.OUTCOMES) >= 2
    assert callable(controls_of(task).oracle) and callable(controls_of(task).guess)


@pytest.mark.parametrize("name", ["config.yaml", "paper.yaml"])
def test_the_projects_configurations_ask_every_task(name):
    config = yaml.safe_load((PROJECT / "config" / name).read_text(encoding="utf-8"))
    assert all(config[task]["sweeps"] for task in TASKS)
