"""Briscola on the page, from the door to the review, by clicking."""

import json
import random
import re

import pytest

from mazzo import make
from mazzo.core.record import loads
from tests.helpers import ROOT
from tests.web.browser import DESKTOP, PHONE, browser, moves, page_of, yours
from tests.web.server import Server


@pytest.fixture(scope="module")
def chromium():
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with Server(tmp_path_factory.mktemp("page")) as server:
        yield server


def play_to_the_end(page, interrupt=None, choose=lambda buttons: buttons[0]):
    """Click a move until the game is over; `interrupt(page, turn)` may do something before each."""
    turn = 0
    while yours(page):
        if interrupt:
            interrupt(page, turn)
            if not yours(page):
                break
        number = page.locator(".history li").count()
        press(choose(moves(page)))
        page.wait_for_selector(f"mazzo-play[data-state=over], .history li:nth-child({number + 1})")
        turn += 1


def press(button):
    """At the corner that is never covered by the card that lies on it."""
    button.click(position={"x": 9, "y": 7})


def fetched(page, path):
    """What the service says to this browser, with its cookies."""
    return page.evaluate("path => fetch(path).then(answer => answer.json())", path)


def points(page):
    """What the plates say, by seat."""
    plates = page.query_selector_all("[data-seat]")
    found = {int(plate.get_attribute("data-seat")): plate.query_selector(".points").inner_text() for plate in plates}
    return [float(found[seat]) for seat in sorted(found)]


def test_briscola_is_played_reloaded_finished_and_reviewed(chromium, server):
    with page_of(chromium) as page:
        page.goto(server.url)
        page.click("text=Briscola")
        page.wait_for_selector("select[name=agent]")
        offered = page.locator("select[name=agent] option").all_text_contents()
        assert re.fullmatch(r"Expert — \d+ Elo", offered[0])
        assert page.input_value("select[name=agent]") == "expert"
        page.select_option("select[name=agent]", "rules")
        assert re.match(r"Scripted · \d+ Elo \(\d+–\d+\)", page.inner_text(".setup .agent b"))
        page.click(".setup .main")

        def interrupt(page, turn):
            if turn == 5:
                before = page.inner_text(".history ol"), points(page)
                page.reload()
                assert yours(page)
                assert (page.inner_text(".history ol"), points(page)) == before
            if turn == 6:
                page.keyboard.press("h")
                page.wait_for_selector(".hand .value")
                assert page.locator(".hand .value").count() == len(moves(page))
                page.keyboard.press("l")
                assert page.locator(".last-trick figure").count() == 2
            if turn == 7:
                page.click("button[lang=it]")
                page.wait_for_selector("text=Tocca a te")
                assert page.get_attribute("html", "lang") == "it"
                page.click("button[lang=en]")
                page.wait_for_selector("text=Your turn")

        play_to_the_end(page, interrupt)
        page.wait_for_selector(".end")
        shown = points(page)
        assert sum(shown) == 120
        verdict = "You won" if shown[0] > 60 else "You lost" if shown[0] < 60 else "A draw"
        assert page.inner_text(".end h2") == verdict

        page.click("text=Review the game")
        page.wait_for_selector(".graph")
        page.wait_for_selector("text=The deal is the one that was sealed")
        review = fetched(page, f"/api/reviews/{page.url.rsplit('/', 1)[-1]}")
        record = loads(json.dumps(review["record"]))
        assert list(record.returns) == shown
        step_through(page, len(record.actions))


def step_through(page, plays):
    page.click("[data-step=last]")
    page.wait_for_selector(f"text={plays}/{plays}")
    page.click("[data-step=back]")
    page.wait_for_selector(f"text={plays - 1}/{plays}")
    page.click("[data-step=first]")
    page.wait_for_selector(f"text=0/{plays}")
    assert page.locator(".place.top .card[data-key]").count() == 3  # the other's cards lie open
    page.wait_for_selector("mazzo-beliefs:not([aria-busy]) .maps")
    assert page.locator("mazzo-beliefs .maps figure:first-child .truth").count() == 3
    if page.locator(".costly-move").count():
        page.locator(".costly-move").first.click()
        page.wait_for_selector(".hand .value, .place.top .value")
    page.click("text=Same cards again")
    assert yours(page)
    page.wait_for_selector("text=Played before")


