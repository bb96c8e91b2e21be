"""The application: `served()` is what a server runs, in as many processes as it likes."""

from __future__ import annotations

import logging
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.exceptions import HTTPException
from starlette.middleware.trustedhost import TrustedHostMiddleware

from mazzo import __version__
from mazzo.core import platform
from mazzo.core.errors import MazzoError
from mazzo.web import logs
from mazzo.web.advice import Advice
from mazzo.web.api import api
from mazzo.web.guard import Guard, Rate
from mazzo.web.house import House, NotFound, Refused
from mazzo.web.pages import STATIC, pages
from mazzo.web.settings import Settings, from_environment
from mazzo.web.store import Unavailable
from mazzo.web.warm import Calls, warm

log = logging.getLogger("mazzo.web")
SWITCH = 0.0005  # seconds for which a thread that compiles may keep the others waiting


def create(settings: Settings | None = None, warming: bool = True) -> FastAPI:
    """An application for one process. Settings are those of the environment unless given."""
    settings = settings or from_environment()
    platform.configure(device="cpu")
    sys.setswitchinterval(SWITCH)
    house = House(settings)

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[None]:
        house.store.migrate()
        stop = threading.Event()
        if warming:
            threading.Thread(
                target=warm, args=(app.state.warm, stop, app.state.calls), daemon=True, name="warm"
            ).start()
        yield
        stop.set()
        house.close()

    app = FastAPI(title="mazzo", version=__version__, lifespan=life, docs_url=None, redoc_url=None)
    app.state.house, app.state.advice = house, Advice(house)
    app.state.warm, app.state.calls = threading.Event(), Calls()
    app.state.new_games = Rate(settings.new_games / 60, settings.new_games)
    app.include_router(api)
    app.include_router(pages)
    app.mount("/static", Revalidated(directory=STATIC), name="static")
    app.add_middleware(Guard, requests=settings.requests, body=settings.body)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(settings.hosts))
    app.middleware("http")(_logged)
    _explain(app)
    return app


def served() -> FastAPI:
    """An application as the environment says, in a process of its own, whose log begins here."""
    logs.start()
    return create()


class Revalidated(StaticFiles):
    """Files that the browser keeps, and asks about before it uses them again."""

    def file_response(self, *arguments: Any, **named: Any) -> Response:
        response = super().file_response(*arguments, **named)
        response.headers["cache-control"] = "no-cache"
        return response


async def _logged(request: Request, call_next: Callable[[Request], Any]) -> Response:
    """One line per request: the route, never the address with its tokens."""
    start = time.perf_counter()
    request.app.state.calls.note()
    response: Response = await call_next(request)
    route = request.scope.get("route")
    if response.status_code >= 500 or request.url.path.startswith("/api/"):
        fields = {
            "method": request.method,
            "route": getattr(route, "path", "?"),
            "status": response.status_code,
            "ms": round(1000 * (time.perf_counter() - start), 1),
        }
        log.info("request", extra={"fields": fields})
    return response


def _explain(app: FastAPI) -> None:
    """Every error is one line of JSON that says what to do."""
    known: list[tuple[type[Exception], int]] = [(MazzoError, 422), (Refused, 429)]
    for kind, status in known:
        app.add_exception_handler(kind, _teller(status))

    def missing(_: Request, error: Exception) -> Response:
        return JSONResponse({"detail": "there is no such game, or it is not yours"}, 404)

    def unavailable(_: Request, error: Exception) -> Response:
        log.warning("store", extra={"fields": {"fault": str(error)}})
        detail = "the store does not answer; nothing was changed, try again in a moment"
        return JSONResponse({"detail": detail}, 503, {"retry-after": "2"})

    def fault(_: Request, error: Exception) -> Response:
        return JSONResponse({"detail": "something broke on our side; the game is safe"}, 500)

    def invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return JSONResponse({"detail": "; ".join(map(_in_words, error.errors()))}, 422)

    def http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return JSONResponse({"detail": str(error.detail)}, error.status_code, error.headers)

    app.add_exception_handler(NotFound, missing)
    app.add_exception_handler(Unavailable, unavailable)
    app.add_exception_handler(RequestValidationError, invalid)
    app.add_exception_handler(Exception, fault)
    app.add_exception_handler(HTTPException, http)


def _in_words(fault: Mapping[str, Any]) -> str:
    """What is wrong with which part of a request; what was sent is not repeated."""
    return f"{'.'.join(map(str, fault['loc'][1:])) or fault['loc'][0]}: {fault['msg']}"


def _teller(status: int) -> Callable[[Request, Exception], Response]:
    return lambda _, error: JSONResponse({"detail": str(error)}, status)
