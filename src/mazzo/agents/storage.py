"""Agents on disk: `agent.json` says what it is, `weights.safetensors` holds its numbers. Loading runs no code."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load_file, save

from mazzo import nets
from mazzo.agents.network import CHOICES, KINDS, Recipe, Weights, network_agent
from mazzo.core.agent import Agent
from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole
from mazzo.core.game import Game
from mazzo.core.registry import family

FORMAT = 1


@dataclass(frozen=True)
class Loaded:
    """An agent with the game that it plays."""

    game: Game[Any, Any]
    agent: Agent


@dataclass(frozen=True)
class Saved(Loaded):
    """A network with what its file says about it."""

    recipe: Recipe
    made: dict[str, Any] = field(default_factory=dict)  # how: not interpreted


def save_agent(
    folder: Path, game: Game[Any, Any], recipe: Recipe, weights: Weights, made: dict[str, Any], half: bool = False
) -> None:
    """Write an agent; the description comes last, so that a torn folder is not taken for an agent."""
    with np.errstate(over="ignore"):  # what is too large for half precision is refused when it is read
        arrays = {
            name: np.asarray(leaf, np.float16 if half and leaf.dtype == jnp.float32 else None)
            for name, leaf in _named_arrays(weights)
        }
    written = save(arrays)
    described = {
        "format": FORMAT,
        "game": game.spec.game,
        "variant": game.spec.variant,
        "rules": game.spec.version,
        "kind": recipe.kind,
        "encoder": recipe.encoder,
        "layout": game.encoder(recipe.encoder).layout,
        "head": recipe.head,
        "outputs": game.head(recipe.head).size,
        "network": nets.describe(recipe.network),
        "value": None if recipe.value is None else nets.describe(recipe.value),
        "choice": recipe.choice,
        "moves": recipe.moves,
        "digest": hashlib.sha256(written).hexdigest(),
        "made": made,
    }
    write_whole(folder / "weights.safetensors", written)
    write_whole(folder / "agent.json", (json.dumps(described, indent=2, ensure_ascii=False) + "\n").encode())


def load_agent(folder: str | Path, name: str | None = None) -> Saved:
    """Read an agent; whatever does not fit is refused in words."""
    folder = Path(folder)
    described = _description(folder)
    try:
        game = family(described["game"]).make(described["variant"])
        if described["rules"] != game.spec.version:
            raise MazzoError(
                f"it plays version {described['rules']} of the rules; this mazzo plays {game.spec.version}"
            )
        recipe = _recipe(game, described)
        weights = _fill(recipe, _arrays(folder / "weights.safetensors"))
        if described.get("digest", found := _digest_of_weights(folder)) != found:
            raise MazzoError("weights.safetensors is not the file that agent.json was written with")
    except KeyError as error:
        raise MazzoError(f"the agent {folder}: agent.json has no field {error}") from error
    except MazzoError as error:
        raise MazzoError(f"the agent {folder}: {error}") from error
    made = dict(described.get("made") or {})
    doc = str(made.get("what") or f"a network of kind {recipe.kind}, from {folder}")
    return Saved(game, network_agent(game, recipe, weights, name or str(folder), doc), recipe, made)


def is_agent(folder: str | Path) -> bool:
    return (Path(folder) / "agent.json").is_file()


def digest(folder: str | Path) -> str:
    """SHA-256 of an agent's weights, in hex, by its description: the weights themselves may have been left behind."""
    return str(_description(Path(folder)).get("digest") or _digest_of_weights(Path(folder)))


def _digest_of_weights(folder: Path) -> str:
    try:
        return hashlib.sha256((folder / "weights.safetensors").read_bytes()).hexdigest()
    except OSError as error:
        raise MazzoError(f"cannot read weights.safetensors: {error.strerror or error}") from error


