"""Studies: scenes x parameters x seeds, on all cores or a cluster, to one table that can be resumed.

Nothing below it is ours: runs go through ``concurrent.futures``, Dask or Ray. A task is a batch of runs of about a second,
since one run may take a tenth of that. A run is known by its key, a hash of the scene's text, the parameters, the seed
and the version; runs whose keys are in the store are not run again. A run that fails is a row with its error.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import socket
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from os import PathLike, fspath
from pathlib import Path
from typing import Any, Protocol

from . import _native
from ._errors import Error
from .crowd import Result, Simulation
from .scene import Scene, read

__all__ = ["Study", "seed_of"]

Measure = Callable[[Result], Mapping[str, Any]]
SceneLike = Scene | str | PathLike[str] | Callable[..., Scene]

BATCH_SECONDS = 1.0
"""A task is about so long: sending it costs milliseconds."""
PART_ROWS = 500
"""Rows of a part of the store."""
PART_SECONDS = 10.0
"""A part is written after so long, however few rows it has."""
FIGURES = (
    "arrived", "remaining", "trapped", "entered", "time", "evacuation_time", "mean_travel", "longest_travel",
    "mean_wait", "longest_wait", "mean_length", "mean_speed", "walking_speed",
)  # fmt: skip
SETTINGS = frozenset(
    ("seconds", "step", "steering", "passing", "calm", "rerouting", "speed", "radius", "premovement", "guide", "people", "goal")
)
"""Parameters that are settings of the crowd; a scene that is a function gets the others."""


def seed_of(key: str, k: int) -> int:
    """A seed that depends on a text and a number alone."""
    return int.from_bytes(hashlib.sha256(f"{key}/{k}".encode()).digest()[:4], "big")


class _Job:
    """One run: what a worker needs to know."""

    __slots__ = ("key", "scene", "seed", "settings", "values")

    def __init__(self, key: str, scene: str, settings: dict[str, Any], seed: int, values: dict[str, Any]) -> None:
        self.key = key
        self.scene = scene
        self.settings = settings
        self.seed = seed
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return (_Job, (self.key, self.scene, self.settings, self.seed, self.values))


Batch = Sequence[_Job]
Rows = list[dict[str, Any]]

_texts: dict[str, Scene] = {}
_sent: tuple[dict[str, str], Measure | None] = ({}, None)


def _begin(texts: dict[str, str], measure: Measure | None) -> None:
    """Begins a worker: scenes are sent once, and one thread is enough where all cores have a worker."""
    global _sent
    _sent = (texts, measure)
    _texts.clear()
    _native.set_threads(1)


def _run_batch(jobs: Batch, texts: dict[str, str] | None = None, measure: Measure | None = None) -> Rows:
    """Runs some jobs on a worker."""
    if texts is None:
        texts, measure = _sent
    return [_run_one(job, texts, measure) for job in jobs]


def _run_alone(jobs: Batch, texts: dict[str, str], measure: Measure | None) -> Rows:
    """Runs some jobs on a worker of somebody's executor, which was not begun by us: one thread each."""
    _native.set_threads(1)
    return _run_batch(jobs, texts, measure)


def _run_one(job: _Job, texts: Mapping[str, str], measure: Measure | None) -> dict[str, Any]:
    from .scene import from_toml

    start = time.perf_counter()
    row: dict[str, Any] = {"key": job.key, **job.values, "seed": job.seed, "error": None}
    try:
        scene = _texts.get(job.scene)
        if scene is None:
            scene = _texts[job.scene] = from_toml(texts[job.scene])
        result = Simulation(scene, keep=measure is not None, seed=job.seed, **job.settings).run()
        row.update(_figures(result))
        if measure is not None:
            row.update({name: _plain(value) for name, value in measure(result).items()})
    except Exception as why:  # a run that fails is a row
        row["error"] = f"{type(why).__name__}: {why}"
    row["run_seconds"] = time.perf_counter() - start
    row["host"] = socket.gethostname()
    row["version"] = _native.__version__
    return row


