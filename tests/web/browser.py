"""A browser that a test drives: Debian's Chromium, never one that is downloaded."""

import json
import os
import shutil
from contextlib import contextmanager

import pytest

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PHONE = {"width": 390, "height": 844}
DESKTOP = {"width": 1440, "height": 900}


def chromium():
    """The browser's path; a test without one is skipped with a reason, but never in CI."""
    found = shutil.which("chromium")
    if found is None and os.environ.get("CI"):
        pytest.fail("no chromium: scripts/install-debian chromium")
    if found is None:
        pytest.skip("no chromium: scripts/install-debian chromium")
    return found


@contextmanager
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    path = chromium()
    with playwright.sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield started
        finally:
            started.close()


@contextmanager
def page_of(started, viewport=DESKTOP, motion="off", lang="en", theme="light"):
    """A page whose errors fail the test."""
    context = started.new_context(viewport=viewport, locale="en-US", has_touch=viewport == PHONE)
    choices = json.dumps({"motion": motion, "lang": lang, "theme": theme})
    context.add_init_script(f"localStorage['mazzo.choices'] ??= {choices!r}")
    page = context.new_page()
    troubles = []
    page.on("console", lambda message: troubles.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.set_default_timeout(60_000)
    try:
        yield page
    finally:
        context.close()
    assert troubles == []


def yours(page):
    """Wait until it is one's turn (True) or the game is over (False)."""
    page.wait_for_selector("mazzo-play[data-state=yours], mazzo-play[data-state=over]")
    return page.get_attribute("mazzo-play", "data-state") == "yours"


def moves(page):
    """The buttons of the moves that are allowed now."""
    return page.query_selector_all("mazzo-play .felt button[data-action]:not([disabled])")
