"""What stands before every request: limits on rates and sizes, and headers that tell browsers what is allowed."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
ADDRESSES = 10_000  # remembered
TOO_LARGE = "the request is too large"


class Rate:
    """So many a second on average, in bursts of so many at most, for each address (a token bucket)."""

    def __init__(self, per_second: float, burst: float):
        self._rate, self._burst = per_second, max(1.0, burst)
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()  # address -> (what is left, when)
        self._lock = threading.Lock()

    def allows(self, address: str) -> bool:
        now = time.monotonic()
        with self._lock:
            left, then = self._left.pop(address, (self._burst, now))
            left = min(self._burst, left + (now - then) * self._rate)
            self._left[address] = (left - 1 if left >= 1 else left, now)
            while len(self._left) > ADDRESSES:
                self._left.popitem(last=False)
            return left >= 1


class Guard:
    """Refuses what is too much, too large or sent from another site, and adds the headers to every answer."""

    def __init__(self, app: App, requests: float, body: int):
        self._app, self._body = app, body
        self._rate = Rate(requests, 4 * requests)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def with_headers(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                answer = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    answer.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    answer["cache-control"] = "no-store"
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, with_headers)
            return
        await self._app(scope, self._limited(receive), with_headers)

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        address = (scope.get("client") or ("?", 0))[0]
        if not self._rate.allows(address):
            return _told(429, "too many requests; slow down", {"retry-after": "1"})
        if scope["method"] in ("GET", "HEAD"):
            return None
        size = headers.get("content-length", "0")
        if not size.isdecimal() or int(size) > self._body:
            return _told(413, TOO_LARGE)
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host"):
            return _told(403, "requests from other sites are refused")
        if headers.get("content-type", "").partition(";")[0].strip() != "application/json":
            return _told(415, "send JSON")
        return None

    def _limited(self, receive: Receive) -> Receive:
        """The body in pieces, as long as they are not too large together."""
        seen = 0

        async def receive_some() -> MutableMapping[str, Any]:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._body:
                raise HTTPException(413, TOO_LARGE)
            return message

        return receive_some


def _told(status: int, detail: str, headers: dict[str, str] | None = None) -> JSONResponse:
    return JSONResponse({"detail": detail}, status, headers)
