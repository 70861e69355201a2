"""One run of a study, as a worker does it: a job in, a row out."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping, Sequence
from multiprocessing import parent_process
from threading import Thread
from typing import Any

from . import _native
from .crowd import Result, Simulation
from .reading import from_toml
from .scene import Scene

Measure = Callable[[Result], Mapping[str, Any]]

FIGURES = (
    "arrived", "remaining", "trapped", "entered", "time", "evacuation_time", "mean_travel", "longest_travel",
    "mean_wait", "longest_wait", "mean_length", "mean_speed", "walking_speed",
)  # fmt: skip


class Job:
    """One run: what a worker needs to know."""

    __slots__ = ("key", "scene", "seed", "settings", "values")

    def __init__(self, key: str, scene: str, settings: dict[str, Any], seed: int, values: dict[str, Any]) -> None:
        self.key = key
        self.scene = scene
        self.settings = settings
        self.seed = seed
        self.values = values

    def __reduce__(self) -> tuple[Any, ...]:
        return (Job, (self.key, self.scene, self.settings, self.seed, self.values))


Batch = Sequence[Job]
Rows = list[dict[str, Any]]

_scenes: dict[str, Scene] = {}
_sent: tuple[dict[str, str], Measure | None] = ({}, None)


def forget_scenes() -> None:
    """Scenes that were read for the study before are read again."""
    _scenes.clear()


def begin_worker(texts: dict[str, str], measure: Measure | None) -> None:
    """Begins a worker: scenes are sent once, and one thread is enough where all cores have a worker."""
    global _sent
    _sent = (texts, measure)
    parent = parent_process()
    if parent is not None:
        # A worker that waits for its next batch would outlive a study that was killed.
        Thread(target=_end_with, args=(parent,), daemon=True).start()
    forget_scenes()
    _native.set_threads(1)


def _end_with(parent: Any) -> None:
    parent.join()
    os._exit(1)


def run_batch(jobs: Batch, texts: dict[str, str] | None = None, measure: Measure | None = None) -> Rows:
    """Runs some jobs on a worker."""
    if texts is None:
        texts, measure = _sent
    return [_run_one(job, texts, measure) for job in jobs]


def run_alone(jobs: Batch, texts: dict[str, str], measure: Measure | None) -> Rows:
    """Runs some jobs on a worker of an executor that the caller started: one thread each."""
    _native.set_threads(1)
    return run_batch(jobs, texts, measure)


def _run_one(job: Job, texts: Mapping[str, str], measure: Measure | None) -> dict[str, Any]:
    start = time.perf_counter()
    row: dict[str, Any] = {"key": job.key, **job.values, "seed": job.seed, "error": None}
    try:
        scene = _scenes.get(job.scene)
        if scene is None:
            scene = _scenes[job.scene] = from_toml(texts[job.scene])
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


def failed_row(job: Job, why: BaseException) -> dict[str, Any]:
    """The row of a job whose worker died."""
    row: dict[str, Any] = {"key": job.key, **job.values, "seed": job.seed}
    return {**row, "error": f"{type(why).__name__}: {why}", "run_seconds": 0.0, "host": None, "version": _native.__version__}