def _figures(result: Result) -> dict[str, Any]:
    summary = result.summary
    figures = {name: summary[name] for name in FIGURES}
    figures.update({f"t{name}" if name != "all" else "t_all": value for name, value in summary["percentiles"].items()})
    for exit in summary["exits"]:
        figures[f"exit {exit['name']}"] = exit["arrived"]
    return figures


def _plain(value: Any) -> Any:
    return value.item() if hasattr(value, "item") and getattr(value, "ndim", 0) == 0 else value


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
        self.store = None if store is None else _Store(Path(fspath(store)))
        self._rows: dict[str, dict[str, Any]] = {}
        self._texts: dict[str, str] = {}
        self._jobs = list(self._plan(named))

    def _plan(self, named: Mapping[str, SceneLike]) -> Iterator[_Job]:
        """All runs, in their order."""
        combinations = list(_combinations(self.vary))
        for name, scene in named.items():
            for values in combinations:
                own = {key: value for key, value in values.items() if key not in SETTINGS}
                text = self._text_of(name, scene, own)
                settings = {key: value for key, value in values.items() if key in SETTINGS}
                for seed in self.seeds:
                    key = _key([self._texts[text], settings, seed, _native.__version__, name, values])
                    yield _Job(key, text, settings, seed, {"scene": name, **values})

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
                self._rows.setdefault(row["key"], row)
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
        shown = _Shown(len(self._jobs), len(self._jobs) - len(left), progress)
        batches = _Batches(left, 0 if on is None and workers == 0 else workers)
        runner = _runner(on, workers, self._texts, self.measure, len(left))
        try:
            for rows in _work(runner, batches):
                for row in rows:
                    done[row["key"]] = row
                if self.store is not None:
                    self.store.add(rows)
                shown.add(len(rows))
        finally:
            runner.close()
            if self.store is not None:
                self.store.flush()
            shown.close()
        return self.table

    def _estimate(self, left: list[_Job]) -> dict[str, float]:
        few = left[:: max(1, len(left) // 3)][:3]
        start = time.perf_counter()
        _run_batch(few, self._texts, self.measure)
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


# Student's t for 95 %, by degrees of freedom from 1.
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
      2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)  # fmt: skip


def _interval(values: Any) -> dict[str, float]:
    """Mean and 95 % interval of the mean."""
    count = len(values)
    if count == 0:
        return {"mean": math.nan, "low": math.nan, "high": math.nan, "n": 0}
    mean = float(values.mean())
    if count == 1:
        return {"mean": mean, "low": math.nan, "high": math.nan, "n": 1}
    freedom = count - 1
    student = _T[freedom - 1] if freedom <= len(_T) else 1.959964 + 2.37227 / freedom + 2.8225 / freedom**2
    reach = student * float(values.std(ddof=1)) / math.sqrt(count)
    return {"mean": mean, "low": mean - reach, "high": mean + reach, "n": count}


# How runs are shared out


class _Batches:
    """What is left, in batches of about a second, sized by what runs took so far."""

    def __init__(self, jobs: list[_Job], workers: int | None) -> None:
        self.jobs = jobs
        self.next = 0
        self.workers = max(1, workers if workers else os.cpu_count() or 1)
        self.seconds = 0.0
        self.runs = 0

    def take(self) -> list[_Job]:
        left = len(self.jobs) - self.next
        size = 1 if not self.runs else max(1, round(BATCH_SECONDS / max(1e-9, self.seconds / self.runs)))
        # At the end all workers should end together.
        size = min(size, max(1, left // (2 * self.workers)))
        batch = self.jobs[self.next : self.next + size]
        self.next += len(batch)
        return batch

    def put(self, jobs: list[_Job]) -> None:
        """Jobs that were lost are run again, at the end."""
        self.jobs.extend(jobs)

    def took(self, rows: Rows) -> None:
        self.runs += len(rows)
        self.seconds += sum(row["run_seconds"] for row in rows)


class _Runner(Protocol):
    """What takes batches: at most ``room`` at once."""

    room: int

    def submit(self, batch: list[_Job]) -> Any: ...
    def wait(self, pending: list[Any]) -> list[Any]: ...
    def result(self, task: Any) -> Rows: ...
    def renew(self) -> None: ...
    def close(self) -> None: ...


def _work(runner: _Runner, batches: _Batches) -> Iterator[Rows]:
    """Keeps all workers busy; batches whose worker died are tried once more, one run at a time, and then are failures."""
    pending: dict[Any, list[_Job]] = {}
    tried: set[str] = set()
    alone: list[_Job] = []
    while True:
        while len(pending) < (1 if alone else runner.room):
            batch = [alone.pop()] if alone else batches.take()
            if not batch:
                break
            pending[runner.submit(batch)] = batch
        if not pending:
            return
        lost: list[_Job] = []
        for task in runner.wait(list(pending)):
            batch = pending.pop(task)
            try:
                rows = runner.result(task)
            except (KeyboardInterrupt, SystemExit):
                raise
            except _Unsendable:
                raise
            except BaseException as why:  # the worker is gone, and with it whatever else it had
                again = [job for job in batch if job.key not in tried]
                lost.extend(again)
                tried.update(job.key for job in again)
                failed = [_failed(job, why) for job in batch if job not in again]
                if failed:
                    yield failed
                if isinstance(why, BrokenProcessPool):
                    # All that was in flight is lost without being at fault.
                    for other in list(pending):
                        lost.extend(pending.pop(other))
                    runner.renew()
                    break
                continue
            batches.took(rows)
            yield rows
        alone.extend(reversed(lost))


def _failed(job: _Job, why: BaseException) -> dict[str, Any]:
    row: dict[str, Any] = {"key": job.key, **job.values, "seed": job.seed}
    return {**row, "error": f"{type(why).__name__}: {why}", "run_seconds": 0.0, "host": None, "version": _native.__version__}


class _Unsendable(Error):
    """Something cannot be sent to another process."""


def _runner(on: Any, workers: int | None, texts: dict[str, str], measure: Measure | None, count: int) -> _Runner:
    if on is None and (workers == 0 or count == 0):
        return _Here(texts, measure)
    if on is None:
        return _Local(min(workers or os.cpu_count() or 1, count), texts, measure)
    if isinstance(on, Executor):
        return _Foreign(on, texts, measure)
    if isinstance(on, str) and on.startswith("dask"):
        return _dask(on.removeprefix("dask").removeprefix("://"), texts, measure)
    if isinstance(on, str) and on.startswith("ray"):
        return _Ray(on, texts, measure)
    if hasattr(on, "scatter") and hasattr(on, "submit"):
        return _Dask(on, texts, measure)
    raise TypeError(f"on is {on!r}: give a Dask client or address, 'ray', or an Executor")


class _Here:
    """This process, one batch after the other."""

    room = 1

    def __init__(self, texts: dict[str, str], measure: Measure | None) -> None:
        self.sent = (texts, measure)
        _texts.clear()

    def submit(self, batch: list[_Job]) -> Any:
        done: Future[Rows] = Future()
        done.set_result(_run_batch(batch, *self.sent))
        return done

    def wait(self, pending: list[Any]) -> list[Any]:
        return pending

    def result(self, task: Any) -> Rows:
        rows: Rows = task.result()
        return rows

    def renew(self) -> None:
        pass

    def close(self) -> None:
        _texts.clear()


class _Local(_Here):
    """Processes of this machine, begun anew (``spawn``)."""

    def __init__(self, workers: int, texts: dict[str, str], measure: Measure | None) -> None:
        super().__init__(texts, measure)
        self.workers = workers
        self.room = 2 * workers
        _check_sendable(measure)
        self.renew()

    def renew(self) -> None:
        context = get_context("spawn")
        self.pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=_begin, initargs=self.sent)

    def submit(self, batch: list[_Job]) -> Any:
        return self.pool.submit(_run_batch, batch)

    def wait(self, pending: list[Any]) -> list[Any]:
        return list(wait(pending, return_when=FIRST_COMPLETED).done)

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)


class _Foreign(_Here):
    """Somebody's executor: scenes go with each batch."""

    room = 8

    def __init__(self, pool: Executor, texts: dict[str, str], measure: Measure | None) -> None:
        super().__init__(texts, measure)
        self.pool = pool
        self.texts, self.of = texts, measure
        self.room = 2 * int(getattr(pool, "_max_workers", 4))

    def submit(self, batch: list[_Job]) -> Any:
        own = {job.scene: self.texts[job.scene] for job in batch}
        return self.pool.submit(_run_alone, batch, own, self.of)

    def wait(self, pending: list[Any]) -> list[Any]:
        return list(wait(pending, return_when=FIRST_COMPLETED).done)

    def renew(self) -> None:
        raise Error("a worker of the executor died, and it takes no more", "give another executor")

    def close(self) -> None:
        _native.set_threads(0)


def _dask(address: str, texts: dict[str, str], measure: Measure | None) -> _Runner:
    from distributed import Client

    return _Dask(Client(address or None), texts, measure, own=True)


class _Dask(_Here):
    """A Dask cluster: scenes are scattered once."""

    def __init__(self, client: Any, texts: dict[str, str], measure: Measure | None, own: bool = False) -> None:
        super().__init__(texts, measure)
        self.client = client
        self.own = own
        self.room = 2 * max(1, sum(client.nthreads().values()))
        # With a name of its own: one made of the content would be let go of by the study before.
        self.texts = client.scatter([texts], broadcast=True, hash=False)[0]
        self.of = measure

    def submit(self, batch: list[_Job]) -> Any:
        return self.client.submit(_run_alone, batch, self.texts, self.of, pure=False)

    def wait(self, pending: list[Any]) -> list[Any]:
        from distributed import wait as first

        try:
            return list(first(pending, return_when="FIRST_COMPLETED").done)
        except Exception:
            # Some were cancelled, since their worker is gone; `result` says so of each.
            ended = [task for task in pending if task.status != "pending"]
            if not ended:
                raise
            return ended

    def close(self) -> None:
        if self.own:
            self.client.close()


class _Ray(_Here):
    """A Ray cluster: scenes are put once, and so many tasks are in flight."""

    def __init__(self, address: str, texts: dict[str, str], measure: Measure | None) -> None:
        super().__init__(texts, measure)
        import ray

        self.ray = ray
        if not ray.is_initialized():
            ray.init(address=None if address in ("ray", "ray://") else address, log_to_driver=False, include_dashboard=False)
        self.room = 2 * max(1, int(ray.cluster_resources().get("CPU", 1)))
        self.texts, self.of = ray.put(texts), ray.put(measure)
        self.task = ray.remote(num_cpus=1)(_run_alone)

    def submit(self, batch: list[_Job]) -> Any:
        return self.task.remote(batch, self.texts, self.of)

    def wait(self, pending: list[Any]) -> list[Any]:
        ready, _ = self.ray.wait(pending, num_returns=1)
        return list(ready)

    def result(self, task: Any) -> Rows:
        rows: Rows = self.ray.get(task)
        return rows


def _check_sendable(measure: Measure | None) -> None:
    """Functions that other processes cannot find are refused before anything is begun."""
    import pickle

    try:
        pickle.dumps(measure)
    except Exception:
        raise _Unsendable(
            "`measure` cannot be sent to other processes: they import it by its name",
            "put it into a module, or run with workers=0, Dask or Ray",
        ) from None


# Progress and store


class _Shown:
    """A bar of tqdm where installed, or somebody's function."""

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


class _Store:
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
