from __future__ import annotations

import asyncio
import os
import threading
import time

import pytest

from findorigin.common.cells import FINAL_STATUSES
from findorigin.common.errors import UserError
from findorigin.store.journal import Journal
from findorigin.store.reader import read_journal
from store_records import error, intent, response, write


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store" / "model.jsonl"


def test_a_response_comes_back_as_it_was_written(path):
    given = response("k", raw={"choices": []}, text="a\u2028b\ud800")
    write(path, [given])
    with Journal.open(path) as journal:
        assert journal.final("k") == given
        assert journal.has_final("k")
        assert journal.final("other") is None


def test_a_response_can_be_read_in_the_run_that_wrote_it(path):
    with Journal.open(path) as journal:
        asyncio.run(journal.write_response(response("k")))
        assert journal.final("k") == response("k")


@pytest.mark.parametrize("status", FINAL_STATUSES)
def test_a_final_status_is_never_asked_again(path, status):
    write(path, [response("k", status=status)])
    assert read_journal(path).has_final("k")


@pytest.mark.parametrize("status", ["error", "unavailable", "wrong_model", None])
def test_any_other_status_is(path, status):
    write(path, [response("k", status=status)])
    assert not read_journal(path).has_final("k")


def test_the_first_final_response_wins(path):
    write(path, [response("k", status="error"), response("k", text="first")])
    write(path, [response("k", text="second")])
    assert read_journal(path).final("k")["text"] == "first"


def test_earlier_lines_are_never_touched(path):
    write(path, [intent("a"), response("a")])
    before = path.read_bytes()
    write(path, [response("b"), error("c")])
    assert path.read_bytes().startswith(before)


def test_a_run_with_nothing_to_write_leaves_the_file_as_it_was(path):
    write(path, [response("a")])
    before = path.read_bytes()
    write(path, [])
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == ["model.jsonl"]


def test_an_absent_journal_reads_as_empty_and_is_not_made(path):
    journal = read_journal(path)
    assert (journal.keys(), journal.final("k"), journal.index.usd) == ([], None, 0)
    assert not path.parent.exists()


def test_two_journals_joined_by_cat_are_a_journal(path, tmp_path):
    write(path, [intent("a"), response("a"), intent("b")])
    copy = path.read_bytes()
    write(path, [intent("b"), response("b")])
    joined = tmp_path / "joined.jsonl"
    joined.write_bytes(path.read_bytes() + copy)
    journal = read_journal(joined)
    assert journal.keys() == ["a", "b"]
    assert journal.index.usd == 0.5
    assert journal.unanswered_intents() == 1


# Money


def test_usd_is_summed_over_runs_and_kinds(path):
    write(path, [response("a", usd=0.5), error("b", usd=0.125)])
    with Journal.open(path) as journal:
        asyncio.run(journal.write_response(response("c", usd=1)))
        journal.write_error({**error("d"), "kind": "refusal", "usd": 2})
        assert journal.index.usd == 3.625
    assert read_journal(path).index.usd == 3.625


def test_an_unknown_price_is_counted_and_not_taken_for_zero(path):
    write(path, [response("a", usd=None), response("b", usd=0), error("c"), error("d", usd=None)])
    assert (read_journal(path).index.usd, read_journal(path).index.unpriced) == (0, 2)


INTENTS = {
    "none": ([], 0),
    "answered": ([intent("a"), response("a")], 0),
    "failed": ([intent("a"), error("a")], 0),
    "nothing followed": ([intent("a"), intent("b"), response("b")], 1),
    "the second attempt's answer is missing": ([intent("a", 1), error("a", 1), intent("a", 2)], 1),
    "answered at the third attempt": (
        [intent("a", 1), intent("a", 2), intent("a", 3), response("a", attempts=3)],
        0,
    ),
    "an answer to the first says nothing of the second": ([intent("a", 1), intent("a", 2), error("a", 1)], 1),
    "another key's answer": ([intent("a"), response("b")], 1),
}


@pytest.mark.parametrize(("records", "unanswered"), INTENTS.values(), ids=INTENTS)
def test_calls_without_an_answer_are_counted_by_the_next_run(path, records, unanswered):
    write(path, records)
    with Journal.open(path) as journal:
        assert journal.unanswered_intents() == unanswered
        journal.write_intent(intent("z"))
        assert journal.unanswered_intents() == unanswered, "this run's calls are still in flight"


def test_an_answer_of_a_later_run_does_not_hide_a_call_lost_before(path):
    write(path, [intent("a", worst_usd=0.5)])
    write(path, [intent("a", worst_usd=0.5), response("a")])
    assert read_journal(path).index.unanswered() == (1, 0.5)


COMMITTED = {
    "an answer at its price": ([intent("a", worst_usd=0.5), response("a", usd=0.25)], 0.25),
    "an answer of unknown price at its worst": ([intent("a", worst_usd=0.5), response("a", usd=None)], 0.5),
    "a call that may have been billed at its worst": (
        [intent("a", worst_usd=0.5), error("a", usd=None)],
        0.5,
    ),
    "a rejected call at nothing": ([intent("a", worst_usd=0.5), error("a", usd=0.0)], 0.0),
    "a call without an answer at its worst": ([intent("a", worst_usd=0.5)], 0.5),
    "each attempt by itself": (
        [
            intent("a", 1, worst_usd=0.5),
            error("a", 1, usd=None),
            intent("a", 2, worst_usd=0.5),
            response("a", attempt=2, attempts=2, usd=0.25),
        ],
        0.75,
    ),
    "a price unknown and no intent": ([response("a", usd=None)], 0.0),
}


