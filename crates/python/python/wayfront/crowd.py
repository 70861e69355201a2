"""Runs of crowds: to their end or step by step, with trajectories, tables, pictures and recordings."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._display import Animation, Picture, Shown, picture_options
from ._errors import Error
from ._points import Floats
from .density import Density
from .scene import Scene, native_of

__all__ = ["Guide", "Progress", "Result", "Simulation"]

Progress = Callable[[float, int, int], object]
"""Called between slices of a run with the time, how many are inside, and how many have arrived."""

Guide = Callable[[Floats], Any]
"""Takes the positions (n, 2) of a group, and gives the point that each walks to; NaN where there is no path."""

COLUMNS = ("id", "frame", "x", "y", "group")


class Simulation(Shown):
    """The crowd of a scene on its way.

    Settings of the crowd may be given as keywords: ``seed``, ``seconds``, ``step``, ``steering``, ``rerouting``,
    ``passing``, ``calm``; ``people`` places so many anywhere; ``guide`` for all groups is a word of the scene format, a
    function of arrays, or a dictionary from a group's number or name to such a function.

    ``out`` records trajectories to ``.txt`` or ``.sqlite`` while the run goes on, ``fps`` frames a second. ``keep=False``
    keeps no trajectories in memory; ``animated=True`` keeps moments for `Result.animation`.

    >>> import wayfront as wf
    >>> result = wf.Simulation(wf.builtin("crossing"), seed=3).run()
    >>> result.summary["remaining"], result.summary["seed"]
    (0, 3)
    """

    def __init__(
        self,
        scene: Scene,
        *,
        fps: float = 10.0,
        out: str | PathLike[str] | None = None,
        keep: bool = True,
        animated: bool = False,
        guide: str | Guide | Mapping[int | str, Guide] | None = None,
        **settings: Any,
    ) -> None:
        native_of(scene)
        if isinstance(guide, str):
            settings["guide"] = guide
        if settings:
            scene = scene.with_crowd(**settings)
        self._scene = scene
        guides = _guides(scene, None if isinstance(guide, str) else guide)
        self._native = _native.Simulation(native_of(scene), fps, keep, None if out is None else fspath(out), animated, guides)
        self._keep = keep
        self._finished = False

    @property
    def scene(self) -> Scene:
        """The scene, with the settings of this run."""
        return self._scene

    def run(self, *, progress: bool | Progress = False) -> Result:
        """Runs to the end: no agent is left, or the scene's seconds are over.

        ``progress=True`` shows a bar (tqdm where installed); a function is called with time, inside, arrived. Ctrl-C
        and exceptions of such functions end the run; the recording is whole.
        """
        bar = _Bar(self._scene) if progress is True else None
        call: Progress | None = bar if bar is not None else progress if callable(progress) else None
        try:
            self._native.run(None, call)
        finally:
            if bar is not None:
                bar.close()
            self._finish()
        return Result(self)

    def step(self, count: int = 1) -> bool:
        """Goes on by some steps; tells whether the run goes on."""
        if count < 0:
            raise ValueError(f"count is {count}: give 0 or more")
        self._native.run(count, None)
        going_on = self._native.going_on
        if not going_on:
            self._finish()
        return going_on

    def _finish(self) -> None:
        if not self._finished:
            self._finished = True
            self._native.finish()

    def result(self) -> Result:
        """What the run came to so far. Completes the recording."""
        self._finish()
        return Result(self)

    @property
    def going_on(self) -> bool:
        """Whether an agent still walks and time is left."""
        return self._native.going_on

    @property
    def time(self) -> float:
        """Seconds of the scene."""
        return self._native.state[0]

    @property
    def steps(self) -> int:
        """Steps so far."""
        return self._native.state[1]

    @property
    def inside(self) -> int:
        """How many are on the way."""
        return self._native.state[2]

    @property
    def arrived(self) -> int:
        """How many have arrived."""
        return self._native.state[3]

    @property
    def ids(self) -> npt.NDArray[np.int64]:
        """The numbers of those inside, ascending; `positions` and the others are in this order."""
        return self._native.agents()[0]

    @property
    def positions(self) -> Floats:
        """Where they are (n, 2)."""
        return self._native.agents()[1]

    @property
    def velocities(self) -> Floats:
        """How they move (n, 2)."""
        return self._native.agents()[2]

    @property
    def radii(self) -> Floats:
        """Half the widths of their bodies."""
        return self._native.agents()[3]

    @property
    def groups(self) -> npt.NDArray[np.int64]:
        """Their groups, in the order of the scene."""
        return self._native.agents()[4]

    @property
    def queues(self) -> list[dict[str, Any]]:
        """The queues as they are now."""
        rows = self._native.queues()
        return [{"segment": ends, "waiting": count, "wait": wait, "since": since} for ends, count, wait, since in rows]

    def picture(self, *, colour: str = "group", **options: Any) -> Picture:
        """The moment; ``colour`` by ``group`` or ``pace``."""
        return Picture(self._native.picture(picture_options("picture", options), "now", colour))

    def __repr__(self) -> str:
        return f"<Simulation of {self._scene!r} at {self.time:.2f} s: {self.inside} inside, {self.arrived} arrived>"


class Result(Shown):
    """What a run came to: `summary`, `trajectories`, `arrivals`, `measures`, `density`, pictures."""

    def __init__(self, run: Simulation) -> None:
        self._run = run
        self._native = run._native
        self._columns: dict[str, npt.NDArray[Any]] | None = None

    @property
    def scene(self) -> Scene:
        """The scene of the run."""
        return self._run.scene

    @property
    def summary(self) -> dict[str, Any]:
        """Arrivals by time and exit, travel and waiting times, measures, queues: the names of the command's JSON."""
        return self._native.summary()

    @property
    def frame_rate(self) -> float:
        """Frames a second of `trajectories`."""
        return self._native.frame_rate

    @property
    def columns(self) -> dict[str, npt.NDArray[Any]]:
        """The trajectories as arrays: ``id``, ``frame``, ``x``, ``y``, ``group``; handed over without a copy."""
        if self._columns is None:
            rows = self._native.rows(not self._native.going_on)
            if rows is None:
                raise Error("no trajectories were kept", "run with `keep=True`")
            self._columns = dict(zip(COLUMNS, rows))
        return self._columns

    @property
    def trajectories(self) -> Any:
        """A pandas DataFrame: ``id``, ``frame``, ``x``, ``y``, ``group``. The frame rate is in its ``attrs``."""
        import pandas

        frame = pandas.DataFrame(self.columns, copy=False)
        frame.attrs["frame_rate"] = self.frame_rate
        return frame

    def to_pedpy(self) -> Any:
        """The trajectories as ``pedpy.TrajectoryData``."""
        import pedpy

        frame = self.trajectories[["id", "frame", "x", "y"]].copy()
        frame.attrs = {}
        return pedpy.TrajectoryData(data=frame, frame_rate=self.frame_rate)

    @property
    def arrivals(self) -> Any:
        """A pandas Series: when each arrived, in seconds, by number."""
        import pandas

        trips = self._native.trips()
        return pandas.Series(trips[:, 3], index=pandas.Index(trips[:, 0].astype(int), name="id"), name="arrived")

    @property
    def trips(self) -> Any:
        """A pandas DataFrame with a row for each arrival: entered, left, length, waited, walking, exit."""
        import pandas

        names = ["id", "group", "entered", "left", "length", "waited", "walking", "exit"]
        frame = pandas.DataFrame(self._native.trips(), columns=names)
        return frame.astype({"id": int, "group": int, "exit": int}).set_index("id")

    @property
    def measures(self) -> dict[str, dict[str, Any]]:
        """What was measured, by name: passages and flow over lines, density and speed in areas, with all times."""
        return {measure["name"]: measure for measure in self.summary["measures"]}

    def density(self, cell: float | None = None) -> Density:
        """Where people were: on the cells of the run, or on larger ones."""
        seconds, extent, duration = self._native.occupancy()
        density = Density(seconds, (extent[0], extent[1], extent[2], extent[3]), duration)
        return density if cell is None else density.on_cells(cell)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the trajectories as text for PedPy: ``id frame x y z``. For databases give ``out`` to `Simulation`."""
        file = Path(path)
        if file.suffix != ".txt":
            raise Error(f"{file}: kept trajectories are written as .txt", "for .sqlite give `out=` to Simulation")
        columns = self.columns
        rows = zip(columns["id"].tolist(), columns["frame"].tolist(), columns["x"].tolist(), columns["y"].tolist())
        text = "".join(f"{k} {frame} {x} {y} 0\n" for k, frame, x, y in rows)
        head = f"# description: wayfront {_native.__version__}\n# framerate: {self.frame_rate}\n# id frame x/m y/m z/m\n"
        part = file.with_name(file.name + ".part")
        part.write_text(head + text)
        part.replace(file)

    def picture(self, kind: str = "paths", *, colour: str = "group", **options: Any) -> Picture:
        """``kind`` is ``paths``, ``density``, ``arrivals``, ``exits``, ``diagram`` or ``now``; paths are coloured by
        ``group`` or ``pace`` (red where they stood)."""
        return Picture(self._native.picture(picture_options("picture", options), kind, colour))

    def animation(self, *, faster: float = 5.0, colour: str = "group", size: int = 500, **options: Any) -> Animation:
        """The run as an animated PNG, so many times as fast. Run with ``animated=True``."""
        with tempfile.TemporaryDirectory() as folder:
            given = picture_options("animation", {**options, "size": size})
            return Animation(self._native.animation(given, colour, faster, str(Path(folder) / "run.png")))

    def __repr__(self) -> str:
        return f"<Result of {self.scene!r}: {self._run.arrived} arrived after {self._run.time:.1f} s>"


class _Bar:
    """A bar of tqdm, or lines without it."""

    def __init__(self, scene: Scene) -> None:
        crowd = scene.crowd or {}
        counts = [group.get("count") or len(group.get("points", [])) for group in crowd.get("groups", [])]
        self.total = sum(counts) if counts and all(counts) else None
        self.shown = 0
        try:
            from tqdm.auto import tqdm

            self.bar: Any = tqdm(total=self.total, unit="arrived")
        except ImportError:
            self.bar = None

    def __call__(self, time: float, inside: int, arrived: int) -> None:
        if self.bar is not None:
            self.bar.set_postfix_str(f"{time:.0f} s, {inside} inside", refresh=False)
            self.bar.update(arrived - self.shown)
            self.shown = arrived

    def close(self) -> None:
        if self.bar is not None:
            self.bar.close()


def _guides(scene: Scene, guide: Guide | Mapping[int | str, Guide] | None) -> list[tuple[int, Guide]]:
    if guide is None:
        return []
    names = [group.get("name") for group in (scene.crowd or {}).get("groups", [])]
    if callable(guide):
        return [(k, guide) for k in range(len(names))]
    found = []
    for key, function in guide.items():
        if isinstance(key, str) and key not in names:
            raise Error(f"there is no group {key!r}", f"the scene has {', '.join(map(repr, names))}")
        found.append((names.index(key) if isinstance(key, str) else int(key), function))
    return found
