"""Checkpoints of a run: every array of its state, and how far it had come. Two are kept, the last and the one before.

A checkpoint is one file, `N.checkpoint`: a line with the format and the SHA-256 of what follows, a line of notes, and
the arrays as compressed safetensors. A cut or edited one is noticed, and the one before it is used.
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

FORMAT = 2


def write(folder: Path, number: int, state: Any, notes: dict[str, Any]) -> None:
    """Write checkpoint `number` whole or not at all, then remove all but it and the last whole one before it."""
    arrays = zlib.compress(save({name: _plain(leaf) for name, leaf in _named(state)}), 1)
    content = json.dumps(notes).encode() + b"\n" + arrays
    head = {"format": FORMAT, "sha256": hashlib.sha256(content).hexdigest()}
    write_whole(_path(folder, number), json.dumps(head).encode() + b"\n" + content)
    before = next((old for old in reversed(numbers(folder)) if old < number and _is_whole(folder, old)), number)
    for path in folder.glob("*.checkpoint*"):  # also what a kill has left half written
        if path not in (_path(folder, number), _path(folder, before)):
            path.unlink(missing_ok=True)


def numbers(folder: Path) -> list[int]:
    """Of the checkpoints there are, oldest first."""
    return sorted(int(path.stem) for path in folder.glob("*.checkpoint") if path.stem.isdecimal())


def read_last(folder: Path, like: Any, complain: Callable[[str], None]) -> tuple[Any, dict[str, Any]] | None:
    """(state, notes) of the newest checkpoint that is whole; `complain` is told of each that is not.

    None if the run had not come to its first one.
    """
    found = numbers(folder)
    for number in reversed(found):
        try:
            notes, content = _content(folder, number)
            return _fill(_path(folder, number), like, load(zlib.decompress(content))), notes
        except MazzoError as error:
            complain(str(error))
    if found or any(folder.glob("*.safetensors")):  # format 1 was two files
        raise MazzoError(f"{folder} holds no checkpoint that can be read; start the run anew in another folder")
    return None


def _path(folder: Path, number: int) -> Path:
    return folder / f"{number}.checkpoint"


def _content(folder: Path, number: int) -> tuple[dict[str, Any], bytes]:
    """The notes, and the arrays as they are on the disk."""
    path = _path(folder, number)
    try:
        head, _, content = path.read_bytes().partition(b"\n")
        told = json.loads(head)
    except OSError as error:
        raise MazzoError(f"the checkpoint {path} cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise MazzoError(f"the checkpoint {path} is damaged: its first line is not JSON") from error
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise MazzoError(f"the checkpoint {path} is not of format {FORMAT}, which this mazzo reads")
    if hashlib.sha256(content).hexdigest() != told.get("sha256"):
        raise MazzoError(f"the checkpoint {path} is damaged: its content is not what was written")
    notes, _, arrays = content.partition(b"\n")
    return json.loads(notes), arrays


def _is_whole(folder: Path, number: int) -> bool:
    try:
        _content(folder, number)
    except MazzoError:
        return False
    return True


def _fill(path: Path, like: Any, arrays: dict[str, np.ndarray[Any, Any]]) -> Any:
    """The arrays in the place of those of `like`."""
    expected = {name: jax.eval_shape(_data, leaf) for name, leaf in _named(like)}
    if _shapes(arrays) != _shapes(expected):
        raise MazzoError(f"the checkpoint {path} is of another run: its arrays are not those of these settings")

    def put(path: Any, leaf: Any) -> Any:
        array = jnp.asarray(arrays[_name(path)])
        return jax.random.wrap_key_data(array) if _is_key(leaf) else array

    return jax.tree_util.tree_map_with_path(put, like)


def _shapes(arrays: dict[str, Any]) -> dict[str, Any]:
    return {name: (array.shape, array.dtype) for name, array in arrays.items()}


def _named(state: Any) -> list[tuple[str, Any]]:
    return [(_name(path), leaf) for path, leaf in jax.tree_util.tree_leaves_with_path(state)]


def _name(path: Any) -> str:
    return jax.tree_util.keystr(path, simple=True, separator="/")


def _plain(leaf: Any) -> np.ndarray[Any, Any]:
    return np.ascontiguousarray(_data(leaf))


def _data(leaf: Any) -> Any:
    """A key is written as the two words it is."""
    return jax.random.key_data(leaf) if _is_key(leaf) else leaf


def _is_key(leaf: Any) -> bool:
    return bool(jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key))
