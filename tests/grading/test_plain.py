from __future__ import annotations

import pytest

from findorigin.grading.plain import visible_reply


@pytest.mark.parametrize(
    ("reply", "shown"),
    [
        (None, ""),
        ("a<think>b</think>c", "a c"),
        ("a<think>b", "a"),
        ("a</think>b", "b"),
        ("<think>a<think>b</think>c</think>d", "d"),
        ("<think>a</think>b<think>c</think>d", "b d"),
        ("<THINKING>a</THINKING>b", "b"),
        ("<seed:think>a</seed:think>b", "b"),
        ("◁think▷a◁/think▷b", "b"),
        ("[THINK]a[/THINK]b", "b"),
        ("I think <b>so</b>", "I think so"),
    ],
)
def test_hidden_reasoning_is_not_part_of_the_visible_reply(reply, shown):
    assert visible_reply(reply) == shown


@pytest.mark.parametrize(
    ("reply", "plain"),
    [
        ("**a** `b` «c» “d” [e] {f} $g$", '"a" "b" "c" "d" "e" "f" "g"'),
        ("a-->b => c → d ⟶ e > f", "a → b → c → d → e → f"),
        ("a <-- b ← c", "a ← b ← c"),
        (r"\text{a} \textbf {b}", '"a" "b"'),
        ("a\r\n\r\n\u2028b\x85c", "a\nb\nc"),
        ("a\u200bb\xadc\x00d", "abcd"),
        ("it's ‘a’ snake_case _b_", 'it\'s "a" snake_case "b"'),
        ("<p>a</p><br/>b", "a\nb"),
        ("<a> and <b>c</b>", '"a" and c'),
        ("a ~~b~~ <del>c</del> d", "a d"),
        ("&lt;a&gt; &amp; b", '"a" & b'),
        ("> quoted", "quoted"),
        ("```python\na\n```", "a"),
    ],
)
def test_markup_becomes_plain(reply, plain):
    assert visible_reply(reply) == plain
