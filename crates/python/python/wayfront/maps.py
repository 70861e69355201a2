"""Path maps: from everywhere to the nearest source, exactly."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._display import Picture, Shown, picture_options
from ._geometry import no_nan, source, things
from ._points import Floats, PointLike, PointsLike
from .scene import Scene, native_of

__all__ = ["Border", "Isoline", "Leg", "PathMap", "Region", "Route", "Routes", "Sample"]


MOST_LINES = 10_000
"""Lines of equal cost at once: more would rather fill the memory than a plan."""


def shapely_line(points: Floats, closed: bool = False) -> Any:
    """A shapely line."""
    import shapely

    return shapely.LinearRing(points) if closed and len(points) > 2 else shapely.LineString(points)


@dataclass(frozen=True)
class Leg:
    """A straight piece of a route."""

    start: tuple[float, float]
    end: tuple[float, float]
    speed: float
    """1 is ordinary."""
    extra: float
    """Paid once, at a barrier or a source."""
    cost: float


@dataclass(frozen=True)
class Route:
    """A shortest path: ``cost``, the array ``line`` of its points, the number of the ``source`` that it leads to."""

    cost: float
    line: Floats
    source: int = 0

    @property
    def length(self) -> float:
        """How long it is; cost is time at speed 1."""
        return float(np.hypot(*np.diff(self.line, axis=0).T).sum())

    @property
    def shape(self) -> Any:
        """As a shapely LineString."""
        return shapely_line(self.line)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return {"type": "LineString", "coordinates": self.line.tolist()}


@dataclass(frozen=True)
class Routes(Sequence[Floats]):
    """Many routes: all ``points`` one after the other, and the ``offsets`` at which each begins. Route ``k`` is
    ``routes[k]``: an array of shape (0, 2) where there is no path."""

    points: Floats
    offsets: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __getitem__(self, k: Any) -> Any:
        if isinstance(k, slice):
            return [self[i] for i in range(*k.indices(len(self)))]
        if not -len(self) <= k < len(self):
            raise IndexError(k)
        k %= len(self)
        return self.points[self.offsets[k] : self.offsets[k + 1]]


@dataclass(frozen=True)
class Sample(Shown):
    """A map on pixels: ``costs`` (NaN blocked, infinite without a path) and ``generators`` of shape (height, width), the
    lowest row first, and the ``table`` of generators: x, y, x, y, cost, parent, source, speed of each (empty for maps of
    bodies, which have no such table).

    ``imshow(sample.costs, origin="lower", extent=sample.extent)``.
    """

    costs: npt.NDArray[np.float32]
    generators: npt.NDArray[np.uint32]
    table: Floats
    extent: tuple[float, float, float, float]
    _picture: Any = None

    def picture(self, **options: Any) -> Picture:
        """The picture of the map that it was made from, coloured by cost."""
        found: Picture = self._picture(**options)
        return found


@dataclass(frozen=True)
class Isoline:
    """A line of equal cost."""

    cost: float
    points: Floats
    closed: bool

    @property
    def shape(self) -> Any:
        """As a shapely line or ring."""
        return shapely_line(self.points, self.closed)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return {"type": "LineString", "coordinates": self.points.tolist()}


@dataclass(frozen=True)
class Region:
    """All points with the same next point: ``corner``, or the ``source`` of that number."""

    generator: int
    corner: tuple[float, float] | None
    source: int | None
    rings: list[Floats]

    @property
    def shape(self) -> Any:
        """As a shapely polygon or several."""
        import shapely

        return shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in self.rings if len(ring) > 2])


@dataclass(frozen=True)
class Border:
    """The curve between two regions: a shadow, hyperbola, parabola, line or oval."""

    between: tuple[int, int]
    kind: str
    points: Floats

    @property
    def shape(self) -> Any:
        """As a shapely LineString."""
        return shapely_line(self.points)


class PathMap(_native.PathMap, Shown):
    """For every point of a scene: how far the nearest source is, where to go next, along which path. Exact.

    Weights, barriers and doors count; ``plain=True`` leaves weights and barriers out. ``time`` is a moment of the scene's
    motions, ``to`` one goal instead of the scene's sources.

    Points that are not free cost NaN, those without a path cost infinity; `cost` and `route` raise `NoPath`.

    >>> import wayfront as wf
    >>> m = wf.PathMap(wf.builtin("office"))
    >>> m.cost(3, 2)
    13.923493769869722
    >>> m.costs([(3, 2), (20, 12), (-1, 0)])
    array([13.92349377, 22.60744761,         nan])
    >>> m.sources([(3, 2), (20, 12), (-1, 0)])
    array([ 0,  1, -1], dtype=int32)
    """

    _scene: Scene
    _options: dict[str, Any]

    def __new__(
        cls,
        scene: Scene,
        *,
        time: float | None = None,
        plain: bool = False,
        to: PointLike | None = None,
    ) -> PathMap:
        made = super().__new__(cls, native_of(scene), time, plain, to)
        made._scene = scene
        made._options = {"time": time, "plain": plain, "to": to}
        return made

    @property
    def scene(self) -> Scene:
        """The scene that it was made from."""
        return self._scene

    @property
    def generators(self) -> int:
        """How many points and pieces of sources paths start from."""
        return self.counts[0]

    @property
    def windows(self) -> int:
        """How many windows the map has: its size."""
        return self.counts[1]

    def route(self, x: float | PointLike, y: float | None = None) -> Route:  # type: ignore[override]
        """The shortest path from a point: ``cost``, ``line``, ``source``, ``length``."""
        return Route(*super().route(x, y))

    def routes(self, xy: PointsLike) -> Routes:  # type: ignore[override]
        """The shortest paths from many points, one after the other."""
        return Routes(*super().routes(xy))

    def legs(self, x: float | PointLike, y: float | None = None) -> list[Leg]:  # type: ignore[override]
        """The straight pieces of a route, with speed and cost of each."""
        rows = super().legs(x, y).tolist()
        return [Leg((row[0], row[1]), (row[2], row[3]), row[4], row[5], row[6]) for row in rows]

    def sample(  # type: ignore[override]
        self, width: int = 1000, height: int = 0, *, bounds: tuple[float, float, float, float] | None = None
    ) -> Sample:
        """The map on pixels. Without a height, ``width`` is the longer side. Nothing is copied."""
        check_pixels(width, height)
        costs, generators, table, extent = super().sample(width, height, None if bounds is None else list(bounds))
        return Sample(costs, generators, table, (extent[0], extent[1], extent[2], extent[3]), self._cost_picture)

    def _cost_picture(self, **options: Any) -> Picture:
        return self.picture(colour="cost", **options)

    def isolines(self, costs: Sequence[float] | None = None, *, count: int = 16) -> list[Isoline]:  # type: ignore[override]
        """Lines of equal cost: of these costs, or of about so many round ones."""
        levels = None if costs is None else [float(cost) for cost in costs]
        check_count(count)
        return [Isoline(cost, points, closed) for cost, closed, points in super().isolines(levels, count)]

    def regions(self) -> list[Region]:  # type: ignore[override]
        """Regions of points with the same next point."""
        return [Region(*row) for row in super().regions()]

    def borders(self) -> list[Border]:  # type: ignore[override]
        """The curves between regions."""
        return [Border(*row) for row in super().borders()]

    def shapes(self, *, count: int = 16) -> dict[str, Any]:
        """Borders, lines of equal cost and sources as one GeoJSON FeatureCollection."""
        check_count(count)
        found: dict[str, Any] = json.loads(self.geojson(count))
        return found

    def rebuild(self, sources: Any) -> None:
        """Other sources on the same ground, in the memory of this map: a fraction of a millisecond for a floor."""
        described = things(sources, "sources", source)
        no_nan(described, "sources")
        self.rebuild_sources(json.dumps({"sources": described}))
        self._scene = self._scene.replace(sources=described, exits=[])
        self._options = {**self._options, "to": None}

    def picture(self, *, colour: str = "regions", routes: int | None = None, **options: Any) -> Picture:  # type: ignore[override]
        """A picture of the map: ``colour`` by ``regions``, ``cost`` or ``evacuation``; so many sample ``routes``."""
        return Picture(super().picture(picture_options("picture", options), colour, routes))

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        return self.picture()._repr_mimebundle_(include, exclude)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, (self._scene, self._options))

    def __repr__(self) -> str:
        return f"<PathMap of {self._scene!r}: {self.generators} generators, {self.windows} windows>"


def check_count(count: int) -> None:
    """Refuses numbers of lines that make no sense."""
    if not 1 <= count <= MOST_LINES:
        raise ValueError(f"count is {count}: give 1 to {MOST_LINES} lines of equal cost")


def check_pixels(width: int, height: int) -> None:
    """Refuses sizes that are none."""
    if not (1 <= width < 2**32 and 0 <= height < 2**32):
        raise ValueError(f"width and height are {width} and {height}: give pixels, 1 or more")


def _rebuilt(scene: Scene, options: dict[str, Any]) -> PathMap:
    return PathMap(scene, **options)
