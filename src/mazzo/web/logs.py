"""Logs as JSON lines: what happened, without secrets, cards or addresses."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime


class JsonLines(logging.Formatter):
    """A line per event. Extra `fields` are added; a fault's place in the code, but none of its values."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        event: dict[str, object] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        event.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[0] is not None:
            event["fault"] = record.exc_info[0].__name__
            trace = record.exc_info[2]
            places = []
            while trace is not None:
                places.append(f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}")
                trace = trace.tb_next
            event["where"] = places[-8:]
        return json.dumps(event, ensure_ascii=False)


def start() -> None:
    """Send the service's log to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    for name in ("mazzo.web", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler]
        logger.propagate = False
        logger.setLevel(logging.INFO)
