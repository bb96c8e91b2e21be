"""How fast a training is, with all that belongs to one: play, learning, metrics, a checkpoint."""

from __future__ import annotations

import json
import statistics
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from mazzo.learners.driver import Run, Watch
from mazzo.learners.settings import Settings


def decisions_per_second(settings: Settings, seconds: float) -> float:
    """Of a run that is stopped after so many seconds of training, compiling apart: the median over its chunks."""
    ends: list[float] = []

    def stop() -> bool:
        ends.append(time.perf_counter())
        return len(ends) > 3 and ends[-1] - ends[0] >= seconds  # the first chunk compiles

    with TemporaryDirectory(prefix="mazzo-") as folder:
        run = Run(settings.checked(), Path(folder), Watch(stop=stop))
        run.begin()
        run.train()
        told = [json.loads(line) for line in (Path(folder) / "speed.jsonl").read_text().splitlines()]
    return statistics.median(line["decisions"] / line["seconds"] for line in told[1:])
