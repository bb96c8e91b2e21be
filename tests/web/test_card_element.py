"""`<mazzo-card>` in a real browser: states, keyboard, turning, and 40 cards at once."""

from __future__ import annotations

import functools
import http.server
import os
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import mazzo

CHROMIUM = shutil.which("chromium")
FLAGS = "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking"
FLAGS += " --disable-component-update --disable-sync"
STATIC = Path(mazzo.__file__).parent / "web" / "static"

pytestmark = pytest.mark.skipif(CHROMIUM is None and "CI" not in os.environ, reason="chromium is not installed")
playwright = pytest.importorskip("playwright.sync_api")


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=STATIC)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/cards/demo.html"
        server.shutdown()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS.split())
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Any, address: str) -> Iterator[Any]:
    """The states of a card; whatever the console says is an error, as is a request to elsewhere."""
    page = browser.new_page()
    told: list[str] = []
    page.on("console", lambda message: told.append(message.text))
    page.on("pageerror", lambda error: told.append(str(error)))
    page.on(
        "request",
        lambda request: None if request.url.startswith(("http://127.0.0.1", "data:")) else told.append(request.url),
    )
    page.goto(f"{address}?only=states&lang=en")
    page.wait_for_selector("mazzo-card[aria-label]")
    yield page
    page.close()
    assert told == []


def shown(card: Any) -> str:
    """What is drawn now, by its name."""
    return str(card.evaluate("card => card.shadowRoot.querySelector('svg').getAttribute('aria-label')"))


def wait_for(page: Any, name: str) -> None:
    page.wait_for_function(
        "name => document.activeElement.shadowRoot?.querySelector('svg').getAttribute('aria-label') === name", arg=name
    )


def test_a_card_that_can_be_chosen_is_a_button(page: Any) -> None:
    knave, king = page.locator("mazzo-card[code=Fc]"), page.locator("mazzo-card[code=Rs]")
    assert knave.get_attribute("role") == "button"
    assert knave.get_attribute("aria-label") == "knave of cups"
    assert knave.get_attribute("aria-pressed") == "false"
    assert king.get_attribute("aria-pressed") == "true"
    assert (
        page.locator("mazzo-card[code='3d'][deck=italian], mazzo-card[code='3d']").first.get_attribute("role") == "img"
    )


def test_keyboard_turns_it(page: Any) -> None:
    knave = page.locator("mazzo-card[code=Fc]")
    knave.focus()
    for key, name in [("Space", "face-down card"), ("Enter", "knave of cups")]:
        page.keyboard.press(key)
        wait_for(page, name)
        assert knave.get_attribute("aria-label") == name


def test_what_cannot_be_chosen_takes_no_click_and_no_focus(page: Any) -> None:
    five = page.locator("mazzo-card[code='5b']")
    five.click(force=True)
    assert five.get_attribute("face") is None  # the page of the demonstration turns what is clicked
    assert five.get_attribute("aria-disabled") == "true"
    assert five.get_attribute("tabindex") is None


def test_a_card_that_changes_while_it_turns_ends_as_last_asked(page: Any) -> None:
    card = page.locator("mazzo-card").nth(1)
    card.evaluate(
        """async card => {
            const wait = time => new Promise(done => setTimeout(done, time))
            card.face = "down"
            await wait(500)
            card.face = "up"
            await wait(40)
            card.code = "7c"
            await wait(500)
        }"""
    )
    assert shown(card) == "seven of cups"


def test_reduced_motion_turns_at_once(browser: Any, address: str) -> None:
    page = browser.new_page(reduced_motion="reduce")
    page.goto(f"{address}?only=states&lang=en")
    knave = page.locator("mazzo-card[code=Fc]")
    knave.wait_for()
    knave.evaluate("card => { card.face = 'down' }")
    assert shown(knave) == "face-down card"
    page.close()


def test_forty_cards_are_drawn_within_fifty_milliseconds(page: Any) -> None:
    best = page.evaluate(
        """async () => {
            const { card } = await import("./italian.js")
            const { RANKS, SUITS } = await import("./italian/names.js")
            const times = []
            for (let round = 0; round < 5; round++) {
                const began = performance.now()
                for (const suit of SUITS) for (const rank of RANKS) card(rank + suit)
                times.push(performance.now() - began)
            }
            return Math.min(...times)
        }"""
    )
    assert best < 50
