"""Flow maps: how many can cross side by side, what limits them, and along which lanes they go."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._display import Picture, Shown, picture_options
from ._errors import Error
from ._points import Floats
from .maps import shapely_line
from .scene import Scene, native_of

__all__ = ["FlowField", "FlowMap", "Gate", "Lane", "Lanes", "Widening"]


@dataclass(frozen=True)
class Gate:
    """A narrow place: its points from wall to wall, and how wide it is."""

    points: Floats
    width: float
    lanes: int | None = None
    """How many lanes fit through, where lanes were asked for."""

    @property
    def shape(self) -> Any:
        """As a shapely LineString."""
        return shapely_line(self.points)


@dataclass(frozen=True)
class Lane:
    """One lane, as a fine polyline."""

    length: float
    entrance: int
    exit: int
    points: Floats

    @property
    def shape(self) -> Any:
        """As a shapely LineString."""
        return shapely_line(self.points)

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        return {"type": "LineString", "coordinates": self.points.tolist()}


@dataclass(frozen=True)
class Widening:
    """What it brings to widen a gate by a lane."""

    gate: Gate
    on_cut: bool
    gain: int
    """Lanes that the whole gains if this gate alone becomes wider by one."""
    missing: float
    """How much wider it must become."""


@dataclass(frozen=True)
class FlowField:
    """The flow on pixels, the lowest row first: ``directions`` (height, width, 2) and ``distances`` (height, width)."""

    directions: npt.NDArray[np.float32]
    distances: npt.NDArray[np.float32]
    extent: tuple[float, float, float, float]


class FlowMap(Shown):
    """How much can flow from the entrances of a scene to its exits, and which gates limit it.

    >>> import wayfront as wf
    >>> flow = wf.FlowMap(wf.builtin("narrow-door"))
    >>> round(flow.capacity, 9)
    2.6
    >>> lanes = flow.lanes(0.3)
    >>> len(lanes), lanes.widenings[0].gain
    (4, 1)
    """

    def __init__(self, scene: Scene) -> None:
        self._native = _native.FlowMap(native_of(scene))
        self._scene = scene

    @property
    def capacity(self) -> float:
        """The width that can flow through."""
        return self._native.capacity

    @property
    def cut(self) -> list[Gate]:
        """The min cut: the narrowest gates that together separate entrances from exits."""
        return [Gate(*row) for row in self._native.cut()]

    @property
    def narrowest_passage(self) -> Gate | None:
        """The gate that limits how large a body can be."""
        found = self._native.narrowest_passage()
        return None if found is None else Gate(*found)

    def lanes(self, radius: float | None = None, *, shortened: bool = False) -> Lanes:
        """As many lanes for bodies of a radius as fit; without one, of the radius that the scene gives."""
        radius = self._native.radius if radius is None else radius
        if radius is None:
            raise Error("the scene gives no radius", "give one: lanes(0.25)")
        return Lanes(self._native.lanes(float(radius), shortened), self._scene)

    def field(self, size: int = 500) -> FlowField:
        """Directions and distances on pixels; ``size`` of the longer side."""
        directions, distances, extent = self._native.field(size)
        return FlowField(directions, distances, (extent[0], extent[1], extent[2], extent[3]))

    def picture(self, **options: Any) -> Picture:
        """A picture of the flow and its min cut."""
        return Picture(self._native.picture(picture_options("picture", options)))

    def __reduce__(self) -> tuple[Any, ...]:
        return (FlowMap, (self._scene,))

    def __repr__(self) -> str:
        return f"<FlowMap of {self._scene!r}: {self.capacity:.4g} wide>"


class Lanes(Shown):
    """Lanes that keep their distance from each other and from everything solid."""

    def __init__(self, native: _native.Lanes, scene: Scene) -> None:
        self._native = native
        self._scene = scene

    def shortened(self) -> Lanes:
        """The same lanes, pulled taut."""
        return Lanes(self._native.pulled_taut(), self._scene)

    @property
    def radius(self) -> float:
        """Half the width of a lane."""
        return self._native.radius

    @property
    def lanes(self) -> list[Lane]:
        """All lanes."""
        return [Lane(*row) for row in self._native.lanes()]

    @property
    def cut(self) -> list[Gate]:
        """The gates that limit how many lanes there are."""
        return [Gate(*row) for row in self._native.cut()]

    @property
    def widenings(self) -> list[Widening]:
        """Gates that are as narrow, and what widening each would bring."""
        rows = self._native.widenings()
        return [Widening(Gate(points, width, lanes), on_cut, gain, missing) for points, width, lanes, on_cut, gain, missing in rows]

    @property
    def total_length(self) -> float:
        """Of all lanes."""
        return self._native.total_length

    def agents_per_second(self, speed: float = 1.34, spacing: float | None = None) -> float:
        """How many pass in a second, ``spacing`` apart; four radii unless given."""
        return self._native.per_second * speed / (4 * self.radius if spacing is None else spacing)

    def picture(self, **options: Any) -> Picture:
        """A picture of the lanes."""
        return Picture(self._native.picture(picture_options("picture", options)))

    def __len__(self) -> int:
        return self._native.capacity

    def __repr__(self) -> str:
        return f"<{len(self)} lanes of radius {self.radius:g}>"
