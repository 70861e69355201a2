"""Path maps on a graphics card. The package has to be built with it:
``pip install ./crates/python --config-settings=build-args="--features gpu"``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._errors import Error
from ._points import Floats, PointsLike
from .maps import PathMap, Routes, Sample, check_count, check_pixels

__all__ = ["Adapter", "GpuMap", "adapters"]


@dataclass(frozen=True)
class Adapter:
    """A graphics adapter: its name, what ``kind`` of machine it is (``card``, ``integrated``, ``software``), its driver and
    the interface that it is reached by."""

    name: str
    kind: str
    driver: str
    backend: str


def adapters() -> list[Adapter]:
    """The adapters of this machine, the best first."""
    return [Adapter(*fields) for fields in _built("adapters")()]


class GpuMap:
    """A path map that lies on a graphics card: uploaded once, then sampled and asked there, in single precision.

    ``adapter`` is a part of the name of one of `adapters`; without it the best one is taken. Maps with barriers of a factor
    stay on the processor.
    """

    def __init__(self, path_map: PathMap, *, adapter: str | None = None) -> None:
        self._native = _built("GpuMap")(path_map, adapter)
        self._map = path_map

    @property
    def adapter(self) -> Adapter:
        """Where it is."""
        return Adapter(*self._native.adapter)

    def follow(self, path_map: PathMap) -> None:
        """Becomes another map: what is the same is not uploaded again."""
        self._native.follow(path_map)
        self._map = path_map

    def sample(
        self, width: int = 1000, height: int = 0, *, bounds: tuple[float, float, float, float] | None = None
    ) -> Sample:
        """The map on pixels, as `PathMap.sample` has it."""
        check_pixels(width, height)
        costs, generators, table, extent = self._native.sample(width, height, None if bounds is None else list(bounds))
        return Sample(costs, generators, table, (extent[0], extent[1], extent[2], extent[3]), self._map._cost_picture)

    def costs(self, xy: PointsLike) -> npt.NDArray[np.float32]:
        """What the paths from some points cost: NaN where blocked, infinite without a path."""
        costs: npt.NDArray[np.float32] = self._native.costs(xy)
        return costs

    def routes(self, xy: PointsLike, *, most: int = 64) -> Routes:
        """The paths from some points; of each at most so many points, the first ones."""
        check_count(most)
        return Routes(*self._native.routes(xy, most))

    def advanced(self, xy: PointsLike, time: float) -> Floats:
        """Where agents are that walk along the map from some points for so long, at speed 1."""
        moved: Floats = self._native.advanced(xy, float(time))
        return moved


def _built(name: str) -> Any:
    """Something of the native module that is there only if it was built with it."""
    found = getattr(_native, name, None)
    if found is None:
        raise Error(
            "this build of wayfront has no graphics cards",
            'install it with: pip install ./crates/python --config-settings=build-args="--features gpu"',
        )
    return found
