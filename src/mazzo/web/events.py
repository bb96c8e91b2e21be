"""A game's frames as server-sent events: those that were missed first, then each as it comes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator

from starlette.concurrency import run_in_threadpool

from mazzo.web.house import House, NotFound
from mazzo.web.messages import Frame
from mazzo.web.store import Unavailable

LOOK = 1.0  # seconds: another process may have moved
WAKE = 5  # so many looks without news, and the agents are woken: whoever was to move them may be gone
LONGEST = 600.0  # seconds; then the browser calls again


async def events(house: House, game: str, secret: str, since: int) -> AsyncIterator[str]:
    """The stream. An event's id is the frame's number, so that a browser that calls again gets what it missed."""
    loop, news = asyncio.get_running_loop(), asyncio.Event()

    def notice() -> None:
        loop.call_soon_threadsafe(news.set)

    house.notices.join(game, notice)
    end, looks = time.monotonic() + LONGEST, 0
    try:
        yield "retry: 1000\n\n"
        while time.monotonic() < end:
            news.clear()
            try:
                looks += 1
                frames = await run_in_threadpool(new_frames, house, game, secret, since, looks % WAKE == 1)
            except (NotFound, Unavailable):
                return
            for frame in frames:
                since = frame.number
                yield f"id: {frame.number}\nevent: frame\ndata: {frame.model_dump_json()}\n\n"
                if frame.done:
                    return
            if not frames:
                yield ": waiting\n\n"
            await _heard(news, LOOK)
    finally:
        house.notices.leave(game, notice)


def new_frames(house: House, game: str, secret: str, since: int, wake: bool) -> list[Frame]:
    """The frames after number `since`."""
    if not wake and not house.store.newer(game, since):
        return []
    found = house.find(game, secret)
    if wake:
        house.wake(found)
    return [house.frame(found, number) for number in range(since + 1, found.number + 1)]


async def _heard(news: asyncio.Event, seconds: float) -> None:
    try:
        await asyncio.wait_for(news.wait(), seconds)
    except TimeoutError:
        return
