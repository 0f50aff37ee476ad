"""What is written to the journal of each attempt: the intent, then the reply, the refusal or the error."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from findorigin.backends.base import Reply, Request
from findorigin.backends.failures import Failure
from findorigin.common.cells import Status
from findorigin.engine.redaction import Redactor
from findorigin.planning.requests import PromptRequest
from findorigin.store.journal import Journal
from findorigin.store.records import Answer, Head, ResponseRecord, well_formed

MESSAGE_CHARACTERS = 300


@dataclass(slots=True)
class Attempt:
    """One call: `number` counts all for this question (from 1), `worst_usd` is what it may cost at most."""

    question: PromptRequest
    request: Request
    number: int
    refusal_retries: int
    worst_usd: float
    sent_at: float = field(default_factory=time.monotonic)  # seconds, monotonic


class JournalWriter:
    """Writes the records of one model's journal; nothing gets there with the model's key in it.

    `server` is how a local server was set up, written down with every answer.
    """

    def __init__(self, journal: Journal, redactor: Redactor, server: Mapping[str, Any] | None = None) -> None:
        self._journal = journal
        self._server = server
        self.clean = redactor.clean

    def said(self, text: str) -> str:
        """Return what a vendor says as a line can hold it: without the key, and encodable."""
        return well_formed(str(self.clean(text)))

    def message(self, failure: Failure) -> str:
        """Return a failure's message, cleaned first and cut then, so that no part of a key is left over."""
        return self.said(failure.message)[:MESSAGE_CHARACTERS]

    def intend(self, attempt: Attempt) -> None:
        """Write that a call is about to be sent."""
        self._journal.write_intent({"kind": "intent", **_head(attempt), "worst_usd": attempt.worst_usd})

    async def keep(
        self,
        attempt: Attempt,
        status: Status,
        reply: Reply,
        usd: float | None,
        reply_status: Status | None = None,
    ) -> None:
        """Write a response; returns once it is on disk.

        `reply_status` is the status that a reply which is set aside would have by itself.
        """
        record: ResponseRecord = {
            "kind": "response",
            **_head(attempt),
            "cell": attempt.question.cell.row(),
            "status": status,
            "requested_model": attempt.request.model,
            "latency_s": round(time.monotonic() - attempt.sent_at, 4),
            "attempts": attempt.number,
            "refusal_retries": attempt.refusal_retries,
            "answer_temperature": attempt.request.parameters.get("temperature"),
            **self._answer(attempt, reply, usd),  # type: ignore[typeddict-item]  # no key of those below
        }
        if reply_status:
            record["reply_status"] = reply_status
        if self._server:
            record["server"] = self._server
        await self._journal.write_response(record)

    def refused(self, attempt: Attempt, reply: Reply, usd: float | None) -> None:
        """Write a refusal that is not final yet: the question is asked again."""
        self._journal.write_error({"kind": "refusal", **_head(attempt), **self._answer(attempt, reply, usd)})

    def failed(self, attempt: Attempt, failure: Failure, usd: float | None) -> None:
        """Write why no answer came."""
        self._journal.write_error(
            {
                "kind": "error",
                **_head(attempt),
                "failure": failure.kind,
                "http_status": failure.http_status,
                "message": self.message(failure),
                "usd": usd,
                "raw": self.clean(failure.raw),
            }
        )

    def _answer(self, attempt: Attempt, reply: Reply, usd: float | None) -> Answer:
        parameters = attempt.question.model.parameters
        return {
            "sent": dict(attempt.request.parameters),
            "not_sent": sorted(name for name, value in parameters.items() if value is None),
            "text": self.clean(reply.text),
            "finish_reason": self.clean(reply.finish_reason),
            "served_model": self.clean(reply.served_model),
            "response_id": self.clean(reply.response_id),
            "input_tokens": reply.input_tokens,
            "cached_tokens": reply.cached_tokens,
            "output_tokens": reply.output_tokens,
            "reasoning_tokens": reply.reasoning_tokens,
            "raw": self.clean(reply.raw),
            "usd": usd,
        }


def _head(attempt: Attempt) -> Head:
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    key, cell_id = attempt.question.key, attempt.question.cell.id
    return {"key": key, "cell_id": cell_id, "at": at, "attempt": attempt.number}
