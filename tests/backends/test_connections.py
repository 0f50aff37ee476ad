"""What is imported for whom: a rule's environment holds the SDK of its own vendor only."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from backend_inputs import asked, model, replies
from findorigin.backends import identities
from findorigin.backends.connections import connect
from findorigin.config.models import BACKENDS
from findorigin.planning.identity import NAMED_BY_ENTRY, Identity
from shared_inputs import PROJECT

SDKS = {"openai", "anthropic", "google.genai", "xllamacpp", "huggingface_hub"}
HEAVY = SDKS | {"httpx2", "pyarrow", "pydantic", "pandas"}
MODULES = [
    ("findorigin.backends.base", HEAVY, set()),
    ("findorigin.backends.failures", HEAVY, set()),
    ("findorigin.backends.connections", SDKS, set()),
    ("findorigin.backends.identities", SDKS, set()),
    ("findorigin.backends.control", SDKS, set()),
    ("findorigin.backends.openai", SDKS, {"openai"}),
    ("findorigin.backends.anthropic", SDKS, {"anthropic"}),
    ("findorigin.backends.gemini", SDKS, {"google.genai"}),
    ("findorigin.backends.llama_cpp.connection", SDKS, {"openai"}),
    ("findorigin.backends.vllm.connection", SDKS, {"openai"}),
]


@pytest.mark.parametrize(("name", "watched", "expected"), MODULES)
def test_what_a_module_imports(name, watched, expected):
    program = f"import json, sys, {name}; print(json.dumps(sorted(sys.modules)))"
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=PROJECT / "workflow" / "scripts",
        capture_output=True,
        text=True,
        check=True,
    )
    assert watched & set(json.loads(said.stdout)) == expected


@pytest.mark.parametrize("backend", sorted(set(BACKENDS) - {"vllm"}))
def test_every_backend_can_be_connected_to(backend):
    of = model(backend)
    assert connect(of, asked(of)).__aenter__


def test_a_control_answers_through_the_same_door():
    (reply,), backend = replies(connect, model("control", id="oracle"), [asked(model()).prompt])
    assert (reply.status, reply.text) == ("ok", "FINAL ANSWER: origin")
    assert (reply.served_model, backend.settings) == ("oracle", None)


@pytest.mark.parametrize(
    ("of", "identity"),
    [
        (model("openai"), NAMED_BY_ENTRY),
        (model("gemini"), NAMED_BY_ENTRY),
        (model("control"), Identity(revision="1")),
        (model("vllm", weights={"hub": "lab/Model", "revision": "abc"}), NAMED_BY_ENTRY),
    ],
    ids=lambda value: getattr(value, "backend", None),
)
def test_what_identifies_a_model_without_a_network(of, identity, tmp_path):
    assert identities.identify(of, tmp_path / "none.jsonl", offline=True) == identity
