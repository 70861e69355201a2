"""Where the runs of a study go: this process, processes of this machine, an executor of the caller, Dask or Ray.

Nothing below it is ours. A task is a batch of runs of about a second, since one run may take a tenth of that. Batches
whose worker died are tried once more, one run at a time.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, Protocol

from . import _jobs, _native
from ._errors import Error
from ._jobs import Job, Measure, Rows, begin_worker, failed_row, run_alone, run_batch

BATCH_SECONDS = 1.0
"""A task is about so long: sending it costs milliseconds."""


class Unsendable(Error):
    """Something cannot be sent to another process."""


class Batches:
    """What is left, in batches of about a second, sized by what runs took so far."""

    def __init__(self, jobs: list[Job], workers: int | None) -> None:
        self.jobs = jobs
        self.next = 0
        self.workers = max(1, workers if workers else os.cpu_count() or 1)
        self.seconds = 0.0
        self.runs = 0

    def take(self) -> list[Job]:
        left = len(self.jobs) - self.next
        size = 1 if not self.runs else max(1, round(BATCH_SECONDS / max(1e-9, self.seconds / self.runs)))
        # At the end all workers should end together.
        size = min(size, max(1, left // (2 * self.workers)))
        batch = self.jobs[self.next : self.next + size]
        self.next += len(batch)
        return batch

    def took(self, rows: Rows) -> None:
        self.runs += len(rows)
        self.seconds += sum(row["run_seconds"] for row in rows)


class _Runner(Protocol):
    """What takes batches: at most ``room`` at once."""

    room: int

    def submit(self, batch: list[Job]) -> Any: ...
    def wait(self, pending: list[Any]) -> list[Any]: ...
    def result(self, task: Any) -> Rows: ...
    def renew(self) -> None: ...
    def close(self) -> None: ...


def work(runner: _Runner, batches: Batches) -> Iterator[Rows]:
    """Keeps all workers busy; batches whose worker died are tried once more, one run at a time, and then are failures."""
    pending: dict[Any, list[Job]] = {}
    tried: set[str] = set()
    alone: list[Job] = []
    while True:
        while len(pending) < (1 if alone else runner.room):
            batch = [alone.pop()] if alone else batches.take()
            if not batch:
                break
            pending[runner.submit(batch)] = batch
        if not pending:
            return
        lost: list[Job] = []
        for task in runner.wait(list(pending)):
            batch = pending.pop(task)
            try:
                rows = runner.result(task)
            except (KeyboardInterrupt, SystemExit):
                raise
            except Unsendable:
                raise
            except BaseException as why:  # the worker is gone, and with it whatever else it had
                again = [job for job in batch if job.key not in tried]
                lost.extend(again)
                tried.update(job.key for job in again)
                failed = [failed_row(job, why) for job in batch if job not in again]
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


def runner_on(on: Any, workers: int | None, texts: dict[str, str], measure: Measure | None, count: int) -> _Runner:
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
        _jobs.forget_scenes()

    def submit(self, batch: list[Job]) -> Any:
        done: Future[Rows] = Future()
        done.set_result(run_batch(batch, *self.sent))
        return done

    def wait(self, pending: list[Any]) -> list[Any]:
        return pending

    def result(self, task: Any) -> Rows:
        rows: Rows = task.result()
        return rows

    def renew(self) -> None:
        pass

    def close(self) -> None:
        _jobs.forget_scenes()


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
        self.pool = ProcessPoolExecutor(self.workers, mp_context=context, initializer=begin_worker, initargs=self.sent)

    def submit(self, batch: list[Job]) -> Any:
        return self.pool.submit(run_batch, batch)

    def wait(self, pending: list[Any]) -> list[Any]:
        return list(wait(pending, return_when=FIRST_COMPLETED).done)

    def close(self) -> None:
        self.pool.shutdown(wait=True, cancel_futures=True)


class _Foreign(_Here):
    """An executor of the caller: scenes go with each batch."""

    room = 8

    def __init__(self, pool: Executor, texts: dict[str, str], measure: Measure | None) -> None:
        super().__init__(texts, measure)
        self.pool = pool
        self.texts, self.of = texts, measure
        self.room = 2 * int(getattr(pool, "_max_workers", 4))

    def submit(self, batch: list[Job]) -> Any:
        own = {job.scene: self.texts[job.scene] for job in batch}
        return self.pool.submit(run_alone, batch, own, self.of)

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

    def submit(self, batch: list[Job]) -> Any:
        return self.client.submit(run_alone, batch, self.texts, self.of, pure=False)

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
        self.task = ray.remote(num_cpus=1)(run_alone)

    def submit(self, batch: list[Job]) -> Any:
        return self.task.remote(batch, self.texts, self.of)

    def wait(self, pending: list[Any]) -> list[Any]:
        ready, _ = self.ray.wait(pending, num_returns=1)
        return list(ready)

    def result(self, task: Any) -> Rows:
        rows: Rows = self.ray.get(task)
        return rows


def _check_sendable(measure: Measure | None) -> None:
    """Functions that other processes cannot find are refused before anything is begun."""
    try:
        pickle.dumps(measure)
    except Exception:
        raise Unsendable(
            "`measure` cannot be sent to other processes: they import it by its name",
            "put it into a module, or run with workers=0, Dask or Ray",
        ) from None
