"""One graph that leads many bodies at once, away from walls and from each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _native
from ._display import Picture, Shown, picture_options
from ._errors import Error
from ._points import Floats, PointsLike
from .scene import Scene, native_of

__all__ = ["GraphRoute", "Leads", "NavGraph"]

FINE = 1e-3
"""How far the line around a cell leaves it, as a share of the plan's size."""


@dataclass(frozen=True)
class Leads:
    """Where each agent goes next: ``aims`` (n, 2), NaN without a path; the least ``clearances`` on their paths; ``costs``."""

    aims: Floats
    clearances: Floats
    costs: Floats


@dataclass(frozen=True)
class GraphRoute:
    """The path of one body: what it costs, its least clearance from walls and others, where that is, its points."""

    cost: float
    clearance: float
    narrowest: tuple[float, float]
    line: Floats


class NavGraph(Shown):
    """The multiagent navigation graph of a plan: place bodies anew in each frame, and ask where all of them go.

    No two are ever led to the same point. Walls are those of the scene, closed doors included.

    >>> import wayfront as wf
    >>> graph = wf.NavGraph(wf.Scene([(0, 0), (10, 0), (10, 6), (0, 6)]))
    >>> graph.place([(2, 3), (5, 3), (8, 3)], radii=0.3)
    >>> graph.leads([(9, 3), (1, 3), (1, 1)]).aims.shape
    (3, 2)
    >>> graph.neighbours(1)
    [0, 2]
    """

    def __init__(self, scene: Scene) -> None:
        self._native = _native.NavGraph(native_of(scene))
        self._scene = scene

    def place(self, centres: PointsLike, radii: Any = 0.0) -> None:
        """Places bodies, instead of those before: one radius for all, or one for each."""
        sizes = np.asarray(radii, float)
        if sizes.ndim == 0:
            sizes = np.full(len(centres), float(sizes))
        self._native.place(centres, sizes.tolist())

    def __len__(self) -> int:
        return self._native.count

    def leads(self, goals: PointsLike, *, safety: float = 0.0) -> Leads:
        """Leads each agent to its own goal; ``safety`` from 0, short paths, to 1, wide ones."""
        if not 0 <= safety <= 1:
            raise ValueError(f"safety is {safety}: give 0 for short paths to 1 for wide ones")
        return Leads(*self._native.routes(goals, safety))

    def route(self, body: int) -> GraphRoute | None:
        """The path of one of them, as `leads` found it; None without one."""
        found = self._native.route(_number(body))
        return None if found is None else GraphRoute(*found)

    def check(self) -> None:
        """Raises `Error` for the first body that has no place in the graph, and says why."""
        for body in range(len(self)):
            fault = self._native.fault(body)
            if fault is not None:
                raise Error(*_problem(body, *fault))

    def neighbours(self, body: int) -> list[int]:
        """Those whose cells border on that of a body: nothing stands between them."""
        return self._native.neighbours(_number(body))

    def nearest(self, body: int) -> tuple[int, float] | None:
        """The nearest other, and the gap between the two; None if there is none on this side of the walls."""
        return self._native.nearest(_number(body))

    def within(self, body: int, reach: float) -> list[int]:
        """All others within a gap that are not behind a wall."""
        return self._native.within(_number(body), reach)

    def cell(self, body: int, tolerance: float | None = None) -> Floats:
        """What is nearer to a body than to walls and others, as a ring of points."""
        if tolerance is None:
            x0, y0, x1, y1 = self._scene.bounds
            tolerance = FINE * max(x1 - x0, y1 - y0)
        return self._native.cell(_number(body), tolerance)

    def picture(self, *, routes: Sequence[int] = (0,), **options: Any) -> Picture:
        """Cells in colours, the graph, and the paths of some bodies, where they were asked for."""
        return Picture(self._native.picture(picture_options("picture", options), [_number(body) for body in routes]))

    def __reduce__(self) -> tuple[Any, ...]:
        return (NavGraph, (self._scene,))

    def __repr__(self) -> str:
        return f"<NavGraph of {self._scene!r} with {len(self)} bodies>"


def _number(body: int) -> int:
    if body < 0:
        raise IndexError(f"there is no body {body}: they are numbered from 0")
    return int(body)


def _problem(body: int, word: str, nearest: tuple[float, float] | None, other: int | None) -> tuple[str, str]:
    if word == "blocked":
        place = "there is no free place" if nearest is None else f"the nearest free place is ({nearest[0]}, {nearest[1]})"
        return f"body {body} stands in an obstacle or outside", place
    if word == "inside":
        return f"body {body} lies inside of body {other}", "move one of them, or make it smaller"
    if word == "impossible":
        return f"body {body} has a negative radius, or a number that is not finite", "give finite numbers"
    return f"body {body} is hidden by others", "move it"
