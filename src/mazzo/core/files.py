"""Files that are written whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from mazzo.core.errors import MazzoError


def write_whole(path: Path, content: bytes) -> None:
    """Write beside, flush to the disk, then rename: after a crash the old content is there, or the new one."""
    part = path.with_name(f"{path.name}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        with suppress(OSError):  # on a read-only disk even that is refused
            part.unlink()
        raise MazzoError(f"cannot write {path}: {error.strerror or error}") from error