@pytest.mark.parametrize(("records", "usd"), COMMITTED.values(), ids=COMMITTED)
def test_what_counts_against_a_limit(path, records, usd):
    write(path, records)
    assert read_journal(path).committed_usd() == pytest.approx(usd)


def test_members_of_the_wrong_type_do_no_harm(path):
    path.parent.mkdir()
    path.write_text(
        '{"kind":"intent","key":"a","attempt":"1","run":[]}\n'
        '{"kind":"response","key":"a","attempts":{},"usd":"1","status":[],"run":[]}\n'
    )
    assert (read_journal(path).index.usd, read_journal(path).index.unpriced) == (0, 1)


# Durability


def test_concurrent_writers_share_an_fsync(path, monkeypatch):
    syncs = []

    async def write_many(journal):
        await asyncio.gather(*(journal.write_response(response(f"k{number}")) for number in range(100)))

    with Journal.open(path) as journal:
        monkeypatch.setattr(os, "fsync", lambda descriptor: syncs.append(threading.current_thread().name))
        asyncio.run(write_many(journal))
        assert len(journal.keys()) == 100
        assert 1 <= len(syncs) <= 3
        assert all("fsync" in name for name in syncs), "not in the thread of the event loop"


def test_a_response_counts_only_once_it_is_on_disk_and_the_loop_goes_on_meanwhile(path, monkeypatch):
    release = threading.Event()

    async def write_slowly(journal):
        writing = asyncio.create_task(journal.write_response(response("k")))
        for _ in range(20):
            await asyncio.sleep(0.005)
        assert not writing.done() and not journal.has_final("k")
        release.set()
        await writing
        assert journal.has_final("k")

    with Journal.open(path) as journal:
        monkeypatch.setattr(os, "fsync", lambda descriptor: release.wait(10))
        asyncio.run(write_slowly(journal))


def test_a_writer_that_comes_during_an_fsync_waits_for_the_next(path, monkeypatch):
    gates = [threading.Event(), threading.Event()]
    begun = []

    def fsync(descriptor):
        begun.append(time.monotonic())
        gates[len(begun) - 1].wait(10)

    async def write_two(journal):
        first = asyncio.create_task(journal.write_response(response("first")))
        while not begun:
            await asyncio.sleep(0.001)
        second = asyncio.create_task(journal.write_response(response("second")))
        await asyncio.sleep(0.01)
        gates[0].set()
        await first
        await asyncio.sleep(0.01)
        assert not second.done() and not journal.has_final("second")
        gates[1].set()
        await second

    with Journal.open(path) as journal, monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        asyncio.run(write_two(journal))


def test_a_failed_fsync_stores_nothing_and_ends_all_writing(path, monkeypatch):
    def fail(descriptor):
        raise OSError(5, "Input/output error")

    async def write_many(journal):
        return await asyncio.gather(
            *(journal.write_response(response(f"k{number}")) for number in range(3)), return_exceptions=True
        )

    with Journal.open(path) as journal:
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", fail)
            assert [type(result) for result in asyncio.run(write_many(journal))] == [UserError] * 3
        assert journal.keys() == []
        with pytest.raises(UserError, match="Input/output error"):
            asyncio.run(journal.write_response(response("later")))


def test_a_cancelled_caller_loses_nothing(path):
    async def cancel(journal):
        writing = asyncio.create_task(journal.write_response(response("k")))
        await asyncio.sleep(0)
        writing.cancel()
        await asyncio.wait([writing])
        await journal.write_response(response("other"))
        assert journal.has_final("k")

    with Journal.open(path) as journal:
        asyncio.run(cancel(journal))


def test_an_event_loop_that_ends_early_leaves_the_journal_usable(path):
    async def leave(journal):
        asyncio.create_task(journal.write_response(response("left")))  # noqa: RUF006
        await asyncio.sleep(0)

    with Journal.open(path) as journal:
        asyncio.run(leave(journal))
        asyncio.run(journal.write_response(response("k")))
        assert journal.has_final("k")
    assert read_journal(path).keys() == ["left", "k"]


def test_intents_and_responses_stand_in_the_order_of_writing(path):
    write(path, [intent("a"), intent("b"), response("b"), error("a")])
    assert [line.split('"')[3] for line in path.read_text().splitlines()] == [
        "intent", "intent", "response", "error",
    ]  # fmt: skip


def test_nothing_is_written_after_the_end(path):
    journal = Journal.open(path)
    journal.close()
    journal.close()
    with pytest.raises(ValueError, match="closed"):
        journal.write_intent(intent("a"))
    assert path.read_bytes() == b""


# Two at once


def test_a_second_writer_is_refused_in_one_line_and_the_first_goes_on(path):
    with Journal.open(path) as first:
        with pytest.raises(UserError) as refused:
            Journal.open(path)
        assert "\n" not in str(refused.value)
        for part in (str(path), f"process {os.getpid()}", "wait until it ends"):
            assert part in str(refused.value)
        asyncio.run(first.write_response(response("k")))
        assert first.has_final("k")
    Journal.open(path).close()


def test_a_reader_needs_no_lock_and_sees_what_is_there(path):
    with Journal.open(path) as journal:
        asyncio.run(journal.write_response(response("k")))
        with read_journal(path) as reader:
            assert reader.final("k") == response("k")


def test_the_note_of_a_killed_run_stops_nobody(path):
    path.parent.mkdir()
    path.with_name("model.jsonl.lock").write_text("process 1 on elsewhere\n")
    Journal.open(path).close()
