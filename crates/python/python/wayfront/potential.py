"""Harmonic fields: smooth routes that keep away from walls and never get stuck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _native
from ._display import Picture, Shown, picture_options
from ._points import Floats, PointLike, PointsLike
from .scene import Scene, native_of

__all__ = ["GroupJourney", "PotentialMap"]


@dataclass(frozen=True)
class GroupJourney:
    """A group in formation on its way: ``positions`` (moments, members, 2), ``step`` seconds apart."""

    positions: Floats
    step: float
    arrived: bool

    @property
    def seconds(self) -> float:
        """How long it took."""
        return self.step * (len(self.positions) - 1)


class PotentialMap(Shown):
    """The harmonic field of a scene on square cells, 1 at walls and 0 at goals; kept as a depth, which never goes flat.

    ``cell`` is the side of a cell; without one there are 256 along the longer side. ``bias`` makes routes prefer a
    direction; its length is below 2.

    >>> import wayfront as wf
    >>> field = wf.PotentialMap(wf.builtin("three-ways"), cell=0.25)
    >>> len(field.route(3, 12)) > 10
    True
    """

    def __init__(
        self,
        scene: Scene,
        *,
        cell: float | None = None,
        bias: PointLike = (0.0, 0.0),
        time: float | None = None,
        to: PointLike | None = None,
    ) -> None:
        self._native = _native.PotentialMap(native_of(scene), cell, bias, time, to)
        self._made = (scene, {"cell": cell, "bias": bias, "time": time, "to": to})

    @property
    def cell(self) -> float:
        """The side of a cell."""
        return self._native.cell

    @property
    def potentials(self) -> Floats:
        """The potential of every cell, the lowest row first; NaN in walls."""
        return self._native.cells()[0]

    @property
    def depths(self) -> Floats:
        """The depth of every cell: minus the logarithm of 1 minus the potential, NaN in walls."""
        return self._native.cells()[1]

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Of all cells, for ``imshow(origin="lower", extent=...)``."""
        x0, x1, y0, y1 = self._native.extent
        return (x0, x1, y0, y1)

    @property
    def residual(self) -> float:
        """The largest share by which a cell differs from the mean of its neighbours."""
        return self._native.stats[2]

    def costs(self, xy: PointsLike) -> Floats:
        """Depths at points: NaN where blocked, infinite without a path."""
        return self._native.costs(xy)

    def directions(self, xy: PointsLike) -> Floats:
        """The downhill direction at points, of length 1; NaN without a path."""
        return self._native.directions(xy)

    def route(self, x: float | PointLike, y: float | None = None) -> Floats:
        """A smooth route, as an array of points. Raises `NoPath`."""
        return self._native.route(x, y)

    def group(self, start: PointLike, count: int, *, spacing: float = 0.6, speed: float = 1.34) -> GroupJourney:
        """Leads so many in formation from a place to the goal."""
        if count < 1:
            raise ValueError(f"count is {count}: give 1 or more")
        return GroupJourney(*self._native.group(start, count, spacing, speed))

    def picture(self, **options: Any) -> Picture:
        """A picture of the field and eight routes."""
        return Picture(self._native.picture(picture_options("picture", options)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (_rebuilt, self._made)

    def __repr__(self) -> str:
        return f"<PotentialMap of {self._made[0]!r}: cells of {self.cell:.4g}>"


def _rebuilt(scene: Scene, options: dict[str, Any]) -> PotentialMap:
    return PotentialMap(scene, **options)
