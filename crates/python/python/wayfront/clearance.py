"""How wide it is, where it is narrow, which bodies fit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from . import _native
from ._display import Picture, Shown, picture_options
from ._points import Floats, PointLike
from .scene import Scene, native_of

__all__ = ["NarrowPlace", "Skeleton"]


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

    def widest(self, start: PointLike, goal: PointLike) -> NarrowPlace:
        """What limits the widest path between two points."""
        width, at, a, b = self._native.widest(start, goal)
        return NarrowPlace(width, at, (a, b))

    def route(self, start: PointLike, goal: PointLike, radius: float) -> Floats:
        """A path along the skeleton for bodies of a radius. Raises `NoPath`."""
        return self._native.route(start, goal, radius)

    def parts(self, radius: float) -> int:
        """How many parts the free space has for bodies of a radius."""
        return self._native.parts(radius)

    def picture(self, *, prominence: float = 0.1, radius: float = 0.0, **options: Any) -> Picture:
        """A picture of the skeleton, coloured by width, with the narrow places; red what a body does not pass."""
        return Picture(self._native.picture(picture_options("picture", options), prominence, radius))

    def __reduce__(self) -> tuple[Any, ...]:
        return (Skeleton, (self._scene,))
