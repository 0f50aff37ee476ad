"""The local vendor: one server on a loopback port that answers in the format each path asks for."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import Any

from . import anthropic, gemini, openai
from .behaviours import behave
from .counters import Counters
from .http import Connection, Request
from .records import Question
from .script import Script, Spec


@dataclass
class Settings:
    """What a server does.

    latency: seconds before every reply. script: see `Script`. default: the behaviour once the script is used
    up. require_key: any other key gets the vendor's answer to a bad key. unknown_models: these are 404.
    shutdown_dates: model to ISO date. keep_bodies: keep each call's parsed body.
    """

    latency: float = 0.0
    script: Sequence[Spec] = ()
    default: str = "ok"
    require_key: str | None = None
    unknown_models: Sequence[str] = ()
    shutdown_dates: Mapping[str, str] = field(default_factory=dict)
    keep_bodies: bool = False


NAMES = frozenset(each.name for each in fields(Settings))


class Server:
    """The server; `serve` runs until it is cancelled."""

    def __init__(self, settings: Settings) -> None:
        self._connections: set[Connection] = set()
        self._begin(settings)

    def _begin(self, settings: Settings) -> None:
        self._settings = settings
        self._script = Script(settings.script, settings.default)
        # Calls that are open now end in the counters in which they began.
        self._counters = Counters(settings.keep_bodies)

    async def serve(self, port: int, tell: Callable[[str], None]) -> None:
        """Listen on `port` (0: any free one), and `tell` the address once it is open."""
        server = await asyncio.get_running_loop().create_server(
            lambda: Connection(self._handle, self._connections), "127.0.0.1", port, backlog=512
        )
        tell(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}")
        async with server:
            await server.serve_forever()

    async def _handle(self, request: Request, connection: Connection) -> None:
        if request.path.startswith("/_"):
            self._control(request, connection)
            return
        self._counters.paths[f"{request.method} {request.path}"] += 1
        wire = _wire_of(request)
        if wire is None:
            connection.send_json({"error": {"message": f"no such path: {request.path}"}}, 404)
        elif request.method == "GET":
            self._model_info(wire, request, connection)
        else:
            await self._answer(wire, request, connection)

    def _control(self, request: Request, connection: Connection) -> None:
        try:
            match request.method, request.path:
                case "GET", "/_counters":
                    answer: Any = self._counters.as_json() | {"script_left": self._script.left}
                case "GET", "/_calls":
                    answer = self._counters.calls_as_json()
                case "POST", "/_set":
                    answer = self._set(_settings(request.body))
                case "POST", "/_forget":
                    answer = self._counters.reset()
                case "POST", "/_begin":
                    answer = self._begin(Settings(**_settings(request.body)))
                    for other in self._connections - {connection}:
                        other.transport.abort()
                case _:
                    connection.send_json({"error": f"no such path: {request.path}"}, 404)
                    return
        except (KeyError, ValueError) as error:
            connection.send_json({"error": str(error)}, 400)
            return
        connection.send_json(answer)

    def _set(self, changed: Mapping[str, Any]) -> None:
        if "script" in changed:
            self._script.set(changed["script"], changed.get("default"))
        for name, value in changed.items():
            setattr(self._settings, name, value)

    def _model_info(self, wire: ModuleType, request: Request, connection: Connection) -> None:
        model = request.path.rsplit("/", 1)[-1]
        key = wire.key_of(request.headers)
        question = Question(wire.NAME, wire, 0, model, "", "", key, None, 0)
        if self._settings.require_key not in (None, key):
            status, body = wire.error(question, "bad_key")
        elif model in self._settings.unknown_models:
            status, body = wire.error(question, "404")
        else:
            status, body = 200, wire.model_info(model, self._settings.shutdown_dates.get(model))
        connection.send_json(body, status)

    async def _answer(self, wire: ModuleType, request: Request, connection: Connection) -> None:
        counters = self._counters
        read = wire.read(request.path, json.loads(request.body))
        question = Question(
            wire.NAME,
            wire,
            len(counters.calls),
            key=wire.key_of(request.headers),
            input_tokens=20 + len(read["prompt"]) // 4,
            **read,
        )
        behaviour = self._behaviour_of(question)
        call = counters.begin(
            request.path, wire.NAME, question.model, behaviour, request.headers, request.body
        )
        answered = False
        try:
            if self._settings.latency:
                await asyncio.sleep(self._settings.latency)
            try:
                reply = behave(behaviour, question)
            except ValueError as error:
                # A status that no vendor sends, so that a wrong script shows in the test that uses it.
                connection.send_json({"error": {"message": str(error)}}, 418)
                return
            answered = await connection.deliver(reply)
        finally:
            counters.end(call, answered)

    def _behaviour_of(self, question: Question) -> str:
        if self._settings.require_key not in (None, question.key):
            return "bad_key"
        if question.model in self._settings.unknown_models:
            return "404"
        return self._script.next(question.prompt, question.model)


def _settings(body: bytes) -> dict[str, Any]:
    settings = json.loads(body or b"{}")
    if unknown := settings.keys() - NAMES:
        raise ValueError(f"unknown setting {sorted(unknown)[0]!r}")
    return settings


def _wire_of(request: Request) -> ModuleType | None:
    """Return the vendor whose path and headers these are; Gemini's API has the versions v1 and v1beta."""
    _, version, resource, *_ = (*request.path.split("/"), "", "")
    if version not in ("v1", "v1beta"):
        return None
    if request.method == "GET" and resource == "models":
        if "x-goog-api-key" in request.headers:
            return gemini
        return anthropic if "anthropic-version" in request.headers else openai
    if request.method == "POST" and resource == "models" and request.path.endswith(":generateContent"):
        return gemini
    if request.method == "POST":
        return {"/v1/chat/completions": openai, "/v1/messages": anthropic}.get(request.path)
    return None
