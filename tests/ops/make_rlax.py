"""Writes rlax.json: what DeepMind's rlax computes from random input, for test_rlax.py to compare ours with.

In an environment of its own, because mazzo does not need rlax:

    python -m venv /tmp/rlax && /tmp/rlax/bin/pip install rlax && /tmp/rlax/bin/python tests/ops/make_rlax.py
"""

import json
from importlib.metadata import version
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import rlax

SEED, STEPS, BATCH, ACTIONS = 7, 12, 6, 5


def main() -> None:
    rng = np.random.default_rng(SEED)

    def normal(*shape: int) -> np.ndarray:
        return rng.normal(size=shape).round(3).astype(np.float32)

    discounts = np.where(rng.random(STEPS) < 0.25, 0, 0.9).astype(np.float32)  # some episodes end on the way
    episode = {"rewards": normal(STEPS), "discounts": discounts, "values": normal(STEPS + 1)}
    q = {"reward": normal(BATCH), "discount": rng.choice([0, 0.99], BATCH).astype(np.float32)}
    q |= {name: normal(BATCH, ACTIONS) for name in ("q", "online", "target")}
    q["action"] = rng.integers(0, ACTIONS, BATCH)
    policy = {"ratios": np.exp(normal(BATCH) / 3).round(3), "advantages": normal(BATCH)}
    policy |= {"errors": 2 * normal(BATCH), "logits": 2 * normal(BATCH, ACTIONS)}

    content = {
        "made": f"by tests/ops/make_rlax.py with rlax {version('rlax')} and jax {version('jax')}, NumPy seed {SEED}",
        "episode": episode | {"results": episodes(**episode)},
        "q": q | {"results": q_learning(**q)},
        "policy": policy | {"results": policies(**policy)},
    }
    Path(__file__).with_name("rlax.json").write_text(written(content) + "\n")


def episodes(rewards, discounts, values):
    later = values[1:]
    lambdas, steps = (0.0, 0.5, 0.95, 1.0), (1, 3, STEPS)
    return {
        "lambda_returns": {str(x): rlax.lambda_returns(rewards, discounts, later, x) for x in lambdas},
        "n_step": {str(n): rlax.n_step_bootstrapped_returns(rewards, discounts, later, n) for n in steps},
        "gae": {
            str(x): rlax.truncated_generalized_advantage_estimation(rewards, discounts, x, values) for x in lambdas
        },
    }


def q_learning(q, action, reward, discount, online, target):
    """Temporal differences: the target less the value of the action taken."""
    return {
        "q_learning": jax.vmap(rlax.q_learning)(q, action, reward, discount, target),
        "double_q_learning": jax.vmap(rlax.double_q_learning)(q, action, reward, discount, target, online),
    }


def policies(ratios, advantages, errors, logits):
    return {
        # rlax gives the mean; for one sample at a time it is that sample's loss
        "clipped_surrogate": jnp.stack(
            [rlax.clipped_surrogate_pg_loss(r[None], a[None], 0.2) for r, a in zip(ratios, advantages, strict=True)]
        ),
        "huber": rlax.huber_loss(errors),
        "entropy": rlax.softmax().entropy(logits),
    }


def written(part: object, indent: str = "") -> str:
    """JSON with a line for every row of numbers, each as short as a float32 can be written."""
    if isinstance(part, dict):
        lines = [f"{indent}  {json.dumps(name)}: {written(value, indent + '  ')}" for name, value in part.items()]
        return "{\n" + ",\n".join(lines) + f"\n{indent}}}"
    if isinstance(part, str):
        return json.dumps(part)
    rows = np.asarray(part)
    if rows.ndim == 2:
        return "[\n" + ",\n".join(f"{indent}  {written(row)}" for row in rows) + f"\n{indent}]"
    return "[" + ", ".join(str(number) for number in rows) + "]"


if __name__ == "__main__":
    main()
