"""What is written to the journal of each attempt: the intent, then the reply, the refusal or the error."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from findorigin.backends.base import Reply, Request
from findorigin.backends.failures import Failure
from findorigin.engine.redaction import Cleaner
from findorigin.planning.questions import Question
from findorigin.store.journal import Journal

REPLY_FIELDS = (
    "text",
    "finish_reason",
    "served_model",
    "response_id",
    "input_tokens",
    "cached_tokens",
    "output_tokens",
    "reasoning_tokens",
    "raw",
)
MESSAGE_CHARACTERS = 300


@dataclass(slots=True)
class Attempt:
    """One call: `number` counts all of this question's (from 1), `worst_usd` is what it may cost at most."""

    question: Question
    request: Request
    number: int
    refusal_retries: int
    worst_usd: float
    sent_at: float = field(default_factory=time.monotonic)

    def seconds(self) -> float:
        """Return the seconds since it was sent."""
        return round(time.monotonic() - self.sent_at, 4)


class Notes:
    """Writes the records of one model's journal; nothing gets there with the model's key in it.

    `server` is how a local server was set up, written down with every answer.
    """

    def __init__(
        self,
        journal: Journal,
        cleaner: Cleaner,
        server: Mapping[str, Any] | None = None,
    ) -> None:
        self._server = {"server": dict(server)} if server else {}
        self._journal = journal
        self.clean = cleaner.clean

    def message(self, failure: Failure) -> str:
        """Return a failure's message, cleaned first and cut then, so that no part of a key is left over."""
        return self.clean(failure.message)[:MESSAGE_CHARACTERS]

    def intend(self, attempt: Attempt) -> None:
        """Write that a call is about to be sent."""
        self._journal.write_intent(_record("intent", attempt, worst_usd=attempt.worst_usd))

    async def keep(
        self,
        attempt: Attempt,
        status: str,
        reply: Reply,
        usd: float | None,
        reply_status: str | None = None,
    ) -> None:
        """Write a response; returns once it is on disk.

        `reply_status` is the status that a reply which is set aside would have by itself.
        """
        record = _record(
            "response",
            attempt,
            cell=attempt.question.cell,
            status=status,
            requested_model=attempt.request.model,
            latency_s=attempt.seconds(),
            attempts=attempt.number,
            refusal_retries=attempt.refusal_retries,
            answer_temperature=attempt.request.parameters.get("temperature"),
            usd=usd,
            **({"reply_status": reply_status} if reply_status else {}),
            **self._reply(attempt, reply),
            **self._server,
        )
        await self._journal.write_response(record)

    def refused(self, attempt: Attempt, reply: Reply, usd: float | None) -> None:
        """Write a refusal that is not final yet: the question is asked again."""
        self._journal.write_error(_record("refusal", attempt, usd=usd, **self._reply(attempt, reply)))

    def failed(self, attempt: Attempt, failure: Failure, usd: float | None) -> None:
        """Write why no answer came."""
        self._journal.write_error(
            _record(
                "error",
                attempt,
                failure=failure.kind,
                http_status=failure.http_status,
                message=self.message(failure),
                usd=usd,
                raw=self.clean(failure.raw),
            )
        )

    def _reply(self, attempt: Attempt, reply: Reply) -> dict[str, Any]:
        cleaned = {name: self.clean(getattr(reply, name)) for name in REPLY_FIELDS}
        parameters = attempt.question.entry["parameters"]
        not_sent = sorted(name for name, value in parameters.items() if value is None)
        return {"sent": dict(attempt.request.parameters), "not_sent": not_sent, **cleaned}


def _record(kind: str, attempt: Attempt, **fields: Any) -> dict[str, Any]:  # noqa: ANN401
    question = attempt.question
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    record = {"kind": kind, "key": question.key, "cell_id": question.cell_id, "at": at}
    return record | {"attempt": attempt.number} | fields
