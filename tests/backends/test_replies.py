import pytest

from backend_inputs import model, replies
from findorigin.backends import anthropic, gemini, openai
from findorigin.backends.base import api_key, with_prefill
from findorigin.backends.connections import connect
from findorigin.backends.failures import Failure
from findorigin.common.errors import UserError
from findorigin.store.records import count


def openai_reply(content, finish="stop", **message):
    return {"choices": [{"message": {"content": content, **message}, "finish_reason": finish}]}


def anthropic_reply(finish, *blocks):
    return {"content": [{"type": kind, kind: text} for kind, text in blocks], "stop_reason": finish}


def gemini_reply(finish, *parts):
    return {"candidates": [{"content": {"parts": list(parts)}, "finishReason": finish}]}


CASES = [
    (openai, openai_reply("A"), "ok", "A"),
    (openai, openai_reply([{"type": "text", "text": "A"}, {"type": "text", "text": "B"}]), "ok", "AB"),
    (openai, openai_reply("A", "length"), "truncated", "A"),
    (openai, openai_reply(None, "length", reasoning_content="hm"), "truncated", ""),
    (openai, openai_reply(None, reasoning_content="hm"), "empty", ""),
    (openai, openai_reply(" \n"), "empty", " \n"),
    (openai, openai_reply(None, "content_filter"), "refused", ""),
    (openai, openai_reply(None, refusal="I can't"), "refused", ""),
    (anthropic, anthropic_reply("end_turn", ("text", "A"), ("text", "B")), "ok", "AB"),
    (anthropic, anthropic_reply("max_tokens", ("text", "A")), "truncated", "A"),
    (anthropic, anthropic_reply("max_tokens", ("thinking", "hm")), "truncated", ""),
    (anthropic, anthropic_reply("model_context_window_exceeded"), "truncated", ""),
    (anthropic, anthropic_reply("refusal"), "refused", ""),
    (anthropic, anthropic_reply("end_turn"), "empty", ""),
    (gemini, gemini_reply("STOP", {"text": "hm", "thought": True}, {"text": "A"}), "ok", "A"),
    (gemini, gemini_reply("STOP"), "empty", ""),
    (gemini, gemini_reply("MAX_TOKENS"), "truncated", ""),
    (gemini, {"candidates": [{"finishReason": "MAX_TOKENS"}]}, "truncated", ""),
    *((gemini, gemini_reply(reason), "refused", "") for reason in sorted(gemini.REFUSALS)),
    (gemini, {"promptFeedback": {"blockReason": "OTHER"}}, "refused", ""),
]


@pytest.mark.parametrize(("backend", "raw", "status", "text"), CASES)
def test_status_and_text_of_a_reply(backend, raw, status, text):
    reply = backend.read_reply(raw)
    assert (reply.status, reply.text) == (status, text)


@pytest.mark.parametrize(
    ("backend", "raw"),
    [
        (openai, {"choices": []}),
        (openai, None),
        (openai, []),
        (openai, {"error": {"message": "upstream", "code": 502}}),
        (openai, openai_reply(None, "error")),
        (anthropic, {"type": "error", "error": {"type": "api_error"}}),
        (anthropic, {"content": None}),
        (gemini, {"usageMetadata": {"promptTokenCount": 3}}),
        (gemini, gemini_reply("MALFORMED_RESPONSE")),
    ],
)
def test_what_is_no_reply_is_asked_again(backend, raw):
    with pytest.raises(Failure) as caught:
        backend.read_reply(raw)
    assert caught.value.kind == "transient"


def test_gemini_without_candidates_that_used_up_its_tokens_was_truncated():
    raw = {"usageMetadata": {"promptTokenCount": 3, "thoughtsTokenCount": 256}}
    assert gemini.read_reply(raw, limit=256).status == "truncated"


