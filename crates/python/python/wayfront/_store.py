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

SYNC_SECONDS = 10.0
"""Rows are on the disk after so long, even if the machine stops; in the file they are at once."""


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
    """A folder of parts, one for each run of the study: JSON lines, which any language reads.

    Rows are appended as they come. However the process ends, every row that was added is there; of a row that was being
    written, what is there is no line, and does not count.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file: Any = None
        self.synced = time.monotonic()
        if folder.exists() and not folder.is_dir():
            raise Error(f"{folder} is a file", "a store is a folder")

    def read(self) -> Iterator[dict[str, Any]]:
        for part in sorted(self.folder.glob("part-*.jsonl")):
            lines = part.read_text().split("\n")
            for number, line in enumerate(lines[:-1], 1):
                try:
                    row: dict[str, Any] = json.loads(line)
                    row["key"]
                except (ValueError, KeyError, TypeError):
                    raise Error(f"{part}:{number}: this is no row of a study", "move the file away to run its rows again") from None
                yield row

    def add(self, rows: Rows) -> None:
        if self.file is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self.file = open(self.folder / f"part-{time.time_ns():020d}-{os.getpid()}.jsonl", "x")  # noqa: SIM115
        self.file.write("".join(json.dumps(row, default=repr) + "\n" for row in rows))
        self.file.flush()
        if time.monotonic() - self.synced > SYNC_SECONDS:
            os.fsync(self.file.fileno())
            self.synced = time.monotonic()

    def close(self) -> None:
        if self.file is not None:
            os.fsync(self.file.fileno())
            self.file.close()
            self.file = None
