"""Briscola for two as a user of other libraries would write it: plain Python, one game at a time.

The benchmark of training gives it to other libraries, because a compiled environment is slow when Python asks it for
one step at a time. The tests compare it with the rules and the encoder of the game proper.
"""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

import gymnasium
import numpy as np

CARDS, HAND, TRICKS = 40, 3, 20
STRENGTH = (9, 0, 8, 1, 2, 3, 4, 5, 6, 7)  # of A 2 3 4 5 6 7 F C R
POINTS = (11, 0, 10, 0, 0, 0, 0, 2, 3, 4)
SUITS = (2, 3, 1, 0)  # denari, spade, coppe, bastoni as `state-1` numbers them
NOTHING = (0.0,) * 6


def _told(card: int, trump: int) -> tuple[float, ...]:
    """A card in `state-1`: rank, is trump, one-hot suit."""
    suit, rank = divmod(card, 10)
    return (rank, suit == trump, *(SUITS[suit] == i for i in range(4)))


TOLD = [[_told(card, trump) for card in range(CARDS)] for trump in range(4)]


class PlainBriscola(gymnasium.Env[np.ndarray[Any, Any], np.int64]):
    """One seat, drawn anew for every game, against random cards; observed as `state-1`, answered as `slots-3`.

    Paid are the points of each trick, to the loser negative, times `scale`. An empty slot stands for the last card of
    the hand, for learners that know no masks.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": []}

    def __init__(self, scale: float = 1.0) -> None:
        self.scale = scale
        self.observation_space = gymnasium.spaces.Box(0.0, 120.0, (26,), np.float32)
        self.action_space = gymnasium.spaces.Discrete(HAND)
        self._dice = Random()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        if seed is not None:
            self._dice.seed(seed)
        deck = list(range(CARDS))
        self._dice.shuffle(deck)
        self.deal(deck, self._dice.randrange(2))
        return self._observation(), {}

    def deal(self, deck: list[int], seat: int) -> None:
        """A given deck, in the order of the game proper, and the learner's seat."""
        self.trump = deck[-1] // 10
        self.stock = deck[:5:-1]  # drawn from its end
        dealt = deck[:HAND], deck[HAND : 2 * HAND]
        self.hand, self.other = dealt[seat], dealt[1 - seat]
        self.points = self.tricks = 0
        self.actions: list[int] = []  # the cards played so far
        self.led: int | None = None if seat == 0 else self._reply()

    def action_masks(self) -> np.ndarray[Any, Any]:
        """What MaskablePPO asks for."""
        return np.arange(HAND) < len(self.hand)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        card = self.hand.pop(min(int(action), len(self.hand) - 1))
        self.actions.append(card)
        if self.led is None:
            reply = self._reply()
            mine = not self._takes(reply, card)
        else:
            reply = self.led
            mine = self._takes(card, reply)
        pot = POINTS[card % 10] + POINTS[reply % 10]
        self.points += pot if mine else 0
        self.tricks += 1
        if self.stock:
            first, second = (self.hand, self.other) if mine else (self.other, self.hand)
            first.append(self.stock.pop())
            second.append(self.stock.pop())
        over = self.tricks == TRICKS
        self.led = None if mine or over else self._reply()
        return self._observation(), self.scale * (pot if mine else -pot), over, False, {}

    def _reply(self) -> int:
        """The other plays any card."""
        card = self.other.pop(int(self._dice.random() * len(self.other)))
        self.actions.append(card)
        return card

    def _takes(self, second: int, first: int) -> bool:
        """Does the second card of a trick beat the first?"""
        suit, rank = divmod(second, 10)
        led, best = divmod(first, 10)
        return STRENGTH[rank] > STRENGTH[best] if suit == led else suit == self.trump

    def _observation(self) -> np.ndarray[Any, Any]:
        told = TOLD[self.trump]
        numbers = [self.points, self.tricks]
        for card in self.hand:
            numbers += told[card]
        numbers += NOTHING * (HAND - len(self.hand))
        numbers += NOTHING if self.led is None else told[self.led]
        return np.array(numbers, np.float32)
