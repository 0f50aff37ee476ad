"""Whatever is wrong around a run ends in one clear line, before anything is sent.

CASES is a table: what is wrong, and what the line must say. Each runs against a vendor that would answer, and
counts that nothing came.
"""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest

from engine_inputs import SLUG, Run
from findorigin.budget.caps import Caps, write_caps

KEY_VARIABLE, KEY = "LOCAL_VENDOR_KEY", "sk-test-RECOGNISABLE-0123456789"
PRICES = {"input": 3.0, "output": 15.0}
HOSTED = ("openai", "anthropic", "gemini")
PAID = {"prices": PRICES}


@dataclass
class Scene:
    """Where a case runs, to be spoilt, and the options with which it asks."""

    run: Run
    patch: pytest.MonkeyPatch
    options: dict[str, Any] = field(default_factory=dict)
    held: Any = None

    @property
    def journal(self):
        path = self.run.folder / "store" / f"{SLUG}.jsonl"
        path.parent.mkdir(exist_ok=True)
        return path


@dataclass(frozen=True)
class Case:
    """What is wrong: keys of the model's entry, or something done to the scene; `words` stand in the line."""

    name: str
    words: tuple[str, ...]
    changes: dict[str, Any] = field(default_factory=dict)
    spoil: Callable[[Scene], Any] = lambda scene: None
    backends: tuple[str, ...] = ("openai",)


def key(value: str | None) -> Callable[[Scene], Any]:
    def set_key(scene: Scene) -> None:
        if value is None:
            scene.patch.delenv(KEY_VARIABLE)
        else:
            scene.patch.setenv(KEY_VARIABLE, value)

    return set_key


def options(**given: Any) -> Callable[[Scene], Any]:
    return lambda scene: scene.options.update(given)


def caps(**given: Any) -> Callable[[Scene], Any]:
    def write(scene: Scene) -> None:
        path = scene.run.folder / "budget.json"
        write_caps(path, Caps(**{"max_cost_usd": 1.0, "refusal": None, "usd": {SLUG: 1.0}} | given))
        scene.options |= {"caps": str(path), "max_cost_usd": 1.0}

    return write


def journal(name: str = SLUG, **record: Any) -> Callable[[Scene], Any]:
    def write(scene: Scene) -> None:
        caps()(scene)
        stored = {"kind": "response", "key": "0" * 64, "status": "ok"} | record
        scene.journal.with_name(f"{name}.jsonl").write_text(json.dumps(stored) + "\n")

    return write


def hold_journal(scene: Scene) -> None:
    scene.held = scene.journal.open("a")
    fcntl.flock(scene.held, fcntl.LOCK_EX | fcntl.LOCK_NB)


TODAY = options(today=date(2026, 11, 30))
NO_KEY, NO_SUCH_KEY = (KEY_VARIABLE, "set the environment variable"), (KEY_VARIABLE, "no key has")
ELSEWHERE = {"base_url": "https://vendor.example", "prices": None}
DEAR = {"window": 16385, "parameters": {"max_tokens": 16384}}
GONE = ("can't be asked any more: retired on 2026-10-23", "2 of 2")

CASES = [
    Case("no key", NO_KEY, spoil=key(None), backends=HOSTED),
    Case("a blank key", NO_KEY, spoil=key("  "), backends=HOSTED),
    Case("a key of two words", NO_SUCH_KEY, spoil=key("a b"), backends=HOSTED),
    Case("a key in curly quotes", NO_SUCH_KEY, spoil=key("“sk-1”")),
    Case("a key of two lines", NO_SUCH_KEY, spoil=key("sk-1\nsk-2")),
    Case("a hosted model without prices", ("prices are unknown",), ELSEWHERE, backends=HOSTED),
    Case("a proxy on this machine without prices", ("prices are unknown",), {"prices": None}),
    Case("a reply without bound", ("don't limit the reply", "max_tokens"), PAID | {"parameters": {}}),
    Case("a limit not sent", ("don't limit the reply",), PAID | {"parameters": {"max_tokens": None}}),
    Case("a window too small", ("more than the model's window of 280",), {"window": 280}, backends=HOSTED),
    Case("a window taken up by the reply", ("window of 16,385",), DEAR),
    Case("retired", GONE, PAID | {"retired": "2026-10-23"}, TODAY, HOSTED),
    Case("retired in a month", ("retired in 2026-10",), PAID | {"retired": "2026-10"}, TODAY),
    Case("retired in a year", ("retired in 2025",), PAID | {"retired": "2025"}, TODAY),
    Case("retired today", ("retired on 2026-11-30",), PAID | {"retired": "2026-11-30"}, TODAY),
    Case("a limit of nothing", ("may cost $0.00", "raise max_cost_usd"), PAID, backends=HOSTED),
    Case("a limit too low", ("this model may cost $0.0010",), PAID, options(max_cost_usd=0.001)),
    Case("refused caps", ("nothing paid is sent",), PAID, caps(refusal="nothing paid is sent: set it")),
    Case("a cap too low", ("may cost $0.0010",), PAID, caps(usd={SLUG: 0.001})),
    Case("caps that are gone", ("can't be read",), PAID, options(caps="nowhere.json")),
    Case("another run spent since", ("cost $0.5000 by now",), PAID, journal("another", usd=0.5)),
    Case("spent in earlier runs", ("$0.9999 are spent",), PAID, journal(usd=0.9999)),
    Case("perhaps paid before", ("$0.9999 are spent",), PAID, journal(kind="intent", worst_usd=0.9999)),
    Case(
        "a proxy that is none",
        ("the client can't be set up", "HTTPS_PROXY"),
        {"base_url": "https://vendor.example"},
        lambda scene: scene.patch.setenv("HTTPS_PROXY", "gopher://user:password@nowhere"),
        HOSTED,
    ),
    Case("a store that is a file", ("store",), {}, lambda scene: (scene.run.folder / "store").touch()),
    Case("a journal that is a folder", (f"{SLUG}.jsonl",), {}, lambda scene: scene.journal.mkdir()),
    Case("a journal in use", (f"{SLUG}.jsonl", "another run"), {}, hold_journal),
]


@pytest.fixture
def vendor(vendor, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    return vendor


def entry(vendor, backend="openai", **changes):
    at = {"base_url": vendor.base_url(backend), "api_key_env": KEY_VARIABLE}
    return {"backend": backend, **at, "prices": {"input": 0.0, "output": 0.0}, **changes}


@pytest.mark.parametrize(
    ("case", "backend"),
    [pytest.param(case, backend, id=f"{case.name}-{backend}") for case in CASES for backend in case.backends],
)
def test_one_clear_line_and_nothing_sent(case, backend, vendor, tmp_path, monkeypatch):
    scene = Scene(Run(tmp_path), monkeypatch)
    case.spoil(scene)
    rows = scene.run.ask((2, 4), options=scene.options, **entry(vendor, backend, **case.changes))
    if scene.held:
        scene.held.close()
    error = scene.run.error
    assert error is not None and "\n" not in error
    assert [words for words in case.words if words not in error] == [], error
    assert KEY not in error + scene.run.log and "password" not in error
    assert vendor.calls == [] and rows == []


def test_a_stored_model_needs_neither_key_nor_caps(vendor, tmp_path, monkeypatch):
    run = Run(tmp_path)
    stored = run.ask((2, 4), **entry(vendor))
    vendor.forget()
    monkeypatch.delenv(KEY_VARIABLE)
    poor = entry(vendor, prices=PRICES, retired="2025", window=1)
    assert run.ask((2, 4), options={"caps": "nowhere.json"}, **poor) == stored
    assert run.error is None and vendor.calls == []
