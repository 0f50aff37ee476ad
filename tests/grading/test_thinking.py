from __future__ import annotations

import pytest

from findorigin.grading.plain import readable, visible_reply
from findorigin.grading.thinking import WrittenReply, without_thinking


@pytest.mark.parametrize(
    ("written", "left"),
    [
        ("", ""),
        ("**a** `b`\r\n> c\u00a0&amp; d", "**a** `b`\r\n> c\u00a0&amp; d"),
        ("<think>a</think>**b**", " **b**"),
        ("`a`<think>b</think>*c*", "`a` *c*"),
        ("a<think>b", "a"),
        ("a</think>`b`", "`b`"),
        ("[THINK]a[/THINK]b_c", " b_c"),
        ("&lt;think&gt;a&lt;/think&gt;**b**", " **b**"),
        ("I <b>think</b> so", "I <b>think</b> so"),
    ],
)
def test_thinking_goes_and_all_else_stays(written, left):
    assert without_thinking(written) == left
    assert WrittenReply(written) == left
    assert WrittenReply(written).whole == written
    assert visible_reply(left) == visible_reply(written)


def test_no_text_is_an_empty_reply():
    reply = WrittenReply(None, "empty")
    assert (reply, reply.whole, reply.status) == ("", "", "empty")


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('**a** `b` "c" «d» O(n²)', '**a** `b` "c" «d» O(n²)'),
        ("```python\na\n```", "```python\na\n```"),
        ("a\u200bb\r\nc\u00a0d\x1b[0m", "ab\nc d"),
        ("<b>a</b><br>~~b~~c<|im_end|>", "a\n c "),
        (r"$\boxed{\text{a b}}$ costs $100", "a b costs $100"),
        ("a < b > c", "a < b > c"),
    ],
)
def test_a_readable_reply_keeps_its_marks(written, shown):
    assert readable(written) == shown
