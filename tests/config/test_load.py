"""A configuration holds together as a whole, and the shipped ones ask what their comments say."""

from __future__ import annotations

from collections import Counter

import pytest

from config_inputs import NoPictures, load_config
from findorigin.common.errors import UserError
from findorigin.common.yaml_files import read_yaml
from findorigin.config.load import configuration_type, load
from findorigin.config.sweeps import models_of, of_model
from findorigin.planning.cells import needs_source, planned_cells, prompts_of
from findorigin.tasks.catalog import TASKS
from shared_inputs import PROJECT

SWEEP = {"n_lines": 4, "models": ["smollm2-135m"]}


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(PROJECT)


def small(**changes):
    return {"find_the_origin": {"sweeps": [SWEEP]}, **changes}


def shipped(name):
    path = PROJECT / "config" / name
    return load({**read_yaml(path, "configfile"), "figures": None}, TASKS, NoPictures, [path])


def find_the_origin(sweeps):
    return [sweep for sweep in sweeps if sweep.task == "find_the_origin"]


@pytest.mark.parametrize("path", sorted((PROJECT / "config").glob("*.yaml")), ids=lambda path: path.name)
def test_the_shipped_configurations_are_good(path):
    if path.name not in ("models.yaml", "figures.yaml"):
        assert shipped(path.name).sweeps


def test_the_default_run_needs_no_key_no_gpu_and_no_download():
    checked = shipped("config.yaml")
    assert {checked.models[slug].backend for slug in models_of(checked.sweeps)} == {"llama_cpp", "control"}
    assert not needs_source(checked.sweeps)
    assert checked.settings.max_cost_usd == 0


def test_the_default_run_is_modest_and_varied():
    keys = [
        cell.prompt for cell in planned_cells(find_the_origin(shipped("config.yaml").sweeps), "smollm2-135m")
    ]
    # About 160 tokens a second on one thread, some 125 + 10.5 tokens per line, 0.3 s per answer.
    estimated_s = sum((125 + 10.5 * key.n_lines) / 160 + 0.3 for key in keys)
    assert len(keys) == 38
    assert 60 < estimated_s < 120
    assert {key.hops for key in keys} == {1, 2}
    assert {key.d for key in keys} == {0, 1, 15}
    assert {key.n_lines for key in keys} == {4, 8, 16, 64}
    assert len({key.puzzle for key in keys}) == 10


def test_the_default_run_asks_the_other_tests_for_half_a_minute():
    checked = shipped("config.yaml")
    keys = [cell.prompt for cell in planned_cells(checked.sweeps, "smollm2-135m") if cell.prompt.d is None]
    # 150 tokens of a prompt and 40 of a reply a second, on one thread.
    estimated_s = sum(int(key.variant.split("-")[1]) / 150 + 256 / 40 for key in keys)
    assert len(keys) == 3
    assert estimated_s < 30
    asked = of_model(checked.sweeps, "smollm2-135m")
    assert {sweep.parameters.get("max_tokens") for sweep in asked if sweep.task != "find_the_origin"} == {256}


@pytest.mark.parametrize("name", ["config.yaml", "paper.yaml"])
def test_the_shipped_configurations_ask_every_task(name):
    assert {sweep.task for sweep in shipped(name).sweeps} == set(TASKS)


def test_the_papers_grid_has_1060_distinct_prompts():
    keys = [planned.key for planned in prompts_of(find_the_origin(shipped("paper.yaml").sweeps))]
    assert len(set(keys)) == len(keys) == 1060
    assert {(key.puzzle, key.word_form) for key in keys} == {(0, "paper")}


def test_each_of_the_papers_models_is_asked_what_its_figures_show():
    checked = shipped("paper.yaml")
    models = [slug for slug in models_of(checked.sweeps) if checked.models[slug].published_as]
    assert len(models) == 14
    sweeps = find_the_origin(checked.sweeps)
    n_cells = {slug: len(planned_cells(sweeps, slug)) for slug in models}
    in_figures_6_to_9 = {"gpt-4-turbo", "sonnet-3.5", "gemini-pro", "gemini-flash"}
    heat_maps = 119 + 3 * 117
    assert n_cells == {slug: heat_maps + (5 * 118 if slug in in_figures_6_to_9 else 0) for slug in models}
    assert len(planned_cells(sweeps, "oracle")) == 1060


def test_gpt_4_turbo_is_asked_the_papers_other_tests_too():
    asked = Counter(
        (cell.prompt.task, cell.prompt.variant)
        for cell in planned_cells(shipped("paper.yaml").sweeps, "gpt-4-turbo")
        if cell.prompt.task != "find_the_origin"
    )
    assert asked == {
        **dict.fromkeys([("inefficient_code", "short"), ("inefficient_code", "long")], 4),
        **dict.fromkeys([("caesar_clue", name) for name in ("short", "medium", "long")], 10),
        **dict.fromkeys([("unlock_100", "short"), ("unlock_100", "long")], 10),
    }


def test_defaults_are_filled_in_at_every_level():
    checked = load_config(**small())
    assert checked.settings.store == "store"
    assert checked.given["controls"] == ["oracle", "guess"]
    assert checked.given["find_the_origin"]["sweeps"][0]["puzzles"] == [1, 2, 3, 4, 5]
    assert checked.given["statistics"]["draws"] == 10000
    assert checked.given["caesar_clue"]["sweeps"] == []
    assert models_of(checked.sweeps) == ["guess", "oracle", "smollm2-135m"]
    assert checked.figures == {}


def test_every_default_is_itself_allowed():
    whole = configuration_type(TASKS)
    assert whole.model_validate(whole().model_dump(mode="json")).statistics == whole().statistics


def test_the_given_configuration_is_left_as_it_was():
    given = small()
    load_config(**given)
    assert given == small()


def test_without_controls_only_the_named_models_are_asked():
    assert models_of(load_config(**small(controls=[])).sweeps) == ["smollm2-135m"]


def test_a_model_written_into_the_configuration_is_like_any_other():
    checked = load_config(
        models={"mine": {"backend": "openai", "base_url": "http://localhost:8080/v1"}},
        find_the_origin={"sweeps": [{**SWEEP, "models": ["mine"]}]},
    )
    assert checked.models["mine"].label == "mine"
    assert "mine" in models_of(checked.sweeps)


def test_the_bounds_hold_for_every_d_and_depth_of_a_sweep():
    sweep = {**SWEEP, "n_lines": [100, 3900], "puzzles": 0, "depth": [0, 50, 100]}
    with pytest.raises(UserError, match=r"^find_the_origin\.sweeps\[0\]: n_lines 3900: puzzle 0 .*depth 0"):
        load_config(find_the_origin={"sweeps": [sweep]})
    assert load_config(find_the_origin={"sweeps": [{**sweep, "depth": 50}]}).sweeps


def test_only_the_ends_of_a_huge_plan_are_checked():
    sweep = {
        **SWEEP,
        "d": {"start": 1, "stop": 15},
        "hops": [1, 2, 3],
        "depth": {"start": 0, "stop": 100},
        "puzzles": {"start": 1, "stop": 1000},
        "n_lines": {"start": 100, "stop": 5000},
    }
    # Two thousand million prompts: none but the extreme ones can have been looked at.
    assert load_config(find_the_origin={"sweeps": [sweep]}).sweeps


def test_a_local_folder_with_the_papers_words_is_accepted(tmp_path):
    (tmp_path / "vertices.txt").write_text("", encoding="utf-8")
    assert load_config(**small(upstream_folder=str(tmp_path))).settings.upstream_folder == str(tmp_path)
