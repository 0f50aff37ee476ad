"""The little of HTTP/1.1 that clients with keep-alive need, on an asyncio transport."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

from .records import Reply

DRIPS = 20


@dataclass
class Request:
    """A whole request; header names are in lower case, `path` has no query."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Handler = Callable[[Request, "Connection"], Awaitable[None]]


class Connection(asyncio.Protocol):
    """One client; a handler runs for each request and is cancelled when the client goes away."""

    def __init__(self, handler: Handler, open_connections: set[Connection]) -> None:
        self._handler = handler
        self._open_connections = open_connections
        self._buffer = bytearray()
        self._task: asyncio.Task[None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport: asyncio.Transport = transport  # type: ignore[assignment]
        self._open_connections.add(self)

    def connection_lost(self, error: Exception | None) -> None:
        self._open_connections.discard(self)
        if self._task is not None:
            self._task.cancel()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        self._start_next()

    def _start_next(self) -> None:
        if self._task is not None:
            return
        request = self._take_request()
        if request is not None:
            self._task = asyncio.get_running_loop().create_task(self._handler(request, self))
            self._task.add_done_callback(self._request_done)

    def _request_done(self, task: asyncio.Task[None]) -> None:
        self._task = None
        if not task.cancelled() and task.exception() is not None:
            self.transport.abort()
            raise task.exception()
        if not self.transport.is_closing():
            self._start_next()

    def _take_request(self) -> Request | None:
        head_end = self._buffer.find(b"\r\n\r\n")
        if head_end < 0:
            return None
        first, *lines = self._buffer[:head_end].decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        body_start = head_end + 4
        body_end = body_start + int(headers.get("content-length", 0))
        if len(self._buffer) < body_end:
            return None
        method, target, _ = first.split(" ", 2)
        body = bytes(self._buffer[body_start:body_end])
        del self._buffer[:body_end]
        return Request(method, urlsplit(target).path, headers, body)

    async def deliver(self, reply: Reply) -> bool:
        """Send a reply as it says; return whether all of it was sent."""
        head = _head(reply)
        half = len(reply.body) // 2
        match reply.delivery:
            case "never":
                # Not for ever: a client without a time-out should fail its test, not hang it.
                await asyncio.sleep(reply.seconds)
                self.transport.close()
            case "reset_before":
                self._reset()
            case "reset_inside" | "closed_inside":
                self.transport.write(head + reply.body[:half])
                # Let the client read the first half before the connection ends.
                await asyncio.sleep(0.05)
                if reply.delivery == "reset_inside":
                    self._reset()
                else:
                    self.transport.close()
            case "drip":
                self.transport.write(head)
                step = max(1, -(-len(reply.body) // DRIPS))
                for start in range(0, len(reply.body), step):
                    await asyncio.sleep(reply.seconds / DRIPS)
                    self.transport.write(reply.body[start : start + step])
                return True
            case _:
                await asyncio.sleep(reply.seconds)
                self.transport.write(head + reply.body)
                if reply.delivery == "whole_then_close":
                    self.transport.close()
                return True
        return False

    def _reset(self) -> None:
        """Close with a TCP reset instead of an orderly end."""
        connection = self.transport.get_extra_info("socket")
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.transport.abort()

    def send_json(self, body: Any, status: int = 200) -> None:
        """Send a JSON reply at once."""
        reply = Reply(json.dumps(body).encode(), status)
        self.transport.write(_head(reply) + reply.body)


def _head(reply: Reply) -> bytes:
    try:
        phrase = HTTPStatus(reply.status).phrase
    except ValueError:
        phrase = "Unknown"
    lines = [
        f"HTTP/1.1 {reply.status} {phrase}",
        f"content-type: {reply.content_type}",
        f"content-length: {len(reply.body)}",
        *(f"{name}: {value}" for name, value in reply.headers.items()),
    ]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
