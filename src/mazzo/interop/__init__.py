"""mazzo's games as standard environments.

Importing this module registers every game and variant with Gymnasium:

    import gymnasium, mazzo.interop
    env = gymnasium.make("mazzo/Briscola-v0", opponent="rules", encoder="state-1")
    envs = gymnasium.make_vec("mazzo/Briscola-v0", num_envs=1024, opponent="rules")   # compiled, natively batched

and `mazzo.interop.pettingzoo_env("briscola", "4p")` gives a PettingZoo AEC environment.
"""

from __future__ import annotations

import gymnasium

from mazzo.core.registry import family, names
from mazzo.interop.aec import env as pettingzoo_env

__all__ = ["environment_ids", "pettingzoo_env"]


def environment_ids() -> dict[str, tuple[str, str]]:
    """Gymnasium id -> (game, variant): `mazzo/Briscola-v0` is the first variant, `mazzo/Briscola-4p-v0` another."""
    found = {}
    for game in names():
        for variant in family(game).variants:
            spec = family(game).spec(variant)
            name = spec.title.replace(" ", "")
            if variant == family(game).default:
                found[f"mazzo/{name}-v{spec.version - 1}"] = game, variant
            found[f"mazzo/{name}-{variant}-v{spec.version - 1}"] = game, variant
    return found


for _id, (_game, _variant) in environment_ids().items():
    if _id not in gymnasium.registry:
        gymnasium.register(
            _id,
            entry_point="mazzo.interop.single:SeatEnv",
            vector_entry_point="mazzo.interop.vector:SeatVectorEnv",
            kwargs={"game": _game, "variant": _variant},
        )
