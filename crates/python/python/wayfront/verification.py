"""Tests of crowds by guidelines and experiments: RiMEA, IMO, NIST, doors, bends, counterflow."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from os import PathLike
from pathlib import Path
from typing import Any

from . import _native

__all__ = ["verify"]

NAMES = ("test", "source", "steering", "name", "figure", "limit", "passed")


def verify(
    only: str = "",
    *,
    seeds: int | Iterable[int] = 5,
    steering: str | Iterable[str] = ("orca", "social-force"),
    report: str | PathLike[str] | None = None,
    progress: bool | Callable[[int, int], object] = False,
) -> Any:
    """Runs the tests whose names contain a word, all of them without one, and gives a DataFrame with a row for each figure:
    ``test``, ``source``, ``steering``, ``name``, ``figure``, ``limit``, ``passed``. What fails is a row, not an exception.

    ``seeds`` is how many, from 1 on, or which; ``report`` a file for the page with pictures (``.html``). All of them take
    minutes; Ctrl-C stops between two tests.

    >>> import wayfront as wf
    >>> table = wf.verify("rimea-1", seeds=1, steering="orca")
    >>> bool(table["passed"].all())
    True
    """
    import pandas

    models = [steering] if isinstance(steering, str) else list(steering)
    numbers = list(range(1, seeds + 1)) if isinstance(seeds, int) else [int(seed) for seed in seeds]
    if not models or not numbers:
        raise ValueError("no steering or no seed: give one or more of each")
    if report is not None and Path(report).suffix.lower() not in (".html", ".htm"):
        raise ValueError(f"{report}: the report is a page, .html")
    chosen = _native.Verification(only, numbers, models, report is not None)
    tests = chosen.tests()
    call = _bar(len(tests)) if progress is True else progress if callable(progress) else _silent
    rows: list[Any] = []
    for done, test in enumerate(tests, 1):
        rows += chosen.run(test)
        call(done, len(tests))
    if report is not None:
        Path(report).write_text(chosen.html(date.today().isoformat()), encoding="utf-8")
    return pandas.DataFrame(rows, columns=list(NAMES))


def _silent(done: int, count: int) -> None:
    pass


def _bar(count: int) -> Callable[[int, int], object]:
    from tqdm.auto import tqdm

    bar = tqdm(total=count, unit="test")

    def show(done: int, _: int) -> None:
        bar.update(done - bar.n)
        if done == count:
            bar.close()

    return show
