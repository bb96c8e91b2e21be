"""The page: static files, and the components that games bring. Nothing that a browser names is opened."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as InPath
from fastapi.responses import FileResponse, Response

from mazzo.core import registry

STATIC = Path(__file__).parent / "static"
pages = APIRouter(include_in_schema=False)
FRESH = {"cache-control": "no-cache"}  # ask whether it has changed


@cache
def component(game: str) -> Path | None:
    """The file of a registered game's component."""
    if game not in registry.names():
        return None
    folder = import_module(f"mazzo.games.{game}").__file__
    path = Path(folder or "").parent / "page.js"
    return path if path.is_file() else None


@pages.get("/")
@pages.get("/table/{game}")
@pages.get("/review/{link}")
@pages.get("/agents")
def page() -> FileResponse:
    """One page; what it shows is in its address."""
    return FileResponse(STATIC / "index.html", headers=FRESH)


@pages.get("/games/{game}.js")
def game_component(game: Annotated[str, InPath(max_length=64)]) -> Response:
    path = component(game)
    if path is None:
        return Response(status_code=404)
    return FileResponse(path, media_type="text/javascript", headers=FRESH)
