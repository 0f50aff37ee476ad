"""The configurations that the project ships hold together, and ask what their comments say."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest
import yaml

from findorigin.common.errors import UserError
from findorigin.config.load import load_and_check
from findorigin.config.sweeps import planned_cells, planned_models, prompt_keys, uses_puzzle_0

PROJECT = Path(__file__).resolve().parents[2]
SCHEMAS = PROJECT / "workflow" / "schemas"


def load(config, **arguments):
    return load_and_check(config, SCHEMAS / "config.schema.yaml", SCHEMAS / "models.schema.yaml", **arguments)


def shipped(name):
    """Load config/NAME by itself, its paths relative to the project."""
    path = PROJECT / "config" / name
    return load(
        yaml.safe_load(path.read_text(encoding="utf-8")),
        figures_schema=SCHEMAS / "figures.schema.yaml",
        config_files=[path],
    )


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch):
    monkeypatch.chdir(PROJECT)


SWEEP = {"n_lines": 4, "models": ["smollm2-135m"]}


def small(**changes):
    return {"figures": None, "find_the_origin": {"sweeps": [SWEEP]}, **changes}


def all_prompts(sweeps):
    pairs = {(sweep["arrangement"], d) for sweep in sweeps for d in sweep["d"]}
    return [key for arrangement, d in sorted(pairs) for key in prompt_keys(sweeps, arrangement, d)]


def test_the_default_run_needs_no_key_no_gpu_and_no_download():
    checked = shipped("config.yaml")
    backends = {checked.registry[slug]["backend"] for slug in planned_models(checked.sweeps)}
    assert backends == {"llama_cpp", "control"}
    assert not uses_puzzle_0(checked.sweeps)
    assert checked.config["max_cost_usd"] == 0


def find_the_origin(sweeps):
    return [sweep for sweep in sweeps if "task" not in sweep]


def test_the_default_run_is_modest_and_varied():
    cells = planned_cells(find_the_origin(shipped("config.yaml").sweeps), "smollm2-135m")
    # About 160 tokens a second on one thread, some 125 + 10.5 tokens per line, 0.3 s per answer.
    seconds = sum((125 + 10.5 * cell["n_lines"]) / 160 + 0.3 for cell in cells)
    assert len(cells) == 38
    assert 60 < seconds < 120
    assert {cell["hops"] for cell in cells} == {1, 2}
    assert {cell["d"] for cell in cells} == {0, 1, 15}
    assert {cell["n_lines"] for cell in cells} == {4, 8, 16, 64}
    assert len({cell["puzzle"] for cell in cells}) == 10


def test_the_papers_grid_has_1060_distinct_prompts():
    prompts = all_prompts(find_the_origin(shipped("paper.yaml").sweeps))
    assert len({tuple(sorted(key.items(), key=str)) for key in prompts}) == len(prompts) == 1060
    assert {key["puzzle"] for key in prompts} == {0}
    assert {key["word_form"] for key in prompts} == {"paper"}


def test_each_of_the_papers_models_is_asked_what_its_figures_show():
    checked = shipped("paper.yaml")
    models = [slug for slug in planned_models(checked.sweeps) if checked.registry[slug]["published_as"]]
    assert len(models) == 14
    sweeps = find_the_origin(checked.sweeps)
    n_cells = {slug: len(planned_cells(sweeps, slug)) for slug in models}
    in_figures_6_to_9 = {"gpt-4-turbo", "sonnet-3.5", "gemini-pro", "gemini-flash"}
    heat_maps = 119 + 3 * 117
    assert n_cells == {slug: heat_maps + (5 * 118 if slug in in_figures_6_to_9 else 0) for slug in models}
    assert len(planned_cells(sweeps, "oracle")) == 1060


def test_gpt_4_turbo_is_asked_the_papers_other_tests_too():
    asked = Counter(
        (cell["task"], cell["variant"])
        for cell in planned_cells(shipped("paper.yaml").sweeps, "gpt-4-turbo")
        if cell["task"] != "find_the_origin"
    )
    assert asked == {
        **dict.fromkeys([("inefficient_code", "short"), ("inefficient_code", "long")], 4),
        **dict.fromkeys([("caesar_clue", name) for name in ("short", "medium", "long")], 10),
        **dict.fromkeys([("unlock_100", "short"), ("unlock_100", "long")], 10),
    }


def test_the_default_run_asks_the_other_tests_for_half_a_minute():
    checked = shipped("config.yaml")
    cells = [cell for cell in planned_cells(checked.sweeps, "smollm2-135m") if cell["d"] is None]
    # 150 tokens of a prompt and 40 of a reply a second, on one thread.
    seconds = sum(int(cell["variant"].split("-")[1]) / 150 + 256 / 40 for cell in cells)
    assert len(cells) == 3 and seconds < 30
    settings = [
        sweep["parameters"]
        for sweep in checked.sweeps
        if "smollm2-135m" in sweep["models"] and "task" in sweep
    ]
    assert {one["max_tokens"] for one in settings} == {256}


def test_defaults_are_filled_in_at_every_level():
    checked = load(small())
    assert checked.config["store"] == "store"
    assert checked.config["controls"] == ["oracle", "guess"]
    assert checked.config["find_the_origin"]["sweeps"][0]["puzzles"] == {"start": 1, "stop": 5, "step": 1}
    assert checked.sweeps[0]["models"] == ["guess", "oracle", "smollm2-135m"]
    assert checked.figures == {"figures": {}}


def test_the_given_configuration_is_left_as_it_was():
    given = small()
    load(given)
    assert given == small()


def test_without_controls_only_the_named_models_are_asked():
    assert planned_models(load(small(controls=[])).sweeps) == ["smollm2-135m"]


def test_a_model_written_into_the_configuration_is_like_any_other():
    checked = load(
        small(
            models={"mine": {"backend": "openai", "base_url": "http://localhost:8080/v1"}},
            find_the_origin={"sweeps": [{**SWEEP, "models": ["mine"]}]},
        )
    )
    assert checked.registry["mine"]["label"] == "mine"
    assert "mine" in planned_models(checked.sweeps)


def test_the_bounds_hold_for_every_d_and_depth_of_a_sweep():
    sweep = {**SWEEP, "n_lines": [100, 3900], "puzzles": 0, "depth": [0, 50, 100]}
    with pytest.raises(UserError, match=r"^find_the_origin\.sweeps\[0\]: n_lines 3900: puzzle 0 .*depth 0"):
        load(small(find_the_origin={"sweeps": [sweep]}))
    assert load(small(find_the_origin={"sweeps": [{**sweep, "depth": 50}]})).sweeps


def test_a_local_folder_with_the_papers_words_is_accepted(tmp_path):
    (tmp_path / "vertices.txt").write_text("", encoding="utf-8")
    assert load(small(upstream_folder=str(tmp_path))).config["upstream_folder"] == str(tmp_path)


def test_a_huge_plan_is_checked_quickly():
    sweep = {
        **SWEEP,
        "d": {"start": 1, "stop": 15},
        "hops": [1, 2, 3],
        "depth": {"start": 0, "stop": 100},
        "puzzles": {"start": 1, "stop": 1000},
        "n_lines": {"start": 100, "stop": 5000},
    }
    start = time.perf_counter()
    load(small(find_the_origin={"sweeps": [sweep]}))
    assert time.perf_counter() - start < 5
