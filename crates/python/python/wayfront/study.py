"""Studies: scenes x parameters x seeds, on all cores or a cluster, to one table that can be resumed.

A run is known by its key, a hash of the scene's text, the parameters, the seed and the version; runs whose keys are in the
store are not run again. A run that fails is a row with its error. Where runs go: ``_runners``; what they are: ``_jobs``.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any

from . import _native
from ._errors import Error
from ._jobs import Job, Measure, run_batch
from ._runners import Batches, runner_on, work
from ._store import Shown, Store
from .reading import read
from .scene import Scene

__all__ = ["Study", "seed_of"]

SceneLike = Scene | str | PathLike[str] | Callable[..., Scene]

SETTINGS = frozenset(
    ("seconds", "step", "steering", "passing", "calm", "rerouting", "speed", "radius", "premovement", "guide", "people", "goal")
)
"""Parameters that are settings of the crowd; a scene that is a function gets the others."""


def seed_of(key: str, k: int) -> int:
    """A seed that depends on a text and a number alone."""
    return int.from_bytes(hashlib.sha256(f"{key}/{k}".encode()).digest()[:4], "big")


class Study:
    """Runs of scenes with all parameters and seeds.

    - ``scenes``: a dictionary of names to scenes, files, or functions that make a scene of the parameters.
    - ``vary``: a dictionary of settings of the crowd (``speed``, ``rerouting``, ``steering``, ``people``, ...) or arguments of
      those functions to the values that they take: every combination is run.
    - ``seeds``: how many, or which.
    - ``measure``: a function of a result to a dictionary of further columns. For other processes it must be one that they
      can import: a function of a module, not of ``__main__`` in a notebook (Dask and Ray take those, too).
    - ``store``: a folder in which rows are kept; what is there is not run again.

    >>> import wayfront as wf
    >>> study = wf.Study({"crossing": wf.builtin("crossing")}, vary={"speed": [1.0, 1.3]}, seeds=2)
    >>> len(study)
    4
    >>> table = study.run(workers=0, progress=False)
    >>> bool(table["error"].isna().all())
    True
    """

    def __init__(
        self,
        scenes: Mapping[str, SceneLike] | SceneLike,
        *,
        vary: Mapping[str, Iterable[Any]] | None = None,
        seeds: int | Iterable[int] = 10,
        measure: Measure | None = None,
        store: str | PathLike[str] | None = None,
    ) -> None:
        self.vary = {name: list(values) for name, values in (vary or {}).items()}
        named = dict(scenes) if isinstance(scenes, Mapping) else {_name_of(scenes): scenes}
        if not named or not all(self.vary.values()):
            raise Error("there is nothing to run", "give at least one scene, and at least one value for each parameter")
        self.seeds = list(range(1, seeds + 1)) if isinstance(seeds, int) else [int(seed) for seed in seeds]
        if len(set(self.seeds)) != len(self.seeds):
            raise Error("a seed is given twice", "each seed is one run")
        self.measure = measure
        self.store = None if store is None else Store(Path(fspath(store)))
        self._rows: dict[str, dict[str, Any]] = {}
        self._texts: dict[str, str] = {}
        self._jobs = list(self._plan(named))

    def _plan(self, named: Mapping[str, SceneLike]) -> Iterator[Job]:
        """All runs, in their order."""
        combinations = list(_combinations(self.vary))
        for name, scene in named.items():
            for values in combinations:
                own = {key: value for key, value in values.items() if key not in SETTINGS}
                text = self._text_of(name, scene, own)
                settings = {key: value for key, value in values.items() if key in SETTINGS}
                for seed in self.seeds:
                    key = _key([self._texts[text], settings, seed, _native.__version__, name, values])
                    yield Job(key, text, settings, seed, {"scene": name, **values})

    def _text_of(self, name: str, scene: SceneLike, values: dict[str, Any]) -> str:
        if callable(scene) and not isinstance(scene, Scene):
            made = scene(**values)
        elif values:
            unknown = ", ".join(sorted(values))
            raise Error(
                f"{unknown}: no setting of a crowd is called so, and the scene {name!r} is no function",
                f"settings are {', '.join(sorted(SETTINGS))}; or give a function of these that makes the scene",
            )
        else:
            made = scene if isinstance(scene, Scene) else read(scene)
        text = made.to_text("toml")
        key = hashlib.sha256(text.encode()).hexdigest()[:16]
        self._texts[key] = text
        return key

    def __len__(self) -> int:
        return len(self._jobs)

    def _done(self) -> dict[str, dict[str, Any]]:
        if self.store is not None:
            for row in self.store.read():
                self._rows[row["key"]] = row  # of two rows of one run the later one counts: it was tried again
        return self._rows

    def status(self) -> dict[str, int]:
        """How many runs there are, how many are done, and how many of these failed."""
        done = self._done()
        own = [done[job.key] for job in self._jobs if job.key in done]
        return {"runs": len(self._jobs), "done": len(own), "failed": sum(row.get("error") is not None for row in own)}

    def run(
        self,
        on: Any = None,
        *,
        workers: int | None = None,
        progress: bool | Callable[[int, int], object] = True,
        dry_run: bool = False,
        retry_failed: bool = False,
    ) -> Any:
        """Runs what is not done yet, and gives the table: a row for each run.

        ``on`` is nothing (``workers`` processes of this machine, one for each core; 0: this process), a Dask ``Client`` or
        ``"dask://tcp://head:8786"``, ``"ray"`` or a Ray address, or any ``concurrent.futures.Executor``. ``progress`` is
        a bar, or a function of done and all. ``dry_run`` runs three and estimates the rest. Ctrl-C keeps what is done.
        """
        done = self._done()
        if retry_failed:
            for key in [key for key, row in done.items() if row.get("error") is not None]:
                del done[key]
        left = [job for job in self._jobs if job.key not in done]
        if dry_run:
            return self._estimate(left)
        shown = Shown(len(self._jobs), len(self._jobs) - len(left), progress)
        batches = Batches(left, 0 if on is None and workers == 0 else workers)
        runner = runner_on(on, workers, self._texts, self.measure, len(left))
        try:
            for rows in work(runner, batches):
                for row in rows:
                    done[row["key"]] = row
                if self.store is not None:
                    self.store.add(rows)
                shown.add(len(rows))
        finally:
            runner.close()
            if self.store is not None:
                self.store.close()
            shown.close()
        return self.table

    def _estimate(self, left: list[Job]) -> dict[str, float]:
        few = left[:: max(1, len(left) // 3)][:3]
        start = time.perf_counter()
        run_batch(few, self._texts, self.measure)
        each = (time.perf_counter() - start) / max(1, len(few))
        cores = os.cpu_count() or 1
        return {"runs": float(len(left)), "seconds_each": each, "seconds_in_all": each * len(left) / cores}

    @property
    def table(self) -> Any:
        """A pandas DataFrame with a row for each run that is done, in the order of the study."""
        import pandas

        done = self._done()
        frame = pandas.DataFrame([done[job.key] for job in self._jobs if job.key in done])
        if len(frame):
            frame["error"] = frame["error"].astype(object).where(frame["error"].notna(), None)
        return frame

    def summary(self, by: str | Sequence[str] = "scene", *, of: Sequence[str] | None = None) -> Any:
        """For each group: mean, 95 % interval and number of the figures ``of``, of runs that did not fail."""
        import pandas

        table = self.table
        by = [by] if isinstance(by, str) else list(by)
        for name in by:
            if name not in table:
                raise Error(f"there is no column {name!r}", f"there are {', '.join(table.columns)}")
        table = table[table["error"].isna()]
        given = {"key", "seed", "run_seconds", "error", "host", "version", *by, *self.vary, "scene"}
        numbers = list(of) if of is not None else [n for n in table.select_dtypes("number").columns if n not in given]
        rows = []
        for values, group in table.groupby(by, sort=False):
            row: dict[Any, Any] = dict(zip([(name, "") for name in by], values))
            for name in numbers:
                row.update({(name, key): value for key, value in _interval(group[name].dropna().to_numpy(float)).items()})
            rows.append(row)
        frame = pandas.DataFrame(rows)
        frame.columns = pandas.MultiIndex.from_tuples(frame.columns) if len(frame.columns) else frame.columns
        return frame.set_index([(name, "") for name in by]).rename_axis(by) if len(rows) else frame

    def plot(self, figure: str, by: str | Sequence[str] = "scene") -> Any:
        """Means with their 95 % intervals, as matplotlib axes."""
        import matplotlib.pyplot as pyplot

        summary = self.summary(by, of=[figure])[figure]
        axes = pyplot.figure().gca()
        labels = [" ".join(map(str, label)) if isinstance(label, tuple) else str(label) for label in summary.index]
        reach = [summary["mean"] - summary["low"], summary["high"] - summary["mean"]]
        axes.errorbar(labels, summary["mean"], yerr=reach, fmt="o", capsize=4)
        axes.set_ylabel(figure)
        return axes

    def __repr__(self) -> str:
        return f"<Study of {len(self)} runs>"


def _name_of(scene: SceneLike) -> str:
    if isinstance(scene, Scene):
        return scene.name or "scene"
    return Path(fspath(scene)).stem if isinstance(scene, (str, PathLike)) else getattr(scene, "__name__", "scene")


def _combinations(vary: Mapping[str, list[Any]]) -> Iterator[dict[str, Any]]:
    if not vary:
        yield {}
        return
    (name, values), rest = next(iter(vary.items())), dict(list(vary.items())[1:])
    for value in values:
        for others in _combinations(rest):
            yield {name: value, **others}


def _key(parts: Sequence[Any]) -> str:
    text = json.dumps(parts, sort_keys=True, default=repr)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def _interval(values: Any) -> dict[str, float]:
    """Mean and 95 % interval of the mean; a single run has no interval."""
    count = len(values)
    mean, low, high = _native.estimate(values.tolist()) or (math.nan, math.nan, math.nan)
    return {"mean": mean, "low": low if count > 1 else math.nan, "high": high if count > 1 else math.nan, "n": count}
