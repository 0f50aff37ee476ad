"""The controls as a backend; what they answer is tested with the tasks."""

from __future__ import annotations

import pytest

from backend_inputs import asked, model, replies
from findorigin.backends import control
from findorigin.backends.base import request_of
from findorigin.backends.connections import connect


@pytest.mark.parametrize(
    ("control_id", "status", "finish", "visible"),
    [
        ("oracle", "ok", "stop", True),
        ("guess", "ok", "stop", True),
        ("refuser", "refused", "refusal", False),
        ("simulated", "ok", "stop", True),
    ],
)
def test_how_a_reply_ends(control_id, status, finish, visible):
    of = model("control", id=control_id, parameters={"half_tokens": None})
    (reply,), _ = replies(connect, of, [asked(of).prompt])
    assert (reply.status, reply.finish_reason, reply.visible) == (status, finish, visible)
    assert (reply.served_model, reply.raw, reply.input_tokens) == (control_id, None, None)


def test_a_simulated_reply_may_be_cut():
    of = model("control", id="simulated", parameters={"tokens_per_doubling": 100, "max_tokens": 1})
    status, text = control.answer(request_of(asked(of)))
    assert status == "truncated" and "FINAL ANSWER" not in text


def test_a_draw_depends_on_the_prompt_and_the_repeat_alone():
    drawn = {(digest, repeat): control.draw(digest, repeat) for digest in ("a", "b") for repeat in (1, 2)}
    assert len(set(drawn.values())) == 4
    # An edit must not change what guess answered before.
    assert [drawn["a", repeat] % 1000 for repeat in (1, 2)] == [281, 514]
