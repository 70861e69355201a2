"""Recordings read back: ours, JuPedSim's, and text as PedPy has it."""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ._display import Picture, Shown
from ._errors import Error, MissingFileError
from .density import Density, density_of
from .reading import from_wkt
from .scene import Scene

__all__ = ["Recording", "read_recording"]

PATHS = 400
"""More paths than that are a carpet: every so many-th is drawn."""


class Recording(Shown):
    """Trajectories of a run that was recorded, by wayfront, by JuPedSim or as text; ``columns`` ``id``, ``frame``, ``x``,
    ``y``, ordered by frame and id."""

    def __init__(
        self, columns: dict[str, npt.NDArray[Any]], frame_rate: float | None, walkable: str | None, file: str = ""
    ) -> None:
        self.columns = columns
        self.frame_rate = frame_rate
        """Frames a second, where the file says so."""
        self.walkable_wkt = walkable
        """The ground as well-known text, where the file has it."""
        self.file = file

    @property
    def trajectories(self) -> Any:
        """A pandas DataFrame: ``id``, ``frame``, ``x``, ``y``. The frame rate is in its ``attrs``."""
        import pandas

        frame = pandas.DataFrame(self.columns, copy=False)
        frame.attrs["frame_rate"] = self.frame_rate
        return frame

    @property
    def scene(self) -> Scene:
        """The ground as a scene. Text has none: raises `Error`."""
        if self.walkable_wkt is None:
            raise Error(f"{self.file}: the recording has no ground", "databases have one; read the plan itself")
        return from_wkt(self.walkable_wkt)

    @property
    def walkable(self) -> Any:
        """The ground as a shapely polygon."""
        return self.scene.walkable

    def to_pedpy(self) -> Any:
        """The trajectories as ``pedpy.TrajectoryData``."""
        import pedpy

        frame = self.trajectories
        frame.attrs = {}
        return pedpy.TrajectoryData(data=frame, frame_rate=self._rate())

    @property
    def departures(self) -> Any:
        """A pandas Series: when each agent was last seen, in seconds, by number; those still there at the end as well."""
        last = self.trajectories.groupby("id")["frame"].max()
        return (last / self._rate()).rename("last_seen")

    def density(self, cell: float = 0.5) -> Density:
        """Where people were, on square cells."""
        xy = np.column_stack([self.columns["x"], self.columns["y"]])
        frames = self.columns["frame"]
        duration = float(frames.max() - frames.min() + 1) / self._rate() if len(frames) else 0.0
        return density_of(xy, 1.0 / self._rate(), self._extent(xy), cell, duration)

    def picture(self, **options: Any) -> Picture:
        """The paths over the ground."""
        if not len(self.columns["id"]):
            return self.scene.picture(**options)
        order = np.lexsort((self.columns["frame"], self.columns["id"]))
        xy = np.column_stack([self.columns["x"], self.columns["y"]])[order]
        starts = np.flatnonzero(np.diff(self.columns["id"][order])) + 1
        paths = [path for path in np.split(xy, starts) if len(path) > 1]
        every = max(1, -(-len(paths) // PATHS))
        ground = self.scene if self.walkable_wkt is not None else _box(xy)
        return ground.picture(lines=paths[::every], **options)

    def _rate(self) -> float:
        if self.frame_rate is None:
            raise Error(f"{self.file}: the recording does not say how many frames a second has", "set its frame_rate")
        return self.frame_rate

    def _extent(self, xy: npt.NDArray[np.float64]) -> tuple[float, float, float, float]:
        if self.walkable_wkt is not None:
            x0, y0, x1, y1 = self.scene.bounds
            return (x0, x1, y0, y1)
        if not len(xy):
            return (0.0, 1.0, 0.0, 1.0)
        (x0, y0), (x1, y1) = xy.min(axis=0), xy.max(axis=0)
        return (float(x0), float(x1), float(y0), float(y1))

    def __len__(self) -> int:
        return len(self.columns["id"])

    def __repr__(self) -> str:
        ids = len(np.unique(self.columns["id"]))
        return f"<Recording of {ids} people, {len(np.unique(self.columns['frame']))} frames>"


def _box(xy: npt.NDArray[np.float64]) -> Scene:
    (x0, y0), (x1, y1) = xy.min(axis=0) - 1, xy.max(axis=0) + 1
    return Scene([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def read_recording(path: str | PathLike[str]) -> Recording:
    """Reads a recording: a database of wayfront or JuPedSim (``.sqlite``), or text with ``id frame x y`` (``.txt``)."""
    file = Path(path)
    if not file.is_file():
        raise MissingFileError(f"there is no file `{file}`", "look at the spelling and the folder")
    return _read_text(file) if file.suffix == ".txt" else _read_database(file)


def _read_text(file: Path) -> Recording:
    rate, rows = None, []
    for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
        if line.startswith("#"):
            rate = _rate_of(line) if "framerate" in line.lower() else rate
        elif line.strip():
            try:
                rows.append([float(word) for word in line.split()[:4]])
            except ValueError:
                rows.append([])
            if len(rows[-1]) < 4:
                raise Error(f"{file}:{number}: this is no row of a trajectory", "a row is: id frame x y, and maybe z")
    array = np.array(rows).reshape(-1, 4)
    array = array[np.lexsort((array[:, 0], array[:, 1]))]
    columns: dict[str, npt.NDArray[Any]] = {"id": array[:, 0].astype(np.int64), "frame": array[:, 1].astype(np.int64)}
    return Recording({**columns, "x": array[:, 2].copy(), "y": array[:, 3].copy()}, rate, None, str(file))


def _rate_of(line: str) -> float | None:
    """Frames a second of a line such as ``# framerate: 10 fps``."""
    words = line.split(":", 1)[-1].split()
    try:
        return float(words[0])
    except (IndexError, ValueError):
        return None


def _read_database(file: Path) -> Recording:
    import sqlite3

    try:
        database = sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True)
        try:
            known = dict(database.execute("SELECT key, value FROM metadata").fetchall())
            names = [row[1] for row in database.execute("PRAGMA table_info(trajectory_data)")]
            x, y = ("pos_x", "pos_y") if "pos_x" in names else ("x", "y")
            rows = database.execute(f"SELECT id, frame, {x}, {y} FROM trajectory_data ORDER BY frame, id").fetchall()
            grounds = database.execute("SELECT wkt FROM geometry").fetchall()
        finally:
            database.close()
        rate = float(known["fps"])
        array = np.array(rows, dtype=np.float64).reshape(-1, 4)
    except (sqlite3.DatabaseError, KeyError, TypeError, ValueError) as why:
        raise Error(f"{file}: this is no recording of trajectories: {why}", "give a file of wayfront or JuPedSim") from None
    columns: dict[str, npt.NDArray[Any]] = {"id": array[:, 0].astype(np.int64), "frame": array[:, 1].astype(np.int64)}
    columns = {**columns, "x": array[:, 2].copy(), "y": array[:, 3].copy()}
    return Recording(columns, rate, grounds[0][0] if grounds else None, str(file))
