"""Fields and routes on triangle meshes: a planet, a statue or a car body is planned over like a floor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from os import PathLike, fspath
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _native
from ._display import Picture, Shown, picture_options
from ._errors import Error
from ._points import Floats

__all__ = ["Surface", "SurfaceField"]

ROUTES = 8


@dataclass(frozen=True)
class SurfaceField:
    """The field of a goal on all vertices, and routes from the starts that were asked for."""

    goal: tuple[int, ...]
    depths: Floats
    potentials: Floats
    starts: tuple[int, ...]
    routes: list[Floats]
    """For each start an array of shape (k, 3); empty without a path."""


class Surface(Shown):
    """A triangle mesh, read from OBJ, OFF, PLY or STL, and mended where that can be done.

    >>> import wayfront as wf
    >>> torus = wf.Surface.builtin("torus")
    >>> field = torus.field([0], starts=[200])
    >>> field.routes[0].shape[1]
    3
    """

    def __init__(self, vertices: npt.ArrayLike, faces: npt.ArrayLike) -> None:
        points = np.ascontiguousarray(vertices, dtype=np.float64)
        corners = np.ascontiguousarray(faces, dtype=np.int64)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError(f"vertices have the shape (n, 3), not {points.shape}")
        if corners.ndim != 2 or corners.shape[1] != 3:
            raise ValueError(f"faces have the shape (m, 3), not {corners.shape}")
        self._native = _native.Surface.of(points, corners)

    @classmethod
    def _of(cls, native: _native.Surface) -> Surface:
        surface = cls.__new__(cls)
        surface._native = native
        return surface

    @classmethod
    def read(cls, path: str | PathLike[str]) -> Surface:
        """Reads a mesh; the ending says how."""
        return cls._of(_native.Surface.read(fspath(path)))

    @classmethod
    def builtin(cls, name: str) -> Surface:
        """A built-in mesh."""
        return cls._of(_native.Surface.builtin(name))

    @staticmethod
    def names() -> dict[str, str]:
        """The built-in meshes: their names, and what they are."""
        return dict(_native.builtin_surfaces())

    @property
    def vertices(self) -> Floats:
        """Its vertices (n, 3)."""
        return self._native.vertices()

    @property
    def faces(self) -> npt.NDArray[np.int64]:
        """Its triangles (m, 3)."""
        return self._native.faces()

    @property
    def repaired(self) -> list[str]:
        """What was mended."""
        return self._native.repaired()

    @property
    def closed(self) -> bool:
        """Whether it has no rim."""
        return self._native.closed

    def nearest(self, x: float, y: float, z: float) -> int | None:
        """The vertex nearest to a point of space."""
        return self._native.nearest(x, y, z)

    def field(
        self,
        goal: int | Iterable[int],
        *,
        starts: Sequence[int] = (),
        obstacles: Iterable[int] = (),
        free_rim: bool = False,
        weights: str = "cotangent",
    ) -> SurfaceField:
        """The field of a goal, and routes from some vertices. Routes keep off ``obstacles``, and off the rim unless it is
        free. ``weights`` are ``cotangent``, those of the flat triangles, or ``influence``, by distance."""
        return self.fields([goal], starts=starts, obstacles=obstacles, free_rim=free_rim, weights=weights)[0]

    def fields(
        self,
        goals: Iterable[int | Iterable[int]],
        *,
        starts: Sequence[int] = (),
        obstacles: Iterable[int] = (),
        free_rim: bool = False,
        weights: str = "cotangent",
    ) -> list[SurfaceField]:
        """The fields of several goals: the equations are factored once."""
        numbers = [_numbers(goal) for goal in goals]
        begin = [int(start) for start in starts]
        found = self._native.fields(numbers, begin, _terms(obstacles, free_rim, weights))
        return [SurfaceField(tuple(goal), *arrays[:2], tuple(begin), arrays[2]) for goal, arrays in zip(numbers, found)]

    def picture(
        self,
        goal: int | Iterable[int] = 0,
        *,
        starts: Sequence[int] | None = None,
        obstacles: Iterable[int] = (),
        free_rim: bool = False,
        weights: str = "cotangent",
        azimuth: float = 35.0,
        elevation: float = 28.0,
        up: str = "z",
        zoom: float = 1.0,
        **options: Any,
    ) -> Picture:
        """A picture of the field of a goal, with routes from some vertices far apart unless they are given. ``azimuth`` and
        ``elevation`` say from where one looks, in degrees, ``up`` which axis points up: ``y`` or ``z``."""
        if not 0 < zoom < np.inf or not np.isfinite((azimuth, elevation)).all():
            raise ValueError(f"azimuth {azimuth}, elevation {elevation}, zoom {zoom}: give finite numbers, zoom above 0")
        terms = _terms(obstacles, free_rim, weights)
        given, view = picture_options("picture", options), (float(azimuth), float(elevation), up, float(zoom))
        return Picture(self._native.picture(given, _numbers(goal), self._starts(goal, starts), terms, view))

    def export(
        self,
        path: str | PathLike[str],
        goal: int | Iterable[int] = 0,
        *,
        starts: Sequence[int] | None = None,
        obstacles: Iterable[int] = (),
        free_rim: bool = False,
        weights: str = "cotangent",
    ) -> None:
        """Writes the mesh for Blender or MeshLab: the field as colours, routes as lines; ``.ply`` or ``.obj``."""
        file = Path(path)
        if file.suffix.lower() not in (".ply", ".obj"):
            raise Error(f"{file}: meshes are written as .ply or .obj", "give the file one of these endings")
        ply = file.suffix.lower() == ".ply"
        terms = _terms(obstacles, free_rim, weights)
        text = self._native.export(ply, _numbers(goal), self._starts(goal, starts), terms)
        part = file.with_name(file.name + ".part")
        part.write_text(text)
        part.replace(file)

    def _starts(self, goal: int | Iterable[int], starts: Sequence[int] | None) -> list[int]:
        return self._native.far_apart(_numbers(goal), ROUTES) if starts is None else [int(start) for start in starts]

    def __reduce__(self) -> tuple[Any, ...]:
        return (Surface, (self.vertices, self.faces))

    def __repr__(self) -> str:
        return f"<Surface of {len(self.vertices)} vertices>"


def _numbers(goal: int | Iterable[int]) -> list[int]:
    if isinstance(goal, (int, np.integer)):
        return [int(goal)]
    return [int(vertex) for vertex in goal]


def _terms(obstacles: Iterable[int], free_rim: bool, weights: str) -> tuple[list[int], bool, bool]:
    if weights not in ("cotangent", "influence"):
        raise ValueError(f"weights {weights!r}: one of cotangent, influence is known")
    return [int(vertex) for vertex in obstacles], free_rim, weights == "influence"
