"""One step of gradient descent with a rate that is traced, so that runs with other rates share a program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import jax
import optax
from jax import Array

from mazzo.core.errors import unknown

# RMSProp as in PyTorch: the constant is added to the root.
KINDS = {
    "adam": lambda momentum, eps: optax.scale_by_adam(eps=eps),
    "rmsprop": lambda momentum, eps: optax.chain(
        optax.scale_by_rms(decay=0.99, eps=1e-8, eps_in_sqrt=False), *([optax.trace(momentum)] if momentum else [])
    ),
    "sgd": lambda momentum, eps: optax.trace(momentum) if momentum else optax.identity(),
}


@dataclass(frozen=True)
class Optimiser:
    """How gradients become steps."""

    kind: str = "adam"  # adam, rmsprop or sgd
    momentum: float = 0.0  # of rmsprop and sgd
    norm: float = 0.0  # gradients are scaled down to this norm; 0: they are not
    value: float = 0.0  # every gradient is clipped at this value; 0: it is not
    decay: float = 0.0  # weight decay
    eps: float = 1e-5  # of adam, added to the root: gradients that are smaller move less; Keras has 1e-7

    def _chain(self) -> optax.GradientTransformation:
        if self.kind not in KINDS:
            raise unknown("optimiser", self.kind, list(KINDS))
        parts = [optax.clip(self.value)] if self.value else []
        parts += [optax.clip_by_global_norm(self.norm)] if self.norm else []
        parts += [KINDS[self.kind](self.momentum, self.eps)]
        parts += [optax.add_decayed_weights(self.decay)] if self.decay else []
        return optax.chain(*parts)

    def start(self, params: Any) -> Any:
        return self._chain().init(params)

    def step(self, params: Any, gradients: Any, state: Any, rate: Array) -> tuple[Any, Any]:
        """(params, state) after one step."""
        steps, state = self._chain().update(gradients, state, params)
        return jax.tree.map(lambda weight, step: weight - rate * step, params, steps), state
