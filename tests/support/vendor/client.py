"""The server as a test sees it: one process for a whole run of tests, as good as new for each of them."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import TracebackType
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
    """A context manager: a vendor that was asked nothing yet. Its arguments are those of `Settings`."""

    def __init__(
        self,
        latency: float = 0.0,
        default: str = "ok",
        require_key: str | None = None,
        unknown_models: Iterable[str] = (),
        shutdown_dates: Mapping[str, str] | None = None,
    ) -> None:
        self._default, self._latency, self._require_key = default, latency, require_key
        self.unknown_models = _ToldSet(self._tell_models, unknown_models)
        self.shutdown_dates = _ToldDict(self._tell_dates, shutdown_dates or {})
        self.counters = Counters(self)

    def __enter__(self) -> LocalVendor:
        self._process = _idle.pop() if _idle else Process()
        settings = {
            "latency": self._latency,
            "default": self._default,
            "require_key": self._require_key,
            "unknown_models": sorted(self.unknown_models),
            "shutdown_dates": self.shutdown_dates,
            "keep_bodies": True,
        }
        self.call("/_begin", settings)
        return self

    def __exit__(
        self, error_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.call("/_begin", {})
        _idle.append(self._process)

    def call(self, path: str, body: object = None) -> Any:
        """Put a question to the server's own paths."""
        return self._process.call(path, body)

    @property
    def address(self) -> str:
        """Where the server listens."""
        return self._process.address

    def base_url(self, backend: str) -> str:
        """Return the base URL that the SDK of `backend` (openai, anthropic, gemini) takes."""
        return f"{self.address}/v1" if backend == "openai" else self.address

    def script(self, entries: Iterable[Spec], default: str | None = None) -> None:
        """Set what the next requests get; see `Script`."""
        self.call("/_script", {"script": list(entries)} | ({} if default is None else {"default": default}))

    @property
    def script_left(self) -> int:
        """How many entries of the script no request has used up."""
        return self.counters.script_left

    @property
    def calls(self) -> list[Call]:
        """Every question asked so far."""
        return [Call(**call) for call in self.call("/_calls")]

    @property
    def high_water(self) -> int:
        """The most questions that were open at once."""
        return self.counters.high_water

    @property
    def latency(self) -> float:
        """Seconds before every reply."""
        return self._latency

    @latency.setter
    def latency(self, seconds: float) -> None:
        self._latency = seconds
        self.call("/_script", {"latency": seconds})

    @property
    def require_key(self) -> str | None:
        """The only key that is accepted."""
        return self._require_key

    @require_key.setter
    def require_key(self, key: str | None) -> None:
        self._require_key = key
        self.call("/_script", {"require_key": key})

    def _tell_models(self) -> None:
        self.call("/_script", {"unknown_models": sorted(self.unknown_models)})

    def _tell_dates(self) -> None:
        self.call("/_script", {"shutdown_dates": self.shutdown_dates})


class Counters:
    """What the server counted, by the names of its own counters: `counters.open`."""

    def __init__(self, vendor: LocalVendor) -> None:
        self._vendor = vendor

    def __getattr__(self, name: str) -> Any:
        return self._vendor.call("/_counters")[name]

    def reset(self) -> None:
        """Forget everything but the requests that are open now."""
        self._vendor.call("/_reset", {})


class _ToldSet(set[str]):
    """A set whose additions and clearing are told to the server."""

    def __init__(self, tell: Callable[[], None], items: Iterable[str]) -> None:
        super().__init__(items)
        self._tell = tell

    def add(self, item: str) -> None:
        super().add(item)
        self._tell()

    def clear(self) -> None:
        super().clear()
        self._tell()


class _ToldDict(dict[str, str]):
    """A dict whose new entries are told to the server."""

    def __init__(self, tell: Callable[[], None], items: Mapping[str, str]) -> None:
        super().__init__(items)
        self._tell = tell

    def __setitem__(self, name: str, value: str) -> None:
        super().__setitem__(name, value)
        self._tell()
