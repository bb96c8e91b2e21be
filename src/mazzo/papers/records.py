"""What a report is made of, in one file: everything of a reproduction's folder but weights and what trainings go on
from. With it the report can be written anew, or get more parts, where nothing was trained.
"""

from __future__ import annotations

import gzip
import io
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

from mazzo.core.errors import MazzoError
from mazzo.core.files import write_whole

_KEPT = ("*.json", "metrics.jsonl")


def pack(folder: Path, target: Path) -> None:
    """Write the records of a reproduction's folder. The same records are the same bytes."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w") as archive:
        for path in _records(folder):
            content = path.read_bytes()
            entry = tarfile.TarInfo(str(path.relative_to(folder)))
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    write_whole(target, gzip.compress(packed.getvalue(), mtime=0))


def _records(folder: Path) -> Iterator[Path]:
    yield from sorted(path for kind in _KEPT for path in folder.rglob(kind))


def unpack(records: Path, folder: Path) -> None:
    """Begin a reproduction's folder with records."""
    if folder.exists() and any(folder.iterdir()):
        raise MazzoError(f"{folder} is there already: leave --records out to go on with it, or name another with --out")
    part = folder.with_name(f"{folder.name}.part")
    try:
        with tarfile.open(records, "r:gz") as archive:
            archive.extractall(part, filter="data")
        part.replace(folder)
    except (OSError, tarfile.TarError, EOFError) as error:
        raise MazzoError(f"cannot read the records {records}: {error}") from error
    finally:
        shutil.rmtree(part, ignore_errors=True)