def test_a_phone_has_all_of_it_on_the_screen(chromium, server):
    with page_of(chromium, PHONE, lang="it") as page:
        page.goto(server.url)
        page.click("text=Briscola")
        page.click(".setup .main")
        assert yours(page)
        for selector in (".place.top", ".place.bottom .hand", ".stock", "[data-tool=hint]", "[data-tool=history]"):
            box = page.locator(selector).first.bounding_box()
            assert box["x"] >= 0, selector
            assert box["y"] >= 0, selector
            assert box["x"] + box["width"] <= PHONE["width"], selector
            assert box["y"] + box["height"] <= PHONE["height"], selector
        moves(page)[0].tap()
        page.wait_for_selector(".history li:nth-child(1)", state="attached")


def test_the_keyboard_is_enough(chromium, server):
    with page_of(chromium) as page:
        page.goto(server.url)
        page.click("text=Briscola")
        page.focus(".setup .main")
        page.keyboard.press("Enter")
        assert yours(page)
        card = moves(page)[1].get_attribute("data-action")
        page.keyboard.press("2")
        page.wait_for_selector(".history li:nth-child(1)")
        assert yours(page)
        assert page.locator(f".hand [data-action='{card}']").count() == 0
        moves(page)[0].focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".history li:nth-child(3)")


@pytest.mark.parametrize("motion", ["calm", pytest.param("quick", marks=pytest.mark.slow)])
def test_cards_move_and_come_to_rest(chromium, server, motion):
    with page_of(chromium, DESKTOP, motion) as page:
        page.goto(server.url)
        page.click("text=Briscola")
        page.click(".setup .main")
        for _ in range(2):
            assert yours(page)
            moves(page)[0].click()
            page.wait_for_selector("mazzo-play[data-state=waiting]")
        assert yours(page)
        gliding = "document.getAnimations().filter(one => !(one instanceof CSSTransition)).length"
        assert page.evaluate(gliding) == 0


def test_a_guest_comes_by_a_link_and_plays(chromium, server):
    with page_of(chromium) as here, page_of(chromium, PHONE) as there:
        here.goto(server.url)
        here.click("text=Briscola")
        here.select_option("select[name=agent]", "person")
        here.click(".setup .main")
        link = here.input_value(".waiting input")
        assert here.get_attribute("mazzo-play", "data-state") == "waiting"
        there.goto(link)
        there.wait_for_selector(".place.bottom .hand")
        assert "#" not in there.url
        assert yours(here)
        card = moves(here)[0].get_attribute("data-action")
        press(moves(here)[0])
        assert yours(there)
        assert there.locator(f".trick [data-key='{card}']").count() == 1
        assert here.locator(".place.top .card[data-key]").count() == 0  # the guest's cards lie face down
        assert "Guest" in here.inner_text(".place.top .plate")
        assert there.locator("[data-tool=hint]").count() == 0
        there.reload()
        assert yours(there)


@pytest.mark.slow
def test_a_match_goes_on_with_one_button_and_adds_up(chromium, server):
    with page_of(chromium) as page:
        page.goto(server.url)
        page.click("[data-game=maraffone]")
        page.select_option("select[name=match]", "31")
        for agent in page.locator("select[name=agent]").all():
            agent.select_option("random")
        page.click(".setup .main")
        assert yours(page)
        assert page.text_content(".side .match h2") == "Match to 31"
        play_to_the_end(page)
        page.wait_for_selector(".end .match")
        first = page.url
        page.click("text=Next deal")
        page.wait_for_function("before => location.href !== before", arg=first)
        play_to_the_end(page)
        page.wait_for_selector(".end .match")
        told = fetched(page, f"/api/tables/{page.url.rsplit('/', 1)[-1]}")
        own, other = told["match"]["score"][:2]
        assert f"{own:g} – {other:g}" in page.inner_text(".end .match")
        assert page.locator(".end .match a").count() == told["match"]["deal"] == 2


