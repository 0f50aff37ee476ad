import pytest

from findorigin.backends.failures import (
    BAD_REQUEST,
    CONTEXT_OVERFLOW,
    EXHAUSTED,
    FORBIDDEN,
    KEY_REJECTED,
    NOT_FOUND,
    RATE_LIMIT,
    REFUSED,
    TRANSIENT,
    UNKNOWN_MODEL,
    classify,
    retry_after_s,
)


def error(message="", **members):
    return {"error": {"message": message, **members}}


@pytest.mark.parametrize(
    ("http_status", "body", "kind"),
    [
        (400, error("temperature is not supported"), BAD_REQUEST),
        (422, {"detail": [{"msg": "field required"}]}, BAD_REQUEST),
        (302, "", BAD_REQUEST),
        (413, "<html>Request Entity Too Large</html>", BAD_REQUEST),
        (401, error("bad key"), KEY_REJECTED),
        (400, error("API key not valid. Please pass a valid API key."), KEY_REJECTED),
        (402, error("pay first"), EXHAUSTED),
        (403, None, FORBIDDEN),
        (404, error("The model `gpt-0` does not exist", code="model_not_found"), UNKNOWN_MODEL),
        (
            404,
            error("models/gemini-0 is not found for API version v1beta", status="NOT_FOUND"),
            UNKNOWN_MODEL,
        ),
        (404, error("claude-0", type="not_found_error", details="model"), UNKNOWN_MODEL),
        (410, error("this model is gone"), UNKNOWN_MODEL),
        (404, "<html>not here</html>", NOT_FOUND),
        (404, {"detail": "Not Found"}, NOT_FOUND),
        (408, None, TRANSIENT),
        (409, None, TRANSIENT),
        (500, "", TRANSIENT),
        (502, "<html>", TRANSIENT),
        (504, None, TRANSIENT),
        (429, error("slow down"), RATE_LIMIT),
        (503, None, RATE_LIMIT),
        (529, error("Overloaded", type="overloaded_error"), RATE_LIMIT),
        (429, error("see https://vendor.example/billing for higher limits"), RATE_LIMIT),
        (429, error("no more", code="insufficient_quota"), EXHAUSTED),
        (400, error("Your credit balance is too low to access the API"), EXHAUSTED),
        (429, error("You exceeded your current quota", details=[{"quotaId": "RequestsPerDay"}]), EXHAUSTED),
        (429, error("You exceeded your current quota", details=[{"quotaId": "PerMinute"}]), RATE_LIMIT),
        (400, error("too long", code="context_length_exceeded"), CONTEXT_OVERFLOW),
        (400, error("request (9 tokens) exceeds the available context size"), CONTEXT_OVERFLOW),
        (400, error("prompt is too long: 208310 tokens > 200000 maximum"), CONTEXT_OVERFLOW),
        (400, [error("The input token count (11) exceeds the maximum")], CONTEXT_OVERFLOW),
        (400, error("filtered", code="content_filter"), REFUSED),
    ],
)
def test_what_an_http_error_means(http_status, body, kind):
    assert classify(http_status, body).kind == kind


def test_a_message_is_one_line_without_markup():
    assert classify(502, "<html>\n<h1>Bad  Gateway</h1></html>").message == "HTTP 502: Bad Gateway"


@pytest.mark.parametrize("http_status", [408, 409, 425, 429, 500, 502, 503, 504, 529])
def test_a_wait_too_long_to_sit_out_is_an_exhausted_quota(http_status):
    failure = classify(http_status, None, {"Retry-After": "86400"})
    assert failure.kind == EXHAUSTED and "to be asked again in 86400 s" in failure.message
    assert classify(http_status, None, {"Retry-After": "900"}).kind in (TRANSIENT, RATE_LIMIT)


def test_a_wait_changes_nothing_where_no_other_answer_is_to_be_had():
    assert classify(400, None, {"Retry-After": "86400"}).kind == BAD_REQUEST


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({"Retry-After": "7"}, None, 7),
        ({"retry-after": "0.5"}, None, 0.5),
        ({"retry-after-ms": "600", "retry-after": "7"}, None, 0.6),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, None, 0),
        ({}, error("", details=[{"@type": "RetryInfo", "retryDelay": "34.5s"}]), 34.5),
        ({"retry-after": "soon"}, None, None),
        ({"retry-after": "-3"}, None, None),
        ({"retry-after": "nan"}, None, None),
        ({}, None, None),
    ],
)
def test_how_long_the_vendor_asks_to_wait(headers, body, seconds):
    assert retry_after_s(headers, body) == seconds
