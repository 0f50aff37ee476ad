"""The engine: ask the missing questions of one model, journal everything, stop before it costs in vain."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from findorigin.backends import failures
from findorigin.backends.base import Backend, Reply, Request, request_of
from findorigin.backends.failures import Failure
from findorigin.budget.ledger import Ledger
from findorigin.budget.prices import usd, worst_usd
from findorigin.common.cells import Status
from findorigin.common.errors import UserError
from findorigin.config.models import AnyModel
from findorigin.engine import retry
from findorigin.engine.journal_writer import Attempt, JournalWriter
from findorigin.engine.limiter import Limiter
from findorigin.engine.progress import Progress
from findorigin.engine.stopping import Stop
from findorigin.planning.requests import PromptRequest

EQUAL_BAD_REQUESTS = 5
FAILED_IN_A_ROW = 5
RETRIED = (failures.TRANSIENT, failures.RATE_LIMIT)
# Failures that are answers of a sort, and final.
ANSWERS: dict[str, Status] = {failures.REFUSED: "refused", failures.CONTEXT_OVERFLOW: "context_overflow"}

# A call may take its model's timeout_s, and as much again for every so many tokens of its prompt.
TOKENS_PER_TIMEOUT = 10_000


@dataclass
class Engine:
    """Asks the questions of one model, one after the other or many at a time, as its registry entry says.

    How a question is sampled is its own (`question.model`: the tasks differ); all else is the `model`'s.
    """

    model: AnyModel
    backend: Backend
    journal: JournalWriter
    ledger: Ledger
    progress: Progress
    stop: Stop
    errors: Counter[str] = field(default_factory=Counter)
    _bad_requests: Counter[str] = field(default_factory=Counter)
    _failed_in_a_row: int = 0
    _canary: bool = True

    def __post_init__(self) -> None:
        self._limiter = Limiter(self.model.max_in_flight, self.stop)

    async def ask_all(self, questions: Iterator[PromptRequest]) -> None:
        """Ask every question; the first alone, until one is answered, and then `max_in_flight` at a time.

        Returns when all were asked or the job was stopped (`stop.reason`); what failed is in `errors`.
        """
        for question in questions:
            await self._answer(question)
            if self.stop or not self._canary:
                break
        workers = [asyncio.create_task(self._work(questions)) for _ in range(self.model.max_in_flight)]
        done, _ = await asyncio.wait(workers, return_when=asyncio.FIRST_EXCEPTION)
        if any(worker.exception() for worker in done):
            self.stop.set("an unexpected error")
        for result in await asyncio.gather(*workers, return_exceptions=True):
            if isinstance(result, BaseException):
                raise result

    async def _work(self, questions: Iterator[PromptRequest]) -> None:
        while not self.stop:
            question = next(questions, None)
            if question is None:
                return
            await self._answer(question)

    async def _answer(self, question: PromptRequest) -> None:
        """Ask until there is a final answer, the attempts are used up, or the job stops.

        Refusals that are asked again don't count as failed attempts: the calls for one question are at most
        max_attempts and those of refusal_retries.
        """
        worst = worst_usd(question.model, question.n_tokens) or 0.0
        number = refusals = 0
        while await self._limiter.acquire():
            try:
                reserved = self.ledger.reserve(worst)
                if reserved is None:
                    self.stop.set(self.ledger.line(worst))
                    return
                number += 1
                attempt = Attempt(question, self._request(question, refusals), number, refusals, reserved)
                wait_s = await self._ask(attempt)
            except (OSError, UserError) as error:
                self.stop.set(f"the store can't be written: {error}")
                return
            finally:
                self._limiter.release()
            if wait_s is None:
                return
            if wait_s == 0:
                refusals += 1
            await self.stop.sleep(wait_s)

    def _request(self, question: PromptRequest, refusals: int) -> Request:
        first = request_of(question)
        timeout_s = first.timeout_s * (1 + question.n_tokens / TOKENS_PER_TIMEOUT)
        parameters = dict(first.parameters)
        if refusals and self.model.refusal_retries:
            parameters["temperature"] = self.model.refusal_retries.temperature
        return replace(first, parameters=parameters, timeout_s=timeout_s)

    async def _ask(self, attempt: Attempt) -> float | None:
        """Put a question once.

        Returns None when no more is to be done, 0 after a refusal that is to be asked again, or the seconds
        to wait before the next attempt.
        """
        self.journal.intend(attempt)
        try:
            async with asyncio.timeout(attempt.request.timeout_s):
                reply = await self.backend.ask(attempt.request)
        except TimeoutError:
            return await self._failed(attempt, failures.timed_out(attempt.request.timeout_s))
        except Failure as failure:
            return await self._failed(attempt, failure)
        return await self._replied(attempt, reply)

    async def _replied(self, attempt: Attempt, reply: Reply) -> float | None:
        cost = usd(
            self.model.known_prices,
            input_tokens=reply.input_tokens,
            output_tokens=reply.output_tokens,
            cached_tokens=reply.cached_tokens,
        )
        self.ledger.settle(attempt.worst_usd, cost)
        self._limiter.succeeded()
        self._failed_in_a_row = 0
        asks_again = reply.status == "refused" and self._asks_again(attempt)
        if reply.served_model is not None and reply.served_model not in self.model.served_names:
            # Kept, since it was paid for, but neither final nor graded until served_as lists the name.
            status = None if asks_again else reply.status
            await self.journal.keep(attempt, "wrong_model", reply, cost, reply_status=status)
            self.stop.set(
                f"asked for {self.model.id}, but {self.journal.said(reply.served_model)} answered; "
                "if that is the same model, list it under served_as, and its replies count"
            )
        elif asks_again:
            self.journal.refused(attempt, reply, cost)
            return 0
        else:
            await self.journal.keep(attempt, reply.status, reply, cost)
            self.progress.answered(cost)
            if self._canary and reply.status == "truncated" and not reply.visible:
                self.stop.set(
                    "the shortest prompt used up its whole reply without a visible word; raise the limit on "
                    "output tokens in the model's parameters"
                )
            self._canary = False
        return None

    def _asks_again(self, attempt: Attempt) -> bool:
        """Return whether a refused question is asked once more (the paper's rule for Gemini)."""
        retries = self.model.refusal_retries
        return retries is not None and attempt.refusal_retries < retries.attempts

    async def _failed(self, attempt: Attempt, failure: Failure) -> float | None:
        unknown = failure.billed and attempt.worst_usd > 0
        cost = None if unknown else 0.0
        self.ledger.settle(attempt.worst_usd, cost)
        if failure.kind == failures.RATE_LIMIT:
            self._limiter.rate_limited(attempt.sent_at, failure.retry_after_s)
        if failure.kind == failures.REFUSED and self._asks_again(attempt):
            self.journal.refused(attempt, _as_reply("refused", failure), cost)
            return 0
        status = ANSWERS.get(failure.kind)
        # An overflow of the shortest prompt is a mistake in the configuration, not an answer.
        if status and not (self._canary and status == "context_overflow"):
            await self.journal.keep(attempt, status, _as_reply(status, failure), cost)
            self.progress.answered(cost)
            return None
        self.journal.failed(attempt, failure, cost)
        message = self.journal.message(failure)
        if failure.kind in RETRIED:
            failed = attempt.number - attempt.refusal_retries
            if failed < self.model.max_attempts:
                return retry.wait_s(failed, failure.retry_after_s)
            self._failed_in_a_row += 1
            if self._failed_in_a_row >= FAILED_IN_A_ROW:
                self.stop.set(f"{FAILED_IN_A_ROW} questions in a row failed every attempt; last: {message}")
        elif failure.kind in failures.STOPS:
            unavailable = failure.kind == failures.UNKNOWN_MODEL
            self.stop.set(self._stop_line(failure.kind, message), unavailable=unavailable)
        else:
            self._note_bad_request(message)
        self.errors[message] += 1
        return None

    def _note_bad_request(self, message: str) -> None:
        kind = re.sub(r"\d+", "#", message)
        self._bad_requests[kind] += 1
        if self._canary:
            self.stop.set(f"the shortest prompt was rejected: {message}")
        elif self._bad_requests[kind] >= EQUAL_BAD_REQUESTS:
            self.stop.set(f"{EQUAL_BAD_REQUESTS} prompts were rejected for the same reason: {message}")

    def _stop_line(self, kind: str, message: str) -> str:
        variable = self.model.api_key_variable or "api_key_env (none is set)"
        reason = {
            failures.KEY_REJECTED: f"the vendor does not accept the key in {variable}",
            failures.FORBIDDEN: f"the key in {variable} may not ask {self.model.id}",
            failures.UNKNOWN_MODEL: f"the vendor does not know the model {self.model.id}",
            failures.NOT_FOUND: "nothing answers at this address; look at base_url",
            failures.EXHAUSTED: "the account's quota or credit is used up, or it has to wait too long",
            failures.SERVER_ENDED: "the model's server has ended",
        }[kind]
        return f"{reason} ({message})"


def _as_reply(status: Status, failure: Failure) -> Reply:
    """Return a failure that is an answer of a sort (a refusal, an overflow) as an empty reply."""
    return Reply(
        status, text="", visible=False, finish_reason=failure.message, served_model=None, raw=failure.raw
    )