GAMES = [
    ("briscola", "3p"),
    ("briscola", "4p"),
    ("maraffone", "official"),
    ("maraffone", "ragazzini"),
    ("tripeaks", None),
    ("russian", None),
    ("hanabi", "full-2p"),
    ("hanabi", "full-3p"),
    ("hanabi", "simplified-2p"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "variant"), GAMES)
def test_every_game_is_played_by_clicking(chromium, server, game, variant):
    generator = random.Random(4)
    with page_of(chromium) as page:
        page.goto(server.url)
        page.click(f"[data-game={game}]")
        if variant:
            page.select_option("select[name=variant]", variant)
            page.wait_for_selector(f"select[name=variant] option[value='{variant}']:checked", state="attached")
        page.click(".setup .main")

        def interrupt(page, turn):
            if turn == 2:
                before = page.inner_text(".history ol")
                page.reload()
                assert yours(page)
                assert page.inner_text(".history ol") == before
                page.keyboard.press("h")
                page.wait_for_selector(".felt .value")
                page.click("button[lang=it]")
                assert yours(page)
                page.click("button[lang=en]")

        play_to_the_end(page, interrupt, generator.choice)
        page.wait_for_selector(".end")
        shown = page.inner_text(".end")
        page.click("text=Review the game")
        page.wait_for_selector(".graph")
        page.wait_for_selector("text=The deal is the one that was sealed")
        review = fetched(page, f"/api/reviews/{page.url.rsplit('/', 1)[-1]}")
        record = loads(json.dumps(review["record"]))
        assert verdict(record.returns, review["seat"], game, variant) in shown
        plays = len(record.actions)
        page.click("[data-step=last]")
        page.wait_for_selector(f"text={plays}/{plays}")
        page.click("[data-step=first]")
        page.wait_for_selector(f"text=0/{plays}")


def verdict(returns, seat, game, variant):
    """What the page says of a result."""
    own, spec = returns[seat], make(game, variant).spec
    if spec.kind == "cooperative":
        return f"Score {own:g} of 25"
    if spec.kind == "solitaire":
        return "You won" if own == 1 else "You lost"
    best = max(points for other, points in enumerate(returns) if spec.teams[other] != spec.teams[seat])
    return "You won" if own > best else "You lost" if own < best else "A draw"


AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
STANDARDS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.mark.slow
@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: make lint-web brings it")
@pytest.mark.parametrize("game", ["briscola", "maraffone", "tripeaks", "russian", "hanabi"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_nobody_is_shut_out(chromium, server, game, theme):
    """The rules of the accessibility guidelines that a machine can check, at the door, at the table and in the end."""
    with page_of(chromium, theme=theme) as page:
        page.goto(server.url)
        page.click(f"[data-game={game}]")
        page.wait_for_selector(".setup .main")
        assert faults(page) == []
        page.click(".setup .main")
        assert yours(page)
        page.keyboard.press("h")
        page.wait_for_selector(".felt .value")
        assert faults(page) == []


@pytest.mark.slow
@pytest.mark.skipif(not AXE.exists(), reason="no axe-core: make lint-web brings it")
def test_nobody_is_shut_out_of_the_review(chromium, server):
    with page_of(chromium) as page:
        page.goto(server.url)
        page.click("text=Briscola")
        page.click(".setup .main")
        play_to_the_end(page)
        page.wait_for_selector(".end")
        assert faults(page) == []
        page.click("text=Review the game")
        page.wait_for_selector(".graph")
        page.wait_for_selector(".costly-moves .note, .costly-move")
        assert faults(page) == []


def faults(page):
    """What axe finds that is serious or critical."""
    page.evaluate(AXE.read_text())
    options = {"runOnly": {"type": "tag", "values": STANDARDS}}
    found = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        (
            one["id"],
            [node["html"][:160] for node in one["nodes"]][:3],
            [node["failureSummary"] for node in one["nodes"]][:1],
        )
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
