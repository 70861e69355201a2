"""Bodies of any radius on one plan: shortest paths between pairs, and maps from everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._display import Picture, Shown, picture_options
from ._points import Floats, PointLike, PointsLike
from .maps import Isoline, Route, Sample, check_count, check_pixels
from .scene import Scene, native_of

__all__ = ["DiscMap", "DiscRoute", "Narrowest", "Pairs", "SourcePlace"]


@dataclass(frozen=True)
class Narrowest:
    """Where a path is narrowest: its middle, its width, and the points of the walls that it is between."""

    at: tuple[float, float]
    width: float
    between: tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class DiscRoute(Route):
    """The shortest path of a disc, with arcs around corners as fine polylines."""

    radius: float = 0.0
    narrowest: Narrowest | None = None
    kind: str = "exact"
    """``exact``: the shortest of all; ``local``: of quick paths, the shortest of its channel."""


class Pairs:
    """Shortest paths between pairs of points, without a map; also for bodies of any radius.

    >>> import wayfront as wf
    >>> pairs = wf.Pairs(wf.builtin("office"))
    >>> round(pairs.route((3, 2), (20, 12)).cost, 6)
    21.693383
    >>> pairs.route((3, 2), (20, 12), radius=0.2).narrowest.width >= 0.4
    True
    """

    def __init__(self, scene: Scene) -> None:
        self._native = _native.Pairs(native_of(scene))
        self._scene = scene

    def route(self, start: PointLike, goal: PointLike, *, radius: float | None = None) -> Route:
        """The shortest path; with a radius that of a disc. Raises `NoPath` or `Error` if there is none."""
        if radius is None:
            return Route(*self._native.path(start, goal))
        cost, line, narrow = self._native.disc(start, goal, radius)
        return DiscRoute(cost, line, 0, radius, _narrowest(narrow))

    def quick(self, start: PointLike, goal: PointLike, *, radius: float = 0.0) -> DiscRoute:
        """A path that can be walked, ten times as fast or more; its ``kind`` says whether it is the shortest for sure."""
        cost, line, narrow, kind = self._native.quick(start, goal, radius)
        return DiscRoute(cost, line, 0, radius, _narrowest(narrow), kind)

    def lengths(self, starts: PointsLike, goals: PointsLike, *, radius: float | None = None) -> Floats:
        """The lengths of many: NaN where an end is not free, infinite without a path."""
        return self._native.lengths(starts, goals, radius)

    def widest(self, start: PointLike, goal: PointLike) -> tuple[float, Narrowest | None] | None:
        """The largest radius of a disc that gets from one to the other, and what limits it; None without a path."""
        found = self._native.widest(start, goal)
        return None if found is None else (found[0], _narrowest(found[1]))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Pairs, (self._scene,))


def _narrowest(found: Any) -> Narrowest | None:
    return None if found is None else Narrowest(found[0], found[1], (found[2], found[3]))


@dataclass(frozen=True)
class SourcePlace:
    """Where bodies meet a source: ``given`` is where it lies, ``at`` where the centre of a body is when it is there."""

    source: int
    given: tuple[float, float]
    at: tuple[float, float]


class DiscMap(Shown):
    """The shortest paths of bodies of a radius, from everywhere to the nearest source. Exact, with arcs around corners.

    Nothing is built for a radius but the map itself. Where a body has no room the cost is NaN; where no path is wide enough
    it is infinite. Closed doors are walls; weights and barriers are for points: ``plain=True`` leaves them out.

    >>> import wayfront as wf
    >>> m = wf.DiscMap(wf.builtin("office"), 0.25)
    >>> m.cost(3, 2) > wf.PathMap(wf.builtin("office")).cost(3, 2)
    True
    """

    def __init__(
        self,
        scene: Scene,
        radius: float,
        *,
        time: float | None = None,
        plain: bool = False,
        to: PointLike | None = None,
    ) -> None:
        self._native = _native.DiscMap(native_of(scene), radius, time, plain, to)
        self._made = (scene, float(radius), {"time": time, "plain": plain, "to": to})

    @property
    def scene(self) -> Scene:
        """The scene that it was made from."""
        return self._made[0]

    @property
    def radius(self) -> float:
        """The radius of the bodies."""
        return self._made[1]

    @property
    def places(self) -> list[SourcePlace]:
        """Where sources are met: elsewhere than given if a body has no room there."""
        return [SourcePlace(*row) for row in self._native.places()]

    def cost(self, x: float | PointLike, y: float | None = None) -> float:
        """What the shortest path from a point costs. Raises `NoPath`."""
        return self._native.cost(x, y)

    def costs(self, xy: PointsLike) -> Floats:
        """What the shortest paths from many points cost: NaN without room, infinite without a path."""
        return self._native.costs(xy)

    def aims(self, xy: PointsLike) -> Floats:
        """Where the straight leg ends on which each goes now: at the source, or where the body begins to turn."""
        return self._native.aims(xy)

    def sources(self, xy: PointsLike) -> npt.NDArray[np.int32]:
        """The number of the nearest source, for many points; -1 without a path."""
        return self._native.sources(xy)

    def route(self, x: float | PointLike, y: float | None = None) -> DiscRoute:
        """The shortest path from a point, and where it is narrowest. Raises `NoPath`."""
        cost, line, source, narrow = self._native.route(x, y)
        return DiscRoute(cost, line, source, self.radius, _narrowest(narrow))

    def sample(
        self, width: int = 1000, height: int = 0, *, bounds: tuple[float, float, float, float] | None = None
    ) -> Sample:
        """The map on pixels. Without a height, ``width`` is the longer side."""
        check_pixels(width, height)
        costs, generators, extent = self._native.sample(width, height, None if bounds is None else list(bounds))
        return Sample(costs, generators, np.empty((0, 8)), (extent[0], extent[1], extent[2], extent[3]), self._cost_picture)

    def _cost_picture(self, **options: Any) -> Picture:
        return self.picture(colour="cost", **options)

    def isolines(self, costs: Sequence[float] | None = None, *, count: int = 16) -> list[Isoline]:
        """Lines of equal cost: of these costs, or of about so many round ones."""
        check_count(count)
        levels = None if costs is None else [float(cost) for cost in costs]
        return [Isoline(cost, points, closed) for cost, closed, points in self._native.isolines(levels, count)]

    def picture(self, *, colour: str = "regions", routes: int | None = None, **options: Any) -> Picture:
        """A picture of the map: ``colour`` by ``regions``, ``cost`` or ``evacuation``; so many sample ``routes``, as wide
        as their bodies."""
        return Picture(self._native.picture(picture_options("picture", options), colour, routes))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, self._made)

    def __repr__(self) -> str:
        return f"<DiscMap of {self.scene!r} for a radius of {self.radius:g}>"


def _rebuilt(scene: Scene, radius: float, options: dict[str, Any]) -> DiscMap:
    return DiscMap(scene, radius, **options)
