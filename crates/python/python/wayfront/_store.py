"""What a study keeps on disk, and what it shows while it runs."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ._errors import Error
from ._jobs import Rows

PART_ROWS = 500
"""Rows of a part of the store."""
PART_SECONDS = 10.0
"""A part is written after so long, however few rows it has."""


class Shown:
    """A bar of tqdm where installed, or a function of the caller."""

    def __init__(self, all: int, done: int, progress: bool | Callable[[int, int], object]) -> None:
        self.all, self.done = all, done
        self.call = progress if callable(progress) else None
        self.bar: Any = None
        if progress is True:
            try:
                from tqdm.auto import tqdm

                self.bar = tqdm(total=all, initial=done, unit="run")
            except ImportError:
                pass

    def add(self, count: int) -> None:
        self.done += count
        if self.call is not None:
            self.call(self.done, self.all)
        if self.bar is not None:
            self.bar.update(count)

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


class Store:
    """A folder of parts, each written whole or not at all: JSON lines, which any language reads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: Rows = []
        self.written = time.monotonic()
        if folder.exists() and not folder.is_dir():
            raise Error(f"{folder} is a file", "a store is a folder")

    def read(self) -> Iterator[dict[str, Any]]:
        for part in sorted(self.folder.glob("part-*.jsonl")):
            for number, line in enumerate(part.read_text().splitlines(), 1):
                try:
                    row: dict[str, Any] = json.loads(line)
                    row["key"]
                except (ValueError, KeyError, TypeError):
                    raise Error(f"{part}:{number}: this is no row of a study", "move the file away to run its rows again") from None
                yield row

    def add(self, rows: Rows) -> None:
        self.waiting.extend(rows)
        if len(self.waiting) >= PART_ROWS or time.monotonic() - self.written > PART_SECONDS:
            self.flush()

    def flush(self) -> None:
        self.written = time.monotonic()
        if not self.waiting:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"part-{time.time_ns():020d}-{os.getpid()}"
        draft = self.folder / f".{name}"
        with open(draft, "w") as file:
            file.writelines(json.dumps(row, default=repr) + "\n" for row in self.waiting)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.folder / f"{name}.jsonl")
        self.waiting = []
