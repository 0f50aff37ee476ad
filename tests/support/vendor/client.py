"""The server as a test sees it: one process for a whole run of tests, as good as new for each of them."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from .records import Call
from .script import Spec

SUPPORT = Path(__file__).resolve().parents[1]
# Processes that no test uses now; a second one starts only where a test takes two vendors at once.
_idle: list[Process] = []


class Process:
    """The server in a process of its own, which ends with this one whatever happens."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "vendor", "--until-input-ends"],
            cwd=SUPPORT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        self._connection = http.client.HTTPConnection(self.address.removeprefix("http://"), timeout=30)

    def call(self, path: str, body: object = None) -> Any:
        """Put a question to the server's own paths: POST with a body, else GET. ValueError: it refused."""
        data = None if body is None else json.dumps(body).encode()
        self._connection.request("GET" if data is None else "POST", path, data)
        reply = self._connection.getresponse()
        answer = json.loads(reply.read())
        if reply.status != 200:
            raise ValueError(answer["error"])
        return answer

    def stop(self) -> None:
        """End it."""
        self._connection.close()
        self._process.communicate()


def stop_all() -> None:
    """End the processes that nobody uses."""
    while _idle:
        _idle.pop().stop()


class LocalVendor:
    """A context manager: a vendor that was asked nothing yet, with the settings of `server.Settings`."""

    def __init__(self, **settings: Any) -> None:
        self._settings = {"keep_bodies": True} | settings

    def __enter__(self) -> LocalVendor:
        self._process = _idle.pop() if _idle else Process()
        self._process.call("/_begin", self._settings)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.call("/_begin", {})
        _idle.append(self._process)

    @property
    def address(self) -> str:
        """Where the server listens."""
        return self._process.address

    def base_url(self, backend: str) -> str:
        """Return the base URL that the SDK of `backend` (openai, anthropic, gemini) takes."""
        return f"{self.address}/v1" if backend == "openai" else self.address

    def set(self, **settings: Any) -> None:
        """Change some settings from here on."""
        self._process.call("/_set", settings)

    def script(self, entries: Iterable[Spec], **settings: Any) -> None:
        """Set what the next requests get; see `Script`."""
        self.set(script=list(entries), **settings)

    def forget(self) -> None:
        """Forget every question but those that are open now."""
        self._process.call("/_forget", {})

    @property
    def calls(self) -> list[Call]:
        """Every question asked so far."""
        return [Call(**call) for call in self._process.call("/_calls")]

    @property
    def counters(self) -> SimpleNamespace:
        """What the server counted so far, as `Counters.as_json` names it, and `script_left`."""
        return SimpleNamespace(**self._process.call("/_counters"))