@pytest.mark.parametrize(
    ("backend", "raw", "counts"),
    [
        (
            openai,
            openai_reply("A")
            | {
                "usage": {
                    "prompt_tokens": 100,
                    "completion_tokens": 50,
                    "prompt_tokens_details": {"cached_tokens": 60},
                    "completion_tokens_details": {"reasoning_tokens": 40},
                }
            },
            (100, 60, 50, 40),
        ),
        (
            anthropic,
            anthropic_reply("end_turn", ("text", "A"))
            | {
                "usage": {
                    "input_tokens": 30,
                    "cache_read_input_tokens": 60,
                    "cache_creation_input_tokens": 10,
                    "output_tokens": 50,
                    "output_tokens_details": {"thinking_tokens": 40},
                }
            },
            (100, 60, 50, 40),
        ),
        (
            gemini,
            gemini_reply("STOP", {"text": "A"})
            | {
                "usageMetadata": {
                    "promptTokenCount": 100,
                    "cachedContentTokenCount": 60,
                    "candidatesTokenCount": 10,
                    "thoughtsTokenCount": 40,
                }
            },
            (100, 60, 50, 40),
        ),
        (
            openai,
            openai_reply("A") | {"usage": {"prompt_tokens": "many", "completion_tokens": -1}},
            (None, None, None, None),
        ),
    ],
)
def test_usage_in_one_form(backend, raw, counts):
    reply = backend.read_reply(raw)
    found = (reply.input_tokens, reply.cached_tokens, reply.output_tokens, reply.reasoning_tokens)
    assert found == counts


@pytest.mark.parametrize(
    ("content", "returned", "text", "continuation"),
    [
        ('A: "x"', True, 'A: "x"', 'x"'),
        ('x"', False, 'A: "x"', 'x"'),
        ('A: "x"', None, 'A: "x"', 'x"'),
        ('x"', None, 'A: "x"', 'x"'),
        ('A: "x"', False, 'A: "A: "x"', 'A: "x"'),
        ("", False, 'A: "', ""),
    ],
)
def test_prefill_and_continuation_are_stored_in_one_form(content, returned, text, continuation):
    assert with_prefill(content, 'A: "', returned) == (text, continuation)


class TestApiKey:
    def test_none_is_needed_where_none_is_named(self):
        assert api_key(model(base_url="http://127.0.0.1:9/v1")) is None

    def test_blanks_around_it_are_dropped(self, monkeypatch):
        monkeypatch.setenv("TEST_KEY", " sk-123\n")
        assert api_key(model(api_key_env="TEST_KEY")) == "sk-123"

    @pytest.mark.parametrize("backend", ["openai", "anthropic", "gemini"])
    @pytest.mark.parametrize("value", [None, "", "  "])
    def test_a_missing_key_is_named_by_its_variable(self, backend, value, monkeypatch):
        monkeypatch.delenv("TEST_KEY", raising=False)
        if value is not None:
            monkeypatch.setenv("TEST_KEY", value)
        with pytest.raises(UserError, match="Tested: set the environment variable TEST_KEY"):
            api_key(model(backend, api_key_env="TEST_KEY"))
        monkeypatch.delenv(f"{backend.upper()}_API_KEY", raising=False)
        with pytest.raises(UserError, match=f"set the environment variable {backend.upper()}_API_KEY"):
            api_key(model(backend))

    @pytest.mark.parametrize("value", ["sk-12\n34", "sk 1234", "sk-ключ", "“sk-1”"])
    def test_what_can_be_no_key_is_not_repeated(self, value, monkeypatch):
        monkeypatch.setenv("TEST_KEY", value)
        with pytest.raises(UserError, match="TEST_KEY") as caught:
            api_key(model(api_key_env="TEST_KEY"))
        assert value not in str(caught.value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0, 0), (2**31, 2**31), (10**12, 10**12), (10**12 + 1, None), (-1, None), (True, None), ("3", None)],
)
def test_which_counts_can_be_counts_of_tokens(value, expected):
    assert count(value) == expected


@pytest.mark.parametrize("module", [openai, anthropic, gemini])
def test_a_client_that_can_not_be_set_up_is_one_line_without_the_proxys_password(module, monkeypatch):
    monkeypatch.setenv("HTTPS_PROXY", "gopher://user:password@nowhere")
    monkeypatch.setenv("TEST_KEY", "sk-123")
    backend = module.__name__.rpartition(".")[2]
    of = model(backend, base_url="https://vendor.example", api_key_env="TEST_KEY")
    with pytest.raises(UserError, match=r"the client can't be set up .*\(HTTPS_PROXY") as caught:
        replies(connect, of, ["?"])
    assert "password" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_parameter_that_geminis_sdk_does_not_know_is_named():
    of = model("gemini", base_url="http://127.0.0.1:9", parameters={"topq": 1, "max_output_tokens": 9})
    with pytest.raises(UserError, match=r"Tested: parameters\.topq is not what the backend gemini takes"):
        replies(connect, of, ["?"])
