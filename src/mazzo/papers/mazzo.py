"""Our own settings: what `mazzo train GAME` does without further arguments, and how the champions are trained.

docs/learners/champions.md tells why each piece is there. Schedules are in parts of the budget, so that a run with
`--decisions 200000000` is the same in small. A variant's preset is NAME-VARIANT, and found as NAME with `--variant`.
"""

from __future__ import annotations

from typing import Any

Preset = dict[str, Any]

_MILLION = 1_000_000


def _champion(millions: int, config: Preset, **settings: Any) -> Preset:
    """What all champions share: large batches, rates that fall, the mean of the last weights as the agent."""
    return {
        **settings,
        "budget": millions * _MILLION,
        "unit": "decisions",
        "evaluate_every": millions * _MILLION // 8,
        "evaluate_games": 10_000,
        "config": {
            "places": 8_192,
            "steps": 64,
            "epochs": 2,
            "minibatches": 16,
            "rate": "linear 5e-4 1e-6 100%",
            "average": 20.0,
            "precision": "bfloat16",
            **config,
        },
    }


# ------------------------------------------------------------------------------------------ against others: tricks

# Held to a copy that follows slowly, so that self-play comes to rest instead of turning in circles; the pull and the
# entropy fall together. The critic sees all hands.
_SELF_PLAY: Preset = {
    "hidden": (512, 512),
    "rate": "linear 1e-3 1e-6 100%",
    "entropy": "linear 0.02 0.001 100%",
    "magnet": "linear 0.05 0.005 100%",
    "magnet_pace": 0.02,
}
# Whoever answers a player that does not change needs no such rest.
_ANSWER: Preset = {"hidden": (512, 512), "rate": "linear 1e-3 1e-6 100%", "entropy": "linear 0.01 0.0003 100%"}


def _briscola(variant: str, millions: int, config: Preset, **settings: Any) -> Preset:
    """Points count, and winning counts as much as 30 of them."""
    own: Preset = {"encoder": "full", "reward": f"points:{1 / 30:.4f},result:1", "augmentation": "suits"}
    whole = {"steps": 39 if variant == "3p" else 40, "insight": "full.hand"}
    return _champion(millions, {**whole, **config}, variant=variant, **own, **settings)


def _maraffone(variant: str, millions: int, config: Preset, **settings: Any) -> Preset:
    """The difference of points; the critic sees the hands of all."""
    own: Preset = {"encoder": "full", "reward": "difference", "scale": 0.25, "augmentation": "suits"}
    return _champion(millions, {"insight": "held", **config}, variant=variant, **own, **settings)


_AGAINST: Preset = {"opponents": (("expert", 1.0),)}

_TRICKS: dict[tuple[str, str, str], Preset] = {
    ("briscola", "ppo", "champion"): _briscola("2p", 1_500, _SELF_PLAY),
    ("briscola", "ppo", "champion-3p"): _briscola("3p", 1_500, _SELF_PLAY),
    ("briscola", "ppo", "champion-4p"): _briscola("4p", 1_500, _SELF_PLAY),
    # As many decisions of its own as the champion had of both sides.
    ("briscola", "ppo", "best-response"): _briscola(
        "2p", 1_500, {**_ANSWER, "steps": 20, "places": 16_384}, **_AGAINST
    ),
    ("briscola", "ppo", "best-response-3p"): _briscola("3p", 1_500, {**_ANSWER, "steps": 26}, **_AGAINST),
    ("briscola", "ppo", "best-response-4p"): _briscola("4p", 1_500, {**_ANSWER, "steps": 40}, **_AGAINST),
    ("maraffone", "ppo", "champion"): _maraffone("official", 1_500, _SELF_PLAY),
    ("maraffone", "ppo", "champion-ragazzini"): _maraffone("ragazzini", 1_500, _SELF_PLAY),
    ("maraffone", "ppo", "best-response"): _maraffone("official", 1_500, _ANSWER, **_AGAINST),
    ("maraffone", "ppo", "best-response-ragazzini"): _maraffone("ragazzini", 1_500, _ANSWER, **_AGAINST),
}

# ------------------------------------------------------------------------------------------------ alone: solitaires

# One network with two answers. What is cleared is paid too until the middle of the run, then the win alone.
_ALONE: Preset = {"shared": True, "entropy": "linear 0.01 0.0003 100%", "deal_every": 4}

_SOLITAIRES: dict[tuple[str, str, str], Preset] = {
    ("tripeaks", "ppo", "champion"): _champion(
        1_500,
        {**_ALONE, "hidden": (1024, 1024, 512)},
        variant="standard",
        encoder="full",
        reward="win:1,progress:linear 0.5 0 50%",
        augmentation="mirrored",
    ),
    # A win is rare, and worth as much as four cleared layouts.
    ("russian", "ppo", "champion"): _champion(
        1_500,
        {**_ALONE, "hidden": (512, 512, 512), "places": 16_384, "steps": 32, "lambda_": 0.98},
        variant="standard",
        encoder="full+moves",
        head="cards-104",
        reward="win:4,progress:linear 1 0 60%",
        augmentation="suits",
    ),
}

