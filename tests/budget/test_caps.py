import pytest

from findorigin.budget.caps import (
    Caps,
    cap_of,
    least_limit,
    read_caps,
    share_out,
    spent_by_others,
    write_caps,
)
from findorigin.common.errors import UserError
from planning_inputs import plan
from store_records import response, write

CHEAP, DEAR = plan("cheap", needed=1.0), plan("dear", needed=9.0)


def shared(plans, limit, other=0.0, *, refuse=False):
    return share_out(plans, other, limit, refuse_unavailable=refuse)


@pytest.mark.parametrize(
    ("plans", "other", "limit", "usd"),
    [
        pytest.param([CHEAP, DEAR], 0, 10, {"cheap": 1, "dear": 9}, id="just enough: each what it needs"),
        pytest.param([CHEAP, DEAR], 0, 20, {"cheap": 2, "dear": 18}, id="the rest goes by need, not by head"),
        pytest.param([CHEAP, DEAR], 4, 14, {"cheap": 1, "dear": 9}, id="what other models have cost counts"),
        pytest.param(
            [plan("half", needed=5, committed=4), DEAR],
            0,
            18,
            {"half": 9, "dear": 9},
            id="a cap is cumulative",
        ),
        pytest.param(
            [plan("done", committed=3, missing=0), CHEAP],
            0,
            5,
            {"done": 3, "cheap": 2},
            id="a model with nothing missing keeps what it has cost",
        ),
        pytest.param(
            [plan("gone", needed=50, unavailable="retired"), CHEAP],
            0,
            1,
            {"gone": 0, "cheap": 1},
            id="a model that is not asked needs nothing",
        ),
        pytest.param(
            [plan("unpriced", needed=None), CHEAP],
            0,
            1,
            {"unpriced": 0, "cheap": 1},
            id="a model of unknown price gets nothing",
        ),
        pytest.param(
            [plan("done", committed=3, missing=0)], 0, 0, {"done": 3}, id="nothing missing, no limit"
        ),
    ],
)
def test_how_a_limit_is_shared_out(plans, other, limit, usd):
    caps = shared(plans, limit, other)
    assert caps.refusal is None
    assert caps.usd == pytest.approx(usd)
    assert other + sum(caps.usd.values()) <= max(limit, 3) + 1e-9


def test_jobs_side_by_side_cannot_overrun_the_limit_together():
    plans = [plan(f"m{number}", needed=0.1 * number, committed=0.01) for number in range(1, 30)]
    assert sum(shared(plans, 100.0, 7.0).usd.values()) == pytest.approx(93.0)


@pytest.mark.parametrize(
    ("plans", "other", "limit", "words"),
    [
        ([CHEAP, DEAR], 0, 9.99, ["2 missing answers of 2 paid model(s)", "$10.0000", "set it to 10.00"]),
        ([CHEAP, DEAR], 0, 0, ["max_cost_usd 0;"]),
        ([CHEAP], 0.5, 1.4, ["$0.5000 are spent", "set it to 1.50"]),
        ([plan(needed=0.001)], 0, 0, ["set it to 0.01"]),
        ([plan(needed=0.5, committed=0.3)], 0, 0.7, ["set it to 0.80"]),
    ],
)
def test_a_limit_too_low_is_one_line_with_the_number_to_set(plans, other, limit, words):
    caps = shared(plans, limit, other)
    assert "\n" not in caps.refusal
    assert [word for word in words if word not in caps.refusal] == []
    assert caps.usd == {item.model.slug: item.committed_usd for item in plans}


@pytest.mark.parametrize(
    "plans", [[CHEAP, DEAR], [plan(needed=0.123456)], [plan(needed=0.1), plan("b", needed=0.2)]]
)
def test_the_number_to_set_is_enough(plans):
    assert shared(plans, least_limit(plans, 0.3), 0.3).refusal is None


def test_with_unavailable_error_a_model_that_is_gone_stops_all_spending():
    gone = plan("gone", needed=5, unavailable="retired on 2026-10-23")
    assert shared([gone, CHEAP], 10).refusal is None
    assert (
        "gone can't be asked any more (retired on 2026-10-23)"
        in shared([gone, CHEAP], 10, refuse=True).refusal
    )


def test_caps_come_back_from_their_file(tmp_path):
    caps = shared([CHEAP, DEAR], 20)
    write_caps(tmp_path / "budget.json", caps)
    assert read_caps(tmp_path / "budget.json") == caps


def test_what_other_models_of_the_store_have_cost_is_read_from_their_journals(tmp_path):
    write(tmp_path / "asked.jsonl", [response("a", usd=1.0)])
    write(tmp_path / "other.jsonl", [response("b", usd=0.25)])
    (tmp_path / "other.jsonl.damaged").write_text((tmp_path / "asked.jsonl").read_text())
    assert spent_by_others(tmp_path, ["asked"]) == 0.25
    assert spent_by_others(tmp_path / "nowhere", ["asked"]) == 0


def test_a_cap_holds_while_the_others_keep_to_theirs(tmp_path):
    path = tmp_path / "budget.json"
    write_caps(path, Caps(2.0, None, {"mine": 1.0, "theirs": 1.0}))
    write(tmp_path / "theirs.jsonl", [response("a", usd=1.0)])
    assert cap_of(path, "mine", 0.4, tmp_path, 2.0) == 1.0
    write(tmp_path / "late.jsonl", [response("b", usd=0.1)])
    with pytest.raises(UserError, match="by now"):
        cap_of(path, "mine", 0.4, tmp_path, 2.0)


@pytest.mark.parametrize(
    ("content", "limit", "line"),
    [
        (Caps(2.0, None, {"mine": 1.0}), 3.0, "shares out max_cost_usd 2, but it is 3 now; delete the file"),
        (Caps(2.0, "nothing paid is sent: because", {}), 2.0, "nothing paid is sent: because"),
        (Caps(2.0, None, {}), 2.0, "has no cap for mine"),
        ("{}", 2.0, "can't be read as caps"),
        ('{"max_cost_usd": 2, "refusal": null, "usd": {"mine": NaN}}', 2.0, "can't be read as caps"),
        ('{"max_cost_usd": 2, "refusal": null, "allotments_usd": {"mine": 1}}', 2.0, "can't be read as caps"),
    ],
)
def test_caps_that_cant_be_kept_to_are_refused_in_one_line(content, limit, line, tmp_path):
    path = tmp_path / "budget.json"
    if isinstance(content, Caps):
        write_caps(path, content)
    else:
        path.write_text(content)
    with pytest.raises(UserError, match=line) as refused:
        cap_of(path, "mine", 0.0, tmp_path, limit)
    assert "\n" not in str(refused.value)
