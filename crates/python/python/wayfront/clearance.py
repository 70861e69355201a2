"""How wide it is, where it is narrow, who fits through; and searched paths that heed constraints."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _native
from ._display import Picture, Shown, picture_options
from ._points import Floats, PointsLike
from .scene import Scene, native_of

__all__ = ["NarrowPlace", "SearchPath", "Skeleton", "search"]


@dataclass(frozen=True)
class NarrowPlace:
    """A place that becomes wider on both sides: its width, its middle, the points of the walls that it is between."""

    width: float
    at: tuple[float, float]
    between: tuple[tuple[float, float], tuple[float, float]]
    prominence: float = 0.0
    """By how much it becomes wider on both sides."""


class Skeleton(Shown):
    """The skeleton of the free space, from its Voronoi diagram: exact widths.

    >>> import wayfront as wf
    >>> skeleton = wf.Skeleton(wf.builtin("office"))
    >>> round(skeleton.widest((3, 2), (20, 12)).width, 3)
    0.566
    """

    def __init__(self, scene: Scene) -> None:
        self._native = _native.Skeleton(native_of(scene))
        self._scene = scene

    def narrows(self, prominence: float = 0.0) -> list[NarrowPlace]:
        """The narrow places, the narrowest first; at least so much wider on both sides."""
        return [NarrowPlace(width, at, (a, b), more) for width, at, a, b, more in self._native.narrows(prominence)]

    def widest(self, start: tuple[float, float], goal: tuple[float, float]) -> NarrowPlace:
        """What limits the widest way between two points."""
        width, at, a, b = self._native.widest(start, goal)
        return NarrowPlace(width, at, (a, b))

    def route(self, start: tuple[float, float], goal: tuple[float, float], radius: float) -> Floats:
        """A way along the skeleton for bodies of a radius. Raises `NoWay`."""
        return self._native.route(start, goal, radius)

    def parts(self, radius: float) -> int:
        """How many parts the free space has for bodies of a radius."""
        return self._native.parts(radius)

    def lead(self, centres: PointsLike, radii: Any, goals: PointsLike, *, safety: float = 0.0) -> tuple[Floats, Floats]:
        """Leads discs to their goals, away from walls and from each other: the next point of each, and the clearance of
        its way; NaN without one."""
        sizes = np.broadcast_to(np.asarray(radii, float), (len(centres),)).tolist()
        return self._native.lead(centres, sizes, goals, safety)

    def picture(self, *, prominence: float = 0.1, radius: float = 0.0, **options: Any) -> Picture:
        """A picture of the skeleton, coloured by width, with the narrow places; red what a body does not pass."""
        return Picture(self._native.picture(picture_options("picture", options), prominence, radius))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Skeleton, (self._scene,))


@dataclass(frozen=True)
class SearchPath:
    """A path over cells: its points, its cost, and how many times the best it costs at most (proved)."""

    line: Floats
    cost: float
    bound: float


def search(
    scene: Scene,
    start: tuple[float, float],
    goal: tuple[float, float],
    *,
    cell: float | None = None,
    radius: float = 0.0,
    within: float | None = None,
) -> SearchPath:
    """A path over cells that heeds the scene's constraints; ``within`` so many seconds, the best by then.

    An empty line of infinite cost means that no path was found.

    >>> import wayfront as wf
    >>> path = wf.search(wf.builtin("guard"), (2, 20), (30, 4), cell=0.25)
    >>> path.bound
    1.0
    """
    return SearchPath(*_native.search_path(native_of(scene), start, goal, cell, radius, within))