# ------------------------------------------------------------------------------------------------- together: Hanabi

_TOGETHER: Preset = {"shared": True, "gamma": 0.999, "deal_every": 8}
_CHAMPIONS: Preset = {**_TOGETHER, "hidden": (512, 512, 512), "rate": "linear 4e-4 1e-6 100%"}


def _simplified(players: int) -> Preset:
    """Colours are alike for whoever sees all cards. Losing all lives costs nothing at first: a card played and lost
    again with the last life comes to nothing, so that a beginner who is paid for both learns to end games soon."""
    return _champion(
        1_500,
        {**_CHAMPIONS, "entropy": "linear 0.01 0.0005 100%"},
        variant=f"simplified-{players}p",
        encoder="full",
        reward="weighed",
        reward_weights={"fits": 0.2, "lost_score": "staged 10%:0:0 40%:0:-0.2", "perfect": 0.5},
        augmentation="colours",
    )


# A second run, from where a champion's came to: nothing is given away any more, and steps are small from the beginning.
_ONWARD: Preset = {"rate": "linear 2e-4 1e-6 100%", "entropy": "linear 0.005 0.0005 100%"}


def _full(players: int, config: Preset | None = None, lost: str | float = "", **settings: Any) -> Preset:
    """Losing all lives costs nothing at first, so that players dare to play cards; from 60 % of the run on, the score.
    With more than two players the last action is not all that was done since the own one."""
    return _champion(
        2_000,
        {**_CHAMPIONS, "entropy": "linear 0.03 0.001 100%", **(config or {})},
        variant=f"full-{players}p",
        encoder="full" if players == 2 else "full+history",
        reward="weighed",
        reward_weights={"fits": 0.2, "lost_score": lost or "staged 30%:0:0 60%:0:-0.2", "perfect": 0.4},
        **settings,
    )


_HANABI: dict[tuple[str, str, str], Preset] = {
    ("hanabi", "ppo", "champion"): _full(2),
    **{("hanabi", "ppo", f"champion-full-{n}p"): _full(n) for n in (3, 4, 5)},
    **{("hanabi", "ppo", f"champion-simplified-{n}p"): _simplified(n) for n in (2, 3, 4, 5)},
    ("hanabi", "ppo", "onward"): _full(2, _ONWARD, -0.2),
    **{("hanabi", "ppo", f"onward-full-{n}p"): _full(n, _ONWARD, -0.2) for n in (3, 4, 5)},
    # For people: no convention hangs on the name of a colour.
    ("hanabi", "ppo", "partner"): _full(2, augmentation="colours"),
}

# ------------------------------------------------------------------------------- without further argument: minutes


def _minutes(millions: int, reward: str, config: Preset, **settings: Any) -> Preset:
    """The champion's way in small: what a minute or a few of two cores are enough for."""
    small: Preset = {"hidden": (256, 256), "places": 256, "steps": 64, "epochs": 2, "minibatches": 8}
    falls: Preset = {"rate": "linear 1e-3 1e-5 100%"}
    budget: Preset = {"budget": millions * _MILLION, "unit": "decisions"}
    return {"encoder": "full", "reward": reward, **budget, **settings, "config": {**small, **falls, **config}}


_DEFAULTS: dict[tuple[str, str, str], Preset] = {
    ("briscola", "ppo", "default"): {
        "encoder": "full",
        "head": "trump-first-40",
        "reward": "points",
        "scale": 1 / 30,
        "budget": 60_000,
        "config": {"hidden": (128, 128), "places": 256, "steps": 40, "epochs": 2, "minibatches": 8},
    },
    ("maraffone", "ppo", "default"): _minutes(6, "difference", {"entropy": "linear 0.02 0.001 100%"}, scale=0.25),
    ("tripeaks", "ppo", "default"): _minutes(10, "win:1,progress:linear 0.5 0 50%", _ALONE),
    ("russian", "ppo", "default"): _minutes(
        8, "win:4,progress:linear 1 0 60%", {**_ALONE, "lambda_": 0.98}, encoder="full+moves", head="cards-104"
    ),
    ("hanabi", "ppo", "default"): _minutes(
        10,
        "weighed",
        {**_TOGETHER, "entropy": "linear 0.03 0.001 100%"},
        reward_weights={"fits": 0.2, "lost_score": "staged 30%:0:0 60%:0:-0.2", "perfect": 0.4},
    ),
}

PRESETS: dict[tuple[str, str, str], Preset] = {
    **_DEFAULTS,
    **_TRICKS,
    **_SOLITAIRES,
    **_HANABI,
}

# What `mazzo bench train` measures: learner and configuration, in sizes that other libraries have too. DQN has the
# network, batch and steps of learning per decision that Stable-Baselines3 has by itself.
SPEED: dict[str, tuple[str, dict[str, Any]]] = {
    "ppo": ("ppo", {"hidden": (128, 128), "places": 256, "steps": 64, "epochs": 4, "minibatches": 8}),
    "dqn": (
        "dqn",
        {"hidden": (64, 64), "places": 64, "decisions": 64, "updates": 16, "batch": 32, "memory": 1_000_000},
    ),
}