def _description(folder: Path) -> dict[str, Any]:
    try:
        described = json.loads((folder / "agent.json").read_text(encoding="utf-8"))
    except OSError as error:
        raise MazzoError(f"cannot read the agent {folder}: {error.strerror}") from error
    except ValueError as error:
        raise MazzoError(f"the agent {folder}: agent.json is not JSON: {error}") from error
    if not isinstance(described, dict) or described.get("format") != FORMAT:
        found = described.get("format") if isinstance(described, dict) else None
        raise MazzoError(f"the agent {folder} has format {found!r}; this mazzo reads format {FORMAT}")
    return described


def _recipe(game: Game[Any, Any], described: dict[str, Any]) -> Recipe:
    encoder, head = game.encoder(described["encoder"]), game.head(described["head"])
    if described["layout"] != encoder.layout:
        raise MazzoError(f"it was trained on another layout of the encoder {encoder.name}")
    if described["outputs"] != head.size:
        raise MazzoError(f"it was trained for {described['outputs']} outputs; the head {head.name} has {head.size}")
    for name, allowed in (("kind", KINDS), ("choice", CHOICES)):
        if described[name] not in allowed:
            raise MazzoError(f"its {name} is {described[name]!r}; it must be one of {', '.join(allowed)}")
    network = nets.read(described["network"])
    value = None if described["value"] is None else nets.read(described["value"])
    outputs = (1,) if described["kind"] == "afterstate" else (head.size, head.size + 1)
    if network.inputs != encoder.size or network.outputs not in outputs:
        raise MazzoError(f"its network is for {network.inputs} inputs and {network.outputs} outputs")
    moves = described["moves"]
    most = game.spec.actions if described["kind"] == "afterstate" else Recipe.moves  # elsewhere nobody looks at it
    if type(moves) is not int or not 1 <= moves <= most:
        raise MazzoError(f"its moves are {moves!r}")
    return Recipe(described["kind"], encoder.name, head.name, network, value, described["choice"], moves)


def _named_arrays(weights: Weights) -> list[tuple[str, Any]]:
    leaves = jax.tree_util.tree_leaves_with_path(eqx.filter(weights, eqx.is_array))
    return [(jax.tree_util.keystr(path, simple=True, separator="."), leaf) for path, leaf in leaves]


def _arrays(path: Path) -> dict[str, Any]:
    try:
        return load_file(path)
    except OSError as error:
        raise MazzoError(f"cannot read {path.name}: {error.strerror or error}") from error
    except SafetensorError as error:
        raise MazzoError(f"{path.name} is damaged: {error}") from error


def skeleton(recipe: Recipe) -> Weights:
    """The weights' shapes, without numbers."""

    def made(key: Any) -> Weights:
        return Weights(nets.build(recipe.network, key), None if recipe.value is None else nets.build(recipe.value, key))

    return eqx.filter_eval_shape(made, jax.random.key(0))


def blank(recipe: Recipe) -> Weights:
    """Weights that are all 0."""

    def zeros(leaf: Any) -> Any:
        return jnp.zeros(leaf.shape, leaf.dtype) if isinstance(leaf, jax.ShapeDtypeStruct) else leaf

    return jax.tree.map(zeros, skeleton(recipe))


def _fill(recipe: Recipe, arrays: dict[str, Any]) -> Weights:
    empty = skeleton(recipe)
    expected = jax.tree_util.tree_leaves_with_path(
        eqx.filter(empty, lambda leaf: isinstance(leaf, jax.ShapeDtypeStruct))
    )
    names = {jax.tree_util.keystr(path, simple=True, separator="."): leaf.shape for path, leaf in expected}
    if names != {name: array.shape for name, array in arrays.items()}:
        raise MazzoError("weights.safetensors does not fit the network that agent.json describes")
    if not all(np.isfinite(array).all() for array in arrays.values()):
        raise MazzoError("weights.safetensors holds numbers that are not finite")

    def put(path: Any, leaf: Any) -> Any:
        if not isinstance(leaf, jax.ShapeDtypeStruct):
            return leaf
        return jnp.asarray(arrays[jax.tree_util.keystr(path, simple=True, separator=".")], leaf.dtype)

    return jax.tree_util.tree_map_with_path(put, empty)
