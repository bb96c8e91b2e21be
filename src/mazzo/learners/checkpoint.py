"""Checkpoints of a run: every array of its state, and how far it had come. Two are kept, the last and the one before.

A checkpoint is two files. `N.safetensors` holds the arrays, compressed; `N.json` is written after it and says what
belongs to it, with its SHA-256, so that a torn, cut or edited checkpoint is noticed and the one before it is used.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from safetensors.numpy import load, save

from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole

FORMAT = 1
KEPT = 2


def write(folder: Path, number: int, state: Any, notes: dict[str, Any]) -> None:
    """Write checkpoint `number` whole or not at all, then remove those before the last one."""
    content = zlib.compress(save({name: _plain(leaf) for name, leaf in _named(state)}), 1)
    write_whole(folder / f"{number}.safetensors", content)
    described = {"format": FORMAT, "sha256": hashlib.sha256(content).hexdigest(), **notes}
    write_whole(folder / f"{number}.json", (json.dumps(described) + "\n").encode())
    for old in numbers(folder)[:-KEPT]:
        (folder / f"{old}.json").unlink(missing_ok=True)
        (folder / f"{old}.safetensors").unlink(missing_ok=True)


def numbers(folder: Path) -> list[int]:
    """Of the checkpoints that were finished, oldest first."""
    return sorted(int(path.stem) for path in folder.glob("*.json") if path.stem.isdigit())


def read_last(folder: Path, like: Any, complain: Callable[[str], None]) -> tuple[Any, dict[str, Any]]:
    """(state, notes) of the newest checkpoint that is whole; `complain` is told of each that is not."""
    for number in reversed(numbers(folder)):
        try:
            return _read(folder, number, like)
        except MazzoError as error:
            complain(str(error))
    raise MazzoError(f"{folder} holds no checkpoint that can be read; start the run anew in another folder")


def _read(folder: Path, number: int, like: Any) -> tuple[Any, dict[str, Any]]:
    what = f"checkpoint {folder / str(number)}"
    try:
        notes = json.loads((folder / f"{number}.json").read_text(encoding="utf-8"))
        content = (folder / f"{number}.safetensors").read_bytes()
    except OSError as error:
        raise MazzoError(f"{what} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise MazzoError(f"{what} is damaged: its description is not JSON") from error
    if not isinstance(notes, dict) or notes.get("format") != FORMAT:
        raise MazzoError(f"{what} is not of format {FORMAT}, which this mazzo reads")
    if hashlib.sha256(content).hexdigest() != notes.get("sha256"):
        raise MazzoError(f"{what} is damaged: its content is not what was written")
    return _fill(what, like, load(zlib.decompress(content))), notes


def _fill(what: str, like: Any, arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """The arrays in the place of those of `like`."""
    expected = {name: (leaf.shape, leaf.dtype) for name, leaf in _named(like)}
    found = {name: array.shape for name, array in arrays.items()}
    if found != {name: np.shape(_key_data(shape, dtype)) for name, (shape, dtype) in expected.items()}:
        raise MazzoError(f"{what} is of another run: its arrays are not those of these settings")

    def put(path: Any, leaf: Any) -> Any:
        array = jnp.asarray(arrays[_name(path)])
        return jax.random.wrap_key_data(array) if _is_key(leaf.dtype) else array.astype(leaf.dtype)

    return jax.tree_util.tree_map_with_path(put, like)


def _named(state: Any) -> list[tuple[str, Any]]:
    return [(_name(path), leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(state)]


def _name(path: Any) -> str:
    return jax.tree_util.keystr(path, simple=True, separator="/")


def _plain(leaf: Any) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(jax.random.key_data(leaf) if _is_key(leaf.dtype) else leaf)


def _is_key(dtype: Any) -> bool:
    return bool(jnp.issubdtype(dtype, jax.dtypes.prng_key))


def _key_data(shape: tuple[int, ...], dtype: Any) -> Any:
    """Something of the shape in which a leaf is written: a key is two words."""
    return np.broadcast_to(np.uint32(0), (*shape, 2) if _is_key(dtype) else shape)
