"""Where a model's files are looked for, what identifies them, and what is said where they are not."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from huggingface_hub import constants

from fake_vllm import TEMPLATE, vllm_model, write_weights
from findorigin.backends.vllm import hub
from findorigin.backends.vllm.weights import find_weights, fingerprint, identify
from findorigin.common.errors import UserError

COMMIT = "0123456789" * 4
NAME = "lab/Model-FP8"


def model(weights, **changes):
    return vllm_model("unused", weights=weights, **changes)


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    """An empty folder of downloads, a hub that nobody serves, no token."""
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.delenv("HUGGING_FACE_HUB_TOKEN", raising=False)
    # What the library read from HF_HOME, HF_TOKEN_PATH, HF_HUB_OFFLINE when it was imported.
    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", str(tmp_path / "no-token"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    assert os.environ["HF_HUB_DISABLE_TELEMETRY"] == "1"
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_TELEMETRY", True)
    ask_at(monkeypatch, "http://127.0.0.1:9")
    hub.ask_hub.cache_clear()
    return tmp_path / "hub" / "models--lab--Model-FP8"


def ask_at(monkeypatch, address):
    """Have the library ask another hub, as HF_ENDPOINT does when it is imported."""
    monkeypatch.setattr(constants, "ENDPOINT", address)
    template = f"{address}/{{repo_id}}/resolve/{{revision}}/{{filename}}"
    monkeypatch.setattr(constants, "HUGGINGFACE_CO_URL_TEMPLATE", template)


def downloaded(cache, **changes):
    (cache / "refs").mkdir(parents=True)
    (cache / "refs" / "main").write_text(COMMIT)
    return write_weights(cache / "snapshots" / COMMIT, **changes)


@contextlib.contextmanager
def serving(answers):
    """A hub on loopback: (status, headers, content) by path; what was asked for, with the token sent."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append((self.path.partition("?")[0], self.headers["authorization"]))
            status, headers, content = answers.get(asked[-1][0], (404, {}, ""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(content.encode())

        do_HEAD = do_GET

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


FILES = {"config.json": 2, "tokenizer_config.json": 2, "a.safetensors": 5 * 2**30, "b.safetensors": 4 * 2**30}
MODEL = json.dumps(
    {
        "id": NAME,
        "sha": COMMIT,
        "siblings": [{"rfilename": name, "size": size} for name, size in FILES.items()],
    }
)
OF_FILE = {"etag": '"0"', "x-repo-commit": COMMIT}
WHOLE = {
    f"/api/models/{NAME}/revision/main": (200, {}, MODEL),
    f"/api/models/{NAME}/revision/{COMMIT}": (200, {}, MODEL),
    f"/{NAME}/resolve/{COMMIT}/config.json": (200, OF_FILE, '{"num_hidden_layers": 32}'),
    f"/{NAME}/resolve/{COMMIT}/tokenizer_config.json": (
        200,
        OF_FILE,
        json.dumps({"chat_template": TEMPLATE}),
    ),
}


def test_the_hub_says_commit_size_and_template(monkeypatch):
    with serving(WHOLE) as (address, asked):
        ask_at(monkeypatch, address)
        monkeypatch.setenv("HF_TOKEN", "secret")
        found = find_weights(model({"hub": NAME}), None)
    assert (found.model, found.revision, found.identity.revision) == (NAME, COMMIT, COMMIT)
    assert found.weight_bytes == 9 * 2**30
    assert found.chat_template == TEMPLATE
    assert not found.is_local
    assert {token for _, token in asked} == {"Bearer secret"}


def test_a_download_is_used_and_nobody_is_asked(cache):
    folder = downloaded(cache)
    for weights in ({"hub": NAME}, {"hub": NAME, "revision": COMMIT}):
        found = find_weights(model(weights), None)
        assert (found.model, found.revision, found.identity.revision) == (str(folder), None, COMMIT)
        assert found.is_local


def test_a_folder_and_a_download_of_the_same_commit_are_the_same_model(cache, tmp_path):
    downloaded(cache)
    copy = write_weights(tmp_path / "copy")
    by_hub = identify(model({"hub": NAME, "revision": COMMIT}), tmp_path / "none")
    by_path = identify(model({"path": str(copy), "revision": COMMIT}), tmp_path / "none")
    assert by_hub == by_path


HALF = {"no config": "config.json", "a shard missing": "model-2.safetensors"}


@pytest.mark.parametrize("missing", HALF.values(), ids=HALF)
def test_half_a_download_is_no_download(cache, missing):
    folder = downloaded(cache)
    index = {"weight_map": {"a": "model.safetensors", "b": "model-2.safetensors"}}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    (folder / "model-2.safetensors").touch()
    assert find_weights(model({"hub": NAME}), None).is_local
    (folder / missing).unlink()
    with pytest.raises(UserError, match="is not on this machine"):
        find_weights(model({"hub": NAME}), None)


def refusal(status, code=None, path=f"/api/models/{NAME}/revision/main"):
    return {**WHOLE, path: (status, {"x-error-code": code} if code else {}, "")}


GATED = refusal(401, "GatedRepo", f"/{NAME}/resolve/{COMMIT}/tokenizer_config.json")
REFUSED = {
    "gated, no token": (
        GATED,
        {},
        f"{NAME} is gated: accept its terms at .* and set the environment variable HF_TOKEN",
    ),
    "gated, another's token": (
        GATED,
        {"HF_TOKEN": "secret"},
        r"gated: accept its terms at .* \(HF_TOKEN\), which may not read it yet",
    ),
    "unknown": (refusal(401, "RepoNotFound"), {}, f"knows no model {NAME}, or it is private .*HTTP 401"),
    "no such revision": (refusal(404, "RevisionNotFound"), {}, f"{NAME} has no revision None"),
    "a hub that is down": (refusal(503), {}, r"is not on this machine .*HTTP 503.*hf download lab/Model-FP8"),
    "told to stay offline": (WHOLE, {"HF_HUB_OFFLINE": "1"}, "HF_HUB_OFFLINE is set"),
}


@pytest.mark.parametrize(("answers", "environment", "line"), REFUSED.values(), ids=REFUSED)
def test_one_line_where_the_hub_gives_nothing(monkeypatch, answers, environment, line):
    with serving(answers) as (address, _):
        ask_at(monkeypatch, address)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", "HF_HUB_OFFLINE" in environment)
        with pytest.raises(UserError, match=line) as caught:
            find_weights(model({"hub": NAME}), None)
    assert "secret" not in str(caught.value)
    assert "\n" not in str(caught.value)


def test_one_line_where_there_is_no_network(tmp_path):
    with pytest.raises(
        UserError, match=r"looked in .*hub\) and http://127.0.0.1:9 can't be asked \(ConnectError\)"
    ):
        find_weights(model({"hub": NAME}), None)
    with pytest.raises(UserError, match=r"weights\.path .*nowhere is not a folder with a config\.json"):
        find_weights(model({"path": str(tmp_path / "nowhere")}), None)


TEMPLATES = {
    "in the tokenizer's config": ({"chat_template": "one"}, None, "one"),
    "in a file of its own, which comes first": ({"chat_template": "one"}, "file", "file"),
    "one of several": (
        {"chat_template": [{"name": "tool_use", "template": "x"}, {"name": "default", "template": "two"}]},
        None,
        "two",
    ),
}


@pytest.mark.parametrize(("config", "file", "expected"), TEMPLATES.values(), ids=TEMPLATES)
def test_which_template(tmp_path, config, file, expected):
    folder = write_weights(tmp_path / "model")
    (folder / "tokenizer_config.json").write_text(json.dumps(config))
    if file is not None:
        (folder / "chat_template.jinja").write_text(file)
    assert find_weights(model({"path": str(folder)}), None).chat_template == expected


def test_a_model_without_a_template_and_one_given(tmp_path):
    folder = write_weights(tmp_path / "base", template=None)
    with pytest.raises(UserError, match="Llama: its tokenizer has no chat template"):
        find_weights(model({"path": str(folder)}), None)
    own = tmp_path / "own.jinja"
    with pytest.raises(UserError, match=r"chat_template .*own\.jinja is not a file that can be read"):
        find_weights(model({"path": str(folder)}, chat_template=str(own)), None)
    own.write_text("mine")
    assert find_weights(model({"path": str(folder)}, chat_template=str(own)), None).chat_template == "mine"


def test_the_fingerprint_tells_weights_apart_and_not_places(tmp_path):
    first, second = (write_weights(tmp_path / name, n_bytes=3 * 2**20) for name in ("a", "b"))
    assert fingerprint(first) == fingerprint(second)
    (first / "README.md").write_text("words")
    (first / ".cache").mkdir()
    assert fingerprint(first) == fingerprint(second)
    for place in (0, 3 * 2**20 - 1):
        with (second / "model.safetensors").open("r+b") as file:
            file.seek(place)
            file.write(b"x")
        assert fingerprint(first) != fingerprint(second)
        write_weights(second, n_bytes=3 * 2**20)
    write_weights(second, n_bytes=3 * 2**20 + 1)
    assert fingerprint(first) != fingerprint(second)


def stored(path, weights, revision, template_file=None):
    server = {
        "weights": weights,
        "revision": revision,
        "chat_template": template_file,
        "chat_template_sha256": "t",
    }
    record = {"kind": "response", "key": "k", "server": server}
    path.write_text('{"kind":"intent","key":"k"}\n' + json.dumps(record) + "\n")
    return path


def test_what_is_stored_says_what_was_measured(tmp_path, cache):
    asked = model({"hub": NAME})
    journal = stored(tmp_path / "model.jsonl", {"hub": NAME, "path": None, "file": None}, "first commit")
    downloaded(cache)
    assert identify(asked, journal).revision == "first commit"
    pinned = model({"hub": NAME, "revision": COMMIT})
    assert identify(pinned, journal).revision == COMMIT
    own = tmp_path / "own.jinja"
    own.write_text("mine")
    changed = identify(model({"hub": NAME}, chat_template=str(own)), journal)
    assert changed.revision == "first commit"
    assert changed.chat_template_sha256 != "t"
