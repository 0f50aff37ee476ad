"""The local vendor: one server on a loopback port that answers in the format each path asks for."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterable, Mapping
from types import ModuleType, TracebackType

from . import anthropic, gemini, openai
from .behaviours import behave
from .counters import Counters
from .http import Connection, Request
from .records import Call, Question
from .script import Script, Spec


class LocalVendor:
    """A context manager that serves from a thread of its own.

    latency: seconds before every reply. default: the behaviour once the script is used up. require_key: any
    other key gets the vendor's answer to a bad key. unknown_models: these are 404. shutdown_dates: model to
    ISO date. keep_bodies: keep each call's parsed body in `calls`.
    """

    def __init__(
        self,
        latency: float = 0.0,
        port: int = 0,
        default: str = "ok",
        require_key: str | None = None,
        unknown_models: Iterable[str] = (),
        shutdown_dates: Mapping[str, str] | None = None,
        keep_bodies: bool = True,
    ) -> None:
        self.latency = latency
        self.port = port
        self.require_key = require_key
        self.unknown_models = set(unknown_models)
        self.shutdown_dates = dict(shutdown_dates or {})
        self.counters = Counters(keep_bodies)
        self._script = Script(default)
        self._connections: set[Connection] = set()
        self._ready = threading.Event()

    def script(self, entries: Iterable[Spec], default: str | None = None) -> None:
        """Set what the next requests get; see `Script`."""
        self._script.set(entries, default)

    @property
    def script_left(self) -> int:
        """How many entries of the script no request has used up."""
        return self._script.left

    @property
    def calls(self) -> list[Call]:
        """Every question asked so far."""
        return self.counters.calls

    @property
    def high_water(self) -> int:
        """The most questions that were open at once."""
        return self.counters.high_water

    @property
    def address(self) -> str:
        """Where the server listens."""
        return f"http://127.0.0.1:{self.port}"

    def base_url(self, vendor: str) -> str:
        """Return the base URL that the SDK of `vendor` (openai, anthropic, gemini) takes."""
        return f"{self.address}/v1" if vendor == openai.NAME else self.address

    def __enter__(self) -> LocalVendor:
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._stop = asyncio.Event()
        server = await self._loop.create_server(
            lambda: Connection(self._handle, self._connections), "127.0.0.1", self.port, backlog=512
        )
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for connection in list(self._connections):
            connection.transport.abort()
        # One turn of the loop, so that the lost connections cancel their requests.
        await asyncio.sleep(0)

    async def _handle(self, request: Request, connection: Connection) -> None:
        if request.path.startswith("/_"):
            self._control(request, connection)
            return
        self.counters.paths[f"{request.method} {request.path}"] += 1
        wire = _wire_of(request)
        if wire is None:
            connection.send_json({"error": {"message": f"no such path: {request.path}"}}, 404)
        elif request.method == "GET":
            self._model_info(wire, request, connection)
        else:
            await self._answer(wire, request, connection)

    def _control(self, request: Request, connection: Connection) -> None:
        match request.method, request.path:
            case "GET", "/_counters":
                connection.send_json(self.counters.as_json())
            case "POST", "/_reset":
                self.counters.reset()
                connection.send_json({})
            case "POST", "/_script":
                wanted = json.loads(request.body)
                try:
                    self.script(wanted.get("script", []), wanted.get("default"))
                except (KeyError, ValueError) as error:
                    connection.send_json({"error": str(error)}, 400)
                    return
                self.latency = wanted.get("latency", self.latency)
                connection.send_json({})
            case _:
                connection.send_json({"error": "GET /_counters, POST /_script or POST /_reset"}, 404)

    def _model_info(self, wire: ModuleType, request: Request, connection: Connection) -> None:
        model = request.path.rsplit("/", 1)[-1]
        key = wire.key_of(request.headers)
        question = Question(wire.NAME, wire, 0, model, "", "", key, None, 0)
        if self.require_key not in (None, key):
            status, body = wire.error(question, "bad_key")
        elif model in self.unknown_models:
            status, body = wire.error(question, "404")
        else:
            status, body = 200, wire.model_info(model, self.shutdown_dates.get(model))
        connection.send_json(body, status)

    async def _answer(self, wire: ModuleType, request: Request, connection: Connection) -> None:
        read = wire.read(request.path, json.loads(request.body))
        question = Question(
            wire.NAME,
            wire,
            len(self.calls),
            key=wire.key_of(request.headers),
            input_tokens=20 + len(read["prompt"]) // 4,
            **read,
        )
        behaviour = self._behaviour_of(question)
        call = self.counters.begin(
            request.path, wire.NAME, question.model, behaviour, request.headers, request.body
        )
        answered = False
        try:
            if self.latency:
                await asyncio.sleep(self.latency)
            try:
                reply = behave(behaviour, question)
            except ValueError as error:
                # A status that no vendor sends, so that a wrong script shows in the test that uses it.
                connection.send_json({"error": {"message": str(error)}}, 418)
                return
            answered = await connection.deliver(reply)
        finally:
            self.counters.end(call, answered)

    def _behaviour_of(self, question: Question) -> str:
        if self.require_key not in (None, question.key):
            return "bad_key"
        if question.model in self.unknown_models:
            return "404"
        return self._script.next(question.prompt, question.model)


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
